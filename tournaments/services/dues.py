"""What has to happen at a time: rows with a due time, each fired once under its lock (CP-6)."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy

from tournaments.models import Due, Event

log = logging.getLogger(__name__)

Handler = Callable[[Due], None]

HANDLERS: Final[dict[str, Handler]] = {}
"""What is done for each kind of ``Due``; a handler runs in the transaction that marks it fired."""

AGAIN: Final = timedelta(seconds=20)
"""A due that failed is tried again after so long."""

TRIES: Final = 10

LATE: Final = timedelta(minutes=1)
"""A due that waits for so long after its time waits for a worker that does not come."""

STATES: Final = {
    "waiting": gettext_lazy("waiting"),
    "late": gettext_lazy("due now"),
    "failing": gettext_lazy("failing, tried again"),
    "given_up": gettext_lazy("failed"),
    "fired": gettext_lazy("happened"),
    "called_off": gettext_lazy("called off"),
}


def on(kind: str) -> Callable[[Handler], Handler]:
    """Register the handler of a kind."""

    def register(handler: Handler) -> Handler:
        HANDLERS[kind] = handler
        return handler

    return register


def plan(*, event: Event, kind: str, key: str, at: datetime, payload: Any = None) -> Due:
    """Have something happen at a time. The same ``key`` again moves what has not happened yet."""
    due, new = Due.objects.get_or_create(
        key=key,
        defaults={"event": event, "kind": kind, "due_at": at, "payload": payload or {}},
    )
    if not new and due.fired_at is None:
        Due.objects.filter(pk=due.pk, fired_at__isnull=True).update(
            due_at=at, payload=payload or {}, called_off_at=None, attempts=0
        )
    return due


def call_off(*keys: str) -> None:
    """It is not to happen after all; what has happened stays."""
    Due.objects.filter(key__in=keys, fired_at__isnull=True).update(called_off_at=timezone.now())


def call_off_all(event: Event) -> None:
    """Nothing more happens by itself in an event."""
    event.dues.filter(fired_at__isnull=True, called_off_at__isnull=True).update(
        called_off_at=timezone.now()
    )


def run_again(*, dues: Iterable[Due]) -> int:
    """Have these fire now, with all their tries; answers how many will.

    What has happened does not happen twice, and what was called off on purpose stays so: only one
    that failed until it was given up comes back.
    """
    rows = Due.objects.filter(pk__in=[due.pk for due in dues], fired_at__isnull=True)
    rows = rows.exclude(called_off_at__isnull=False, error="")
    return rows.update(due_at=timezone.now(), called_off_at=None, attempts=0)


def state_of(due: Due, now: datetime) -> str:
    """What has become of it: a key of ``STATES``."""
    if due.fired_at is not None:
        return "fired"
    if due.called_off_at is not None:
        return "given_up" if due.error else "called_off"
    if due.attempts:
        return "failing"
    return "late" if due.due_at <= now else "waiting"


def stuck(now: datetime | None = None) -> QuerySet[Due]:
    """What should have happened and has not: failing, given up, or late by more than a minute."""
    now = now or timezone.now()
    waits = Q(called_off_at__isnull=True) & (Q(attempts__gt=0) | Q(due_at__lt=now - LATE))
    given_up = Q(called_off_at__isnull=False) & ~Q(error="")
    return Due.objects.filter(waits | given_up, fired_at__isnull=True)


def fire_due(*, now: datetime | None = None, limit: int = 200) -> int:
    """Fire what is due; answers how much. Any number of workers may do it at the same time."""
    now = now or timezone.now()
    fired = 0
    waiting = Due.objects.filter(due_at__lte=now, fired_at__isnull=True, called_off_at__isnull=True)
    for pk in list(waiting.order_by("due_at", "pk").values_list("pk", flat=True)[:limit]):
        fired += _fire(pk, now)
    return fired


def _fire(pk: int, now: datetime) -> bool:
    try:
        with transaction.atomic():
            due = (
                Due.objects.select_for_update(skip_locked=True)
                .filter(pk=pk, due_at__lte=now, fired_at__isnull=True, called_off_at__isnull=True)
                .first()
            )
            if due is None:
                return False
            HANDLERS[due.kind](due)
            due.fired_at = timezone.now()
            due.save(update_fields=["fired_at"])
            return True
    except Exception as error:
        log.exception("due %s failed", pk)
        row = Due.objects.get(pk=pk)
        row.attempts += 1
        row.error = str(error)[:300]
        row.due_at = now + AGAIN
        if row.attempts >= TRIES:
            row.called_off_at = now
        row.save(update_fields=["attempts", "error", "due_at", "called_off_at"])
        return False


def plan_entries_close(event: Event) -> None:
    """Entries close by themselves when the organiser has said when."""
    key = f"event:{event.pk}:entries"
    if event.status == Event.Status.OPEN and event.entries_close_at is not None:
        plan(event=event, kind="entries_close", key=key, at=event.entries_close_at)
    else:
        call_off(key)


@on("entries_close")
def _entries_close(due: Due) -> None:
    from tournaments.services.events import close_entries

    event = due.event
    if event.status == Event.Status.OPEN:
        close_entries(event=event, by=None)
