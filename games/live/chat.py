"""The chat of a running table: what has been said lately, and who is told of a new line.

Lines are written one after another, each before anybody is told of it, and apart from the moves:
nobody at the cards waits for the database here. A list of lines replaces all that a tab has, so
one message repairs everything, after a break and when a line is hidden.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from django.utils import translation

from accounts.models import User
from games.chat import Moment, Voice, heard, kept, voice
from games.live.sockets import Socket
from games.models import ChatLine, Table
from games.services import chat as services

if TYPE_CHECKING:
    from games.live.room import Room


class Chat:
    """What is said at the table of a room."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._lines: list[dict[str, Any]] | None = None
        """The last lines that somebody is shown; nothing: not read yet."""
        self._one_by_one = asyncio.Lock()

    def voice(self, socket: Socket) -> Voice | None:
        """What the person may say now; nothing for who has not signed in."""
        return None if socket.user is None else voice(self._moment(socket))

    def _moment(self, socket: Socket) -> Moment:
        room, facts = self._room, self._room.facts
        seated = self._seated(socket)
        return Moment(seated, socket.guest, facts.private, facts.managed, room.phase())

    async def greet(self, socket: Socket) -> None:
        """Show a tab that has connected what was said lately."""
        async with self._one_by_one:
            if self._lines is None:
                await self._read()
            self._show(socket)

    async def reread(self) -> None:
        """A moderator has hidden a line, or we may have missed that: everybody starts anew."""
        async with self._one_by_one:
            if self._lines is not None:
                await self._read()
                for socket in self._room.audience.sockets:
                    self._show(socket)

    async def say(
        self, socket: Socket, user: User, table: Table, said_id: str, *, phrase: str, text: str
    ) -> None:
        """Have a line written, then tell everybody whom it concerns.

        Raises what ``services.say`` raises; ``LookupError`` when the table is closed.
        """
        room = self._room
        if room.dead or room.facts.status == "closed":
            raise LookupError
        moment = self._moment(socket)
        deal = room.deal.id if room.deal is not None and moment.under_way else None
        match = None if room.bout is None else room.bout.id
        seat = room.people.seat_of(socket.user)
        draft = services.Draft(said_id, phrase, text, seat, match, deal)
        async with self._one_by_one:
            line = await room.world.in_thread(
                _written, socket.language, table=table, user=user, moment=moment, draft=draft
            )
            if line is not None:
                self._tell(services.as_told(line))

    def _tell(self, line: dict[str, Any]) -> None:
        if self._lines is not None:
            self._lines = kept([*self._lines, line])
        for socket in self._room.audience.sockets:
            if heard([line], seated=self._seated(socket)):
                socket.tell({"t": "chat", "line": line})

    def _show(self, socket: Socket) -> None:
        lines = heard(self._lines or [], seated=self._seated(socket))
        socket.tell({"t": "chat", "lines": lines})

    def _seated(self, socket: Socket) -> bool:
        return self._room.people.seat_of(socket.user) is not None

    async def _read(self) -> None:
        room = self._room
        self._lines = await room.world.in_thread(services.recent_lines, room.id)


def _written(language: str, **what: Any) -> ChatLine | None:
    """The line, or a refusal in the language of who wants to say it."""
    with translation.override(language):
        return services.say(**what)
