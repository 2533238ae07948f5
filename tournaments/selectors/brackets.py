"""A knock-out as a picture: where each match is drawn, who is in it, what led there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.engine.pairing.knockout import WinnerOf, round_name
from tournaments.engine.pairing.progress import Absent, MatchState, Side, Stand, placings
from tournaments.models import Entry, EventMatch, Stage
from tournaments.selectors import facts as known
from tournaments.selectors.draws import SideLine, match_lines, with_sides
from tournaments.selectors.words import words

Line = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class BracketSide:
    """A side in the picture; without ``entry``, ``text`` says who comes, or that nobody does."""

    entry: Entry | None
    seed: int | None
    level: str
    won: bool | None
    text: str = ""


@dataclass(frozen=True, slots=True)
class BracketNode:
    """A match in the picture; ``x`` in columns, ``y`` in heights of a first-round match."""

    key: str
    name: str
    x: float
    y: float
    sides: list[BracketSide]
    state: MatchState
    match: EventMatch | None
    table_no: int | None


@dataclass(frozen=True, slots=True)
class BracketPicture:
    """The whole bracket; ``lines`` lead from a match to the one its winner plays next.

    ``columns`` are the names of the main section's rounds with their ``x``; ``places`` those that
    are decided.
    """

    nodes: list[BracketNode]
    lines: list[Line]
    columns: list[tuple[str, float]]
    width: float
    height: float
    places: list[tuple[int, list[Entry]]]


def bracket(stage: Stage) -> BracketPicture | None:
    """The bracket of a knock-out stage as it stands; nothing before it is filled."""
    if not stage.knockout or stage.entrants.count() < 2:
        return None
    facts = known.facts(stage.event, stages=[stage.order])
    played = known.bracket_progress(stage, facts)
    rows = {r.entry.number: r for r in known.entrants_of(stage)}
    entries = {n: r.entry for n, r in rows.items()}
    seeds = {n: r.seed for n, r in rows.items()}
    public = with_sides(
        EventMatch.objects.filter(
            round__stage=stage, round__status__in=known.PUBLIC, sides__isnull=False
        ).distinct()
    )
    matches = {line.match.slot: line for line in match_lines(public, words(stage.event))}
    say = words(stage.event)
    nodes = []
    for key, stand in played.stands.items():
        if stand.state is MatchState.NOT_NEEDED:
            continue
        line = matches.get(key)
        told = {side.entry.number: side for side in line.sides} if line else {}
        nodes.append(
            BracketNode(
                key,
                say(round_name(played.bracket, stand.node)),
                stand.node.x,
                stand.node.y,
                [_side(side, stand, entries, seeds, told) for side in stand.sides],
                stand.state,
                line.match if line else None,
                line.table_no if line else None,
            )
        )
    columns = {n.x: n.name for n in nodes if n.key.startswith(("M", "F"))}
    return BracketPicture(
        nodes,
        list(_lines(played.stands, {n.key for n in nodes})),
        [(name, x) for x, name in sorted(columns.items())],
        max(n.x for n in nodes) + 1,
        max(n.y for n in nodes) + 0.5,
        [(place, [entries[e] for e in who]) for place, who in placings(played)],
    )


def _side(
    side: Side,
    stand: Stand,
    entries: dict[int, Entry],
    seeds: dict[int, int],
    told: dict[int, SideLine],
) -> BracketSide:
    if side is Absent.NOBODY:
        return BracketSide(None, None, "", None, _("bye"))
    if isinstance(side, Absent):
        return BracketSide(None, None, "", None)
    line = told.get(side)
    won = None if stand.winner is Absent.PENDING else stand.winner == side
    return BracketSide(entries[side], seeds[side], line.level if line else "", won)


def _lines(stands: object, shown: set[str]) -> Iterator[Line]:
    assert isinstance(stands, dict)
    for stand in stands.values():
        for source in stand.node.sources:
            if isinstance(source, WinnerOf) and {source.match, stand.node.key} <= shown:
                before = stands[source.match].node
                yield before.x, before.y, stand.node.x, stand.node.y
