"""Declaring: while cards are drawn, and when somebody is asked (TY-5)."""

from __future__ import annotations

from games.engine.api import Declare, Phase, Seat
from games.engine.cards import Card
from games.engine.shengji.events import Declared, Event, Passed
from games.engine.shengji.hands import pack, take
from games.engine.shengji.refusals import (
    bad_declaration,
    not_your_cards,
    not_your_turn,
    wrong_phase,
)
from games.engine.shengji.states import State


def drawn_cards(state: State, seat: Seat, after: int) -> tuple[Card, ...]:
    """The part of a hand that is drawn when ``after`` of the 100 cards are."""
    setup = state.deal.setup
    turn = (seat - setup.first_drawer) & 3
    return setup.hands[seat][: (after - turn + 3) // 4]


def decide_declare(state: State, action: Declare) -> tuple[Event, ...]:
    """The events of a show, or of declining where somebody is asked."""
    variant, clause = state.deal.variant, state.deal.rules.clauses.declare
    seat, cards, after = action.seat, action.cards, action.after
    if state.phase is not Phase.DECLARE:
        raise wrong_phase("declare", state.phase)
    asked = variant.asking(state) if after == 100 else None
    if asked is not None:
        if not asked:
            raise wrong_phase("declare", state.phase)  # the last answer ended it
        if seat != asked[0]:
            raise not_your_turn("TY-5", seat)
        if not cards:
            return (Passed(seat),)
    elif not cards:
        raise bad_declaration(clause, "nobody is asked, so nothing is declined")
    if take(pack(drawn_cards(state, seat, after)), cards) < 0:
        raise not_your_cards(clause, cards)
    if not state.bids.drawn <= after <= 100:
        raise bad_declaration(clause, "shown before an earlier show")
    objection = variant.objection(state, seat, cards, after)
    if objection is not None:
        raise objection
    return (Declared(seat, cards, after, variant.strength(cards)),)


def possible_shows(state: State, seat: Seat) -> tuple[tuple[Card, ...], ...]:
    """What ``seat`` may show now, of the cards it has drawn."""
    variant, after = state.deal.variant, state.bids.drawn
    hand = pack(drawn_cards(state, seat, after))
    return tuple(
        cards
        for cards in variant.shows(state, seat, hand)
        if variant.objection(state, seat, cards, after) is None
    )
