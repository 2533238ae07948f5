"""Finding all legal plays, against a brute-force oracle."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.cards import DECK, Card
from games.engine.guandan.combos import RANK, Kind, Reading, readings, wild_card
from games.engine.guandan.moves import moves

Class = tuple[str, str | None, int, object]
"""What makes a move: kind, rank, size, and the pair's rank or the flush's suit."""


def class_of(level: int, cards: tuple[Card, ...], reading: Reading) -> Class:
    """Plays of one class are one move."""
    natural = [card for card in cards if card != wild_card(level)]
    extra: object = None
    if reading.kind is Kind.STRAIGHT_FLUSH:
        extra = natural[0] // 13
    elif reading.kind is Kind.FULL_HOUSE:
        triple = RANK[reading.stands[0]]
        by_code = {RANK[card] for card in natural}
        triple = next(r for r in (*by_code, triple) if "23456789TJQKABR"[r] == reading.rank)
        pair = by_code - {triple}
        # Two wild cards alone are level cards, or any others beside a triple of level cards.
        extra = pair.pop() if pair else ("any" if triple == level else level)
    return str(reading.kind), reading.rank, reading.size, extra


def oracle(level: int, hand: tuple[Card, ...]) -> dict[Class, int]:
    """Every class of play by trying every set of cards, with the fewest wild cards it takes."""
    found: dict[Class, int] = {}
    for size in range(1, min(len(hand), 10) + 1):
        for cards in set(combinations(hand, size)):
            for reading in readings(level, cards):
                wilds = cards.count(wild_card(level))
                key = class_of(level, cards, reading)
                found[key] = min(wilds, found.get(key, 9))
    return found


def check(level: int, hand: tuple[Card, ...]) -> None:
    found: dict[Class, int] = {}
    for cards, reading in moves(level, hand):
        assert not set(cards) - set(hand)
        assert any(reading.same_as(each) for each in readings(level, cards))
        key = class_of(level, cards, reading)
        assert key not in found, f"{key} twice"
        found[key] = cards.count(wild_card(level))
    assert found == oracle(level, hand)


@st.composite
def hands(draw: st.DrawFn) -> tuple[int, tuple[Card, ...]]:
    """A level and up to nine cards of few neighbouring ranks, wild cards likely among them."""
    level = draw(st.integers(0, 12))
    low = draw(st.integers(0, 12))
    width = draw(st.integers(1, 6))
    ranks = [(low + step) % 13 for step in range(width)]
    near = [card for card in DECK if card >= 52 or card % 13 in ranks]
    near += [wild_card(level)] * (2 - near.count(wild_card(level)))
    picked = draw(st.lists(st.integers(0, len(near) - 1), min_size=1, max_size=7, unique=True))
    wilds = draw(st.integers(0, 2))
    cards = [near[i] for i in picked if near[i] != wild_card(level)]
    return level, tuple(sorted(cards + [wild_card(level)] * wilds))


@settings(max_examples=150, deadline=None)
@given(hands())
def test_gd_4_moves_are_complete_once_each_and_spare_wild_cards(
    case: tuple[int, tuple[Card, ...]],
) -> None:
    """GD-4 … GD-14: as many moves as a search through all sets of cards finds."""
    check(*case)


@pytest.mark.parametrize("seed", range(6))
def test_gd_4_moves_of_denser_hands(seed: int) -> None:
    """The same on ten cards of two suits with both wild cards."""
    rng = random.Random(seed)
    level = rng.randrange(13)
    near = [card for card in DECK if card // 13 in (0, 3) and card < 52]
    hand = (*rng.sample(near, 8), wild_card(level), wild_card(level))
    check(level, tuple(sorted(hand)))


@settings(max_examples=60, deadline=None)
@given(hands(), st.data())
def test_gd_15_following_moves_are_those_leads_that_beat(
    case: tuple[int, tuple[Card, ...]], data: st.DataObject
) -> None:
    """GD-15: what may follow is what could be led and beats."""
    level, hand = case
    rng = random.Random(data.draw(st.integers(0, 999)))
    others = tuple(sorted(rng.sample(DECK, 27)))
    _, target = rng.choice(list(moves(level, others)))
    leads = [(cards, r) for cards, r in moves(level, hand) if r.beats(target)]
    assert sorted(moves(level, hand, target), key=repr) == sorted(leads, key=repr)
