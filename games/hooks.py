"""Who wants to hear of what happens at tables. ``games`` knows none of them by name."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime
from typing import Any, Final

from accounts.models import User

log = logging.getLogger(__name__)

Listener = Callable[[int], None]

Presence = Callable[[int, int, bool, datetime], None]

Call = Callable[[int, int, str, bool], str]

_presence: Final[list[Presence]] = []
_call: Final[list[Call]] = []
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


def on_presence(listener: Presence) -> Presence:
    """Call ``listener(table_id, user_id, here, at)`` for a managed table: a player is ready in
    their seat, or is not (any more).

    Registered when the site starts; it is called in a thread, and may be called again.
    """
    if listener not in _presence:
        _presence.append(listener)
    return listener


def presence(table_id: int, user_id: int, here: bool, at: datetime) -> None:
    """Tell everybody who is there, or is gone."""
    for listener in _presence:
        try:
            listener(table_id, user_id, here, at)
        except Exception:
            log.exception("a listener failed over the presence at table %s", table_id)


def on_call(listener: Call) -> Call:
    """Call ``listener(table_id, user_id, reason, on)`` when somebody who is seated at a managed
    table wants a referee, or (not ``on``) wants none any more.

    It answers why not, in the active language, or nothing when it is done.
    """
    if listener not in _call:
        _call.append(listener)
    return listener


def call_referee(table_id: int, user_id: int, reason: str, *, on: bool) -> str:
    """Tell who looks after the table's event; the first refusal, or nothing."""
    return next(filter(None, (each(table_id, user_id, reason, on) for each in _call)), "")


About = Callable[[int, User | None], dict[str, Any] | None]

_about: Final[list[About]] = []


def on_about(listener: About) -> About:
    """Call ``listener(table_id, user)`` when somebody opens the page of a managed table.

    It answers what they are told of the table's event (``Wire.TableEvent``), or nothing.
    """
    if listener not in _about:
        _about.append(listener)
    return listener


def about(table_id: int, user: User | None) -> dict[str, Any] | None:
    """What a table's page is to tell somebody (nobody who is signed in: none) of its event."""
    return next(filter(None, (each(table_id, user) for each in _about)), None)
