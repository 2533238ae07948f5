"""What a viewer sees, and what a seat is asked."""

from __future__ import annotations

import json
import random
from dataclasses import asdict, replace

import pytest

from games.engine.api import Pass, Phase, Play
from games.engine.cards import codes
from games.engine.guandan import ask
from games.engine.guandan.combos import readings
from tests.games.engine.guandan.helpers import GAME, act, hand, passes, play, setup, start, story
from tests.games.engine.guandan.test_play import BOMBS, OUT_0


def test_gd_2_the_hand_is_grouped_by_rank_high_first() -> None:
    """GD-2: jokers, level cards, then from the ace down; suits in order."""
    state = start("HR SB D6 S6 DA SA H2 S2 S3 S3 D3 4*8 5*8")
    assert GAME.view(state, 0).hand[:5] == (
        ("HR",),
        ("SB",),
        ("S2", "H2"),
        ("SA", "DA"),
        ("S6", "D6"),
    )
    assert GAME.view(state, 0).wild == "H2"


def test_gd_23_ten_cards_or_fewer_are_announced() -> None:
    """GD-23, case 21: from 12 to 7 in one play: 7 is shown to all, larger counts are not."""
    state = story(start(*BOMBS), "0: 3*8", "0: 4*7")
    assert GAME.view(state, 1).counts == (None, 27, None, None)
    assert GAME.view(state, 0).counts == (12, None, None, None)
    state = story(state, "0: 5*5")
    for viewer in (1, 2, 3, None):
        assert GAME.view(state, viewer).counts[0] == 7


def test_gd_23_always() -> None:
    """GD-23, option show_counts always."""
    state = start(*BOMBS, options={"show_counts": "always"})
    assert GAME.view(state, None).counts == (27, 27, 27, 27)


def test_a_watcher_sees_no_hand_until_the_deal_is_over() -> None:
    state = start(*BOMBS)
    seen = GAME.view(state, None)
    assert (seen.hand, seen.hands, seen.result) == ((), None, None)
    state = story(state, *OUT_0, "2: 9*8", "2: T*8", "2: J*8", "2: SB", "2: DQ DQ")
    seen = GAME.view(state, None)
    assert [len(each) for each in seen.hands] == [27] * 4
    assert seen.result.order == (0, 2, 1, 3)
    assert seen.order == (0, 2, 1, 3)


def test_the_view_is_ready_for_json() -> None:
    state = play(start(*BOMBS), 0, "3*8")
    text = json.dumps(asdict(GAME.view(state, 1)))
    assert '"trick": {"leader": 0' in text


@pytest.mark.parametrize("viewer", [0, 1, 2, 3, None])
def test_hidden_cards_leave_no_trace(viewer: int | None) -> None:
    """Two deals that differ only in what is hidden from a viewer look the same to it."""
    rng = random.Random(7)
    first = setup(*BOMBS)
    others = [seat for seat in range(4) if seat != viewer]
    pool = [card for seat in others for card in first.hands[seat]]
    rng.shuffle(pool)
    hands = list(first.hands)
    turned = (first.hands[0][0], 0) if viewer is None else first.turned
    for number, seat in enumerate(others):
        hands[seat] = tuple(pool[number * 27 : number * 27 + 27])
    second = replace(first, hands=tuple(hands), turned=turned)
    views = [GAME.view(GAME.start(each), viewer) for each in (first, second)]
    assert json.dumps(asdict(views[0])) == json.dumps(asdict(views[1]))


def test_can_when_nothing_beats() -> None:
    """Only a pass is offered when no play is legal."""
    state = play(start("HR HR SB SB", "3*8"), 0, "SB SB HR HR")
    assert GAME.can(state, 1) == GAME.can(state, 1).__class__(verbs=("pass",))
    assert GAME.can(state, 2) is None


def test_can_names_the_only_play() -> None:
    """With one legal play it is named; the pool holds all that any legal play is made of."""
    state = play(start("SK", "A*8 3*8 4*8 S5 S6 S7"), 0, "SK")
    can = GAME.can(state, 1)
    assert can.verbs == ("play", "pass")
    state = play(start("HR S3", "HR 4*4", leader=0), 0, "S3")
    assert GAME.can(state, 1).count is not None


def test_the_pool_holds_every_legal_play() -> None:
    """Whatever single card, pair … beats lies in the pool, wild cards too."""
    rng = random.Random(3)
    for _ in range(30):
        state = start(leader=0, levels=("2", "2"))
        deck = [card for each in state.setup.hands for card in each]
        rng.shuffle(deck)
        hands = tuple(tuple(sorted(deck[i : i + 27])) for i in range(0, 108, 27))
        state = replace(state, hands=hands)
        action = next(iter(GAME.hints(state, 0)))
        state = act(state, action)
        can = GAME.can(state, 1)
        pool = set(can.pool or ())
        for size in (1, 2, 3, 5):
            for _ in range(200):
                cards = tuple(rng.sample(hands[1], size))
                if any(r.beats(state.to_beat) for r in readings(state.level, cards)):
                    assert set(codes(cards)) <= pool


def test_hints_are_legal_and_never_twice() -> None:
    """Hints can all be played; a pass is among those of a follower."""
    state = start(*BOMBS)
    for hint in GAME.hints(state, 0):
        GAME.decide(state, hint)
    state = play(state, 0, "S3")
    hints = list(GAME.hints(state, 1))
    assert hints[-1] == Pass(1)
    assert len(set(hints)) == len(hints)
    for hint in hints:
        GAME.decide(state, hint)


def test_hints_leave_the_partner_alone() -> None:
    """When the partner is winning a pass comes first."""
    state = passes(play(start("SA"), 0, "SA"), 2)
    assert next(iter(GAME.hints(state, 2))) == Pass(2)


def test_default_action_spends_nothing() -> None:
    """A time-out passes where it can, else plays the lowest single card."""
    state = start("S3 H2 HR")
    assert GAME.default_action(state, 0) == Play(0, hand("S3"))
    state = play(state, 0, "S3")
    assert GAME.default_action(state, 1) == Pass(1)
    later = start("HR HR", "", "", "SA", previous=(0, 1, 2, 3))
    assert later.phase is Phase.TRIBUTE
    paid = act(later, ask.default_action(later, 3))
    assert act(paid, ask.default_action(paid, 0)).phase is Phase.PLAY
