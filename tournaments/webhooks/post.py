"""One signed message to one address."""

from __future__ import annotations

import http.client
import socket
import ssl
import threading
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from standardwebhooks import Webhook as Signer

from tournaments.webhooks.guard import Barred, Target, resolve

SECONDS: Final = 10
"""For connecting, and for each answer of the network."""
SECONDS_IN_ALL: Final = 20
GONE: Final = 410


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a message: the status, or nothing and why."""

    status: int | None
    text: str

    @property
    def delivered(self) -> bool:
        """The receiver has taken it."""
        return self.status is not None and 200 <= self.status < 300

    @property
    def final(self) -> bool:
        """The receiver never wants to hear of us again."""
        return self.status == GONE


class _Connection(http.client.HTTPConnection):
    """A connection to the address that was checked, whatever the name says by now."""

    def __init__(self, target: Target) -> None:
        super().__init__(target.host, target.port, timeout=SECONDS)
        self._target = target

    def connect(self) -> None:
        sock = socket.create_connection((self._target.address, self.port), SECONDS)
        if self._target.secure:
            sock = ssl.create_default_context().wrap_socket(sock, server_hostname=self._target.host)
        self.sock = sock

    def cut(self) -> None:
        """End a conversation that takes too long."""
        if self.sock is not None:
            with suppress(OSError):
                self.sock.shutdown(socket.SHUT_RDWR)


def post(*, url: str, secret: str, message_id: str, body: bytes) -> Outcome:
    """Send a message once; never raises for what the network does."""
    try:
        target = resolve(url)
    except Barred as error:
        return Outcome(None, str(error)[:200])
    now = datetime.now(UTC)
    headers = {
        "Host": target.host_header,
        "Content-Type": "application/json",
        "User-Agent": "shengji_site-webhooks/1",
        "webhook-id": message_id,
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": Signer(secret).sign(message_id, now, body.decode()),
        "Connection": "close",
    }
    connection = _Connection(target)
    watch = threading.Timer(SECONDS_IN_ALL, connection.cut)
    watch.daemon = True
    watch.start()
    try:
        connection.request("POST", target.path, body, headers)
        answer = connection.getresponse()
        return Outcome(answer.status, f"{answer.status} {answer.reason}"[:200])
    except (OSError, http.client.HTTPException) as error:
        return Outcome(None, f"{type(error).__name__}: {error}"[:200])
    finally:
        watch.cancel()
        connection.close()
