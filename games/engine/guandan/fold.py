"""The fold: the state after an event."""

from __future__ import annotations

from bisect import insort
from dataclasses import replace
from typing import assert_never

from games.engine.api import Phase, Seat
from games.engine.cards import Card
from games.engine.guandan.events import (
    DealEnded,
    Event,
    Passed,
    Played,
    Returned,
    ReturnLaid,
    ReturnsTurned,
    RoundTaken,
    TributePaid,
    TributeTaken,
    WentOut,
)
from games.engine.guandan.play import next_holder, remove
from games.engine.guandan.state import Gift, Move, Round, State, Tributes
from games.engine.guandan.tribute import is_tie

Hands = tuple[tuple[Card, ...], ...]


def evolve(state: State, event: Event) -> State:
    """The state after ``event``."""
    match event:
        case Played():
            return _played(state, event)
        case Passed(seat):
            return _passed(state, seat)
        case RoundTaken(seat, lead):
            return _close_round(state, seat, turn=lead)
        case WentOut(seat, _):
            return replace(state, order=(*state.order, seat))
        case DealEnded(result):
            winner = state.current.moves[-1].seat if state.current else state.turn
            ended = _close_round(state, winner, turn=winner)
            assert result.order is not None
            return replace(ended, phase=Phase.DONE, result=result, order=result.order)
        case TributePaid() | TributeTaken() | Returned() | ReturnLaid() | ReturnsTurned():
            assert state.tributes is not None
            return _tribute(state, state.tributes, event)
        case _:
            assert_never(event)


def _played(state: State, event: Played) -> State:
    seat = event.seat
    hands = list(state.hands)
    hands[seat] = remove(hands[seat], event.cards)
    left = tuple(hands)
    move = Move(state.actions, seat, event.cards, event.reading)
    current = state.current
    if current is None:
        current = Round(seat, (move,))
    else:
        current = Round(current.leader, (*current.moves, move))
    follower = next_holder(left, seat, until=seat)
    return State(
        state.setup,
        state.level,
        left,
        state.phase,
        seat if follower is None else follower,
        state.tributes,
        state.actions + 1,
        current,
        state.rounds,
        state.order,
        None,
    )


def _passed(state: State, seat: Seat) -> State:
    current = state.current
    assert current is not None
    best = current.moves[-1].seat
    follower = next_holder(state.hands, seat, until=best)
    return State(
        state.setup,
        state.level,
        state.hands,
        state.phase,
        best if follower is None else follower,
        state.tributes,
        state.actions + 1,
        Round(current.leader, current.moves, (*current.passed, seat)),
        state.rounds,
        state.order,
        None,
    )


def _close_round(state: State, winner: Seat, *, turn: Seat) -> State:
    current = state.current
    assert current is not None
    closed = Round(current.leader, current.moves, current.passed, winner)
    return replace(state, current=None, rounds=(*state.rounds, closed), turn=turn)


def _tribute(
    state: State,
    tributes: Tributes,
    event: TributePaid | TributeTaken | Returned | ReturnLaid | ReturnsTurned,
) -> State:
    match event:
        case TributePaid(seat, card):
            hands = _give(state.hands, seat, None, card)
            owed = tuple(each for each in tributes.owed if each != seat)
            paid = (*tributes.paid, (seat, card))
            changed = replace(tributes, owed=owed, paid=paid)
            return replace(state, hands=hands, tributes=changed, actions=state.actions + 1)
        case TributeTaken(gifts, lead):
            hands = state.hands
            for _, to, card in gifts:
                hands = _give(hands, None, to, card)
            changed = Tributes(
                resisted=False,
                owed=tuple(sorted(to for _, to, _ in gifts)),
                given=gifts,
                tie=is_tie(state.level, gifts),
            )
            return replace(state, hands=hands, tributes=changed, phase=Phase.RETURN, turn=lead)
        case Returned(seat, to, card):
            gift = (seat, to, card)
            counted = replace(state, actions=state.actions + 1)
            return _hand_back(counted, tributes, seat, (gift,))
        case ReturnLaid(seat, to, card):
            assert card is not None
            owed = tuple(each for each in tributes.owed if each != seat)
            changed = replace(tributes, owed=owed, laid=(*tributes.laid, (seat, to, card)))
            return replace(state, tributes=changed, actions=state.actions + 1)
        case ReturnsTurned(gifts):
            return _hand_back(state, replace(tributes, laid=()), None, gifts)
        case _:
            assert_never(event)


def _hand_back(
    state: State, tributes: Tributes, seat: Seat | None, gifts: tuple[Gift, ...]
) -> State:
    """Returns change hands; when none is owed any more the play begins."""
    hands = state.hands
    for giver, to, card in gifts:
        hands = _give(hands, giver, to, card)
    owed = tuple(each for each in tributes.owed if each != seat)
    changed = replace(tributes, owed=owed, back=(*tributes.back, *gifts))
    phase = state.phase if owed else Phase.PLAY
    return replace(state, hands=hands, tributes=changed, phase=phase)


def _give(hands: Hands, giver: Seat | None, taker: Seat | None, card: Card) -> Hands:
    """A card out of one hand into another; nothing stands for the table."""
    changed = [list(hand) for hand in hands]
    if giver is not None:
        changed[giver].remove(card)
    if taker is not None:
        insort(changed[taker], card)
    return tuple(tuple(hand) for hand in changed)
