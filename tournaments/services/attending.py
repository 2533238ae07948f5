"""The referee at a table: called, declared, with the play stopped, rolled back and resumed.

All of it is a referee's who does not play in the event, and every act is a line of the trail with
before and after. What the players have to know is shown at their table: ``show_desk`` of
``games.services``, and the reason of a hold.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.permissions import REFEREE
from games import services as games
from games.models import Table
from tournaments.models import EntryPlayer, EventMatch, MatchSide, RefereeAtTable, RefereeCall
from tournaments.selectors import attending as seen
from tournaments.services.errors import No, Refused
from tournaments.services.news import News, announce
from tournaments.services.results import State, locked_match, title
from tournaments.services.trail import SYSTEM, Actor, as_role, record, require

Hold = Table.Hold

OFTEN: Final = 5
WHILE: Final = timedelta(minutes=10)
"""A pair may call so often in that time."""

KIND: Final = {
    games.No.HELD: No.STOPPED,
    games.No.NOT_HELD: No.NOT_STOPPED,
    games.No.FROZEN: No.FROZEN,
    games.No.DEAL_OVER: No.DEAL_OVER,
    games.No.NO_TRICK: No.NO_TRICK,
}
"""What a refusal of the table is to a referee."""


# --------------------------------------------------------------------------------- the players


@transaction.atomic
def call_referee(
    *, match: EventMatch, by: User | None = None, code: str = "", reason: str
) -> RefereeCall:
    """A player wants a referee at the table, or the pair's phone (``code`` of its card) does."""
    row, sides = locked_match(match)
    side, player, actor = _caller(sides, by, code)
    _being_played(row)
    if not reason.strip():
        raise Refused(No.REASON_NEEDED)
    if seen.call_at(row) is not None:
        raise Refused(No.CALLED)
    lately = row.calls.filter(side=side.side, at__gt=timezone.now() - WHILE)
    if lately.count() >= OFTEN:
        raise Refused(No.CALLED_OFTEN)
    place = seen.place_of(row)
    call = RefereeCall.objects.create(
        match=row,
        entry=side.entry,
        side=side.side,
        position=None if player is None else player.position,
        user=by,
        name=(side.entry.name if player is None else player.name)[:60],
        reason=reason.strip()[:200],
        deal_number=None if place is None else place.deal.number,
        trick_number=None if place is None else place.trick or None,
    )
    record(
        row.event, actor, "call_referee", about=title(row, sides), match=row, entry=side.entry,
        before={"call": None}, after={"call": call.reason, "by": call.name, **_place(place)},
        reason=call.reason,
    )  # fmt: skip
    _tell(row)
    return call


@transaction.atomic
def take_back_call(*, match: EventMatch, by: User | None = None, code: str = "") -> RefereeCall:
    """The pair that called needs no referee any more."""
    row, sides = locked_match(match)
    side, _player, actor = _caller(sides, by, code)
    call = seen.call_at(row)
    if call is None:
        raise Refused(No.NOT_CALLED)
    if call.side != side.side:
        raise Refused(No.NOT_OF_THE_PAIR)
    call.closed_at, call.taken_back = timezone.now(), True
    call.save(update_fields=["closed_at", "taken_back"])
    record(
        row.event, actor, "take_back_call", about=title(row, sides), match=row, entry=side.entry,
        before={"call": call.reason}, after={"call": None},
    )  # fmt: skip
    _tell(row)
    return call


def called(table_id: int, user_id: int, reason: str, on: bool) -> str:
    """What ``games`` calls when a player at a managed table wants a referee, or none any more."""
    match = EventMatch.objects.filter(table=table_id).select_related("round__stage").first()
    if match is None:
        return str(Refused(No.MATCH_OVER))
    user = User.objects.get(pk=user_id)
    try:
        if on:
            call_referee(match=match, by=user, reason=reason)
        else:
            take_back_call(match=match, by=user)
    except Refused as refused:
        return str(refused)
    return ""


def _caller(
    sides: list[MatchSide], by: User | None, code: str
) -> tuple[MatchSide, EntryPlayer | None, Actor]:
    """The side that somebody plays on (CP-1: nobody else calls), who it is, and in which role."""
    for side in sides:
        player = None if by is None else side.entry.players.filter(user=by).first()
        if player is not None or (code and side.entry.code == code):
            return side, player, as_role(by, "player")
    raise Refused(No.NOT_OF_THE_PAIR)


# -------------------------------------------------------------------------------- the referee


@transaction.atomic
def attend(*, match: EventMatch, by: User) -> RefereeAtTable:
    """``by`` is the referee at this table from now on: its call is answered, he sees all hands.

    The players are told. Said again it answers what has been called since.
    """
    row, actor = _as_referee(match, by)
    _being_played(row)
    before = _here(row)
    here, new = RefereeAtTable.objects.get_or_create(
        match=row, user=by, until=None, defaults={"name": actor.name[:60]}
    )
    answered = row.calls.filter(closed_at=None).update(closed_at=timezone.now(), answered_by=by)
    if new or answered:
        record(row.event, actor, "attend", about=title(row), match=row, before=before,
               after=_here(row))  # fmt: skip
        _tell(row)
    return here


@transaction.atomic
def leave_table(*, match: EventMatch, by: User) -> RefereeAtTable:
    """The referee is done here: he sees the hands no more. A stopped play stays stopped."""
    row, _sides = locked_match(match)
    here = row.referees.filter(user=by, until=None).first()
    if here is None:
        raise Refused(No.NOT_AT_TABLE)
    before = _here(row)
    here.until = timezone.now()
    here.save(update_fields=["until"])
    record(row.event, _leaving(row, by), "leave_table", about=title(row), match=row,
           before=before, after=_here(row))  # fmt: skip
    _tell(row)
    return here


@transaction.atomic
def see_hands(*, match: EventMatch, by: User) -> RefereeAtTable:
    """The hands of the match's deals are shown to him; the first time there is a line of it."""
    if not seen.sees_hands(by, match):
        raise Refused(No.NOT_AT_TABLE)
    here = match.referees.filter(user=by, until=None).first()
    if here is None:
        raise Refused(No.NOT_AT_TABLE)
    if here.looked_at is None:
        here.looked_at = timezone.now()
        first = match.referees.filter(pk=here.pk, looked_at=None).update(looked_at=here.looked_at)
        if first:
            actor = require(match.event, by, REFEREE)
            after = {"looked": True, **_place(seen.place_of(match))}
            record(match.event, actor, "see_hands", about=title(match), match=match,
                   before={"looked": False}, after=after)  # fmt: skip
    return here


@transaction.atomic
def stop_play(*, match: EventMatch, by: User, reason: str) -> EventMatch:
    """Nothing is played at the table until it is resumed; the players read the reason."""
    row, actor = _as_referee(match, by)
    table = _table(row)
    _being_played(row)
    if not reason.strip():
        raise Refused(No.REASON_NEEDED)
    with _kindly():
        if table.hold == Hold.STAFF:
            raise games.Refused(games.No.FROZEN)
        games.hold_table(table=table, by=Hold.REFEREE, why=reason)
    place = _place(seen.place_of(row))
    record(
        row.event, actor, "stop_play", about=title(row), match=row,
        before={"stopped": False, **place}, after={"stopped": True, **place}, reason=reason,
    )  # fmt: skip
    announce(row.event, News.ROUND, match=row.pk)
    return row


@transaction.atomic
def resume_play(*, match: EventMatch, by: User) -> EventMatch:
    """The play goes on where it stands. What the site's staff has frozen stays so."""
    row, actor = _as_referee(match, by)
    table = _table(row)
    why = table.hold_note
    with _kindly():
        games.release_table(table=table, by=Hold.REFEREE)
    place = _place(seen.place_of(row))
    record(
        row.event, actor, "resume_play", about=title(row), match=row,
        before={"stopped": True, "why": why, **place}, after={"stopped": False, **place},
    )  # fmt: skip
    announce(row.event, News.ROUND, match=row.pk)
    return row


@transaction.atomic
def roll_back(
    *, match: EventMatch, by: User, trick: int, reason: str, deal: int | None = None
) -> games.RolledBack:
    """The running deal is played again from the beginning of a trick; ``reason`` is the ruling.

    He has declared himself, and the play is stopped; it stays so, and the players read the ruling.
    ``deal`` is the number of the deal he means: another one is left alone.
    """
    row, actor = _as_referee(match, by)
    _being_played(row)
    if not seen.sees_hands(by, row):
        raise Refused(No.NOT_AT_TABLE)
    if not reason.strip():
        raise Refused(No.REASON_NEEDED)
    table = _table(row)
    before = seen.place_of(row)
    if before is None or (deal is not None and before.deal.number != deal):
        raise Refused(No.DEAL_OVER)
    with _kindly():
        if table.hold == Hold.STAFF:
            raise games.Refused(games.No.FROZEN)
        done = games.roll_back(deal=before.deal, trick=trick, why=reason)
        games.release_table(table=table, by=Hold.REFEREE)
        games.hold_table(table=table, by=Hold.REFEREE, why=reason)
    after = {**_place(seen.place_of(row)), "again": trick}
    record(row.event, actor, "roll_back", about=title(row), match=row, before=before.as_json(),
           after=after, reason=reason)  # fmt: skip
    announce(row.event, News.ROUND, match=row.pk)
    return done


def end_attendance(row: EventMatch) -> None:
    """The match is decided: nobody is called or attends any more, and nothing is kept stopped.

    The row of the match is locked.
    """
    now = timezone.now()
    before = _here(row)
    left = row.referees.filter(until=None).update(until=now)
    calls = row.calls.filter(closed_at=None).update(closed_at=now)
    if left or calls:
        record(row.event, SYSTEM, "end_attendance", about=title(row), match=row, before=before,
               after=_here(row))  # fmt: skip
        _show(row)
    if row.table_id and Table.objects.filter(pk=row.table_id, hold=Hold.REFEREE).exists():
        games.release_table(table=Table.objects.get(pk=row.table_id), by=Hold.REFEREE)


# ---------------------------------------------------------------------------------- the steps


def _as_referee(match: EventMatch, by: User) -> tuple[EventMatch, Actor]:
    """The match, locked, for a referee of the event who does not play in it."""
    actor = require(match.event, by, REFEREE)
    if seen.plays_in(by, match):
        raise Refused(No.PLAYS_HERE)
    return locked_match(match)[0], actor


def _leaving(row: EventMatch, by: User) -> Actor:
    """Who has declared himself may leave, also when the role has been taken from him since."""
    try:
        return require(row.event, by, REFEREE)
    except Refused:
        return as_role(by, "")


def _being_played(row: EventMatch) -> None:
    if row.ending == EventMatch.Ending.BYE:
        raise Refused(No.IS_BYE)
    if row.state == State.PENDING:
        raise Refused(No.NOT_BEGUN)
    if row.state == State.CONFIRMED:
        raise Refused(No.MATCH_OVER)


def _table(row: EventMatch) -> Table:
    table = None if row.table_id is None else Table.objects.filter(pk=row.table_id).first()
    if table is None or table.status == Table.Status.CLOSED:
        raise Refused(No.NO_TABLE)
    return table


@contextmanager
def _kindly() -> Iterator[None]:
    """A refusal of the table in the words of the event."""
    try:
        yield
    except games.Refused as refused:
        raise Refused(KIND.get(games.No(refused.code), No.NO_TABLE)) from None


def _place(place: seen.Place | None) -> dict[str, Any]:
    return {} if place is None else place.as_json()


def _here(row: EventMatch) -> dict[str, Any]:
    """Who is there and who is called, as the trail keeps it."""
    call = seen.call_at(row)
    names = [each.name for each in seen.referees_at(row)]
    return {"referees": names, "call": call and call.reason}


def _tell(row: EventMatch) -> None:
    """The table and the pages of the event are told."""
    _show(row)
    announce(row.event, News.ROUND, match=row.pk)


def _show(row: EventMatch) -> None:
    """What the players see of it at their table on line (``docs/protocol.md``)."""
    if row.table_id is None:
        return
    call, names = seen.call_at(row), [each.name for each in seen.referees_at(row)]
    games.show_desk(
        table=row.table_id,
        desk={
            "call": call and {"seat": call.seat, "name": call.name, "reason": call.reason},
            "referees": names,
            "hands": bool(names),
        },
    )
