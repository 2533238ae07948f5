"""打升级（王抠底）, clause by clause (rulebook WK)."""

from __future__ import annotations

import pytest

from games.engine.api import Bury, Phase, Play, Swap
from games.engine.cards import cards, codes
from games.engine.shengji.states import State
from tests.games.engine.shengji.helpers import (
    WANGKOU,
    act,
    closed,
    code,
    deal,
    finished,
    led_as,
    play,
    refused_play,
    show,
    table,
    went_on,
    winner,
)

G = "wangkou"
NEVER = {"dry_kitty": "never"}


def trump(state: State) -> dict[str, str | None] | None:
    found: dict[str, str | None] | None = WANGKOU.report(state)["trump"]
    return found


# ------------------------------------------------------------------------------ declaring


def test_wk_1_levels_run_from_ace_to_king() -> None:
    """WK-1: thirteen levels, both teams start at A; [option] any rank."""
    assert WANGKOU.first(WANGKOU.complete({})).levels == ("A", "A")
    assert WANGKOU.first(WANGKOU.complete({"start_level": "6"})).levels == ("6", "6")
    assert finished(G, 40, levels=("A", "A")).levels == ("2", "A")


def test_wk_2_the_level_is_the_dealer_teams() -> None:
    """WK-2: whoever shows, the level cards are of the dealer's team's level."""
    state = deal(G, "H7 H9", "S9 S7", levels=("7", "9"), dealer=0)
    assert code(state, show(1, "S9")) == "bad_declaration"
    state = act(state, show(1, "S7"))
    assert trump(state) == {"suit": "S", "level": "7"}


def test_wk_4_hearts_diamonds_spades_clubs() -> None:
    """WK-4, WK-9: a later pair must be of a higher suit than the last pair shown."""
    state = deal(G, "C7 C7", "S7 S7", "D7 D7", "H7 H7", level="7")
    for seat, suit in enumerate("CSDH"):
        state = act(state, show(seat, f"{suit}7 {suit}7"))
        assert trump(state) == {"suit": suit, "level": "7"}
    assert code(state, show(0, "C7 C7")) == "declaration_too_weak"
    assert code(state, show(2, "D7 D7")) == "declaration_too_weak"


def test_wk_8_one_level_card_is_shown_and_the_first_stands() -> None:
    """WK-8: a second single show is refused, of whatever suit; other cards show nothing."""
    state = deal(G, "C7 HR HR", "H7", level="7")
    assert code(state, show(0, "HR HR")) == "bad_declaration"
    assert code(state, show(0, "C7", 0)) == "not_your_cards"
    state = act(state, show(0, "C7", 1))
    assert code(state, show(1, "H7")) == "declaration_too_weak"


def test_wk_9_any_pair_of_another_suit_beats_a_single() -> None:
    """WK-9: clubs over a single heart; the first show may be a pair and counts as one."""
    state = act(deal(G, "H7", "", "C7 C7", level="7"), show(0, "H7"), show(2, "C7 C7"))
    assert trump(state) == {"suit": "C", "level": "7"}
    state = act(deal(G, "", "S7 S7", "C7 C7", level="7"), show(1, "S7 S7"))
    assert code(state, show(2, "C7 C7")) == "declaration_too_weak"


def test_wk_9_nobody_over_declares_himself() -> None:
    """WK-9: nor does he strengthen his own show."""
    state = act(deal(G, "S7 S7 H7 H7", level="7"), show(0, "S7"))
    assert code(state, show(0, "H7 H7")) == "not_allowed_to_declare"
    assert code(state, show(0, "S7 S7")) == "not_allowed_to_declare"


def test_wk_10_the_standing_show_deals_in_the_first_deal_only() -> None:
    """WK-10: over-declaring takes the deal too; later the dealer is known."""
    state = deal(G, "H7", "", "C7 C7", level="7", dealer=None)
    state = closed(act(state, show(0, "H7"), show(2, "C7 C7")))
    assert WANGKOU.report(state)["dealer"] == 2
    state = closed(act(deal(G, "H7", level="7", dealer=3), show(0, "H7")))
    assert WANGKOU.report(state)["dealer"] == 3


@pytest.mark.parametrize(
    ("card", "suit"), [("C9", "C"), ("HR", "H"), ("SB", "S"), ("D7", "D"), ("SA", "S")]
)
def test_wk_11_the_third_card_from_the_bottom_is_turned(card: str, suit: str) -> None:
    """WK-11: 底三颗; a big joker means hearts, a small one spades, a level card its suit."""
    state = closed(deal(G, kitty=f"C3 C4 C5 C6 C8 {card} D3 D4", level="7"))
    assert trump(state) == {"suit": suit, "level": "7"}
    assert WANGKOU.view(state, None).turned == (card,)


def test_wk_11_first_deal_the_first_drawer_deals() -> None:
    """WK-11: when nobody shows."""
    state = closed(deal(G, dealer=None, first_drawer=2))
    assert WANGKOU.report(state)["dealer"] == 2
    assert WANGKOU.turn(state) == (2,)


# --------------------------------------------------------------------------------- kitty


def buried(text: str, *hands: str, level: str = "7") -> State:
    """The dealer, seat 0, has buried these eight; the others hold jokers as given."""
    jokers = " ".join(hands)
    state = deal(G, f"H7 {text}", *hands, level=level, avoid=_jokers_left(f"{text} {jokers}"))
    state = closed(act(state, show(0, "H7")))
    return act(state, Bury(0, cards(text)))


def _jokers_left(used: str) -> str:
    left = ["SB", "SB", "HR", "HR"]
    for word in used.split():
        if word in left:
            left.remove(word)
    return " ".join(left)


def test_wk_12_the_kitty_is_laid_face_up() -> None:
    """WK-12: any eight cards, and everyone sees them."""
    eight = "SB D2 D3 D4 DT D5 C7 HT"
    state = buried(eight)
    for viewer in (0, 1, 2, 3, None):
        assert WANGKOU.view(state, viewer).kitty == tuple(eight.split())
    state = closed(act(deal(G, "H7", level="7"), show(0, "H7")))
    assert WANGKOU.view(state, 1).kitty is None
    assert code(state, Bury(0, cards("H7"))) == "wrong_bury"


def test_wk_13_those_with_jokers_are_asked_in_turn() -> None:
    """WK-13: counter-clockwise from the dealer's next player, once, in secret."""
    state = buried("D2 D3 D4 DT D5 C7 HT H9", "", "SB", "HR HR")
    assert WANGKOU.phase(state) is Phase.SWAP
    assert WANGKOU.turn(state) == (2,)
    assert WANGKOU.public_turn(state) == ()
    assert code(state, Swap(3, cards("HR"), cards("D2"))) == "not_your_turn"
    state = act(state, Swap(2, (), ()))
    assert WANGKOU.turn(state) == (3,)
    state = act(state, Swap(3, cards("HR HR"), cards("D3 C7")))
    assert WANGKOU.turn(state) == ()
    assert sorted(WANGKOU.view(state, None).kitty) == sorted(
        codes(cards("D2 D4 DT D5 HT H9 HR HR"))
    )
    assert {"D3", "C7"} <= set(hand(state, 3))
    state = went_on(state)
    assert WANGKOU.turn(state) == (0,)


def hand(state: State, seat: int) -> tuple[str, ...]:
    return tuple(c for group in WANGKOU.view(state, seat).hand for c in group)


def test_wk_13_what_may_be_swapped() -> None:
    """WK-13: jokers only, for as many kitty cards below T that are no points."""
    state = buried("D2 D3 D4 DT D5 C7 HT H9", "SB HR C3")
    for give, take in (
        ("HR", "D5"),
        ("HR", "DT"),
        ("HR", ""),
        ("", "D2"),
        ("HR SB", "D2"),
        ("C3", "D2"),
        ("HR", "D8"),
        ("HR SB", "D2 D2"),
    ):
        assert code(state, Swap(1, cards(give), cards(take))) == "bad_swap"
    assert code(state, Swap(1, cards("HR HR"), cards("D2 D3"))) == "not_your_cards"
    can = WANGKOU.can(state, 1)
    assert can is not None
    assert sorted(can.takes) == sorted(codes(cards("D2 D3 D4 C7 H9")))
    act(state, Swap(1, cards("SB HR"), cards("C7 H9")))


def test_wk_13_nobody_is_asked_when_nothing_is_to_be_taken() -> None:
    """WK-13, table 19: no small card in the kitty, no asking; nor of one without jokers."""
    state = buried("DT DJ DQ DK DA D5 HT HJ", "SB", "HR")
    assert WANGKOU.phase(state) is Phase.PLAY
    state = buried("D2 DJ DQ DK DA D5 HT HJ", "SB", "HR")
    state = act(state, Swap(1, cards("SB"), cards("D2")))
    assert WANGKOU.turn(state) == ()
    assert WANGKOU.can(state, 2) is None


def test_wk_13_that_nobody_is_asked_is_not_to_be_seen() -> None:
    """WK-13: without any joker about, all see the same as if somebody were asked."""
    asked = buried("D2 D3 D4 DT D5 C7 HT H9", "", "SB")
    nobody = buried("D2 D3 D4 DT D5 C7 HT H9")
    for state in (asked, nobody):
        view = WANGKOU.view(state, None)
        assert (view.phase, view.turn) == ("swap", ())
    assert code(nobody, Play(0, cards("H7"))) == "wrong_phase"
    assert WANGKOU.report(nobody)["phase"] == "play"


def test_wk_14_jokers_in_the_kitty_raise_the_deal() -> None:
    """WK-14, example 4: +2 a small one, +3 a big one, to whoever wins the deal."""
    made = finished(G, 40, levels=("2", "2"), kitty="SB HR S4 S4 S6 S6 H3 H3")
    assert made.levels == ("8", "2")
    down = finished(G, 95, levels=("2", "2"), kitty="SB HR S4 S4 S6 S6 H3 H3")
    assert down.levels == ("2", "7")
    assert down.winner_team == 1


def test_wk_14_jokers_of_an_untouched_kitty_count_nothing() -> None:
    """WK-14, example 7: SB is turned, HR lies in the kitty too: spades, and no levels."""
    state = closed(deal(G, kitty="HR C4 C5 C6 C8 SB D3 D4", level="7"))
    assert trump(state) == {"suit": "S", "level": "7"}
    dry = finished(G, 40, levels=("2", "2"), kitty="SB HR S4 S4 S6 S6 H3 H3", dry=True)
    assert dry.levels == ("3", "2")


def test_wk_15_a_dry_kitty_lies_as_it_is() -> None:
    """WK-15: when trump was turned, all see the eight cards, nothing is buried or swapped."""
    state = closed(deal(G, kitty="C3 C4 C5 C6 C8 C9 D3 D4", level="7", dealer=1))
    assert WANGKOU.turn(state) == (1,)
    assert WANGKOU.phase(state) is Phase.PLAY
    assert WANGKOU.view(state, 3).kitty == codes(cards("C3 C4 C5 C6 C8 C9 D3 D4"))
    assert state.play.hands[1].bit_count() == 25


def test_wk_15_option_dry_kitty() -> None:
    """WK-15 [option]: never, or always."""
    state = closed(deal(G, level="7", dealer=1, options=NEVER))
    assert WANGKOU.phase(state) is Phase.BURY
    always = {"dry_kitty": "always"}
    state = closed(act(deal(G, "H7", level="7", options=always), show(0, "H7")))
    assert WANGKOU.phase(state) is Phase.PLAY


# ----------------------------------------------------------------------------------- play


def test_wk_16_the_dealer_leads_then_the_winner() -> None:
    """WK-16: counter-clockwise."""
    state = table(G, "H", "7", "C3 D3", "C9 D4", "CA D5", "C4 D6")
    state = play(state, "C3", "C9", "CA", "C4")
    assert WANGKOU.turn(state) == (2,)


def test_wk_17_only_the_suit_binds() -> None:
    """WK-17, example 1: C9 C4 may be played to a pair of aces though C9 C9 is held."""
    state = play(table(G, "H", "7", "CA CA", "C9 C9 C4 D3", "", ""), "CA CA")
    assert refused_play(state, "C9 D3") == "must_follow_suit"
    assert refused_play(state, "C9") == "wrong_count"
    play(state, "C9 C4")


def test_wk_17_table_5_no_shape_must_be_followed() -> None:
    """WK-17, table 5: legal here."""
    state = table(G, "S", "K", "S7 S7 S8 S8 S9 S9", "S4 ST SA SK SK HK DK CK", "", "")
    play(state, "S7 S7 S8 S8 S9 S9", "S4 ST SA HK DK CK")


@pytest.mark.parametrize(
    ("name", "plays", "expected"),
    [
        ("example 1", ("CA CA", "C9 C4", "H2 H2", "HR SB"), 2),
        ("a mixed answer", ("C3 C3", "C9 HR", "C4 C6", "C8 CT"), 0),
        ("two level cards", ("C3 C3", "S7 D7", "C4 C6", "C8 CT"), 0),
        ("the level pair", ("C3 C3", "S7 S7", "H7 H7", "C8 C8"), 2),
    ],
)
def test_wk_18_ruffing(name: str, plays: tuple[str, ...], expected: int) -> None:
    """WK-18: wholly of the led suit or wholly trump in the led shape, or it never wins."""
    assert winner(table(G, "H", "7", *plays), *plays) == expected


@pytest.mark.parametrize(
    ("level", "plays", "expected"),
    [
        ("7", ("C3", "S7", "D7", "HA"), 1),
        ("7", ("CJ CJ CQ CQ", "CK CK CA CA", "C3 C3 C4 C4", "C8 C8 C9 C9"), 1),
        ("7", ("C2 C2 C3 C3", "CA CA C4 C5", "C4 C4 C5 C5", "CK CK C6 C6"), 2),
        ("7", ("CA CA C2 C2", "C3 C3 C4 C4", "C9 C9 C8 CT", "CJ CJ CQ CK"), 1),
        ("5", ("H5 H5 H6 H6", "H7 H7 H8 H8", "SB SB HR HJ", "H2 H3 HT HQ"), 1),
        ("5", ("HK HK HA HA", "SB SB HR HR", "H2 H3 H8 H9", "HJ HQ H6 HT"), 1),
        ("5", ("H9 H9", "S5 S5", "H5 H5", "D5 D5"), 2),
    ],
)
def test_wk_19_higher_of_the_same_shape(level: str, plays: tuple[str, ...], expected: int) -> None:
    """WK-19: runs by their natural top card, singles and pairs in the order of trumps."""
    assert winner(table(G, "H", level, *plays), *plays) == expected


def test_wk_20_a_clean_throw_of_a_side_suit() -> None:
    """WK-20: 清甩, each combination unbeatable in its shape."""
    state = table(G, "H", "2", "CA CQ CQ", "CK C3 C4", "CK", "C5 C5")
    assert led_as(state, "CA CQ CQ") == ["CA", "CQ", "CQ"]
    state = table(G, "H", "2", "CA CQ CQ", "CK CK C3", "", "")
    assert led_as(state, "CA CQ CQ") == ["CQ", "CQ"]


@pytest.mark.parametrize(
    ("level", "text", "others", "stays"),
    [
        ("2", "C3 C4", "CJ CJ CT", "C3 C4"),
        ("2", "C3 C4", "CQ C5", "C3"),
        ("K", "C3 C4", "CT CT C9", "C3 C4"),
        ("K", "C3 C4", "CJ C5", "C3"),
        ("2", "C3 C4 C5 C5", "C6 C6 CJ", "C3 C4 C5 C5"),
    ],
)
def test_wk_21_three_highest_ranks_gone(level: str, text: str, others: str, stays: str) -> None:
    """WK-21: 浑甩 when no other hand holds A K Q of the suit; the level moves the ranks up."""
    state = table(G, "H", level, text, "", others, "")
    assert led_as(state, text) == stays.split()


def test_wk_21_one_combination_is_no_throw() -> None:
    """WK-21: a run is led as a run, whoever has a higher one."""
    state = table(G, "H", "2", "C3 C3 C4 C4", "C5 C5 C6 C6", "", "")
    assert led_as(state, "C3 C3 C4 C4") == ["C3", "C3", "C4", "C4"]


def test_wk_22_trumps_are_not_thrown() -> None:
    """WK-22: refused at once; cards of several suits are no combination."""
    state = table(G, "H", "7", "HR HR SB H7 S7 C3", "", "", "")
    assert refused_play(state, "HR SB") == "cannot_throw"
    assert refused_play(state, "HR HR SB") == "cannot_throw"
    assert refused_play(state, "H7 S7") == "cannot_throw"
    assert refused_play(state, "HR C3") == "not_a_combination"
    play(state, "HR HR")


@pytest.mark.parametrize(
    ("name", "level", "plays", "expected"),
    [
        ("pairs decide", "2", ("D8 D8 DJ DQ", "H8 H8 H3 H4", "H5 H5 HK HK", "C3 C4 C6 C7"), 2),
        ("the pair, not the single", "7", ("CA CA CK", "H3 H3 HR", "H4 H4 H5", "S3 S4 S5"), 2),
        ("equal: the first", "7", ("CA CK", "H3 H9", "H8 H9", "SA SK"), 1),
        ("a pair as two singles", "7", ("CA CK", "H9 H9", "HT H3", "SA SK"), 2),
        (
            "a longer run as shorter",
            "7",
            ("CA CA CK CK CJ CJ", *(["H2 H2 H3 H3 H4 H4"]), "D", ""),
            1,
        ),
        (
            "natural: off-suit level pairs join no run",
            "7",
            (
                "S3 S3 S4 S4 S9 S9 ST ST",
                "HA HA S7 S7 D7 D7 H7 H7",
                "C3 C3 C4 C4 C5 C5 C6 C6",
                "D3 D3 D4 D4 D5 D5 D6 D6",
            ),
            0,
        ),
    ],
)
def test_wk_22_ruffing_a_throw(
    name: str, level: str, plays: tuple[str, ...], expected: int
) -> None:
    """WK-22: every arrangement counts, the highest of the largest shape decides."""
    if plays[2] == "D":
        plays = (plays[0], plays[1], "D3 D4 D5 D6 D8 D9", "S3 S4 S5 S6 S8 S9")
    assert winner(table(G, "H", level, *plays), *plays) == expected


def test_wk_22_the_best_arrangement_for_the_player_counts() -> None:
    """WK-22: a run of three answers a thrown run of two and pair with its higher end."""
    lead = "CA CA CK CK C9 C9"
    plays = (lead, "H2 H2 H3 H3 H5 H5", "H4 H4 H5 H5 H6 H6", "D3 D4 D5 D6 D8 D9")
    assert winner(table(G, "H", "7", *plays), *plays) == 2
    plays = (lead, "H4 H4 H5 H5 H6 H6", "H2 H2 H5 H5 H6 H6", "D3 D4 D5 D6 D8 D9")
    assert winner(table(G, "H", "7", *plays), *plays) == 1


def test_wk_23_the_smallest_beaten_combination_is_played() -> None:
    """WK-23, tables 8 and 9: fewest cards, then the lowest; the partner's hand counts."""
    assert led_as(table(G, "H", "2", "S8 S5 S5", "S6 S6 S7", "S9 SA", ""), "S8 S5 S5") == ["S8"]
    assert led_as(table(G, "H", "2", "SQ SQ SA", "", "SK SK", ""), "SQ SQ SA") == ["SQ", "SQ"]
    assert led_as(table(G, "H", "2", "S9 S8", "SA", "", ""), "S9 S8") == ["S8"]


def test_wk_23_option_failed_throw_fines() -> None:
    """WK-23 [option]: 10 points to the defenders, or from theirs, not below 0."""
    fine = {"failed_throw": "force_and_fine"}
    hands = ("S8 S9", "SA CA", "S3 S4", "S5 S6")
    assert play(table(G, "H", "2", *hands), "S8 S9").play.points == 0
    assert play(table(G, "H", "2", *hands, options=fine), "S8 S9").play.points == 10
    hands = ("SA CA", "S8 S9", "S3 S4", "S5 S6")
    for before, after in ((25, 15), (5, 0)):
        state = table(G, "H", "2", *hands, leader=1, points=before, options=fine)
        assert play(state, "S8 S9").play.points == after


# ---------------------------------------------------------------------------------- result


def test_wk_24_the_kitty_counts_for_nobody() -> None:
    """WK-24: defenders keep the points of their tricks; 抠底不抠分."""
    found = finished(G, 75, kitty="DT DK D5 C5 CT CK S5 ST", defenders_win=True)
    assert (found.points, found.winner_team) == (75, 0)
    assert (found.kitty_points, found.kitty_factor, found.score) == (None, None, None)


@pytest.mark.parametrize(
    ("last", "kou", "gain"),
    [
        (("C3", "HR", "C4", "C5"), "big", 3),
        (("C3", "SB", "C4", "C5"), "small", 2),
        (("C3 C3", "HR HR", "C4 C5", "C6 C8"), "big", 3),
        (("C3 C3", "SB SB", "C4 C5", "C6 C8"), "small", 2),
        (("C3 C3 C4 C4", "SB SB HR HR", "C5 C6 C8 C9", "D3 D4 D5 D6"), "big", 3),
        (("CA CK", "HR S3", "C4 C5", "C6 C8"), "big", 3),
        (("CA CK", "SB S3", "C4 C5", "C6 C8"), "small", 2),
    ],
)
def test_wk_25_the_last_trick_with_jokers(
    last: tuple[str, str, str, str], kou: str, gain: int
) -> None:
    """WK-25: whatever the points; led or played on, alone or among other cards."""
    found = finished(G, 0, levels=("2", "4"), last=last)
    assert (found.kou, found.winner_team, found.next_dealer) == (kou, 1, 1)
    assert found.change == (0, gain)


def test_wk_25_declarers_jokers_are_no_kou() -> None:
    """WK-25: a defender must win; a joker played in vain is nothing."""
    assert finished(G, 0, last=("HR", "S3", "S4", "S5")).kou is None
    assert finished(G, 0, last=("HR", "SB", "S4", "S5")).kou is None


@pytest.mark.parametrize(("points", "levels"), [(0, 3), (5, 1), (35, 1), (40, 1), (75, 1)])
def test_wk_26_fewer_than_80_is_made(points: int, levels: int) -> None:
    """WK-26: one level, three for 光牌, nothing more for fewer than 40; the partner deals."""
    found = finished(G, points, levels=("2", "2"))
    assert found.change == (levels, 0)
    assert (found.winner_team, found.next_dealer) == (0, 2)


@pytest.mark.parametrize(
    ("points", "beyond", "each"), [(80, 0, 1), (155, 0, 1), (160, 1, 2), (200, 1, 2)]
)
def test_wk_27_a_level_for_each_80(points: int, beyond: int, each: int) -> None:
    """WK-27 and its [option] eighty_step: down, the dealer's next player deals."""
    found = finished(G, points, levels=("2", "2"), dealer=2)
    assert found.change == (0, beyond)
    assert (found.winner_team, found.next_dealer) == (1, 3)
    found = finished(G, points, levels=("2", "2"), options={"eighty_step": "each"})
    assert found.change == (0, each)


def test_wk_27_of_two_gains_the_larger_counts() -> None:
    """WK-27: with 抠底, levels by points and by joker are not added."""
    last = ("C3", "SB", "C4", "C6")
    assert finished(G, 200, levels=("2", "2"), last=last).change == (0, 2)
    each = {"eighty_step": "each"}
    assert finished(G, 200, levels=("2", "2"), last=last, options=each).change == (0, 2)


@pytest.mark.parametrize(
    ("level", "after"), [("9", "J"), ("T", "J"), ("J", "Q"), ("Q", "K"), ("K", "K+")]
)
def test_wk_28_jack_queen_and_king_must_be_made(level: str, after: str) -> None:
    """WK-28, example 3: 光牌 from each level; who makes the deal at K has won."""
    found = finished(G, 0, levels=(level, "5"))
    assert found.levels[0] == after
    assert found.match_won_by == (0 if level == "K" else None)
    assert (found.next_dealer is None) == (level == "K")


@pytest.mark.parametrize(("level", "after"), [("T", "J"), ("J", "J"), ("Q", "Q"), ("K", "K")])
def test_wk_28_defenders_stay_at_jack_queen_and_king(level: str, after: str) -> None:
    """WK-28, example 6: only a made deal leaves them."""
    last = ("C3", "HR", "C4", "C5")
    assert finished(G, 0, levels=("2", level), last=last).levels[1] == after


@pytest.mark.parametrize(
    ("level", "other", "last", "levels", "kou"),
    [
        ("J", "9", ("C3", "DJ", "C4", "C5"), ("A", "9"), "J"),
        ("J", "9", ("C3 C3", "DJ DJ", "C4 C5", "C6 C8"), ("A", "9"), "J"),
        ("J", "9", ("CA CK", "DJ DJ", "C4 C5", "C6 C8"), ("A", "9"), "J"),
        ("J", "9", ("CA CK", "DJ HJ", "C4 C5", "C6 C8"), ("Q", "9"), None),
        ("J", "9", ("CA CK", "DJ S3", "C4 C5", "C6 C8"), ("Q", "9"), None),
        ("Q", "9", ("C3", "DQ", "C4", "C5"), ("6", "9"), "Q"),
        ("K", "5", ("C3", "DK", "C4", "C6"), ("5", "K"), "K"),
        ("K", "5", ("C3", "SQ", "C4", "C6"), ("K+", "5"), None),
        ("J", "9", ("C3", "HR", "C4", "C5"), ("J", "J"), "big"),
    ],
)
def test_wk_29_level_cards_in_the_last_trick(
    level: str,
    other: str,
    last: tuple[str, str, str, str],
    levels: tuple[str, str],
    kou: str | None,
) -> None:
    """WK-29: J到底, Q半截, K翻天, by a single or a pair of the level; no others, no levels more."""
    found = finished(G, 0, levels=(level, other), last=last)
    assert (found.kou, found.levels) == (kou, levels)


def test_wk_29_no_levels_by_points_beside_it() -> None:
    """WK-29: 160 points bring nothing more; the change is that of the levels."""
    found = finished(G, 165, levels=("J", "9"), last=("C3", "DJ", "C4", "C5"))
    assert found.levels == ("A", "9")
    assert found.change == (-10, 0)
    found = finished(G, 0, levels=("K", "5"), last=("C3", "DK", "C4", "C6"))
    assert found.change == (-8, 8)
    assert found.next_dealer == 1


def test_wk_30_kitty_jokers_come_last_and_stop_too() -> None:
    """WK-30: from 9 with a big joker: J; J到底 and a small joker for defenders at 4: 6."""
    assert finished(G, 40, levels=("9", "2"), kitty="HR").levels == ("J", "2")
    last = ("C3", "DJ", "C4", "C5")
    assert finished(G, 75, levels=("J", "4"), kitty="SB", last=last).levels == ("A", "6")
    assert finished(G, 75, levels=("K", "4"), kitty="SB", last=("C3", "DK", "C4", "C6")).levels == (
        "4",
        "K",
    )


def test_wk_12_codes_of_the_kitty_stay_in_order() -> None:
    """WK-12: as they were laid down."""
    state = buried("SB D2 D3 D4 DT D5 C7 HT")
    assert state.stage is not None
    assert codes(state.stage.kitty) == codes(cards("SB D2 D3 D4 DT D5 C7 HT"))
