"""Who looks on at a table, and what each of them is sent."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from django.utils import translation

from games import labels, texts
from games.engine.api import Seat, Viewer
from games.live import frames
from games.live.sockets import Frame, Socket

if TYPE_CHECKING:
    from games.live.room import Room
    from games.live.world import Timer

TAKEN_OVER, NOT_ALLOWED, TRY_AGAIN = 4001, 4003, 4009
"""Codes with which a table closes sockets (``docs/protocol.md``)."""

GATHER = 1.0
"""Comings and goings of watchers within so many seconds are told together."""


def barred(text: str) -> dict[str, Any]:
    """What somebody is told whom a sanction keeps from the table, before the socket is closed."""
    return {"t": "no", "id": "", "code": "barred", "clause": None, "text": text, "cards": []}


def notice(text: str) -> dict[str, Any]:
    """What a person alone is told, and should not miss."""
    return {"t": "told", "text": text}


class Audience:
    """The open sockets of a room."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self.sockets: set[Socket] = set()
        self.stale = True
        """Something that seldom changes has changed, and has to be encoded again."""
        self._people = -1
        self._slow: dict[bool, tuple[bytes, ...]] = {}
        """The keys that seldom change, for who watches and for who does not."""
        self._gathering: Timer | None = None

    # ------------------------------------------------------------------ coming and going

    def join(self, socket: Socket) -> None:
        """A tab has connected; an older one of the same person gives way to it."""
        if socket.user is not None:
            for other in [each for each in self.sockets if each.user == socket.user]:
                self.sockets.discard(other)
                other.tell({"t": "taken"})
                other.close(TAKEN_OVER)
        self.sockets.add(socket)
        self._changed(socket)

    def part(self, socket: Socket) -> None:
        """A tab is gone."""
        if socket in self.sockets:
            self.sockets.discard(socket)
            self._changed(socket)

    def connected(self) -> set[int]:
        """The persons who are here."""
        return {socket.user for socket in self.sockets if socket.user is not None}

    def send_away(self, user: int, text: str) -> None:
        """A person may not be here any more: tell them why, and close."""
        for socket in [each for each in self.sockets if each.user == user]:
            socket.tell(barred(text))
            socket.close(NOT_ALLOWED)
            self.part(socket)

    def tell(self, user: int, text: str) -> None:
        """Tell a person at every tab of theirs that is here."""
        for socket in self.sockets:
            if socket.user == user:
                socket.tell(notice(text))

    def language_of(self, user: int) -> str | None:
        """What a person who is here reads; nothing when they are not here."""
        return next((each.language for each in self.sockets if each.user == user), None)

    def close(self) -> None:
        """Send everybody away to try again."""
        for socket in self.sockets:
            socket.close(TRY_AGAIN)

    def _changed(self, socket: Socket) -> None:
        """Tell the others: at once when a player comes or goes, gathered when watchers do."""
        if self._room.people.seat_of(socket.user) is not None:
            self.stale = True
            self.publish()
            return
        if socket in self.sockets:
            self._show_to(socket)
        if self._gathering is None and len(self.sockets) > 1:
            world = self._room.world
            self._gathering = world.at(world.now() + GATHER, self._gathered)

    def _gathered(self) -> None:
        self._gathering = None
        self.publish()

    # ------------------------------------------------------------------------- frames

    def publish(self, events: Iterable[tuple[Any, bool]] = ()) -> None:
        """Send every audience where things stand, with ``events`` (and whether by time-out)."""
        if not self.sockets or self._room.dead:
            return
        events = list(events)
        shown = self._shown(events)
        slow, head = self._slow_keys(), self._head()
        tails: dict[Viewer, bytes | None] = {}
        seat_of = self._room.people.seat_of
        for socket in self.sockets:
            viewer = seat_of(socket.user)
            if viewer not in tails:
                tails[viewer] = self._tail(shown, viewer)
            tail = tails[viewer]
            if tail is not None:
                own = self._own_keys(socket, viewer)
                socket.show(Frame(head, (*slow[viewer is None], *own), tail))

    def show_seat(self, seat: Seat) -> None:
        """Send a player alone how things stand."""
        for socket in self.sockets:
            if self._room.people.seat_of(socket.user) == seat:
                self._show_to(socket)

    def _show_to(self, socket: Socket) -> None:
        """Send one socket the whole state."""
        viewer = self._room.people.seat_of(socket.user)
        tail = self._tail(self._shown(()), viewer)
        assert tail is not None
        slow = (*self._slow_keys()[viewer is None], *self._own_keys(socket, viewer))
        socket.show(Frame(self._head(), slow, tail))

    def _shown(self, events: Iterable[tuple[Any, bool]]) -> frames.Shown | None:
        deal = self._room.deal
        return None if deal is None else frames.Shown(deal.game, deal.shown, events)

    def _head(self) -> bytes:
        """The quick keys of the room, times as of now."""
        room = self._room
        seat_of = room.people.seat_of
        quick = {
            "phase": room.phase(),
            "watchers": sum(seat_of(socket.user) is None for socket in self.sockets),
            "clock": None if room.deal is None else room.deal.clock_face(),
            "countdown": room.countdown(),
            "ends_in": room.ending.left(),
        }
        seq = 0 if room.deal is None else room.deal.shown_public
        return frames.head(seq, frames.to_json(quick)[1:-1])

    def _slow_keys(self) -> dict[bool, tuple[bytes, ...]]:
        """The keys of the room that seldom change, encoded when they have: by who watches."""
        room = self._room
        if self.stale or self._people != room.people.version:
            self.stale, self._people = False, room.people.version
            seats = list(room.people.describe(self.connected()))
            rest = (
                frames.key("seats", seats),
                frames.key("match", room.match()),
                frames.key("fair", room.fair),
            )
            self._slow = {
                watching: (
                    b"," + frames.to_json(room.facts.describe(watching=watching))[1:-1],
                    *rest,
                )
                for watching in (False, True)
            }
        return self._slow

    def _own_keys(self, socket: Socket, viewer: Viewer) -> tuple[bytes, ...]:
        """What differs from tab to tab: who this is, and the reckoning in their language."""
        room = self._room
        voice = room.chat.voice(socket)
        you = {
            "seat": viewer,
            "user": socket.user,
            "host": socket.user is not None and socket.user == room.facts.host,
            "asked": None if room.deal is None else room.deal.asked_left(viewer),
            "say": None if voice is None else voice.wire,
        }
        return frames.key("you", you), frames.key("lines", self._lines(socket.language))

    def _lines(self, language: str) -> list[dict[str, str]] | None:
        """How the deal was reckoned, sentence by sentence; nothing before its end."""
        deal = self._room.deal
        result = None if deal is None else deal.game.result(deal.shown)
        if result is None:
            return None
        with translation.override(language):
            names = [
                texts.seat_name(i, each.name) for i, each in enumerate(self._room.people.seats)
            ]
            return [
                {
                    "text": labels.line_text({"text": line.text, "params": line.params}, names),
                    "clause": line.clause,
                }
                for line in result.lines
            ]

    def _tail(self, shown: frames.Shown | None, viewer: Viewer) -> bytes | None:
        """Nothing when there is nothing that this viewer may notice."""
        deal = self._room.deal
        if shown is None or deal is None:
            return frames.tail(frames.NULL, frames.NULL, b"[]")
        events = shown.events(viewer)
        if events is None:
            if viewer is None or deal.asked_left(viewer) is None:
                return None
            events = b"[]"
        can = None if viewer is None else deal.can(viewer)
        return frames.tail(shown.view(viewer), frames.to_json(can), events)
