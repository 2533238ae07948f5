"""Celery: the worker with its beat, and how the rest of the site asks for work."""

from __future__ import annotations

import ctypes
import logging
import os
import signal
from typing import Any

from celery import Celery
from celery.signals import beat_embedded_init, worker_ready, worker_shutting_down
from django.db import transaction

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "shengji_site.settings")

app = Celery("shengji_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

log = logging.getLogger(__name__)

HEARTBEAT = "worker-heartbeat"
HEARTBEAT_SECONDS = 15


def enqueue(task: str, *args: Any) -> None:
    """Ask the worker to run ``task`` (by name) once the current transaction is committed.

    Only a hint: the work itself is a row with a due time that a beat task finds anyway, so
    a broker that is down costs a little time and is logged, never an error for the caller.
    """

    def send() -> None:
        try:
            app.send_task(task, args=args, retry=False)
        except Exception:
            log.exception("could not enqueue %s%r; the beat will find it", task, args)

    transaction.on_commit(send)


@app.task(name="shengji_site.heartbeat")
def heartbeat() -> None:
    """Sent by beat, run by the worker: proves that both are alive (see ``/healthz``)."""
    from django.core.cache import cache

    cache.set(HEARTBEAT, 1, HEARTBEAT_SECONDS)


@worker_ready.connect
def first_heartbeat(**kwargs: Any) -> None:
    """Do not wait for the first beat."""
    heartbeat()


@worker_shutting_down.connect
def last_heartbeat(**kwargs: Any) -> None:
    """A worker that goes says so."""
    from django.core.cache import cache

    try:
        cache.delete(HEARTBEAT)
    except Exception:
        log.warning("could not sign off: Redis is gone")


@beat_embedded_init.connect
def beat_dies_with_worker(**kwargs: Any) -> None:
    """``-B`` runs beat as a child process; it must not outlive a worker that was killed."""
    pr_set_pdeathsig = 1
    ctypes.CDLL(None).prctl(pr_set_pdeathsig, signal.SIGTERM)
