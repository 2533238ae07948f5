"""Playing, passing, going out."""

from __future__ import annotations

import pytest

from games.engine.api import Bury, Pass, Phase, Play, Refusal, Return, Tribute
from games.engine.cards import codes
from games.engine.guandan import events
from tests.games.engine.guandan.helpers import (
    GAME,
    act,
    hand,
    passes,
    play,
    refused,
    start,
    story,
)

BOMBS = (
    "3*8 4*8 5*8 Q*3",
    "6*8 7*8 8*8 HQ CQ CQ",
    "9*8 T*8 J*8 DQ DQ SB",
    "K*8 A*8 2*8 SB HR HR",
)
"""A deal of bombs, in which a player is out in four plays."""

OUT_0 = ("0: 3*8", "0: 4*8", "0: 5*8", "0: Q*3")
"""Seat 0 plays itself out."""


def test_gd_1_the_deal() -> None:
    """GD-1: 27 cards each, no kitty; a later deal has the level of 上游's side."""
    assert {len(each) for each in start().hands} == {27}
    assert start().level == 0
    assert start(previous=(1, 0, 3, 2), levels=("2", "5")).level == 3


def test_gd_17_who_drew_the_turned_card_leads() -> None:
    """GD-17: in the first deal its drawer leads."""
    assert GAME.turn(start(leader=2)) == (2,)
    assert GAME.view(start("S3", leader=0), 1).turned == ("S3", 0)


def test_gd_18_counter_clockwise_and_higher() -> None:
    """GD-18: play goes round; each plays higher or passes."""
    state = play(start("S3", "S4", "S4", "S5"), 0, "S3")
    assert GAME.turn(state) == (1,)
    assert refused(state, Play(3, hand("S5"))) is Refusal.NOT_YOUR_TURN
    state = play(state, 1, "S4")
    assert refused(state, Play(2, hand("S4"))) is Refusal.DOES_NOT_BEAT
    assert GAME.turn(act(state, Pass(2))) == (3,)


def test_gd_18_who_leads_cannot_pass() -> None:
    """GD-18: the leader plays."""
    assert refused(start(), Pass(0)) is Refusal.CANNOT_PASS


def test_gd_18_a_pass_does_not_bar_from_playing_later() -> None:
    """GD-18, case 9: the turn comes round again in the same round."""
    state = play(start("S3 SJ", "S5", "", "S9", levels=("2", "2")), 0, "S3")
    state = act(state, Pass(1))
    state = act(state, Pass(2))
    state = play(state, 3, "S9")
    state = play(state, 0, "SJ")
    assert GAME.turn(state) == (1,)
    assert codes(state.hands[1])[0]
    assert "play" in GAME.can(state, 1).verbs


def test_gd_18_when_all_others_have_passed_the_last_player_leads() -> None:
    """GD-18: three passes in a row end the round."""
    state = play(start("S3", "S9"), 0, "S3")
    state = play(state, 1, "S9")
    state = passes(state, 0)
    assert state.current is not None
    (*_, taken) = GAME.decide(state, Pass(0))
    assert taken == events.RoundTaken(1, 1)
    state = act(state, Pass(0))
    assert state.current is None
    assert GAME.turn(state) == (1,)
    assert GAME.view(state, 2).last_round.winning == 1


def test_gd_19_the_partner_leads_when_nobody_beats_the_last_play() -> None:
    """GD-19, case 8: 借风."""
    state = story(start(*BOMBS), *OUT_0)
    assert state.order == (0,)
    assert GAME.turn(state) == (1,)
    state = act(state, Pass(1), Pass(2))
    assert GAME.turn(state) == (3,)
    (_, taken) = GAME.decide(state, Pass(3))
    assert taken == events.RoundTaken(0, 2)
    assert GAME.turn(act(state, Pass(3))) == (2,)


def test_gd_19_not_when_the_last_play_is_beaten() -> None:
    """GD-19, case 7: the winner of the round leads."""
    state = story(start(*BOMBS), *OUT_0, "1: 6*8")
    state = act(state, Pass(2), Pass(3))
    assert GAME.turn(state) == (1,)


def test_gd_20_three_are_out() -> None:
    """GD-20: the deal ends, 下游 is the one left."""
    state = story(
        start(*BOMBS), *OUT_0,
        "2: 9*8", "3: K*8", "3: A*8", "3: 2*8", "3: SB", "3: HR HR",
        "1: 6*8", "1: 7*8", "1: 8*8", "1: HQ CQ CQ",
    )  # fmt: skip
    assert state.phase is Phase.DONE
    assert GAME.turn(state) == ()
    assert state.result.order == (0, 3, 1, 2)
    assert refused(state, Pass(2)) is Refusal.DEAL_IS_OVER


def test_gd_20_double_win_ends_the_deal_in_mid_round() -> None:
    """GD-20, case 10: partners first and second; who holds cards follows 上游 in order."""
    state = story(start(*BOMBS), *OUT_0, "2: 9*8", "2: T*8", "2: J*8", "2: SB", "2: DQ DQ")
    assert state.phase is Phase.DONE
    assert state.result.order == (0, 2, 1, 3)
    assert state.rounds[-1].winner == 2


def test_gd_20_partners_second_and_third_do_not_end_it() -> None:
    """GD-20: only first and second end it early."""
    state = story(start(*BOMBS), *OUT_0, "3: K*8", "3: A*8", "3: 2*8", "3: SB", "3: HR HR")
    assert state.order == (0, 3)
    assert state.phase is Phase.PLAY


def test_gd_16_the_strongest_legal_reading_is_taken() -> None:
    """GD-16, worked example 3: level 9, S4 S5 S6 S7 H9: a straight flush, 8-high."""
    state = start("S4 S5 S6 S7 H9", "", "", "HR HR", previous=(0, 1, 2, 3), levels=("9", "2"))
    state = play(state, 0, "S4 S5 S6 S7 H9")
    reading = GAME.view(state, 1).trick.plays[0][2]
    assert (reading["kind"], reading["rank"]) == ("straight_flush", "8")
    assert sorted(reading["as"]) == ["S4", "S5", "S6", "S7", "S8"]


def test_gd_16_a_player_is_asked_only_between_legal_readings() -> None:
    """GD-16: several legal readings are offered, strongest first; one is not."""
    state = start("S9 C9 D9 H2 H2 S3", "D4 D4 C4 C7 C7", leader=1)
    state = play(state, 1, "D4 D4 C4 C7 C7")
    state = passes(state, 0)
    asked = GAME.readings(state, 0, hand("S9 C9 D9 H2 H2"))
    assert len(asked) == 2
    assert GAME.name_play(state, 0, hand("S9 C9 D9 H2 H2")) == "bomb"
    chosen = act(state, Play(0, hand("S9 C9 D9 H2 H2"), asked[1]))
    assert chosen.to_beat.kind == "full_house"
    state = start("S9 C9 D9 H2 H2", "S3", leader=1)
    state = passes(play(state, 1, "S3"), 0)
    assert GAME.readings(state, 0, hand("S9 C9 D9 H2 H2")) == ()


def test_gd_16_impossible_and_too_low_readings() -> None:
    """GD-16: an impossible reading is bad_reading, a low one does_not_beat."""
    state = start("D4 S5 S6 S7 H2", "D5 C6 D7 C8 S9", leader=1)
    state = passes(play(state, 1, "D5 C6 D7 C8 S9"), 0)
    wild = hand("D4 S5 S6 S7 H2")
    low, impossible = hand("D4 S5 S6 S7 S8"), hand("D4 S5 S6 S7 SK")
    assert refused(state, Play(0, wild, low)) is Refusal.DOES_NOT_BEAT
    assert refused(state, Play(0, wild, impossible)) is Refusal.BAD_READING
    assert refused(state, Play(0, hand("D4 S5"), impossible)) is Refusal.NOT_A_COMBINATION


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (Play(1, hand("6*8")), Refusal.NOT_YOUR_TURN),
        (Play(0, hand("6*8")), Refusal.NOT_YOUR_CARDS),
        (Play(0, hand("3*8 S3")), Refusal.NOT_YOUR_CARDS),
        (Play(0, hand("S3 S4")), Refusal.NOT_A_COMBINATION),
        (Play(0, ()), Refusal.NOT_A_COMBINATION),
        (Tribute(0, hand("S3")), Refusal.WRONG_PHASE),
        (Return(0, hand("S3")), Refusal.WRONG_PHASE),
        (Bury(0, hand("3*8")), Refusal.WRONG_PHASE),
    ],
)
def test_gd_30_a_refusal_changes_nothing(action: object, code: Refusal) -> None:
    """GD-30: what is not allowed is refused with its reason; the state is as it was."""
    state = start(*BOMBS)
    before = GAME.view(state, 0), GAME.report(state)
    assert refused(state, action) is code  # type: ignore[arg-type]
    assert (GAME.view(state, 0), GAME.report(state)) == before


def test_gd_30_a_card_played_is_gone() -> None:
    """GD-30: it cannot be played again or taken back."""
    state = passes(play(start(*BOMBS), 0, "3*8"), 0)
    assert refused(state, Play(0, hand("S3"))) is Refusal.NOT_YOUR_CARDS
