"""The result book 成绩册: an event from the final ranking down to every result, in one paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db.models import F

from accounts.models import User
from games.labels import departures
from tournaments import selectors
from tournaments.describe import format_facts
from tournaments.models import Entry, Event, EventMatch, ResultChange, Round, Stage
from tournaments.paper.sheets import officials
from tournaments.selectors import MatchLine, Table
from tournaments.selectors.drawing import Drawing, drawn
from tournaments.selectors.rulings import effect_words
from tournaments.selectors.words import Words

if TYPE_CHECKING:
    from tournaments.paper.catalogue import Subject

WIDEST_WAY = 13
"""Rounds that fit beside the names in the table of everybody's way."""


@dataclass(frozen=True, slots=True)
class WayCell:
    """A round of a pair in the table of ways: the opponent's number, and won, lost or drawn."""

    opponent: int | None
    mark: str


@dataclass(frozen=True, slots=True)
class Way:
    """A pair's rounds of a stage."""

    rank: int
    entry: Entry
    cells: list[WayCell | None]


@dataclass(frozen=True, slots=True)
class StagePart:
    """A stage in the book; a knock-out has a ``drawing``, any other a table and the ways."""

    stage: Stage
    table: Table | None
    drawing: Drawing | None
    way_rounds: list[int]
    ways: list[Way]
    rounds: list[tuple[Round, list[MatchLine]]]


@dataclass(frozen=True, slots=True)
class Ruling:
    """A result that was decided or changed by a referee."""

    change: ResultChange
    match: EventMatch
    names: str
    before: str
    after: str


def result_book(subject: Subject) -> dict[str, Any]:
    """Everything, gathered in a handful of queries however many pairs there are."""
    event = subject.event
    say = selectors.words(event)
    by_round = _lines(event, say)
    ranking = selectors.final_ranking(event)
    rows = event.entries.select_related("club", "team").prefetch_related("players")
    players = {e.pk: e for e in rows}
    return {
        "facts": format_facts(event),
        "departures": departures(event.game, event.options),
        "officials": officials(event),
        "ranking": [(rank, players.get(e.pk, e), stage) for rank, e, stage in ranking],
        "has_clubs": any(e.club_name for e in players.values()),
        "teams": selectors.team_standings(event) if event.unit == Event.Unit.TEAM else [],
        "parts": [_part(stage, event, by_round) for stage in event.stages.all()],
        "rulings": _rulings(event, subject.reader),
        "penalties": [
            (row, effect_words(row)) for row in selectors.penalties(event, subject.reader)
        ],
        "withdrawn": [e for e in players.values() if e.status == Entry.Status.WITHDRAWN],
    }


def _lines(event: Event, say: Words) -> dict[int, list[MatchLine]]:
    """The matches of all public rounds, by round."""
    public = (Round.Status.PUBLISHED, Round.Status.RUNNING, Round.Status.FINISHED)
    rows = event.matches.filter(round__status__in=public, sides__isnull=False).distinct()
    rows = selectors.with_sides(rows).order_by(F("table_no").asc(nulls_last=True), "order")
    found: dict[int, list[MatchLine]] = {}
    for line in selectors.match_lines(rows, say):
        found.setdefault(line.match.round_id, []).append(line)
    return found


def _part(stage: Stage, event: Event, by_round: dict[int, list[MatchLine]]) -> StagePart:
    stage.event = event
    rounds = [(r, by_round[r.pk]) for r in stage.rounds.order_by("number") if r.pk in by_round]
    table = selectors.standings(stage)
    picture = selectors.bracket(stage)
    numbers = [round.number for round, _lines in rounds]
    ways = [] if picture or len(numbers) > WIDEST_WAY else _ways(table, rounds)
    return StagePart(stage, table, drawn(picture) if picture else None, numbers, ways, rounds)


def _ways(table: Table | None, rounds: Sequence[tuple[Round, list[MatchLine]]]) -> list[Way]:
    """Every pair's opponents and outcomes, in the order of the standings."""
    if table is None:
        return []
    cells: list[dict[int, WayCell]] = []
    for _round, lines in rounds:
        column: dict[int, WayCell] = {}
        for line in lines:
            for side in line.sides:
                other = next((s.entry.number for s in line.sides if s is not side), None)
                column[side.entry.number] = WayCell(other, _mark(line, side.won))
        cells.append(column)
    return [
        Way(row.rank, row.entry, [column.get(row.entry.number) for column in cells])
        for group in table.groups
        for row in group.rows
    ]


def _mark(line: MatchLine, won: bool | None) -> str:
    if line.state != EventMatch.State.CONFIRMED:
        return ""
    match won:
        case True:
            return "+"
        case False:
            return "−"
        case None:
            return "="


def _rulings(event: Event, reader: User | None) -> list[Ruling]:
    """What referees decided, for who may know: by ruling or forfeit, corrected, struck."""
    rows = (
        ResultChange.objects.filter(match__event=event)
        .exclude(kind=ResultChange.Kind.CONFIRMED, reason="")
        .exclude(kind=ResultChange.Kind.REMADE)
        .order_by("at", "pk")
    )
    changes = list(rows)
    wanted = {change.match_id for change in changes}
    loaded = selectors.with_sides(EventMatch.objects.filter(pk__in=wanted))
    matches = {match.pk: match for match in loaded}
    seen = selectors.sees_rulings_of(event, reader, matches.values())
    return [
        Ruling(
            change,
            matches[change.match_id],
            " – ".join(s.entry.name for s in matches[change.match_id].sides.all()),
            _words(change.before),
            _words(change.after),
        )
        for change in changes
        if change.match_id in seen
    ]


def _words(result: Any) -> str:
    """A kept result in short."""
    if not isinstance(result, dict):
        return ""
    if levels := result.get("levels"):
        return " : ".join(map(str, levels))
    ending = result.get("ending")
    return str(EventMatch.Ending(ending).label) if ending in EventMatch.Ending.values else ""
