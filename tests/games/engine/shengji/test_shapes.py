"""Shapes against slow and plain searches that try everything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.cards import RANKS, cards
from games.engine.shengji.hands import SPAN, add, pack, take, unpack
from games.engine.shengji.order import TRUMP, Links, Order, order_of
from games.engine.shengji.shapes import decompose, rank_as, weigh
from games.engine.shengji.shapes import shape_of as lead_shape
from games.engine.shengji.tricks import follow_refusal
from tests.games.engine.shengji.helpers import table

Combo = tuple[int, int, tuple[int, ...]]
"""Pairs, rank, cards."""


def all_combinations(order: Order, suit: int, held: Counter[int]) -> Iterator[Combo]:
    """Every single, pair and run that can be made of some cards of a suit."""
    for kind in held:
        yield 0, order.rank[kind], (kind,)
        if held[kind] == 2:
            yield 1, order.rank[kind], (kind, kind)
    ladder = order.ladder[suit]
    for low in range(len(ladder)):
        yield from _runs_from(ladder, held, low, low, ())


def _runs_from(
    ladder: tuple[int, ...], held: Counter[int], low: int, at: int, so_far: tuple[int, ...]
) -> Iterator[Combo]:
    if len(so_far) >= 4:
        yield len(so_far) // 2, at, so_far
    if at < len(ladder):
        for kind in held:
            if held[kind] == 2 and ladder[at] >> kind & 1 and kind not in so_far:
                yield from _runs_from(ladder, held, low, at + 1, (*so_far, kind, kind))


def best_by_search(order: Order, suit: int, held: Counter[int], sizes: tuple[int, ...]) -> int:
    """The highest rank of a largest combination in any arrangement; 0: there is none."""
    best = 0

    def place(left: Counter[int], open_: tuple[int, ...], highest: int) -> None:
        nonlocal best
        if not open_:
            best = max(best, highest)
            return
        for size, rank, used in set(all_combinations(order, suit, left)):
            if size == open_[0]:
                rest = left - Counter(used)
                counts = rank if size == sizes[0] else 0
                place(rest, open_[1:], max(highest, counts))

    place(held, sizes, 0)
    return best


ORDERS = [
    order_of(RANKS.index("7"), 1, Links.BRIDGED),
    order_of(RANKS.index("7"), None, Links.BRIDGED),
    order_of(RANKS.index("5"), 1, Links.NATURAL),
    order_of(RANKS.index("A"), 1, Links.NATURAL),
    order_of(RANKS.index("3"), 1, Links.TRUMP_ORDER),
]
SIZES = [(0,), (1,), (2,), (3,), (0, 0), (1, 0), (1, 1), (2, 0), (2, 1), (2, 2), (1, 1, 0)]


@pytest.mark.parametrize("order", ORDERS, ids=["H7", "no trump", "natural", "aces", "trump order"])
@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32), sizes=st.sampled_from(SIZES))
def test_wk_22_every_arrangement_counts(order: Order, seed: int, sizes: tuple[int, ...]) -> None:
    """WK-22: the best arrangement of a ruff is found, or that there is none."""
    rng = Random(seed)
    count = sum(2 * size or 1 for size in sizes)
    trumps = [kind for kind in order.falling[TRUMP] for _ in "12"]
    if rng.random() < 0.7:  # many pairs, close together
        kinds = rng.sample(order.falling[TRUMP][:12], min(count, len(order.falling[TRUMP][:12])))
        trumps = [kind for kind in kinds for _ in "12"][: count + count % 2]
    chosen = sorted(trumps[:count] if len(trumps) <= count + 1 else rng.sample(trumps, count))
    found = rank_as(order, TRUMP, pack(chosen), sizes)
    assert found == best_by_search(order, TRUMP, Counter(chosen), sizes)


@pytest.mark.parametrize("order", ORDERS, ids=["H7", "no trump", "natural", "aces", "trump order"])
@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_ss_9_a_lead_is_read_as_its_longest_runs(order: Order, seed: int) -> None:
    """SS-9, WK-21: its first combination is as long as any, and of those the highest."""
    rng = Random(seed)
    kinds = rng.sample(order.falling[TRUMP], min(7, len(order.falling[TRUMP])))
    chosen = [kind for kind in kinds for _ in range(rng.choice((1, 2, 2)))]
    read = decompose(order, TRUMP, pack(chosen))
    assert sorted(c for combo in read for c in combo.cards) == sorted(chosen)
    best = max((size, rank) for size, rank, _ in all_combinations(order, TRUMP, Counter(chosen)))
    assert (read[0].pairs, read[0].rank) == best


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 2**32), lead=st.sampled_from(["S7 S7", "SJ SJ SQ SQ", "S9 S9 ST ST SJ SJ"])
)
def test_ty_16_what_may_follow_by_trying_everything(seed: int, lead: str) -> None:
    """TY-16: of all answers of the suit, those with the longest run held and as many pairs."""
    rng = Random(seed)
    state = table("tycoon", "H", "2", lead)
    order, rules = state.stage.order, state.deal.rules  # type: ignore[union-attr]
    led = cards(lead)
    shape = lead_shape(order, led, pack(led))
    deck = [c for c in cards(" ".join(f"S{r}" for r in "3456789TJQKA")) for _ in "12"]
    for card in led:
        deck.remove(card)
    hand = rng.sample(deck, rng.randint(len(led), 9))
    answers = {tuple(sorted(a)) for a in combinations(hand, len(led))}

    def measure(some: tuple[int, ...]) -> tuple[int, int]:
        held = Counter(some)
        runs = [size for size, _, _ in all_combinations(order, 0, held) if size > 1]
        return max(runs, default=0), sum(1 for kind in held if held[kind] == 2)

    most_run = min(max(measure(a)[0] for a in answers), shape.sizes[0])
    most_run = most_run if shape.sizes[0] > 1 else 0
    fitting = [a for a in answers if measure(a)[0] >= most_run]
    most_pairs = max(measure(a)[1] for a in fitting)
    for answer in answers:
        run, pairs = measure(answer)
        legal = run >= most_run and pairs == most_pairs
        refused = follow_refusal(rules, order, shape, pack(hand), answer, pack(answer))
        assert (refused is None) == legal, (hand, answer)


@settings(max_examples=50, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_hands_are_multisets(seed: int) -> None:
    """Taking cards away and adding them again leaves the hand; what is not there is not taken."""
    rng = Random(seed)
    deck = sorted([*range(SPAN), *range(SPAN)])
    hand = rng.sample(deck, 25)
    part = rng.sample(hand, 8)
    packed = pack(hand)
    assert sorted(hand) == list(unpack(packed))
    assert add(take(packed, part), part) == packed
    assert Counter(unpack(take(packed, part))) == Counter(hand) - Counter(part)
    assert take(take(packed, part), (*part, *part, *part)) in (-1,)
    with pytest.raises(ValueError, match="third"):
        add(packed, hand * 2)


def test_ss_8_a_play_weighs_nothing_unless_it_can_win() -> None:
    """SS-8: a discard, a mixed answer, another shape."""
    order = ORDERS[0]
    lead = cards("S5 S5")
    shape = lead_shape(order, lead, pack(lead))
    for text in ("S9 ST", "D5 D5", "H3 S9", "H3 H4", "S7 D7"):
        assert weigh(order, shape, pack(cards(text))) == 0
    assert 0 < weigh(order, shape, pack(cards("S9 S9"))) < weigh(order, shape, pack(cards("H3 H3")))
