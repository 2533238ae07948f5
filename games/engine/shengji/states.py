"""The state of a deal: what is given, what was declared, what is settled, and the play.

They are apart so that a play replaces little: ``State`` holds four parts, and only ``Play``
changes from card to card.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.engine.api import DealSetup, Phase, Result, Seat, team_of
from games.engine.cards import Card
from games.engine.shengji.options import Rules
from games.engine.shengji.order import Order
from games.engine.shengji.shapes import Shape

if TYPE_CHECKING:
    from games.engine.shengji.variant import Variant

Hands = tuple[int, int, int, int]
"""The four hands, packed."""


@dataclass(frozen=True, slots=True)
class Deal:
    """What is given when the deal starts and never changes."""

    variant: Variant
    rules: Rules
    setup: DealSetup


@dataclass(frozen=True, slots=True)
class Show:
    """A show of cards while declaring; ``strength`` orders the shows of one game."""

    seat: Seat
    cards: tuple[Card, ...]
    after: int
    strength: int


@dataclass(frozen=True, slots=True)
class Bids:
    """Declaring: how many of the 100 cards are drawn, all shows, and who declined (TY-5)."""

    drawn: int = 0
    shows: tuple[Show, ...] = ()
    declined: tuple[Seat, ...] = ()

    @property
    def standing(self) -> Show | None:
        """The show that stands."""
        return self.shows[-1] if self.shows else None


@dataclass(frozen=True, slots=True)
class Stage:
    """What is settled once declaring is closed, until the first card is led."""

    order: Order
    dealer: Seat
    declarer: Seat | None
    """Whose show stood when declaring was closed; nobody's when trump was turned."""
    strength: int
    """What an overturn must be stronger than (TY-11)."""
    turned: tuple[Card, ...] = ()
    """The kitty cards turned up for want of a show, in the order they were turned."""
    overturns: tuple[tuple[Seat, tuple[Card, ...]], ...] = ()
    kitty: tuple[Card, ...] = ()
    kitty_by: Seat | None = None
    """Who buried it; nobody while it lies as it was dealt."""
    burier: Seat | None = None
    """Who holds the kitty's cards and has to bury."""
    dry: bool = False
    """The kitty is shown to all and lies as it is (WK-15)."""
    pending: tuple[Seat, ...] = ()
    """Who is still to be asked, in order: a secret of each of them (TY-14, WK-13)."""


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick that was won."""

    leader: Seat
    plays: tuple[tuple[Card, ...], ...]
    winner: Seat
    points: int
    thrown: tuple[Card, ...] | None


@dataclass(frozen=True, slots=True)
class Play:
    """The hands and the trick under way; ``plays`` from the leader on."""

    hands: Hands
    turn: Seat = 0
    leader: Seat = 0
    plays: tuple[tuple[Card, ...], ...] = ()
    shape: Shape | None = None
    best: Seat = 0
    weight: int = 0
    """How much the best play so far weighs; see ``shapes.weigh``."""
    thrown: tuple[Card, ...] | None = None
    """What the leader tried to throw, when the throw failed."""
    trick_points: int = 0
    points: int = 0
    """The points of the defenders so far."""
    tricks: tuple[Trick, ...] = ()
    failed: tuple[int, int] = (0, 0)
    """How many throws of each team failed."""
    captured: tuple[Card, ...] = ()
    """The point cards that the defenders took."""


@dataclass(frozen=True, slots=True)
class State:
    """A deal of the shengji family."""

    deal: Deal
    phase: Phase
    bids: Bids
    stage: Stage | None
    play: Play
    result: Result | None = None

    @property
    def level_team(self) -> int:
        """The team whose level is played: the dealer's; in a first deal the levels are equal."""
        if self.stage is not None:
            return team_of(self.stage.dealer)
        dealer = self.deal.setup.dealer
        return 0 if dealer is None else team_of(dealer)


def settled(state: State) -> Stage:
    """The stage of a deal whose declaring is closed."""
    assert state.stage is not None
    return state.stage
