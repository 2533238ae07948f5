"""The websockets of tournaments."""

from __future__ import annotations

from channels.auth import AuthMiddlewareStack
from django.urls import URLPattern, path

from tournaments.consumers import EventConsumer

websocket_urlpatterns: list[URLPattern] = [
    path("ws/events/<slug:slug>/", AuthMiddlewareStack(EventConsumer.as_asgi())),
]
