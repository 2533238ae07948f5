"""``GET /healthz`` tells the truth."""

from __future__ import annotations

import asyncio
import socket
import time
from pathlib import Path

import pytest
from django.conf import settings
from django.core.cache import cache
from django.core.cache.backends.redis import RedisCache
from django.test import AsyncClient, Client
from redis.exceptions import RedisError

from shengji_site import celery, health
from shengji_site.embedded.child import Child
from tests.conftest import Site


@pytest.mark.django_db
def test_all_is_well(client: Client) -> None:
    celery.heartbeat()
    response = client.get("/healthz")
    assert response.status_code == 200
    assert response.json() == {"status": "ok", "database": "ok", "redis": "ok", "worker": "ok"}


@pytest.mark.django_db
def test_a_worker_that_is_silent_is_down(client: Client) -> None:
    cache.delete(celery.HEARTBEAT)
    response = client.get("/healthz")
    assert response.status_code == 503
    assert response.json() == {"status": "down", "database": "ok", "redis": "ok", "worker": "down"}


@pytest.mark.django_db
def test_a_database_that_is_gone_is_down(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    celery.heartbeat()
    monkeypatch.setattr(health, "conninfo", lambda: "host=/nowhere dbname=site")
    response = client.get("/healthz")
    assert response.status_code == 503
    assert response.json()["database"] == "down"
    assert response.json()["worker"] == "ok"


async def test_a_service_that_hangs_is_down_and_blocks_nobody(
    services: None, async_client: AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def hang() -> bool:
        await asyncio.sleep(60)
        return True

    monkeypatch.setattr(health, "TIMEOUT", 0.05)
    assert await health.is_up(hang) is False


def test_a_redis_that_hangs_is_down_in_time(tmp_path: Path) -> None:
    """It takes the connection and never says a word."""
    silent = socket.socket(socket.AF_UNIX)
    silent.bind(str(tmp_path / "redis.sock"))
    silent.listen()
    backend = settings.CACHES["default"] | {"LOCATION": f"unix://{tmp_path}/redis.sock"}
    started = time.monotonic()
    with pytest.raises(RedisError):
        RedisCache(backend["LOCATION"], backend).get("healthz")
    assert time.monotonic() - started < 2 * health.TIMEOUT + 1
    silent.close()


@pytest.mark.worker
def test_a_real_worker_keeps_the_site_well(worker: Child, live_site: Site) -> None:
    import urllib.request

    with urllib.request.urlopen(f"{live_site.url}/healthz") as answer:
        assert answer.status == 200
