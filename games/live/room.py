"""The running table: who is there, which deal of which match is on, and what everybody is sent.

One room is the one writer of its table. It is plain code: sockets and timers call it, it
decides in memory, appends to the log, and publishes what the log has committed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.engine.api import Phase, Seat, game_of
from games.live.audience import TRY_AGAIN, Audience
from games.live.between import Between
from games.live.chat import Chat
from games.live.clock import TurnClock
from games.live.deal import LiveDeal
from games.live.ending import Ending
from games.live.loaded import Bout, Facts, Loaded
from games.live.log import Entry
from games.live.people import Occupant, People
from games.live.sockets import Socket
from games.live.steps import Fresh, Past
from games.live.world import World
from games.selectors import sheet_line
from games.services.errors import No, Refused
from games.services.records import outcome, shuffle_id, write_start


class Room:
    """A table that this process runs."""

    def __init__(self, world: World, loaded: Loaded) -> None:
        self.world = world
        self.facts = loaded.facts
        self.epoch = loaded.epoch
        self.game = game_of(loaded.facts.game)
        self.people = People()
        self.people.reseat(loaded.seats)
        self.bout = loaded.bout
        self.deal: LiveDeal | None = None
        self.audience = Audience(self)
        self.chat = Chat(self)
        self.ending = Ending(self)
        self.dead = False
        self.fair: dict[str, Any] | None = None
        """``room.fair`` of a frame."""
        self.between = Between(self, loaded.ahead)
        if loaded.past is not None:
            self.people.missed = list(loaded.past.missed)
            self.deal = self._live(loaded.past)

    @property
    def id(self) -> int:
        """The table's id."""
        return self.facts.id

    # ------------------------------------------------------------------------- course

    def start(self) -> None:
        """Go on with what is under way, unless the play is stopped here."""
        if self.bout is None or self.facts.hold:
            return
        self.ending.arm()
        if self.bout.won_by is not None:
            self.world.match_won(self.bout.id, self.bout.won_by)
        elif self.deal is None and self.ending.reached():
            self.over()
        elif self.deal is None:
            if not self.between.dealing:
                self.between.deal(self.game.first(self.bout.options))
        elif self.game.phase(self.deal.state) is Phase.DONE:
            self.between.wait()
        else:
            self.deal.start()

    def refresh(self, facts: Facts, seats: Sequence[Occupant], bout: Bout | None) -> None:
        """The database has news of the table: seats, its status, a match that has begun."""
        if self.dead:
            return
        held, self.facts = bool(self.facts.hold), self.between.without_made(facts)
        self.people.reseat(seats)
        self.audience.stale = True
        if facts.status == "closed":
            self.halt()
        elif bout is not None and (self.bout is None or self.bout.id != bout.id):
            self.halt()
            self.people.nobody_ready()
            self.bout, self.deal = bout, None
            self.between.anew()
            self.start()
        elif facts.hold:
            self.halt()
            self.ending.arm()  # its clock stands still too
        elif held:
            self.start()
        else:
            self.ending.arm()
            if self.deal is not None:
                self.deal.course.arm()
        self.audience.publish()
        self.between.check_ready()

    def dealt(self, fresh: Fresh, deal_id: int) -> None:
        """The row of the deal is written; the deal begins.

        It does so even when the time has run out meanwhile: the row is what counts, so that
        whoever reads it after a restart finds the same (CP-7).
        """
        self.between.dealing = False
        if self.dead or self.facts.status != "playing":
            return
        self.people.nobody_ready()
        self.between.made |= {ruling.id for ruling in fresh.ruled}
        self.facts = self.between.without_made(self.facts)
        self.fair = self._fairness(fresh, ended=False)
        self.audience.publish()
        earlier = self.deal.ids if self.deal is not None else {}
        past = Past(deal_id, fresh, self.game.start(fresh.setup), earlier=earlier)
        self.deal, self.between.ahead = self._live(past), None
        self.audience.publish()
        if self.facts.hold:
            return
        self.deal.start()
        if self.ending.timed_out():
            self.time_up()

    def _live(self, past: Past) -> LiveDeal:
        self.fair = self._fairness(past.fresh, ended=self.game.result(past.state) is not None)
        return LiveDeal(
            world=self.world,
            people=self.people,
            game=self.game,
            past=past,
            clock=TurnClock(self.facts.turn_seconds, self.facts.bank_seconds),
            address=(self, self.facts.id, self.epoch),
        )

    def written(self, entries: Sequence[Entry]) -> None:
        """The log has committed these entries: show where the deal stands, and acknowledge them."""
        deal = self.deal
        if deal is None or self.dead or entries[0].deal_id != deal.id:
            return
        steps = deal.written(entries)
        if entries[-1].ends:
            self._ended(deal)
        self.audience.publish([(event, step.auto) for step in steps for event in step.events])
        for step in steps:
            for socket in step.listeners:
                socket.ack(step.action_id, step.public)

    def asked(self, seat: Seat) -> None:
        """A player is asked something in secret; nobody else is told."""
        self.audience.show_seat(seat)

    def _ended(self, deal: LiveDeal) -> None:
        """A deal is over: onto the sheet with it, and on to the next one or the match's end."""
        assert self.bout is not None
        deal.course.stop()
        result = self.game.result(deal.shown)
        summary = outcome(self.game, deal.shown)
        assert result is not None
        assert summary is not None
        sheet = self.bout.sheet
        start = write_start(deal.fresh.ahead)
        sheet.append(sheet_line(deal.fresh.number, summary, sheet[-1] if sheet else None, start))
        self.fair = self._fairness(deal.fresh, ended=True)
        self.people.nobody_ready()
        self.world.deal_ended(deal.id)
        ahead = self.game.next(deal.fresh.setup, result)
        if self.facts.boards:  # every deal of duplicate play begins like a first one
            ahead = self.game.first(self.bout.options)
        self.between.ahead = ahead
        if ahead is None and result.match_won_by is not None:
            self.bout.won_by = result.match_won_by
            self.world.match_won(self.bout.id, self.bout.won_by)
        elif self.ending.reached():
            self.over()
        else:
            self.between.wait()

    def over(self) -> None:
        """The match has come to the end that its event has set, and nobody has passed the ace."""
        assert self.bout is not None
        self.halt()
        self.bout.over, self.between.ahead = True, None
        self.audience.stale = True
        self.world.match_won(self.bout.id, None)
        self.audience.publish()

    def time_up(self) -> None:
        """The time of the match is up (CP-7): the deal in play is finished, or broken off."""
        if self.dead or self.bout is None or self.bout.over or self.bout.won_by is not None:
            return
        playing = self.deal is not None and self.game.phase(self.deal.state) is not Phase.DONE
        if self.facts.status == "playing" and not self.between.dealing and (
            not playing or self.facts.cut_off
        ):  # fmt: skip
            self.over()

    def halt(self) -> None:
        """Nothing happens by itself any more."""
        self.between.stop()
        self.ending.stop()
        if self.deal is not None:
            self.deal.course.stop()

    def lost(self) -> None:
        """This process may not run the table any more; whoever is here tries again."""
        if self.dead:
            return
        self.dead = True
        self.halt()
        self.audience.close()
        self.world.forget(self)

    # ------------------------------------------------------------------------ players

    def join(self, socket: Socket) -> None:
        """A tab has connected."""
        if self.dead:
            socket.close(TRY_AGAIN)
            return
        if self.people.seat_of(socket.user) is not None:
            self.between.wake()
        self.audience.join(socket)

    def part(self, socket: Socket) -> None:
        """A tab is gone."""
        self.audience.part(socket)
        if not self.audience.sockets and self.facts.status != "playing":
            self.world.idle(self)

    def act(self, socket: Socket, words: dict[str, Any], action_id: str) -> None:
        """A player's action; raises what ``LiveDeal.act`` raises, ``LookupError`` if there is none.

        ``PermissionError`` when the socket's person has no seat; ``Refused`` while play is stopped.
        """
        deal, seat = self.playing(socket)
        if self.facts.hold:
            raise Refused(No.HELD)
        deal.act(seat, words, action_id, socket)
        if self.people.is_away(seat):
            self.back(socket)

    def playing(self, socket: Socket) -> tuple[LiveDeal, Seat]:
        """The deal and the seat of a player; ``PermissionError`` or ``LookupError`` if none."""
        seat = self.people.seat_of(socket.user)
        if seat is None:
            raise PermissionError
        if self.deal is None or self.dead or self.facts.status == "closed":
            raise LookupError
        return self.deal, seat

    def ready(self, socket: Socket, on: bool) -> None:
        """A player is ready for the match or the next deal, or is not after all."""
        if self.people.seat_of(socket.user) is None or socket.user is None:
            raise PermissionError
        self.people.say_ready(socket.user, on)
        self.between.wake()
        self.audience.publish()
        self.between.check_ready()

    def back(self, socket: Socket) -> None:
        """A player who was played for is there again, with a whole turn."""
        seat = self.people.seat_of(socket.user)
        if seat is None:
            raise PermissionError
        self.people.acted(seat, auto=False)
        if self.deal is not None and not self.facts.hold:
            self.deal.back(seat)
        self.audience.publish()

    # ------------------------------------------------------------------------- frames

    def phase(self) -> str:
        """``room.phase`` of a frame, from what is committed."""
        if self.deal is None:
            return "waiting"
        if self.bout is not None and (self.bout.over or self.bout.won_by is not None):
            return "over"
        return self.deal.phase()

    def countdown(self) -> int | None:
        """``room.countdown`` of a frame."""
        if self.facts.hold:
            return None
        until = self.between.until
        if until is None and self.deal is not None and self.deal.window is not None:
            until = self.deal.window.until
        return None if until is None else max(0, round((until - self.world.now()) * 1000))

    def match(self) -> dict[str, Any] | None:
        """``room.match`` of a frame."""
        bout, deal = self.bout, self.deal
        if bout is None:
            return None
        last = bout.sheet[-1] if bout.sheet else None
        levels = last["levels"] if last else list(self.game.first(bout.options).levels)
        if deal is not None and (last is None or deal.fresh.number > last["deal"]):
            levels = list(deal.fresh.ahead.levels)
        return {
            "id": bout.id,
            "number": bout.number,
            "deal": 0 if deal is None else deal.fresh.number,
            "levels": levels,
            "score": last["score"] if last else [0, 0],
            "won_by": bout.won_by,
            "sheet": bout.sheet,
            "anew": None if deal is None else deal.anew,
        }

    def _fairness(self, fresh: Fresh, *, ended: bool) -> dict[str, Any]:
        assert self.bout is not None
        self.audience.stale = True
        return {
            "commitment": fresh.commitment,
            "seed": fresh.seed if ended and not self.facts.boards else None,
            "table": shuffle_id(self.facts.code, self.bout.number),
            "deal": fresh.number,
        }
