"""掼蛋 on the contract of every game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.engine.api import (
    N_,
    Action,
    Can,
    Choice,
    DealSetup,
    Game,
    IllegalAction,
    NextDeal,
    Option,
    Options,
    Pass,
    Phase,
    Play,
    Preset,
    Refusal,
    Result,
    Return,
    Seat,
    Tribute,
    Viewer,
    register,
)
from games.engine.cards import RANKS, SMALL_JOKER, Card
from games.engine.guandan import ask, events, fold, report, scoring, views
from games.engine.guandan import tribute as tributes
from games.engine.guandan.combos import Kind, Reading, level_rank, readings
from games.engine.guandan.events import Event
from games.engine.guandan.play import decide_pass, decide_play, remove
from games.engine.guandan.state import State, side_of

OPTIONS = (
    Option(
        "start_level",
        N_("Starting level"),
        N_("Both sides start at this level."),
        "GD-1",
        "2",
        tuple(Choice(rank, rank) for rank in RANKS),
    ),
    Option(
        "ace_attempts",
        N_("Attempts at A"),
        N_("A side that fails at its own A three times can fall back to 2."),
        "GD-22",
        "unlimited",
        (Choice("unlimited", N_("Unlimited")), Choice("3", N_("Three, then back to 2"))),
    ),
    Option(
        "show_counts",
        N_("Numbers of cards"),
        N_("When everybody is shown how many cards a hand has left."),
        "GD-23",
        "ten",
        (Choice("ten", N_("From ten cards on")), Choice("always", N_("Always"))),
    ),
    Option(
        "return_limit",
        N_("Card given back"),
        N_("Which card the receiver of a tribute may give back."),
        "GD-25",
        "any",
        (Choice("any", N_("Any card")), Choice("ten", N_("Ten or lower"))),
    ),
    Option(
        "tie_tribute",
        N_("Equal tributes"),
        N_("After first and second, when both losers pay equal cards: who pays whom."),
        "GD-27",
        "counterclockwise",
        (
            Choice("counterclockwise", N_("To the next player")),
            Choice("clockwise", N_("To the previous player")),
        ),
    ),
)

PRESETS = (
    Preset("club", N_("Club rules"), {}),
    Preset(
        "national",
        N_("National rules"),
        {"return_limit": "ten", "tie_tribute": "clockwise"},
    ),
)

NAMES: dict[Kind, str] = {
    Kind.SINGLE: N_("single"),
    Kind.PAIR: N_("pair"),
    Kind.TRIPLE: N_("triple"),
    Kind.FULL_HOUSE: N_("full house"),
    Kind.STRAIGHT: N_("straight"),
    Kind.TUBE: N_("tube"),
    Kind.PLATE: N_("plate"),
    Kind.BOMB: N_("bomb"),
    Kind.STRAIGHT_FLUSH: N_("straight flush"),
    Kind.FOUR_JOKERS: N_("four jokers"),
}


class Guandan(Game[State]):
    """掼蛋: two decks, 27 cards each, wild cards, bombs, tribute."""

    id = "guandan"
    family = "guandan"
    options = OPTIONS
    presets = PRESETS
    hand_size = 27
    ladder = tuple(RANKS)
    events = (
        events.TributePaid,
        events.TributeTaken,
        events.Returned,
        events.ReturnLaid,
        events.ReturnsTurned,
        events.Played,
        events.Passed,
        events.WentOut,
        events.RoundTaken,
        events.DealEnded,
        Reading,
    )

    def start(self, setup: DealSetup) -> State:
        """The state with all cards dealt; tribute is owed, or the leader leads."""
        hands = tuple(tuple(sorted(hand)) for hand in setup.hands)
        side = side_of(setup)
        owed = tributes.opening(setup, hands)
        return State(
            setup=setup,
            level=level_rank(setup.levels[side or 0]),
            hands=hands,
            phase=Phase.TRIBUTE if owed and owed.owed else Phase.PLAY,
            turn=tributes.first_leader(setup),
            tributes=owed,
        )

    def decide(self, state: State, action: Action) -> tuple[Event, ...]:
        """GD-30: the events of a legal action; anything else is refused and changes nothing."""
        phase = state.phase
        if phase is Phase.DONE:
            raise IllegalAction(Refusal.DEAL_IS_OVER, "GD-20", "the deal is over")
        match action:
            case Play(seat, cards) if phase is Phase.PLAY:
                self._in_turn(state, seat)
                remove(state.hands[seat], cards)
                return decide_play(state, action)
            case Pass(seat) if phase is Phase.PLAY:
                self._in_turn(state, seat)
                return decide_pass(state, action)
            case Tribute(seat, cards) if phase is Phase.TRIBUTE:
                self._in_turn(state, seat)
                remove(state.hands[seat], cards)
                assert state.tributes is not None
                return tributes.decide_tribute(state, state.tributes, action)
            case Return(seat, cards) if phase is Phase.RETURN:
                self._in_turn(state, seat)
                remove(state.hands[seat], cards)
                assert state.tributes is not None
                return tributes.decide_return(state, state.tributes, action)
        raise IllegalAction(Refusal.WRONG_PHASE, "GD-17", f"the phase is {phase}")

    def _in_turn(self, state: State, seat: Seat) -> None:
        turn = self.turn(state)
        if seat not in turn:
            clause = "GD-18" if state.phase is Phase.PLAY else "GD-24"
            raise IllegalAction(
                Refusal.NOT_YOUR_TURN, clause, f"seat {seat} is not in turn", seats=turn
            )

    def evolve(self, state: State, event: Event) -> State:
        """The state after ``event``."""
        return fold.evolve(state, event)

    def view(self, state: State, viewer: Viewer) -> views.GuandanView:
        """What ``viewer`` may see."""
        return views.view(state, viewer, self.public_turn(state))

    def show(self, event: Event, viewer: Viewer) -> Event:
        """``event`` as ``viewer`` may see it."""
        return views.show(event, viewer)

    def can(self, state: State, seat: Seat) -> Can | None:
        """What ``seat`` may do."""
        return ask.can(state, seat) if seat in self.turn(state) else None

    def hints(self, state: State, seat: Seat) -> Iterator[Action]:
        """Sensible actions of ``seat``, best first."""
        return ask.hints(state, seat) if seat in self.turn(state) else iter(())

    def default_action(self, state: State, seat: Seat) -> Action:
        """What a time-out does: pass, or the lowest single; the tribute; the lowest return."""
        return ask.default_action(state, seat)

    def name_play(self, state: State, seat: Seat, cards: tuple[Card, ...]) -> str:
        """The kind of the strongest reading; ``IllegalAction`` when it is no combination."""
        found = readings(state.level, cards)
        if not found:
            raise IllegalAction(
                Refusal.NOT_A_COMBINATION, "GD-5", "the cards are no combination", cards=cards
            )
        target = state.to_beat
        legal = (each for each in found if target is None or each.beats(target))
        return NAMES[next(legal, found[0]).kind]

    def readings(
        self, state: State, seat: Seat, cards: tuple[Card, ...]
    ) -> tuple[tuple[Card, ...], ...]:
        """GD-16: what to choose from, when the play may be read in several ways."""
        target = state.to_beat
        found = [
            each.stands
            for each in readings(state.level, cards)
            if target is None or each.beats(target)
        ]
        return tuple(found) if len(found) > 1 else ()

    def phase(self, state: State) -> Phase:
        """The phase of the deal."""
        return state.phase

    def turn(self, state: State) -> tuple[Seat, ...]:
        """The one in turn, or all that still owe."""
        if state.phase is Phase.PLAY:
            return (state.turn,)
        if state.phase is Phase.DONE or state.tributes is None:
            return ()
        return state.tributes.owed

    def public_turn(self, state: State) -> tuple[Seat, ...]:
        """The same: who owes what follows from what everybody has seen."""
        return self.turn(state)

    def result(self, state: State) -> Result | None:
        """The result once the deal is over."""
        return state.result

    def report(self, state: State) -> dict[str, Any]:
        """The deal in the words of the game record."""
        return report.report(state, self.turn(state))

    def first(self, options: Options) -> NextDeal:
        """Both start at the same level (GD-1)."""
        level = str(options["start_level"])
        return NextDeal(levels=(level, level), first_deal=True)

    def next(self, setup: DealSetup, result: Result) -> NextDeal | None:
        """The deal after one that ended so."""
        return scoring.next_deal(result)

    def check_setup(self, setup: DealSetup) -> str | None:
        """What is wrong with a well-formed deal."""
        if setup.turned is not None:
            card, seat = setup.turned
            if card >= SMALL_JOKER:
                return "turned: a joker is turned again (GD-17)"
            if card not in setup.hands[seat]:
                return "turned: that seat does not hold that card"
        if not setup.first_deal:
            return None if setup.previous else "previous: a later deal follows another (GD-24)"
        if setup.previous is not None:
            return "previous: no deal was before the first"
        if setup.turned is None:
            return "turned: a card fixes who leads the first deal (GD-17)"
        first, second = setup.levels
        if first != second or first not in ("2", setup.options["start_level"]):
            return "levels: both sides start at 2, or at the start_level (GD-1)"
        return None


register(Guandan())
