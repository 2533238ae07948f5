"""People at the pages of the desk."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from tests.tournaments.desk.forms import as_shown


class Visitor:
    """Somebody at a browser that reads English."""

    def __init__(self, user: User | None = None) -> None:
        self.user = user
        self.client = Client(headers={"accept-language": "en"})
        if user is not None:
            self.client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")

    def get(self, address: str, expect: int = 200, **data: Any) -> str:
        """The text of a page."""
        response = self.client.get(address, data)
        assert response.status_code == expect, (address, response.status_code)
        return response.content.decode()

    def post(self, address: str, expect: int = 200, **data: Any) -> str:
        """Press a button; answers the page one is led to."""
        plain = {key.replace("__", "-"): value for key, value in data.items()}
        response: Any = self.client.post(address, plain, follow=True)
        assert response.status_code == expect, (address, response.status_code)
        return response.content.decode()

    def send(self, address: str, **changes: Any) -> str:
        """Fill in the form of a page and send it; answers the page one is led to."""
        filled = as_shown(self.get(address), **changes)
        response: Any = self.client.post(address, filled, follow=True)
        return str(response.content.decode())


@pytest.fixture
def visitor() -> Callable[..., Visitor]:
    """``visitor(user)``: somebody at a browser."""
    return Visitor


@pytest.fixture
def chief(organiser: User) -> Visitor:
    """The organiser at a browser."""
    return Visitor(organiser)


@pytest.fixture
def stranger(make_user: Callable[..., User]) -> Visitor:
    """A member who has nothing to do with the event."""
    return Visitor(make_user("stranger"))
