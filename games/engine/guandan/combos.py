"""What a set of cards is: all its readings, wild cards included (GD-2 … GD-16).

Ranks are 0 (the two) … 12 (the ace). Two orders rule: GD-2 for what is made of equal cards
(``values``: the level rank stands above the ace, the jokers above it), and the natural order for
sequences, whose *top* is a natural rank with the ace low where it begins one (GD-3).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final

from games.engine.cards import BIG_JOKER, RANKS, SMALL_JOKER, Card

RANK: Final[tuple[int, ...]] = (*(card % 13 for card in range(52)), 13, 14)
"""The rank of each card; the jokers stand behind the ace."""

CODE_OF_RANK: Final = RANKS + "BR"
ACE: Final = 12
HEARTS: Final = 13
"""The first heart: the heart of rank r is ``HEARTS + r``."""

FOUR_JOKERS: Final = (SMALL_JOKER, SMALL_JOKER, BIG_JOKER, BIG_JOKER)


class Kind(StrEnum):
    """The kinds of a combination, named as the game record names them."""

    SINGLE = "single"
    PAIR = "pair"
    TRIPLE = "triple"
    FULL_HOUSE = "full_house"
    STRAIGHT = "straight"
    TUBE = "tube"
    PLATE = "plate"
    BOMB = "bomb"
    STRAIGHT_FLUSH = "straight_flush"
    FOUR_JOKERS = "four_jokers"


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a set of cards.

    ``rank`` is the rank compared by, ``B`` and ``R`` for jokers, nothing for four jokers.
    ``stands`` are the same cards with natural ones for the wild. ``tier`` is 0, for bombs their
    place in GD-15; ``value`` compares within a kind and tier.
    """

    kind: Kind
    rank: str | None
    size: int
    stands: tuple[Card, ...]
    tier: int
    value: int

    def beats(self, other: Reading) -> bool:
        """GD-15: whether this may be played on ``other``."""
        if self.tier != other.tier:
            return self.tier > other.tier
        return self.kind is other.kind and self.value > other.value

    def same_as(self, other: Reading) -> bool:
        """Whether both are the same to everybody: kind, rank and size."""
        return (self.kind, self.rank, self.size) == (other.kind, other.rank, other.size)


SEQUENCE_LENGTH: Final = {Kind.STRAIGHT: 5, Kind.TUBE: 3, Kind.PLATE: 2, Kind.STRAIGHT_FLUSH: 5}
COPIES: Final = {Kind.STRAIGHT: 1, Kind.TUBE: 2, Kind.PLATE: 3, Kind.STRAIGHT_FLUSH: 1}


def _sequences(length: int) -> tuple[tuple[int, ...], ...]:
    """The sequences of ``length`` ranks, lowest first; the ace begins the lowest one."""
    return tuple(
        tuple((top - length + 1 + i) % 13 for i in range(length)) for top in range(length - 2, 13)
    )


SEQUENCES: Final = {kind: _sequences(length) for kind, length in SEQUENCE_LENGTH.items()}
"""Per kind the possible sequences of ranks; the last rank of each is its top."""

FLUSH_TIER: Final = 11
_STRENGTH: Final = {kind: place for place, kind in enumerate(Kind)}


def bomb_tier(size: int) -> int:
    """GD-15: the place of a bomb of equal cards; a straight flush lies between 5 and 6."""
    return 2 * size


def level_rank(level: str) -> int:
    """The rank of a level, 0 … 12."""
    return RANKS.index(level)


def wild_card(level: int) -> Card:
    """GD-4: the heart of the level rank."""
    return HEARTS + level


def _values(level: int) -> tuple[int, ...]:
    ranks = [rank for rank in range(13) if rank != level]
    order = [*ranks, level]
    return (*(order.index(rank) for rank in range(13)), 13, 14)


VALUES: Final[tuple[tuple[int, ...], ...]] = tuple(_values(level) for level in range(13))
"""GD-2, per level: the value of each rank, 0 … 14, the jokers behind the ace."""


def in_order(level: int, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Cards in GD-2 order, high first; equal ranks by suit S H C D."""
    values = VALUES[level]
    return tuple(sorted(cards, key=lambda card: (-values[RANK[card]], card)))


# -------------------------------------------------------------------------------- readings


def readings(level: int, cards: tuple[Card, ...]) -> tuple[Reading, ...]:
    """All readings of a set of cards, strongest first; none when it is no combination.

    Readings that everybody takes for the same (a full house of nines with either pair for two
    wild cards) are one. Strongest (GD-16): by GD-15, then plate before tube, then the highest.
    """
    return _readings(level, tuple(sorted(cards)))


@lru_cache(maxsize=1 << 16)
def _readings(level: int, cards: tuple[Card, ...]) -> tuple[Reading, ...]:
    """``readings`` of sorted cards."""
    size = len(cards)
    if size == 4 and cards == FOUR_JOKERS:
        return (Reading(Kind.FOUR_JOKERS, None, 4, cards, 99, 0),)
    if not 1 <= size <= 10:
        return ()
    wild = wild_card(level)
    natural = tuple([card for card in cards if card != wild])
    wilds = size - len(natural)
    found = _alike(level, natural, wilds, size)
    if size == 5:
        found += _full_houses(level, natural, wilds)
        found += _straights(natural, wilds)
    elif size == 6:
        found += _runs(Kind.PLATE, natural, wilds)
        found += _runs(Kind.TUBE, natural, wilds)
    if len(found) > 1:
        found.sort(key=lambda r: (r.tier, _STRENGTH[r.kind], r.value), reverse=True)
    return tuple(found)


def _alike(level: int, natural: tuple[Card, ...], wilds: int, size: int) -> list[Reading]:
    """Single, pair, triple, bomb: cards of one rank (GD-5, 6, 7, 12)."""
    ranks = {RANK[card] for card in natural} or {level}
    if len(ranks) > 1:
        return []
    rank = ranks.pop()
    if rank > ACE and (size > 2 or wilds):
        return []  # wild cards stand for no joker (GD-4), and two jokers of a sort are all
    kind = (Kind.SINGLE, Kind.PAIR, Kind.TRIPLE)[size - 1] if size < 4 else Kind.BOMB
    tier = bomb_tier(size) if size > 3 else 0
    stands = natural + _stand_for(level, rank, wilds)
    return [Reading(kind, CODE_OF_RANK[rank], size, stands, tier, VALUES[level][rank])]


def _full_houses(level: int, natural: tuple[Card, ...], wilds: int) -> list[Reading]:
    """GD-8: a triple and a pair of another rank."""
    count = _count(natural)
    found = []
    for triple in [rank for rank in count if rank <= ACE and count[rank] <= 3]:
        rest = [rank for rank in count if rank != triple]
        if len(rest) > 1:
            continue
        spare = wilds - (3 - count[triple])
        if rest:
            pair = rest[0]
            if not 0 <= spare == 2 - count[pair] or (pair > ACE and spare):
                continue
        elif spare == 2:
            # Two wild cards alone are level cards; if the triple is, they are any other rank.
            pair = level if triple != level else ACE - (level == ACE)
        else:
            continue
        stands = natural + _stand_for(level, triple, wilds - spare) + _stand_for(level, pair, spare)
        value = VALUES[level][triple]
        found.append(Reading(Kind.FULL_HOUSE, CODE_OF_RANK[triple], 5, stands, 0, value))
    return found


def _straights(natural: tuple[Card, ...], wilds: int) -> list[Reading]:
    """GD-9 and GD-13: five in sequence; of one suit it is a straight flush and nothing less."""
    if natural[-1] >= SMALL_JOKER:
        return []
    suits = {card // 13 for card in natural}
    if len(suits) > 1:
        return _runs(Kind.STRAIGHT, natural, wilds)
    return _runs(Kind.STRAIGHT_FLUSH, natural, wilds, suits.pop())


def _runs(kind: Kind, natural: tuple[Card, ...], wilds: int, suit: int = 1) -> list[Reading]:
    """The sequences of a kind that the cards can be; wild cards fill in with ``suit``."""
    count = _count(natural)
    copies = COPIES[kind]
    if max(count) > ACE or max(count.values()) > copies:
        return []
    found = []
    tier = FLUSH_TIER if kind is Kind.STRAIGHT_FLUSH else 0
    for value, ranks in enumerate(SEQUENCES[kind]):
        if all(rank in ranks for rank in count):
            gaps = [r for r in ranks for _ in range(copies - count.get(r, 0))]
            filling = tuple([suit * 13 + rank for rank in gaps])
            size = len(natural) + wilds
            top = CODE_OF_RANK[ranks[-1]]
            found.append(Reading(kind, top, size, natural + filling, tier, value))
    return found


def _stand_for(level: int, rank: int, wilds: int) -> tuple[Card, ...]:
    """Natural cards of ``rank`` for some wild cards: hearts, as the level card itself is."""
    return (HEARTS + rank,) * wilds


def _count(cards: tuple[Card, ...]) -> dict[int, int]:
    count: dict[int, int] = {}
    for card in cards:
        rank = RANK[card]
        count[rank] = count.get(rank, 0) + 1
    return count


# ---------------------------------------------------------------------------------- choice


def read_as(level: int, cards: tuple[Card, ...], stands: tuple[Card, ...]) -> Reading | None:
    """The reading of ``cards`` that ``stands`` names, or nothing where that is impossible.

    ``stands`` holds all natural cards of the play and natural cards, no jokers, for the wild
    ones. What it says must be one of the readings of the cards: nobody plays a straight flush
    as a plain straight (GD-16), or a wild card alone as anything else (GD-4).
    """
    if len(stands) != len(cards):
        return None
    wild = wild_card(level)
    rest = list(stands)
    for card in cards:
        if card != wild:
            if card not in rest:
                return None
            rest.remove(card)
    if any(card >= SMALL_JOKER for card in rest):
        return None
    said = plain_reading(level, stands)
    if said is None:
        return None
    return next((each for each in readings(level, cards) if each.same_as(said)), None) and said


def plain_reading(level: int, cards: tuple[Card, ...]) -> Reading | None:
    """The reading of cards none of which is wild; there is one at most."""
    natural = tuple(sorted(cards))
    if natural == FOUR_JOKERS:
        return readings(level, natural)[0]
    size = len(natural)
    if not 1 <= size <= 10:
        return None
    found = _alike(level, natural, 0, size)
    if size == 5:
        found += _full_houses(level, natural, 0) + _straights(natural, 0)
    elif size == 6:
        found += _runs(Kind.PLATE, natural, 0) + _runs(Kind.TUBE, natural, 0)
    return found[0] if found else None
