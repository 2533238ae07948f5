"""Who watches a table of an event hears that it is stopped, and not what is between the referee and
the players: what he was called for, why he stopped it, what he rules."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.engine.rulings import LevelChange
from games.live.room import Room
from tests.live.test_room import playing
from tests.live.world import USERS, Ear, FakeWorld

CALL = {"seat": 0, "name": "p0", "reason": "a card was shown"}
DESK = {"call": CALL, "referees": ["R"], "hands": True}


@pytest.fixture
def world() -> FakeWorld:
    return FakeWorld()


def news(room: Room, **changed: object) -> None:
    """The room hears from the database that its table has changed."""
    room.refresh(replace(room.facts, **changed), room.people.seats, room.bout)


def watched(world: FakeWorld, **changed: object) -> tuple[Room, Ear, Ear]:
    """A table that a referee has stopped: a player of it, and somebody who watches."""
    room, ears = playing(world)
    watcher = Ear(99)
    room.join(watcher)
    stopped = {"hold": "referee", "hold_note": "cards counted", "desk": DESK}
    news(room, **stopped, rulings=(LevelChange(1, 1, -1),), **changed)
    return room, ears[0], watcher


def told(ear: Ear) -> tuple[Any, Any, Any]:
    return ear.room["hold"], ear.room["desk"], ear.room["ruled"]


def test_who_watches_a_table_of_an_event_is_told_less_than_the_players(world: FakeWorld) -> None:
    room, player, watcher = watched(world, managed=True)
    assert told(player) == ({"by": "referee", "why": "cards counted"}, DESK, [0, -1])
    seen = {"referees": ["R"], "hands": True}
    assert told(watcher) == ({"by": "referee", "why": ""}, seen, None)
    assert b"cards counted" not in b"".join(watcher.raw)
    assert b"a card was shown" not in b"".join(watcher.raw)
    again = Ear(98)
    room.join(again)
    assert told(again) == told(watcher)
    back = Ear(USERS[0])
    room.join(back)
    assert told(back) == told(player)


def test_at_a_table_of_no_event_everybody_reads_why_it_is_frozen(world: FakeWorld) -> None:
    _room, player, watcher = watched(world)
    assert told(watcher) == told(player)


def test_what_seldom_changes_is_encoded_once_for_all_who_watch_and_once_for_all_who_play(
    world: FakeWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, _player, _watcher = watched(world, managed=True)
    encoded: list[bool] = []
    describe = type(room.facts).describe

    def counted(self: Any, *, watching: bool = False) -> dict[str, Any]:
        encoded.append(watching)
        return describe(self, watching=watching)

    monkeypatch.setattr(type(room.facts), "describe", counted)
    for user in range(100, 110):
        room.join(Ear(user))
    room.audience.publish()
    assert encoded == [], "nothing has changed"
    news(room, hold="", hold_note="")
    assert sorted(encoded) == [False, True]
