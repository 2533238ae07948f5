"""Verbs of a table: open it, sit down, stand up, fill with bots, leave, close."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Final

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.engine.api import game_of
from games.models import Seat, Table
from games.services.bars import require_free
from games.services.errors import No, Refused
from games.services.matches import abandon_match, start_match
from games.services.news import announce

SEATS: Final = range(4)
BOT: Final = "plain"
"""The strength of bot that fills a seat unless another is asked for."""

IDLE: Final = timedelta(hours=12)
"""A table at which nothing has happened for so long is closed."""


def locked(table: Table) -> Table:
    """The row of an unclosed table, locked to the end of the transaction."""
    row = Table.objects.select_for_update(no_key=True).get(pk=table.pk)
    if row.status == Table.Status.CLOSED:
        raise Refused(No.CLOSED)
    return row


@transaction.atomic
def open_table(
    *,
    host: User,
    game: str,
    options: Mapping[str, object] | None = None,
    name: str = "",
    private: bool = False,
    password: str = "",
    turn_seconds: int = 30,
    bank_seconds: int = 120,
    seat: int | None = 0,
) -> Table:
    """A new table with ``host`` in ``seat`` (nothing: not seated).

    ``options`` may leave out what is as standard; ``ValueError`` names what is wrong with them.
    ``password`` is kept hashed; a table that has one is private.
    """
    require_free(user=host)
    table = Table.objects.create(
        host=host,
        game=game,
        options=game_of(game).complete(options or {}),
        name=name,
        private=private or bool(password),
        password=make_password(password) if password else "",
        turn_seconds=turn_seconds,
        bank_seconds=bank_seconds,
    )
    if seat is not None:
        sit(table=table, user=host, seat=seat)
    return table


@transaction.atomic
def sit(*, table: Table, user: User, seat: int | None = None) -> Seat:
    """``user`` takes a seat, the first free one unless ``seat`` names it; a bot makes room.

    Who has a seat here already moves to the one asked for. Not while a match is played.
    """
    table = locked(table)
    taken = {row.index: row for row in table.seats.select_for_update(no_key=True)}
    mine = next((row for row in taken.values() if row.user_id == user.pk), None)
    if mine and seat in (None, mine.index):
        return mine
    if table.managed:
        raise Refused(No.RESERVED)
    require_free(user=user, table=table)
    if table.status == Table.Status.PLAYING:
        raise Refused(No.PLAYING)
    _not_elsewhere(table, user)
    index = _place(taken, seat)
    if index in taken:
        taken[index].delete()
    if mine:
        mine.delete()
    row = Seat.objects.create(table=table, index=index, user=user)
    _touched(table)
    return row


def _place(taken: Mapping[int, Seat], seat: int | None) -> int:
    """The seat to sit down in: the one asked for, else a free one, else a bot's."""
    if seat is not None:
        if seat in taken and taken[seat].user_id is not None:
            raise Refused(No.SEAT_TAKEN)
        return seat
    free = [index for index in SEATS if index not in taken]
    bots = [index for index in SEATS if index in taken and taken[index].bot]
    if not free + bots:
        raise Refused(No.TABLE_FULL)
    return (free + bots)[0]


def _not_elsewhere(table: Table, user: User) -> None:
    """Nobody plays two matches at once; a seat at a table that only waits is given up."""
    for other in Seat.objects.filter(user=user).exclude(table=table).select_related("table"):
        if other.table.status == Table.Status.PLAYING:
            raise Refused(No.ELSEWHERE)
        if other.table.status == Table.Status.OPEN and not other.table.managed:
            leave(table=other.table, user=user)


@transaction.atomic
def stand(*, table: Table, user: User) -> None:
    """``user`` gives up the seat and stays as a watcher. Not while a match is played."""
    table = locked(table)
    if table.managed:
        raise Refused(No.MANAGED)
    if table.status == Table.Status.PLAYING:
        raise Refused(No.PLAYING)
    if not table.seats.filter(user=user).delete()[0]:
        raise Refused(No.NOT_SEATED)
    _touched(table)


@transaction.atomic
def fill(*, table: Table, by: User, bot: str = BOT) -> list[Seat]:
    """The host gives the free seats to bots; answers the seats filled."""
    table = locked(table)
    if table.host_id != by.pk:
        raise Refused(No.NOT_HOST)
    taken = set(table.seats.values_list("index", flat=True))
    seats = Seat.objects.bulk_create(
        [Seat(table=table, index=index, bot=bot) for index in SEATS if index not in taken]
    )
    _touched(table)
    return seats


@transaction.atomic
def leave(*, table: Table, user: User) -> None:
    """``user`` leaves for good. In mid-match a bot takes over the cards.

    A host hands the table on to somebody who is seated. With the last person gone the match
    is abandoned and the table closed.
    """
    table = locked(table)
    if table.managed:
        raise Refused(No.MANAGED)
    playing = table.status == Table.Status.PLAYING
    mine = table.seats.filter(user=user)
    if playing:
        mine.update(user=None, bot=BOT)
    else:
        mine.delete()
    heir = table.seats.filter(user__isnull=False).order_by("index").first()
    if heir is None and (playing or table.host_id == user.pk):
        _close(table)
    elif heir is not None and table.host_id == user.pk:
        table.host_id = heir.user_id
    _touched(table)


@transaction.atomic
def close(*, table: Table, by: User) -> None:
    """The host closes the table; not while a match is played."""
    table = locked(table)
    if table.host_id != by.pk:
        raise Refused(No.NOT_HOST)
    if table.status == Table.Status.PLAYING:
        raise Refused(No.PLAYING)
    _close(table)
    _touched(table)


@transaction.atomic
def play_now(*, user: User, game: str, options: Mapping[str, object] | None = None) -> Table:
    """A table of one's own against three bots, its match begun."""
    table = open_table(host=user, game=game, options=options, private=True)
    fill(table=table, by=user)
    start_match(table=table)
    return table


def close_idle() -> int:
    """Close the tables at which nothing has happened for ``IDLE``; answers how many."""
    old = Table.objects.exclude(status=Table.Status.CLOSED).filter(
        managed=False, active_at__lt=timezone.now() - IDLE
    )
    count = 0
    for table in old.order_by("pk")[:200]:
        with transaction.atomic():
            row = (
                Table.objects.select_for_update(no_key=True, skip_locked=True)
                .filter(pk=table.pk)
                .first()
            )
            if row is not None and row.active_at == table.active_at:
                _close(row)
                row.save(update_fields=["status"])
                announce(row.pk)
                count += 1
    return count


def _close(table: Table) -> None:
    """No more is played here; what was under way is abandoned. The caller saves the row."""
    if table.status == Table.Status.PLAYING:
        abandon_match(table=table)
    table.status = Table.Status.CLOSED


def _touched(table: Table) -> None:
    """Save what a verb changed, and tell the room."""
    table.active_at = timezone.now()
    table.save(update_fields=["status", "host", "active_at"])
    announce(table.pk)
