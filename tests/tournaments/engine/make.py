"""Small events for the tests."""

from __future__ import annotations

from collections.abc import Iterable

from tournaments.engine.matches import Ending, Match, bye
from tournaments.engine.pairing.field import Competitor, Entry, SwissRules, field_of
from tournaments.engine.pairing.model import Draw, Unsatisfiable
from tournaments.engine.pairing.swiss import pair
from tournaments.engine.scoring import PlaceScale, Scoring
from tournaments.engine.standings import Standings, standings
from tournaments.engine.text import render

SEED = b"the seed of the event, 32 bytes."
PLACE = Scoring(PlaceScale())
LEVELS = Scoring()

__all__ = [
    "LEVELS",
    "PLACE",
    "SEED",
    "beats",
    "bye",
    "drawn",
    "draws",
    "field",
    "forfeit",
    "reasons",
    "refused",
    "rests",
    "swiss",
    "table",
]


def beats(
    round_number: int, winner: int, loser: int, by: int = 4, *, stage: int = 1, id: int = 0
) -> Match:
    """``winner`` wins by so many levels."""
    return Match(stage, round_number, winner, loser, levels=(by, 0), deals=8, id=id)


def draws(round_number: int, a: int, b: int, *, stage: int = 1) -> Match:
    """A draw at level 5."""
    return Match(stage, round_number, a, b, levels=(3, 3), deals=8)


def forfeit(
    round_number: int, winner: int | None, a: int, b: int, *, stage: int = 1, id: int = 0
) -> Match:
    """``winner`` (or nobody) was there."""
    return Match(stage, round_number, a, b, Ending.FORFEIT, winner=winner, id=id)


def table(
    entrants: Iterable[int],
    matches: Iterable[Match],
    metrics: Iterable[str] = ("total",),
    scoring: Scoring = LEVELS,
    **more: object,
) -> Standings:
    """The standings of stage 1."""
    return standings(
        entrants,
        matches,
        metrics=tuple(metrics),
        scoring=scoring,
        seed=SEED,
        **{"stages": (1,), **more},  # type: ignore[arg-type]
    )


def field(
    number: int,
    matches: Iterable[Match] = (),
    *,
    present: Iterable[int] | None = None,
    clubs: dict[int, int] | None = None,
) -> tuple[Competitor, ...]:
    """Entrants 1 … number on 场分, in the order of their numbers."""
    clubs = clubs or {}
    return field_of(
        [Entry(i, i, clubs.get(i)) for i in range(1, number + 1)],
        tuple(matches),
        metric="match_points",
        scoring=PLACE,
        stage=1,
        seed=SEED,
        present=None if present is None else tuple(present),
    )


def swiss(
    number: int,
    matches: Iterable[Match] = (),
    *,
    round: int,
    present: Iterable[int] | None = None,
    clubs: dict[int, int] | None = None,
    **more: object,
) -> Draw | Unsatisfiable:
    """The draw of a round."""
    rules = SwissRules(SEED, round, **{"planned_rounds": 5, **more})  # type: ignore[arg-type]
    return pair(field(number, matches, present=present, clubs=clubs), rules)


def drawn(result: Draw | Unsatisfiable) -> Draw:
    """The draw that there is."""
    assert isinstance(result, Draw), result
    return result


def refused(result: Draw | Unsatisfiable) -> Unsatisfiable:
    """The choices, as there is no draw."""
    assert isinstance(result, Unsatisfiable), result
    return result


def rests(result: Draw) -> int | None:
    """Who has the bye."""
    return result.bye.entrant if result.bye else None


def reasons(result: Draw, one: int) -> list[str]:
    """The reasons in words, of a pairing or of the bye."""
    if result.bye and result.bye.entrant == one:
        return [render(r.text) for r in result.bye.reasons]
    found = next(p for p in result.pairings if one in p.pair)
    return [render(r.text) for r in found.reasons]
