"""Matches and how they ended, as the tournament sees them."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Final

from tournaments.engine.text import EntrantId

RANKS: Final = "23456789TJQKA"
PASSED: Final = len(RANKS)
"""The number of A+, the level of a side that has passed the ace; 2 is number 0."""


def level_number(level: str) -> int:
    """A level's number: ``2`` is 0 … ``A`` is 12, ``A+`` is 13; ``10`` is the same as ``T``.

    A plus is one more than its rank, so that ``K+`` (games that end with the king) is 12.
    Raises ValueError for anything else.
    """
    rank = level.removesuffix("+").upper().replace("10", "T")
    if len(rank) != 1 or rank not in RANKS:
        raise ValueError(f"not a level: {level!r}")
    return RANKS.index(rank) + level.endswith("+")


def level_name(number: int) -> str:
    """The level of a number 0 … 13 (``10`` for the ten, as scorers write it)."""
    if not 0 <= number <= PASSED:
        raise ValueError(f"not the number of a level: {number}")
    return "A+" if number == PASSED else RANKS[number].replace("T", "10")


class Ending(StrEnum):
    """How a match came by its result."""

    PLAYED = "played"
    FORFEIT = "forfeit"
    """A side (or both) did not appear (CP-3, CP-5) or was not the pair entered (CP-1)."""
    JUDGED = "judged"
    """Played, but lost by ruling for one side or both (CP-10 ⑤, CP-11)."""
    BYE = "bye"


@dataclass(frozen=True, slots=True)
class Match:
    """A match and its result.

    ``levels`` are the numbers of the two sides' levels at the end (``level_number``); in duplicate
    play ``margin`` is the first side's score against the field and stands for the difference.
    ``winner``: of a forfeit or a ruling the side that gains, nobody when both lose; of a match that
    was played and tied in a knock-out, the side the tie was broken for (CP-8). An unconfirmed
    match counts nowhere.
    """

    stage: int
    round: int
    first: EntrantId
    second: EntrantId | None
    ending: Ending = Ending.PLAYED
    levels: tuple[int, int] | None = None
    deals: int = 0
    winner: EntrantId | None = None
    margin: Decimal | None = None
    confirmed: bool = True
    id: int = 0

    def __post_init__(self) -> None:
        if (self.second is None) != (self.ending is Ending.BYE):
            raise ValueError("a bye, and nothing but a bye, has no second side")
        if self.winner is not None and self.winner not in (self.first, self.second):
            raise ValueError("the winner is not of this match")
        if self.ending is Ending.PLAYED and self.levels is None and self.margin is None:
            raise ValueError("a match that was played has levels or a margin")

    @property
    def entrants(self) -> tuple[EntrantId, ...]:
        """Who is in it: two, or one with a bye."""
        return (self.first,) if self.second is None else (self.first, self.second)

    @property
    def met(self) -> bool:
        """The sides sat down against each other; a forfeit won is not a meeting (CP-9a)."""
        return self.ending in (Ending.PLAYED, Ending.JUDGED)

    @property
    def difference(self) -> Decimal:
        """The first side's level difference, or its margin in duplicate play."""
        if self.margin is not None:
            return self.margin
        return Decimal(self.levels[0] - self.levels[1]) if self.levels else Decimal(0)


def bye(stage: int, round_number: int, entrant: EntrantId) -> Match:
    """A round without an opponent (轮空)."""
    return Match(stage, round_number, entrant, None, Ending.BYE)


def winner_of(match: Match) -> EntrantId | None:
    """Who won; nobody in a draw or when both lost."""
    match match.ending:
        case Ending.BYE:
            return match.first
        case Ending.FORFEIT | Ending.JUDGED:
            return match.winner
        case Ending.PLAYED:
            if match.difference == 0:
                return match.winner
            return match.first if match.difference > 0 else match.second
