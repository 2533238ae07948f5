"""The messages that are due: each is claimed by one worker, sent, and tried again if it fails."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from tournaments.models import Delivery
from tournaments.webhooks.post import SECONDS_IN_ALL, Outcome, post

WAITS: Final = tuple(
    timedelta(seconds=s) for s in (5, 30, 120, 600, 1800, 7200, 21600, 43200, 86400)
)
"""From one try to the next; after the last the message is given up (about two days)."""
CLAIM: Final = timedelta(seconds=3 * SECONDS_IN_ALL)
"""A worker that dies with a message in its hands keeps it so long."""
BATCH: Final = 32
AT_ONCE: Final = 8
KEPT: Final = timedelta(days=30)


def deliver_due() -> int:
    """Send what is due; answers how many were sent. May run many times at once."""
    claimed = _claim()
    if not claimed:
        return 0
    with ThreadPoolExecutor(max_workers=AT_ONCE) as pool:
        outcomes = list(pool.map(_send, claimed))
    for delivery, outcome in zip(claimed, outcomes, strict=True):
        _note(delivery, outcome)
    return len(claimed)


@transaction.atomic
def _claim() -> list[Delivery]:
    """Take messages that are due, so that no other worker does."""
    now = timezone.now()
    rows = list(
        Delivery.objects.select_for_update(skip_locked=True, of=("self",))
        .filter(due_at__lte=now, delivered_at__isnull=True, given_up_at__isnull=True)
        .select_related("webhook")
        .order_by("due_at", "pk")[:BATCH]
    )
    for row in rows:
        row.attempts += 1
        row.due_at = now + CLAIM
    Delivery.objects.bulk_update(rows, ["attempts", "due_at"])
    return rows


def _send(delivery: Delivery) -> Outcome | None:
    """Nothing for a webhook that was removed meanwhile. Touches no database."""
    hook = delivery.webhook
    if not hook.active:
        return None
    return post(
        url=hook.url, secret=hook.secret, message_id=delivery.message_id, body=body_of(delivery)
    )


def body_of(delivery: Delivery) -> bytes:
    """The message: the same bytes at every try."""
    data = {
        "type": f"event.{delivery.kind}",
        "timestamp": delivery.created_at.isoformat(),
        "data": delivery.payload,
    }
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


def _note(delivery: Delivery, outcome: Outcome | None) -> None:
    now = timezone.now()
    if outcome is None:
        delivery.given_up_at, delivery.answer = now, "removed"
    elif outcome.delivered:
        delivery.delivered_at, delivery.answer = now, outcome.text
    else:
        delivery.answer = outcome.text
        if outcome.final or delivery.attempts > len(WAITS):
            delivery.given_up_at = now
        else:
            delivery.due_at = now + WAITS[delivery.attempts - 1]
    delivery.save(update_fields=["delivered_at", "given_up_at", "answer", "due_at"])


def forget_old() -> None:
    """Messages that were delivered or given up a month ago."""
    old = Delivery.objects.filter(created_at__lt=timezone.now() - KEPT)
    old.exclude(delivered_at__isnull=True, given_up_at__isnull=True).delete()
