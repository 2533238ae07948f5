"""进贡 and 还贡: who owes what, and what may be given (GD-24 … GD-29)."""

from __future__ import annotations

from typing import Any

from games.engine.api import DealSetup, IllegalAction, Refusal, Return, Seat, Tribute
from games.engine.cards import BIG_JOKER, RANKS, Card
from games.engine.guandan.combos import RANK, VALUES, wild_card
from games.engine.guandan.events import (
    Event,
    Returned,
    ReturnLaid,
    ReturnsTurned,
    TributePaid,
    TributeTaken,
)
from games.engine.guandan.state import Gift, State, Tributes, double_win

TEN = RANKS.index("T")


def opening(setup: DealSetup, hands: tuple[tuple[Card, ...], ...]) -> Tributes | None:
    """The tribute that a deal begins with; none in the first deal.

    GD-28: with both big jokers among the payers it is resisted.
    """
    if setup.previous is None:
        return None
    owing = payers(setup.previous)
    if sum(hands[seat].count(BIG_JOKER) for seat in owing) == 2:
        return Tributes(resisted=True)
    return Tributes(resisted=False, owed=owing)


def payers(previous: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Who pays after a deal that ended so: 下游, after 双下 both losers; ascending."""
    return tuple(sorted(previous[2:])) if double_win(previous) else previous[3:]


def payable(level: int, hand: tuple[Card, ...]) -> tuple[Card, ...]:
    """GD-24: the cards that may be paid, the highest but for the wild ones."""
    values = VALUES[level]
    wild = wild_card(level)
    best = max(values[RANK[card]] for card in hand if card != wild)
    return tuple(card for card in hand if card != wild and values[RANK[card]] == best)


def returnable(state: State, hand: tuple[Card, ...]) -> tuple[Card, ...]:
    """GD-25: the cards that may be given back."""
    if state.setup.options["return_limit"] == "any":
        return hand
    low = tuple(card for card in hand if RANK[card] <= TEN and RANK[card] != state.level)
    if low:
        return low
    values = VALUES[state.level]
    least = min(values[RANK[card]] for card in hand)
    return tuple(card for card in hand if values[RANK[card]] == least)


def decide_tribute(state: State, tributes: Tributes, action: Tribute) -> tuple[Event, ...]:
    """The events of a tribute by one who owes it."""
    choice = payable(state.level, state.hands[action.seat])
    card = _the_card(action.cards, choice, Refusal.BAD_TRIBUTE, "GD-24", "the highest card is paid")
    paid = TributePaid(action.seat, card)
    if len(tributes.owed) > 1:
        return (paid,)
    return paid, _taken(state, (*tributes.paid, (action.seat, card)))


def _taken(state: State, paid: tuple[tuple[Seat, Card], ...]) -> TributeTaken:
    """Who gets which tribute, and who leads (GD-25 … GD-27)."""
    previous = state.setup.previous
    assert previous is not None
    first, second = previous[:2]
    if len(paid) == 1:
        seat, card = paid[0]
        return TributeTaken(((seat, first, card),), seat)
    values = VALUES[state.level]
    (low, low_card), (high, high_card) = sorted(paid, key=lambda pay: values[RANK[pay[1]]])
    if values[RANK[low_card]] != values[RANK[high_card]]:
        return TributeTaken(((high, first, high_card), (low, second, low_card)), high)
    step = 1 if state.setup.options["tie_tribute"] == "counterclockwise" else 3
    gifts = tuple((seat, (seat + step) % 4, card) for seat, card in sorted(paid))
    return TributeTaken(gifts, (first - step) % 4)


def decide_return(state: State, tributes: Tributes, action: Return) -> tuple[Event, ...]:
    """The events of a return by one who owes it."""
    seat = action.seat
    choice = returnable(state, state.hands[seat])
    limit = "no card above ten, no level card and no joker is returned"
    card = _the_card(action.cards, choice, Refusal.BAD_RETURN, "GD-25", limit)
    to = next(giver for giver, taker, _ in tributes.given if taker == seat)
    if not tributes.tie:
        return (Returned(seat, to, card),)
    laid = ReturnLaid(seat, to, card)
    if len(tributes.owed) > 1:
        return (laid,)
    return laid, ReturnsTurned((*tributes.laid, (seat, to, card)))


def _the_card(
    given: tuple[Card, ...], choice: tuple[Card, ...], code: Refusal, clause: str, why: str
) -> Card:
    """The one card of a tribute or return, if it is one of ``choice``."""
    params: dict[str, Any] = {"cards": choice, "count": 1}
    if len(given) != 1:
        raise IllegalAction(code, clause, "one card is given", **params)
    if given[0] not in choice:
        raise IllegalAction(code, clause, why, **params)
    return given[0]


def is_tie(level: int, gifts: tuple[Gift, ...]) -> bool:
    """GD-27: whether two tributes were equal."""
    values = VALUES[level]
    return len(gifts) == 2 and len({values[RANK[card]] for _, _, card in gifts}) == 1


def first_leader(setup: DealSetup) -> Seat:
    """Who leads where no tribute is paid: who drew the turned card, or 上游 (GD-17, GD-28)."""
    if setup.previous is not None:
        return setup.previous[0]
    assert setup.turned is not None
    return setup.turned[1]


def lowest(level: int, cards: tuple[Card, ...]) -> Card:
    """The lowest of some cards by GD-2, the first suit of equal ones."""
    values = VALUES[level]
    return min(cards, key=lambda card: (values[RANK[card]], card))
