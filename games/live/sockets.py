"""One open websocket, as a room sees it.

Nothing here waits for the other end: small messages queue up to a limit, of frames only the
newest is kept. A peer that does not read is dropped; it reconnects and one frame repairs all.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any, Final, NamedTuple

import msgspec

Send = Callable[[dict[str, Any]], Awaitable[None]]

QUEUE: Final = 64
"""So many small messages may wait for one socket."""

log = logging.getLogger(__name__)
to_json = msgspec.json.Encoder().encode


class Frame(NamedTuple):
    """A frame for one audience, in pieces; what seldom changes is left out where it is known."""

    head: bytes
    """From ``seq`` up to and within ``room``, with its quick keys."""
    slow: tuple[bytes, ...]
    """The keys of ``room`` that seldom change, always the same ones in the same places."""
    tail: bytes
    """From the end of ``room`` on."""


class Socket:
    """Where the messages for one browser tab go."""

    __slots__ = (
        "_busy",
        "_closing",
        "_frame",
        "_known",
        "_n",
        "_send",
        "_small",
        "_tasks",
        "guest",
        "language",
        "open",
        "user",
    )

    def __init__(self, send: Send, *, user: int | None, language: str, guest: bool = False) -> None:
        self._send = send
        self.user = user
        self.guest = guest
        self.language = language
        self.open = True
        self._small: deque[bytes] = deque()
        self._frame: Frame | None = None
        self._known: tuple[bytes, ...] = ()
        self._n = 0
        self._closing: int | None = None
        self._busy = False
        self._tasks: set[asyncio.Task[None]] = set()

    def show(self, frame: Frame) -> None:
        """Send a frame; one that still waits gives way to it."""
        self._frame = frame
        self._pump()

    def tell(self, message: dict[str, Any]) -> None:
        """Send a small message."""
        self._put(to_json(message))

    def ack(self, action_id: str, seq: int) -> None:
        """The action is committed."""
        self._put(to_json({"t": "ack", "id": action_id, "seq": seq}))

    def close(self, code: int) -> None:
        """Close once what waits is sent."""
        self._closing = code
        self._pump()

    def _put(self, data: bytes) -> None:
        if len(self._small) >= QUEUE:
            self._small.clear()
            self._closing = 1013
        self._small.append(data)
        self._pump()

    def _pump(self) -> None:
        if not self._busy and self.open:
            self._busy = True
            task = asyncio.get_running_loop().create_task(self._run())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _run(self) -> None:
        """Send what waits; ends when nothing does."""
        try:
            while self.open:
                if self._frame is not None:
                    data = self._compose()
                elif self._small:
                    data = self._small.popleft()
                elif self._closing is not None:
                    self.open = False
                    await self._send({"type": "websocket.close", "code": self._closing})
                    return
                else:
                    return
                await self._send({"type": "websocket.send", "text": data.decode()})
        except Exception as error:  # the peer is gone; its own receive will say so
            self.open = False
            log.debug("a socket is gone: %r", error)
        finally:
            self._busy = False

    def _compose(self) -> bytes:
        """The newest frame, without the slow keys that this socket knows already."""
        assert self._frame is not None
        (head, slow, tail), self._frame = self._frame, None
        news = _news(slow, self._known)
        self._known = slow
        self._n = max(self._n + 1, int(time.time() * 1000))
        return b"".join((b'{"t":"frame","n":%d,' % self._n, head, *news, tail))


def _news(slow: Sequence[bytes], known: Sequence[bytes]) -> Iterable[bytes]:
    if not known:
        return slow
    if slow == known:
        return ()
    return [new for new, old in zip(slow, known, strict=True) if new != old]
