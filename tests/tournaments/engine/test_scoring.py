"""Scoring: CP-5, CP-6 and CP-8."""

from __future__ import annotations

from decimal import Decimal

import pytest

from tests.tournaments.engine.make import LEVELS, PLACE, SEED, beats, bye, draws, forfeit
from tournaments.engine.matches import (
    Ending,
    Match,
    level_name,
    level_number,
    winner_of,
)
from tournaments.engine.scoring import (
    ContinuousScale,
    LevelScale,
    PlaceScale,
    Scale,
    Scoring,
    TableScale,
    TieRule,
    break_tie,
    lines_of,
    scale_from_json,
)

D = Decimal


def points(match: Match, scoring: Scoring = LEVELS) -> list[Decimal]:
    """The points of a match's lines."""
    return [line.points for line in lines_of(match, scoring)]


def test_cp_8_levels_run_from_2_to_a_plus() -> None:
    """CP-8: levels run 2 … A and A+, so that the difference is 0 … 13."""
    names = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "A+"]
    assert [level_number(name) for name in names] == list(range(14))
    assert [level_name(number) for number in range(14)] == names
    assert level_number("T") == level_number("10") == 8
    assert level_number("K+") == 12
    for wrong in ("1", "", "A++", "X", "+"):
        with pytest.raises(ValueError, match="not a level"):
            level_number(wrong)


@pytest.mark.parametrize("d", range(14))
def test_cp_8_the_26_point_scale(d: int) -> None:
    """CP-8: 13 + d and 13 − d."""
    assert points(beats(1, 1, 2, by=d)) == [13 + d, 13 - d]


def test_cp_8_the_higher_level_wins_and_a_draw_is_possible() -> None:
    """CP-8: 场分 2 / 1 / 0."""
    assert [x.place for x in lines_of(beats(1, 1, 2), PLACE)] == [2, 0]
    assert [x.place for x in lines_of(draws(1, 1, 2), PLACE)] == [1, 1]
    lower = Match(1, 1, 1, 2, levels=(3, 10))
    assert [x.place for x in lines_of(lower, PLACE)] == [0, 2]
    assert [x.points for x in lines_of(lower, Scoring())] == [6, 20]
    assert [x.difference for x in lines_of(lower, Scoring())] == [-7, 7]
    assert [x.levels for x in lines_of(lower, Scoring())] == [3, 10]
    assert winner_of(lower) == 2


@pytest.mark.parametrize(
    ("boards", "margin", "won", "lost"),
    [
        pytest.param(16, 10, "12.80", "7.20", id="CP-8: 16 boards +10"),
        pytest.param(8, 10, "13.78", "6.22", id="CP-8: 8 boards +10"),
        pytest.param(16, 60, "20", "0", id="CP-8: M = B"),
        pytest.param(16, 61, "20", "0", id="CP-8: M > B"),
        pytest.param(16, 0, "10", "10", id="CP-8: a draw"),
    ],
)
def test_case_14_the_continuous_scale(boards: int, margin: int, won: str, lost: str) -> None:
    """CP-8, case 14: the WBF-style scale gives the published values."""
    assert ContinuousScale().points(D(margin), boards) == (D(won), D(lost))


def test_case_14_both_sides_add_up_to_twenty() -> None:
    """CP-8, case 14: sums are exactly 20, and more is never worth less."""
    for boards in (1, 3, 8, 16, 32):
        row = [ContinuousScale().points(D(margin) / 4, boards) for margin in range(400)]
        assert all(a + b == 20 and a == round(a, 2) for a, b in row)
        assert [a for a, _ in row] == sorted(a for a, _ in row)


def test_cp_8_an_own_table() -> None:
    """CP-8: a custom table gives what its rows say."""
    scale = scale_from_json({"scale": "table", "rows": [[0, 5, 5], [1, 6, 4], [5, "8.5", 1]]})
    assert [scale.points(D(d), 8)[0] for d in (0, 1, 4, 5, 13)] == [5, 6, 6, D("8.5"), D("8.5")]
    assert scale_from_json({"scale": "levels26"}) == LevelScale()
    with pytest.raises(ValueError, match="no such scale"):
        scale_from_json({"scale": "lunar"})


@pytest.mark.parametrize(
    "rows",
    [
        (),
        ((1, 5, 5),),
        ((0, 5, 4),),
        ((0, 5, 5), (2, 6, 4), (2, 7, 3)),
        ((0, 5, 5), (2, 6, 4), (3, 5, 4)),
        ((0, 5, 5), (2, 6, 4), (3, 7, 5)),
    ],
)
def test_cp_8_an_own_table_must_hold_together(rows: tuple[tuple[int, int, int], ...]) -> None:
    """CP-8: a table that begins late, favours a side in a draw or falls is refused."""
    with pytest.raises(ValueError, match=r"\w+"):
        TableScale(tuple((D(a), D(b), D(c)) for a, b, c in rows))


@pytest.mark.parametrize(
    ("scale", "worth"),
    [
        (LevelScale(), "17"),
        (PlaceScale(), "2"),
        (ContinuousScale(), "11.67"),
        (TableScale(((D(0), D(5), D(5)), (D(4), D(7), D(3)))), "7"),
    ],
)
def test_cp_5_a_bye_is_worth_a_win_by_four_levels(scale: Scale, worth: str) -> None:
    """CP-5: 17 points on the 26-point scale, on others what a win by four levels gives."""
    scoring = Scoring(scale, planned_deals=8)
    assert points(bye(1, 1, 7), scoring) == [D(worth)]
    assert points(beats(1, 7, 8, by=4), scoring)[0] == D(worth)
    assert points(forfeit(1, 7, 7, 8), scoring) == [D(worth), 0]
    assert points(forfeit(1, 8, 7, 8), scoring) == [0, D(worth)]


def test_cp_6_the_points_of_a_forfeit_are_a_setting() -> None:
    """CP-6: the organiser's own figure stands in for 17."""
    assert points(bye(1, 1, 7), Scoring(walkover=D(18))) == [18]


def test_case_6_both_missing() -> None:
    """CP-5, case 6: both missing, both 0."""
    lines = lines_of(forfeit(1, None, 1, 2), Scoring())
    assert [(x.points, x.place, x.won) for x in lines] == [(0, 0, False)] * 2


def test_cp_5_a_forfeit_counts_two_match_points_and_a_win_and_nothing_else() -> None:
    """CP-5: no level difference, no levels."""
    won, lost = lines_of(forfeit(1, 1, 1, 2), Scoring())
    assert (won.place, won.won, won.difference, won.levels) == (2, True, 0, 0)
    assert (lost.place, lost.won, lost.difference, lost.levels) == (0, False, 0, 0)


def test_cp_11_a_match_lost_by_ruling_gives_seventeen_and_nothing() -> None:
    """CP-11: 17 to the other side, 0 to the offender, whatever the levels were."""
    judged = Match(1, 1, 1, 2, Ending.JUDGED, levels=(12, 0), winner=2)
    assert points(judged) == [0, 17]
    assert [x.met for x in lines_of(judged, Scoring())] == [True, True]


def test_case_15_an_unconfirmed_result_counts_nowhere() -> None:
    """CP-8, case 15: no lines without confirmation."""
    assert lines_of(Match(1, 1, 1, 2, levels=(5, 0), confirmed=False), Scoring()) == ()


def test_cp_8_a_tie_in_a_knock_out() -> None:
    """CP-8: one more deal, the side whose level would be played next, or lots."""
    tie = draws(1, 1, 2)
    assert break_tie(tie, TieRule.EXTRA_DEAL, seed=SEED) is None
    assert break_tie(tie, TieRule.EXTRA_DEAL, seed=SEED, extra_deal=2) == 2
    assert break_tie(tie, TieRule.NEXT_LEVEL, seed=SEED, next_level=1) == 1
    by_lots = break_tie(tie, TieRule.LOTS, seed=SEED)
    turned = Match(1, 1, 2, 1, levels=(3, 3))
    assert by_lots in (1, 2)
    assert break_tie(turned, TieRule.LOTS, seed=SEED) == by_lots
    assert break_tie(beats(1, 1, 2), TieRule.LOTS, seed=SEED) == 1


def test_a_match_that_cannot_be_is_refused() -> None:
    """A bye has one side; a winner is of the match; what was played has levels."""
    for make in (
        lambda: Match(1, 1, 1, 2, Ending.BYE),
        lambda: Match(1, 1, 1, None, levels=(1, 0)),
        lambda: Match(1, 1, 1, 2, Ending.FORFEIT, winner=3),
        lambda: Match(1, 1, 1, 2),
    ):
        with pytest.raises(ValueError, match=r"\w+"):
            make()
