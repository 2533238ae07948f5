"""Levels, A必打, the next deal."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.guandan.scoring import result_of
from tests.games.engine.guandan.helpers import GAME, setup

FIRST_SECOND = (0, 2)
FIRST_THIRD = (0, 1, 2)
FIRST_LAST = (0, 1, 3)


def result(out: tuple[int, ...], levels: tuple[str, str], **others: Any) -> Any:
    """The result of a deal at team 0's level unless ``previous`` says otherwise."""
    others = {"previous": (0, 1, 2, 3), **others}
    if others["previous"] is None:
        others["options"] = {"start_level": levels[0]} | others.get("options", {})
    return result_of(setup(levels=levels, **others), out)


@pytest.mark.parametrize(("out", "steps"), [(FIRST_SECOND, 3), (FIRST_THIRD, 2), (FIRST_LAST, 1)])
@pytest.mark.parametrize("previous", [None, (0, 1, 2, 3), (3, 2, 1, 0)])
def test_gd_21_only_the_side_of_the_first_goes_up(
    out: tuple[int, ...], steps: int, previous: tuple[int, ...] | None
) -> None:
    """GD-21: +3, +2, +1 by the partner's place, whoever's level was played."""
    levels = ("4", "4") if previous is None else ("4", "6")
    ended = result(out, levels, previous=previous)
    assert ended.change == (steps, 0)
    assert ended.levels == ("4567"[steps], levels[1])
    assert ended.winner_team == 0
    assert ended.lines[0].params["steps"] == steps


def test_gd_21_the_other_side() -> None:
    """GD-21: team 1 as well."""
    ended = result((3, 1), ("4", "6"))
    assert (ended.levels, ended.change, ended.order) == (("4", "9"), (0, 3), (3, 1, 0, 2))


@pytest.mark.parametrize(("level", "steps"), [("K", 1), ("Q", 2), ("J", 3)])
def test_gd_22_going_up_stops_at_a(level: str, steps: int) -> None:
    """GD-22, case 13: from K, +3 leads to A and no further."""
    ended = result(FIRST_SECOND, (level, "2"))
    assert (ended.levels[0], ended.change[0], ended.match_won_by) == ("A", steps, None)


@pytest.mark.parametrize("out", [FIRST_SECOND, FIRST_THIRD])
def test_gd_22_passed_at_the_own_a(out: tuple[int, ...]) -> None:
    """GD-22: 上游, and the partner is not last: the match is won."""
    ended = result(out, ("A", "6"))
    assert (ended.match_won_by, ended.levels, ended.change) == (0, ("A+", "6"), (1, 0))
    assert GAME.next(setup(), ended) is None


def test_gd_22_not_passed_with_the_partner_last() -> None:
    """GD-22, case 11: 1-4 at its own A: A is played again."""
    ended = result(FIRST_LAST, ("A", "6"))
    assert (ended.match_won_by, ended.levels, ended.change) == (None, ("A", "6"), (0, 0))


@pytest.mark.parametrize("levels", [("A", "6"), ("A", "A")])
def test_gd_22_not_passed_at_the_level_of_the_others(levels: tuple[str, str]) -> None:
    """GD-22, case 12: a double win in the others' deal passes no A; its own is next."""
    ended = result(FIRST_SECOND, levels, previous=(1, 0, 3, 2))
    assert (ended.match_won_by, ended.levels) == (None, levels)
    ahead = GAME.next(setup(), ended)
    assert ahead is not None
    assert ahead.previous == (0, 2, 1, 3)


def test_gd_22_the_others_go_up_when_a_is_not_passed() -> None:
    """GD-22: the side at A fails and the other one goes up."""
    ended = result((1, 0, 2), ("A", "6"))
    assert (ended.levels, ended.change) == (("A", "7"), (0, 1))


THREE: dict[str, Any] = {"options": {"ace_attempts": "3"}}


def test_gd_22_three_failures_lead_back_to_2() -> None:
    """GD-22, option ace_attempts 3: the third deal at its own A not passed."""
    assert result(FIRST_LAST, ("A", "6"), **THREE).ace_failures == (1, 0)
    ended = result((1, 0, 2), ("A", "6"), ace_failures=(2, 1), **THREE)
    assert (ended.levels, ended.change) == (("2", "7"), (-12, 1))
    assert ended.ace_failures == (0, 1)


def test_gd_22_failures_are_carried_over_other_deals() -> None:
    """GD-22: not only in a row; a deal at another level neither counts nor clears."""
    ended = result((1, 0, 2), ("A", "6"), previous=(1, 0, 2, 3), ace_failures=(2, 0), **THREE)
    assert (ended.levels[0], ended.ace_failures) == ("A", (2, 0))
    ahead = GAME.next(setup(**THREE), ended)
    assert ahead is not None
    assert ahead.ace_failures == (2, 0)


def test_gd_22_unlimited_counts_nothing() -> None:
    """GD-22: without the option no count is kept."""
    assert result(FIRST_LAST, ("A", "6")).ace_failures is None


def test_gd_1_the_next_deal_has_the_level_of_the_winners() -> None:
    """GD-1: both start equal; then the level of the side that held 上游."""
    assert GAME.first(GAME.complete({})).levels == ("2", "2")
    assert GAME.first(GAME.complete({"start_level": "5"})).levels == ("5", "5")
    made = setup()
    ahead = GAME.next(made, result_of(made, (1, 3)))
    assert ahead is not None
    assert (ahead.levels, ahead.previous) == (("2", "5"), (1, 3, 2, 0))
    assert GAME.start(setup(previous=ahead.previous, levels=ahead.levels)).level == 3


def test_gd_17_who_draws_first_later() -> None:
    """GD-17: 下游 draws first; after 双下 上游's 下家."""
    made = setup()
    ahead = GAME.next(made, result_of(made, (0, 1, 3)))
    assert ahead is not None
    assert ahead.first_drawer == 2
    ahead = GAME.next(made, result_of(made, (3, 1)))
    assert ahead is not None
    assert ahead.first_drawer == 0
