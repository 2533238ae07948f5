"""What the benchmark of the live table plays against: services, rows, and a web process."""

from __future__ import annotations

import os
import socket
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

from shengji_site.embedded import Services
from shengji_site.embedded.child import Child
from shengji_site.embedded.serve import web_command

PACE = '{"draw": 0, "closing": 0.3, "ready": 0.1, "void": 0.05, "think": 0, "linger": 0, "away": 0}'
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(slots=True)
class Site:
    """A running web process and where it answers."""

    port: int
    web: Child
    services: list[Child]

    def cpu(self) -> tuple[float, float]:
        """Seconds of processor time of the web process, and of the services, so far."""
        assert self.web.process is not None
        pids = [child.process.pid for child in self.services if child.process is not None]
        return _cpu(self.web.process.pid), sum(_cpu_of_tree(pid) for pid in pids)


def _cpu(pid: int) -> float:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / TICKS


def _cpu_of_tree(pid: int) -> float:
    children = Path(f"/proc/{pid}/task/{pid}/children")
    below = children.read_text().split() if children.exists() else []
    return _cpu(pid) + sum(_cpu_of_tree(int(child)) for child in below)


@contextmanager
def site() -> Iterator[Site]:
    """Private services on disk, migrated, and the web process as ``make serve`` starts it."""
    with tempfile.TemporaryDirectory(prefix="shengji-bench-") as folder:
        Path(folder).chmod(0o711)
        services = Services(Path(folder))
        services.start()
        try:
            os.environ.update(
                SITE_MODE="embedded",
                SECRET_KEY="for the benchmark only",
                DATABASE_URL=services.database_url(),
                REDIS_URL=services.redis_url(),
                VAR_DIR=folder,
                HASHED_STATIC="0",
                LIVE=PACE,
                DJANGO_SETTINGS_MODULE="shengji_site.settings",
            )
            _migrate()
            with closing(_listening()) as listener:
                fd = listener.fileno()
                web = Child("web", web_command(fd), pass_fds=[fd], env=dict(os.environ))
                web.start()
                port = listener.getsockname()[1]
                try:
                    _wait(port)
                    yield Site(port, web, services.children)
                finally:
                    web.stop(timeout=30)
        finally:
            services.stop()


def _migrate() -> None:
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)


def _listening() -> socket.socket:
    listener = socket.socket()
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # as the launcher does
    listener.bind(("127.0.0.1", 0))
    listener.listen(4096)
    return listener


def _wait(port: int) -> None:
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        try:
            urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5).close()
            return
        except HTTPError:
            return  # it answers; there is no worker here
        except OSError:
            time.sleep(0.1)
    raise RuntimeError("the web process does not answer")


def make_tables(count: int) -> list[tuple[str, list[str]]]:
    """Tables of four persons each: their codes, and the session cookies of the four."""
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.cached_db import SessionStore
    from django.contrib.sessions.models import Session
    from django.utils import timezone

    from accounts.models import User
    from games.engine.api import game_of
    from games.models import Seat, Table

    options = game_of("shuangsheng").complete({})
    first = User.objects.count()
    users = User.objects.bulk_create(
        [
            User(username=f"p{first + n}", display_name=f"P{n}", password="!bench")
            for n in range(4 * count)
        ]
    )
    tables = Table.objects.bulk_create(
        [
            Table(game="shuangsheng", options=options, host=users[4 * n], turn_seconds=600)
            for n in range(count)
        ]
    )
    Seat.objects.bulk_create(
        [Seat(table=tables[n // 4], index=n % 4, user=user) for n, user in enumerate(users)]
    )
    store = SessionStore()
    expires = timezone.now() + timedelta(days=1)
    keys = [f"bench{first + n:027d}" for n in range(len(users))]

    def data(user: Any) -> str:
        return store.encode(
            {
                SESSION_KEY: str(user.pk),
                BACKEND_SESSION_KEY: "django.contrib.auth.backends.ModelBackend",
                HASH_SESSION_KEY: user.get_session_auth_hash(),
            }
        )

    Session.objects.bulk_create(
        [
            Session(session_key=key, session_data=data(user), expire_date=expires)
            for key, user in zip(keys, users, strict=True)
        ]
    )
    return [(table.code, keys[4 * n : 4 * n + 4]) for n, table in enumerate(tables)]
