"""What Celery does for tournaments: thin edges around the services."""

from __future__ import annotations

from celery import shared_task

from tournaments import services
from tournaments.webhooks import deliveries


@shared_task(name="tournaments.fire_due")
def fire_due() -> None:
    """Do what is due."""
    services.fire_due()


@shared_task(name="tournaments.recount")
def recount(stage_id: int) -> None:
    """Work the standings of a stage out anew."""
    services.recount(stage_id=stage_id)


@shared_task(name="tournaments.recount_stale")
def recount_stale() -> None:
    """The standings whose task was lost."""
    services.recount_stale()


@shared_task(name="tournaments.take_missed")
def take_missed() -> None:
    """Results of tables whose task was lost."""
    services.take_missed()


@shared_task(name="tournaments.deliver")
def deliver() -> None:
    """Send the webhooks' messages that are due."""
    deliveries.deliver_due()


@shared_task(name="tournaments.forget_deliveries")
def forget_deliveries() -> None:
    """Old messages of webhooks."""
    deliveries.forget_old()
