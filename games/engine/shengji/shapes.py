"""Singles, pairs, runs of pairs, and throws: what cards form, and what beats what.

A shape is told by its *sizes*: the number of pairs in each of its combinations, longest first; a
single is 0. ``(0,)`` is a single, ``(1,)`` a pair, ``(3,)`` a run of three pairs, and
``(2, 1, 0)`` a throw of a run, a pair and a single.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from games.engine.cards import Card
from games.engine.shengji.hands import BIT, KINDS_MASK, SPAN, kinds_in
from games.engine.shengji.order import TRUMP, Order

RUFF: Final = 100
"""A ruff weighs this much more than its rank: more than anything of the suit led."""


@dataclass(frozen=True, slots=True)
class Combination:
    """One combination: the number of its pairs (a single: 0), its rank, its cards upwards."""

    pairs: int
    rank: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Shape:
    """What was led: the suit that is to be followed, how many cards, and their sizes."""

    suit: int
    count: int
    sizes: tuple[int, ...]


SINGLES: Final = tuple(Shape(suit, 1, (0,)) for suit in range(5))
PAIRS: Final = tuple(Shape(suit, 2, (1,)) for suit in range(5))


def places(ladder: tuple[int, ...], pairs: int) -> int:
    """The places of a ladder, as bits, where one of ``pairs`` (a set of kinds) stands."""
    found = 0
    bit = 1
    for kinds in ladder:
        if pairs & kinds:
            found |= bit
        bit += bit
    return found


def tops(held: int, length: int) -> int:
    """The places that are the top of ``length`` places in a row, all of them in ``held``."""
    for _ in range(length - 1):
        held &= held << 1
    return held


def longest(held: int) -> tuple[int, int]:
    """Length and top of the longest row of places; of several the highest. (0, −1): none."""
    length, top = 0, -1
    while held:
        length += 1
        top = held.bit_length() - 1
        held &= held << 1
    return length, top


def run_at(ladder: tuple[int, ...], pairs: int, top: int, length: int) -> int:
    """The kinds of the run of ``pairs`` with this top. Of equal ones suits go as S H C D."""
    kinds = 0
    for kinds_there in ladder[top - length + 1 : top + 1]:
        there = pairs & kinds_there
        kinds |= there & -there
    return kinds


def _run_cards(ladder: tuple[int, ...], kinds: int, top: int, length: int) -> tuple[Card, ...]:
    upwards = [(kinds & there).bit_length() - 1 for there in ladder[top - length + 1 : top + 1]]
    return tuple(card for card in upwards for _ in range(2))


def decompose(order: Order, suit: int, cards: int) -> tuple[Combination, ...]:
    """What cards of one suit are read as: the longest runs first, then the higher (SS-9, WK-21).

    The combinations come longest first, of one length the higher first.
    """
    ladder, rank = order.ladder[suit], order.rank
    pairs = cards >> SPAN
    singles = cards & KINDS_MASK & ~pairs
    found = []
    while pairs & (pairs - 1):
        length, top = longest(places(ladder, pairs))
        if length < 2:
            break
        kinds = run_at(ladder, pairs, top, length)
        found.append(Combination(length, top + 1, _run_cards(ladder, kinds, top, length)))
        pairs ^= kinds
    loose = [Combination(1, rank[kind], (kind, kind)) for kind in kinds_in(pairs)]
    loose += [Combination(0, rank[kind], (kind,)) for kind in kinds_in(singles)]
    loose.sort(key=lambda c: (-c.pairs, -c.rank))
    return (*found, *loose)


def shape_of(order: Order, cards: tuple[Card, ...], packed: int) -> Shape:
    """The shape of cards that were led; they are all of one suit."""
    suit = order.suit[cards[0]]
    if len(cards) == 1:
        return SINGLES[suit]
    if len(cards) == 2 and packed >> SPAN:
        return PAIRS[suit]
    sizes = tuple(c.pairs for c in decompose(order, suit, packed))
    return Shape(suit, len(cards), sizes)


def _highest(order: Order, kinds: int) -> int:
    return max([order.rank[kind] for kind in kinds_in(kinds)], default=0)


def _arrange(ladder: tuple[int, ...], pairs: int, sizes: tuple[int, ...]) -> int:
    """The highest first run with which ``pairs`` can be arranged into ``sizes``, or 0."""
    length = sizes[0]
    held = tops(places(ladder, pairs), length)
    while held:
        top = held.bit_length() - 1
        held ^= 1 << top
        rest = pairs & ~run_at(ladder, pairs, top, length)
        following = sizes[1:]
        if following and following[0] > 1:
            fits = _arrange(ladder, rest, following) > 0
        else:
            fits = rest.bit_count() >= sum(following)
        if fits:
            return top + 1
    return 0


def rank_as(order: Order, suit: int, cards: int, sizes: tuple[int, ...]) -> int:
    """How high cards of one suit stand when arranged into ``sizes``; 0 if they cannot be.

    There are as many cards as the sizes need. Every way to arrange them counts, and the best
    for the player is taken; the rank is that of the highest of the longest combinations (WK-22).
    """
    pairs = cards >> SPAN
    match sizes[0]:
        case 0:
            return _highest(order, cards & KINDS_MASK)
        case 1:
            return _highest(order, pairs) if pairs.bit_count() >= sum(sizes) else 0
        case _:
            return _arrange(order.ladder[suit], pairs, sizes)


def weigh(order: Order, shape: Shape, cards: int) -> int:
    """How much a play weighs against a lead; 0 when it cannot win (WK-18, WK-19, WK-22).

    The heavier play wins; of equal ones the first played. Nothing of its own suit beats a throw.
    """
    suit = shape.suit
    if shape.count == 1:
        card = cards.bit_length() - 1
        played = order.suit[card]
        if played == suit:
            return order.rank[card]
        return RUFF + order.rank[card] if played == TRUMP else 0
    if not cards & ~order.mask[suit]:
        return rank_as(order, suit, cards, shape.sizes) if len(shape.sizes) == 1 else 0
    if suit != TRUMP and not cards & ~order.mask[TRUMP]:
        rank = rank_as(order, TRUMP, cards, shape.sizes)
        return RUFF + rank if rank else 0
    return 0


def is_beaten(order: Order, suit: int, combination: Combination, hand: int) -> bool:
    """Whether ``hand`` holds a higher combination of the same shape in the suit (WK-20)."""
    pairs = combination.pairs
    if pairs == 0:
        return bool(hand & order.above[combination.cards[0]])
    if pairs == 1:
        return bool(hand >> SPAN & order.above[combination.cards[0]])
    held = places(order.ladder[suit], hand >> SPAN)
    return tops(held, pairs) >> combination.rank > 0


def forced(
    order: Order, suit: int, combinations: Iterable[Combination], hands: Iterable[int]
) -> Combination | None:
    """The smallest combination of a throw that one of ``hands`` can beat, if any (WK-23).

    Fewest cards, then the lowest, then suits in the order S H C D.
    """
    others = tuple(hands)
    beaten = [c for c in combinations if any(is_beaten(order, suit, c, hand) for hand in others)]
    return min(beaten, key=lambda c: (len(c.cards), c.rank, c.cards), default=None)


def runs_of(order: Order, suit: int, hand: int, length: int) -> list[tuple[Card, ...]]:
    """The runs of ``length`` pairs that a hand holds in a suit, the lowest first."""
    ladder, pairs = order.ladder[suit], (hand & order.mask[suit]) >> SPAN
    held = tops(places(ladder, pairs), length)
    return [
        _run_cards(ladder, run_at(ladder, pairs, top, length), top, length)
        for top in range(length - 1, held.bit_length())
        if held >> top & 1
    ]


def longest_run(order: Order, suit: int, hand: int) -> int:
    """The number of pairs in the longest run that a hand holds in a suit."""
    return longest(places(order.ladder[suit], (hand & order.mask[suit]) >> SPAN))[0]


def cards_of(order: Order, suit: int, hand: int) -> tuple[Card, ...]:
    """A hand's cards of one suit, from the lowest to the highest."""
    pairs = hand >> SPAN
    return tuple(
        card
        for kind in reversed(order.falling[suit])
        if hand & BIT[kind]
        for card in ((kind, kind) if pairs & BIT[kind] else (kind,))
    )
