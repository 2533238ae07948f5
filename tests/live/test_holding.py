"""A table that a referee or the staff has stopped: nothing happens until it is released."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from games.engine.api import Phase
from games.engine.rulings import LevelChange
from games.live.loaded import Loaded
from games.live.room import Room
from games.services.errors import No, Refused
from tests.live.test_room import lead, on_turn, playing, started
from tests.live.world import USERS, Ear, FakeWorld, facts, occupants

HOUR = 3600.0


@pytest.fixture
def world() -> FakeWorld:
    return FakeWorld()


def news(room: Room, **changed: object) -> None:
    """The room hears from the database that its table has changed."""
    room.refresh(replace(room.facts, **changed), room.people.seats, room.bout)


def hold(room: Room, why: str = "A word with both sides") -> None:
    news(room, hold="referee", hold_note=why)


def test_a_held_table_lets_nobody_act_and_no_time_run_out(world: FakeWorld) -> None:
    room, ears = playing(world)
    seat = on_turn(room)
    hold(room)
    frame = ears[0].frame["room"]
    assert frame["hold"] == {"by": "referee", "why": "A word with both sides"}
    assert frame["clock"] is None
    written = len(world.entries)
    with pytest.raises(Refused) as refused:
        lead(room, "held")
    assert refused.value.code == No.HELD
    world.pass_time(HOUR)
    assert len(world.entries) == written
    assert on_turn(room) == seat


def test_after_the_release_the_turn_is_whole_again(world: FakeWorld) -> None:
    room, ears = playing(world)
    world.pass_time(25)
    hold(room)
    world.pass_time(HOUR)
    news(room, hold="", hold_note="")
    frame = ears[0].frame["room"]
    assert frame["hold"] is None
    assert frame["clock"]["turn"] == 30_000
    assert frame["clock"]["bank"] == 60_000
    lead(room, "on")
    world.commit()
    assert world.entries[-1].action_id == "on"


def test_bots_and_drawing_stand_still_too(world: FakeWorld) -> None:
    room, _ears = started(world, 0, 1, 2)
    world.pass_time(1)
    hold(room)
    written = len(world.entries)
    world.pass_time(HOUR)
    assert len(world.entries) == written
    news(room, hold="")
    world.pass_time(30)
    assert len(world.entries) > written


def test_between_two_deals_the_next_one_waits(world: FakeWorld) -> None:
    room, ears = playing(world)
    _to_the_end(world, room)
    hold(room)
    world.pass_time(HOUR)
    assert room.deal is not None
    for ear in ears:
        room.ready(ear, True)
    world.pass_time(HOUR)
    assert room.deal.fresh.number == 1
    news(room, hold="")
    world.pass_time(0.1)
    assert room.deal.fresh.number == 2


def test_a_match_does_not_begin_at_a_held_table_but_its_players_may_be_there(
    world: FakeWorld,
) -> None:
    """CP-3: who is ready is present; a referee's word costs nobody the match."""
    room = Room(world, Loaded(facts("open"), 1, occupants()))
    ears = [Ear(user) for user in USERS]
    for ear in ears:
        room.join(ear)
    hold(room)
    for ear in ears:
        room.ready(ear, True)
    assert world.begun == 0
    assert all(seat["ready"] for seat in ears[0].room["seats"])
    news(room, hold="")
    assert world.begun == 1


def test_a_deal_whose_row_comes_while_the_table_is_held_waits(world: FakeWorld) -> None:
    room, ears = playing(world)
    _to_the_end(world, room)
    waiting = []
    world.deal = lambda room, fresh: waiting.append(fresh)  # type: ignore[method-assign]
    world.pass_time(30)
    assert waiting
    hold(room)
    room.dealt(waiting[0], 99)
    world.pass_time(HOUR)
    assert room.deal is not None
    assert room.deal.seq == 0
    assert ears[0].frame["room"]["phase"] == "drawing"
    news(room, hold="")
    world.pass_time(10)
    assert room.deal.seq > 0


def _to_the_end(world: FakeWorld, room: Room) -> None:
    assert room.deal is not None
    for count in range(200):
        if room.game.phase(room.deal.state) is Phase.DONE:
            return
        lead(room, f"p{count}")
        world.commit()
    raise AssertionError("the deal does not end")


# ---------------------------------------------------------------------------------- levels


def test_cp_12_a_level_change_counts_from_the_next_deal(world: FakeWorld) -> None:
    room, ears = playing(world)
    news(room, rulings=(LevelChange(7, 0, 3),))
    assert ears[0].frame["room"]["ruled"] == [3, 0]
    before = room.deal and room.deal.fresh.ahead.levels
    _to_the_end(world, room)
    after = ears[0].frame["room"]["match"]["sheet"][0]["levels"]
    world.pass_time(30)
    assert room.deal is not None
    assert room.bout is not None
    assert before == ("2", "2")
    ladder = room.game.ladder
    expected = ladder[min(len(ladder) - 1, ladder.index(after[0]) + 3)]
    assert room.deal.fresh.setup.levels == (expected, after[1])
    assert room.deal.fresh.ruled == ((7, ladder.index(expected) - ladder.index(after[0])),)
    frame = ears[0].frame["room"]
    assert frame["ruled"] is None
    assert frame["match"]["levels"] == [expected, after[1]]
    while len(room.bout.sheet) < 2:  # nobody acts: the table plays for them
        world.pass_time(10)
    watcher = Ear(None)
    room.join(watcher)
    sheet = watcher.frame["room"]["match"]["sheet"]
    assert sheet[0]["ruled"] is None
    assert sheet[1]["ruled"] == [expected, after[1]]


def test_cp_7_the_clock_of_the_match_stands_still_too(world: FakeWorld) -> None:
    """Nothing is left to count down while the play is stopped, and nothing ends meanwhile."""
    room, ears = playing(world, ends_at=datetime.now(UTC) + timedelta(minutes=5))
    assert ears[0].frame["room"]["ends_in"]
    news(room, hold="referee", hold_note="", ends_at=None)  # as the database tells it
    assert ears[0].frame["room"]["ends_in"] is None
    world.pass_time(HOUR)
    assert not world.won
    news(room, hold="", ends_at=datetime.now(UTC) + timedelta(minutes=5))
    assert ears[0].frame["room"]["ends_in"]


def test_news_from_before_a_deal_does_not_bring_its_rulings_back(world: FakeWorld) -> None:
    room, _ears = playing(world)
    old = (LevelChange(7, 0, 3),)
    news(room, rulings=old)
    _to_the_end(world, room)
    world.pass_time(30)
    news(room, rulings=old)
    assert room.facts.rulings == ()
