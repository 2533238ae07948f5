"""What Celery does for tables: thin edges around the services."""

from __future__ import annotations

import logging
from datetime import timedelta

from celery import shared_task
from django.utils import timezone

from games import hooks, services
from games.models import Deal

log = logging.getLogger(__name__)

LATE = timedelta(seconds=5)
"""A deal that ended so long ago and has no tally was missed."""


@shared_task(name="games.tally_deal")
def tally_deal(deal_id: int) -> None:
    """Tally one ended deal."""
    services.tally_deal(deal_id=deal_id)


@shared_task(name="games.tally_missed")
def tally_missed() -> None:
    """Tally the ended deals whose task was lost."""
    missed = Deal.objects.filter(
        ended_at__lt=timezone.now() - LATE, tallied_at__isnull=True
    ).order_by("ended_at")
    for deal_id in missed.values_list("pk", flat=True)[:200]:
        try:
            services.tally_deal(deal_id=deal_id)
        except Exception:
            log.exception("deal %s cannot be tallied", deal_id)


@shared_task(name="games.match_over")
def match_over(match_id: int) -> None:
    """Tell those who want to hear of it that a match is over."""
    hooks.match_over(match_id)


@shared_task(name="games.forget_chat")
def forget_chat() -> None:
    """Delete the old lines of chat."""
    services.forget_chat()


@shared_task(name="games.close_idle")
def close_idle() -> None:
    """Close the tables that everybody has forgotten."""
    services.close_idle()
