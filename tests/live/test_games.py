"""Every game through the room: bots play it to the end, and secrets stay secrets in time too."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from games import bots
from games.engine.api import Phase, games
from games.live.pace import Pace
from games.live.room import Room
from tests.live.world import USERS, Ear, FakeWorld, room_of

PACE = Pace(draw=0.1, closing=1, asking=3, think=0.1, linger=0, ready=2, void=1)


class Stopwatch(Ear):
    """A watcher who notes when each frame came."""

    def __init__(self, world: FakeWorld) -> None:
        super().__init__(None)
        self.world = world
        self.times: list[float] = []

    def show(self, frame: Any) -> None:
        super().show(frame)
        self.times.append(self.world.time)


def table(game: str, seed: int) -> tuple[FakeWorld, Room, Ear, Stopwatch]:
    """One person among bots, and a watcher."""
    world = FakeWorld(PACE)
    world.bot = bots.choose
    for _ in range(seed):
        next(world.seeds)
    room = room_of(world, 1, 2, 3, game=game, turn_seconds=1, bank_seconds=0)
    person, watcher = Ear(USERS[0]), Stopwatch(world)
    room.join(person)
    room.join(watcher)
    room.start()
    return world, room, person, watcher


@pytest.mark.parametrize("game", [game.id for game in games()])
def test_bots_play_deal_after_deal(game: str) -> None:
    world, room, person, _ = table(game, 0)
    for _ in range(3000):
        world.pass_time(1)
        if len([line for line in person.room["match"]["sheet"] if not line["void"]]) >= 2:
            break
    assert room.deal is not None
    assert not room.dead
    assert len(world.tallied) >= 2
    assert person.room["fair"]["deal"] >= 2


@pytest.mark.parametrize("game", ["wangkou", "tycoon"])
def test_wk_13_ty_14_an_asking_lasts_as_long_whether_or_not_anybody_is_asked(game: str) -> None:
    """What watchers see of it differs neither in time nor in number."""
    seen = set()
    for seed in range(12):
        world, _, _, watcher = table(game, seed * 1000)
        world.pass_time(60)
        for first, second in pairs_of_phases(watcher):
            if first[1] in ("swap", "overturn") and second[1] == "play":
                took = round(second[0] - first[0], 3)
                seen.add((first[1], took))
    wanted = {
        "wangkou": {("swap", 3 * PACE.asking)},
        "tycoon": {("overturn", 3 * PACE.asking), ("overturn", 4 * PACE.asking)},  # TY-14: turned
    }
    assert seen <= wanted[game]
    assert seen


def pairs_of_phases(watcher: Stopwatch) -> list[tuple[tuple[float, str], tuple[float, str]]]:
    """When each phase of the deal was first seen, with the one after it."""
    marks: list[tuple[float, str]] = []
    for at, frame in zip(watcher.times, watcher.frames, strict=True):
        phase = frame["view"] and frame["view"]["phase"]
        if phase and (not marks or marks[-1][1] != phase):
            marks.append((at, phase))
    return list(itertools.pairwise(marks))


def test_a_secret_no_is_not_noticed_by_the_others() -> None:
    """WK-13: whoever is asked and declines makes no frame for anybody else."""
    for seed in range(40):
        world, room, person, watcher = table("wangkou", seed * 777)
        while not (room.deal and room.game.phase(room.deal.state) is Phase.SWAP):
            world.pass_time(0.1)
            if world.time > 1060:
                break
        assert room.deal is not None
        asked = room.game.turn(room.deal.state)
        if asked == (0,):
            frames = len(watcher.frames)
            words = {"do": "swap", "give": [], "take": []}
            room.act(person, words, "no")
            world.commit()
            assert person.acks[-1] == ("no", person.frame["seq"])
            assert len(watcher.frames) == frames
            world.pass_time(3 * PACE.asking + 0.1)
            assert watcher.frame["seq"] == person.frame["seq"] < room.deal.seq
            return
    pytest.fail("no deal in which the person is asked first")
