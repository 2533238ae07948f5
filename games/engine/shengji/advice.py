"""What to play, from what one seat may know: hints, default plays and the simple bot.

Nothing here looks at another hand. A ``Position`` is made from a state or from a view.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from games.engine.api import Seat, team_of
from games.engine.cards import BIG_JOKER, POINTS, SMALL_JOKER, Card
from games.engine.shengji.hands import BIT, SPAN, TWIN, kinds_in, pack, take, unpack
from games.engine.shengji.options import Follow
from games.engine.shengji.order import TRUMP, Order
from games.engine.shengji.shapes import (
    RUFF,
    Shape,
    cards_of,
    decompose,
    runs_of,
    weigh,
)
from games.engine.shengji.tricks import demands

Cards = tuple[Card, ...]
Key = Callable[[Card], tuple[int, int, int]]


@dataclass(frozen=True, slots=True)
class Position:
    """What a seat knows when it is to play."""

    seat: Seat
    hand: int
    order: Order
    follow: Follow
    dealer: Seat
    shape: Shape | None = None
    """Of the lead; nothing: the seat leads."""
    best: Seat = 0
    weight: int = 0
    points: int = 0
    """In the trick so far."""
    last: bool = False
    """The seat plays the last card of the trick."""

    def cheap(self, card: Card) -> tuple[int, int, int]:
        """Sort key: what is missed least first."""
        return (
            self.order.suit[card] == TRUMP,
            POINTS[card],
            self.order.rank[card],
        )

    def rich(self, card: Card) -> tuple[int, int, int]:
        """Sort key: points first, to give them to the partner; then what is missed least."""
        trump = self.order.suit[card] == TRUMP
        return (-POINTS[card], trump, self.order.rank[card])


def plays(position: Position) -> Iterator[Cards]:
    """Legal plays worth thinking of, best first, without repeats."""
    seen: set[int] = set()
    ideas = _leads(position) if position.shape is None else _follows(position, position.shape)
    for cards in ideas:
        packed = pack(cards)
        if packed not in seen:
            seen.add(packed)
            yield cards


def lowest(position: Position) -> Cards:
    """The lowest legal play."""
    if position.shape is not None:
        return fill(position, position.shape, position.cheap)
    return (min(unpack(position.hand), key=position.cheap),)


# --------------------------------------------------------------------------------- leads


def _leads(position: Position) -> Iterator[Cards]:
    order, hand = position.order, position.hand
    sides = [s for s in range(TRUMP) if hand & order.mask[s]]
    held = {s: decompose(order, s, hand & order.mask[s]) for s in (*sides, TRUMP)}
    for size in sorted({c.pairs for s in sides for c in held[s] if c.pairs > 1}, reverse=True):
        for suit in sides:
            yield from (c.cards for c in held[suit] if c.pairs == size)
    for pairs in (1, 0):
        for suit in sides:
            first = next((c for c in held[suit] if c.pairs == pairs), None)
            if first is not None and not order.above[first.cards[0]]:
                yield first.cards
    yield from (c.cards for c in held[TRUMP] if c.pairs > 1)
    for suit in sides:
        yield from (c.cards for c in held[suit] if c.pairs == 1)
    yield lowest(position)
    for card in sorted(set(unpack(hand)), key=position.cheap):
        yield (card,)


# ----------------------------------------------------------------------------- following


def _follows(position: Position, shape: Shape) -> Iterator[Cards]:
    low = fill(position, shape, position.cheap)
    rich = fill(position, shape, position.rich)
    winners = winning(position, shape)
    partner_wins = team_of(position.best) == team_of(position.seat)
    if partner_wins and (position.last or position.weight >= _safe(position, shape)):
        yield rich
        yield low
        yield from winners
        return
    worth = position.points + sum(POINTS[card] for card in low) > 0 or not position.last
    if partner_wins or not worth:
        yield low
        yield from winners
    else:
        yield from winners
        yield low
    yield rich


def _safe(position: Position, shape: Shape) -> int:
    """The weight from which a partner's play will hardly be beaten."""
    if shape.suit == TRUMP or position.weight > RUFF:
        return RUFF + 10 if shape.suit != TRUMP else 14
    return 11


def winning(position: Position, shape: Shape) -> tuple[Cards, ...]:
    """Plays that take the trick as it lies, the cheapest first."""
    order, hand = position.order, position.hand
    suited = (hand & order.mask[shape.suit]).bit_count()
    if suited >= shape.count:
        if len(shape.sizes) > 1:
            return ()
        found = _of_size(order, shape.suit, hand, shape.sizes[0])
    elif suited == 0 and shape.suit != TRUMP:
        if (hand & order.mask[TRUMP]).bit_count() < shape.count:
            return ()
        found = _ruffs(order, hand, shape)
    else:
        return ()
    return tuple(c for c in found if weigh(order, shape, pack(c)) > position.weight)


def _of_size(order: Order, suit: int, hand: int, pairs: int) -> list[Cards]:
    """The combinations of one size in a suit, the lowest first."""
    if pairs > 1:
        return runs_of(order, suit, hand, pairs)
    kinds = hand & order.mask[suit]
    if pairs == 1:
        kinds >>= SPAN
    held = [kind for kind in reversed(order.falling[suit]) if kinds & BIT[kind]]
    return [(kind, kind) if pairs else (kind,) for kind in held]


def _ruffs(order: Order, hand: int, shape: Shape) -> list[Cards]:
    """Ruffs of a lead: the first combination each in turn, the others as low as can be."""
    found = []
    for first in _of_size(order, TRUMP, hand, shape.sizes[0]):
        cards, left = first, take(hand, first)
        for size in shape.sizes[1:]:
            rest = _of_size(order, TRUMP, left, size)
            if not rest:
                break
            cards, left = cards + rest[0], take(left, rest[0])
        else:
            found.append(cards)
    return found


def fill(position: Position, shape: Shape, key: Key) -> Cards:
    """A legal answer to a lead, of the cards that come first by ``key`` (SS-8, WK-17, TY-16)."""
    order, hand, need = position.order, position.hand, shape.count
    suited = sorted(cards_of(order, shape.suit, hand), key=key)
    if len(suited) <= need:
        others = sorted(unpack(hand & ~order.mask[shape.suit]), key=key)
        return (*suited, *others[: need - len(suited)])
    if need == 1:
        return (suited[0],)
    chosen: Cards = ()
    if position.follow is not Follow.FREE and len(shape.sizes) == 1:
        chosen = _demanded(position, shape, key)
    left = sorted(unpack(take(pack(suited), chosen)), key=key)
    return (*chosen, *left[: need - len(chosen)])


def _demanded(position: Position, shape: Shape, key: Key) -> Cards:
    """The run and the pairs that TY-16 demands, those first that come first by ``key``."""
    order, hand = position.order, position.hand
    suited = hand & order.mask[shape.suit]
    run, pairs = _wanted(position, shape)
    chosen: Cards = ()
    if run:
        runs = runs_of(order, shape.suit, suited, run)
        chosen = min(runs, key=lambda cards: sorted(key(card) for card in cards))
    loose = sorted(kinds_in(take(suited, chosen) >> SPAN), key=key)
    for kind in loose[: max(0, pairs - len(chosen) // 2)]:
        chosen += (kind, kind)
    return chosen


def _wanted(position: Position, shape: Shape) -> tuple[int, int]:
    return demands(position.follow, position.order, shape, position.hand)


# -------------------------------------------------------------------------------- burying


def bury(order: Order, hand: int) -> Cards:
    """The eight cards that are missed least: low side cards, no points, no trumps."""

    def key(card: Card) -> tuple[bool, int, int]:
        return order.suit[card] == TRUMP, POINTS[card], order.rank[card]

    return tuple(sorted(unpack(hand), key=key)[:8])


def shorten(order: Order, hand: int, *, hide_points: bool = False) -> Cards:
    """Eight cards to bury that leave few suits: of short side suits, winners and pairs kept.

    Points are kept too, or, with ``hide_points``, laid away first.
    """
    lengths = [(hand & order.mask[suit]).bit_count() for suit in range(5)]

    def key(card: Card) -> tuple[int, int, int, int]:
        suit = order.suit[card]
        points = -POINTS[card] if hide_points else POINTS[card]
        if suit == TRUMP:
            return 3, points, 0, order.rank[card]
        keeps = not order.above[card] or hand & TWIN[card]
        if POINTS[card]:
            worth = -1 if hide_points else 2
        else:
            worth = 1 if keeps else 0
        return worth, points, lengths[suit], order.rank[card]

    return tuple(sorted(unpack(hand), key=key)[:8])


def trump_length(level: int, suit: int | None, hand: int) -> int:
    """How many of the cards in a hand would be trumps."""
    return sum(
        1
        for card in unpack(hand)
        if card in (SMALL_JOKER, BIG_JOKER) or card % 13 == level or card // 13 == suit
    )
