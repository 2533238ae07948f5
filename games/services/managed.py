"""Tables that an event opens and closes: reserved seats, an end that the event has set.

Nobody is the host; nobody stands up, leaves or takes another's seat. A match is played once.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.engine.api import game_of
from games.models import Seat, Table
from games.services.holding import made_up_for
from games.services.matches import abandon_match, start_match
from games.services.news import announce
from games.services.tables import BOT


@transaction.atomic
def open_managed(
    *,
    game: str,
    options: Mapping[str, object],
    name: str,
    seats: Sequence[User | None],
    bots: Sequence[str] = (),
    max_deals: int | None = None,
    ends_at: datetime | None = None,
    cut_off: bool = False,
    boards: Sequence[str] = (),
    turn_seconds: int = 30,
    bank_seconds: int = 120,
) -> Table:
    """A table with its four already seated: ``seats`` are people, nothing is a bot (of ``bots``).

    ``boards`` are the seeds (hexadecimal) of the deals of duplicate play: nobody looks on, since
    others have yet to play them, until the table is closed. The match begins when
    everybody is ready, at once when all are bots; it ends as ``games.models.Table`` says.
    """
    if len(seats) != 4:
        raise ValueError("a table has four seats")
    table = Table.objects.create(
        host=None,
        game=game,
        options=game_of(game).complete(options),
        name=name[:40],
        managed=True,
        private=bool(boards),
        reserved=[None if user is None else user.pk for user in seats],
        max_deals=max_deals,
        ends_at=ends_at,
        cut_off=cut_off,
        boards=list(boards),
        turn_seconds=turn_seconds,
        bank_seconds=bank_seconds,
    )
    strengths = [*bots, *[""] * 4][:4]
    Seat.objects.bulk_create(
        Seat(table=table, index=index, user=user, bot="" if user else strengths[index] or BOT)
        for index, user in enumerate(seats)
    )
    if not any(seats):
        start_match(table=table)
    return table


@transaction.atomic
def set_clock(*, tables: Collection[int], ends_at: datetime | None) -> None:
    """Another end for the matches at these managed tables (by id); none while the round rests.

    A table on hold is made up for the hold or for the pause of the round, not for both.
    """
    rows = Table.objects.filter(pk__in=tables, managed=True)
    for table in rows.exclude(held_at=None).select_for_update(no_key=True).order_by("pk"):
        if (table.ends_at is None) != (ends_at is None):
            made_up_for(table)
            table.save(update_fields=["held_for", "held_at"])
    rows.exclude(status=Table.Status.CLOSED).update(ends_at=ends_at)
    for table_id in rows.values_list("pk", flat=True):
        announce(table_id)


@transaction.atomic
def close_managed(*, tables: Collection[int], tell: bool = True) -> None:
    """Close these managed tables; a match under way is abandoned.

    ``tell``: what was played there is open to all; without it duplicate deals stay among those
    who have played them, since other tables still do.
    """
    rows = Table.objects.select_for_update(no_key=True).filter(pk__in=tables, managed=True)
    if tell:
        rows.filter(status=Table.Status.CLOSED).update(private=False)
    for table in rows.exclude(status=Table.Status.CLOSED).order_by("pk"):
        if table.status == Table.Status.PLAYING:
            abandon_match(table=table)
        table.status, table.active_at = Table.Status.CLOSED, timezone.now()
        table.private = bool(table.boards) and not tell
        table.save(update_fields=["status", "active_at", "private"])
        announce(table.pk)
