"""What must happen when the web process starts and before it ends.

A part of the site registers its hooks when its app is ready::

    from shengji_site.lifespan import on_start, on_stop

    on_start(registry.sweep_forever)
    on_stop(registry.release_all)

Start hooks run in the order of registration and a failing one stops the process loudly;
stop hooks run in reverse order and a failing one does not keep the others from running.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Any

Hook = Callable[[], Awaitable[None]]
Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

log = logging.getLogger(__name__)
_start: list[Hook] = []
_stop: list[Hook] = []


def on_start(hook: Hook) -> Hook:
    """Await ``hook()`` before the process answers its first request. Usable as a decorator."""
    if hook not in _start:
        _start.append(hook)
    return hook


def on_stop(hook: Hook) -> Hook:
    """Await ``hook()`` after the last connection is closed. Usable as a decorator."""
    if hook not in _stop:
        _stop.append(hook)
    return hook


async def start() -> None:
    """Run the start hooks."""
    for hook in _start:
        await hook()


async def stop() -> None:
    """Run the stop hooks, last registered first."""
    for hook in reversed(_stop):
        try:
            await hook()
        except Exception:
            log.exception("a stop hook failed: %s", hook)


async def lifespan(scope: Scope, receive: Receive, send: Send) -> None:
    """The ASGI application of the ``lifespan`` protocol."""
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            try:
                await start()
            except Exception as error:
                log.exception("the web process cannot start")
                await send({"type": "lifespan.startup.failed", "message": str(error)})
                return
            await send({"type": "lifespan.startup.complete"})
        elif message["type"] == "lifespan.shutdown":
            await stop()
            await send({"type": "lifespan.shutdown.complete"})
            return
