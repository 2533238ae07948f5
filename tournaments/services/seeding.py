"""Seeding: by ranking list, by lots from the event's seed, or by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.permissions import ORGANISE
from tournaments.engine.lots import draw
from tournaments.models import Entry, Event
from tournaments.services.entries import BEFORE
from tournaments.services.errors import invalid
from tournaments.services.events import locked
from tournaments.services.news import News, announce
from tournaments.services.trail import record, require

HOW: Final = ("ranking", "lots", "by_hand")


@transaction.atomic
def seed_entries(
    *, event: Event, by: User | None, how: str, order: Sequence[Entry] | None = None
) -> list[Entry]:
    """Number the confirmed entries 1, 2, 3 …; answers them in that order.

    By ``ranking`` points (more is better), those without and equals by lots; by ``lots`` alone;
    ``by_hand`` in ``order``, the rest after it as they were.
    """
    actor = require(event, by, ORGANISE)
    row = locked(event, *BEFORE)
    entries = list(row.entries.filter(status=Entry.Status.CONFIRMED))
    lots = {
        n: i for i, n in enumerate(draw(row.seed_bytes, "seeding", (e.number for e in entries)))
    }
    match how:
        case "lots":
            entries.sort(key=lambda e: lots[e.number])
        case "ranking":
            entries.sort(
                key=lambda e: (e.ranking is None, -(e.ranking or 0), lots[e.number]),
            )
        case "by_hand":
            place = {entry.pk: index for index, entry in enumerate(order or ())}
            if not place.keys() <= {e.pk for e in entries}:
                raise invalid("order", _("Only confirmed entries are seeded."))
            last = len(entries)
            entries.sort(key=lambda e: (place.get(e.pk, last), e.seed_rank or last, lots[e.number]))
        case _:
            raise ValueError(f"no such way of seeding: {how!r}")
    for index, entry in enumerate(entries, 1):
        entry.seed_rank = index
    Entry.objects.bulk_update(entries, ["seed_rank"], batch_size=1000)
    record(
        row,
        actor,
        "seed_entries",
        about=how,
        after={"how": how, "order": [e.number for e in entries]},
    )
    announce(row, News.ENTRIES)
    return entries


def complete_seeding(event: Event) -> list[Entry]:
    """The confirmed entries by seed, those without one after the others by lots; saved."""
    entries = list(event.entries.filter(status=Entry.Status.CONFIRMED))
    lots = {
        n: i for i, n in enumerate(draw(event.seed_bytes, "seeding", (e.number for e in entries)))
    }
    entries.sort(key=lambda e: (e.seed_rank is None, e.seed_rank or 0, lots[e.number]))
    for index, entry in enumerate(entries, 1):
        entry.seed_rank = index
    Entry.objects.bulk_update(entries, ["seed_rank"], batch_size=1000)
    return entries
