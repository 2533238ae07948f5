"""One deal as it is being played: its state, its clock, and what has to happen by itself.

Decisions are made in memory and appended to the log; ``state`` is what has been decided,
``shown`` what has been committed. Nobody is told of anything before it is committed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from games.engine import codec, record
from games.engine.api import (
    TABLE_ACTIONS,
    Action,
    Declare,
    Draw,
    Game,
    IllegalAction,
    Phase,
    Seat,
)
from games.live.clock import TurnClock
from games.live.log import Entry
from games.live.people import SEATS, People
from games.live.steps import Past, Step

if TYPE_CHECKING:
    from games.live.sockets import Socket
    from games.live.world import Timer, World

DRAWN = 100
"""Cards that are drawn in a deal with a kitty."""

to_json = msgspec.json.Encoder().encode


class LiveDeal:
    """A deal under way at a table; ``on_written`` is told what can be shown."""

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
        self.seq = self.shown_seq = past.seq
        self.public = self.shown_public = past.public
        self.ids, self._earlier = past.ids, past.earlier
        for seat in SEATS:
            left = past.banks[seat]
            if left is not None:
                clock.banks[seat] = left
        self.window: float | None = None
        """When the time ends in which somebody may do something without being on turn."""
        self._draw_at = 0.0
        self._timer: Timer | None = None
        self._waiting: dict[int, Step] = {}
        self._stopped = False

    # ------------------------------------------------------------------------ running

    def start(self) -> None:
        """Begin, or go on after an interruption; whoever is on turn has the whole turn."""
        now = self.world.now()
        self._draw_at = now + self.world.pace.draw
        self._turn(now)
        self.clock.restart(now)
        self._open_window(now)
        self._ask_declarers()
        self.arm()

    def stop(self) -> None:
        """Nothing happens by itself any more."""
        self._stopped = True
        if self._timer is not None:
            self._timer.cancel()

    def arm(self) -> None:
        """Set the timer for the next thing that happens by itself."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._stopped:
            return
        due = self._next()
        if due is not None:
            self._timer = self.world.at(*due)

    def _next(self) -> tuple[float, Callable[[], None]] | None:
        """When something is to happen by itself, and what."""
        if isinstance(self.game.due(self.state), Draw):
            return self._draw_at, self._draw
        if self.window is not None:
            return self.window, self._close_window
        if not self.clock.since:
            return None
        when, seat = min((self._patience(seat), seat) for seat in self.clock.since)
        return when, partial(self._time_up, seat)

    def _patience(self, seat: Seat) -> float:
        """When a seat on turn is acted for."""
        pace = self.world.pace
        if self.people.is_bot(seat):
            return self.clock.since[seat] + pace.think
        if self.people.is_away(seat):
            return min(self.clock.since[seat] + pace.away, self.clock.deadline(seat))
        return self.clock.deadline(seat)

    # ---------------------------------------------------------------------- by itself

    def _draw(self) -> None:
        """One card a seat; all at once where the table is in a hurry."""
        action = self.game.due(self.state)
        if isinstance(action, Draw):
            self._draw_at = self.world.now() + self.world.pace.draw
            self._do(action if self.world.pace.draw else Draw(DRAWN))

    def _close_window(self) -> None:
        """The countdown has run out: who was asked in secret is taken to have said no."""
        window = self.window
        while self.window == window and self.game.due(self.state) is None:
            seat = self.game.turn(self.state)[0]
            self._do(self.game.default_action(self.state, seat), seat=seat, auto=True)
        action = self.game.due(self.state)
        if self.window == window and action is not None:
            self.window = None
            self._do(action)

    def _time_up(self, seat: Seat) -> None:
        """A bot's or an absent player's turn is decided by a bot, anybody else's by default."""
        if self.people.is_bot(seat) or self.people.is_away(seat):
            can = self.game.can(self.state, seat)
            if can is not None:
                then = partial(self._bot_says, seat, self.seq)
                strength = self.people.seats[seat].bot
                self.world.choose(strength, self.game.view(self.state, seat), can, then)
                return
        self._default(seat)

    def _default(self, seat: Seat) -> None:
        auto = not self.people.is_bot(seat)
        self._do(self.game.default_action(self.state, seat), seat=seat, auto=auto)

    def _bot_says(self, seat: Seat, seq: int, action: Action | None) -> None:
        """The answer of a bot that was asked when the log stood at ``seq``."""
        if self._stopped or self.seq != seq:
            return
        if not (self.people.is_bot(seat) or self.people.is_away(seat)):
            self.arm()  # the player is back
            return
        if action is not None:
            try:
                events = self.game.decide(self.state, action)
            except IllegalAction:
                pass
            else:
                self._apply(action, events, seat=seat, auto=not self.people.is_bot(seat))
                return
        self._default(seat)

    def _ask_declarers(self) -> None:
        """Every bot that could show something is asked whether it does."""
        if self.game.phase(self.state) is not Phase.DECLARE:
            return
        for seat in SEATS:
            if self.people.seats[seat].bot:
                can = self.game.can(self.state, seat)
                if can is not None and can.shows:
                    view = self.game.view(self.state, seat)
                    strength = self.people.seats[seat].bot
                    self.world.choose(strength, view, can, self._bot_declares)

    def _bot_declares(self, action: Action | None) -> None:
        if self._stopped or not isinstance(action, Declare) or not action.cards:
            return
        try:
            action = Declare(action.seat, action.cards, self._drawn())
            events = self.game.decide(self.state, action)
        except IllegalAction:
            return  # somebody was quicker
        self._apply(action, events, seat=action.seat)

    # ------------------------------------------------------------------------ actions

    def act(self, seat: Seat, words: dict[str, Any], action_id: str, socket: Socket) -> None:
        """A player's action in the words of the record; ``IllegalAction``, ``BadRecord``.

        The same ``action_id`` again is only acknowledged again.
        """
        done = self.ids.get(action_id) or self._earlier.get(action_id)
        if done is not None:
            step = self._waiting.get(done)
            if step is not None:
                step.acks.append((socket, action_id))
            else:
                socket.ack(action_id, done)
            return
        action = self.read(seat, words)
        events = self.game.decide(self.state, action)
        self._apply(action, events, seat=seat, action_id=action_id, socket=socket)

    def read(self, seat: Seat, words: dict[str, Any]) -> Action:
        """The action in a player's words; what the table knows better is not theirs to say."""
        words["seat"] = seat
        if words.get("do") == "declare":
            words["after"] = self._drawn()
        return record.read_action(words)

    def _drawn(self) -> int:
        """How many cards are drawn by now."""
        due = self.game.due(self.state)
        return due.upto - 4 if isinstance(due, Draw) else DRAWN

    def _do(self, action: Action, *, seat: Seat | None = None, auto: bool = False) -> None:
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
        same_phase = self.game.phase(state) is self.game.phase(self.state)
        self.state = state
        self.seq += 1
        self.public += not secret
        if action_id:
            self.ids[action_id] = self.seq
        acks = [(socket, action_id)] if socket is not None else []
        step = Step(state, events, self.public, auto, acks)
        self._waiting[self.seq] = step
        self.world.append(self._entry(step, action, seat, action_id))
        self._turn(now)
        if not (secret and in_window and same_phase):
            self._open_window(now)
        if not isinstance(action, TABLE_ACTIONS) or isinstance(action, Draw):
            self._ask_declarers()
        self.arm()

    def _entry(self, step: Step, action: Action, seat: Seat | None, action_id: str) -> Entry:
        words = None if isinstance(action, TABLE_ACTIONS) else record.write_action(action)
        return Entry(
            owner=self._owner,
            table_id=self._table_id,
            epoch=self._epoch,
            deal_id=self.id,
            seq=self.seq,
            action=None if words is None else to_json(words).decode(),
            events=to_json([codec.encode(event) for event in step.events]).decode(),
            action_id=action_id,
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

    def _open_window(self, now: float) -> None:
        """Start the countdown of a time in which somebody may act without being on turn."""
        phase = self.game.phase(self.state)
        pace = self.world.pace
        on_turn = phase is not Phase.DECLARE and self.game.public_turn(self.state)
        if phase is Phase.DONE or on_turn or isinstance(self.game.due(self.state), Draw):
            self.window = None
        else:
            self.window = now + (pace.closing if phase is Phase.DECLARE else pace.asking)

    # ------------------------------------------------------------------------ written

    def written(self, entries: Sequence[Entry]) -> list[Step]:
        """These entries are committed: their steps, the last of which may be shown."""
        steps = [self._waiting.pop(entry.seq) for entry in entries]
        self.shown, self.shown_seq = steps[-1].state, entries[-1].seq
        self.shown_public = steps[-1].public
        return steps

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
        self.arm()
