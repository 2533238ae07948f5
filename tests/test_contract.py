"""What holds for every game: one suite over all of them and their options."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import codec, record
from games.engine.api import (
    TABLE_ACTIONS,
    Action,
    Bury,
    DealSetup,
    Game,
    IllegalAction,
    Pass,
    Phase,
    Play,
    Refusal,
    game_of,
)
from games.engine.cards import codes
from tests.dealing import (
    GAMES,
    Played,
    exchanged,
    is_secret,
    label,
    play_out,
    some_deal,
    some_setup,
    tables,
    written,
)

SEEDS = st.integers(0, 2**32)
few = settings(max_examples=4, deadline=None)
VIEWERS = (0, 1, 2, 3, None)

every_table = pytest.mark.parametrize(("game_id", "options"), tables(), ids=label)
every_game = pytest.mark.parametrize("game_id", GAMES)


@every_table
@few
@given(seed=SEEDS)
def test_a_random_deal_ends_and_its_events_tell_it(
    game_id: str, options: dict[str, Any], seed: int
) -> None:
    """Folding the logged events, read back from JSON, gives the very same state."""
    deal = some_deal(game_id, options, seed)
    game = deal.game
    result = game.result(deal.end)
    assert result is not None
    assert game.turn(deal.end) == game.public_turn(deal.end) == ()
    state = game.start(deal.setup)
    for step in deal.steps:
        for event in step.events:
            line = json.dumps(codec.encode(event))
            state = game.evolve(state, codec.decode(game_id, json.loads(line)))
    assert state == deal.end


@every_table
@few
@given(seed=SEEDS)
def test_a_deal_written_as_a_record_is_found_legal(
    game_id: str, options: dict[str, Any], seed: int
) -> None:
    """The record of what was played is legal to its end and has the same result."""
    deal = some_deal(game_id, options, seed)
    data = record.write(deal.setup, [step.action for step in deal.steps])
    report = record.check(json.loads(json.dumps(data)))
    result = deal.game.result(deal.end)
    assert result is not None
    if result.redeal and not any(type(s.action).__name__ == "Riot" for s in deal.steps):
        return  # void for want of a declaration: such deals are not recorded
    assert report["error"] is None
    assert report["ok"]
    assert report["phase"] == "done"
    assert report["result"] == deal.game.report(deal.end)["result"]
    assert tuple(report["result"]["levels"]) == result.levels


@every_table
@few
@given(seed=SEEDS)
def test_somebody_is_always_to_act_and_can(
    game_id: str, options: dict[str, Any], seed: int
) -> None:
    """Nobody is asked who can do nothing; hints and time-outs are legal actions."""
    deal = some_deal(game_id, options, seed)
    game = deal.game
    for state in deal.states[:-1]:
        turn = game.turn(state)
        assert turn or game.due(state) is not None
        if game.due(state) is not None:
            continue
        for seat in turn[:1]:
            assert game.can(state, seat) is not None
            game.decide(state, game.default_action(state, seat))
            hints = list(game.hints(state, seat))
            assert hints
            for hint in hints[:8]:
                assert not isinstance(hint, TABLE_ACTIONS)
                game.decide(state, hint)


@every_table
@few
@given(seed=SEEDS)
def test_can_holds_for_every_legal_play(game_id: str, options: dict[str, Any], seed: int) -> None:
    """What was legally played lies within the pool, holds what must be in it, and is the only one
    where only one is said to be legal."""
    deal = some_deal(game_id, options, seed)
    for step in deal.steps:
        if not isinstance(step.action, Play):
            continue
        can = deal.game.can(step.before, step.action.seat)
        assert can is not None
        assert "play" in can.verbs
        played = list(codes(step.action.cards))
        assert can.count is None or can.count[0] <= len(played) <= can.count[1]
        assert not set(can.must) - set(played)
        if can.pool is not None:
            assert not set(played) - set(can.pool)
        if can.only is not None:
            assert sorted(can.only) == sorted(played)


@every_game
@few
@given(seed=SEEDS)
def test_table_15_a_refused_action_changes_nothing(game_id: str, seed: int) -> None:
    """Table 15: whatever is refused has one clear reason, and the state is as it was."""
    deal, rng = some_deal(game_id, {}, seed), Random(seed)
    game = deal.game
    for step in deal.steps:
        seat = rng.randrange(4)
        cards = tuple(rng.sample(deal.setup.hands[seat], rng.randint(0, 4)))
        before = written(game.view(step.before, seat))
        for action in (Play(seat, cards), Bury(seat, cards), Pass(seat)):
            refusal = _refusal(game, step.before, action)
            if refusal is not None:
                assert refusal.code in Refusal
                assert str(refusal)
        assert written(game.view(step.before, seat)) == before


def _refusal(game: Game[Any], state: Any, action: Action) -> IllegalAction | None:
    try:
        game.decide(state, action)
    except IllegalAction as refused:
        return refused
    return None


@every_game
def test_after_the_end_everything_is_refused(game_id: str) -> None:
    """Once the deal is over every action is refused for that reason."""
    deal = some_deal(game_id, {}, 1)
    for step in deal.steps[-3:]:
        with pytest.raises(IllegalAction) as refused:
            deal.game.decide(deal.end, step.action)
        assert refused.value.code is Refusal.DEAL_IS_OVER


@every_game
def test_a_match_goes_on_until_it_is_won(game_id: str) -> None:
    """A deal leads to the next one, at the levels it left, up to the one that wins."""
    game, rng = game_of(game_id), Random(7)
    last = next(option for option in game.options if option.name == "start_level").choices[-1]
    deal = game.first(game.complete({"start_level": last.value}))
    for _ in range(400):
        setup = replace(
            some_setup(game, {"start_level": last.value}, rng),
            levels=deal.levels,
            first_deal=deal.first_deal,
            dealer=deal.dealer,
            previous=deal.previous,
            first_drawer=deal.first_drawer,
            ace_failures=deal.ace_failures,
        )
        if game_id == "guandan":
            turned = next((c, 0) for c in setup.hands[0] if c < 52) if deal.first_deal else None
            setup = replace(setup, turned=turned)
        assert game.check_setup(setup) is None
        result = game.result(play_out(game, setup, rng).end)
        assert result is not None
        following = game.next(setup, result)
        if following is None:
            assert result.match_won_by in (0, 1)
            assert result.levels[result.match_won_by].endswith("+")
            return
        assert following.levels == result.levels
        deal = following
    pytest.fail("the match does not end")


# ------------------------------------------------------------------------------- secrets


def _other_deals(deal: Played, viewer: int | None, rng: Random) -> Iterator[tuple[DealSetup, int]]:
    """Deals that differ from ``deal`` in two cards hidden from ``viewer``.

    Each with the number of steps for which the cards stay hidden.
    """
    heaps = [seat for seat in range(5) if seat != viewer and (seat < 4 or deal.setup.kitty)]
    for _ in range(12):
        until = rng.randint(len(deal.steps) // 4, len(deal.steps) - 1)
        a, b = rng.sample(heaps, 2)
        cards = [*deal.setup.hands, deal.setup.kitty]
        i, j = rng.randrange(len(cards[a])), rng.randrange(len(cards[b]))
        if cards[a][i] != cards[b][j]:
            yield exchanged(deal.setup, (a, i), (b, j)), until


def _replayed(deal: Played, viewer: int | None, setup: DealSetup, until: int) -> list[Any] | None:
    """The same public actions in another deal: the state after each, or nothing.

    Nothing when the deal cannot have gone so, for the rules would have had it otherwise: cards
    not held, a throw that fails, another dealer. A no to a secret question is said by whoever
    is asked there.
    """
    game = deal.game
    state = game.start(setup)
    states = [state]
    for step in deal.steps[:until]:
        if is_secret(step.action) and getattr(step.action, "seat", None) != viewer:
            states.append(state)
            continue
        action = _as_held(game, state, step.action, setup)
        state = _until_asked(game, state, getattr(action, "seat", None))
        try:
            events = game.decide(state, action)
        except IllegalAction:
            return None
        if [_lawful(game, e, viewer) for e in events] != [
            _lawful(game, e, viewer) for e in step.events
        ]:
            return None
        for event, was in zip(events, step.events, strict=True):
            assert written(game.show(event, viewer)) == written(game.show(was, viewer))
            state = game.evolve(state, event)
        states.append(state)
    return states


def _until_asked(game: Game[Any], state: Any, seat: int | None) -> Any:
    """The state when those asked in secret before ``seat`` have said no."""
    while game.due(state) is None and (asked := game.turn(state)[:1]) != (seat,):
        no = game.default_action(state, asked[0])
        if not is_secret(no):
            break
        for event in game.decide(state, no):
            state = game.evolve(state, event)
    return state


def _as_held(game: Game[Any], state: Any, action: Action, setup: DealSetup) -> Action:
    """A bury that lays away what is held there instead of a card that is elsewhere."""
    if not isinstance(action, Bury) or game.id == "wangkou":
        return action
    return (
        action if _refusal(game, state, action) is None else game.default_action(state, action.seat)
    )


def _lawful(game: Game[Any], event: Any, viewer: int | None) -> Any:
    """What an event tells the viewer by the rules: of a kitty only those who hold it know."""
    name = type(event).__name__
    open_kitty = name == "Buried" and game.id == "wangkou"
    if name in ("KittyTaken", "Buried") and event.seat != viewer and not open_kitty:
        return name, event.seat
    return event


@every_game
@settings(max_examples=12, deadline=None)
@given(seed=SEEDS)
def test_nobody_learns_what_is_hidden(game_id: str, seed: int) -> None:
    """Two deals that differ in cards hidden from a viewer look the same to that viewer.

    Views, what the viewer can do, and shown events are the same bytes, for each seat and for
    watchers, and being asked in secret is not noticed by the others.
    """
    deal, rng = some_deal(game_id, {}, seed), Random(seed)
    game = deal.game
    for viewer in VIEWERS:
        for setup, until in _other_deals(deal, viewer, rng):
            states = _replayed(deal, viewer, setup, until)
            if states is None or _told_by_ty_5(game, deal, states, viewer):
                continue
            for one, two in zip(deal.states, states, strict=False):
                assert written(game.view(one, viewer)) == written(game.view(two, viewer))
                if viewer is not None:
                    one_can, two_can = game.can(one, viewer), game.can(two, viewer)
                    assert written(one_can) == written(two_can)


def _told_by_ty_5(game: Game[Any], deal: Played, states: list[Any], viewer: int | None) -> bool:
    """TY-5 itself tells the one who is asked that the dealer's side holds no couple."""
    return viewer is not None and any(
        game.phase(one) is Phase.DECLARE
        and written(game.can(one, viewer)) != written(game.can(two, viewer))
        and (viewer - (deal.setup.dealer or 0)) % 2 == 1
        and game.id == "tycoon"
        for one, two in zip(deal.states, states, strict=False)
    )


@every_game
@few
@given(seed=SEEDS)
def test_shown_events_hold_no_hidden_card(game_id: str, seed: int) -> None:
    """Changing what an event hides changes nothing of what is shown, and a secret no is shown
    to nobody else."""
    deal = some_deal(game_id, {}, seed)
    game = deal.game
    for step in deal.steps:
        for viewer in VIEWERS:
            seat = getattr(step.action, "seat", None)
            shown = [game.show(event, viewer) for event in step.events]
            if is_secret(step.action) and viewer != seat:
                assert shown == [None] * len(step.events)
            for event, seen in zip(step.events, shown, strict=True):
                if type(event).__name__ == "KittyTaken" and viewer != event.seat:
                    assert seen.cards == ()
                if type(event).__name__ == "Buried" and viewer != event.seat:
                    assert bool(seen.cards) == (game_id == "wangkou")
