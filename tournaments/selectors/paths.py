"""A pair's way through an event, and the boards of duplicate play side by side."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from decimal import Decimal

from django.db.models import F, Q

from accounts.models import User
from tournaments.engine import duplicate
from tournaments.engine.scoring import lines_of
from tournaments.models import Board, BoardScore, Entry, Event, EventMatch, Follow, Round
from tournaments.selectors import facts as known
from tournaments.selectors.draws import MatchLine, match_lines, with_sides
from tournaments.selectors.words import number, words


@dataclass(frozen=True, slots=True)
class PathLine:
    """A round of a pair; ``points`` by the event's scale, ``rank`` after the round if known."""

    round: Round
    line: MatchLine
    opponent: Entry | None
    side: int
    won: bool | None
    points: str
    rank: int | None
    total: str

    @property
    def table_no(self) -> int | None:
        """Where it was played."""
        return self.line.table_no

    @property
    def result(self) -> str:
        """The result from side 0's view; see ``MatchLine.result``."""
        return self.line.result


def path(entry: Entry) -> list[PathLine]:
    """A pair's rounds in order, those that are public."""
    event = entry.event
    facts = known.facts(event)
    scoring = facts.scoring
    points = {
        line.match: line.points
        for match in facts.matches
        if entry.number in match.entrants
        for line in lines_of(match, scoring)
        if line.entrant == entry.number
    }
    rows = EventMatch.objects.filter(sides__entry=entry, round__status__in=known.PUBLIC)
    rows = with_sides(rows).order_by("round__stage__order", "round__number")
    ranks = _ranks(entry)
    found = []
    for line in match_lines(rows, words(event)):
        round = line.match.round
        own = next(s for s in line.sides if s.entry.pk == entry.pk)
        other = next((s.entry for s in line.sides if s is not own), None)
        knockout = round.stage.knockout
        worth = points.get(line.match.pk)
        rank, total = ranks.get((round.stage.order, round.number), (None, ""))
        found.append(
            PathLine(
                round,
                line,
                other,
                own.side,
                own.won,
                "" if worth is None or knockout else number(worth),
                rank,
                total,
            )
        )
    return found


def newest(event: Event, entries: Collection[Entry]) -> list[tuple[Entry, PathLine | None]]:
    """Each of these pairs with its newest public match; points and rank are left out."""
    rows = EventMatch.objects.filter(
        sides__entry__in=entries, round__stage__event=event, round__status__in=known.PUBLIC
    )
    rows = with_sides(rows.distinct()).order_by("round__stage__order", "round__number")
    found: dict[int, PathLine] = {}
    for line in match_lines(rows):
        for own in line.sides:
            other = next((s.entry for s in line.sides if s is not own), None)
            found[own.entry.pk] = PathLine(
                line.match.round, line, other, own.side, own.won, "", None, ""
            )
    return [(entry, found.get(entry.pk)) for entry in entries]


def news_of_followed(user: User) -> list[Event]:
    """The events with draws and results, not seen yet, of pairs that somebody follows."""
    new = Q(entry__sides__round__published_at__gt=F("seen_at")) | Q(
        entry__sides__match__confirmed_at__gt=F("seen_at")
    )
    public = {"entry__sides__round__status__in": known.PUBLIC}
    rows = Follow.objects.filter(new, user=user, **public).select_related("entry__event")
    return sorted({row.entry.event for row in rows.distinct()}, key=lambda event: event.pk)


def _ranks(entry: Entry) -> dict[tuple[int, int], tuple[int | None, str]]:
    """Rank and first metric after each round, from the standings that were kept."""
    found: dict[tuple[int, int], tuple[int | None, str]] = {}
    for stage in entry.event.stages.all():
        for snapshot in stage.snapshots.all():
            for table in snapshot.data.get("tables", ()):
                for row in table["rows"]:
                    if row["entry"] == entry.number:
                        key = stage.order, snapshot.round_number
                        found[key] = row["rank"], row["values"][0] or ""
    return found


# -------------------------------------------------------------------------------- boards


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A board at one table beside the field's."""

    match: EventMatch
    first: Entry
    second: Entry
    score: Decimal
    datum: Decimal
    margin: Decimal
    text: str
    deal_id: int | None


def board_table(round: Round) -> list[tuple[Board, list[BoardLine]]]:
    """Every board of a duplicate round with all its tables, the best first sides first."""
    event = round.stage.event
    results = known.board_results(event).get(round.pk, [])
    entries = {e.number: e for e in event.entries.all()}
    matches = {m.pk: m for m in round.matches.all()}
    deals = {
        (match, board): deal
        for match, board, deal in BoardScore.objects.filter(match__round=round).values_list(
            "match_id", "board__number", "deal_id"
        )
    }
    say = words(event)
    by_board: dict[int, list[BoardLine]] = {}
    for line in duplicate.compare(results, event.config.method):
        r = line.result
        by_board.setdefault(r.board, []).append(
            BoardLine(
                matches[r.table],
                entries[r.first],
                entries[r.second],
                r.score,
                line.datum,
                line.margin,
                say(line.text),
                deals.get((r.table, r.board)),
            )
        )
    return [(board, by_board.get(board.number, [])) for board in round.boards.all()]
