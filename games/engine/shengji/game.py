"""The shengji family behind the contract of a game; what differs is its variant."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, get_args

from games.engine.api import (
    Action,
    Can,
    DealSetup,
    Game,
    NextDeal,
    Options,
    Phase,
    Result,
    Seat,
    Viewer,
)
from games.engine.cards import Card
from games.engine.shengji import helper, phases, report, views
from games.engine.shengji.events import Buried, Event, KittyTaken, Passed
from games.engine.shengji.fold import evolve
from games.engine.shengji.hands import pack
from games.engine.shengji.states import Bids, Deal, Play, State, settled
from games.engine.shengji.variant import Variant
from games.engine.shengji.views import ShengjiView


class ShengjiGame(Game[State]):
    """One game of the family."""

    family: Literal["shengji"] = "shengji"
    hand_size = 25
    events = (*get_args(Event), Result)

    def __init__(self, variant: Variant) -> None:
        self.id = variant.id
        self.options = variant.options
        self.ladder = tuple(variant.ladder)
        self.variant = variant

    def start(self, setup: DealSetup) -> State:
        first, second, third, fourth = (pack(hand) for hand in setup.hands)
        return State(
            deal=Deal(self.variant, self.variant.rules(setup.options), setup),
            phase=Phase.DECLARE,
            bids=Bids(),
            stage=None,
            play=Play((first, second, third, fourth)),
        )

    def decide(self, state: State, action: Action) -> tuple[Event, ...]:
        return phases.decide(state, action)

    def evolve(self, state: State, event: Event) -> State:
        return evolve(state, event)

    def view(self, state: State, viewer: Viewer) -> ShengjiView:
        return views.view_of(state, viewer)

    def show(self, event: Event, viewer: Viewer) -> Event | None:
        match event:
            case Passed(seat):
                return event if viewer == seat else None
            case KittyTaken(seat):
                return event if viewer == seat else KittyTaken(seat, ())
            case Buried(seat) if not self.variant.lays_open:
                return event if viewer == seat else Buried(seat, ())
            case _:
                return event

    def can(self, state: State, seat: Seat) -> Can | None:
        return helper.can(state, seat)

    def hints(self, state: State, seat: Seat) -> Iterator[Action]:
        return helper.hints(state, seat)

    def default_action(self, state: State, seat: Seat) -> Action:
        return helper.default_action(state, seat)

    def name_play(self, state: State, seat: Seat, cards: tuple[Card, ...]) -> str:
        return helper.name_play(state, cards)

    def readings(
        self, state: State, seat: Seat, cards: tuple[Card, ...]
    ) -> tuple[tuple[Card, ...], ...]:
        return ()

    def phase(self, state: State) -> Phase:
        return state.phase

    def turn(self, state: State) -> tuple[Seat, ...]:
        match state.phase:
            case Phase.DECLARE:
                variant = state.deal.variant
                asked = variant.asking(state) if state.bids.drawn == 100 else None
                return variant.declarers(state) if asked is None else asked[:1]
            case Phase.SWAP | Phase.OVERTURN:
                return settled(state).pending[:1]
            case Phase.BURY | Phase.PLAY:
                return (state.play.turn,)
            case _:
                return ()

    def public_turn(self, state: State) -> tuple[Seat, ...]:
        return views.public_turn(state)

    def asking_order(self, state: State) -> tuple[Seat, ...]:
        match state.phase:
            case Phase.SWAP | Phase.OVERTURN:
                return state.deal.variant.asking_order(state)
            case Phase.DECLARE if not self.public_turn(state):
                dealer = state.deal.setup.dealer or 0
                return ((dealer + 1) & 3, (dealer + 3) & 3)  # TY-5
            case _:
                return ()

    def due(self, state: State) -> Action | None:
        return phases.due(state)

    def result(self, state: State) -> Result | None:
        return state.result

    def report(self, state: State) -> dict[str, Any]:
        return report.report(state)

    def first(self, options: Options) -> NextDeal:
        level = str(options["start_level"])
        return NextDeal(levels=(level, level), first_deal=True)

    def next(self, setup: DealSetup, result: Result) -> NextDeal | None:
        if result.match_won_by is not None:
            return None
        if result.next_dealer is None:  # a first deal that found no dealer
            return NextDeal(levels=result.levels, first_deal=True, first_drawer=setup.first_drawer)
        return NextDeal(
            levels=result.levels,
            first_deal=False,
            dealer=result.next_dealer,
            first_drawer=result.next_dealer,
        )

    def check_setup(self, setup: DealSetup) -> str | None:
        ladder = self.variant.ladder
        for team, level in enumerate(setup.levels):
            if level not in tuple(ladder):
                return f"levels[{team}]: {level!r} is no level of this game"
        if setup.first_deal:
            if setup.dealer is not None:
                return "dealer: a first deal has no dealer yet"
            if setup.levels[0] != setup.levels[1]:
                return "levels: in a first deal both teams are at the same level"
        elif setup.dealer is None:
            return "dealer: missing, for it is no first deal"
        return None
