"""Level changes by ruling between two deals (CP-12)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.api import NextDeal, game_of
from games.engine.rulings import LevelChange, Made, change_levels
from games.services.rulings import still_missing

GAMES = ("shuangsheng", "wangkou", "tycoon", "guandan")


def ahead(first: str, second: str) -> NextDeal:
    return NextDeal(levels=(first, second), first_deal=False, dealer=0, previous=(0, 1, 2, 3))


def changed(
    game: str, levels: tuple[str, str], *steps: tuple[int, int], start: str = "2"
) -> tuple[NextDeal, tuple[Made, ...]]:
    rules = game_of(game)
    options = {**rules.complete({}), "start_level": start}
    rulings = [LevelChange(i, team, n) for i, (team, n) in enumerate(steps)]
    return change_levels(rules, options, ahead(*levels), rulings)


@pytest.mark.parametrize("game", GAMES)
def test_cp_12_never_below_the_start_level(game: str) -> None:
    deal, made = changed(game, ("4", "4"), (0, -5), (1, -1))
    assert deal.levels == ("2", "3")
    assert [each.levels for each in made] == [-2, -1]


def test_cp_12_a_start_level_that_is_not_two_holds() -> None:
    deal, _made = changed("guandan", ("6", "7"), (0, -3), start="5")
    assert deal.levels == ("5", "7")


@pytest.mark.parametrize("game", GAMES)
def test_cp_12_going_up_by_ruling_never_passes_the_last_level(game: str) -> None:
    last = game_of(game).ladder[-1]
    deal, made = changed(game, ("T", last), (0, 13), (1, 1))
    assert deal.levels == (last, last)
    assert made[1].levels == 0


@pytest.mark.parametrize("game", GAMES)
def test_cp_12_in_a_first_deal_both_play_the_start_level_and_rulings_wait(game: str) -> None:
    rules = game_of(game)
    options = rules.complete({})
    first = rules.first(options)
    assert change_levels(rules, options, first, [LevelChange(1, 0, 2)]) == (first, ())


@given(
    st.sampled_from(GAMES),
    st.data(),
    st.lists(st.tuples(st.integers(0, 1), st.integers(-13, 13)), max_size=5),
)
def test_cp_12_what_is_made_of_rulings_adds_up(
    game: str, data: st.DataObject, steps: list[tuple[int, int]]
) -> None:
    ladder = game_of(game).ladder
    levels = (data.draw(st.sampled_from(ladder)), data.draw(st.sampled_from(ladder)))
    deal, made = changed(game, levels, *steps)
    assert len(made) == len(steps)
    for team in (0, 1):
        total = sum(m.levels for m, s in zip(made, steps, strict=True) if s[0] == team)
        assert ladder.index(deal.levels[team]) - ladder.index(levels[team]) == total


@pytest.mark.parametrize(
    ("wanted", "asked", "given", "missing"),
    [
        (-2, 0, 0, -2),  # a new ruling
        (0, -2, -2, 2),  # revoked
        (0, -2, -1, 1),  # revoked, after less could be given
        (-3, -2, -1, -1),  # made harder: what could not be given is not made up for
        (-1, -3, -1, 0),  # made milder, as mild as it was in the end
        (-1, -3, -3, 2),
        (2, -2, -1, 3),  # the other way round
    ],
)
def test_cp_12_what_a_ruling_that_was_changed_has_still_to_do(
    wanted: int, asked: int, given: int, missing: int
) -> None:
    assert still_missing(wanted, asked, given) == missing
