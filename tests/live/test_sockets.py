"""A slow or dead peer: it costs nobody else anything, and one frame repairs everything."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from games.live.sockets import QUEUE, Frame, Socket


class Peer:
    """The other end, which takes messages only while ``open``."""

    def __init__(self) -> None:
        self.gate = asyncio.Event()
        self.got: list[dict[str, Any]] = []
        self.gone = False

    async def send(self, message: dict[str, Any]) -> None:
        await self.gate.wait()
        if self.gone:
            raise ConnectionResetError
        self.got.append(message)

    @property
    def texts(self) -> list[dict[str, Any]]:
        return [json.loads(message["text"]) for message in self.got if "text" in message]


def frame(seq: int, seats: str = "old", match: str = "old") -> Frame:
    slow = (b',"seats":"%s"' % seats.encode(), b',"match":"%s"' % match.encode())
    return Frame(b'"seq":%d,"room":{"phase":"playing"' % seq, slow, b'},"view":null}')


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


async def test_only_the_newest_frame_waits() -> None:
    peer = Peer()
    socket = Socket(peer.send, user=1, language="en")
    for seq in range(10):
        socket.show(frame(seq))
        await settle()
    peer.gate.set()
    await settle()
    assert [text["seq"] for text in peer.texts] == [0, 9]
    assert peer.texts[0]["n"] < peer.texts[1]["n"]


async def test_what_seldom_changes_is_sent_when_it_has_changed_even_over_lost_frames() -> None:
    peer = Peer()
    peer.gate.set()
    socket = Socket(peer.send, user=1, language="en")
    socket.show(frame(1))
    await settle()
    socket.show(frame(2))
    await settle()
    peer.gate.clear()
    socket.show(frame(3))
    await settle()
    socket.show(frame(4, seats="new"))
    socket.show(frame(5, seats="new", match="new"))
    peer.gate.set()
    await settle()
    rooms = [text["room"] for text in peer.texts]
    assert rooms[0] == {"phase": "playing", "seats": "old", "match": "old"}
    assert rooms[1] == rooms[2] == {"phase": "playing"}
    assert rooms[3] == {"phase": "playing", "seats": "new", "match": "new"}


async def test_small_messages_keep_their_order_and_follow_the_frame() -> None:
    peer = Peer()
    socket = Socket(peer.send, user=1, language="en")
    socket.ack("a", 1)
    socket.tell({"t": "pong"})
    socket.show(frame(1))
    peer.gate.set()
    await settle()
    assert [text["t"] for text in peer.texts] == ["frame", "ack", "pong"]


async def test_a_peer_that_never_reads_is_dropped() -> None:
    peer = Peer()
    socket = Socket(peer.send, user=1, language="en")
    for _ in range(QUEUE + 2):
        socket.tell({"t": "pong"})
        await settle()
    peer.gate.set()
    await settle()
    assert peer.got[-1] == {"type": "websocket.close", "code": 1013}
    assert not socket.open


async def test_a_send_to_a_dead_peer_raises_nowhere() -> None:
    peer = Peer()
    peer.gone = True
    peer.gate.set()
    socket = Socket(peer.send, user=1, language="en")
    socket.show(frame(1))
    await settle()
    assert not socket.open
    socket.show(frame(2))
    socket.close(4001)
    await settle()
    assert peer.got == []
