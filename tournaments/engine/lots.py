"""Lots: chance that anybody can recompute from the event's seed.

The lot of an entrant is the first eight bytes of HMAC-SHA256(key = seed, message = label + ":" +
entrant), as a number. Lower lots come first. A label names what the lots are drawn for, so that
two draws of an event have nothing to do with one another.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable
from functools import lru_cache

from tournaments.engine.text import EntrantId


@lru_cache(maxsize=1 << 15)
def lot(seed: bytes, label: str, entrant: EntrantId) -> int:
    """The lot of one entrant: a number of 64 bits."""
    message = f"{label}:{entrant}".encode()
    return int.from_bytes(hmac.digest(seed, message, hashlib.sha256)[:8], "big")


def draw(seed: bytes, label: str, entrants: Iterable[EntrantId]) -> tuple[EntrantId, ...]:
    """The entrants in the order of their lots, however they were given."""
    return tuple(sorted(entrants, key=lambda e: (lot(seed, label, e), e)))


def commitment(seed: bytes, event: str) -> str:
    """What is published before the event: the hexadecimal SHA-256 of seed and the event's name.

    The seed itself is published after the event.
    """
    return hashlib.sha256(seed + event.encode()).hexdigest()
