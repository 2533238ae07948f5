"""How often something may be tried, counted in the cache."""

from __future__ import annotations

from django.core.cache import cache


def within_limit(key: str, *, times: int, seconds: int) -> bool:
    """Count one more try of ``key``; whether that is still within ``times`` in ``seconds``."""
    key = f"limit:{key}"
    cache.add(key, 0, timeout=seconds)
    try:
        return int(cache.incr(key)) <= times
    except ValueError:  # it expired between the two calls
        return True
