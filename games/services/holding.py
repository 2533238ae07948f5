"""Stopping the play at a table for a while, and what an event's referee shows there."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils import timezone

from games.models import Table
from games.services.errors import No, Refused
from games.services.news import announce
from games.services.tables import locked

Hold = Table.Hold


@transaction.atomic
def hold_table(*, table: Table, by: Table.Hold, why: str) -> Table:
    """Nothing is played at the table until it is released; the players read ``why``.

    The staff may take over from a referee. The clocks of turns and match stand still.
    """
    row = locked(table)
    if row.hold and not (by == Hold.STAFF and row.hold == Hold.REFEREE):
        raise Refused(No.HELD)
    row.hold, row.hold_note = by, why.strip()[:200]
    row.held_at = row.held_at or timezone.now()
    row.save(update_fields=["hold", "hold_note", "held_at"])
    announce(row.pk)
    return row


@transaction.atomic
def release_table(*, table: Table, by: Table.Hold) -> Table:
    """The play goes on; whoever is on turn has a whole turn, and the match the time that was lost.

    What the staff has frozen only the staff releases.
    """
    row = locked(table)
    if not row.hold or row.held_at is None:
        raise Refused(No.NOT_HELD)
    if row.hold == Hold.STAFF and by != Hold.STAFF:
        raise Refused(No.FROZEN)
    made_up_for(row)
    row.hold, row.hold_note, row.held_at = "", "", None
    row.active_at = timezone.now()
    row.save(update_fields=["hold", "hold_note", "held_at", "held_for", "active_at"])
    announce(row.pk)
    return row


def made_up_for(row: Table) -> None:
    """Count the time of a hold up to now, as far as the clock of the match ran (CP-7)."""
    now = timezone.now()
    if row.held_at is not None and row.ends_at is not None:
        row.held_for += max(0, round((now - row.held_at).total_seconds()))
    row.held_at = now


def show_desk(*, table: int, desk: dict[str, Any]) -> None:
    """What the referees of an event want shown at its table (by id); see ``docs/protocol.md``."""
    if Table.objects.filter(pk=table).exclude(desk=desk).update(desk=desk):
        announce(table)
