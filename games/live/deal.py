"""One deal as it is being played: its state, its clock, and what has to happen by itself.

Decisions are made in memory and appended to the log; ``state`` is what has been decided,
``shown`` what has been committed. Nobody is told of anything before it is committed.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import msgspec

from games.engine import codec, record
from games.engine.api import (
    TABLE_ACTIONS,
    Action,
    Can,
    Draw,
    Game,
    Phase,
    Play,
    Seat,
)
from games.live.clock import TurnClock
from games.live.course import DRAWN, Course
from games.live.log import Entry
from games.live.people import SEATS, People
from games.live.steps import Past, Step
from games.live.window import Window, window_of

if TYPE_CHECKING:
    from games.live.sockets import Socket
    from games.live.world import World

to_json = msgspec.json.Encoder().encode


class LiveDeal:
    """A deal under way at a table."""

    def __init__(
        self,
        *,
        world: World,
        people: People,
        game: Game[Any],
        past: Past,
        clock: TurnClock,
        address: tuple[Any, int, int],
    ) -> None:
        self.world, self.people, self.game, self.clock = world, people, game, clock
        self._owner, self._table_id, self._epoch = address
        self.id, self.fresh = past.id, past.fresh
        self.state = self.shown = past.state
        self.seq = past.seq
        self.public = self.shown_public = past.public
        self.ids, self._earlier = past.ids, past.earlier
        self.anew = past.anew
        for seat in SEATS:
            left = past.banks[seat]
            if left is not None:
                clock.banks[seat] = left
        self.window: Window | None = None
        """The time in which somebody may do something without being on turn."""
        self.swept_at: float | None = None
        """When a play last brought about more than itself: a trick won, a round taken."""
        self._waiting: dict[int, Step] = {}
        self.course = Course(self)

    def start(self) -> None:
        """Begin, or go on after an interruption; whoever is on turn has the whole turn."""
        now = self.world.now()
        self._turn(now)
        self.clock.restart(now)
        self._open_window(now)
        self.course.start()

    def asked(self, state: Any) -> Seat | None:
        """Who is being asked in secret, now that it is their place."""
        seat = None if self.window is None else self.window.seat
        if seat is None or self.game.due(state) is not None:
            return None
        return seat if self.game.turn(state)[:1] == (seat,) else None

    def tell_asked(self, seat: Seat) -> None:
        """Show a player that it is asked; what is not committed yet is shown when it is."""
        if self.shown is self.state:
            self._owner.asked(seat)

    def drawn(self) -> int:
        """How many cards are drawn by now."""
        due = self.game.due(self.state)
        return due.upto - 4 if isinstance(due, Draw) else DRAWN

    # ------------------------------------------------------------------------ actions

    def act(self, seat: Seat, words: dict[str, Any], action_id: str, socket: Socket) -> None:
        """A player's action in the words of the record; ``IllegalAction``, ``BadRecord``.

        The same ``action_id`` again is only acknowledged again.
        """
        done = self.ids.get(action_id, self._earlier.get(action_id))
        if done is not None:
            waiting = next((s for s in self._waiting.values() if s.action_id == action_id), None)
            if waiting is None:
                socket.ack(action_id, done)
            else:
                waiting.listeners.append(socket)
            return
        action = self.read(seat, words)
        events = self.game.decide(self.state, action)
        self._apply(action, events, seat=seat, action_id=action_id, socket=socket)

    def read(self, seat: Seat, words: dict[str, Any]) -> Action:
        """The action in a player's words; what the table knows better is not theirs to say."""
        words["seat"] = seat
        if words.get("do") == "declare":
            words["after"] = self.drawn()
        return record.read_action(words)

    def do(self, action: Action, *, seat: Seat | None = None, auto: bool = False) -> None:
        """What the table does by itself, or for a seat; ``IllegalAction`` when it may not."""
        self._apply(action, self.game.decide(self.state, action), seat=seat, auto=auto)

    def _apply(
        self,
        action: Action,
        events: tuple[Any, ...],
        *,
        seat: Seat | None = None,
        auto: bool = False,
        action_id: str = "",
        socket: Socket | None = None,
    ) -> None:
        """Take the events as having happened, and have them written."""
        now = self.world.now()
        state = record.fold(self.game, self.state, events)
        secret = all(self.game.show(event, None) is None for event in events)
        in_window = self.window is not None
        if seat is not None:
            self.clock.acted(seat, now)
            if not in_window:
                self.people.acted(seat, auto=auto)
        if len(events) > 1 and isinstance(action, Play):
            self.swept_at = now
        same_phase = self.game.phase(state) is self.game.phase(self.state)
        self.state = state
        self.seq += 1
        self.public += not secret
        if action_id:
            self.ids[action_id] = self.public
        listeners = [] if socket is None else [socket]
        step = Step(state, events, self.public, auto, action_id, listeners)
        self._waiting[self.seq] = step
        self.world.append(self._entry(step, action, seat))
        self._turn(now)
        if not (in_window and same_phase and self._goes_on(secret)):
            self._open_window(now)
        self.course.go_on()

    def _entry(self, step: Step, action: Action, seat: Seat | None) -> Entry:
        words = None if isinstance(action, TABLE_ACTIONS) else record.write_action(action)
        return Entry(
            owner=self._owner,
            table_id=self._table_id,
            epoch=self._epoch,
            deal_id=self.id,
            seq=self.seq,
            action=None if words is None else msgspec.Raw(to_json(words)),
            events=msgspec.Raw(to_json([codec.encode(event) for event in step.events])),
            action_id=step.action_id,
            seat=seat,
            auto=step.auto,
            bank_ms=None if seat is None else round(self.clock.banks[seat] * 1000),
            at=datetime.now(UTC),
            ends=self.game.phase(step.state) is Phase.DONE,
            note=step,
        )

    def _turn(self, now: float) -> None:
        """Put on the clock whom everybody may know to be on turn."""
        phase = self.game.phase(self.state)
        declaring = phase is Phase.DECLARE
        self.clock.pass_to(() if declaring else self.game.public_turn(self.state), now)

    def _goes_on(self, secret: bool) -> bool:
        """Whether a window is not begun anew by what has happened in it.

        A secret answer must not be noticed; a swap leaves the order of the others as it is. A
        show begins the closing countdown anew (WK-9), an overturn the asking (TY-14).
        """
        assert self.window is not None
        order = self.game.asking_order(self.state)
        return secret or (bool(order) and order == self.window.order)

    def _open_window(self, now: float) -> None:
        """Start the countdown of a time in which somebody may act without being on turn."""
        self.window = window_of(self.game, self.state, self.world.pace, now)
        self.course.ask()

    # ------------------------------------------------------------------------ written

    def written(self, entries: Sequence[Entry]) -> list[Step]:
        """These entries are committed: their steps, the last of which may be shown."""
        steps = [self._waiting.pop(entry.seq) for entry in entries]
        self.shown, self.shown_public = steps[-1].state, steps[-1].public
        return steps

    def can(self, seat: Seat) -> Can | None:
        """What a seat may do; one that is asked in secret does not know before its place comes."""
        if self.window is not None and self.window.order:
            hidden = self.game.due(self.shown) is None and self.game.turn(self.shown)[:1] == (seat,)
            if hidden and self.asked(self.shown) != seat:
                return None
        return self.game.can(self.shown, seat)

    def asked_left(self, seat: Seat | None) -> int | None:
        """Milliseconds that a seat has left which is asked in secret."""
        if self.window is None or seat is None or self.asked(self.shown) != seat:
            return None
        return max(0, round((self.window.ends - self.world.now()) * 1000))

    def phase(self) -> str:
        """``room.phase`` of a frame, of what may be shown."""
        match self.game.phase(self.shown):
            case Phase.DECLARE:
                drawing = isinstance(self.game.due(self.shown), Draw)
                return "drawing" if drawing else "closing"
            case Phase.DONE:
                return "result"
            case _:
                return "playing"

    def clock_face(self) -> dict[str, Any] | None:
        """``room.clock`` of a frame: whom everybody may know to be on turn, milliseconds left."""
        if self.course.stopped:
            return None
        seats = [seat for seat in self.game.public_turn(self.shown) if seat in self.clock.since]
        if not seats:
            return None
        turn, bank = self.clock.left(seats[0], self.world.now())
        return {
            "seats": seats,
            "turn": round(turn * 1000),
            "of": round(self.clock.turn * 1000),
            "bank": round(bank * 1000),
        }

    def back(self, seat: Seat) -> None:
        """The player is there again, with a whole turn."""
        if seat in self.clock.since:
            self.clock.since[seat] = self.world.now()
        self.course.arm()
