"""What a room needs of the world outside: time, the log, the database, bots.

The room itself is plain code without ``await``: it is called, decides, and asks the world for
what takes time. ``games.live.registry`` is the world of a running process; tests make their own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ParamSpec, Protocol, TypeVar

from games.engine.api import Action, Can
from games.live.log import Entry
from games.live.pace import Pace

if TYPE_CHECKING:
    from games.live.room import Room
    from games.live.steps import Fresh


P = ParamSpec("P")
T = TypeVar("T")


class Timer(Protocol):
    """Something armed that can be called off."""

    def cancel(self) -> None:
        """It will not fire."""


class World(Protocol):
    """The ports of a room."""

    pace: Pace

    def now(self) -> float:
        """Seconds of a clock that never goes back."""

    def at(self, when: float, call: Callable[[], None]) -> Timer:
        """Call at a time of ``now``."""

    def seed(self) -> bytes:
        """32 bytes that nobody can guess."""

    async def in_thread(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run what needs the ORM. (The chat waits for it; a room never does.)"""

    def append(self, entry: Entry) -> None:
        """Have an entry committed; its owner is told."""

    def deal(self, room: Room, fresh: Fresh) -> None:
        """Write the row of a new deal, then ``room.dealt(fresh, id)``, or ``room.lost()``."""

    def choose(
        self, strength: str, view: Any, can: Can, then: Callable[[Action | None], None]
    ) -> None:
        """Ask a bot what it would do, off the loop; nothing when it fails."""

    def begin(self, room: Room) -> None:
        """Begin a match between those who are seated."""

    def deal_ended(self, deal_id: int) -> None:
        """Have an ended deal tallied."""

    def match_won(self, match_id: int, team: int | None) -> None:
        """The match is over, won by a team, or by nobody: its time or its deals have run out."""

    def idle(self, room: Room) -> None:
        """Nobody is connected to the room, and nothing is played there."""

    def forget(self, room: Room) -> None:
        """The room is not to be used any more."""
