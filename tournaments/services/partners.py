"""Partners are fixed once entries are closed; attempts to change them are noted (CP-1)."""

from __future__ import annotations

from typing import Any

from accounts.models import User
from accounts.permissions import event_roles, may_play_for
from tournaments.models import Entry
from tournaments.services import entries
from tournaments.services.errors import No, Refused
from tournaments.services.trail import ORDER, as_role, record


def update_entry(*, entry: Entry, by: User, **fields: Any) -> Entry:
    """As ``services.entries.update_entry``; a refused change of partners is kept in the trail.

    The note is written after the refusal has undone everything else.
    """
    try:
        return entries.update_entry(entry=entry, by=by, **fields)
    except Refused as refused:
        if "players" in fields and (refused.code is No.PARTNERS_FIXED or _party(by, entry)):
            _note(entry, by, fields["players"])
            if refused.code is No.NOT_ALLOWED and entry.event.status not in ("draft", "open"):
                raise Refused(No.PARTNERS_FIXED) from refused
        raise


def _party(by: User, entry: Entry) -> bool:
    return may_play_for(by, entry)


def _note(entry: Entry, by: User, players: Any) -> None:
    theirs = event_roles(by, entry.event)
    role = next((r for r in (*ORDER, "captain", "player") if r in theirs), "")
    record(
        entry.event,
        as_role(by, role),
        "refused_partners",
        about=entry.name,
        entry=entry,
        before=[p.name for p in entry.players.all()],
        after=[str(p.get("name") or p.get("user") or "") for p in players],
        reason="CP-1",
    )
