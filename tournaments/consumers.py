"""The websocket of an event's pages: it says only that there is something new.

``{"version": 17, "kind": "results"}``; the page fetches what it shows. A socket is told at most
once a second, so that a hall that enters its results in five minutes does not flood phones.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer
from django.contrib.auth.models import AnonymousUser

from accounts.permissions import may_see_event
from tournaments.models import Event
from tournaments.selectors import event_of
from tournaments.services.news import group_of

NO_EVENT: Final = 4004
"""Closes the socket: there is no such event for this person."""
QUIET: Final = ("penalties", "appeals")
"""Kinds of news that are told without saying so: the public may not know of them."""
GATHER: Final = 1.0
"""Seconds between two messages to a socket; news in between are told together."""


class EventConsumer(AsyncJsonWebsocketConsumer):
    """One open page of an event."""

    group = ""
    version = 0
    _pending: dict[str, Any] | None = None
    _timer: asyncio.TimerHandle | None = None

    async def connect(self) -> None:
        """Let in whoever may see the event, and say which version is the newest."""
        await self.accept()
        event = await self._admit(self.scope["url_route"]["kwargs"]["slug"])
        if event is None:
            await self.close(NO_EVENT)
            return
        self.group = group_of(event.pk)
        await self.channel_layer.group_add(self.group, self.channel_name)
        await self._tell({"version": await self._newest(event.pk), "kind": "hello"})

    @database_sync_to_async
    def _admit(self, slug: str) -> Event | None:
        event = event_of(slug)
        user = self.scope.get("user") or AnonymousUser()
        return event if event is not None and may_see_event(user, event) else None

    @database_sync_to_async
    def _newest(self, event_id: int) -> int:
        """Read after joining the group: news that came in between are not lost."""
        return Event.objects.values_list("version", flat=True).get(pk=event_id)

    async def disconnect(self, code: int) -> None:
        """The page is gone."""
        if self._timer is not None:
            self._timer.cancel()
        if self.group:
            await self.channel_layer.group_discard(self.group, self.channel_name)

    async def receive_json(self, content: Any, **_kwargs: Any) -> None:
        """Pages have nothing to say."""

    async def dispatch(self, message: dict[str, Any]) -> None:
        """News past Channels' tidying of database connections: none are used for them."""
        if message["type"] == "event.news":
            await self.event_news(message)
        else:
            await super().dispatch(message)

    async def event_news(self, message: dict[str, Any]) -> None:
        """Something has changed: at once if it was quiet, else when the second is over."""
        kind = message.get("kind", "")
        news = {"version": message["version"], "kind": "event" if kind in QUIET else kind}
        if self._timer is not None:
            self._pending = news
            return
        await self._tell(news)
        self._timer = asyncio.get_running_loop().call_later(GATHER, self._gathered)

    def _gathered(self) -> None:
        self._timer = None
        news, self._pending = self._pending, None
        if news is not None:
            task = asyncio.ensure_future(self.event_news({"type": "event.news", **news}))
            task.add_done_callback(_heard)

    async def _tell(self, news: dict[str, Any]) -> None:
        if news["version"] >= self.version:
            self.version = news["version"]
            await self.send_json(news)


def _heard(task: asyncio.Task[None]) -> None:
    """A page that is gone cannot be told; nothing else is to be done about it."""
    if not task.cancelled():
        task.exception()
