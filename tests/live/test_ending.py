"""CP-7: a match at an event's table ends by its deals or by its clock; duplicate deals."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from games.engine.api import Phase
from games.live.room import Room
from games.live.steps import Fresh
from tests.live.world import Ear, FakeWorld, room_of


@pytest.fixture
def world() -> FakeWorld:
    return FakeWorld()


def table_of_bots(world: FakeWorld, **more: Any) -> Room:
    """An event's table at which nobody sits but bots; its match has begun."""
    room = room_of(world, 0, 1, 2, 3, game="guandan", managed=True, **more)
    room.join(Ear(None))
    room.start()
    world.commit()
    return room


def in_minutes(minutes: float) -> datetime:
    return datetime.now(UTC) + timedelta(minutes=minutes)


def play_a_deal(world: FakeWorld, room: Room) -> None:
    assert room.bout is not None
    before = len(room.bout.sheet)
    for _ in range(4000):
        world.pass_time(world.pace.think)
        if len(room.bout.sheet) > before:
            return
    raise AssertionError("the deal does not end")


def test_cp_7_a_number_of_deals_ends_the_match(world: FakeWorld) -> None:
    room = table_of_bots(world, max_deals=2)
    play_a_deal(world, room)
    assert world.won == []
    play_a_deal(world, room)
    assert world.won == [(5, None)]
    assert room.phase() == "over"
    world.pass_time(3600)
    assert room.bout is not None
    assert len(room.bout.sheet) == 2


def test_cp_7_time_up_lets_the_deal_in_play_be_finished(world: FakeWorld) -> None:
    room = table_of_bots(world, ends_at=in_minutes(0.1))
    world.pass_time(7)
    assert room.ending.left() == 0
    assert world.won == []
    play_a_deal(world, room)
    assert world.won == [(5, None)]


def test_cp_7_cut_off_breaks_the_deal_off(world: FakeWorld) -> None:
    room = table_of_bots(world, ends_at=in_minutes(0.1), cut_off=True)
    world.pass_time(7)
    assert world.won == [(5, None)]
    assert room.bout is not None
    assert room.bout.sheet == []


def test_cp_7_time_up_between_two_deals_ends_the_match_at_once(world: FakeWorld) -> None:
    room = table_of_bots(world, ends_at=in_minutes(60))
    play_a_deal(world, room)
    assert room.countdown() is not None
    sooner = replace(room.facts, ends_at=in_minutes(1 / 60))
    room.facts = sooner
    room.ending.arm()
    world.pass_time(2)
    assert world.won == [(5, None)]


def test_the_clock_of_an_event_waits_for_nobody(world: FakeWorld) -> None:
    """At a table of friends the next deal waits for somebody to be there; here it does not."""
    room = table_of_bots(world, max_deals=5)
    play_a_deal(world, room)
    world.pass_time(world.pace.ready + 1)
    assert room.deal is not None
    assert room.game.phase(room.deal.state) is not Phase.DONE


def test_duplicate_deals_come_from_the_boards_and_begin_like_first_ones(world: FakeWorld) -> None:
    boards = tuple(bytes([n] * 32).hex() for n in (7, 8))
    room = table_of_bots(world, boards=boards)
    assert room.deal is not None
    assert room.deal.fresh.seed == boards[0]
    play_a_deal(world, room)
    world.pass_time(world.pace.ready + 1)
    assert room.deal.fresh.seed == boards[1]
    assert room.fair is not None
    assert room.fair["seed"] is None, "other tables have yet to play it"
    assert room.deal.fresh.ahead.levels == ("2", "2")
    assert room.deal.fresh.ahead.first_deal
    play_a_deal(world, room)
    assert world.won == [(5, None)]


def test_frames_tell_what_is_left(world: FakeWorld) -> None:
    room = room_of(world, 0, 1, 2, 3, game="guandan", managed=True, ends_at=in_minutes(1))
    watcher = Ear(None)
    room.join(watcher)
    room.start()
    assert watcher.room["managed"] is True
    assert 0 < watcher.room["ends_in"] <= 60_000
    assert "boards" not in watcher.room


class SlowWorld(FakeWorld):
    """The row of a deal takes its time to be written."""

    def deal(self, room: Room, fresh: Fresh) -> None:
        self.writing = fresh


@pytest.mark.parametrize("cut_off", [False, True])
def test_cp_7_a_deal_whose_row_is_written_is_begun(cut_off: bool) -> None:
    """Time runs out while it is being written: as after a restart, the row is what counts."""
    world = SlowWorld()
    room = table_of_bots(world, ends_at=in_minutes(0.1), cut_off=cut_off)
    world.pass_time(7)
    assert world.won == []
    room.dealt(world.writing, 1)
    assert room.deal is not None
    assert world.won == ([(5, None)] if cut_off else [])


def test_cp_7_no_deal_is_begun_at_a_table_taken_up_after_its_time(world: FakeWorld) -> None:
    room = table_of_bots(world, ends_at=in_minutes(-1))
    assert room.deal is None
    assert world.won == [(5, None)]
