"""The shengji family's cards by definition: order, shapes, leads, ruffs, following.

Nothing here is clever: a run is any choice of pairs that the clause calls one, a ruff is tried in
every arrangement, and what a hand holds is found by looking at all its subsets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from tests.oracle.cards import JOKERS, RANKS, SUITS

Shape = int
"""0 a single, 1 a pair, n a run of n pairs."""


def size(shape: Shape) -> int:
    return max(1, 2 * shape)


@dataclass(frozen=True)
class Suits:
    """The suits as they are in a deal. ``links``: ``bridged`` (SS-6), ``natural``, ``trump_order``
    (WK-6, WK-7)."""

    trump: str | None
    level: str
    links: str

    def suit(self, card: str) -> str:
        """The suit a card must be followed in, ``T`` for trumps."""
        if card in JOKERS or card[1] == self.level or card[0] == self.trump:
            return "T"
        return card[0]

    def of(self, cards: Sequence[str], suit: str) -> list[str]:
        return [card for card in cards if self.suit(card) == suit]

    def place(self, card: str) -> int:
        """SS-2, SS-7, WK-3: where a card stands in its suit."""
        if card in JOKERS:
            return (14 if self.trump else 13) + JOKERS.index(card)
        if card[1] == self.level:
            return 13 if card[0] == self.trump else 12
        return RANKS.replace(self.level, "").index(card[1])

    def run(self, pairs: Sequence[str]) -> int | None:
        """The height of a run of these pairs, None when they are none."""
        heights = [
            max(places)
            for places in self._run_places(pairs)
            if sorted(places) == list(range(min(places), min(places) + len(places)))
        ]
        return max(heights, default=None)

    def _run_places(self, pairs: Sequence[str]) -> Iterator[list[int]]:
        """Each way of giving the pairs places: neighbours are those one apart."""
        in_trump = self.suit(pairs[0]) == "T"
        if self.links == "bridged":
            yield [self.place(card) for card in pairs]
        elif in_trump and self.links == "trump_order":
            high = [self.place(card) for card in pairs]
            yield high
            yield [
                -1 if card[1] == "A" and p < 12 else p for card, p in zip(pairs, high, strict=True)
            ]
        elif set(pairs) == set(JOKERS):
            yield [100, 101]
        elif not any(
            card in JOKERS or (card[1] == self.level and card[0] != self.trump) for card in pairs
        ):
            high = [2 + RANKS.index(card[1]) for card in pairs]
            yield high
            yield [1 if p == 14 else p for p in high]

    def all_of(self, cards: Sequence[str], shape: Shape) -> Iterator[tuple[int, list[str]]]:
        """Every combination of a shape within cards of one suit: height, its cards."""
        if shape == 0:
            yield from ((self.place(card), [card]) for card in sorted(set(cards)))
            return
        pairs = sorted(
            (card for card, n in Counter(cards).items() if n == 2),
            key=lambda card: (self.place(card), SUITS.index(card[0])),
        )
        for chosen in combinations(pairs, shape):
            height = self.place(chosen[0]) if shape == 1 else self.run(chosen)
            if height is not None:
                yield height, [card for card in chosen for _ in "12"]

    def best_of(self, cards: Sequence[str], shape: Shape) -> int:
        return max((height for height, _ in self.all_of(cards, shape)), default=-99)

    def longest_run(self, cards: Sequence[str]) -> int:
        return max((n for n in range(2, 13) if any(self.all_of(cards, n))), default=0)

    def read(self, cards: Sequence[str]) -> list[tuple[Shape, int, list[str]]]:
        """SS-9, WK-21: longest runs first, then the higher; pairs; singles."""
        left, found = list(cards), []
        while left:
            shape = self.longest_run(left) or (1 if any(self.all_of(left, 1)) else 0)
            height = self.best_of(left, shape)
            # Of equal ones that which holds the earlier suits (S H C D).
            chosen = next(c for h, c in self.all_of(left, shape) if h == height)
            found.append((shape, height, chosen))
            for card in chosen:
                left.remove(card)
        return found

    def arrange(self, cards: Sequence[str], shapes: Sequence[Shape]) -> int | None:
        """WK-22: the best height of the largest shape over all arrangements of the cards into
        these shapes; None when there is none."""
        shapes = sorted(shapes, reverse=True)
        return max(self._arrangements(list(cards), shapes, shapes[0]), default=None)

    def _arrangements(
        self, cards: list[str], shapes: Sequence[Shape], largest: Shape
    ) -> Iterator[int]:
        if not shapes:
            if not cards:
                yield -1
            return
        if shapes[0] == 0:  # only singles are left: any cards do
            if len(cards) == len(shapes):
                yield max(map(self.place, cards)) if largest == 0 else -1
            return
        for height, chosen in self.all_of(cards, shapes[0]):
            left = list(cards)
            for card in chosen:
                left.remove(card)
            for rest in self._arrangements(left, shapes[1:], largest):
                yield max(rest, height) if shapes[0] == largest else rest

    def follows_shape(
        self, suited: Sequence[str], played: Sequence[str], shape: Shape, longest: bool
    ) -> bool:
        """TY-16, for a hand that holds more cards of the suit than were led: is the shape of what
        was played as near to the lead as that of any other choice?"""
        if shape == 0:
            return True
        if shape > 1 and any(self.all_of(suited, shape)):
            return any(self.all_of(played, shape))

        def pairs(cards: Sequence[str]) -> int:
            return sum(n == 2 for n in Counter(cards).values())

        if pairs(played) < min(shape, pairs(suited)):
            return False
        return (
            shape == 1
            or not longest
            or self.longest_run(played) >= min(shape, self.longest_run(suited))
        )
