"""进贡 and 还贡."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.api import Pass, Phase, Play, Refusal, Return, Tribute
from games.engine.cards import card, codes
from games.engine.guandan import events
from games.engine.guandan.state import State
from tests.games.engine.guandan.helpers import GAME, act, hand, play, refused, start

SINGLE = (0, 1, 2, 3)
"""3 pays 0."""

DOUBLE = (0, 2, 3, 1)
"""双下: 1 and 3 pay 0 and 2."""


def later(*given: str, **others: Any) -> State:
    """A later deal, at level 2 unless said otherwise."""
    return start(*given, **{"previous": SINGLE, **others})


def pay(state: State, seat: int, code: str) -> State:
    return act(state, Tribute(seat, hand(code)))


def give(state: State, seat: int, code: str) -> State:
    return act(state, Return(seat, hand(code)))


NO_JOKERS = "SB SB HR HR 3*8 4*8"
"""For a hand that shall keep the jokers from the payers."""


def test_gd_24_last_pays_first_the_highest_card() -> None:
    """GD-24: 下游 pays its highest card to 上游, who then holds 28 cards."""
    state = later(NO_JOKERS, "", "", "SA SK")
    assert state.phase is Phase.TRIBUTE
    assert GAME.turn(state) == (3,)
    state = pay(state, 3, "SA")
    assert state.phase is Phase.RETURN
    assert GAME.turn(state) == (0,)
    assert (len(state.hands[0]), len(state.hands[3])) == (28, 26)
    assert card("SA") in state.hands[0]


def test_gd_24_the_wild_cards_are_left_out() -> None:
    """GD-24, case 6: level 6, holding H6 S6 SA and no joker, S6 is paid."""
    state = later("SB SB HR HR S6 H6 C6 C6 D6 D6", "", "", "H6 S6 SA", levels=("6", "2"))
    assert GAME.can(state, 3).only == ("S6",)
    assert refused(state, Tribute(3, hand("H6"))) is Refusal.BAD_TRIBUTE
    assert refused(state, Tribute(3, hand("SA"))) is Refusal.BAD_TRIBUTE
    assert pay(state, 3, "S6").phase is Phase.RETURN


def test_gd_24_of_equal_cards_any() -> None:
    """GD-24: of several highest cards each may be paid."""
    state = later("SB SB HR HR 6*8", "", "", "SA DA", levels=("6", "2"))
    for code in ("SA", "DA"):
        assert pay(state, 3, code).phase is Phase.RETURN


def test_gd_24_also_between_partners() -> None:
    """GD-24, case 5: 上游's partner was last and pays him all the same."""
    state = later(NO_JOKERS, "", "SA", previous=(0, 1, 3, 2))
    assert GAME.turn(state) == (2,)
    gifts = GAME.decide(state, GAME.default_action(state, 2))[-1]
    assert isinstance(gifts, events.TributeTaken)
    assert gifts.gifts[0][:2] == (2, 0)


@pytest.mark.parametrize("cards", ["", "SA SA", "S3"])
def test_gd_24_one_card_and_the_highest(cards: str) -> None:
    """GD-24: no card, two cards and a lower card are refused; nothing changes."""
    state = later("SB SB HR HR", "", "", "SA SA S3")
    before = state
    assert refused(state, Tribute(3, hand(cards))) is Refusal.BAD_TRIBUTE
    assert state == before


def test_gd_24_cards_not_held_are_named_first() -> None:
    """GD-30: a card that is not held is refused as such."""
    state = later("SB SB HR HR", "", "", "SA")
    assert refused(state, Tribute(3, hand("HR"))) is Refusal.NOT_YOUR_CARDS
    assert refused(state, Tribute(1, hand("S3"))) is Refusal.NOT_YOUR_TURN
    assert refused(state, Play(3, hand("SA"))) is Refusal.WRONG_PHASE
    assert refused(state, Pass(3)) is Refusal.WRONG_PHASE


def test_gd_25_any_card_may_be_returned_and_last_leads() -> None:
    """GD-25: 上游 returns what he likes, the card just received too; 下游 leads."""
    state = pay(later(NO_JOKERS, "", "", "SA"), 3, "SA")
    for code in ("SA", "HR", "S3"):
        after = give(state, 0, code)
        assert after.phase is Phase.PLAY
        assert GAME.turn(after) == (3,)
        assert card(code) in after.hands[3]
        assert {len(each) for each in after.hands} == {27}
    assert refused(state, Return(0, ())) is Refusal.BAD_RETURN
    assert refused(state, Return(0, hand("S3 S4"))) is Refusal.BAD_RETURN


TEN: dict[str, Any] = {"options": {"return_limit": "ten"}}


def test_gd_25_ten_no_higher_card_no_level_card_no_joker() -> None:
    """GD-25, option return_limit ten: T or lower, no level card, no joker."""
    state = later("SB SB HR HR ST SJ 2*8 S3", "", "", "SA", **TEN)
    state = pay(state, 3, "SA")
    for code in ("SJ", "S2", "HR", "SA"):
        assert refused(state, Return(0, hand(code))) is Refusal.BAD_RETURN
    assert give(state, 0, "ST").phase is Phase.PLAY
    assert give(state, 0, "S3").phase is Phase.PLAY


def test_gd_25_ten_at_level_ten() -> None:
    """GD-25: at level T a T may not be returned."""
    state = later("SB SB HR HR ST S9", "", "", "SA", levels=("T", "2"), **TEN)
    state = pay(state, 3, codes((GAME.default_action(state, 3).cards[0],))[0])
    assert refused(state, Return(0, hand("ST"))) is Refusal.BAD_RETURN
    assert give(state, 0, "S9").phase is Phase.PLAY


def test_gd_25_ten_without_any_low_card() -> None:
    """GD-25: with no card up to ten the lowest in hand is returned."""
    high = "Q*8 K*8 A*8 SJ SJ DJ"
    state = later(high, "SB SB HR HR", "", "S2", levels=("J", "2"), **TEN)
    paid = GAME.default_action(state, 3)
    state = act(state, paid)
    pool = GAME.can(state, 0).pool
    assert pool is not None
    assert {code[1] for code in pool} == {"Q"}
    assert refused(state, Return(0, hand("SK"))) is Refusal.BAD_RETURN
    assert give(state, 0, "SQ").phase is Phase.PLAY


def test_gd_26_first_takes_the_higher_and_each_returns_to_its_payer() -> None:
    """GD-26: 双下; the payer of the higher card leads."""
    state = later("SB SB HR", "SK 3*8 4*8 5*8", "", "HR SA", previous=DOUBLE)
    assert GAME.turn(state) == (1, 3)
    state = pay(state, 3, "HR")
    assert GAME.turn(state) == (1,)
    state = pay(state, 1, "SK")
    assert GAME.turn(state) == (0, 2)
    assert state.tributes is not None
    assert state.tributes.given == ((3, 0, card("HR")), (1, 2, card("SK")))
    state = give(state, 2, codes(state.hands[2])[0])
    assert state.tributes is not None
    assert state.tributes.back[0][:2] == (2, 1)
    state = give(state, 0, "SB")
    assert card("SB") in state.hands[3]
    assert GAME.turn(state) == (3,)


TIE = ("SB SB HR HR 9*8", "SA 3*8 4*8 5*8", "", "DA 6*8 7*8 8*8")
"""Both losers hold an ace as their highest card (at level 9)."""


def tie(**others: Any) -> State:
    return later(*TIE, previous=DOUBLE, levels=("9", "2"), **others)


def tie_paid(**others: Any) -> State:
    """Both have paid an ace."""
    return pay(pay(tie(**others), 1, "SA"), 3, "DA")


def test_gd_27_equal_tributes_go_to_the_next_player() -> None:
    """GD-27, worked example 1: 1 pays 2, 3 pays 0; returns 2 to 1, 0 to 3; seat 3 leads."""
    state = tie_paid()
    assert state.tributes is not None
    assert state.tributes.given == ((1, 2, card("SA")), (3, 0, card("DA")))
    state = give(give(state, 0, "SB"), 2, codes(state.hands[2])[0])
    assert state.tributes is not None
    assert [gift[:2] for gift in state.tributes.back] == [(0, 3), (2, 1)]
    assert GAME.turn(state) == (3,)


def test_gd_27_worked_example_1() -> None:
    """GD-27, worked example 1: previous [2, 0, 3, 1]: 上游 is 2, so seat 1 leads."""
    state = later(*TIE, previous=(2, 0, 3, 1), levels=("9", "2"))
    state = pay(pay(state, 3, "DA"), 1, "SA")
    assert state.tributes is not None
    assert sorted(gift[:2] for gift in state.tributes.given) == [(1, 2), (3, 0)]
    state = give(give(state, 2, codes(state.hands[2])[0]), 0, "SB")
    assert GAME.turn(state) == (1,)


def test_gd_27_clockwise() -> None:
    """GD-27, option tie_tribute clockwise: to the 上家; the 下家 of 上游 leads."""
    state = tie_paid(options={"tie_tribute": "clockwise"})
    assert state.tributes is not None
    assert state.tributes.given == ((1, 0, card("SA")), (3, 2, card("DA")))
    state = give(give(state, 0, "SB"), 2, codes(state.hands[2])[0])
    assert state.tributes is not None
    assert [gift[:2] for gift in state.tributes.back] == [(0, 1), (2, 3)]
    assert GAME.turn(state) == (1,)


def test_gd_27_returns_lie_face_down_until_both_are_there() -> None:
    """GD-27, GD-29: the first return is hidden from the others, then both are turned."""
    state = tie_paid()
    (laid,) = GAME.decide(state, Return(0, hand("SB")))
    assert GAME.show(laid, 0).card == card("SB")
    for viewer in (1, 2, 3, None):
        assert GAME.show(laid, viewer).card is None
    state = give(state, 0, "SB")
    assert GAME.view(state, 0).tribute.returned == ((0, 3, "SB"),)
    for viewer in (1, 2, 3, None):
        assert GAME.view(state, viewer).tribute.returned == ((0, 3, None),)
    _, turned = GAME.decide(state, Return(2, state.hands[2][:1]))
    assert GAME.show(turned, 1) == turned


def test_gd_29_tribute_and_returns_are_shown_to_all() -> None:
    """GD-29: everybody sees which card went where."""
    state = later(NO_JOKERS, "", "", "SA")
    state = give(pay(state, 3, "SA"), 0, "S3")
    for viewer in (0, 1, 2, 3, None):
        shown = GAME.view(state, viewer).tribute
        assert (shown.paid, shown.returned) == (((3, 0, "SA"),), ((0, 3, "S3"),))


@pytest.mark.parametrize(
    ("given", "previous", "resisted"),
    [
        pytest.param(("", "", "", "HR HR"), SINGLE, True, id="case 1: both with 下游"),
        pytest.param(("", "", "HR", "HR"), SINGLE, False, id="case 2: one with 三游"),
        pytest.param(("HR", "", "", "HR SB"), SINGLE, False, id="case 3: big and small"),
        pytest.param(("", "HR", "", "HR"), DOUBLE, True, id="case 4: one each"),
        pytest.param(("", "HR HR", "", ""), DOUBLE, True, id="both in one hand"),
        pytest.param(("HR", "HR", "", ""), DOUBLE, False, id="one with a winner"),
    ],
)
def test_gd_28_resisted_tribute(
    given: tuple[str, ...], previous: tuple[int, ...], resisted: bool
) -> None:
    """GD-28: with both big jokers among the payers nothing is paid and 上游 leads."""
    state = later(*given, previous=previous)
    assert state.tributes is not None
    assert state.tributes.resisted is resisted
    if resisted:
        assert state.phase is Phase.PLAY
        assert GAME.turn(state) == (0,)
        assert play(state, 0, codes(state.hands[0])[0]).actions == 1


def test_gd_28_worked_example_2() -> None:
    """GD-28, worked example 2: seat 3 holds HR HR: seat 0 leads; the view says so."""
    state = later("", "", "", "HR HR")
    assert GAME.view(state, 1).tribute.resisted
    assert GAME.turn(state) == (0,)


def test_gd_25_gd_27_presets() -> None:
    """The national rules: ten or lower back, equal tributes clockwise; the club's are standard."""
    presets = {preset.name: GAME.complete(preset.options) for preset in GAME.presets}
    assert presets["club"] == GAME.complete({})
    national = {"return_limit": "ten", "tie_tribute": "clockwise"}
    assert presets["national"] == GAME.complete(national)
