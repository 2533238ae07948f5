"""The end that an event has set for the match at its table (CP-7), and its deals (duplicate).

When the time is up no new deal is begun; the deal in play is finished, or broken off where the
event says so. At a table of no event nothing of this happens.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.live.room import Room
    from games.live.world import Timer


class Ending:
    """When the match of a room ends by count or by clock."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._timer: Timer | None = None
        self._at: float | None = None

    def arm(self) -> None:
        """Look at the facts anew: they, and so the end, may have changed."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        world, ends_at = self._room.world, self._room.facts.ends_at
        self._at = None
        if ends_at is not None:
            self._at = world.now() + (ends_at - datetime.now(UTC)).total_seconds()
            self._timer = world.at(max(self._at, world.now()), self._room.time_up)

    def stop(self) -> None:
        """The room does nothing by itself any more."""
        if self._timer is not None:
            self._timer.cancel()

    def reached(self) -> bool:
        """No new deal is begun."""
        facts, bout = self._room.facts, self._room.bout
        if bout is None:
            return False
        if self.timed_out():
            return True
        if facts.boards:
            return len(bout.sheet) >= len(facts.boards)
        played = sum(not line["void"] for line in bout.sheet)
        return facts.max_deals is not None and played >= facts.max_deals

    def timed_out(self) -> bool:
        """The time of the match is up."""
        return self._at is not None and self._room.world.now() >= self._at

    def seed(self, number: int) -> bytes | None:
        """The seed of a duplicate deal; nothing where the table shuffles by itself."""
        boards = self._room.facts.boards
        return bytes.fromhex(boards[number - 1]) if number <= len(boards) else None

    def left(self) -> int | None:
        """``room.ends_in`` of a frame: milliseconds until no deal is begun any more."""
        if self._at is None:
            return None
        return max(0, round((self._at - self._room.world.now()) * 1000))
