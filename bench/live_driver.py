"""The players of the benchmark: many sockets in one process, as cheap as can be.

A hand-made websocket client that does only what is needed here: no mask (a mask of zeros), no
compression, no fragments. It decodes a frame only where its seat may act.
"""

from __future__ import annotations

import asyncio
import base64
import os
from collections import Counter, deque
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from time import perf_counter

import msgspec


class Can(msgspec.Struct):
    """What the driver looks at of ``can``."""

    verbs: list[str]
    count: tuple[int, int] | None = None
    pool: list[str] | None = None
    must: list[str] = []
    only: list[str] | None = None
    shows: list[list[str]] = []


class View(msgspec.Struct):
    """What the driver looks at of ``view``."""

    hand: list[list[str]]


class Frame(msgspec.Struct):
    """What the driver looks at of a frame."""

    can: Can | None
    view: View | None


read_frame = msgspec.json.Decoder(Frame).decode
encode = msgspec.json.Encoder().encode


ACK = b'{"t":"ack","id":"'


class Tally:
    """What was measured."""

    def __init__(self) -> None:
        self.measuring = False
        self.moves = 0
        self.acks: list[float] = []
        self.spread: list[float] = []
        self.frames = self.bytes = 0
        self.refused: Counter[str] = Counter()


class Player(asyncio.Protocol):
    """One socket."""

    def __init__(self, table: BenchTable, code: str, key: str, port: int) -> None:
        self.table = table
        self._buffer = b""
        self._open = False
        self.ready = asyncio.get_running_loop().create_future()
        secret = base64.b64encode(os.urandom(16)).decode()
        self._hello = (
            f"GET /ws/table/{code}/ HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
            f"Origin: http://127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {secret}\r\nSec-WebSocket-Version: 13\r\n"
            f"Cookie: sessionid={key}\r\n\r\n"
        ).encode()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self._hello)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.ready.done():
            self.ready.set_exception(ConnectionError("refused"))

    def data_received(self, data: bytes) -> None:
        data = self._buffer + data if self._buffer else data
        if not self._open:
            head, found, data = data.partition(b"\r\n\r\n")
            if not found:
                self._buffer = head
                return
            if b" 101 " not in head[:20]:
                self._transport.close()
                return
            self._open = True
        at, size = 0, len(data)
        while size - at >= 2:
            length, start = data[at + 1], at + 2
            if length == 126:
                if size - at < 4:
                    break
                length, start = int.from_bytes(data[at + 2 : at + 4], "big"), at + 4
            elif length == 127:
                raise ValueError("so large a frame is not expected")
            if size - start < length:
                break
            payload = data[start : start + length]
            if data[at] == 0x81:
                self._hear(payload)
            elif data[at] == 0x89:
                self._write(0x8A, payload)
            at = start + length
        self._buffer = data[at:]

    def say(self, payload: bytes) -> None:
        """Send a text message."""
        self._write(0x81, payload)

    def _write(self, kind: int, payload: bytes) -> None:
        size = len(payload)
        head = (
            bytes((kind, 0x80 | size)) if size < 126 else bytes((kind, 0xFE, size >> 8, size & 255))
        )
        self._transport.write(head + b"\0\0\0\0" + payload)

    def _hear(self, payload: bytes) -> None:
        tally = self.table.tally
        if payload.startswith(b'{"t":"frame"'):
            if not self.ready.done():
                self.ready.set_result(None)
            if tally.measuring:
                tally.frames += 1
                tally.bytes += len(payload)
            self.table.seen()
            if b'"can":null' not in payload:
                self.table.consider(self, read_frame(payload))
        elif payload.startswith(ACK):
            self.table.acknowledged(payload[len(ACK) : payload.index(b'"', len(ACK))])
        elif payload.startswith(b'{"t":"no"'):
            tally.refused[msgspec.json.decode(payload)["code"]] += 1

    def close(self) -> None:
        """Hang up."""
        self._transport.close()


class BenchTable:
    """Four players and whose move it is."""

    def __init__(self, tally: Tally, due: Callable[[BenchTable], None]) -> None:
        self.tally = tally
        self._due = due
        self.players: list[Player] = []
        self._move: tuple[Player, bytes, bytes] | None = None
        self._sent: dict[bytes, float] = {}
        self._number = 0
        self._sent_at = 0.0
        self._waiting_for = 0

    async def connect(self, code: str, keys: list[str], port: int) -> None:
        """Open the four sockets and say ready."""
        loop = asyncio.get_running_loop()
        for key in keys:
            player = Player(self, code, key, port)
            await loop.create_connection(partial(_same, player), "127.0.0.1", port)
            self.players.append(player)
        await asyncio.gather(*(player.ready for player in self.players))
        for player in self.players:
            player.say(b'{"t":"ready","id":"r"}')

    def consider(self, player: Player, frame: Frame) -> None:
        """A seat may act: shows at once, anything else when the table's turn has come."""
        can = frame.can
        if can is None or frame.view is None:
            return
        if can.shows and "declare" in can.verbs:
            player.say(self._act("declare", can.shows[0])[1])
            return
        hand = [card for group in frame.view.hand for card in group]
        if "play" in can.verbs:
            self._move = player, *self._act("play", _choice(can, hand, self._number))
        elif "bury" in can.verbs:
            self._move = player, *self._act("bury", hand[:8])
        else:
            return
        self._due(self)

    def _act(self, verb: str, cards: list[str]) -> tuple[bytes, bytes]:
        """An action's id and its message."""
        self._number += 1
        name = f"a{self._number}"
        return name.encode(), encode({"t": "act", "id": name, "do": verb, "cards": cards})

    def go(self) -> None:
        """Make the move that is due."""
        if self._move is None:
            return
        (player, name, message), self._move = self._move, None
        self._waiting_for = 4
        self._sent_at = self._sent[name] = perf_counter()
        player.say(message)

    def seen(self) -> None:
        """A frame has come to one of the four."""
        if self._waiting_for:
            self._waiting_for -= 1
            if not self._waiting_for and self.tally.measuring:
                self.tally.spread.append(perf_counter() - self._sent_at)

    def acknowledged(self, name: bytes) -> None:
        """An action is safe; shows are not counted as moves."""
        sent = self._sent.pop(name, None)
        if sent is not None and self.tally.measuring:
            self.tally.moves += 1
            self.tally.acks.append(perf_counter() - sent)


def _same(player: Player) -> Player:
    return player


def _choice(can: Can, hand: list[str], number: int) -> list[str]:
    """A legal play of shuangsheng: leads are singles and pairs, followers need only follow suit."""
    assert can.count is not None
    low, high = can.count
    if low != high:  # a lead
        if number % 2:
            for first, second in pairwise(hand):
                if first == second:
                    return [first, second]
        return hand[:1]
    cards = list(can.only or can.must)
    rest = list(hand if can.pool is None else can.pool)
    for card in cards:
        rest.remove(card)
    return cards + rest[: low - len(cards)]


class Steady:
    """Lets tables move at a fixed rate, whichever are due, longest first."""

    def __init__(self, rate: float) -> None:
        self._rate = rate
        self._due: deque[BenchTable] = deque()
        self.missed = 0

    def __call__(self, table: BenchTable) -> None:
        self._due.append(table)

    async def run(self, seconds: float) -> None:
        """Offer the load for so long."""
        start, made = perf_counter(), 0
        while (passed := perf_counter() - start) < seconds:
            while made < passed * self._rate:
                made += 1
                if self._due:
                    self._due.popleft().go()
                else:
                    self.missed += 1
            await asyncio.sleep(max(0.0, (made + 1) / self._rate - (perf_counter() - start)))
