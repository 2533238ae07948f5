"""What a result is, as somebody enters it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any

from tournaments.engine.matches import Ending, level_number
from tournaments.engine.text import N_


@dataclass(frozen=True, slots=True)
class Result:
    """A result in the words of a score slip.

    ``levels`` of sides 0 and 1 (``"9"``, ``"A+"``) of a match that was played; ``winner`` the side
    that gains by a forfeit or ruling (nobody: both lost), or that goes on from a tied knock-out
    match; ``boards`` the scores of side 0, board by board, in duplicate play.
    """

    levels: tuple[str, str] | None = None
    deals: int = 0
    ending: Ending = Ending.PLAYED
    winner: int | None = None
    boards: tuple[Decimal, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """As it is kept."""
        return {
            "levels": None if self.levels is None else list(self.levels),
            "deals": self.deals,
            "ending": str(self.ending),
            "winner": self.winner,
            "boards": [str(score) for score in self.boards],
        }

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Result:
        """The other way round; ``ValueError`` (with a msgid) when it is none."""
        try:
            levels = data.get("levels")
            winner = data.get("winner")
            return Result(
                None if levels is None else (str(levels[0]), str(levels[1])),
                int(data.get("deals") or 0),
                Ending(data.get("ending") or "played"),
                None if winner is None else int(winner),
                tuple(Decimal(str(score)) for score in data.get("boards") or ()),
            )
        except (ValueError, IndexError, TypeError, InvalidOperation) as error:
            raise ValueError(N_("This is not a result.")) from error

    def same_as(self, other: Result) -> bool:
        """Both say the same, however it is written. The number of deals is no point of dispute."""
        return (self.numbers(), self.ending, self.winner, self.boards) == (
            other.numbers(),
            other.ending,
            other.winner,
            other.boards,
        )

    def numbers(self) -> tuple[int, int] | None:
        """The numbers of the levels; raises ValueError for what is none."""
        if self.levels is None:
            return None
        return level_number(self.levels[0]), level_number(self.levels[1])
