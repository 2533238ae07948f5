"""What happens in a deal of 掼蛋. Every event is a fact; the state is their fold."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.api import Result, Seat
from games.engine.cards import Card
from games.engine.guandan.combos import Reading


@dataclass(frozen=True, slots=True)
class TributePaid:
    """A payer laid its tribute on the table (GD-24); who gets it may not be settled yet."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class TributeTaken:
    """All tributes are paid and each goes to its receiver (GD-24, 26, 27).

    ``lead`` is the seat that will lead to the first round.
    """

    gifts: tuple[tuple[Seat, Seat, Card], ...]
    lead: Seat


@dataclass(frozen=True, slots=True)
class Returned:
    """``seat`` gave a card back to ``to``, for all to see (GD-25, GD-26)."""

    seat: Seat
    to: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class ReturnLaid:
    """``seat`` laid its return face down (GD-27); the others see that it did, not the card."""

    seat: Seat
    to: Seat
    card: Card | None


@dataclass(frozen=True, slots=True)
class ReturnsTurned:
    """Both returns are turned and change hands (GD-27)."""

    gifts: tuple[tuple[Seat, Seat, Card], ...]


@dataclass(frozen=True, slots=True)
class Played:
    """``seat`` played ``cards``, read as ``reading`` (GD-16)."""

    seat: Seat
    cards: tuple[Card, ...]
    reading: Reading


@dataclass(frozen=True, slots=True)
class Passed:
    """``seat`` passed."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class WentOut:
    """``seat`` played its last card and is number ``place``, from 1 (GD-20)."""

    seat: Seat
    place: int


@dataclass(frozen=True, slots=True)
class RoundTaken:
    """``seat`` won the round; ``lead`` leads to the next, the partner where it is out (GD-19)."""

    seat: Seat
    lead: Seat


@dataclass(frozen=True, slots=True)
class DealEnded:
    """The deal is over; ``result.order`` is the finishing order (GD-20)."""

    result: Result


Event = (
    TributePaid
    | TributeTaken
    | Returned
    | ReturnLaid
    | ReturnsTurned
    | Played
    | Passed
    | WentOut
    | RoundTaken
    | DealEnded
)
