"""The websocket of an event says that there is something new, to those who may know of it."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator
from channels.layers import get_channel_layer
from channels.routing import URLRouter
from django.utils import timezone

from accounts.models import User
from tournaments import services
from tournaments.consumers import NO_EVENT
from tournaments.models import Event
from tournaments.routing import websocket_urlpatterns
from tournaments.services.news import group_of

pytestmark = pytest.mark.django_db(transaction=True)
application = URLRouter(websocket_urlpatterns)


class Page:
    """A page of the event with its websocket."""

    def __init__(self, path: str) -> None:
        scope = {"type": "websocket", "path": path, "headers": [], "query_string": b""}
        self.socket = ApplicationCommunicator(application, scope)

    async def connect(self) -> dict[str, Any]:
        """Open it; answers the first thing after the handshake."""
        await self.socket.send_input({"type": "websocket.connect"})
        accepted = await self.socket.receive_output(5)
        assert accepted["type"] == "websocket.accept"
        return await self.hear()

    async def hear(self) -> dict[str, Any]:
        """The next message, or the closing."""
        output: dict[str, Any] = await self.socket.receive_output(5)
        return json.loads(output["text"]) if output["type"] == "websocket.send" else output

    async def close(self) -> None:
        """Leave."""
        await self.socket.send_input({"type": "websocket.disconnect", "code": 1000})
        await self.socket.wait(5)


@sync_to_async
def made(*, open_: bool = True) -> Event:
    organiser = User.objects.create_user("org", display_name="Org", email="o@example.org")
    event = services.create_event(
        by=organiser,
        name="Test cup",
        game="guandan",
        starts_at=timezone.now() + timedelta(hours=1),
        slug="cup",
    )
    return services.open_entries(event=event, by=organiser) if open_ else event


async def tell(event: Event, version: int) -> None:
    layer = get_channel_layer()
    message = {"type": "event.news", "version": version, "kind": "results", "round": 3}
    await layer.group_send(group_of(event.pk), message)


async def test_a_page_hears_the_version_and_nothing_more() -> None:
    event = await made()
    page = Page("/ws/events/cup/")
    hello = await page.connect()
    assert hello["kind"] == "hello"
    await tell(event, hello["version"] + 1)
    assert await page.hear() == {"version": hello["version"] + 1, "kind": "results"}
    await page.close()


async def test_news_close_together_are_told_together() -> None:
    event = await made()
    page = Page("/ws/events/cup/")
    base = (await page.connect())["version"]
    for step in range(1, 21):
        await tell(event, base + step)
    heard = [(await page.hear())["version"]]
    while heard[-1] < base + 20:
        heard.append((await page.hear())["version"])
    assert len(heard) <= 3
    await page.close()


async def test_a_draft_is_closed_to_strangers() -> None:
    await made(open_=False)
    page = Page("/ws/events/cup/")
    assert await page.connect() == {"type": "websocket.close", "code": NO_EVENT}
