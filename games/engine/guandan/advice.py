"""What a sensible player would do: a hand put in order 理牌, and plays ranked by it.

All of it is made from one hand and what lies on the table, nothing that is hidden.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from games.engine.cards import Card
from games.engine.guandan.combos import Kind, Reading
from games.engine.guandan.moves import (
    Holding,
    Move,
    bombs,
    moves,
    plates,
    straights,
    tubes,
)

HIGH = 12
"""Values from here on (GD-2: ace, level card, jokers) are held back for later."""


def arrange(level: int, hand: tuple[Card, ...]) -> tuple[Move, ...]:
    """The hand in few combinations, bombs kept whole: a fair plan, not the best one.

    Several orders of taking sequences out are tried; the one that leaves the fewest
    combinations to be played wins, bombs counting less since they also win a round.
    """
    plans = (
        _plan(level, hand, with_sequences, with_flush)
        for with_sequences in (True, False)
        for with_flush in (True, False)
    )
    return min(plans, key=lambda plan: sum(_cost(level, move) for move in plan))


def _cost(level: int, move: Move) -> float:
    """What a combination costs to be rid of: less when it is likely to win its round."""
    _, reading = move
    if reading.tier:
        return 0.2 if reading.size < 7 else 0.1
    if reading.kind in (Kind.SINGLE, Kind.PAIR, Kind.TRIPLE):
        return 1.2 - reading.value / 16
    return 0.8


def _plan(
    level: int, hand: tuple[Card, ...], with_sequences: bool, with_flush: bool
) -> tuple[Move, ...]:
    rest = hand
    plan: list[Move] = []
    finders = [_largest_bomb]
    if with_flush:
        finders.insert(0, _flush)
    if with_sequences:
        finders += [_plate, _tube, _straight]
    for find in finders:
        while move := find(Holding(level, rest)):
            plan.append(move)
            rest = _less(rest, move[0])
    return (*plan, *_alike_groups(level, rest))


def _flush(holding: Holding) -> Move | None:
    """A straight flush that needs no wild card."""
    return next(
        (
            (cards, reading)
            for cards, reading in bombs(holding)
            if reading.kind is Kind.STRAIGHT_FLUSH and holding.wild not in cards
        ),
        None,
    )


def _largest_bomb(holding: Holding) -> Move | None:
    """The largest bomb of equal cards, or all four jokers."""
    found = [move for move in bombs(holding) if move[1].kind is not Kind.STRAIGHT_FLUSH]
    natural = [move for move in found if holding.wild not in move[0]]
    return max(natural or found, key=lambda move: move[1].size, default=None)


def _whole(holding: Holding, cards: tuple[Card, ...]) -> bool:
    """Whether a sequence uses up its ranks and no wild card, so that it leaves no orphans."""
    if holding.wild in cards:
        return False
    used = Counter(card % 13 for card in cards)
    return all(len(holding.ranks[rank]) == count for rank, count in used.items())


def _plate(holding: Holding) -> Move | None:
    return next((move for move in plates(holding, -1) if _whole(holding, move[0])), None)


def _tube(holding: Holding) -> Move | None:
    return next((move for move in tubes(holding, -1) if _whole(holding, move[0])), None)


def _straight(holding: Holding) -> Move | None:
    """A straight that breaks no more than one pair."""
    for cards, reading in straights(holding, -1):
        if holding.wild not in cards:
            left = [len(holding.ranks[card % 13]) - 1 for card in cards]
            if sum(1 for count in left if count) <= 1 and max(left) <= 1:
                return cards, reading
    return None


def _alike_groups(level: int, rest: tuple[Card, ...]) -> list[Move]:
    """What is left as triples (with pairs), pairs and singles; wild cards go to the highest."""
    groups: list[Move] = []
    while rest:
        best: Move | None = None
        for cards, reading in moves(level, rest):
            if reading.kind in (Kind.SINGLE, Kind.PAIR, Kind.TRIPLE) and (
                best is None or _group_rank(reading) > _group_rank(best[1])
            ):
                best = cards, reading
        assert best is not None, "a card is a single"
        groups.append(best)
        rest = _less(rest, best[0])
    return _full(level, groups)


def _group_rank(reading: Reading) -> tuple[int, int]:
    return reading.size, reading.value


def _full(level: int, groups: list[Move]) -> list[Move]:
    """Triples joined with low pairs to full houses."""
    triples = [move for move in groups if move[1].kind is Kind.TRIPLE]
    others = [move for move in groups if move[1].kind is not Kind.TRIPLE]
    low = [m for m in others if m[1].kind is Kind.PAIR and m[1].value < HIGH]
    low.sort(key=lambda move: move[1].value)
    joined: list[Move] = []
    for cards, reading in sorted(triples, key=lambda move: move[1].value):
        if low:
            pair, pair_reading = low.pop(0)
            others.remove((pair, pair_reading))
            stands = reading.stands + pair_reading.stands
            full = Reading(Kind.FULL_HOUSE, reading.rank, 5, stands, 0, reading.value)
            joined.append((cards + pair, full))
        else:
            joined.append((cards, reading))
    return joined + others


def _less(hand: tuple[Card, ...], cards: tuple[Card, ...]) -> tuple[Card, ...]:
    rest = list(hand)
    for card in cards:
        rest.remove(card)
    return tuple(rest)


# ---------------------------------------------------------------------------------- ranked


def leads(level: int, hand: tuple[Card, ...]) -> Iterator[Move]:
    """Leads, best first: low combinations of the plan, then high ones, bombs, all others."""
    plan = arrange(level, hand)
    seen: set[tuple[Card, ...]] = set()
    for move in sorted(plan, key=lambda move: _lead_order(level, move)):
        if move[0] not in seen:
            seen.add(move[0])
            yield move
    for move in moves(level, hand):
        if move[0] not in seen:
            seen.add(move[0])
            yield move


def _lead_order(level: int, move: Move) -> tuple[int, float]:
    """Bombs last; many low cards at once first."""
    _, reading = move
    return reading.tier, reading.value - 1.5 * reading.size


def follows(level: int, hand: tuple[Card, ...], to_beat: Reading) -> Iterator[Move]:
    """Plays that beat, best first: from the plan, then what breaks it, bombs last."""
    plan = [(cards, r) for cards, r in arrange(level, hand) if r.beats(to_beat)]
    plan.sort(key=lambda move: (move[1].tier, move[1].value))
    planned = {(cards, r.rank) for cards, r in plan}
    yield from (move for move in plan if not move[1].tier)
    rest = [m for m in moves(level, hand, to_beat) if (m[0], m[1].rank) not in planned]
    yield from sorted(
        (move for move in rest if not move[1].tier), key=lambda move: _breaks(level, hand, move)
    )
    yield from (move for move in plan if move[1].tier)
    yield from (move for move in rest if move[1].tier)


def _breaks(level: int, hand: tuple[Card, ...], move: Move) -> tuple[int, int]:
    """How much a play tears apart: cards left over of its ranks, wild cards spent."""
    cards, reading = move
    holding = Holding(level, hand)
    torn = 0
    for card in set(cards):
        if card == holding.wild:
            torn += 3
        elif card < 52:
            torn += min(len(holding.ranks[card % 13]) - 1, 4)
    return torn, reading.value
