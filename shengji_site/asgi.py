"""The web process: pages over HTTP, tables over websockets, and the hooks of its life."""

from __future__ import annotations

import os

from channels.layers import get_channel_layer
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "shengji_site.settings")
http = get_asgi_application()

from games.routing import websocket_urlpatterns as tables  # noqa: E402  (needs the apps)
from tournaments.routing import websocket_urlpatterns as events  # noqa: E402

from .lifespan import lifespan, on_start  # noqa: E402


@on_start
async def warm_channel_layer() -> None:
    """The layer is imported at its first use: better now than in the first player's face."""
    layer = get_channel_layer()
    await layer.group_send("warm", {"type": "warm"})


application = ProtocolTypeRouter(
    {
        "http": http,
        "websocket": AllowedHostsOriginValidator(URLRouter([*tables, *events])),
        "lifespan": lifespan,
    }
)
