"""Matches on line: the system opens their tables and takes their results (CP-1, CP-7)."""

from __future__ import annotations

from datetime import datetime, timedelta
from decimal import Decimal

from django.db import transaction
from django.utils import timezone

from games import services as games
from games.models import Deal, Table
from games.models import Match as GameMatch
from tournaments.engine.matches import Ending
from tournaments.models import BoardScore, EntryPlayer, EventMatch, MatchSide, Round
from tournaments.result import Result
from tournaments.services.levels import take_along, with_rulings
from tournaments.services.result import checked
from tournaments.services.results import (
    Origin,
    State,
    Who,
    _keep,
    locked_match,
    settle,
    title,
)
from tournaments.services.trail import SYSTEM, record
from tournaments.settings import MatchEnding


def ending_of(round: Round) -> MatchEnding:
    """How the matches of a round end (CP-7)."""
    return round.stage.plan.ending or round.stage.event.config.ending


def open_tables(round: Round) -> int:
    """A table for each match on line of a round that has none yet; answers how many.

    Side 0 has seats 0 and 2, side 1 seats 1 and 3; the two of a pair sit by their position.
    """
    event, ending = round.stage.event, ending_of(round)
    seeds = [board.seed for board in round.boards.order_by("number")] if event.duplicate else []
    matches = round.matches.filter(online=True, state=State.RUNNING, table__isnull=True)
    count = 0
    for match in matches.prefetch_related("sides__entry__players__user"):
        seats = [player for _, player in sorted(_seats(list(match.sides.all())).items())]
        if len(seats) != 4 or not all(p.user_id or p.bot for p in seats):
            continue
        match.table = games.open_managed(
            game=event.game,
            options=event.options,
            name=f"{event.name} {match.table_no or ''}".strip(),
            seats=[p.user for p in seats],
            bots=[p.bot for p in seats],
            max_deals=len(seeds) or (ending.deals if ending.counted else None),
            ends_at=_ends_at(round, ending),
            cut_off=ending.cut_off,
            boards=seeds,
            turn_seconds=event.config.turn_seconds,
            bank_seconds=event.config.bank_seconds,
        )
        match.save(update_fields=["table"])
        take_along(match)
        count += 1
    return count


def _seats(sides: list[MatchSide]) -> dict[int, EntryPlayer]:
    return {
        side.side + 2 * player.position: player
        for side in sides
        for player in side.entry.players.all()
    }


def _ends_at(round: Round, ending: MatchEnding) -> datetime | None:
    """When no new deal is begun any more: by the round's clock, which may be paused.

    A match that is played again after that has its whole time once more.
    """
    now, up = timezone.now(), round.clock_ends_at
    if up is None or round.paused_at is not None:
        return None
    return up if up > now else now + timedelta(minutes=ending.minutes)


def table_again(match: EventMatch, *, others: bool = False) -> None:
    """What a match that is open again is played at: on line another table, whoever opened it.

    Those who still play stay where they are, unless the match is now one of ``others``; while it
    is not known whose, it has no table.
    """
    if not match.online:
        return
    table = match.table
    if table is not None and (others or not _in_play(table)):
        close_table(match)
        match.table = match.game_match = None
        match.save(update_fields=["table", "game_match"])
    if match.state == State.RUNNING:
        open_tables(Round.objects.select_related("stage__event").get(pk=match.round_id))


def _in_play(table: Table) -> bool:
    """The match at a table is not over, or has yet to begin."""
    table.refresh_from_db()
    over = table.matches.filter(ended_at__isnull=False).exists()
    return not over and table.status != Table.Status.CLOSED


def set_clock(round: Round) -> None:
    """The tables of a round follow its clock; while it is paused they have no end."""
    tables = round.matches.filter(table__isnull=False).values_list("table_id", flat=True)
    ends_at = None if round.paused_at is not None else round.clock_ends_at
    games.set_clock(tables=list(tables), ends_at=ends_at)


def close_tables(round: Round) -> None:
    """A finished round needs its tables no more."""
    tables = round.matches.filter(table__isnull=False).values_list("table_id", flat=True)
    games.close_managed(tables=list(tables))


def close_table(match: EventMatch) -> None:
    """A match that has been decided without play needs its table no more.

    The other tables of its round may still have the same deals before them.
    """
    if match.table_id is not None:
        games.close_managed(tables=[match.table_id], tell=False)


# --------------------------------------------------------------------------------- results


def take_result(*, game_match_id: int) -> EventMatch | None:
    """A finished match at a table of an event is its match's result, signed by the record.

    Doing it again changes nothing; a match that is decided already stays as it is. Nothing when
    the table is none of an event, or the match has not ended.
    """
    played = GameMatch.objects.filter(pk=game_match_id, ended_at__isnull=False).first()
    match = EventMatch.objects.filter(table__matches=game_match_id).first()
    if played is None or match is None:
        return None
    for deal_id in Deal.objects.filter(
        match=played, ended_at__isnull=False, tallied_at__isnull=True
    ).values_list("pk", flat=True):
        games.tally_deal(deal_id=deal_id)
    played.refresh_from_db()
    return _take(match, played)


@transaction.atomic
def _take(match: EventMatch, played: GameMatch) -> EventMatch:
    row, sides = locked_match(match)
    client_id = f"table:{played.pk}"
    if row.state == State.CONFIRMED or row.entries.filter(client_id=client_id).exists():
        return row
    row.game_match = played
    row.save(update_fields=["game_match"])
    deals = [
        deal
        for deal in played.deals.order_by("number")
        if deal.result and (row.event.duplicate or not deal.result["redeal"])
    ]
    result = _result(row, played, deals)
    try:
        said = checked(row, result, [s.entry.number for s in sides])
    except Exception as error:  # a tie in a knock-out, boards not played: the referee decides
        row.state = State.DISPUTED
        row.save(update_fields=["state"])
        _keep(row, Who(SYSTEM, Origin.ONLINE), result, client_id, None)
        record(row.event, SYSTEM, "take_result", about=title(row), match=row,
               after=result.as_json(), reason=str(error))  # fmt: skip
        return row
    _keep(row, Who(SYSTEM, Origin.ONLINE), said, client_id, None)
    settle(row, sides, said, SYSTEM, Origin.ONLINE)
    if row.event.duplicate:
        for deal in deals:
            BoardScore.objects.filter(match=row, board__number=deal.number).update(deal=deal)
    return row


def _result(row: EventMatch, played: GameMatch, deals: list[Deal]) -> Result:
    count = len(deals)
    if row.event.duplicate:
        scores = tuple(_score(deal) for deal in deals)
        return Result(None, count, Ending.PLAYED, None, scores)
    levels = with_rulings(row, [str(level) for level in played.levels])
    return Result((levels[0], levels[1]), count, Ending.PLAYED)


def _score(deal: Deal) -> Decimal:
    """Levels that side 0 has won with a deal less those it has lost."""
    assert deal.result is not None
    change = deal.result["change"]
    return Decimal(change[0]) - Decimal(change[1])


def take_missed(limit: int = 100) -> int:
    """Take the results whose task was lost; answers how many."""
    missed = GameMatch.objects.filter(
        ended_at__isnull=False,
        table__event_match__state=State.RUNNING,
        event_match__isnull=True,
    )
    ids = list(missed.order_by("pk").values_list("pk", flat=True)[:limit])
    for pk in ids:
        take_result(game_match_id=pk)
    return len(ids)


def match_over(game_match_id: int) -> None:
    """What ``games`` calls when a match at any table is over."""
    take_result(game_match_id=game_match_id)
