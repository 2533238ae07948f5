"""What Celery does for accounts: thin edges around the services."""

from __future__ import annotations

from celery import shared_task

from accounts import sanctions, services


@shared_task(name="accounts.forget_guests")
def forget_guests() -> None:
    """Forget the guests who came, did not play, and never came back."""
    services.forget_guests()


@shared_task(name="accounts.announce_sanctions")
def announce_sanctions() -> None:
    """Sanctions begin and end by the clock; open sockets hear of it."""
    sanctions.announce_changes()
