"""Chained stages: who goes on, and as which seed."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from tests.tournaments.engine.make import LEVELS, SEED, beats, table
from tournaments.engine.lots import draw
from tournaments.engine.pairing.groups import snake
from tournaments.engine.pairing.knockout import bracket_size, meeting_round
from tournaments.engine.pairing.round_robin import schedule
from tournaments.engine.stages import (
    Qualified,
    Rule,
    Seeding,
    StageKind,
    StagePlan,
    problems,
    qualify,
)
from tournaments.engine.standings import Standings
from tournaments.engine.text import render

GROUPS = ("match_points", "head_to_head", "level_difference")


def group_tables(number: int, groups: int, upsets: int = 0) -> list[Standings]:
    """Groups filled by the snake; the better seed wins, by more the better it is."""
    chance = random.Random(upsets)
    made = []
    for group in snake(range(1, number + 1), groups):
        matches = []
        for r, round_ in enumerate(schedule(group), 1):
            for p in round_.pairings:
                better, worse = sorted((p.first, p.second))
                if upsets and chance.random() < 0.3:
                    better, worse = worse, better
                matches.append(
                    beats(r, better, worse, by=1 + (worse > better) * (worse - better) % 9)
                )
        made.append(table(group, matches, GROUPS, LEVELS))
    return made


def by_group(found: tuple[Qualified, ...]) -> dict[int, list[Qualified]]:
    """Those who go on, by their group."""
    groups: dict[int, list[Qualified]] = {}
    for q in found:
        groups.setdefault(q.table, []).append(q)
    return groups


def test_the_first_of_one_table() -> None:
    """Top n after a Swiss stage, seeded by rank."""
    swiss = table(range(1, 7), [beats(1, 6, 1), beats(1, 5, 2), beats(1, 4, 3)], ("total",))
    found = qualify([swiss], Rule(3, seeding=Seeding.RANK), seed=SEED)
    assert [q.entrant for q in found] == list(swiss.order[:3])
    assert [q.seed for q in found] == [1, 2, 3]
    assert render(found[0].text) == "Among the first 3."


def test_case_16_the_next_in_rank_moves_up() -> None:
    """Case 16: before the bracket is published the next moves up; finished ranks do not change."""
    swiss = table(range(1, 7), [beats(1, 6, 1), beats(1, 5, 2), beats(1, 4, 3)], ("total",))
    first, second, third, fourth = swiss.order[:4]
    found = qualify([swiss], Rule(3), seed=SEED, withdrawn={second})
    assert {q.entrant for q in found} == {first, third, fourth}
    assert {q.entrant: q.rank for q in found} == {first: 1, third: 3, fourth: 4}


@pytest.mark.parametrize("groups", [2, 4, 8, 16])
def test_seeding_across_keeps_group_mates_apart(groups: int) -> None:
    """The first two of each group meet in the final at the earliest."""
    for upsets in range(4):
        found = qualify(group_tables(4 * groups, groups, upsets), Rule(2), seed=SEED)
        assert sorted(q.seed for q in found) == list(range(1, 2 * groups + 1))
        assert all(q.seed <= groups for q in found if q.rank == 1), "winners keep the best seeds"
        size = bracket_size(len(found))
        for mates in by_group(found).values():
            assert meeting_round(size, mates[0].seed, mates[1].seed) == size.bit_length() - 1


def test_the_best_thirds() -> None:
    """Six groups, two of each and the four best thirds: the strongest of the place."""
    tables = group_tables(24, 6, upsets=3)
    found = qualify(tables, Rule(2, best_next=4), seed=SEED)
    assert len(found) == 16
    thirds = [q for q in found if q.tier == 2]
    assert len(thirds) == 4
    assert render(thirds[0].text) == "One of the best of place 3."
    all_thirds = [t.places[2] for t in tables]
    key = {p.entrant: (p.values[0], p.values[2]) for p in all_thirds}
    out = [e for e in key if e not in {q.entrant for q in thirds}]
    assert min(key[q.entrant] for q in thirds) >= max(key[e] for e in out)
    for mates in by_group(found).values():
        for one, other in combinations(mates, 2):
            assert meeting_round(16, one.seed, other.seed) > 1


def test_groups_of_unequal_size_are_compared_by_the_match() -> None:
    """A larger group's third has played more matches; what counts is what each match brought."""
    small = table((1, 2, 3), [beats(1, 1, 2), beats(2, 2, 3), beats(3, 1, 3)], GROUPS)
    large = table(
        (4, 5, 6, 7),
        [beats(1, 4, 5), beats(1, 6, 7), beats(2, 4, 6), beats(2, 5, 7), beats(3, 4, 7),
         beats(3, 5, 6)],
        GROUPS,
    )  # fmt: skip
    found = qualify([small, large], Rule(1, best_next=1, seeding=Seeding.RANK), seed=SEED)
    assert [q.entrant for q in found if q.tier == 1] == [5], "4 of 6 points beat 2 of 4"


def test_seeding_by_lots_can_be_recomputed() -> None:
    """Lots are the event's."""
    tables = group_tables(8, 2)
    found = qualify(tables, Rule(2, seeding=Seeding.LOTS), seed=SEED)
    assert [q.entrant for q in found] == list(draw(SEED, "seeding", [q.entrant for q in found]))


def test_qualification_does_not_depend_on_the_order_of_insertion() -> None:
    """The same results in another order send the same entrants with the same seeds."""
    one = qualify(group_tables(16, 4, upsets=2), Rule(2), seed=SEED)
    assert one == qualify(group_tables(16, 4, upsets=2), Rule(2), seed=SEED)


def test_a_plan_is_checked() -> None:
    """What cannot work is said before the event."""
    weekend = [
        StagePlan(StageKind.GROUPS, groups=4, rule=Rule(2)),
        StagePlan(StageKind.KNOCKOUT, third_place=True),
    ]
    assert problems(weekend, 16) == ()
    assert [render(t) for t in problems(weekend, 6)] == [
        "Stage 1: 4 groups are too many for 6 entrants."
    ]
    swiss = StagePlan(StageKind.SWISS, rounds=5)
    assert problems([swiss], 5) == ()
    assert [render(t) for t in problems([swiss], 4)] == [
        "Stage 1: 4 entrants cannot play 5 Swiss rounds."
    ]
    assert [render(t) for t in problems([swiss, weekend[1]], 8)] == [
        "Stage 1: nothing can follow it."
    ]
    lonely = [StagePlan(StageKind.SWISS, rounds=3, rule=Rule(1)), weekend[1]]
    assert [render(t) for t in problems(lonely, 8)] == ["Stage 2: fewer than two entrants (1)"]
