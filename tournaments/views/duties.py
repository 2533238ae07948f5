"""What waits for the reader, and what is new to them, on every page."""

from __future__ import annotations

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import SimpleLazyObject

from accounts.models import User
from tournaments.selectors.duties import Duty, duties
from tournaments.selectors.paths import news_of_followed


def context(request: HttpRequest) -> dict[str, object]:
    """For every template: ``duties`` and ``followed_news``, asked for only where they are shown."""

    user = getattr(request, "user", None)  # there is none where a request makes no sense at all

    def found() -> list[Duty]:
        if not isinstance(user, User) or user.is_guest:
            return []
        return [duty for duty in duties(user) if duty.url != request.path]

    def news() -> list[tuple[str, str]]:
        if not isinstance(user, User):
            return []
        events = news_of_followed(user)
        return [(event.name, reverse("tournaments:mine", args=[event.slug])) for event in events]

    return {"duties": SimpleLazyObject(found), "followed_news": SimpleLazyObject(news)}
