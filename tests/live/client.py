"""A table's client for tests: one websocket, as a browser tab would have it."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import count
from typing import Any

from django.conf import settings
from django.test import Client
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

QUICK = {
    "draw": 0,
    "closing": 0.4,
    "ready": 0.3,
    "void": 0.05,
    "think": 0,
    "linger": 0,
    "away": 0,
}
"""A pace for tests that play through; ``settings.LIVE``."""

WAIT = 10.0
_numbers = count(1)


def cookies_of(user: Any, invites: Sequence[str] = ()) -> str:
    """The cookies of a browser in which ``user`` is signed in."""
    client = Client()
    if user is not None:
        client.force_login(user)
    if invites:
        session = client.session
        session["invites"] = list(invites)
        session.save()
        client.cookies[settings.SESSION_COOKIE_NAME] = session.session_key
    return "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())


class Tab:
    """A browser tab at a table."""

    def __init__(self, ws_url: str, code: str, cookies: str = "", origin: str = "") -> None:
        self.url = f"{ws_url}/ws/table/{code}/"
        self.cookies = cookies
        self.origin = origin or ws_url.replace("ws", "http", 1)
        self.room: dict[str, Any] = {}
        self.view: Any = None
        self.can: Any = None
        self.n = self.seq = -1
        self.events: list[dict[str, Any]] = []
        self.others: list[dict[str, Any]] = []
        self.chat: list[dict[str, Any]] = []
        self.raw: list[str] = []
        self.frames: list[dict[str, Any]] = []
        self.connect()

    def connect(self) -> None:
        """Open the socket (again); the server may be away for a moment."""
        deadline = time.monotonic() + WAIT
        while True:
            try:
                self._open = connect(
                    self.url,
                    origin=self.origin,
                    additional_headers={"Cookie": self.cookies} if self.cookies else {},
                    open_timeout=WAIT,
                    close_timeout=1,
                )
                self.socket = self._open.__enter__()
                return
            except OSError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.05)

    def close(self) -> None:
        """Close the tab."""
        self._open.__exit__(None, None, None)

    def send(self, **message: Any) -> str:
        """Send a message; answers its id."""
        message.setdefault("id", f"m{next(_numbers)}")
        self.socket.send(json.dumps(message))
        return str(message["id"])

    def read(self, timeout: float = WAIT) -> dict[str, Any]:
        """The next message; what it says of the table is kept."""
        text = self.socket.recv(timeout=timeout)
        assert isinstance(text, str)
        self.raw.append(text)
        message: dict[str, Any] = json.loads(text)
        if message["t"] == "frame":
            assert message["n"] > self.n
            self.frames.append(message)
            self.n, self.seq = message["n"], message["seq"]
            self.room.update(message["room"])
            self.view, self.can = message["view"], message["can"]
            self.events += message["events"]
        elif message["t"] == "chat":
            self.chat.append(message)
        else:
            self.others.append(message)
        return message

    def drain(self) -> int:
        """Read what has come in; answers how many messages."""
        count = 0
        while True:
            try:
                self.read(0)
            except TimeoutError:
                return count
            count += 1

    def until(self, wanted: Callable[[], Any], timeout: float = WAIT) -> Any:
        """Read until something holds, and answer it."""
        deadline = time.monotonic() + timeout
        while not (found := wanted()):
            left = deadline - time.monotonic()
            if left <= 0:
                raise TimeoutError(f"room {self.room.get('phase')}, seq {self.seq}")
            try:
                self.read(left)
            except TimeoutError:
                raise TimeoutError(f"room {self.room.get('phase')}, seq {self.seq}") from None
        return found

    def answer(self, asked: str, timeout: float = WAIT) -> dict[str, Any]:
        """What the server answers to a message."""

        def found() -> dict[str, Any] | None:
            return next((m for m in self.others if m.get("id") == asked), None)

        answer: dict[str, Any] = self.until(found, timeout)
        return answer

    def ask(self, t: str, **fields: Any) -> dict[str, Any]:
        """Send a message and wait for its answer."""
        return self.answer(self.send(t=t, **fields))

    def closed_with(self) -> int:
        """Read to the end; the code the server closed with."""
        with suppress(ConnectionClosed):
            while True:
                self.read()
        assert self.socket.protocol.close_code is not None
        return self.socket.protocol.close_code

    def raw_of_deal(self, number: int) -> list[str]:
        """The frames of a deal as they came, up to its result."""
        texts, deal = [], 0
        for text in self.raw:
            message = json.loads(text)
            if message["t"] == "frame":
                match = message["room"].get("match") or {}
                deal = match.get("deal", deal)
                if deal == number and message["view"] and not message["view"]["result"]:
                    texts.append(text)
        return texts

    @property
    def hand(self) -> list[str]:
        """The cards of this seat."""
        return [card for group in self.view["hand"] for card in group]

    def move(self) -> dict[str, Any] | None:
        """Some action that is legal in a game where only the suit binds; nothing to do: nothing."""
        if self.can is None:
            return None
        verbs = self.can["verbs"]
        if "declare" in verbs:
            return {"do": "declare", "cards": self.can["shows"][0]} if self.can["shows"] else None
        if "bury" in verbs:
            return {"do": "bury", "cards": self.hand[:8]}
        if "play" in verbs:
            low, high = self.can["count"]
            pool = self.hand if self.can["pool"] is None else list(self.can["pool"])
            cards = list(self.can["only"] or self.can["must"])
            rest = list(pool)
            for card in cards:
                rest.remove(card)
            need = 1 if low != high else low
            return {"do": "play", "cards": cards + rest[: need - len(cards)]}
        return None


LATE = (
    "wrong_phase",
    "not_your_turn",
    "declaration_too_weak",
    "not_allowed_to_declare",
    "too_fast",
)
"""What somebody hears who was about to act when things moved on, or who acts in haste."""


def play_on(tabs: Sequence[Tab], stop: Callable[[], Any], timeout: float = 60.0) -> None:
    """Let every tab act whenever it can, until ``stop()``."""
    deadline = time.monotonic() + timeout
    while not stop():
        assert time.monotonic() < deadline, [tab.room.get("phase") for tab in tabs]
        news = sum([tab.drain() for tab in tabs])
        for tab in tabs:
            move = tab.move()
            if move is not None and not stop():
                news += 1
                answer = tab.ask("act", **move)
                assert answer["t"] == "ack" or answer["code"] in LATE, answer
                if answer.get("code") == "too_fast":
                    time.sleep(0.1)
        if not news:
            time.sleep(0.002)


def to_the_end(tabs: Sequence[Tab], timeout: float = 60.0) -> None:
    """Play until a deal has ended that is not void."""

    def ended() -> bool:
        view = tabs[0].view
        return bool(view and view["result"] and not view["result"]["redeal"])

    play_on(tabs, ended, timeout)
