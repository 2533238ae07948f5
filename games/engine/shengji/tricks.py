"""Leads, throws and following: what may be played, and what it does to the trick."""

from __future__ import annotations

from games.engine.api import IllegalAction, Play, Refusal
from games.engine.cards import POINTS, Card
from games.engine.shengji.events import Event, Played, TrickWon
from games.engine.shengji.hands import BIT, SPAN, pack, take
from games.engine.shengji.options import Follow, Rules
from games.engine.shengji.order import SUIT_NAMES, TRUMP, Order
from games.engine.shengji.refusals import not_a_combination, not_your_cards, not_your_turn
from games.engine.shengji.shapes import (
    Combination,
    Shape,
    cards_of,
    decompose,
    forced,
    longest_run,
    weigh,
)
from games.engine.shengji.states import State, settled


def decide_play(state: State, action: Play) -> tuple[Event, ...]:
    """The events of a play, without the end of the deal; see ``phases.decide``."""
    play, rules = state.play, state.deal.rules
    seat, cards = action.seat, action.cards
    if seat != play.turn:
        raise not_your_turn(rules.clauses.turn, seat)
    hand = play.hands[seat]
    if take(hand, cards) < 0:
        raise not_your_cards(rules.clauses.turn, cards)
    if not cards:
        raise not_a_combination(rules.clauses.lead, "no cards")
    order = settled(state).order
    packed = BIT[cards[0]] if len(cards) == 1 else pack(cards)
    if play.shape is None:
        return (_lead(state, order, cards, packed),)
    refusal = follow_refusal(rules, order, play.shape, hand, cards, packed)
    if refusal is not None:
        raise refusal
    weight = weigh(order, play.shape, packed)
    played = Played(seat, cards, None, weight)
    if len(play.plays) < 3:
        return (played,)
    winner = seat if weight > play.weight else play.best
    points = play.trick_points + sum([POINTS[card] for card in cards])
    return played, TrickWon(winner, points)


# --------------------------------------------------------------------------------- leads


def _lead(state: State, order: Order, cards: tuple[Card, ...], packed: int) -> Played:
    seat = state.play.turn
    suit = order.suit[cards[0]]
    if len(cards) == 1:
        return Played(seat, cards, None, order.rank[cards[0]])
    rules = state.deal.rules
    if packed & ~order.mask[suit]:
        raise not_a_combination(rules.clauses.lead, "cards of one suit must be led")
    combinations = decompose(order, suit, packed)
    if len(combinations) == 1:
        return Played(seat, cards, None, combinations[0].rank)
    if suit == TRUMP and not rules.trump_throws:
        raise IllegalAction(
            Refusal.CANNOT_THROW, rules.clauses.throw, "trumps cannot be thrown", cards=cards
        )
    others = tuple(h for other, h in enumerate(state.play.hands) if other != seat)
    fail = failure(rules, order, suit, combinations, others)
    if fail is None:
        return Played(seat, cards, None, combinations[0].rank)
    kept = _in_order_of(cards, fail.cards)
    return Played(seat, kept, cards, fail.rank)


def failure(
    rules: Rules,
    order: Order,
    suit: int,
    combinations: tuple[Combination, ...],
    others: tuple[int, ...],
) -> Combination | None:
    """The combination that is played instead of a throw that fails (WK-23), if it fails."""
    fail = forced(order, suit, combinations, others)
    if fail is not None and rules.loose_throws:
        highest = order.highest[suit]
        if not any(hand & highest for hand in others):
            return None  # 浑甩, WK-21
    return fail


def _in_order_of(cards: tuple[Card, ...], part: tuple[Card, ...]) -> tuple[Card, ...]:
    """``part`` in the order in which its cards lie in ``cards``."""
    left = list(part)
    kept = []
    for card in cards:
        if card in left:
            left.remove(card)
            kept.append(card)
    return tuple(kept)


# ----------------------------------------------------------------------------- following


def follow_refusal(
    rules: Rules, order: Order, shape: Shape, hand: int, cards: tuple[Card, ...], packed: int
) -> IllegalAction | None:
    """Why cards that lie in ``hand`` may not be played to a lead; nothing: they may.

    SS-8, WK-17: as many cards, of the suit as far as it is held. TY-16: the shape too.
    """
    need = shape.count
    if need == 1 == len(cards) and order.suit[cards[0]] == shape.suit:
        return None
    if len(cards) != need:
        return IllegalAction(
            Refusal.WRONG_COUNT, rules.clauses.follow, f"{need} cards must be played", need=need
        )
    mask = order.mask[shape.suit]
    followed = packed & mask
    if followed != packed:
        held = (hand & mask).bit_count()
        if followed.bit_count() < min(need, held):
            return _must_follow_suit(rules, order, shape, hand, held)
    if rules.follow is Follow.FREE or need == 1 or len(shape.sizes) > 1 or followed != packed:
        return None
    return _shape_refusal(rules, order, shape, hand & mask, packed)


def _must_follow_suit(
    rules: Rules, order: Order, shape: Shape, hand: int, held: int
) -> IllegalAction:
    name = SUIT_NAMES[shape.suit]
    return IllegalAction(
        Refusal.MUST_FOLLOW_SUIT,
        rules.clauses.follow,
        f"{min(shape.count, held)} cards of {name} must be played",
        suit=name,
        count=held,
        need=min(shape.count, held),
        cards=cards_of(order, shape.suit, hand),
    )


def demands(follow: Follow, order: Order, shape: Shape, hand: int) -> tuple[int, int]:
    """What TY-16 demands of a hand that has more than enough cards of the suit led.

    The number of pairs in the run that must be played (0: none), and the number of pairs in
    all. ``shape`` is one combination.
    """
    wanted = shape.sizes[0]
    if follow is Follow.FREE or wanted == 0 or len(shape.sizes) > 1:
        return 0, 0
    suited = hand & order.mask[shape.suit]
    pairs = min(wanted, (suited >> SPAN).bit_count())
    if wanted == 1:
        return 0, pairs
    run = min(wanted, longest_run(order, shape.suit, suited))
    if run < 2 or (follow is Follow.PAIRS and run < wanted):
        run = 0
    return run, pairs


def _shape_refusal(
    rules: Rules, order: Order, shape: Shape, held: int, packed: int
) -> IllegalAction | None:
    """Why cards of the suit led do not answer its shape (TY-16); ``held`` is the whole suit."""
    if held == packed:
        return None
    run, pairs = demands(rules.follow, order, shape, held)
    if run and longest_run(order, shape.suit, packed) < run:
        message = f"a run of {run} pairs is held and must be played"
    elif (packed >> SPAN).bit_count() < pairs:
        message = f"{pairs} pairs must be played"
    else:
        return None
    return IllegalAction(
        Refusal.MUST_FOLLOW_SHAPE,
        rules.clauses.shape,
        message,
        run=run,
        pairs=pairs,
        suit=SUIT_NAMES[shape.suit],
    )
