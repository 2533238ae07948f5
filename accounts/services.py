"""The verbs of accounts: everything that changes a person."""

from __future__ import annotations

import secrets

from accounts.limits import within_limit
from accounts.models import User
from accounts.names import guest_name

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
