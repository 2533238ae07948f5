"""The table of edge cases where it says that shuangsheng and tycoon are alike: the same in both."""

from __future__ import annotations

import pytest

from games.engine.api import game_of
from games.engine.cards import cards
from games.engine.shengji.hands import unpack
from tests.games.engine.shengji.helpers import (
    act,
    code,
    deal,
    finished,
    led_as,
    play,
    refused_play,
    show,
    table,
    winner,
)

both = pytest.mark.parametrize("game", ["shuangsheng", "tycoon"])


@both
@pytest.mark.parametrize(
    ("trump", "level", "plays", "expected"),
    [
        pytest.param(
            "H", "2", ("D8 D8 DJ DQ", "H8 H8 H3 H4", "H5 H5 HK HK", "C3 C4 C6 C7"), 2, id="table 1"
        ),
        pytest.param(
            "C", "2", ("D8 D8 DJ DQ", "C5 C5 CA S2", "C3 C3 C7 C8", "C6 C6 C2 C2"), 3, id="table 2"
        ),
        pytest.param(
            "H",
            "7",
            (
                "S3 S3 S4 S4 S9 S9 ST ST",
                "HA HA S7 S7 D7 D7 H7 H7",
                "C3 C3 C4 C4 C5 C5 C6 C6",
                "D3 D3 D4 D4 D5 D5 D6 D6",
            ),
            1,
            id="table 3",
        ),
        pytest.param("D", "5", ("CA CK", "C5 DA", "SB S5", "SQ DA"), 2, id="table 4"),
    ],
)
def test_tables_1_to_4_ruffing_a_throw(
    game: str, trump: str, level: str, plays: tuple[str, ...], expected: int
) -> None:
    """WK-22, SS-9, TY-17: any arrangement counts; the largest shape decides."""
    assert winner(table(game, trump, level, *plays), *plays) == expected


@both
def test_tables_8_and_9_what_a_failed_throw_leaves(game: str) -> None:
    """WK-23: the fewest cards, whoever is asked first; the partner's hand counts too."""
    for hands in (("S6 S6 S7", "S9", ""), ("S9", "S6 S6 S7", ""), ("", "S9", "S6 S6 S7")):
        assert led_as(table(game, "H", "2", "S8 S5 S5", *hands), "S8 S5 S5") == ["S8"]
    state = table(game, "H", "2", "SQ SQ SA", "S3", "SK SK", "S4")
    assert led_as(state, "SQ SQ SA") == ["SQ", "SQ"]


@both
def test_table_10_without_a_trump_suit_level_cards_are_equal(game: str) -> None:
    """SS-7, TY-2: the first one wins."""
    plays = ("S2", "H2", "C3", "D2")
    assert winner(table(game, None, "2", *plays), *plays) == 0


@both
def test_table_12_and_13_the_kitty(game: str) -> None:
    """SS-10, TY-19: 10 points × 4; a kitty without points is shown all the same."""
    last = ("C3 C4 C6", "CA CA CK", "C7 C8 C9", "D3 D4 D6")
    state = table(game, "S", "2", *last, leader=1, kitty="DT S3")
    ended = play(state, *last[1:], last[0])
    report = game_of(game).report(ended)
    assert report["result"]["kitty_points"] * report["result"]["kitty_factor"] == 40
    assert report["points"] == 10 + 40
    plain = game_of(game).report(play(table(game, "S", "2", *last, leader=1), *last[1:], last[0]))
    assert (plain["result"]["kitty_points"], plain["result"]["kitty_factor"]) == (0, 4)


@both
def test_table_14_cut_short_before_any_trick(game: str) -> None:
    """A deal that ends before anything was played has no result and breaks nothing."""
    report = game_of(game).report(deal(game, "H2"))
    assert (report["tricks"], report["result"]) == ([], None)


@both
def test_tables_15_and_16_what_is_refused_or_forced_back_is_still_there(game: str) -> None:
    """WK-23: a refusal changes nothing; after a failed throw only the forced cards are gone."""
    state = play(table(game, "H", "2", "S8 S5 S5", "S6 S6 S7", "S9", ""), "S8 S5 S5")
    assert unpack(state.play.hands[0]) == cards("S5 S5")
    assert refused_play(state, "S6 S6 S7") == "wrong_count"
    assert unpack(state.play.hands[1]) == cards("S6 S6 S7")


@both
def test_table_20_more_than_200_points(game: str) -> None:
    """SS-11, TY-20: the last row of the table."""
    last = ("C8 C8", "C9 C9", "C7 C6", "C4 C6")
    high = finished(game, 200, levels=("5", "5"), kitty="D5 DT", last=last)
    assert high.points == 260
    assert high.change[1] == (4 if game == "shuangsheng" else 3)


def test_ty_7_no_second_show_makes_a_pair_of_it() -> None:
    """TY-7: 定主 is shown at once; it is no later upgrade of a couple."""
    state = act(deal("tycoon", "C5 C5 SB", level="5", dealer=None), show(0, "C5 SB"))
    assert code(state, show(0, "C5 C5 SB")) == "declaration_too_weak"
