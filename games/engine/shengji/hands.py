"""Hands as ints: 54 bits say which kinds are held, 54 more which of them twice.

A kind held once has its bit in the low half; held twice, in both halves. So ``hand >> SPAN`` are
the pairs, ``hand.bit_count()`` is the number of cards, and a suit is one mask over both halves.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from games.engine.cards import KINDS, POINTS, Card

SPAN: Final = KINDS
BIT: Final[tuple[int, ...]] = tuple(1 << kind for kind in range(KINDS))
TWIN: Final[tuple[int, ...]] = tuple(1 << (kind + SPAN) for kind in range(KINDS))
KINDS_MASK: Final = (1 << SPAN) - 1


def both(kinds: int) -> int:
    """The mask over both halves of a set of kinds."""
    return kinds | kinds << SPAN


def pack(cards: Iterable[Card]) -> int:
    """The hand that holds exactly these cards; ``ValueError`` at a third copy."""
    return add(0, cards)


def add(hand: int, cards: Iterable[Card]) -> int:
    """``hand`` with ``cards`` taken up; ``ValueError`` at a third copy."""
    for card in cards:
        if not hand & BIT[card]:
            hand |= BIT[card]
        elif not hand & TWIN[card]:
            hand |= TWIN[card]
        else:
            raise ValueError(f"a third copy of card {card}")
    return hand


def take(hand: int, cards: Iterable[Card]) -> int:
    """``hand`` without ``cards``; −1 when one of them is not there."""
    for card in cards:
        if hand & TWIN[card]:
            hand ^= TWIN[card]
        elif hand & BIT[card]:
            hand ^= BIT[card]
        else:
            return -1
    return hand


def kinds_in(kinds: int) -> list[Card]:
    """The kinds of a set, ascending."""
    found = []
    while kinds:
        found.append((kinds & -kinds).bit_length() - 1)
        kinds &= kinds - 1
    return found


def unpack(hand: int) -> tuple[Card, ...]:
    """The cards of a hand, ascending, copies side by side."""
    pairs = hand >> SPAN
    cards = []
    for kind in kinds_in(hand & KINDS_MASK):
        cards.append(kind)
        if pairs & BIT[kind]:
            cards.append(kind)
    return tuple(cards)


FIVES: Final = both(sum(BIT[k] for k in range(KINDS) if POINTS[k] == 5))
TENS: Final = both(sum(BIT[k] for k in range(KINDS) if POINTS[k] == 10))


def points_in(hand: int) -> int:
    """The points that a hand holds."""
    return 5 * (hand & FIVES).bit_count() + 10 * (hand & TENS).bit_count()
