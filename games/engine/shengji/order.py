"""The order of the cards in a deal: suits, ranks, and what is a neighbour of what.

One table for each level, trump suit and rule of links, made once and kept. "Suit" here is the
suit as it is followed: the four printed ones, and ``TRUMP``, which takes the jokers, the level
cards and the trump suit (SS-2, WK-2, TY-2).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Final

from games.engine.cards import BIG_JOKER, KINDS, RANKS, SMALL_JOKER, SUITS, Card
from games.engine.shengji.hands import BIT, both

TRUMP: Final = 4
ACE: Final = 12
SUIT_NAMES: Final = (*SUITS, "trump")
"""The suits as messages and screens name them, by number."""


class Links(StrEnum):
    """What makes two pairs neighbours."""

    BRIDGED = "bridged"
    """In the order as it is in the deal (SS-6, SS-7)."""
    NATURAL = "natural"
    """By natural rank, the ace high and low (WK-6, WK-7)."""
    TRUMP_ORDER = "trump_order"
    """Natural in side suits, as it is in the deal in trump, the ace low too (WK-7)."""


@dataclass(frozen=True, slots=True, eq=False)
class Order:
    """The tables of one order. Kinds index ``suit``, ``rank``, ``above``; suits the others."""

    level: int
    """The rank of the level, 0 (the two) … 12 (the ace)."""
    trump: int | None
    """The trump suit, or nothing: jokers and level cards alone are trump."""
    links: Links
    suit: tuple[int, ...]
    rank: tuple[int, ...]
    """How high a card stands in its suit, from 1; equal cards have equal ranks."""
    above: tuple[int, ...]
    """The kinds of the same suit that are higher."""
    mask: tuple[int, ...]
    """The cards of a suit, over both halves of a hand."""
    ladder: tuple[tuple[int, ...], ...]
    """The places of a suit upwards, each with the kinds that stand there; runs are pairs at
    places that follow one another. An empty place links nothing."""
    highest: tuple[int, ...]
    """The kinds of a side suit's three highest ranks (WK-21); for trump none."""
    falling: tuple[tuple[Card, ...], ...]
    """The kinds of a suit from the highest to the lowest, to sort a hand for the eye."""


def _rank_in_trump(kind: Card, level: int, trump: int | None) -> int:
    """The place of a trump, from 1; the off-suit level cards are equal (SS-2, WK-3)."""
    if kind == BIG_JOKER:
        return 16
    if kind == SMALL_JOKER:
        return 15
    suit, rank = divmod(kind, 13)
    if rank == level:
        return 14 if suit == trump else 13
    return rank + 1 - (rank > level)


def _natural(suit: int, level: int | None) -> list[int]:
    """Places A 2 … K A of a printed suit; the level rank, if given, leaves a gap."""
    return [0 if rank == level else BIT[suit * 13 + rank] for rank in (ACE, *range(13))]


def _trump_ladder(level: int, trump: int | None, links: Links) -> tuple[int, ...]:
    jokers = [BIT[SMALL_JOKER], BIT[BIG_JOKER]]
    if links is Links.NATURAL and trump is not None:
        return (*_natural(trump, None), 0, *jokers)
    off_suit = sum(BIT[s * 13 + level] for s in range(4) if s != trump)
    if trump is None:
        return (off_suit, *jokers)
    plain = [BIT[trump * 13 + rank] for rank in range(13) if rank != level]
    if links is Links.TRUMP_ORDER and level != ACE:
        plain.insert(0, BIT[trump * 13 + ACE])
    return (*plain, off_suit, BIT[trump * 13 + level], *jokers)


def _side_ladder(suit: int, level: int, links: Links) -> tuple[int, ...]:
    if links is Links.BRIDGED:
        return tuple(BIT[suit * 13 + rank] for rank in range(13) if rank != level)
    return tuple(_natural(suit, level))


@cache
def order_of(level: int, trump: int | None, links: Links) -> Order:
    """The order of a deal at ``level`` (rank number) with this trump suit; nothing: no trump."""
    suits, ranks = [], []
    for kind in range(KINDS):
        suit, rank = divmod(kind, 13)
        is_trump = kind >= SMALL_JOKER or rank == level or suit == trump
        suits.append(TRUMP if is_trump else suit)
        ranks.append(_rank_in_trump(kind, level, trump) if is_trump else rank + 1 - (rank > level))
    members = [[k for k in range(KINDS) if suits[k] == suit] for suit in range(5)]
    sides = [() if s == trump else _side_ladder(s, level, links) for s in range(4)]
    return Order(
        level=level,
        trump=trump,
        links=links,
        suit=tuple(suits),
        rank=tuple(ranks),
        above=tuple(
            sum(BIT[other] for other in members[suits[k]] if ranks[other] > ranks[k])
            for k in range(KINDS)
        ),
        mask=tuple(both(sum(BIT[k] for k in kinds)) for kinds in members),
        ladder=(*sides, _trump_ladder(level, trump, links)),
        highest=(
            *(sum(BIT[k] for k in sorted(kinds)[-3:]) for kinds in members[:TRUMP]),
            0,
        ),
        falling=tuple(tuple(sorted(kinds, key=lambda k: (-ranks[k], k))) for kinds in members),
    )


def level_rank(level: str) -> int:
    """The rank number of a level; a passed last level (``A+``) has none: ``ValueError``."""
    return RANKS.index(level)
