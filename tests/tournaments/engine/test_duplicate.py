"""Duplicate play: the same deals, compared with the field (CP-8)."""

from __future__ import annotations

from decimal import Decimal
from itertools import pairwise

import pytest

from tests.tournaments.engine.make import SEED, table
from tournaments.engine.duplicate import BoardResult, Method, board_seed, compare, matches
from tournaments.engine.lots import commitment
from tournaments.engine.scoring import ContinuousScale, Scoring
from tournaments.engine.text import render

D = Decimal


def boards(*scores: int, board: int = 1) -> list[BoardResult]:
    """A board at tables 1, 2, …: the first side of table t is 2t − 1."""
    return [BoardResult(board, t, 2 * t - 1, 2 * t, D(score)) for t, score in enumerate(scores, 1)]


def margins(*scores: int, method: Method) -> dict[int, Decimal]:
    """The margins by table."""
    return {line.result.table: line.margin for line in compare(boards(*scores), method)}


def test_cp_8_the_median_datum() -> None:
    """CP-8: each table against the median of the field, an even number taking the middle."""
    assert margins(3, 1, -2, method=Method.MEDIAN) == {1: 2, 2: 0, 3: -3}
    assert margins(4, 1, 0, -9, method=Method.MEDIAN) == {
        1: D("3.5"), 2: D("0.5"), 3: D("-0.5"), 4: D("-9.5"),
    }  # fmt: skip


def test_cp_8_cross_differences() -> None:
    """CP-8: each table against each other one; over the field they add up to nothing."""
    found = margins(3, 1, -2, method=Method.CROSS)
    assert found == {1: D("3.5"), 2: D("0.5"), 3: -4}
    assert sum(found.values()) == 0


@pytest.mark.parametrize("method", [*Method])
def test_a_board_at_one_table_has_nothing_to_be_compared_with(method: Method) -> None:
    """Its margin is 0."""
    assert margins(5, method=method) == {1: 0}


def test_replays_lie_side_by_side() -> None:
    """A board's tables come together, the best first side first, each with its reason."""
    lines = compare([*boards(1, 3, board=2), *boards(0, 5)], Method.MEDIAN)
    assert [(x.result.board, x.result.table) for x in lines] == [(1, 2), (1, 1), (2, 2), (2, 1)]
    assert render(lines[0].text) == "Score 5, the field's median 2.5"


def test_cp_8_margins_are_scored_like_level_differences() -> None:
    """CP-8: a table's boards are one match; the scale takes their number as n."""
    lines = compare([*boards(4, 0), *boards(6, 2, board=2)], Method.MEDIAN)
    played = matches(lines, stage=1, round_number=1)
    assert [(m.first, m.second, m.margin, m.deals) for m in played] == [(1, 2, 4, 2), (3, 4, -4, 2)]
    scoring = Scoring(ContinuousScale())
    standing = table(range(1, 5), played, ("total", "level_difference"), scoring)
    won, lost = ContinuousScale().points(D(4), 2)
    assert [standing.value(e, "total") for e in (1, 2, 3, 4)] == [won, lost, lost, won]
    assert standing.value(1, "level_difference") == 4


def test_deals_come_from_one_committed_seed() -> None:
    """Every board has a seed of its own, which the published seed gives again."""
    named = [(s, r, b) for s in (1, 2) for r in (1, 2, 11) for b in (1, 2, 12)]
    made = [board_seed(SEED, *name) for name in named]
    assert len(set(made)) == len(made)
    assert {len(seed) for seed in made} == {32}
    assert made == [board_seed(SEED, *name) for name in named]
    assert commitment(SEED, "spring") == commitment(SEED, "spring") != commitment(SEED, "autumn")
    assert all(one != other for one, other in pairwise(sorted(made)))
