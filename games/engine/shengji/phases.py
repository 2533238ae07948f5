"""What an action comes to, phase by phase: its events, or the refusal with its clause.

Which error, when several apply: the deal is over, wrong phase, not your turn, not your cards,
then the specific one.
"""

from __future__ import annotations

from typing import assert_never

from games.engine.api import (
    Action,
    Bury,
    CloseDeclaring,
    Declare,
    Draw,
    GoOn,
    IllegalAction,
    Overturn,
    Pass,
    Phase,
    Play,
    Refusal,
    Return,
    Riot,
    Swap,
    Tribute,
)
from games.engine.shengji.declaring import decide_declare
from games.engine.shengji.events import Buried, DealEnded, Drawn, Event, WentOn
from games.engine.shengji.fold import evolve
from games.engine.shengji.hands import take
from games.engine.shengji.refusals import not_your_cards, not_your_turn, wrong_phase
from games.engine.shengji.states import State, settled
from games.engine.shengji.tricks import decide_play


def decide(state: State, action: Action) -> tuple[Event, ...]:
    """The events of ``action``, or ``IllegalAction``."""
    match action:
        case Play():
            if state.phase is not Phase.PLAY:
                raise wrong_phase("play", state.phase)
            return _play(state, action)
        case Draw():
            return _draw(state, action)
        case Declare():
            return decide_declare(state, action)
        case CloseDeclaring():
            if state.phase is not Phase.DECLARE:
                raise wrong_phase("closing", state.phase)
            if state.deal.variant.asking(state):
                raise wrong_phase("closing", state.phase)  # TY-5: somebody is being asked
            return state.deal.variant.close(state)
        case Bury():
            return _bury(state, action)
        case Swap():
            return state.deal.variant.swap(state, action)
        case Overturn():
            return state.deal.variant.overturn(state, action)
        case Riot():
            return state.deal.variant.riot(state, action)
        case GoOn():
            if due(state) != action:
                raise wrong_phase("going on", state.phase)
            return (WentOn(), *state.deal.variant.go_on(state))
        case Tribute() | Return() | Pass():
            raise wrong_phase(type(action).__name__.lower(), state.phase)
        case _:
            assert_never(action)


def due(state: State) -> Action | None:
    """What the table itself has to do next; nothing while a seat is to act."""
    match state.phase:
        case Phase.DECLARE:
            if state.bids.drawn < 100:
                return Draw(min(state.bids.drawn // 4 * 4 + 4, 100))
            return None if state.deal.variant.asking(state) else CloseDeclaring()
        case Phase.SWAP | Phase.OVERTURN:
            return None if settled(state).pending else GoOn()
        case _:
            return None


def _draw(state: State, action: Draw) -> tuple[Event, ...]:
    if state.phase is not Phase.DECLARE or not state.bids.drawn < action.upto <= 100:
        raise wrong_phase("draw", state.phase)
    return (Drawn(action.upto),)


def _bury(state: State, action: Bury) -> tuple[Event, ...]:
    """SS-5, WK-12, TY-9: eight cards, by the one who took up the kitty."""
    clause = state.deal.rules.clauses.bury
    if state.phase is not Phase.BURY:
        raise wrong_phase("bury", state.phase)
    if action.seat != settled(state).burier:
        raise not_your_turn(clause, action.seat)
    if take(state.play.hands[action.seat], action.cards) < 0:
        raise not_your_cards(clause, action.cards)
    if len(action.cards) != 8:
        raise IllegalAction(Refusal.WRONG_BURY, clause, "eight cards must be buried", need=8)
    return (Buried(action.seat, action.cards),)


def _play(state: State, action: Play) -> tuple[Event, ...]:
    events = decide_play(state, action)
    if len(events) == 1 or state.play.hands[action.seat].bit_count() > len(action.cards):
        return events
    ended = state
    for event in events:
        ended = evolve(ended, event)
    result = state.deal.variant.reckon(ended)
    return (*events, DealEnded(result, settled(state).kitty))
