"""Every legal play of a hand, each once, with as few wild cards as it needs.

Two plays are the same move when they are read alike and are made of the same ranks (a straight
flush: of the same suit too); which of several equal cards are taken is chosen here. What a move
needs naturally is taken from the hand; wild cards only fill its gaps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from typing import Final

from games.engine.cards import BIG_JOKER, SMALL_JOKER, Card
from games.engine.guandan.combos import (
    ACE,
    CODE_OF_RANK,
    COPIES,
    FLUSH_TIER,
    FOUR_JOKERS,
    HEARTS,
    RANK,
    SEQUENCES,
    VALUES,
    Kind,
    Reading,
    bomb_tier,
    wild_card,
)

Move = tuple[tuple[Card, ...], Reading]
"""The cards of a play and how it is to be read."""

ASCENDING: Final = tuple(tuple(sorted(range(13), key=values.__getitem__)) for values in VALUES)
"""Per level the ranks in GD-2 order, the lowest first; jokers are left out."""

SMALL, BIG = 13, 14
ANY = -1
"""The rank of a pair of wild cards beside a triple of level cards: any other."""


class Holding:
    """A hand sorted out for finding moves: natural cards by rank, and the wild ones."""

    __slots__ = ("level", "ranks", "wild", "wilds")

    def __init__(self, level: int, hand: tuple[Card, ...]) -> None:
        self.level = level
        self.ranks: list[list[Card]] = [[] for _ in range(15)]
        wild = wild_card(level)
        self.wilds = 0
        for card in hand:
            if card == wild:
                self.wilds += 1
            else:
                self.ranks[RANK[card]].append(card)
        self.wild = wild

    def take(self, rank: int, size: int) -> tuple[Card, ...]:
        """``size`` cards for a rank, wild ones where natural ones are missing."""
        cards = tuple(self.ranks[rank][:size])
        return cards + (self.wild,) * (size - len(cards))

    def stand(self, rank: int, size: int) -> tuple[Card, ...]:
        """The natural cards that ``take`` stands for."""
        cards = tuple(self.ranks[rank][:size])
        return cards + (HEARTS + rank,) * (size - len(cards))

    def lacks(self, rank: int, size: int) -> int:
        """How many wild cards ``size`` of a rank need."""
        return max(0, size - len(self.ranks[rank]))


def moves(level: int, hand: tuple[Card, ...], to_beat: Reading | None = None) -> Iterator[Move]:
    """All moves of a hand, lazily: plain ones first, each kind from the lowest, then bombs."""
    holding = Holding(level, hand)
    if to_beat is None:
        for kind in PLAIN:
            yield from PLAIN[kind](holding, -1)
    elif to_beat.tier == 0:
        yield from PLAIN[to_beat.kind](holding, to_beat.value)
    yield from bombs(holding, to_beat)


def bombs(holding: Holding, to_beat: Reading | None = None) -> Iterator[Move]:
    """The bombs that beat what lies, from the lowest (GD-15)."""
    tier, value = (to_beat.tier, to_beat.value) if to_beat else (0, -1)
    most = max(map(len, holding.ranks[:13])) + holding.wilds
    for size in range(4, min(most, 10) + 1):
        if size == 6 and tier <= FLUSH_TIER:
            yield from straight_flushes(holding, value if tier == FLUSH_TIER else -1)
        if bomb_tier(size) >= tier:
            above = value if bomb_tier(size) == tier else -1
            yield from _alike(holding, Kind.BOMB, size, above, bomb_tier(size))
    if most < 6 and tier <= FLUSH_TIER:
        yield from straight_flushes(holding, value if tier == FLUSH_TIER else -1)
    ranks = holding.ranks
    if len(ranks[SMALL]) == len(ranks[BIG]) == 2:
        yield FOUR_JOKERS, Reading(Kind.FOUR_JOKERS, None, 4, FOUR_JOKERS, 99, 0)


# -------------------------------------------------------------------------- of equal cards


def _alike(holding: Holding, kind: Kind, size: int, above: int, tier: int = 0) -> Iterator[Move]:
    """``size`` of a rank. Wild cards alone are level cards, and two of them at most."""
    level, wilds = holding.level, holding.wilds
    values = VALUES[level]
    for rank in ASCENDING[level]:
        natural = holding.ranks[rank]
        count = len(natural)
        if count + wilds < size or values[rank] <= above:
            continue
        if count >= size:
            cards = stands = tuple(natural[:size])
        elif count or rank == level:
            cards, stands = holding.take(rank, size), holding.stand(rank, size)
        else:
            continue
        yield cards, Reading(kind, CODE_OF_RANK[rank], size, stands, tier, values[rank])


def _with_jokers(holding: Holding, kind: Kind, size: int, above: int) -> Iterator[Move]:
    yield from _alike(holding, kind, size, above)
    for rank, joker in ((SMALL, SMALL_JOKER), (BIG, BIG_JOKER)):
        if len(holding.ranks[rank]) >= size and rank > above:
            cards = (joker,) * size
            yield cards, Reading(kind, CODE_OF_RANK[rank], size, cards, 0, rank)


def singles(holding: Holding, above: int) -> Iterator[Move]:
    """GD-5."""
    return _with_jokers(holding, Kind.SINGLE, 1, above)


def pairs(holding: Holding, above: int) -> Iterator[Move]:
    """GD-6."""
    return _with_jokers(holding, Kind.PAIR, 2, above)


def triples(holding: Holding, above: int) -> Iterator[Move]:
    """GD-7."""
    return _alike(holding, Kind.TRIPLE, 3, above)


def full_houses(holding: Holding, above: int) -> Iterator[Move]:
    """GD-8: each triple with each pair that the wild cards left over allow."""
    level, wilds, ranks = holding.level, holding.wilds, holding.ranks
    values = VALUES[level]
    with_pairs = list(_pairs_to_add(holding))
    for triple in ASCENDING[level]:
        lacking = holding.lacks(triple, 3)
        if not ranks[triple] or lacking > wilds or values[triple] <= above:
            continue
        head, head_stands = holding.take(triple, 3), holding.stand(triple, 3)
        for rank, lacks, tail, tail_stands in with_pairs:
            if rank == triple or lacking + lacks > wilds:
                continue
            if rank == ANY and triple != level:
                continue
            stands = head_stands + tail_stands
            code = CODE_OF_RANK[triple]
            yield head + tail, Reading(Kind.FULL_HOUSE, code, 5, stands, 0, values[triple])


def _pairs_to_add(
    holding: Holding,
) -> Iterator[tuple[int, int, tuple[Card, ...], tuple[Card, ...]]]:
    """Pairs for a full house: rank, wild cards in it, its cards, what they stand for."""
    level, wilds, ranks = holding.level, holding.wilds, holding.ranks
    for rank in (*ASCENDING[level], SMALL, BIG):
        lacks = holding.lacks(rank, 2)
        if lacks == 0 or (lacks == 1 and wilds and rank <= ACE):
            yield rank, lacks, holding.take(rank, 2), holding.stand(rank, 2)
    if wilds == 2:
        # Two wild cards alone: level cards, or anything else where the triple is the level.
        cards = (holding.wild,) * 2
        if not ranks[level]:
            yield level, 2, cards, cards
        elif len(ranks[level]) >= 3:
            other = ACE - (level == ACE)
            yield ANY, 2, cards, (HEARTS + other,) * 2


# ------------------------------------------------------------------------------- sequences


def _gapped(holding: Holding, kind: Kind, above: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """The sequences of a kind that the hand can fill: its place in the order, its ranks."""
    copies = COPIES[kind]
    wilds = holding.wilds
    lacks = [max(0, copies - len(natural)) for natural in holding.ranks[:13]]
    for value, sequence in enumerate(SEQUENCES[kind][above + 1 :], above + 1):
        if sum([lacks[rank] for rank in sequence]) <= wilds:
            yield value, sequence


def straights(holding: Holding, above: int) -> Iterator[Move]:
    """GD-9: straights that are no straight flush."""
    for value, sequence in _gapped(holding, Kind.STRAIGHT, above):
        mixed = _of_two_suits([holding.ranks[rank] for rank in sequence])
        if mixed is None:
            continue
        gaps = [rank for rank in sequence if not holding.ranks[rank]]
        cards = mixed + (holding.wild,) * len(gaps)
        stands = mixed + tuple([HEARTS + rank for rank in gaps])
        top = CODE_OF_RANK[sequence[-1]]
        yield cards, Reading(Kind.STRAIGHT, top, 5, stands, 0, value)


def _of_two_suits(choices: list[list[Card]]) -> tuple[Card, ...] | None:
    """A card of each rank that is there, not all of one suit; nothing where that cannot be."""
    held = [cards for cards in choices if cards]
    first = held[0][0] // 13
    chosen = [cards[0] for cards in held]
    if all(card // 13 == first for card in chosen):
        for place, cards in enumerate(held):
            if cards[-1] // 13 != first:
                chosen[place] = cards[-1]
                return tuple(chosen)
        return None
    return tuple(chosen)


def _of_groups(holding: Holding, kind: Kind, size: int, above: int) -> Iterator[Move]:
    """Tubes and plates: neighbouring pairs or triples."""
    copies = COPIES[kind]
    for value, sequence in _gapped(holding, kind, above):
        cards = tuple(chain.from_iterable(holding.take(rank, copies) for rank in sequence))
        stands = tuple(chain.from_iterable(holding.stand(rank, copies) for rank in sequence))
        yield cards, Reading(kind, CODE_OF_RANK[sequence[-1]], size, stands, 0, value)


def tubes(holding: Holding, above: int) -> Iterator[Move]:
    """GD-10."""
    return _of_groups(holding, Kind.TUBE, 6, above)


def plates(holding: Holding, above: int) -> Iterator[Move]:
    """GD-11."""
    return _of_groups(holding, Kind.PLATE, 6, above)


def straight_flushes(holding: Holding, above: int) -> Iterator[Move]:
    """GD-13, of each suit, the lowest first."""
    need = 5 - holding.wilds
    masks = [(suit, mask) for suit, mask in _suit_masks(holding) if mask.bit_count() >= need]
    if not masks:
        return
    for value, sequence in enumerate(SEQUENCES[Kind.STRAIGHT_FLUSH][above + 1 :], above + 1):
        for suit, mask in masks:
            window = mask >> value
            if (window & 31).bit_count() < need:
                continue
            run = [suit + rank for rank in sequence]
            natural = tuple([card for place, card in enumerate(run) if window >> place & 1])
            gaps = tuple([card for place, card in enumerate(run) if not window >> place & 1])
            top = CODE_OF_RANK[sequence[-1]]
            stands = natural + gaps
            reading = Reading(Kind.STRAIGHT_FLUSH, top, 5, stands, FLUSH_TIER, value)
            yield natural + (holding.wild,) * len(gaps), reading


def _suit_masks(holding: Holding) -> list[tuple[int, int]]:
    """Per suit (as its first card) which ranks are held: bit 0 the low ace, bit 13 the high."""
    masks = [0, 0, 0, 0]
    for rank, cards in enumerate(holding.ranks[:13]):
        bit = 1 << rank + 1 if rank != ACE else 1 << 13 | 1
        for card in cards:
            masks[card // 13] |= bit
    return [(suit * 13, mask) for suit, mask in enumerate(masks)]


PLAIN: Final[dict[Kind, Callable[[Holding, int], Iterator[Move]]]] = {
    Kind.SINGLE: singles,
    Kind.PAIR: pairs,
    Kind.TRIPLE: triples,
    Kind.FULL_HOUSE: full_houses,
    Kind.STRAIGHT: straights,
    Kind.TUBE: tubes,
    Kind.PLATE: plates,
}
"""Per kind that is no bomb: its moves above a value, -1 for all."""
