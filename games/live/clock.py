"""The turn clock of a deal: some seconds a turn, then a time bank that lasts for the deal.

Pure: the time is given, in seconds of whatever clock the caller reads.
"""

from __future__ import annotations

from collections.abc import Iterable

from games.engine.api import Seat


class TurnClock:
    """Who is on turn since when, and what is left of the four time banks."""

    __slots__ = ("banks", "since", "turn")

    def __init__(self, turn: float, bank: float) -> None:
        self.turn = turn
        self.banks = [bank] * 4
        self.since: dict[Seat, float] = {}

    def acted(self, seat: Seat, now: float) -> None:
        """``seat`` has acted: what it took beyond its turn is gone from its bank."""
        since = self.since.pop(seat, None)
        if since is not None and now - since > self.turn:
            self.banks[seat] = max(0.0, self.banks[seat] - (now - since - self.turn))

    def pass_to(self, seats: Iterable[Seat], now: float) -> None:
        """These seats are on turn; who was before goes on with the time that ran."""
        self.since = {seat: self.since.get(seat, now) for seat in seats}

    def restart(self, now: float) -> None:
        """Whoever is on turn has the whole turn again, as after an interruption."""
        self.since = dict.fromkeys(self.since, now)

    def deadline(self, seat: Seat) -> float:
        """When the time of a seat on turn is up."""
        return self.since[seat] + self.turn + self.banks[seat]

    def left(self, seat: Seat, now: float) -> tuple[float, float]:
        """What a seat has left of its turn and of its bank."""
        since = self.since.get(seat, now)
        over = now - since - self.turn
        if over <= 0:
            return -over, self.banks[seat]
        return 0.0, max(0.0, self.banks[seat] - over)
