"""超级大亨, clause by clause (rulebook TY)."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.api import CloseDeclaring, Draw, Phase, Play, Riot
from games.engine.cards import cards, codes
from games.engine.shengji.states import State
from tests.games.engine.shengji.helpers import (
    TYCOON,
    act,
    bury,
    closed,
    code,
    deal,
    finished,
    led_as,
    overturn,
    play,
    refusal,
    refused_play,
    result,
    show,
    table,
    went_on,
    winner,
)

G = "tycoon"
NO_JOKERS = "SB SB HR HR"


def report(state: State) -> dict[str, Any]:
    return TYCOON.report(state)


# ------------------------------------------------------------------------------ declaring


def test_ty_1_levels_from_two_to_ace_and_the_declarer_deals_first() -> None:
    """TY-1: both start at 2; in the first deal the declaring team is the dealer's side."""
    assert TYCOON.first(TYCOON.complete({})).levels == ("2", "2")
    state = act(deal(G, "", "H2 HR", dealer=None), show(1, "H2 HR"))
    assert report(closed(state))["dealer"] == 1


def test_ty_2_trumps_are_ordered_as_in_shuangsheng() -> None:
    """TY-2: bridged runs, off-suit level below trump level below the jokers."""
    assert led_as(table(G, "S", "4", "C3 C3 C5 C5", "", "", ""), "C3 C3 C5 C5")[3] == "C5"
    plays = ("SA SA H4 H4", "S4 S4 SB SB", "S2 S2 S3 S3", "SK SQ SJ ST")
    assert winner(table(G, "S", "4", *plays), *plays) == 1


@pytest.mark.parametrize(
    ("text", "trump"),
    [("H5 HR", "H"), ("D5 HR", "D"), ("S5 SB", "S"), ("C5 SB", "C"), ("HR H5", "H")],
)
def test_ty_3_a_level_card_with_the_joker_of_its_colour(text: str, trump: str) -> None:
    """TY-3: big joker with red, small joker with black."""
    state = act(deal(G, text, level="5"), show(0, text))
    assert report(state)["trump"] == {"suit": trump, "level": "5"}


@pytest.mark.parametrize(
    "text", ["S5 HR", "H5 SB", "HR HR", "SB SB", "H5", "HR", "H5 H5", "H5 D5 HR", "H6 HR", ""]
)
def test_ty_3_nothing_else_declares(text: str) -> None:
    """TY-3, example 1: not the wrong joker, not jokers alone, not a level card alone."""
    state = deal(G, "S5 H5 H5 D5 H6 HR HR SB SB", level="5")
    assert code(state, show(0, text)) == "bad_declaration"


def test_ty_4_the_first_couple_shown_deals() -> None:
    """TY-4: drawn cards only, and what is shown stands."""
    state = deal(G, "H2 HR", "S2 SB", dealer=None)
    assert code(state, show(0, "H2 HR", 4)) == "not_your_cards"
    state = act(state, show(0, "H2 HR", 5))
    assert code(state, show(1, "S2 SB", 20)) == "declaration_too_weak"
    assert report(state)["turn"] == [0, 1, 2, 3]
    assert report(closed(state))["dealer"] == 0


def test_ty_5_later_only_the_dealers_side_declares() -> None:
    """TY-5: the dealer stays the dealer when his partner declares."""
    state = deal(G, "", "S2 SB", "H2 HR", dealer=0)
    assert TYCOON.turn(state) == (0, 2)
    assert code(state, show(1, "S2 SB", 30)) == "not_allowed_to_declare"
    assert code(state, show(1, "S2 SB")) == "not_allowed_to_declare"
    state = act(state, show(2, "H2 HR"))
    assert report(closed(state))["dealer"] == 0


def asked_side(**others: Any) -> State:
    """Nobody of the dealer's side (seats 0 and 2) holds a couple, seats 1 and 3 do."""
    return deal(G, "", "S7 SB HR", "", "S7 SB C7", level="7", avoid="HR", **others)


def test_ty_5_the_other_side_is_asked_in_turn() -> None:
    """TY-5: counter-clockwise from the dealer's next player, yes or no, in secret."""
    state = act(asked_side(), Draw(100))
    assert TYCOON.turn(state) == (1,)
    assert TYCOON.public_turn(state) == ()
    assert code(state, show(3, "S7 SB")) == "not_your_turn"
    assert code(state, show(0, "")) == "not_your_turn"
    assert code(state, CloseDeclaring()) == "wrong_phase"
    assert code(state, Riot(3)) == "wrong_phase"
    state = act(state, show(1, ""))
    assert TYCOON.turn(state) == (3,)
    state = act(state, show(3, "C7 SB"))
    assert (report(state)["phase"], report(state)["dealer"]) == ("bury", 3)
    state = closed(state)
    assert TYCOON.turn(state) == (3,)


def test_ty_5_the_first_yes_ends_it() -> None:
    """TY-5, TY-7: the first couple stands, so the other is not asked any more."""
    state = act(asked_side(), Draw(100), show(1, "S7 SB"))
    assert code(state, show(3, "S7 SB")) == "wrong_phase"
    assert report(state)["dealer"] == 1


def test_ty_5_before_the_last_card_the_other_side_may_not() -> None:
    """TY-5: it is asked only when all cards are drawn."""
    state = asked_side()
    assert code(state, show(1, "S7 SB", 60)) == "not_allowed_to_declare"
    assert TYCOON.turn(state) == (0, 2)


def test_ty_5_the_level_follows_the_dealer() -> None:
    """TY-5: the other side declares with its own level card and plays its own level."""
    state = deal(G, "", "S9 SB S7", levels=("7", "9"), dealer=0, avoid="HR HR SB")
    state = act(state, Draw(100))
    assert code(state, show(1, "S7 SB")) == "bad_declaration"
    state = act(state, show(1, "S9 SB"))
    assert report(state)["trump"] == {"suit": "S", "level": "9"}
    assert TYCOON.view(closed(state), None).level == "9"


def test_ty_5_a_silent_dealers_side_is_not_asked_for() -> None:
    """TY-5: it holds a couple and stays silent, so trump is turned."""
    state = act(deal(G, "H2 HR", "S2 SB"), Draw(100))
    assert TYCOON.due(state) == CloseDeclaring()
    assert TYCOON.can(state, 1) is None
    state = closed(state)
    assert TYCOON.view(state, None).turned != ()


@pytest.mark.parametrize(
    ("dealer", "holder", "found"), [(0, 1, 1), (0, 3, 3), (0, 0, 0), (0, 2, 0), (None, 2, 2)]
)
def test_ty_6_the_third_card_from_the_top_and_its_twin(
    dealer: int | None, holder: int, found: int
) -> None:
    """TY-6: its suit is trump; the side that holds the twin is the dealer's side."""
    hands = ["", "", "", ""]
    hands[holder] = "C9"
    state = deal(G, *hands, kitty="S3 S4 C9 S6", dealer=dealer, avoid=NO_JOKERS)
    state = closed(state)
    assert report(state)["trump"] == {"suit": "C", "level": "2"}
    assert report(state)["dealer"] == found


def test_ty_6_a_joker_means_no_trump_suit() -> None:
    """TY-6: 无主."""
    state = closed(deal(G, "", "", "SB", kitty="S3 S4 SB S6", dealer=0))
    assert report(state)["trump"] == {"suit": None, "level": "2"}


def test_ty_6_both_copies_in_the_kitty() -> None:
    """TY-6: the dealer stays; a first deal is dealt again."""
    state = closed(deal(G, kitty="C9 S4 C9 S6", dealer=3))
    assert report(state)["dealer"] == 3
    state = closed(deal(G, kitty="C9 S4 C9 S6", dealer=None))
    assert result(state).redeal
    following = TYCOON.next(state.deal.setup, result(state))
    assert following is not None
    assert following.first_deal


def test_ty_6_a_turned_deal_is_played_at_the_new_dealers_level() -> None:
    """TY-6, TY-5: the side changes, and so does the level."""
    state = deal(G, "", "C9", kitty="S3 S4 C9", levels=("7", "9"), avoid=NO_JOKERS)
    assert report(closed(state))["trump"] == {"suit": "C", "level": "9"}


def test_ty_7_the_pair_may_be_shown_at_once() -> None:
    """TY-7: 定主; it is no later upgrade."""
    state = deal(G, "H2 H2 HR", dealer=None)
    act(state, show(0, "H2 H2 HR"))
    state = act(state, show(0, "H2 HR"))
    assert code(state, show(0, "H2 H2 HR")) == "declaration_too_weak"


def test_ty_7_fixed_trump_is_overturned_by_joker_pairs_only() -> None:
    """TY-7, TY-11, example 1: S5 S5 SB is refused against H5 H5 HR, SB SB is accepted."""
    state = deal(G, "H5 H5 HR", "S5 S5 SB SB", level="5", dealer=None)
    state = closed(act(state, show(0, "H5 H5 HR")))
    assert TYCOON.turn(state) == (1,)
    assert code(state, overturn(1, "S5 S5 SB")) == "cannot_overturn"
    state = act(state, overturn(1, "SB SB"))
    assert report(state)["trump"] == {"suit": None, "level": "5"}


# ------------------------------------------------------------------------------------ riot


def riotous(dealer: int | None = 0) -> State:
    """Seat 1 holds 10 points, seat 3 holds 15."""
    low = "S3 S3 S4 S4 S6 S6 S7 S7 S8 S8 S9 S9 H3 H3 H4 H4 H6 H6 H7 H7 H8 H8 H9 H9"
    three = "C3 C3 C4 C4 C6 C6 C7 C7 C8 C8 C9 C9 D3 D3 D4 D4 D6 D6 D7 D7 D8 D8 D9"
    return deal(G, "H2 HR", f"{low} ST", "", f"{three} CK D5", dealer=dealer)


def test_ty_8_riot_with_fewer_than_15_points() -> None:
    """TY-8: by the side that is not the dealer's, once trump is fixed; the deal is dealt again."""
    state = closed(act(riotous(), show(0, "H2 HR")))
    assert code(state, Riot(3)) == "no_riot"
    assert code(state, Riot(2)) == "no_riot"
    can = TYCOON.can(state, 1)
    assert can is not None
    assert "riot" in can.verbs
    assert TYCOON.can(state, 3) is None
    state = act(state, Riot(1))
    assert result(state).redeal
    assert result(state).levels == ("2", "2")
    assert result(state).winner_team is None
    following = TYCOON.next(state.deal.setup, result(state))
    assert following is not None
    assert (following.dealer, following.levels) == (0, ("2", "2"))


def test_ty_8_not_before_trump_is_fixed_nor_after_the_bury() -> None:
    """TY-8: too early and too late."""
    state = act(riotous(), show(0, "H2 HR"))
    assert code(state, Riot(1)) == "wrong_phase"
    assert code(bury(closed(state)), Riot(1)) == "wrong_phase"


def test_ty_8_not_after_an_overturn() -> None:
    """TY-8: before the first overturn."""
    state = deal(G, "H5 HR", "SB SB", "", "HR", level="5", dealer=None)
    state = closed(act(state, show(0, "H5 HR")))
    state = act(state, overturn(1, "SB SB"))
    assert code(state, Riot(2)) == "wrong_phase"


def test_ty_8_a_redealt_first_deal_keeps_its_dealer() -> None:
    """TY-8: and is played as a later deal."""
    state = act(closed(act(riotous(None), show(0, "H2 HR"))), Riot(1))
    following = TYCOON.next(state.deal.setup, result(state))
    assert following is not None
    assert (following.first_deal, following.dealer) == (False, 0)


def test_ty_8_the_reckoning_says_who_called_a_riot() -> None:
    state = act(closed(act(riotous(None), show(0, "H2 HR"))), Riot(1))
    (line,) = result(state).lines
    assert (line.clause, line.params) == ("TY-8", {"seat": 1})


# --------------------------------------------------------------------------- overturning


def test_ty_9_only_who_buried_last_knows_the_kitty() -> None:
    """TY-9: after an overturn the first burier knows it no more; at the end all do."""
    state = deal(G, "H7 HR", "S7 S7 SB", level="7", avoid="SB HR")
    state = bury(closed(act(state, show(0, "H7 HR"))))
    assert TYCOON.view(state, 0).kitty is not None
    state = act(state, overturn(1, "S7 S7 SB"))
    assert TYCOON.view(state, 1).kitty is not None
    assert TYCOON.view(state, 0).kitty is None
    state = bury(state)
    assert [TYCOON.view(state, v).kitty is None for v in (0, 1, 2, 3, None)] == [
        True,
        False,
        True,
        True,
        True,
    ]


@pytest.mark.parametrize(
    ("text", "suit"),
    [("S7 S7 SB", "S"), ("D7 D7 HR", "D"), ("SB SB", None), ("HR HR", None)],
)
def test_ty_10_what_overturns(text: str, suit: str | None) -> None:
    """TY-10: a level pair with the joker of its colour, or a pair of jokers."""
    held = f"{text} C7"
    state = deal(G, "C7 SB" if "HR" in text else "H7 HR", held, level="7")
    state = bury(closed(act(state, show(0, "C7 SB" if "HR" in text else "H7 HR"))))
    state = act(state, overturn(1, text))
    assert report(state)["trump"] == {"suit": suit, "level": "7"}
    assert TYCOON.turn(state) == (1,)
    assert state.play.hands[1].bit_count() == 33


@pytest.mark.parametrize("text", ["S7 SB", "S7 S7", "S7 S7 HR", "SB", "SB HR", "S9 S9 SB"])
def test_ty_10_what_does_not(text: str) -> None:
    """TY-10: a single level card, the wrong joker, one joker, other pairs."""
    state = deal(G, "C7 SB", "S7 S7 S9 S9 SB HR HR", level="7")
    state = bury(closed(act(state, show(0, "C7 SB"))))
    assert code(state, overturn(1, text)) == "cannot_overturn"
    assert code(state, overturn(1, "D7 D7 HR")) == "not_your_cards"


def test_ty_11_stronger_in_class_only() -> None:
    """TY-11: level pair < small jokers < big jokers; the same class is not stronger."""
    state = deal(G, "H7 HR", "S7 S7 SB", "", "D7 D7 HR", level="7", avoid="SB")
    state = bury(closed(act(state, show(0, "H7 HR"))))
    state = bury(act(state, overturn(1, "S7 S7 SB")))
    assert TYCOON.turn(state) == ()
    assert report(state)["phase"] == "play"


def test_ty_12_the_declarer_only_after_somebody_else() -> None:
    """TY-12, example 1: SB SB overturns H5 H5 HR, which overturned his own S5 SB."""
    state = deal(G, "S5 SB SB", "H5 H5 HR", level="5", avoid="HR")
    state = bury(closed(act(state, show(0, "S5 SB"))))
    assert TYCOON.turn(state) == (1,)
    assert code(state, overturn(0, "SB SB")) == "not_your_turn"
    state = bury(act(state, overturn(1, "H5 H5 HR")))
    assert TYCOON.turn(state) == (0,)
    state = act(state, overturn(0, "SB SB"))
    assert report(state)["trump"] == {"suit": None, "level": "5"}


def test_ty_12_nobody_overturns_his_own_overturn() -> None:
    """TY-12: though he holds something stronger."""
    state = deal(G, "C5 SB", "S5 S5 SB HR HR", level="5")
    state = bury(closed(act(state, show(0, "C5 SB"))))
    state = bury(act(state, overturn(1, "S5 S5 SB")))
    assert TYCOON.turn(state) == ()
    assert report(state)["phase"] == "play"


def test_ty_13_first_deal_overturning_before_the_kitty_is_taken() -> None:
    """TY-13: asked from the declarer's next player; who overturns is the dealer."""
    state = deal(G, "H5 HR", "", "SB SB", level="5", dealer=None)
    state = closed(act(state, show(0, "H5 HR")))
    assert (TYCOON.phase(state), TYCOON.turn(state)) == (Phase.OVERTURN, (2,))
    assert state.play.hands[0].bit_count() == 25
    state = act(state, overturn(2, "SB SB"))
    assert report(state)["dealer"] == 2
    state = went_on(state)
    assert (TYCOON.phase(state), TYCOON.turn(state)) == (Phase.BURY, (2,))
    state = bury(state)
    assert (TYCOON.phase(state), TYCOON.turn(state)) == (Phase.PLAY, (2,))
    assert code(state, overturn(0, "HR HR")) == "wrong_phase"


def test_ty_13_after_the_big_jokers_nobody_is_asked() -> None:
    """TY-13, TY-11: nothing is stronger; the kitty is taken at once."""
    state = deal(G, "C5 SB", "", "HR HR", level="5", dealer=None)
    state = act(closed(act(state, show(0, "C5 SB"))), overturn(2, "HR HR"))
    assert (TYCOON.phase(state), TYCOON.turn(state)) == (Phase.BURY, (2,))


def test_ty_13_trump_turned_all_four_are_asked() -> None:
    """TY-13: from the dealer's next player, the dealer last."""
    state = deal(G, "C9 HR HR", "SB SB", kitty="S3 S4 C9", dealer=None)
    state = closed(state)
    assert report(state)["dealer"] == 0
    assert TYCOON.turn(state) == (1,)
    state = act(state, overturn(1))
    assert TYCOON.turn(state) == (0,)
    state = went_on(act(state, overturn(0)))
    assert TYCOON.turn(state) == (0,)


def test_ty_14_later_deals_ask_after_the_bury() -> None:
    """TY-14: every one but the declarer; who overturns takes the buried cards and buries."""
    state = deal(G, "H7 HR", "", "SB SB", level="7")
    state = closed(act(state, show(0, "H7 HR")))
    state = bury(state)
    assert TYCOON.turn(state) == (2,)
    assert state.stage is not None
    kitty = state.stage.kitty
    state = act(state, overturn(2, "SB SB"))
    view = TYCOON.view(state, 2)
    assert view.kitty == codes(kitty)
    state = bury(state)
    assert report(state)["dealer"] == 0
    assert report(state)["turn"] == [0]


def test_ty_14_the_dealer_is_asked_last_when_his_partner_declared() -> None:
    """TY-14: seats 1 and 3, then the dealer."""
    state = deal(G, "SB SB", "", "H7 HR", "HR S7 S7", level="7")
    state = bury(closed(act(state, show(2, "H7 HR"))))
    assert TYCOON.turn(state) == (0,)


def test_ty_14_over_a_turned_trump_every_overturn_is_strong_enough() -> None:
    """TY-14: even a level pair, even the dealer's."""
    state = deal(G, "S7 S7 SB", kitty="S3 S4 C9", level="7", avoid="HR HR SB")
    state = bury(closed(state))
    assert TYCOON.turn(state) == (0,)
    act(state, overturn(0, "S7 S7 SB"))


def test_ty_14_that_nobody_is_asked_is_not_to_be_seen() -> None:
    """TY-14: phase and turn look alike whether somebody is asked or not."""
    asked = bury(closed(act(deal(G, "H7 HR", "", "SB SB", level="7"), show(0, "H7 HR"))))
    nobody = deal(G, "H7 HR HR SB SB", level="7")
    nobody = bury(closed(act(nobody, show(0, "H7 HR"))))
    for state in (asked, nobody):
        view = TYCOON.view(state, 1)
        assert (view.phase, view.turn) == ("overturn", ())
        assert TYCOON.can(state, 0) is None
        assert code(state, Play(0, cards("H7"))) == "wrong_phase"
    assert report(nobody)["phase"] == "play"
    assert TYCOON.turn(went_on(nobody)) == (0,)


# ----------------------------------------------------------------------------------- play


def test_ty_15_the_dealer_leads_then_the_winner() -> None:
    """TY-15: counter-clockwise."""
    state = table(G, "H", "7", "C3 D3", "C9 D4", "CA D5", "C4 D6", dealer=0)
    assert TYCOON.turn(play(state, "C3", "C9", "CA", "C4")) == (2,)


@pytest.mark.parametrize(
    ("name", "level", "lead", "hand", "answer", "longest", "pairs"),
    [
        ("a pair to a pair", "2", "S7 S7", "S3 S3 S9 SA", "S9 SA", False, False),
        ("a pair to a pair", "2", "S7 S7", "S3 S3 S9 SA", "S3 S3", True, True),
        ("no pair: singles", "2", "S7 S7", "S3 S4 S9 SA", "S9 SA", True, True),
        ("table 6", "2", "S7 S7 S8 S8", "S3 S3 S4 S4 S5 S5", "S3 S3 S5 S5", False, False),
        ("table 6", "2", "S7 S7 S8 S8", "S3 S3 S4 S4 S5 S5", "S4 S4 S5 S5", True, True),
        (
            "table 7",
            "2",
            "SJ SJ SQ SQ SK SK",
            "S3 S3 S4 S4 S6 S6 S8 S8 ST ST",
            "S6 S6 S8 S8 ST ST",
            False,
            True,
        ),
        (
            "table 7",
            "2",
            "SJ SJ SQ SQ SK SK",
            "S3 S3 S4 S4 S6 S6 S8 S8 ST ST",
            "S3 S3 S4 S4 ST ST",
            True,
            True,
        ),
        (
            "pairs before singles",
            "2",
            "SJ SJ SQ SQ",
            "S3 S3 S5 S5 S8 S9",
            "S3 S3 S8 S9",
            False,
            False,
        ),
        (
            "pairs before singles",
            "2",
            "SJ SJ SQ SQ",
            "S3 S3 S5 S8 S9 ST",
            "S3 S3 S8 S9",
            True,
            True,
        ),
        (
            "no second run before loose pairs",
            "2",
            "S7 S7 S8 S8 S9 S9 ST ST",
            "S3 S3 S4 S4 SJ SJ SQ SQ SA SA",
            "S3 S3 S4 S4 SJ SJ SA SA",
            True,
            True,
        ),
        (
            "the longest shorter run",
            "2",
            "S7 S7 S8 S8 S9 S9 ST ST",
            "S3 S3 S4 S4 SJ SJ SQ SQ SK SK",
            "S3 S3 S4 S4 SJ SJ SK SK",
            False,
            True,
        ),
        (
            "all of the suit, whatever it is",
            "2",
            "S7 S7 S8 S8",
            "S3 S3 S5 H4 H4 C3",
            "S3 S3 S5 C3",
            True,
            True,
        ),
    ],
)
def test_ty_16_the_shape_must_be_followed(
    name: str, level: str, lead: str, hand: str, answer: str, longest: bool, pairs: bool
) -> None:
    """TY-16, tables 6 and 7, and the [option] follow_runs."""
    for option, legal in (("longest", longest), ("pairs", pairs)):
        state = table(G, "H", level, lead, hand, "", "", options={"follow_runs": option})
        state = play(state, lead)
        if legal:
            play(state, answer)
        else:
            assert refused_play(state, answer) == "must_follow_shape"
            assert refusal(state, Play(1, cards(answer))).clause == "TY-16"


def test_ty_16_count_before_suit_before_shape() -> None:
    """TY-16: which refusal is named first."""
    state = play(table(G, "H", "2", "S7 S7", "S3 S3 S9 C3 C3", "", ""), "S7 S7")
    assert refused_play(state, "C3") == "wrong_count"
    assert refused_play(state, "S9 C3") == "must_follow_suit"
    assert refused_play(state, "S3 S9") == "must_follow_shape"


def test_ty_16_a_ruff_needs_the_led_shape() -> None:
    """TY-16: two different trump singles never beat a pair."""
    plays = ("S7 S7", "H3 HR", "H4 H4", "H5 D3")
    assert winner(table(G, "H", "2", *plays), *plays) == 2


def test_ty_16_void_anything_may_be_played() -> None:
    """TY-16: a pair held in another suit is not demanded."""
    state = play(table(G, "H", "2", "S7 S7", "C3 C3 D4 D5", "", ""), "S7 S7")
    play(state, "C3 D4")


def test_ty_17_a_throw_binds_the_suit_only() -> None:
    """TY-17: followers follow suit, not shape; trumps may be thrown; a ruff needs the shapes."""
    state = table(G, "H", "2", "SA SK SK", "S3 S3 S4 S5", "", "")
    play(play(state, "SA SK SK"), "S3 S4 S5")
    assert led_as(table(G, "H", "2", "HR H2 H2", "H9", "", ""), "HR H2 H2") == ["HR", "H2", "H2"]
    plays = ("SA SK SK", "H3 H4 H5", "H6 H6 H7", "H8 H8 S3")
    assert winner(table(G, "H", "2", *plays), *plays) == 2


def test_ty_17_a_failed_throw_costs_half_a_stake() -> None:
    """TY-17, TY-22: to the other team's score, for each failure, of either side."""
    hands = ("CQ CK", "CA C9", "C3 C4", "C5 C6")
    state = table(G, "S", "2", *hands, options={"stake": 4})
    state = play(state, "CQ CK", "CA", "C4", "C6")
    assert state.play.failed == (1, 0)
    ended = play(state, "C9", "C3", "C5", "CK")
    assert result(ended).score == (12 - 2, -12 + 2)
    state = table(G, "S", "2", "C3 C4", "CQ CK", "CA C9", "C5 C6", leader=1, options={"stake": 4})
    ended = play(state, "CK CQ", "CA", "C6", "C4", "C9", "C5", "C3", "CK")
    assert ended.play.failed == (0, 1)
    assert result(ended).score == (8 + 2, -8 - 2)


def test_ty_18_trump_leads_are_followed_in_shape() -> None:
    """TY-18, table 5: the pair of trump kings must be played to a trump run of three."""
    state = table(G, "S", "K", "S7 S7 S8 S8 S9 S9", "S4 ST SA SK SK HK DK CK", "", "")
    state = play(state, "S7 S7 S8 S8 S9 S9")
    assert refused_play(state, "S4 ST SA HK DK CK") == "must_follow_shape"
    play(state, "SK SK ST SA DK CK")
    state = play(table(G, "H", "2", "H5 H5", "D3 D4 C3", "", ""), "H5 H5")
    play(state, "D3 C3")


def test_ty_18_the_off_suit_level_pair_is_a_trump_pair() -> None:
    """TY-18, TY-16: it answers a trump pair."""
    state = play(table(G, "H", "2", "H5 H5", "S2 S2 H6 H9", "", ""), "H5 H5")
    assert refused_play(state, "H6 H9") == "must_follow_shape"
    play(state, "S2 S2")


# ---------------------------------------------------------------------------------- result


@pytest.mark.parametrize(
    ("last", "doubling", "pairs"),
    [
        (("C8", "C9", "C7", "C6"), 2, 2),
        (("C8 C8", "C9 C9", "C7 C6", "C3 C6"), 4, 4),
        (("C8 C8 C9 C9", "CJ CJ CQ CQ", "C7 C6 C3 C4", "D3 D4 D6 D7"), 8, 4),
        (
            (
                "C6 C6 C7 C7 C8 C8",
                "S6 S6 S7 S7 S8 S8",
                "D3 D4 D6 D7 D8 D9",
                "H3 H4 H6 H7 H8 H9",
            ),
            16,
            4,
        ),
        (("CA CQ", "S3 S3", "C7 C6", "C3 C4"), 2, 2),
    ],
)
def test_ty_19_the_kittys_factor(
    last: tuple[str, str, str, str], doubling: int, pairs: int
) -> None:
    """TY-19 and its [option] kitty_table: by the largest combination of the lead."""
    for table_, factor in (("doubling", doubling), ("pairs", pairs)):
        found = finished(G, 0, kitty="D5 D5", last=last, options={"kitty_table": table_})
        assert (found.kitty_points, found.kitty_factor) == (10, factor)
        assert found.points == 10 * factor


def test_ty_19_example_3() -> None:
    """TY-19, example 3 and table 12: kitty 10, a throw DA DA DK wins the last trick: +40."""
    last = ("D3 D4 D6", "DA DA DK", "D7 D8 D9", "C3 C4 C6")
    ended = play(table(G, "S", "2", *last, leader=1, kitty="DT"), *last[1:], last[0])
    assert result(ended).points == 10 + 40


def test_ty_19_the_declarers_last_trick_saves_the_kitty() -> None:
    """TY-19: only defenders who win it add the kitty."""
    found = finished(G, 40, kitty="DT DK")
    assert (found.points, found.kitty_points, found.kitty_factor) == (40, 20, 0)


@pytest.mark.parametrize(
    ("points", "change", "score"),
    [
        (0, (3, 0), 6),
        (5, (2, 0), 4),
        (35, (2, 0), 4),
        (40, (1, 0), 2),
        (75, (1, 0), 2),
        (80, (0, 0), -2),
        (115, (0, 0), -2),
        (120, (0, 1), -2),
        (155, (0, 1), -2),
        (160, (0, 2), -4),
        (200, (0, 2), -4),
        (205, (0, 3), -6),
        (280, (0, 3), -6),
    ],
)
def test_ty_20_the_table(points: int, change: tuple[int, int], score: int) -> None:
    """TY-20, TY-22, example 2: levels of the winners, club points of both."""
    found = finished(G, points, levels=("4", "4"))
    assert found.change == change
    assert found.score == (score, -score)
    assert found.winner_team == (0 if points < 80 else 1)


def test_ty_21_the_next_dealer() -> None:
    """TY-21: the old dealer's partner when made, else his next player."""
    assert finished(G, 40, dealer=1).next_dealer == 3
    assert finished(G, 80, dealer=1).next_dealer == 2


@pytest.mark.parametrize(
    ("levels", "points", "after", "won"),
    [
        (("A", "5"), 75, "A+", 0),
        (("A", "5"), 80, "A", None),
        (("Q", "5"), 0, "A", None),
        (("K", "5"), 0, "A", None),
    ],
)
def test_ty_21_the_match_is_won_at_ace(
    levels: tuple[str, str], points: int, after: str, won: int | None
) -> None:
    """TY-21: A is never passed over."""
    found = finished(G, points, levels=levels)
    assert (found.levels[0], found.match_won_by) == (after, won)
    assert (found.next_dealer is None) == (won is not None)


def test_ty_21_defenders_stop_at_ace() -> None:
    """TY-21: and stay there."""
    assert finished(G, 205, levels=("5", "K")).levels == ("5", "A")
    assert finished(G, 205, levels=("5", "A")).levels == ("5", "A")


def test_ty_22_the_stake_and_steps_that_a_stops() -> None:
    """TY-22: three steps from Q are paid though A stops them; at least one; base stake even."""
    assert finished(G, 0, levels=("Q", "3"), options={"stake": 10}).score == (30, -30)
    assert finished(G, 100, options={"stake": 10}).score == (-10, 10)
    with pytest.raises(ValueError, match="stake"):
        TYCOON.complete({"stake": 3})
