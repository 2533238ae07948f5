"""What comes before a deal: the ready check, the changed levels, the shuffle."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from games.engine import shuffle
from games.engine.api import NextDeal
from games.engine.rulings import change_levels
from games.live.steps import Fresh
from games.services.records import shuffle_id

if TYPE_CHECKING:
    from games.live.loaded import Facts
    from games.live.room import Room
    from games.live.world import Timer


class Between:
    """A table between two deals, or before the match."""

    def __init__(self, room: Room, ahead: NextDeal | None) -> None:
        self._room = room
        self.ahead = ahead
        """The deal that comes next; nothing while one is played, and once the match is over."""
        self.dealing = False
        """The row of the next deal is being written."""
        self.until: float | None = None
        """When the ready check is over."""
        self.made: set[int] = set()
        """The rulings that a deal has begun with here; news from before that still has them."""
        self._beginning = False
        self._timer: Timer | None = None

    def without_made(self, facts: Facts) -> Facts:
        """The facts without the rulings that have been made already."""
        left = tuple(ruling for ruling in facts.rulings if ruling.id not in self.made)
        return facts if left == facts.rulings else replace(facts, rulings=left)

    def anew(self) -> None:
        """Another match has begun at the table."""
        self.ahead, self._beginning = None, False

    def not_begun(self) -> None:
        """The match could not begin after all (somebody stood up)."""
        self._beginning = False

    def stop(self) -> None:
        """Nothing happens by itself any more."""
        self.until = None
        if self._timer is not None:
            self._timer.cancel()

    def wait(self) -> None:
        """The ready check; without anybody there the table rests until somebody comes."""
        room, deal = self._room, self._room.deal
        resting = room.dead or room.facts.hold or self.dealing
        if resting or self.ahead is None or deal is None:
            return
        if room.ending.reached():
            room.over()
            return
        result = room.game.result(deal.shown)
        void = result is not None and result.redeal
        pace = room.world.pace
        self.until = room.world.now() + (pace.void if void else pace.ready)
        self._set_timer(self.until)

    def wake(self) -> None:
        """A player is there: a table that rested after a deal counts down to the next."""
        if self.until is None and self._room.facts.status == "playing":
            self.wait()

    def check_ready(self) -> None:
        """Everybody is ready: the match begins, or the next deal."""
        room = self._room
        if room.dead or room.facts.hold or not room.people.all_ready():
            return
        if room.facts.status == "playing" and self.ahead is not None and not self.dealing:
            self._set_timer(room.world.now())
        elif room.facts.status == "open" and not self._beginning and room.people.users():
            self._beginning = True
            room.world.begin(room)

    def _set_timer(self, when: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._room.world.at(when, self._go_on)

    def _go_on(self) -> None:
        """The ready check is over."""
        room = self._room
        self.until = None
        if self.ahead is None or self.dealing or room.dead:
            return
        deserted = room.audience.connected().isdisjoint(room.people.users())
        if deserted and not room.facts.managed:  # the clock of an event waits for nobody
            room.audience.publish()
        else:
            self.deal(self.ahead)

    def deal(self, ahead: NextDeal) -> None:
        """Shuffle, and have the deal written; the commitment is shown before the first card."""
        room, bout = self._room, self._room.bout
        assert bout is not None
        self.dealing, self.until = True, None
        number = bout.sheet[-1]["deal"] + 1 if bout.sheet else 1
        seed = room.ending.seed(number) or room.world.seed()
        table = shuffle_id(room.facts.code, bout.number)
        ahead, made = change_levels(room.game, bout.options, ahead, room.facts.rulings)
        fresh = Fresh(
            number=number,
            ahead=ahead,
            setup=shuffle.set_up(room.game, bout.options, ahead, seed),
            seed=seed.hex(),
            commitment=shuffle.commitment(seed, table, number),
            ruled=made,
        )
        room.world.deal(room, fresh)
