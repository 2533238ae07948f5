"""A time in which somebody may act without being on turn: closing declaring, asking in secret.

It takes as long whatever anybody holds. Where seats are asked in secret, each that may be asked
has a place of its own in it, in an order that all know, and is asked or not within that place.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.engine.api import Draw, Game, Phase, Seat
from games.live.pace import Pace


@dataclass(slots=True)
class Window:
    """``ends`` is when the present place is over; ``each`` how long one lasts, in seconds."""

    order: tuple[Seat, ...]
    each: float
    ends: float
    place: int = 0

    @property
    def seat(self) -> Seat | None:
        """Who may be asked now; nobody where everybody may show."""
        return self.order[self.place] if self.order else None

    @property
    def until(self) -> float:
        """When all of it is over."""
        return self.ends + self.each * max(0, len(self.order) - 1 - self.place)

    def advance(self) -> bool:
        """Go to the next place; answers whether there is one."""
        if self.place + 1 >= len(self.order):
            return False
        self.place += 1
        self.ends += self.each
        return True


def window_of(game: Game[Any], state: Any, pace: Pace, now: float) -> Window | None:
    """The window that a state opens; nothing while somebody is on turn or cards are drawn."""
    phase = game.phase(state)
    if phase is Phase.DONE or isinstance(game.due(state), Draw):
        return None
    order = game.asking_order(state)
    if order:
        return Window(order, pace.asking, now + pace.asking)
    if phase is Phase.DECLARE:
        return Window((), pace.closing, now + pace.closing)
    return None
