"""What a game of the family may have of its own, and what it gets when it says nothing."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace

from games.engine.api import (
    N_,
    IllegalAction,
    Line,
    Option,
    Options,
    Overturn,
    Phase,
    Result,
    Riot,
    Seat,
    Swap,
    team_of,
)
from games.engine.cards import SMALL_JOKER, Card
from games.engine.shengji.events import DealEnded, Event, KittyTaken, TrumpFixed
from games.engine.shengji.options import Rules
from games.engine.shengji.order import level_rank
from games.engine.shengji.refusals import wrong_phase
from games.engine.shengji.states import State, settled


def declared_suit(cards: tuple[Card, ...]) -> int | None:
    """The trump suit that a show or an overturn names; jokers alone name no trump."""
    return next((card // 13 for card in cards if card < SMALL_JOKER), None)


def is_pair(cards: tuple[Card, ...]) -> bool:
    """Whether the cards are two identical ones."""
    return len(cards) == 2 and cards[0] == cards[1]


class Variant(ABC):
    """One rule set. Everything is a pure function of the state."""

    id: str
    ladder: str
    """The levels from the first to the last."""
    options: tuple[Option, ...]
    lays_open: bool = False
    """The kitty is buried face up (WK-12)."""
    run_name: str = N_("tractor")

    @abstractmethod
    def rules(self, options: Options) -> Rules:
        """The rules of a table with these options."""

    # ------------------------------------------------------------------------ declaring

    def declarers(self, state: State) -> tuple[Seat, ...]:
        """The seats with the right to declare, while cards are drawn."""
        return (0, 1, 2, 3)

    def public_declarers(self, state: State) -> tuple[Seat, ...]:
        """The seats that everybody may know to have it."""
        return self.declarers(state)

    def declared_team(self, state: State, declarer: Seat) -> int:
        """The team at whose level the deal is played if the show of ``declarer`` stands."""
        return state.level_team

    def asking(self, state: State) -> tuple[Seat, ...] | None:
        """Who is still to be asked when all cards are drawn (TY-5); nothing: nobody ever is."""
        return None

    @abstractmethod
    def shows(self, state: State, seat: Seat, hand: int) -> tuple[tuple[Card, ...], ...]:
        """The sets in ``hand`` with which such a game can declare, whatever stands."""

    @abstractmethod
    def strength(self, cards: tuple[Card, ...]) -> int:
        """How strong a well-formed show is, as far as the game orders shows by kind."""

    @abstractmethod
    def objection(
        self, state: State, seat: Seat, cards: tuple[Card, ...], after: int
    ) -> IllegalAction | None:
        """Why ``seat``, who holds ``cards``, may not show them now; nothing: it may."""

    @abstractmethod
    def turn_up(self, state: State) -> tuple[int | None, tuple[Card, ...], Seat | None]:
        """Nobody declared: trump suit, kitty cards turned up, dealer (nobody: a redeal)."""

    def dealer_by(self, state: State, declarer: Seat) -> Seat:
        """The dealer when the show of ``declarer`` stands (SS-4, WK-10)."""
        dealer = state.deal.setup.dealer
        return declarer if dealer is None else dealer

    def close(self, state: State) -> tuple[Event, ...]:
        """Declaring is closed: what follows from what stands."""
        setup = state.deal.setup
        show = state.bids.standing
        turned: tuple[Card, ...] = ()
        dealer: Seat | None
        if show is None:
            suit, turned, dealer = self.turn_up(state)
            if dealer is None:
                clause = state.deal.rules.clauses.undeclared
                why = Line(N_("Nobody has declared: the cards are dealt again"), clause)
                return (DealEnded(self.void(state, None, why), setup.kitty),)
        else:
            suit, dealer = declared_suit(show.cards), self.dealer_by(state, show.seat)
        fixed = TrumpFixed(
            suit=suit,
            level=level_rank(setup.levels[team_of(dealer)]),
            dealer=dealer,
            declarer=None if show is None else show.seat,
            strength=0 if show is None else show.strength,
            turned=turned,
        )
        return (fixed, *self.open_kitty(state, fixed))

    # ------------------------------------------------------- between declaring and play

    def open_kitty(self, state: State, fixed: TrumpFixed) -> tuple[Event, ...]:
        """What follows at once when trump is fixed: the dealer takes the kitty (SS-5)."""
        return (KittyTaken(fixed.dealer, state.deal.setup.kitty),)

    def after_fixed(self, state: State) -> State:
        """The state once trump is fixed."""
        return replace(state, phase=Phase.BURY)

    def after_bury(self, state: State) -> State:
        """The state once the kitty is buried."""
        return self.begin_play(state)

    def begin_play(self, state: State) -> State:
        """The dealer is to lead (SS-8, WK-16, TY-15)."""
        dealer = settled(state).dealer
        play = replace(state.play, turn=dealer, leader=dealer)
        return replace(state, phase=Phase.PLAY, play=play)

    def go_on(self, state: State) -> tuple[Event, ...]:
        """What follows when nobody is asked any more."""
        return ()

    def after_asking(self, state: State) -> State:
        """The state once nobody is asked any more."""
        return self.begin_play(state)

    def asking_order(self, state: State) -> tuple[Seat, ...]:
        """Who may be asked in this phase of secrets, in order, whatever they hold."""
        return ()

    def swap(self, state: State, action: Swap) -> tuple[Event, ...]:
        """Judge a swap (WK-13)."""
        raise wrong_phase("swap", state.phase)

    def takes(self, kitty: tuple[Card, ...]) -> tuple[Card, ...]:
        """The kitty cards that may be taken in a swap (WK-13)."""
        return ()

    def swaps(self, state: State, seat: Seat) -> bool:
        """Whether ``seat`` is asked to swap as things stand (WK-13)."""
        return False

    def overturn(self, state: State, action: Overturn) -> tuple[Event, ...]:
        """Judge an overturn (TY-10)."""
        raise wrong_phase("overturn", state.phase)

    def overturns(self, state: State, seat: Seat) -> tuple[tuple[Card, ...], ...]:
        """The sets with which ``seat`` can overturn what stands (TY-10, TY-11)."""
        return ()

    def riot(self, state: State, action: Riot) -> tuple[Event, ...]:
        """Judge a riot (TY-8)."""
        raise wrong_phase("riot", state.phase)

    def may_riot(self, state: State, seat: Seat) -> bool:
        """Whether ``seat`` may call a riot now (TY-8)."""
        return False

    # --------------------------------------------------------------------------- result

    @abstractmethod
    def reckon(self, state: State) -> Result:
        """The result of a deal whose last trick is won."""

    def void(self, state: State, next_dealer: Seat | None, why: Line) -> Result:
        """The result of a deal that does not count and is dealt again."""
        return Result(
            levels=state.deal.setup.levels,
            change=(0, 0),
            winner_team=None,
            next_dealer=next_dealer,
            points=0,
            kitty_points=0,
            kitty_factor=0,
            score=(0, 0),
            redeal=True,
            lines=(why,),
        )
