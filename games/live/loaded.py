"""A table as the database has it: what its room is made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from games.engine.api import NextDeal
from games.engine.rulings import LevelChange
from games.live.people import Occupant
from games.live.steps import Past


@dataclass(frozen=True, slots=True)
class Facts:
    """The row of the table."""

    id: int
    code: str
    name: str
    game: str
    options: dict[str, str | int]
    status: str
    private: bool
    host: int | None
    turn_seconds: int
    bank_seconds: int
    managed: bool = False
    max_deals: int | None = None
    ends_at: datetime | None = None
    cut_off: bool = False
    boards: tuple[str, ...] = ()
    """Seeds of duplicate deals: a secret until each has been played."""
    hold: str = ""
    """Who has stopped the play (``Table.Hold``); empty: nobody."""
    hold_note: str = ""
    desk: dict[str, Any] = field(default_factory=dict)
    rulings: tuple[LevelChange, ...] = ()
    """Levels that the next deal begins with otherwise (CP-12)."""

    def describe(self, *, watching: bool = False) -> dict[str, Any]:
        """The keys of ``room`` in a frame that say what table it is.

        At a table of an event who watches hears that the play is stopped and that a referee is
        there; what the referee was called for, says and rules is between him and the players.
        """
        less = watching and self.managed
        return {
            "code": self.code,
            "name": self.name,
            "game": self.game,
            "options": self.options,
            "status": self.status,
            "host": self.host,
            "private": self.private,
            "turn_seconds": self.turn_seconds,
            "bank_seconds": self.bank_seconds,
            "managed": self.managed,
            "max_deals": len(self.boards) or self.max_deals,
            "hold": {"by": self.hold, "why": "" if less else self.hold_note} if self.hold else None,
            "desk": {k: v for k, v in self.desk.items() if not (less and k == "call")},
            "ruled": None if less else self._ruled(),
        }

    def _ruled(self) -> list[int] | None:
        """The levels that both teams are given, or lose, when the next deal begins."""
        if not self.rulings:
            return None
        return [sum(each.levels for each in self.rulings if each.team == team) for team in (0, 1)]


@dataclass(slots=True)
class Bout:
    """The match under way and its score sheet."""

    id: int
    number: int
    options: dict[str, str | int]
    sheet: list[dict[str, Any]] = field(default_factory=list)
    won_by: int | None = None
    over: bool = False
    """Ended by count or by clock (``games.live.ending``)."""


@dataclass(slots=True)
class Loaded:
    """What the database says about a table: its room is made of it."""

    facts: Facts
    epoch: int
    seats: Sequence[Occupant]
    bout: Bout | None = None
    past: Past | None = None
    ahead: NextDeal | None = None
    """What comes after the last deal, when that has ended and the match has not."""
