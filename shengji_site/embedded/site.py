"""The services of this checkout: one launcher owns them, everybody else joins."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO
from urllib.parse import unquote, urlsplit

from .config import RUN_INFO, VAR, run_info
from .services import ServiceError, Services

LOCK = VAR / "run" / "owner.lock"
USERS = VAR / "run" / "users.lock"

NEEDS_NOTHING = {"", "check", "collectstatic", "diffsettings", "help", "version"}
"""Commands of ``manage.py`` that touch neither database nor Redis."""


def open_lock(path: Path) -> IO[str]:
    """A file to hold a lock on."""
    path.parent.mkdir(parents=True, exist_ok=True)
    return path.open("a")


def try_lock(file: IO[str], how: int = fcntl.LOCK_EX) -> bool:
    """Take the lock if nobody holds it."""
    try:
        fcntl.flock(file, how | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def owner_alive() -> bool:
    """Whether some process runs the services of this checkout."""
    with open_lock(LOCK) as lock:
        return not try_lock(lock)


def new_services() -> Services:
    """The services that the environment does not name already."""
    return Services(
        VAR / "data",
        postgres=not os.environ.get("DATABASE_URL"),
        redis=not os.environ.get("REDIS_URL"),
    )


def announce(found: Services, **more: object) -> dict[str, str]:
    """Write down what runs, and return the variables by which other processes find it."""
    urls = {
        "DATABASE_URL": os.environ.get("DATABASE_URL") or found.database_url(),
        "REDIS_URL": os.environ.get("REDIS_URL") or found.redis_url(),
    }
    draft = RUN_INFO.with_suffix(".new")
    draft.touch(mode=0o600)
    draft.write_text(json.dumps({"pid": os.getpid(), **urls, **more}))
    draft.rename(RUN_INFO)
    return urls


def forget_last() -> None:
    """Clean up after a launcher that was killed: its note, and a socket folder under /tmp."""
    host = unquote(urlsplit(run_info().get("DATABASE_URL", "")).netloc.rpartition("@")[2])
    if host.startswith(f"{tempfile.gettempdir()}/shengji-"):
        shutil.rmtree(host, ignore_errors=True)
    RUN_INFO.unlink(missing_ok=True)


@contextmanager
def services() -> Iterator[dict[str, str]]:
    """Join the running services or run them for the length of the block.

    Sets ``DATABASE_URL`` and ``REDIS_URL`` in the environment, so use it before Django is set up.
    """
    if os.environ.get("DATABASE_URL") and os.environ.get("REDIS_URL"):
        yield {name: os.environ[name] for name in ("DATABASE_URL", "REDIS_URL")}
        return
    with open_lock(LOCK) as lock, open_lock(USERS) as users:
        fcntl.flock(users, fcntl.LOCK_SH)
        own = new_services() if try_lock(lock) else None
        before = dict(os.environ)
        try:
            if own is not None:
                forget_last()
                own.start()
                urls = announce(own, kind="command")
            else:
                urls = _join()
            os.environ.setdefault("SITE_MODE", "embedded")
            os.environ.update(urls)
            yield urls
        finally:
            for name in ("DATABASE_URL", "REDIS_URL", "SITE_MODE"):
                if name not in before:
                    os.environ.pop(name, None)
            if own is not None:
                _wait_for_others(users)
                RUN_INFO.unlink(missing_ok=True)
                own.stop()


def _join(timeout: float = 60.0) -> dict[str, str]:
    deadline = time.monotonic() + timeout
    while not (info := run_info()):
        if time.monotonic() > deadline:
            raise ServiceError("The services are being started by another process and do not come")
        time.sleep(0.1)
    return {name: os.environ.get(name) or info[name] for name in ("DATABASE_URL", "REDIS_URL")}


def _wait_for_others(users: IO[str]) -> None:
    """Others have joined the services of this command: let them finish first."""
    fcntl.flock(users, fcntl.LOCK_UN)
    if not try_lock(users):
        print("Waiting for other commands that use the same database…", file=sys.stderr)
        fcntl.flock(users, fcntl.LOCK_EX)


@contextmanager
def services_for(argv: Sequence[str]) -> Iterator[None]:
    """Services for one call of ``manage.py``, if that command and mode need them."""
    debug = os.environ.get("DEBUG", "").lower()
    production = os.environ.get(
        "SITE_MODE", "production" if debug in ("0", "false", "off", "no") else "embedded"
    )
    command = argv[0] if argv and not argv[0].startswith("-") else ""
    if production == "production" or command in NEEDS_NOTHING or "--help" in argv:
        yield
        return
    with services():
        yield
