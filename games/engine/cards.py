"""Cards as small ints: 54 kinds, each of which exists twice.

A card is ``suit * 13 + rank`` with the suits S H C D as 0 … 3 and the ranks 2 … A as 0 … 12;
the small joker is 52, the big joker 53. The two copies of a card are interchangeable, so a
copy has no number of its own and a hand is a multiset.

Outside the engine a card is its two-character code, suit first: ``S9``, ``HT``, ``SB`` (small
joker), ``HR`` (big joker).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

Card = int

SUITS: Final = "SHCD"
RANKS: Final = "23456789TJQKA"
SMALL_JOKER: Final[Card] = 52
BIG_JOKER: Final[Card] = 53
KINDS: Final = 54
JOKERS: Final = (SMALL_JOKER, BIG_JOKER)

CODES: Final[tuple[str, ...]] = (*(s + r for s in SUITS for r in RANKS), "SB", "HR")
"""The code of each kind, by its number."""

BY_CODE: Final[dict[str, Card]] = {code: card for card, code in enumerate(CODES)}
"""The number of each kind, by its code."""

DECK: Final[tuple[Card, ...]] = tuple(sorted((*range(KINDS), *range(KINDS))))
"""The 108 cards of two decks, in ascending order."""

POINTS: Final[tuple[int, ...]] = tuple(
    0 if card >= SMALL_JOKER else {"5": 5, "T": 10, "K": 10}.get(RANKS[card % 13], 0)
    for card in range(KINDS)
)
"""The points of each kind: a 5 is 5, a T or K is 10; 200 in the two decks."""


def suit_of(card: Card) -> int:
    """The printed suit, 0 … 3; a joker has none and answers 4."""
    return card // 13


def rank_of(card: Card) -> int:
    """The printed rank, 0 (the two) … 12 (the ace); jokers answer 0 and 1 past the suits."""
    return card % 13


def card(code: str) -> Card:
    """The card of a code; ``KeyError`` when there is none."""
    return BY_CODE[code]


def cards(codes: str | Iterable[str]) -> tuple[Card, ...]:
    """The cards of codes, in the order given; a string is split at white space.

    >>> cards("S2 HR")
    (0, 53)
    """
    return tuple(BY_CODE[code] for code in (codes.split() if isinstance(codes, str) else codes))


def codes(cards: Iterable[Card]) -> tuple[str, ...]:
    """The codes of cards, in the order given.

    >>> codes((0, 53))
    ('S2', 'HR')
    """
    return tuple([CODES[card] for card in cards])


def points(cards: Iterable[Card]) -> int:
    """The points in a heap of cards, 0 … 200."""
    return sum([POINTS[card] for card in cards])


def contains(hand: Iterable[Card], part: Iterable[Card]) -> bool:
    """Whether ``part`` lies in ``hand``, copies counted."""
    return not Counter(part) - Counter(hand)


def without(hand: Iterable[Card], part: Iterable[Card]) -> tuple[Card, ...]:
    """``hand`` without ``part``, its order kept; ``ValueError`` when a card is not there."""
    rest = list(hand)
    for each in part:
        rest.remove(each)
    return tuple(rest)
