"""Lines of chat: said, read, hidden, forgotten."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts import sanctions
from accounts.limits import within_limit
from accounts.models import User
from accounts.permissions import event_at, may_moderate, mute_at_table
from games.chat import SHOWN, Moment, clean, voice
from games.models import ChatLine, Table
from games.services.errors import Muted, No, Refused
from games.services.news import announce_chat

A_BREATH: Final = 10
"""Seconds …"""
IN_A_BREATH: Final = 5
"""… in which a person may say so many lines, at all tables and tabs together."""
KEPT: Final = timedelta(days=90)
"""How long a line is kept that nobody has reported."""


@dataclass(frozen=True, slots=True)
class Draft:
    """What somebody is about to say: a phrase or a text, from which seat, during what."""

    said_id: str
    phrase: str = ""
    text: str = ""
    seat: int | None = None
    match: int | None = None
    deal: int | None = None


def say(*, table: Table, user: User, moment: Moment, draft: Draft) -> ChatLine | None:
    """Write a line down; nothing when the same message has been said before.

    ``Muted`` under a mute or a ban of the site, or of the table's club or event. ``Refused`` when
    it may not be said at this moment (CP-24), when nothing is left of it, or for too many lines.
    """
    if ChatLine.objects.filter(table=table, user=user, said_id=draft.said_id).exists():
        return None
    sanction = mute_at_table(user, table)
    if sanction is not None:
        raise Muted(sanctions.words(sanction))
    allowed = voice(moment)
    text = clean(draft.text)
    if draft.phrase:
        if draft.phrase not in allowed.phrases:
            raise Refused(No.EVENT_WORDS)
    elif not allowed.words:
        raise Refused(No(allowed.no_words))
    elif not text:
        raise Refused(No.NOTHING_SAID)
    if not within_limit(f"chat:{user.pk}", times=IN_A_BREATH, seconds=A_BREATH):
        raise Refused(No.TOO_MUCH)
    try:
        with transaction.atomic():
            return ChatLine.objects.create(
                table=table,
                match_id=draft.match,
                deal_id=draft.deal,
                user=user,
                name=str(user),
                seat=draft.seat,
                watchers_only=allowed.watchers_only,
                phrase=draft.phrase,
                text=text,
                said_id=draft.said_id,
            )
    except IntegrityError:  # another tab was quicker with it
        return None


def as_told(line: ChatLine) -> dict[str, Any]:
    """A line as it goes over the wire."""
    return {
        "id": line.pk,
        "at": round(line.at.timestamp() * 1000),
        "seat": line.seat,
        "user": line.user_id,
        "name": line.name,
        "phrase": line.phrase or None,
        "text": line.text or None,
        "watchers": line.watchers_only,
    }


def recent_lines(table_id: int) -> list[dict[str, Any]]:
    """The last lines of a table that somebody is shown, in their order."""
    shown = ChatLine.objects.filter(table_id=table_id, hidden_at__isnull=True).order_by("-pk")
    newest = [*shown[:SHOWN], *shown.filter(watchers_only=False)[:SHOWN]]
    rows = {line.pk: line for line in newest}
    return [as_told(rows[pk]) for pk in sorted(rows)]


# ------------------------------------------------------------------------------- moderators


def keep_line(*, line: ChatLine) -> None:
    """A line has been reported: it is not forgotten with the others."""
    ChatLine.objects.filter(pk=line.pk).update(reported=True)


def hide_line(*, line: ChatLine, by: User) -> bool:
    """A moderator takes a line away, at once and for everybody; whether it was there."""
    return _set_hidden(line, by, timezone.now())


def show_line(*, line: ChatLine, by: User) -> bool:
    """A moderator brings a hidden line back; whether it was hidden."""
    return _set_hidden(line, by, None)


@transaction.atomic
def _set_hidden(line: ChatLine, by: User, at: datetime | None) -> bool:
    event = event_at(line.table)
    if not may_moderate(by, None if event is None else event.club):
        raise PermissionError
    rows = ChatLine.objects.filter(pk=line.pk, hidden_at__isnull=at is not None)
    changed = rows.update(hidden_at=at, hidden_by=None if at is None else by)
    if changed:
        announce_chat(line.table_id)
    return bool(changed)


def forget_chat(*, now: datetime | None = None) -> int:
    """Delete the old lines that nobody has reported; answers how many."""
    old = ChatLine.objects.filter(at__lt=(now or timezone.now()) - KEPT, reported=False)
    return old.delete()[0]
