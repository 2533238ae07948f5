"""Who is at the table when a round has been called (CP-3).

A pair is present once both partners have been there at the same time; that stays so whatever
happens to a connection later. On line a seat counts while its player is ready at the table; in a
hall the pair's code or a referee checks the partners in.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.permissions import SCORE
from tournaments.models import Attendance, Entry, EntryPlayer, EventMatch, MatchSide, Round
from tournaments.services.errors import No, Refused
from tournaments.services.news import News, announce
from tournaments.services.results import locked_match, side_of
from tournaments.services.trail import Actor, as_role, record, require

BOTH = (0, 1)


@transaction.atomic
def check_in_at_table(
    *,
    match: EventMatch,
    entry: Entry | None = None,
    by: User | None = None,
    code: str = "",
    positions: tuple[int, ...] = BOTH,
    at: datetime | None = None,
) -> MatchSide:
    """Partners of a pair are at their table: by its code, by one of them, or by a referee.

    ``at`` is when they came, for what is told of it late. Answers the side; ``present_at`` is set
    as soon as both are there.
    """
    row, sides = locked_match(match)
    side, actor = _side(sides, entry, by, code, row)
    when = at or timezone.now()
    known = side.present_at
    for position in positions:
        _mark(side, position, True, when)
    _both_there(row, side, when)
    if known is None and side.present_at is not None:
        record(row.event, actor, "present", about=side.entry.name, match=row, entry=side.entry)
        announce(row.event, News.ROUND, match=row.pk, present=side.side)
    return side


@transaction.atomic
def check_in_rest(*, round: Round, by: User) -> int:
    """A referee has gone through the hall: all pairs not yet seen are at their tables.

    Who is missing is dealt with before it. Answers how many pairs that were.
    """
    require(round.stage.event, by, SCORE)
    if round.started_at is None:
        raise Refused(No.NOT_BEGUN)
    rows = EventMatch.objects.filter(round=round, online=False, state=EventMatch.State.RUNNING)
    seen = 0
    for match in rows.select_related("event", "round__stage__event").order_by("pk"):
        for side in match.sides.filter(present_at__isnull=True).select_related("entry"):
            check_in_at_table(match=match, entry=side.entry, by=by)
            seen += 1
    return seen


@transaction.atomic
def undo_check_in_at_table(*, match: EventMatch, entry: Entry, by: User, reason: str) -> MatchSide:
    """A referee takes a mistaken check-in back, before the deadline has been judged by it."""
    actor = require(match.event, by, SCORE)
    if not reason.strip():
        raise Refused(No.REASON_NEEDED)
    row, sides = locked_match(match)
    side = next((s for s in sides if s.entry_id == entry.pk), None)
    if side is None:
        raise Refused(No.NOT_OF_THE_MATCH)
    before, side.present_at = side.present_at, None
    side.save(update_fields=["present_at"])
    side.attendance.update(here=False)
    record(
        row.event, actor, "undo_present", about=side.entry.name, match=row, entry=side.entry,
        before=before and before.isoformat(), reason=reason,
    )  # fmt: skip
    announce(row.event, News.ROUND, match=row.pk)
    return side


@transaction.atomic
def seat_changed(
    *, table_id: int, user_id: int, here: bool, at: datetime | None = None
) -> MatchSide | None:
    """What ``games`` tells of a managed table: somebody is ready in their seat, or is gone.

    Nothing for a table of no event. Being gone later takes nothing back from a pair that has been
    present (case 19).
    """
    match = EventMatch.objects.filter(table=table_id).select_related("round__stage").first()
    if match is None:
        return None
    row, sides = locked_match(match)
    for side in sides:
        player = side.entry.players.filter(user_id=user_id).first()
        if player is None:
            continue
        when = at or timezone.now()
        known = side.present_at
        _mark(side, player.position, here, when)
        _both_there(row, side, when)
        if known is None and side.present_at is not None:
            actor = as_role(player.user, "player")
            record(row.event, actor, "present", about=side.entry.name, match=row, entry=side.entry)
            announce(row.event, News.ROUND, match=row.pk, present=side.side)
        return side
    return None


def at_table(table_id: int, user_id: int, here: bool, at: datetime) -> None:
    """What ``games`` calls when a player of a managed table is ready, or gone."""
    seat_changed(table_id=table_id, user_id=user_id, here=here, at=at)


def _side(
    sides: list[MatchSide], entry: Entry | None, by: User | None, code: str, row: EventMatch
) -> tuple[MatchSide, Actor]:
    """The side that is meant, and who says that it is there (CP-1: nobody else may)."""
    if code:
        for side in sides:
            if side.entry.code == code:
                return side, as_role(by, "player")
        raise Refused(No.NOT_OF_THE_PAIR)
    own = None if by is None else side_of(sides, by)
    if own is not None and (entry is None or sides[own].entry_id == entry.pk):
        return sides[own], as_role(by, "player")
    if entry is None:
        raise Refused(No.NOT_OF_THE_PAIR)
    actor = require(row.event, by, SCORE)
    for side in sides:
        if side.entry_id == entry.pk:
            return side, actor
    raise Refused(No.NOT_OF_THE_MATCH)


def _mark(side: MatchSide, position: int, here: bool, when: datetime) -> None:
    row, new = Attendance.objects.get_or_create(
        side=side, position=position, defaults={"here": here, "at": when}
    )
    if not new and row.here != here and row.at <= when:  # older news may come late
        row.here, row.at = here, when
        row.save(update_fields=["here", "at"])


def _both_there(match: EventMatch, side: MatchSide, when: datetime) -> None:
    """CP-3: both in their seats at the same time, from then on present; a bot is always there."""
    from tournaments.services.noshows import judge

    if side.present_at is not None:
        return
    there = dict(side.attendance.filter(here=True).values_list("position", "at"))
    bots = set(side.entry.players.exclude(bot="").values_list("position", flat=True))
    if not all(position in there or position in bots for position in BOTH):
        return
    side.present_at = max([when, *there.values()])
    side.save(update_fields=["present_at"])
    judge(match, when)


def present_from_the_start(round: Round) -> None:
    """Pairs of bots are there when the round is called."""
    now = timezone.now()
    for side in MatchSide.objects.filter(round=round, present_at__isnull=True):
        players = EntryPlayer.objects.filter(entry=side.entry_id)
        if players.exclude(bot="").count() == len(BOTH):
            MatchSide.objects.filter(pk=side.pk).update(present_at=now)
