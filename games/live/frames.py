"""What each audience is sent: the pieces of a frame, each encoded once.

What everybody may see of the room is encoded once a frame; a view once a seat and once for all
watchers together. The engine's ``view`` and ``show`` decide what a viewer may know, nothing
here adds to it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from games.engine import codec
from games.engine.api import Game, Viewer

to_json = msgspec.json.Encoder().encode

NULL = b"null"


def key(name: str, value: Any) -> bytes:
    """A key of the room with a comma before it, ready to be put behind others."""
    return b',"%s":%s' % (name.encode(), to_json(value))


def head(seq: int, quick: bytes) -> bytes:
    """A frame from ``seq`` on; ``quick`` are the keys of the room that are always sent."""
    return b'"seq":%d,"room":{%s' % (seq, quick)


def tail(view: bytes, can: bytes, events: bytes) -> bytes:
    """The rest of a frame."""
    return b'},"view":%s,"can":%s,"events":%s}' % (view, can, events)


class Shown:
    """A step of a deal for all its audiences; what two of them see alike is encoded once."""

    __slots__ = ("_encoded", "_events", "_game", "_state")

    def __init__(self, game: Game[Any], state: Any, events: Iterable[tuple[Any, bool]]) -> None:
        self._game, self._state = game, state
        self._events = list(events)
        self._encoded: dict[int, tuple[Any, bytes]] = {}

    def view(self, viewer: Viewer) -> bytes:
        """The view of a seat or of the watchers."""
        return to_json(self._game.view(self._state, viewer))

    def events(self, viewer: Viewer) -> bytes | None:
        """What has happened, for a viewer; nothing when it must not be noticed."""
        if not self._events:
            return b"[]"
        parts = []
        for event, auto in self._events:
            seen = self._game.show(event, viewer)
            if seen is not None:
                parts.append(self._event(seen, auto))
        return b"[%s]" % b",".join(parts) if parts else None

    def _event(self, seen: Any, auto: bool) -> bytes:
        known = self._encoded.get(id(seen))
        if known is None:
            data = codec.encode(seen)
            if auto:
                data["auto"] = True
            known = self._encoded[id(seen)] = (seen, to_json(data))
        return known[1]
