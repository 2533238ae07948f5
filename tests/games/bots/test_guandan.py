"""The player of 掼蛋."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from games.bots.guandan import choose
from games.engine.api import Action, Pass, Phase, Play, Return, Tribute
from games.engine.cards import codes
from games.engine.guandan.state import State
from games.engine.shuffle import set_up
from tests.games.engine.guandan.helpers import GAME, act, hand, passes, play, start


def bot(state: State, seat: int) -> Action:
    """What the bot does, which is legal."""
    can = GAME.can(state, seat)
    assert can is not None
    action = choose(GAME.view(state, seat), can)
    GAME.decide(state, action)
    return action


@pytest.mark.parametrize("options", [{}, {"return_limit": "ten", "tie_tribute": "clockwise"}])
def test_four_bots_play_a_match_of_legal_deals(options: dict[str, str]) -> None:
    """Every action is legal, every deal ends, and soon enough."""
    rng = random.Random(11)
    complete = GAME.complete(options)
    ahead = GAME.first(complete)
    for _ in range(8):
        setup = set_up(GAME, complete, ahead, rng.randbytes(32))
        state = GAME.start(setup)
        while turn := GAME.turn(state):
            state = act(state, bot(state, turn[0]))
        assert state.actions < 260
        assert state.result is not None
        ahead = GAME.next(setup, state.result) or GAME.first(complete)


def test_bots_beat_random_players() -> None:
    """Over some deals the bots' side goes up far more often than players without a plan."""
    rng = random.Random(5)
    options = GAME.complete({})
    won = 0
    for number in range(12):
        state = GAME.start(set_up(GAME, options, GAME.first(options), rng.randbytes(32)))
        while turn := GAME.turn(state):
            seat = turn[0]
            if seat % 2 == number % 2:
                action = bot(state, seat)
            else:
                action = rng.choice(list(GAME.hints(state, seat)))
            state = act(state, action)
        assert state.result is not None
        won += state.result.winner_team == number % 2
    assert won >= 9


def test_it_goes_out_when_it_can() -> None:
    """With one combination left it is played, on the partner's too."""
    state = start("S3 S4 S5 S6 S7")
    last = hand("S3 S4 S5 S6 S7")
    hands = (last, *state.hands[1:])
    from dataclasses import replace

    state = replace(state, hands=hands)
    action = bot(state, 0)
    assert isinstance(action, Play)
    assert sorted(action.cards) == sorted(last)


def test_it_does_not_beat_its_partner_for_nothing() -> None:
    """On a high card of the partner's it passes."""
    state = passes(play(start("SA", "", "HR SB"), 0, "SA"), 2)
    assert bot(state, 2) == Pass(2)


def test_it_pays_and_returns() -> None:
    """The tribute is the forced card; the return is a low card."""
    state = start("SB SB HR HR 2*8", "", "", "SA", previous=(0, 1, 2, 3))
    paid = bot(state, 3)
    assert paid == Tribute(3, hand("SA"))
    state = act(state, paid)
    back = bot(state, 0)
    assert isinstance(back, Return)
    assert codes(back.cards)[0][1] in "3456789T"
    assert act(state, back).phase is Phase.PLAY


def test_it_sees_only_its_view() -> None:
    """The same view gives the same action whatever the others hold."""
    from dataclasses import replace

    state = start("S3 S4 D5 C6 H7 S9 S9")
    views = []
    for turned in (0, 1):
        hands = list(state.hands)
        if turned:
            hands[1], hands[3] = hands[3], hands[1]
        other = replace(state, hands=tuple(hands))
        can = GAME.can(other, 0)
        assert can is not None
        views.append((GAME.view(other, 0), choose(GAME.view(other, 0), can)))
    assert all(a == b for a, b in pairwise(views))
