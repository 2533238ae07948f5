"""Telling the pages, the webhooks and the worker that something about an event has changed."""

from __future__ import annotations

import logging
from enum import StrEnum
from typing import Any
from uuid import uuid4

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import connection, transaction
from django.db.models import F

from shengji_site.celery import enqueue
from tournaments.models import Delivery, Event, Stage, Webhook

RAISE_VERSION = "UPDATE tournaments_event SET version = version + 1 WHERE id = %s RETURNING version"

log = logging.getLogger(__name__)


class News(StrEnum):
    """What has changed; the kinds a webhook may ask for."""

    EVENT = "event"
    ENTRIES = "entries"
    DRAW = "draw"
    ROUND = "round"
    RESULTS = "results"
    STANDINGS = "standings"
    STAGE = "stage"
    PENALTIES = "penalties"
    APPEALS = "appeals"


def group_of(event_id: int) -> str:
    """The channel layer's group of an event."""
    return f"event.{event_id}"


def announce(event: Event, kind: News, **data: Any) -> None:
    """Once the transaction is committed: the event's version grows, and everybody is told.

    The version is raised after the commit so that two verbs of an event do not wait for each
    other's transactions.
    """
    hooks = list(Webhook.objects.filter(event=event, active=True))
    payload = {"event": event.slug, "kind": str(kind), **data}
    Delivery.objects.bulk_create(
        Delivery(webhook=hook, message_id=f"msg_{uuid4().hex}", kind=kind, payload=payload)
        for hook in hooks
        if not hook.kinds or kind in hook.kinds
    )
    if hooks:
        enqueue("tournaments.deliver")
    transaction.on_commit(lambda: _tell(event.pk, kind, data))


def _tell(event_id: int, kind: News, data: dict[str, Any]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(RAISE_VERSION, [event_id])
        (version,) = cursor.fetchone()
    layer = get_channel_layer()
    message = {"type": "event.news", "version": version, "kind": str(kind), **data}
    try:
        async_to_sync(layer.group_send)(group_of(event_id), message)
    except Exception:
        log.warning("nobody was told of %s in event %s: no channel layer", kind, event_id)


def results_changed(stage: Stage) -> None:
    """The standings of a stage are due; the row says so, the worker is only hinted at."""
    Stage.objects.filter(pk=stage.pk).update(changed=F("changed") + 1)
    enqueue("tournaments.recount", stage.pk)
