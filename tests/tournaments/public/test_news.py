"""The websocket of an event says that there is something new, to those who may know of it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator
from django.utils import timezone

from accounts.models import User
from tournaments import services
from tournaments.consumers import NO_EVENT
from tournaments.models import Event
from tournaments.routing import websocket_urlpatterns
from tournaments.services.news import group_of

pytestmark = pytest.mark.django_db(transaction=True)
application = URLRouter(websocket_urlpatterns)


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
    page: Any = WebsocketCommunicator(application, "/ws/events/cup/")
    assert (await page.connect())[0]
    hello = await page.receive_json_from(timeout=5)
    assert hello["kind"] == "hello"
    await tell(event, hello["version"] + 1)
    news = await page.receive_json_from(timeout=5)
    assert news == {"version": hello["version"] + 1, "kind": "results"}
    await page.disconnect()


async def test_news_close_together_are_told_together() -> None:
    event = await made()
    page: Any = WebsocketCommunicator(application, "/ws/events/cup/")
    await page.connect()
    base = (await page.receive_json_from(timeout=5))["version"]
    for step in range(1, 21):
        await tell(event, base + step)
    heard = [(await page.receive_json_from(timeout=5))["version"]]
    while heard[-1] < base + 20:
        heard.append((await page.receive_json_from(timeout=5))["version"])
    assert len(heard) <= 3
    await page.disconnect()


async def test_a_draft_is_closed_to_strangers() -> None:
    await made(open_=False)
    page: Any = WebsocketCommunicator(application, "/ws/events/cup/")
    await page.connect()
    assert await page.receive_output(timeout=5) == {
        "type": "websocket.close",
        "code": NO_EVENT,
    }
