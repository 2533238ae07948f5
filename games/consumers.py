"""The websocket of a table: who comes in, what they say, what they are answered.

A plain ASGI application and not a Channels consumer: those go through the one shared thread on
every message to tidy up ORM connections, which this path does not use.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from importlib import import_module
from itertools import islice
from typing import Any, Final

import msgspec
from django.conf import settings
from django.contrib.auth import get_user
from django.http import HttpRequest, parse_cookie
from django.utils import translation

from accounts import sanctions
from accounts.models import User
from accounts.permissions import INVITES, kept_out, may_sit, may_watch
from games import hooks, protocol, selectors, services, texts
from games.engine.api import IllegalAction, Play, Seat
from games.engine.cards import codes
from games.engine.strict import BadRecord
from games.live.audience import barred, notice
from games.live.deal import LiveDeal
from games.live.registry import registry
from games.live.room import Room
from games.live.sockets import Socket
from games.models import Table

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

NOT_ALLOWED, NO_TABLE, TRY_AGAIN = 4003, 4004, 4009
"""Close codes (``docs/protocol.md``)."""

A_SECOND: Final = 20
"""Messages that one socket may send in a second."""

HINTS: Final = 6
"""Plays that are named when somebody asks for a hint."""

log = logging.getLogger(__name__)


async def table_socket(scope: Scope, receive: Receive, send: Send) -> None:
    """The ASGI application of ``/ws/table/<code>/``."""
    await receive()  # the request to connect
    await send({"type": "websocket.accept"})
    request = _request_of(scope)
    try:
        code = scope["url_route"]["kwargs"]["code"]
        table, refused = await registry.in_thread(_admit, code, request)
    except services.Barred as told:
        text = msgspec.json.encode(barred(str(told))).decode()
        await send({"type": "websocket.send", "text": text})
        await send({"type": "websocket.close", "code": NOT_ALLOWED})
        return
    room = None if table is None else await registry.room(table.pk)
    if table is None or room is None:
        await send({"type": "websocket.close", "code": refused or TRY_AGAIN})
        return
    user = request.user if isinstance(request.user, User) else None
    socket = Socket(
        send,
        user=None if user is None else user.pk,
        language=_language(request),
        guest=user is not None and user.is_guest,
    )
    visitor = Visitor(room, socket, user, table, _invites(request))
    room.join(socket)
    registry.soon(room.chat.greet(socket))
    if visitor.is_ready():  # a connection that is back, or a second tab
        visitor.tell_presence(True)
    try:
        await visitor.hear_of_sanctions()
        await visitor.listen(receive)
    finally:
        socket.open = False
        room.part(socket)
        if socket.user not in room.audience.connected():
            visitor.tell_presence(False)


def _request_of(scope: Scope) -> HttpRequest:
    """The handshake as a request, for what Django knows to find out about one.

    Not by Channels' middleware: the one for sessions would sit in every later send.
    """
    request = HttpRequest()
    headers = dict(scope["headers"])
    request.COOKIES = parse_cookie(headers.get(b"cookie", b"").decode("latin-1"))
    request.META["HTTP_ACCEPT_LANGUAGE"] = headers.get(b"accept-language", b"").decode("latin-1")
    key = request.COOKIES.get(settings.SESSION_COOKIE_NAME)
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(key)
    return request


def _admit(code: str, request: HttpRequest) -> tuple[Table | None, int | None]:
    """The table, if this person may see it, or the code to close with. Finds the person too.

    ``Barred`` when a sanction keeps them from it.
    """
    request.user = get_user(request)
    table = selectors.table_of(code)
    if table is None or table.status == Table.Status.CLOSED:
        return None, NO_TABLE
    sanction = kept_out(request.user, table)
    if sanction is not None:
        with translation.override(_language(request)):
            raise services.Barred(sanctions.words(sanction))
    if not may_watch(request.user, table, _invites(request)):
        return None, NOT_ALLOWED
    return table, None


def _invites(request: HttpRequest) -> list[str]:
    return list(request.session.get(INVITES, []))


def _language(request: HttpRequest) -> str:
    """What somebody reads: as they chose, else by cookie and browser, as the pages do it."""
    chosen = getattr(request.user, "language", "")
    return chosen or translation.get_language_from_request(request)


class Visitor:
    """One open tab and the person behind it."""

    def __init__(
        self,
        room: Room,
        socket: Socket,
        user: User | None,
        table: Table,
        invites: Sequence[str],
    ) -> None:
        self.room, self.socket, self.user, self.table = room, socket, user, table
        self._invites = invites
        self._saying = False
        self._budget = float(A_SECOND)
        self._last = time.monotonic()

    async def hear_of_sanctions(self) -> None:
        """What the person has been told by the moderators and has not read yet."""
        if self.user is None:
            return
        unread = await registry.in_thread(
            services.unread, user=self.user, table=self.table.pk, language=self.socket.language
        )
        for text in unread:
            self.socket.tell(notice(text))

    async def listen(self, receive: Receive) -> None:
        """Answer messages until the tab is gone; a failure over one does not end it."""
        while True:
            incoming = await receive()
            if incoming["type"] == "websocket.disconnect":
                return
            text = incoming.get("text") or ""
            hurried = not self._may_speak()
            try:
                message = protocol.read(text)
            except ValueError:
                self._no("", "too_fast" if hurried else "bad_message")
                continue
            if hurried:
                self._no(getattr(message, "id", ""), "too_fast")
            elif isinstance(message, protocol.Say):  # a move that follows does not wait for it
                if self._saying:
                    self._no(message.id, "too_fast")
                else:
                    self._saying = True
                    registry.soon(self._say(message))
            elif isinstance(message, protocol.Asking):
                await self._answer(message)
            else:
                self.socket.tell({"t": "pong"})

    def _may_speak(self) -> bool:
        """Up to ``A_SECOND`` messages a second, with as many saved up."""
        now = time.monotonic()
        self._budget = min(A_SECOND, self._budget + (now - self._last) * A_SECOND)
        self._last = now
        if self._budget < 1:
            return False
        self._budget -= 1
        return True

    async def _say(self, message: protocol.Say) -> None:
        """One line at a time."""
        try:
            await self._answer(message)
        finally:
            self._saying = False

    async def _answer(self, message: protocol.Asking) -> None:
        """Do what is asked, or say why not."""
        try:
            await self._do(message)
        except IllegalAction as illegal:
            self.socket.tell({"t": "no", "id": message.id, **self._ruling(illegal)})
        except BadRecord:
            self._no(message.id, "bad_message")
        except PermissionError:
            self._no(message.id, "not_seated" if self.user else "signed_out")
        except LookupError:
            self._no(message.id, "closed")
        except services.Refused as refused:
            with translation.override(self.socket.language):
                self._no(message.id, refused.code, str(refused))
        except Exception:
            log.exception("a message at table %s", self.table.code)
            self._no(message.id, "busy")

    async def _do(self, message: protocol.Asking) -> None:
        match message:
            case protocol.Act(id=asked):
                self.room.act(self.socket, message.words(), asked)
            case protocol.Try():
                self._try(message)
            case protocol.Hint():
                self._hint(message)
            case protocol.Ready(id=asked, on=on):
                self.room.ready(self.socket, on)
                self.tell_presence(on)
                self.socket.ack(asked, 0)
            case protocol.Back(id=asked):
                self.room.back(self.socket)
                self.socket.ack(asked, 0)
            case protocol.Call(id=asked):
                why = await registry.in_thread(self._call, message)
                if why:
                    self._no(asked, "no_call", why)
                else:
                    self.socket.ack(asked, 0)
            case protocol.Say(id=asked, phrase=phrase, text=text):
                if self.user is None:
                    raise PermissionError
                said = {"phrase": phrase or "", "text": text or ""}
                await self.room.chat.say(self.socket, self.user, self.table, asked, **said)
                self.socket.ack(asked, 0)
            case _:
                if self.user is None:
                    raise PermissionError
                await registry.in_thread(self._verb, message, self.user)
                self.socket.ack(message.id, 0)

    def is_ready(self) -> bool:
        """The person has a seat and has said so."""
        seated = self.room.people.seat_of(self.socket.user) is not None
        return seated and self.socket.user in self.room.people.ready

    def tell_presence(self, here: bool) -> None:
        """The event of a managed table waits for its pairs (CP-3), and hears who is there."""
        user = self.socket.user
        if self.table.managed and user is not None and self.room.people.seat_of(user) is not None:
            registry.tell(hooks.presence, self.table.pk, user, here, datetime.now(UTC))

    def _call(self, message: protocol.Call) -> str:
        """A player wants the referee of the event; why that is not possible, or nothing."""
        if self.user is None or self.room.people.seat_of(self.socket.user) is None:
            raise PermissionError
        if not self.table.managed:
            raise services.Refused(services.No.NO_REFEREE)
        with translation.override(self.socket.language):
            reason = message.reason.strip()
            return hooks.call_referee(self.table.pk, self.user.pk, reason, on=message.on)

    def _verb(self, message: protocol.Asking, user: User) -> None:
        """What changes the table itself; the room hears of it as every process does."""
        table = self.table
        match message:
            case protocol.Sit(seat=seat):
                with translation.override(self.socket.language):
                    services.require_free(user=user, table=table)
                if not may_sit(user, table, self._invites):
                    raise PermissionError
                services.sit(table=table, user=user, seat=seat)
            case protocol.Stand():
                services.stand(table=table, user=user)
            case protocol.Fill():
                services.fill(table=table, by=user)
            case protocol.Leave():
                services.leave(table=table, user=user)
            case _:
                raise AssertionError(message)

    def _try(self, message: protocol.Try) -> None:
        """Whether an action would be legal; what would come of it is not told."""
        deal, seat = self.room.playing(self.socket)
        action = deal.read(seat, message.words())
        answer: dict[str, Any] = {"t": "tried", "id": message.id, "ok": True}
        try:
            deal.game.decide(deal.state, action)
        except IllegalAction as illegal:
            answer.update(ok=False, **self._ruling(illegal))
        else:
            if isinstance(action, Play):
                answer.update(self._named(deal, seat, action))
        self.socket.tell(answer)

    def _named(self, deal: LiveDeal, seat: Seat, play: Play) -> dict[str, Any]:
        """What a legal play is called, and how its wild cards may be read."""
        kind = deal.game.name_play(deal.state, seat, play.cards)
        readings = deal.game.readings(deal.state, seat, play.cards)
        with translation.override(self.socket.language):
            label = translation.gettext(kind)
        return {"kind": kind, "label": label, "readings": [codes(each) for each in readings]}

    def _hint(self, message: protocol.Hint) -> None:
        """A few sensible plays, best first; no cards are a pass."""
        deal, seat = self.room.playing(self.socket)
        plays = []
        if seat in deal.game.turn(deal.state):
            actions = islice(deal.game.hints(deal.state, seat), HINTS)
            plays = [codes(getattr(action, "cards", ())) for action in actions]
        self.socket.tell({"t": "hints", "id": message.id, "plays": plays})

    def _ruling(self, illegal: IllegalAction) -> dict[str, Any]:
        """A refusal by the rules, for the one who asked."""
        with translation.override(self.socket.language):
            text = texts.refusal(illegal)
        return {
            "code": illegal.code,
            "clause": illegal.clause,
            "text": text,
            "cards": codes(illegal.params.get("cards", ())),
        }

    def _no(self, asked: str, code: str, text: str | None = None) -> None:
        """A refusal that has nothing to do with the rules."""
        if text is None:
            with translation.override(self.socket.language):
                text = texts.no(code)
        self.socket.tell(
            {"t": "no", "id": asked, "code": code, "clause": None, "text": text, "cards": []}
        )
