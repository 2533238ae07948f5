"""The websockets of games, and the tables that live as long as the process."""

from __future__ import annotations

from typing import Any, cast

from django.urls import URLPattern, path

from games.consumers import table_socket
from games.live.registry import registry
from shengji_site.lifespan import on_start, on_stop

on_start(registry.start)
on_stop(registry.stop)

application = cast(Any, table_socket)  # `path` is typed for views; Channels takes applications
websocket_urlpatterns: list[URLPattern] = [path("ws/table/<str:code>/", application)]
