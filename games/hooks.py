"""Who wants to hear of what happens at tables. ``games`` knows none of them by name."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final

log = logging.getLogger(__name__)

Listener = Callable[[int], None]

_match_over: Final[list[Listener]] = []


def on_match_over(listener: Listener) -> Listener:
    """Call ``listener(match_id)`` in a worker when a match is over, at least once.

    Registered when the site starts (``AppConfig.ready``); idempotent, for it may be called again.
    """
    if listener not in _match_over:
        _match_over.append(listener)
    return listener


def match_over(match_id: int) -> None:
    """Tell everybody; one that fails does not keep the others from hearing of it."""
    for listener in _match_over:
        try:
            listener(match_id)
        except Exception:
            log.exception("a listener failed over match %s", match_id)
