"""What the settings ask: where the services are, the secret key, the names of this machine."""

from __future__ import annotations

import json
import os
import secrets
import socket
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote, urlsplit

BASE_DIR = Path(__file__).resolve().parent.parent.parent
VAR = Path(os.environ.get("VAR_DIR") or BASE_DIR / "var")
"""Everything the embedded site writes lies in here; not in git."""
RUN_INFO = VAR / "run" / "site.json"
NOT_RUNNING = VAR / "run" / "services-are-not-running--make-serve-starts-them"
"""Stands in for the socket folder, so that the error of a connection says what to do."""


def run_info() -> dict[str, Any]:
    """What the running launcher has written about itself; empty if there is none."""
    try:
        info: dict[str, Any] = json.loads(RUN_INFO.read_text())
        return info
    except (OSError, ValueError):
        return {}


def database_url() -> str:
    """The address of the embedded Postgres, whether or not it is running."""
    return run_info().get("DATABASE_URL") or f"postgresql://postgres@{quote_path(NOT_RUNNING)}/site"


def redis_url() -> str:
    """The address of the embedded Redis, whether or not it is running."""
    return run_info().get("REDIS_URL") or f"unix://{NOT_RUNNING}/redis.sock"


def quote_path(path: Path) -> str:
    """A socket folder as the host part of a URL."""
    return quote(str(path), safe="")


def django_database(url: str) -> dict[str, Any]:
    """A database URL as Django's settings; unix sockets (``@%2Fpath``) and options included."""
    parts = urlsplit(url)
    if parts.scheme not in ("postgres", "postgresql"):
        raise ValueError(f"DATABASE_URL must begin with postgresql://, not {parts.scheme}://")
    credentials, _, address = parts.netloc.rpartition("@")
    user, _, password = credentials.partition(":")
    host, _, port = address.partition(":") if not address.startswith("[") else (address, "", "")
    options: dict[str, Any] = dict(
        item.split("=", 1) for item in parts.query.split("&") if "=" in item
    )
    if os.environ.get("DB_POOL"):
        options["pool"] = {"min_size": 1, "max_size": int(os.environ["DB_POOL"]), "timeout": 10}
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(user),
        "PASSWORD": unquote(password),
        "HOST": unquote(host).strip("[]"),
        "PORT": port,
        "OPTIONS": options,
        "CONN_HEALTH_CHECKS": True,
    }


def kombu_url(url: str) -> str:
    """A Redis URL as Celery's broker wants it: unix sockets have a scheme of their own there."""
    if not url.startswith("unix://"):
        return url
    parts = urlsplit(url)
    db = dict(item.split("=", 1) for item in parts.query.split("&") if "=" in item).get("db", "0")
    return f"redis+socket://{parts.path}?virtual_host={db}"


def secret_key() -> str:
    """The key of the embedded site, made at the first start and kept in ``var/``."""
    path = VAR / "secret_key"
    with suppress(FileNotFoundError):
        return path.read_text().strip()
    VAR.mkdir(parents=True, exist_ok=True)
    draft = VAR / f"secret_key.{os.getpid()}"
    draft.touch(mode=0o600)
    draft.write_text(secrets.token_urlsafe(50))
    with suppress(FileExistsError):
        os.link(draft, path)  # the first of several processes wins
    draft.unlink()
    return path.read_text().strip()


def local_hosts(host: str) -> list[str]:
    """The host names an embedded site answers to: this machine's own, and what HOST says."""
    names = ["localhost", "127.0.0.1", "[::1]"]
    if host in ("0.0.0.0", "::", "*"):  # open to the local network
        import psutil

        addresses = [a for group in psutil.net_if_addrs().values() for a in group]
        names += [socket.gethostname(), f"{socket.gethostname()}.local"]
        names += [a.address for a in addresses if a.family == socket.AF_INET]
        names += [f"[{a.address.split('%')[0]}]" for a in addresses if a.family == socket.AF_INET6]
    elif host:
        names.append(host)
    return names
