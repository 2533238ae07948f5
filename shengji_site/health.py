"""``GET /healthz``: is everything there that the site needs?"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

import psycopg
from django.core.cache import cache
from django.http import HttpRequest, JsonResponse

from .celery import HEARTBEAT
from .db import conninfo

TIMEOUT = 2.0
"""Seconds after which a part that does not answer counts as down."""

log = logging.getLogger(__name__)


async def database() -> bool:
    """A connection of its own, so that a site out of pooled connections is not called dead."""
    async with await psycopg.AsyncConnection.connect(conninfo(), autocommit=True) as connection:
        await connection.execute("SELECT 1")
    return True


async def redis() -> bool:
    """A key that may or may not be there: only the answer counts."""
    await cache.aget("healthz")
    return True


async def worker() -> bool:
    """The worker writes its heartbeat every few seconds; the key runs out when it stops."""
    return await cache.aget(HEARTBEAT) is not None


async def is_up(check: Callable[[], Awaitable[bool]]) -> bool:
    """The answer of one check; an error or a time-out is a no."""
    try:
        async with asyncio.timeout(TIMEOUT):
            return await check()
    except Exception as error:
        log.warning("healthz: %s is down: %s", check.__name__, error)
        return False


async def healthz(request: HttpRequest) -> JsonResponse:
    """``{"status", "database", "redis", "worker"}``, each "ok" or "down"; 503 if one is down."""
    checks = (database, redis, worker)
    answers = await asyncio.gather(*map(is_up, checks))
    parts = {c.__name__: "ok" if up else "down" for c, up in zip(checks, answers, strict=True)}
    ok = all(answers)
    response = JsonResponse({"status": "ok" if ok else "down", **parts}, status=200 if ok else 503)
    response.headers["Cache-Control"] = "no-store"
    return response
