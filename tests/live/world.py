"""A world for rooms without a loop, a database or real time."""

from __future__ import annotations

import heapq
import json
from collections.abc import Callable
from itertools import count
from typing import Any

from games.engine.api import Action, Can, game_of
from games.live.loaded import Bout, Facts, Loaded
from games.live.log import Entry
from games.live.pace import Pace
from games.live.people import Occupant
from games.live.room import Room
from games.live.steps import Fresh


class Alarm:
    """An armed timer."""

    def __init__(self) -> None:
        self.off = False

    def cancel(self) -> None:
        self.off = True


class FakeWorld:
    """Time stands still until ``pass_time``; entries wait until ``commit`` unless ``eager``."""

    def __init__(self, pace: Pace | None = None, *, eager: bool = True) -> None:
        self.pace = pace or Pace()
        self.eager = eager
        self.time = 1000.0
        self.entries: list[Entry] = []
        self.waiting: list[Entry] = []
        self.tallied: list[int] = []
        self.won: list[tuple[int, int]] = []
        self.begun = 0
        self.forgotten: list[Room] = []
        self.bot: Callable[[Any, Can], Action | None] = lambda view, can: None
        self.seeds = count(1)
        self._alarms: list[tuple[float, int, Alarm, Callable[[], None]]] = []
        self._numbers = count()
        self._deals = count(1)

    def now(self) -> float:
        return self.time

    def at(self, when: float, call: Callable[[], None]) -> Alarm:
        alarm = Alarm()
        heapq.heappush(self._alarms, (when, next(self._numbers), alarm, call))
        return alarm

    def seed(self) -> bytes:
        return next(self.seeds).to_bytes(32, "big")

    async def in_thread(self, work: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        return work(*args, **kwargs)

    def append(self, entry: Entry) -> None:
        self.waiting.append(entry)

    def deal(self, room: Room, fresh: Fresh) -> None:
        room.dealt(fresh, next(self._deals))

    def choose(
        self, strength: str, view: Any, can: Can, then: Callable[[Action | None], None]
    ) -> None:
        action = self.bot(view, can)
        self.at(self.time, lambda: then(action))

    def begin(self, room: Room) -> None:
        self.begun += 1

    def deal_ended(self, deal_id: int) -> None:
        self.tallied.append(deal_id)

    def match_won(self, match_id: int, team: int) -> None:
        self.won.append((match_id, team))

    def idle(self, room: Room) -> None:
        pass

    def forget(self, room: Room) -> None:
        self.forgotten.append(room)

    # ------------------------------------------------------------------- for the tests

    def commit(self) -> None:
        """The log writes what waits, in one batch."""
        while self.waiting:
            batch, self.waiting = self.waiting, []
            self.entries += batch
            batch[0].owner.written(batch)

    def pass_time(self, seconds: float) -> None:
        """Let time pass; what is due happens in its order."""
        until = self.time + seconds
        if self.eager:
            self.commit()
        while self._alarms and self._alarms[0][0] <= until:
            when, _, alarm, call = heapq.heappop(self._alarms)
            self.time = max(self.time, when)
            if not alarm.off:
                call()
                if self.eager:
                    self.commit()
        self.time = until


class Ear:
    """A socket that keeps what it is sent."""

    def __init__(self, user: int | None, language: str = "en") -> None:
        self.user, self.language, self.guest = user, language, False
        self.open = True
        self.frames: list[dict[str, Any]] = []
        self.raw: list[bytes] = []
        self.told: list[dict[str, Any]] = []
        self.acks: list[tuple[str, int]] = []
        self.closed: int | None = None

    def show(self, frame: Any) -> None:
        text = b"{" + b"".join((frame.head, *frame.slow, frame.tail))
        self.raw.append(text)
        self.frames.append(json.loads(text))

    def tell(self, message: dict[str, Any]) -> None:
        self.told.append(message)

    def ack(self, action_id: str, seq: int) -> None:
        self.acks.append((action_id, seq))

    def close(self, code: int) -> None:
        self.closed = code

    @property
    def frame(self) -> dict[str, Any]:
        """The newest frame."""
        return self.frames[-1]

    @property
    def room(self) -> dict[str, Any]:
        """The room as the newest frame has it."""
        return self.frame["room"]


USERS = (10, 11, 12, 13)


def occupants(*bots: int) -> list[Occupant]:
    """Four persons, or bots in the seats named."""
    return [
        Occupant(bot="plain") if seat in bots else Occupant(USERS[seat], f"P{seat}")
        for seat in range(4)
    ]


def facts(status: str = "playing", game: str = "shuangsheng", **more: Any) -> Facts:
    """A table."""
    options = game_of(game).complete({})
    given: dict[str, Any] = {"turn_seconds": 30, "bank_seconds": 60, "host": USERS[0], **more}
    return Facts(1, "table234", "", game, options, status, False, **given)


def room_of(world: FakeWorld, *bots: int, game: str = "shuangsheng", **more: Any) -> Room:
    """A room whose match begins."""
    table = facts(game=game, **more)
    loaded = Loaded(table, 1, occupants(*bots), Bout(5, 1, table.options))
    return Room(world, loaded)
