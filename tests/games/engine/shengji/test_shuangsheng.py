"""双升, clause by clause (rulebook SS)."""

from __future__ import annotations

import pytest

from games.engine.api import Bury, CloseDeclaring, Draw, IllegalAction, Phase, Play
from games.engine.cards import cards, codes
from tests.games.engine.shengji.helpers import (
    SHUANGSHENG,
    act,
    bury,
    closed,
    code,
    deal,
    finished,
    led_as,
    play,
    refusal,
    refused_play,
    result,
    same,
    show,
    table,
    winner,
)

G = "shuangsheng"


# ------------------------------------------------------------------------------ declaring


def test_ss_1_a_match_begins_at_two_and_a_made_deal_at_a_wins_it() -> None:
    """SS-1: both teams start at 2; who makes the deal at A has won."""
    first = SHUANGSHENG.first(SHUANGSHENG.complete({}))
    assert first.levels == ("2", "2")
    assert first.first_deal
    won = finished(G, 40, levels=("A", "5"))
    assert (won.match_won_by, won.levels[0], won.next_dealer) == (0, "A+", None)
    assert won.change == (1, -1)


def test_ss_1_option_start_level() -> None:
    """SS-1: a match may begin at any level."""
    first = SHUANGSHENG.first(SHUANGSHENG.complete({"start_level": "T"}))
    assert first.levels == ("T", "T")


def test_ss_3_the_first_level_card_shown_makes_trump() -> None:
    """SS-3: whoever first shows a drawn level card."""
    state = act(deal(G, "H2"), Draw(4), show(0, "H2", 4))
    assert SHUANGSHENG.report(state)["trump"] == {"suit": "H", "level": "2"}


def test_ss_3_only_drawn_level_cards_are_shown() -> None:
    """SS-3: a card still in the deck is nobody's; other cards show nothing."""
    state = deal(G, "S3 H2 D2 D2 HR HR")
    assert code(state, show(0, "H2", 4)) == "not_your_cards"
    assert act(state, show(0, "H2", 5)).bids.standing is not None
    assert code(state, show(0, "S3", 4)) == "bad_declaration"
    assert code(state, show(0, "H2 D2")) == "bad_declaration"
    assert code(state, show(0, "HR HR")) == "bad_declaration"
    assert code(state, show(0, "")) == "bad_declaration"


def test_ss_3_the_draw_goes_round_from_the_first_drawer() -> None:
    """SS-3: seat 1 draws its first card third when seat 3 draws first."""
    state = deal(G, "", "H2", first_drawer=3)
    assert code(state, show(1, "H2", 2)) == "not_your_cards"
    act(state, show(1, "H2", 3))


def test_ss_3_two_override_one_and_a_pair_is_overridden_by_nothing() -> None:
    """SS-3: others need a pair over a single."""
    state = deal(G, "H2", "S2 S2", "C2 C2", "D2")
    state = act(state, show(0, "H2"))
    assert code(state, show(3, "D2")) == "declaration_too_weak"
    state = act(state, show(1, "S2 S2"))
    assert code(state, show(2, "C2 C2")) == "declaration_too_weak"
    assert SHUANGSHENG.report(state)["trump"] == {"suit": "S", "level": "2"}


def test_ss_3_the_first_show_may_be_a_pair() -> None:
    """SS-3: a pair at once."""
    act(deal(G, "H2 H2"), show(0, "H2 H2", 5))


def test_ss_3_the_declarer_may_only_reinforce() -> None:
    """SS-3: his own single becomes a pair; anything else of his own is not allowed."""
    state = act(deal(G, "H2 H2 S2 S2", "C2 C2"), show(0, "H2"))
    assert code(state, show(0, "S2 S2")) == "not_allowed_to_declare"
    assert code(state, show(0, "H2")) == "not_allowed_to_declare"
    state = act(state, show(0, "H2 H2"))
    assert code(state, show(1, "C2 C2")) == "declaration_too_weak"
    assert code(state, show(0, "H2 H2")) == "not_allowed_to_declare"


def test_ss_3_who_was_overridden_may_override_again() -> None:
    """SS-3: only the standing show is one's own."""
    options = {"joker_override": "on"}
    state = deal(G, "H2 SB SB", "S2 S2", options=options)
    state = act(state, show(0, "H2"), show(1, "S2 S2"), show(0, "SB SB"))
    assert SHUANGSHENG.report(state)["trump"] == {"suit": None, "level": "2"}


def test_ss_3_option_joker_override() -> None:
    """SS-3 [option]: joker pairs override weaker shows of others, never open, and mean no trump."""
    options = {"joker_override": "on"}
    state = deal(G, "H2", "SB SB", "HR HR", options=options)
    assert code(state, show(1, "SB SB")) == "bad_declaration"
    state = act(state, show(0, "H2"))
    assert code(state, show(1, "SB")) == "bad_declaration"
    state = act(state, show(1, "SB SB"), show(2, "HR HR"))
    assert code(state, show(0, "H2")) == "declaration_too_weak"
    state = closed(state)
    assert state.stage is not None
    assert state.stage.order.trump is None


def test_ss_3_shows_never_go_back_in_the_draw() -> None:
    """SS-3, WK-9: a show before an earlier show is none."""
    state = act(deal(G, "H2", "S2 S2"), show(0, "H2", 60))
    assert code(state, show(1, "S2 S2", 59)) == "bad_declaration"
    act(state, show(1, "S2 S2", 60))


def test_ss_3_declaring_ends_when_the_table_closes_it() -> None:
    """SS-3, WK-9: open until the last card and the closing time; then it is over."""
    state = act(deal(G, "H2", "S2 S2"), show(0, "H2", 4), Draw(100))
    assert SHUANGSHENG.phase(state) is Phase.DECLARE
    assert SHUANGSHENG.due(state) == CloseDeclaring()
    state = closed(state)
    assert code(state, show(1, "S2 S2")) == "wrong_phase"


def test_ss_4_in_the_first_deal_the_one_whose_show_stands_is_dealer() -> None:
    """SS-4: the standing show, not the first."""
    state = act(deal(G, "H2", "S2 S2", dealer=None), show(0, "H2"), show(1, "S2 S2"))
    assert SHUANGSHENG.report(state)["dealer"] is None
    assert SHUANGSHENG.report(closed(state))["dealer"] == 1


def test_ss_4_later_the_dealer_is_known() -> None:
    """SS-4: declaring fixes the suit only."""
    state = closed(act(deal(G, "", "S2", dealer=2), show(1, "S2")))
    assert SHUANGSHENG.report(state)["dealer"] == 2
    assert SHUANGSHENG.turn(state) == (2,)


def test_ss_4_nobody_declares_in_the_first_deal() -> None:
    """SS-4: the cards are dealt again."""
    state = closed(deal(G, dealer=None))
    assert result(state).redeal
    following = SHUANGSHENG.next(state.deal.setup, result(state))
    assert following is not None
    assert following.first_deal
    assert following.levels == ("2", "2")


def test_ss_4_nobody_declares_later_the_kitty_is_turned() -> None:
    """SS-4: the first card from the top that is no joker; the dealer takes the kitty anyway."""
    state = closed(deal(G, kitty="HR SB C9 S3", dealer=3))
    view = SHUANGSHENG.view(state, None)
    assert view.turned == ("HR", "SB", "C9")
    assert (view.trump.suit, view.phase, view.turn) == ("C", "bury", (3,))
    assert state.play.hands[3].bit_count() == 33


# --------------------------------------------------------------------------------- kitty


def test_ss_5_the_dealer_takes_the_kitty_and_buries_eight() -> None:
    """SS-5: exactly eight, of all 33, and he alone."""
    state = closed(act(deal(G, "H2", kitty="S3 S4 S5 S6 S7 S8 S9 ST"), show(0, "H2")))
    eight = cards("S3 S4 S5 S6 S7 S8 S9 ST")
    assert code(state, Bury(0, eight[:7])) == "wrong_bury"
    assert code(state, Bury(1, eight)) == "not_your_turn"
    assert code(state, Bury(0, (*eight[:7], eight[0], eight[0]))) == "not_your_cards"
    assert code(state, Play(0, eight[:1])) == "wrong_phase"
    state = act(state, Bury(0, eight))
    assert SHUANGSHENG.turn(state) == (0,)
    assert code(state, Bury(0, eight)) == "wrong_phase"


def test_ss_5_only_the_dealer_may_look_at_the_kitty_again() -> None:
    """SS-5: until the end of the deal."""
    state = closed(act(deal(G, "H2"), show(0, "H2")))
    state = bury(state)
    seen = {viewer: SHUANGSHENG.view(state, viewer).kitty for viewer in (0, 1, 2, 3, None)}
    assert seen[0] is not None
    assert len(seen[0]) == 8
    assert [seen[viewer] for viewer in (1, 2, 3, None)] == [None] * 4


def test_table_13_a_kitty_without_points_is_shown_at_the_end_all_the_same() -> None:
    """Table 13, SS-5: shown to all."""
    plays = ("C9", "C8", "C7", "C6")
    state = play(table(G, "S", "2", *plays, kitty="D3 D4"), *plays)
    for viewer in (0, 3, None):
        assert SHUANGSHENG.view(state, viewer).kitty == ("D3", "D4")


# ----------------------------------------------------------------------------------- play


def test_ss_8_follow_suit_as_far_as_possible() -> None:
    """SS-8: as many cards, of the suit as long as there are any; the message names what is due."""
    state = play(table(G, "H", "2", "S5 S5", "S9 C3 D4", "S7", "S8"), "S5 S5")
    assert refused_play(state, "S9") == "wrong_count"
    assert refused_play(state, "C3 D4") == "must_follow_suit"
    refused = refusal(state, Play(1, cards("C3 D4")))
    assert refused.clause == "SS-8"
    assert refused.params["suit"] == "S"
    assert refused.params["count"] == 1
    assert codes(refused.params["cards"]) == ("S9",)
    play(state, "S9 D4")


def test_ss_8_level_cards_and_jokers_are_trumps_to_follow() -> None:
    """SS-8, SS-2: a level card of the led suit does not follow it."""
    state = play(table(G, "H", "4", "S5", "S4 S9", "", ""), "S5")
    assert refused_play(state, "S4") == "must_follow_suit"
    state = play(table(G, "H", "4", "H5", "S4 S9", "", ""), "H5")
    assert refused_play(state, "S9") == "must_follow_suit"


def test_ss_8_the_shape_is_not_binding() -> None:
    """SS-8: a pair held need not be played to a pair, nor a tractor to a tractor."""
    state = play(table(G, "H", "2", "S5 S5", "S9 S9 S3 S4"), "S5 S5")
    play(state, "S3 S4")
    state = play(table(G, "H", "2", "S5 S5 S6 S6", "S9 S9 S8 S8 S3 S4 S7"), "S5 S5 S6 S6")
    play(state, "S9 S3 S4 S7")


def test_ss_8_the_winner_leads_next() -> None:
    """SS-8: the dealer leads, then the winner of each trick."""
    state = table(G, "H", "2", "S5 D3", "S9 D4", "SA D5", "S7 D6", dealer=3, leader=3)
    assert refused_play(state, "S5") == "not_your_cards"
    state = play(state, "S7", "S5", "S9", "SA")
    assert SHUANGSHENG.turn(state) == (2,)
    assert code(state, Play(3, cards("D6"))) == "not_your_turn"


@pytest.mark.parametrize(
    ("plays", "expected"),
    [
        (("S5", "S9", "SA", "SA"), 2),
        (("S5", "H3", "H4", "SA"), 2),
        (("S5", "DA", "CA", "S3"), 0),
        (("S5 S5", "S6 S7", "S4 S4", "SK SK"), 3),
        (("S5 S5", "H3 H4", "H3 H3", "H4 H5"), 2),
        (("S5 S5 S6 S6", "H3 H3 H4 H4", "H6 H6 H7 H7", "HR HR H8 H8"), 2),
        (("S5 S5 S6 S6", "H3 H3 H5 H5", "S7 S7 S9 S9", "SQ SQ SK SK"), 3),
    ],
)
def test_ss_8_the_highest_in_shape_wins(plays: tuple[str, ...], expected: int) -> None:
    """SS-8, WK-19: same shape and higher, trumps over side suits, the first of equals."""
    assert winner(table(G, "H", "2", *plays), *plays) == expected


def test_ss_8_equal_level_cards_the_first_wins() -> None:
    """SS-8, WK-19, table 10: with and without a trump suit."""
    assert winner(table(G, "H", "7", "C3", "S7", "D7", "HA"), "C3", "S7", "D7", "HA") == 1
    plays = ("S2", "H2", "C3", "D2")
    assert winner(table(G, None, "2", *plays), *plays) == 0


# ---------------------------------------------------------------------------------- throws


def test_ss_9_a_throw_stands_when_nobody_has_higher() -> None:
    """SS-9: singles, pairs and tractors together, in any suit."""
    state = table(G, "H", "2", "SA SK SK", "SQ SQ S3", "S4 S5 SA", "S6 S7 S8")
    assert led_as(state, "SA SK SK") == ["SA", "SK", "SK"]
    state = table(G, "H", "2", "HR H2 H2", "H9 H8 SB", "H4 H5", "H6 H7")
    assert led_as(state, "HR H2 H2") == ["HR", "H2", "H2"]


def test_ss_9_two_higher_singles_do_not_beat_a_pair() -> None:
    """SS-9: a pair is beaten by a higher pair only."""
    state = table(G, "H", "2", "SA SQ SQ", "SK S3 S4", "SK S5 S6", "S7 S8 S9")
    assert led_as(state, "SA SQ SQ") == ["SA", "SQ", "SQ"]


def test_table_8_of_what_is_beaten_the_fewest_cards_stay() -> None:
    """Table 8, SS-9, WK-23: S8 S5 S5 with S6 S6 and S9 elsewhere leaves S8."""
    state = table(G, "H", "2", "S8 S5 S5", "S6 S6 S7", "S9", "")
    assert led_as(state, "S8 S5 S5") == ["S8"]


def test_table_9_the_partner_counts_as_another_hand() -> None:
    """Table 9, SS-9: the partner's SK SK makes SQ SQ SA fail."""
    state = table(G, "H", "2", "SQ SQ SA", "S3", "SK SK", "S4")
    assert led_as(state, "SQ SQ SA") == ["SQ", "SQ"]


def test_ss_9_of_equally_small_ones_the_lowest_then_the_first_suit() -> None:
    """SS-9, WK-23: among equals the lowest; equal level cards in the order S H C D."""
    state = table(G, "H", "2", "S9 S8", "SA", "", "")
    assert led_as(state, "S9 S8") == ["S8"]
    state = table(G, "H", "7", "D7 C7 S7", "HR", "", "")
    assert led_as(state, "D7 C7 S7") == ["S7"]


def test_table_16_after_a_failed_throw_the_rest_is_still_in_the_hand() -> None:
    """Table 16, SS-9, WK-23: all see the attempt; only the forced cards leave the hand."""
    state = play(table(G, "H", "2", "S8 S5 S5", "S6 S6 S7", "S9", ""), "S8 S5 S5")
    assert same(tuple(codes_of(state, 0)), "S5 S5")
    failed = SHUANGSHENG.view(state, 2).failed_throw
    assert (failed.seat, failed.cards, failed.forced) == (0, ("S8", "S5", "S5"), ("S8",))
    assert refused_play(state, "S6 S6 S7") == "wrong_count"


def codes_of(state: object, seat: int) -> tuple[int, ...]:
    view = SHUANGSHENG.view(state, seat)  # type: ignore[arg-type]
    return tuple(card for group in view.hand for card in cards(group))


def test_ss_9_a_throw_is_not_beaten_in_its_own_suit() -> None:
    """SS-9, WK-22: nothing of the suit wins, the followers' cards are loose."""
    plays = ("SA SK SK", "SQ S3 S4", "S5 S6 S7", "S8 S9 ST")
    assert winner(table(G, "H", "2", *plays), *plays) == 0


@pytest.mark.parametrize(
    ("name", "trump", "level", "plays", "expected"),
    [
        ("table 1", "H", "2", ("D8 D8 DJ DQ", "H8 H8 H3 H4", "H5 H5 HK HK", "C3 C4 C6 C7"), 2),
        ("table 2", "C", "2", ("D8 D8 DJ DQ", "C5 C5 CA S2", "C3 C3 C7 C8", "C6 C6 C2 C2"), 3),
        (
            "table 3",
            "H",
            "7",
            (
                "S3 S3 S4 S4 S9 S9 ST ST",
                "HA HA S7 S7 D7 D7 H7 H7",
                "C3 C3 C4 C4 C5 C5 C6 C6",
                "D3 D3 D4 D4 D5 D5 D6 D6",
            ),
            1,
        ),
        ("table 4", "D", "5", ("CA CK", "C5 DA", "SB S5", "SQ DA"), 2),
    ],
)
def test_ss_9_ruffing_a_throw(
    name: str, trump: str, level: str, plays: tuple[str, ...], expected: int
) -> None:
    """SS-9, WK-22, tables 1 to 4: trumps that can be arranged so; the largest shape decides."""
    assert winner(table(G, trump, level, *plays), *plays) == expected


def test_ss_9_cards_of_several_suits_are_no_combination() -> None:
    """SS-9, SS-6: nor are no cards at all."""
    state = table(G, "H", "2", "S5 D5 H5 S2", "", "", "")
    for text in ("S5 D5", "S5 H5", "S5 S2", ""):
        assert refused_play(state, text) == "not_a_combination"


# ---------------------------------------------------------------------------------- result


def test_ss_10_points_of_the_tricks() -> None:
    """SS-10: 5, T and K count for the defenders who win them, not for the declarers."""
    plays = ("S5", "ST", "SK", "SA")
    state = play(table(G, "H", "2", "S5 D3", "ST D4", "SK D5", "SA D6"), *plays)
    assert state.play.points == 25
    assert SHUANGSHENG.view(state, None).captured == ("S5", "ST", "SK")
    plays = ("SA", "ST", "SK", "S5")
    state = play(table(G, "H", "2", "SA D3", "ST D4", "SK D5", "S5 D6"), *plays)
    assert state.play.points == 0


@pytest.mark.parametrize(
    ("last", "factor"),
    [
        (("C8", "C9", "C7", "C6"), 2),
        (("C8 C8", "C9 C9", "C7 C6", "C5 C6"), 4),
        (("C8 C8 C9 C9", "CT CT CJ CJ", "C7 C6 C3 C4", "D3 D4 D6 D7"), 4),
        (("CA CK", "S3 S3", "C7 C6", "C3 C4"), 2),
        (("CA CK CK", "S3 S3 S4", "C7 C6 C3", "C3 C4 C8"), 4),
    ],
)
def test_ss_10_the_kitty_is_doubled_or_doubled_twice(
    last: tuple[str, str, str, str], factor: int
) -> None:
    """SS-10: ×2, ×4 for a pair, a tractor, or a throw that holds one; the shape as led counts."""
    found = finished(G, 0, kitty="D5 DT", last=last)
    own = sum({"5": 5, "T": 10, "K": 10}.get(c[1], 0) for text in last for c in text.split())
    assert (found.kitty_points, found.kitty_factor) == (15, factor)
    assert found.points == own + 15 * factor


def test_ss_10_worked_example_3() -> None:
    """SS-10, example 3: kitty 15, last trick won by a defender's pair: +60."""
    last = ("C8 C8", "C9 C9", "C7 C6", "C4 C6")
    assert finished(G, 0, kitty="D5 DT", last=last).points == 60


def test_table_12_a_throw_of_a_pair_and_a_single_quadruples() -> None:
    """Table 12, SS-10: kitty 10, +40."""
    last = ("C3 C4 C6", "CA CA CK", "C7 C8 C9", "D3 D4 D6")
    state = table(G, "S", "2", *last, leader=1, kitty="DT")
    ended = play(state, last[1], last[2], last[3], last[0])
    assert result(ended).points == 10 + 40


def test_ss_10_after_a_failed_throw_the_forced_shape_binds() -> None:
    """SS-10: a pair and a single thrown, the single forced: one card is to be followed."""
    state = play(table(G, "S", "2", "CQ CJ CJ", "CK CK C3", "C4", "C5"), "CQ CJ CJ")
    assert refused_play(state, "CK CK C3") == "wrong_count"
    assert SHUANGSHENG.name_play(state, 1, cards("CK")) == "single"
    play(state, "CK")


def test_ss_10_the_declarers_last_trick_saves_the_kitty() -> None:
    """SS-10: no 掀底, factor 0."""
    found = finished(G, 0, kitty="DT DK")
    assert (found.points, found.kitty_points, found.kitty_factor) == (0, 20, 0)


@pytest.mark.parametrize(
    ("points", "change"),
    [
        (0, 3),
        (5, 2),
        (35, 2),
        (40, 1),
        (75, 1),
        (80, -1),
        (115, -1),
        (120, -2),
        (155, -2),
        (160, -3),
        (195, -3),
        (200, -4),
    ],
)
def test_ss_11_the_table(points: int, change: int) -> None:
    """SS-11, SS-12: level and score of both sides, and who deals next."""
    found = finished(G, points, levels=("6", "6"))
    assert found.score == (change, -change)
    assert found.next_dealer == (2 if change > 0 else 1)
    assert found.winner_team == (0 if change > 0 else 1)
    if change > 0:
        assert found.change == (change, -change)
    assert found.change[0] == change


def test_table_20_above_200_the_last_row_counts() -> None:
    """Table 20, SS-11: 200 and the kitty on top."""
    last = ("C8 C8", "C9 C9", "C7 C6", "C4 C6")
    found = finished(G, 190, kitty="D5 DT DT DK", last=last)
    assert found.points == 330
    assert found.score == (-4, 4)


def test_ss_12_the_score_is_times_the_base() -> None:
    """SS-12: base 5."""
    assert finished(G, 0, options={"base": 5}).score == (15, -15)


def test_ss_12_a_level_never_falls_below_two() -> None:
    """SS-12, example 2: dealer's side at 3, p = 165: to 2, the score is still −3 / +3."""
    found = finished(G, 165, levels=("3", "9"))
    assert found.levels == ("2", "T")
    assert found.change == (-1, 1)
    assert found.score == (-3, 3)


@pytest.mark.parametrize(
    ("level", "after"),
    [("9", "T"), ("8", "T"), ("T", "K"), ("J", "K"), ("Q", "K"), ("K", "A"), ("A", "A+")],
)
def test_ss_13_going_up_never_passes_ten_or_king(level: str, after: str) -> None:
    """SS-13, table 11: with +3; A is the last level."""
    assert finished(G, 0, levels=(level, "5")).levels[0] == after


@pytest.mark.parametrize(
    ("level", "after"), [("9", "T"), ("T", "K"), ("J", "K"), ("K", "A"), ("A", "A")]
)
def test_ss_13_defenders_stop_there_too(level: str, after: str) -> None:
    """SS-13: from T they may win on; at A they stay."""
    assert finished(G, 200, levels=("9", level)).levels[1] == after


def test_ss_14_option_relegation_off() -> None:
    """SS-14: the losing side's level never changes; the score does."""
    options = {"relegation": "off"}
    assert finished(G, 0, levels=("5", "9"), options=options).levels == ("8", "9")
    found = finished(G, 200, levels=("5", "3"), options=options)
    assert (found.levels, found.score) == (("5", "7"), (-4, 4))


def test_ss_14_relegation_is_the_standard() -> None:
    """SS-14: on by default, for both sides."""
    assert finished(G, 0, levels=("5", "9")).levels == ("8", "6")
    assert finished(G, 200, levels=("9", "3")).levels == ("5", "7")


def test_ss_11_the_reckoning_is_told_line_by_line() -> None:
    """SS-11: points, kitty, table, levels, score and next dealer, each with its clause."""
    found = finished(G, 165, levels=("3", "9"))
    assert {line.clause for line in found.lines} >= {"SS-10", "SS-11", "SS-12", "SS-13"}
    for line in found.lines:
        assert line.text % line.params


def test_table_14_a_deal_that_is_cut_short_has_no_result() -> None:
    """Table 14: nothing is played yet, nothing breaks."""
    state = deal(G, "H2")
    assert SHUANGSHENG.result(state) is None
    assert SHUANGSHENG.report(state)["tricks"] == []
    with pytest.raises(IllegalAction):
        SHUANGSHENG.decide(state, Draw(0))


def test_table_17_a_view_in_mid_trick_is_whole() -> None:
    """Table 17: the current trick, whose turn it is, and the trick before."""
    state = table(G, "H", "2", "S5 D3", "S9 D4", "SA D5", "S7 D6")
    state = play(state, "S5", "S9", "SA", "S7", "D5")
    view = SHUANGSHENG.view(state, 3)
    assert view.turn == (3,)
    assert view.trick.plays == ((2, ("D5",)),)
    assert (view.last_trick.winner, view.last_trick.points) == (2, 5)
    assert view.tricks_played == 1
    can = SHUANGSHENG.can(state, 3)
    assert can is not None
    assert can.only == ("D6",)
