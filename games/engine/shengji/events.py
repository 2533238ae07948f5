"""What can happen in a deal of the shengji family.

Plain fields only: numbers, tuples, strings and nothing, so that an event is written as JSON under
the name of its class. Suits are 0 … 3 (S H C D) or nothing for no trump, levels are rank numbers.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.api import Result, Seat
from games.engine.cards import Card


@dataclass(frozen=True, slots=True)
class Drawn:
    """Cards were drawn, so that ``upto`` of the 100 are in the hands."""

    upto: int


@dataclass(frozen=True, slots=True)
class Declared:
    """``seat`` showed ``cards`` when ``after`` cards were drawn."""

    seat: Seat
    cards: tuple[Card, ...]
    after: int
    strength: int


@dataclass(frozen=True, slots=True)
class Passed:
    """``seat`` was asked in secret and said no (TY-5, TY-14, WK-13); only it learns of it."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TrumpFixed:
    """Declaring is closed; ``turned`` are the kitty cards turned up for want of a show."""

    suit: int | None
    level: int
    dealer: Seat
    declarer: Seat | None
    strength: int
    turned: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class KittyShown:
    """The kitty is shown to all and lies as it is (WK-15)."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class KittyTaken:
    """``seat`` took up the kitty; to the others ``cards`` is empty."""

    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Buried:
    """``seat`` buried ``cards``; to those who may not know them it is empty."""

    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Swapped:
    """``seat`` put jokers into the kitty and took cards out of it (WK-13)."""

    seat: Seat
    give: tuple[Card, ...]
    take: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Overturned:
    """``seat`` overturned the trump with ``cards`` (TY-10)."""

    seat: Seat
    cards: tuple[Card, ...]
    suit: int | None
    strength: int


@dataclass(frozen=True, slots=True)
class WentOn:
    """The time in which somebody may have been asked in secret is over."""


@dataclass(frozen=True, slots=True)
class Rioted:
    """``seat`` called 暴动 (TY-8)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Played:
    """``seat`` played ``cards``; ``thrown`` is what it tried to throw, when that failed.

    ``weight`` is how much the play weighs in its trick (0: it cannot win).
    """

    seat: Seat
    cards: tuple[Card, ...]
    thrown: tuple[Card, ...] | None
    weight: int


@dataclass(frozen=True, slots=True)
class TrickWon:
    """``seat`` won the trick and its ``points``."""

    seat: Seat
    points: int


@dataclass(frozen=True, slots=True)
class DealEnded:
    """The deal is over; the kitty is shown to all, points or not."""

    result: Result
    kitty: tuple[Card, ...]


Event = (
    Drawn
    | Declared
    | Passed
    | TrumpFixed
    | KittyShown
    | KittyTaken
    | Buried
    | Swapped
    | Overturned
    | WentOn
    | Rioted
    | Played
    | TrickWon
    | DealEnded
)
