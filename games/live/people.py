"""Who sits at a table, as its room knows them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from games.engine.api import Seat

SEATS: Final = range(4)
AWAY_AFTER: Final = 2
"""So many turns in a row that ran out make a player absent."""


@dataclass(frozen=True, slots=True)
class Occupant:
    """One seat: a person (``user``), a bot (its strength), or nobody."""

    user: int | None = None
    name: str = ""
    guest: bool = False
    bot: str = ""

    @property
    def kind(self) -> str:
        """As the wire says it."""
        if self.user is not None:
            return "guest" if self.guest else "person"
        return "bot" if self.bot else "free"


@dataclass(slots=True)
class People:
    """The four seats, who is ready, and who lets the time run out."""

    seats: list[Occupant] = field(default_factory=lambda: [Occupant()] * 4)
    ready: set[int] = field(default_factory=set)
    """The users who have said so."""
    missed: list[int] = field(default_factory=lambda: [0] * 4)
    """How many of a seat's turns in a row ran out."""
    version: int = 0
    """Grows with every change that others see."""

    def seat_of(self, user: int | None) -> Seat | None:
        """Where a person sits."""
        if user is not None:
            for seat in SEATS:
                if self.seats[seat].user == user:
                    return seat
        return None

    def reseat(self, seats: Sequence[Occupant]) -> None:
        """The seats have changed: who moved has to say again that they are ready."""
        self.version += 1
        for seat in SEATS:
            if seats[seat].user != self.seats[seat].user:
                self.ready.discard(self.seats[seat].user or 0)
                self.ready.discard(seats[seat].user or 0)
                self.missed[seat] = 0
        self.seats = list(seats)

    def is_bot(self, seat: Seat) -> bool:
        """Nobody has to be waited for."""
        return self.seats[seat].user is None

    def is_away(self, seat: Seat) -> bool:
        """The player has let several turns in a row run out."""
        return self.missed[seat] >= AWAY_AFTER

    def acted(self, seat: Seat, *, auto: bool) -> None:
        """``seat`` has acted, or its time was up."""
        if auto or self.missed[seat]:
            self.missed[seat] = self.missed[seat] + 1 if auto else 0
            self.version += 1

    def say_ready(self, user: int, on: bool) -> None:
        """A person is ready, or is not after all."""
        if on:
            self.ready.add(user)
        else:
            self.ready.discard(user)
        self.version += 1

    def nobody_ready(self) -> None:
        """Everybody has to say it anew."""
        self.ready.clear()
        self.version += 1

    def users(self) -> list[int]:
        """The persons who are seated."""
        return [occupant.user for occupant in self.seats if occupant.user is not None]

    def full(self) -> bool:
        """No seat is free."""
        return all(occupant.kind != "free" for occupant in self.seats)

    def all_ready(self) -> bool:
        """Four are seated, and every person has said so; bots always are."""
        return self.full() and self.ready.issuperset(self.users())

    def describe(self, connected: Collection[int]) -> Iterable[dict[str, Any]]:
        """``room.seats`` of a frame."""
        for seat in SEATS:
            occupant = self.seats[seat]
            yield {
                "seat": seat,
                "name": occupant.name,
                "kind": occupant.kind,
                "user": occupant.user,
                "connected": occupant.user in connected,
                "ready": bool(occupant.bot) or occupant.user in self.ready,
                "away": self.is_away(seat),
            }
