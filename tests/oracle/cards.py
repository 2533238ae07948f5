"""Words that both oracles share. Cards are their codes, hands are lists of codes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

RANKS = "23456789TJQKA"
SUITS = "SHCD"
JOKERS = ("SB", "HR")
DECK = [s + r for s in SUITS for r in RANKS] * 2 + ["SB", "HR"] * 2


class Refused(Exception):
    """An action that the rulebook refuses; carries the error's code."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def refuse_unless(condition: object, code: str) -> None:
    if not condition:
        raise Refused(code)


def holds(hand: Iterable[str], cards: Iterable[str]) -> bool:
    return not Counter(cards) - Counter(hand)


def without(hand: Iterable[str], cards: Iterable[str]) -> list[str]:
    """What is left of a hand, in its order."""
    gone, left = Counter(cards), []
    for card in hand:
        if gone[card]:
            gone[card] -= 1
        else:
            left.append(card)
    return left


def points(cards: Iterable[str]) -> int:
    """5 for each five, 10 for each ten and king."""
    return sum({"5": 5, "T": 10, "K": 10}.get(card[1], 0) for card in cards)
