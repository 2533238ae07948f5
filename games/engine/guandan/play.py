"""Playing and passing: what they bring about (GD-15 … GD-20)."""

from __future__ import annotations

from games.engine.api import IllegalAction, Pass, Play, Refusal, Seat
from games.engine.cards import CODES, Card
from games.engine.guandan.combos import Reading, read_as, readings
from games.engine.guandan.events import DealEnded, Event, Passed, Played, RoundTaken, WentOut
from games.engine.guandan.scoring import is_over, result_of
from games.engine.guandan.state import State


def decide_play(state: State, action: Play) -> tuple[Event, ...]:
    """The events of a play by the seat in turn; that it holds the cards is known."""
    reading = the_reading(state, action.cards, action.reading)
    seat = action.seat
    played = Played(seat, action.cards, reading)
    if len(action.cards) < len(state.hands[seat]):
        return (played,)
    order = (*state.order, seat)
    out = WentOut(seat, len(order))
    if is_over(order):
        return played, out, DealEnded(result_of(state.setup, order))
    return played, out


def the_reading(state: State, cards: tuple[Card, ...], stands: tuple[Card, ...] | None) -> Reading:
    """GD-16: the reading that counts, the chosen or the strongest; or the refusal."""
    possible = readings(state.level, cards)
    if not possible:
        raise IllegalAction(
            Refusal.NOT_A_COMBINATION, "GD-5", "the cards are no combination", cards=cards
        )
    if stands is not None:
        chosen = read_as(state.level, cards, stands)
        if chosen is None:
            raise IllegalAction(
                Refusal.BAD_READING, "GD-16", "the cards cannot be read so", cards=cards
            )
        possible = (chosen,)
    target = state.to_beat
    if target is None:
        return possible[0]
    for reading in possible:
        if reading.beats(target):
            return reading
    raise IllegalAction(
        Refusal.DOES_NOT_BEAT,
        "GD-15",
        f"{possible[0].kind} {possible[0].rank} does not beat {target.kind} {target.rank}",
        kind=str(possible[0].kind),
        to_beat=str(target.kind),
        cards=state.current.moves[-1].cards if state.current else (),
    )


def decide_pass(state: State, action: Pass) -> tuple[Event, ...]:
    """The events of a pass by the seat in turn (GD-18, GD-19)."""
    current = state.current
    if current is None:
        raise IllegalAction(Refusal.CANNOT_PASS, "GD-18", "who leads cannot pass")
    passed = Passed(action.seat)
    best = current.moves[-1].seat
    if next_holder(state.hands, action.seat, until=best) is not None:
        return (passed,)
    # Everybody else has passed in a row: the best leads, or his partner if he is out (借风).
    return passed, RoundTaken(best, best if state.hands[best] else (best + 2) % 4)


def next_holder(hands: tuple[tuple[Card, ...], ...], seat: Seat, *, until: Seat) -> Seat | None:
    """The next seat after ``seat`` that holds cards, before ``until`` comes round."""
    for step in (1, 2, 3):
        other = (seat + step) & 3
        if other == until:
            return None
        if hands[other]:
            return other
    return None


def remove(hand: tuple[Card, ...], cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """``hand`` without ``cards``; ``IllegalAction`` when it does not hold them."""
    rest = list(hand)
    try:
        for card in cards:
            rest.remove(card)
    except ValueError:
        missing = next(card for card in cards if hand.count(card) < cards.count(card))
        raise IllegalAction(
            Refusal.NOT_YOUR_CARDS,
            "GD-1",
            f"{CODES[missing]} is not in the hand as often as played",
            cards=(missing,),
        ) from None
    return tuple(rest)
