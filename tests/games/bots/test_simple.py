"""The player of the shengji family."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games import bots
from games.engine.api import Action, Bury, Declare, Draw, IllegalAction, Phase, Play, game_of
from games.engine.cards import codes, points
from tests.dealing import label, play_out, some_setup, tables
from tests.games.engine.shengji.helpers import (
    SHUANGSHENG,
    act,
    closed,
    deal,
    play,
    show,
    table,
)

FAMILY = [(game, options) for game, options in tables() if game != "guandan"]


def choice(state: Any, seat: int) -> Action | None:
    game = game_of(state.deal.setup.game)
    can = game.can(state, seat)
    return None if can is None else bots.choose(game.view(state, seat), can)


def step(state: Any) -> tuple[Any, int | None]:
    """The state after somebody, or the table, has acted; and the seat that did."""
    game = game_of(state.deal.setup.game)
    if game.phase(state) is Phase.DECLARE and game.due(state) is not None:
        for seat in range(4):
            action = choice(state, seat)
            if isinstance(action, Declare) and action.cards:
                return act(state, action), seat
    due = game.due(state)
    if due is not None:
        return act(state, due), None
    seat = game.turn(state)[0]
    return act(state, choice(state, seat) or game.default_action(state, seat)), seat


@pytest.mark.parametrize(("game_id", "options"), FAMILY, ids=label)
def test_four_bots_play_legally(game_id: str, options: dict[str, Any]) -> None:
    """Whatever the game and its options: every action is legal, every deal ends."""
    rng = Random(5)
    for _ in range(6):
        state = game_of(game_id).start(some_setup(game_of(game_id), options, rng))
        for _ in range(400):
            if state.result is not None:
                break
            state, _ = step(state)
        assert state.result is not None


def test_bots_beat_random_play() -> None:
    """As dealer's side they make most deals against random opponents."""
    rng, made = Random(9), 0
    for _ in range(40):
        setup = some_setup(SHUANGSHENG, {}, rng)
        state = SHUANGSHENG.start(setup)
        while state.phase is not Phase.PLAY and state.result is None:
            state, _ = step(state)
        while state.result is None:
            seat = state.play.turn
            if (seat ^ state.stage.dealer) & 1:
                hints = list(SHUANGSHENG.hints(state, seat))
                state = act(state, rng.choice(hints))
            else:
                state, _ = step(state)
        if state.result.redeal:
            continue
        made += state.result.points < 80
    assert made >= 24


def test_a_bot_shows_a_long_suit_and_never_against_its_partner() -> None:
    """Ten trumps of twelve cards are shown; the partner's show is left alone."""
    state = deal("shuangsheng", "H2 H3 H4 H5 H6 H7 H8 H9 HT S3 S4 S6", dealer=None)
    state = act(state, Draw(48))
    assert choice(state, 0) == Declare(0, (13,), 48)
    state = deal("shuangsheng", "H2 H2 H3 H4 H5 H6 H7 H8 H9 HT S4 S6", "", "S2", dealer=None)
    state = act(act(state, Draw(48)), show(2, "S2", 48))
    assert choice(state, 0) is None


def test_a_bot_shows_nothing_of_a_short_suit() -> None:
    """One level card alone is no reason."""
    state = act(deal("shuangsheng", "H2 S3 S4 S5 C6 C7 C8 D9 DT DJ"), Draw(40))
    assert choice(state, 0) is None


def test_a_bot_buries_low_cards_without_points() -> None:
    """In wangkou, where the kitty counts for nobody, it buries points instead."""
    given = "H2 HA HK HQ HJ HT H9 H8 H7 S3 S4 S6 C7 C8 D9 D8 D7 CT SK DT D5"
    for game, most in (("shuangsheng", 0), ("wangkou", 200)):
        state = closed(act(deal(game, given), show(0, "H2")))
        action = choice(state, 0)
        assert isinstance(action, Bury)
        assert len(action.cards) == 8
        assert not set(codes(action.cards)) & set(codes((52, 53)))
        if most:
            assert points(action.cards) >= 30
        else:
            assert points(action.cards) == 0


def test_a_bot_takes_a_trick_cheaply_and_feeds_its_partner() -> None:
    """The lowest winner; points on the partner's ace."""
    state = play(table("shuangsheng", "H", "2", "S5 D3", "S3 SJ SA"), "S5")
    assert codes(choice(state, 1).cards) == ("SJ",)  # type: ignore[union-attr]
    state = table("shuangsheng", "H", "2", "D3 D4", "SA D6", "S3 D7", "S4 ST SQ", leader=1)
    assert codes(choice(play(state, "SA", "S3"), 3).cards) == ("ST",)  # type: ignore[union-attr]


def test_a_bot_decides_from_what_it_sees() -> None:
    """The same view, the same choice: it is given nothing else."""
    game, rng = SHUANGSHENG, Random(2)
    played = play_out(game, some_setup(game, {}, rng), rng)
    for played_step in played.steps:
        if not isinstance(played_step.action, Play):
            continue
        seat = played_step.action.seat
        first, second = (choice(played_step.before, seat) for _ in range(2))
        assert first == second
        try:
            game.decide(played_step.before, first)
        except IllegalAction as refused:
            pytest.fail(str(refused))
