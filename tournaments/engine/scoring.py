"""Scoring a match: 场分 and 级分 from the level difference by the event's table (CP-5, CP-8)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal, localcontext
from enum import StrEnum
from functools import lru_cache
from typing import Any, ClassVar, Final, NamedTuple

from tournaments.engine.lots import draw
from tournaments.engine.matches import PASSED, Ending, Match, winner_of
from tournaments.engine.text import N_, EntrantId

ZERO: Final = Decimal(0)
CENT: Final = Decimal("0.01")
WALKOVER_LEVELS: Final = Decimal(4)
"""CP-5: a forfeit or a bye is worth a win by four levels."""


class Scale(ABC):
    """A table from the difference of a match to the points of both sides (级分)."""

    id: ClassVar[str]
    label: ClassVar[str]

    @abstractmethod
    def points(self, difference: Decimal, deals: int) -> tuple[Decimal, Decimal]:
        """The points of the better side and of the other, for a difference of 0 or more."""

    def walkover(self, planned_deals: int) -> Decimal:
        """CP-5, CP-6: what a forfeit won and a bye are worth unless the event says otherwise."""
        return self.points(WALKOVER_LEVELS, planned_deals)[0]

    def win_value(self, planned_deals: int) -> Decimal:
        """How far a usual win lifts the winner over the loser."""
        won, lost = self.points(WALKOVER_LEVELS, planned_deals)
        return won - lost


@dataclass(frozen=True, slots=True)
class LevelScale(Scale):
    """The 26-point scale: 13 + d and 13 − d (CP-8). Larger differences count as 13."""

    id: ClassVar[str] = "levels26"
    label: ClassVar[str] = N_("26 points: 13 + d / 13 − d")

    def points(self, difference: Decimal, deals: int) -> tuple[Decimal, Decimal]:
        """13 + d and 13 − d, d to the nearest whole number."""
        return _levels(difference)


@lru_cache(maxsize=1024)
def _levels(difference: Decimal) -> tuple[Decimal, Decimal]:
    d = min(difference.quantize(Decimal(1), ROUND_HALF_UP), Decimal(PASSED))
    return PASSED + d, PASSED - d


@dataclass(frozen=True, slots=True)
class PlaceScale(Scale):
    """场分 only: 2 for a win, 1 for a draw, 0 for a loss (CP-8)."""

    id: ClassVar[str] = "place"
    label: ClassVar[str] = N_("Match points only: 2 / 1 / 0")

    def points(self, difference: Decimal, deals: int) -> tuple[Decimal, Decimal]:
        """2 and 0, or 1 each."""
        return (Decimal(2), ZERO) if difference else (Decimal(1), Decimal(1))


@dataclass(frozen=True, slots=True)
class ContinuousScale(Scale):
    """The continuous 20-point scale in the manner of the WBF (CP-8).

    VP = 10 + 10·(1−τ^(3M/B))/(1−τ³) with τ = (√5−1)/2 and B = 15√n, M being the difference and
    n the deals of the match; to two places, and both sides' points add up to 20 exactly.
    """

    id: ClassVar[str] = "continuous20"
    label: ClassVar[str] = N_("20 points, continuous")

    def points(self, difference: Decimal, deals: int) -> tuple[Decimal, Decimal]:
        """The points to two places; raises ValueError for a match of no deals."""
        if difference and deals < 1:
            raise ValueError("the continuous scale needs the number of deals")
        return _continuous(difference, deals)


@lru_cache(maxsize=4096)
def _continuous(difference: Decimal, deals: int) -> tuple[Decimal, Decimal]:
    ten, twenty = Decimal(10), Decimal(20)
    if not difference:
        return ten, ten
    with localcontext() as context:
        context.prec = 28
        blitz = 15 * Decimal(deals).sqrt()
        if difference >= blitz:
            return twenty, ZERO
        tau = (Decimal(5).sqrt() - 1) / 2
        share = (1 - tau ** (3 * difference / blitz)) / (1 - tau**3)
        won = (ten + ten * share).quantize(CENT, ROUND_HALF_UP)
    return won, twenty - won


@dataclass(frozen=True, slots=True)
class TableScale(Scale):
    """The organiser's own table: rows (from which difference, winner's points, loser's points)."""

    rows: tuple[tuple[Decimal, Decimal, Decimal], ...]
    id: ClassVar[str] = "table"
    label: ClassVar[str] = N_("Own table")

    def __post_init__(self) -> None:
        if not self.rows or self.rows[0][0] != 0:
            raise ValueError(N_("The table begins with the difference 0."))
        if self.rows[0][1] != self.rows[0][2]:
            raise ValueError(N_("In a draw both sides get the same."))
        for (d, won, lost), (next_d, next_won, next_lost) in zip(
            self.rows, self.rows[1:], strict=False
        ):
            if next_d <= d:
                raise ValueError(N_("The differences of the table go up from row to row."))
            if next_won < won or next_lost > lost:
                raise ValueError(N_("A larger difference is never worth less to the winner."))

    def points(self, difference: Decimal, deals: int) -> tuple[Decimal, Decimal]:
        """The points of the last row that the difference reaches."""
        _, won, lost = next(row for row in reversed(self.rows) if row[0] <= difference)
        return won, lost


SCALES: Final[Mapping[str, type[Scale]]] = {
    scale.id: scale for scale in (LevelScale, PlaceScale, ContinuousScale, TableScale)
}


def scale_from_json(data: Mapping[str, Any]) -> Scale:
    """A scale from an event's settings: ``{"scale": "levels26"}``; a table has ``"rows"`` too.

    Raises ValueError when there is no such scale or the table does not hold together.
    """
    name = data["scale"]
    if name == TableScale.id:
        rows = data["rows"]
        return TableScale(
            tuple((Decimal(str(d)), Decimal(str(w)), Decimal(str(x))) for d, w, x in rows)
        )
    if name not in SCALES:
        raise ValueError(f"no such scale: {name!r}")
    return SCALES[name]()


@dataclass(frozen=True, slots=True)
class Scoring:
    """How an event scores. ``walkover`` of None is what the scale gives for it (CP-5, CP-6)."""

    scale: Scale = LevelScale()
    walkover: Decimal | None = None
    planned_deals: int = 8

    @property
    def walkover_points(self) -> Decimal:
        """The points of a bye and of a forfeit won: 17 on the 26-point scale."""
        if self.walkover is not None:
            return self.walkover
        return self.scale.walkover(self.planned_deals)


class Line(NamedTuple):
    """What one match is to one entrant: a line of its account.

    ``points`` by the event's scale (级分), ``place`` the 场分, ``difference`` and ``levels`` the
    levels won over the opponent and over the level 2. A bye and a forfeit won count 2 场分 and one
    win, and nothing else (CP-5).
    """

    stage: int
    round: int
    match: int
    entrant: EntrantId
    opponent: EntrantId | None
    ending: Ending
    points: Decimal
    place: int
    won: bool
    difference: Decimal = ZERO
    levels: int = 0

    @property
    def met(self) -> bool:
        """The opponent sat at the table (CP-9a)."""
        return self.ending in (Ending.PLAYED, Ending.JUDGED)


def lines_of(match: Match, scoring: Scoring) -> tuple[Line, ...]:
    """The lines of a match, one for each entrant in it; none while it is not confirmed."""
    if not match.confirmed:
        return ()
    if match.ending is Ending.PLAYED:
        return _lines_played(match, scoring)
    winner = winner_of(match)
    return tuple(
        Line(
            match.stage,
            match.round,
            match.id,
            entrant,
            _other(match, entrant),
            match.ending,
            points=scoring.walkover_points if entrant == winner else ZERO,
            place=2 if entrant == winner else 0,
            won=entrant == winner,
        )
        for entrant in match.entrants
    )


def _lines_played(match: Match, scoring: Scoring) -> tuple[Line, Line]:
    assert match.second is not None
    difference = match.difference
    better, worse = scoring.scale.points(abs(difference), match.deals or scoring.planned_deals)
    points = (better, worse) if difference >= 0 else (worse, better)
    place = (1, 1) if not difference else (2, 0) if difference > 0 else (0, 2)
    levels = match.levels or (0, 0)
    head = match.stage, match.round, match.id
    return (
        Line(*head, match.first, match.second, match.ending, points[0], place[0], place[0] == 2,
             difference, levels[0]),
        Line(*head, match.second, match.first, match.ending, points[1], place[1], place[1] == 2,
             -difference, levels[1]),
    )  # fmt: skip


def _other(match: Match, entrant: EntrantId) -> EntrantId | None:
    return match.second if entrant == match.first else match.first


def lines(matches: Iterable[Match], scoring: Scoring) -> list[Line]:
    """The lines of all confirmed matches."""
    return [line for match in matches for line in lines_of(match, scoring)]


class TieRule(StrEnum):
    """How a tied match of a knock-out is decided (CP-8)."""

    EXTRA_DEAL = "extra_deal"
    NEXT_LEVEL = "next_level"
    LOTS = "lots"


def break_tie(
    match: Match,
    rule: TieRule,
    *,
    seed: bytes,
    extra_deal: EntrantId | None = None,
    next_level: EntrantId | None = None,
) -> EntrantId | None:
    """CP-8: the winner of a tied knock-out match, or nobody yet.

    ``extra_deal``: who won one more deal at level 2; ``next_level``: whose level would be played
    next; nobody is yet decided while what the rule asks for is missing. Lots are the event's.
    """
    if match.ending is not Ending.PLAYED or match.difference != 0:
        return winner_of(match)
    match rule:
        case TieRule.EXTRA_DEAL:
            return extra_deal
        case TieRule.NEXT_LEVEL:
            return next_level
        case TieRule.LOTS:
            return draw(seed, f"tie:{match.stage}:{match.round}", match.entrants)[0]
