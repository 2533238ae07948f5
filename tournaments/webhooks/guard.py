"""Where a webhook may go: public addresses, so that nobody reads our private networks through us.

The name is looked up once and the connection goes to the address that was checked; a name that
points elsewhere a moment later gains nothing. Redirects are not followed.
"""

from __future__ import annotations

import socket
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings

PORTS: Final = {"http": 80, "https": 443}
LONGEST: Final = 300


class Barred(Exception):
    """The address may not be used; ``str()`` says why, in English, for the organiser."""


@dataclass(frozen=True, slots=True)
class Target:
    """Where to connect, and what to ask for there."""

    secure: bool
    host: str
    port: int
    address: str
    path: str

    @property
    def host_header(self) -> str:
        """The host as the receiver expects it."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return (
            host
            if self.port == PORTS["https" if self.secure else "http"]
            else (f"{host}:{self.port}")
        )


def parse(url: str) -> tuple[str, str, int, str]:
    """Scheme, host, port and path of an address; ``Barred`` when it is none for webhooks."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise Barred(str(error)) from None
    if parts.scheme not in PORTS or not parts.hostname or len(url) > LONGEST:
        raise Barred("not an http or https address")
    if parts.username or parts.password:
        raise Barred("no user or password in the address")
    if not url.isascii() or not url.isprintable() or " " in url:
        raise Barred("only ASCII characters in the address")
    path = parts.path or "/"
    return (
        parts.scheme,
        parts.hostname,
        port or PORTS[parts.scheme],
        f"{path}?{parts.query}" if parts.query else path,
    )


def is_public(address: str) -> bool:
    """Whether an IP address is one of the whole Internet."""
    found = ip_address(address.partition("%")[0])
    mapped = getattr(found, "ipv4_mapped", None)
    found = mapped or found
    return found.is_global and not found.is_multicast


def check(url: str) -> None:
    """What can be known without looking the name up; ``Barred``."""
    _scheme, host, _port, _path = parse(url)
    if settings.WEBHOOKS_TO_PRIVATE_NETWORKS:
        return
    try:
        public = is_public(host)
    except ValueError:  # a name
        public = "." in host and not host.endswith((".localhost", ".local", ".internal"))
    if not public:
        raise Barred("the address is in a private network")


def resolve(url: str) -> Target:
    """The target of a webhook's address; ``Barred``, also when a name has no public address."""
    scheme, host, port, path = parse(url)
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise Barred(f"no such host: {error}") from None
    addresses = [str(info[4][0]) for info in found]
    if not settings.WEBHOOKS_TO_PRIVATE_NETWORKS and not all(map(is_public, addresses)):
        raise Barred("the address is in a private network")
    return Target(scheme == "https", host, port, addresses[0], path)
