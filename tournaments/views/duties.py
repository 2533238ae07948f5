"""What waits for the reader, on every page."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts.models import User
from tournaments.selectors.duties import Duty, duties


def context(request: HttpRequest) -> dict[str, object]:
    """For every template: ``duties``, asked for only where a page shows them."""

    def found() -> list[Duty]:
        user = request.user
        if not isinstance(user, User) or user.is_guest:
            return []
        return [duty for duty in duties(user) if duty.url != request.path]

    return {"duties": SimpleLazyObject(found)}
