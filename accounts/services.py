"""The verbs of accounts: everything that changes a person."""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import Final

from django.utils import timezone

from accounts.limits import within_limit
from accounts.models import User
from accounts.names import guest_name

FORGOTTEN: Final = timedelta(days=90)
"""A guest who has not been here for so long, and has played nothing, is forgotten."""
GUESTS_AN_HOUR = 60
"""From one address: a whole club behind one router may come at once, a script may not."""


class TooManyGuests(Exception):
    """So many guests have come from this address that it must be a script."""


def allow_guest(*, address: str) -> None:
    """Count one more guest from a network address; ``TooManyGuests`` beyond the hourly limit."""
    if not within_limit(f"guests:{address}", times=GUESTS_AN_HOUR, seconds=3600):
        raise TooManyGuests


def create_guest(*, language: str) -> User:
    """A new guest with a made-up name, who can play at once and become a member later."""
    user = User(
        username=f"guest-{secrets.token_hex(8)}",
        display_name=guest_name(secrets.SystemRandom(), language),
        language=language,
        is_guest=True,
    )
    user.set_unusable_password()
    user.save(force_insert=True)
    return user


def keep_account(*, guest: User, username: str, password: str, display_name: str) -> User:
    """Make a member of a guest: the same row, so seats, matches and history stay."""
    if not guest.is_guest:
        raise ValueError("only a guest can be made a member")
    guest.username = username
    guest.display_name = display_name
    guest.is_guest = False
    guest.set_password(password)
    guest.save(update_fields=["username", "display_name", "is_guest", "password"])
    return guest


def change_profile(*, user: User, display_name: str, language: str) -> None:
    """Set what the others read and the language the person reads."""
    user.display_name = display_name
    user.language = language
    user.save(update_fields=["display_name", "language"])


def change_language(*, user: User, language: str) -> None:
    """Remember the language a person has chosen in the bar."""
    if user.language != language:
        user.language = language
        user.save(update_fields=["language"])


def forget_guests() -> int:
    """Remove the guests of long ago who have played no match; answers how many."""
    old = User.objects.filter(
        is_guest=True,
        last_login__lt=timezone.now() - FORGOTTEN,
        parts__isnull=True,
        seats__isnull=True,
    )
    return sum(user.delete()[0] > 0 for user in old[:1000])
