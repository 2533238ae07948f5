"""What the tests stand on: private services, a live site, a site in a process of its own, a worker.

- ``db`` / ``transactional_db``  pytest-django's, on a Postgres started for this run
- ``services``     the running Postgres and Redis, for tests that use Redis without the database
- ``live_site``    the whole site in a thread of the test process (sees its database and overrides)
- ``web_process``  the same in a process of its own, to be killed and started again
- ``worker``       a real Celery worker with beat; mark such tests ``worker``. Elsewhere tasks are
                   called like functions, and what is enqueued is never run.
- browsers: see ``tests/browser/conftest.py``
"""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.error import URLError
from urllib.parse import quote
from urllib.request import urlopen

import pytest

from shengji_site.embedded import Services
from shengji_site.embedded.child import Child
from shengji_site.embedded.serve import web_command, worker_command

_services: Services | None = None


def _start_services() -> Services:
    global _services
    if _services is None:
        _services = Services(Path(os.environ["TEST_ROOT"]), durable=False, max_connections=300)
        _services.start()
    return _services


def pytest_sessionstart(session: pytest.Session) -> None:
    """Under xdist the controller runs the services, since its workers come and go."""
    if getattr(session.config.option, "numprocesses", None):
        _start_services()


def pytest_unconfigure(config: pytest.Config) -> None:
    """Leave nothing behind."""
    global _services
    if _services is not None:
        _services.stop()
        _services = None
    if os.environ.get("TEST_ROOT_OWNER") == str(os.getpid()):
        shutil.rmtree(os.environ["TEST_ROOT"], ignore_errors=True)


@pytest.fixture(scope="session")
def services() -> None:
    """A Postgres and a Redis of this run are up."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        _start_services()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    services: None, django_db_modify_db_settings_parallel_suffix: None
) -> None:
    """Before the test database is made: its server is up."""


@pytest.fixture(autouse=True)
def _fresh_cache(request: pytest.FixtureRequest) -> Iterator[None]:
    """No test sees what another one left in Redis."""
    yield
    if "services" in request.fixturenames or "django_db_setup" in request.fixturenames:
        from django.core.cache import cache

        cache.clear()


def listening() -> socket.socket:
    """A listening socket on a free port."""
    listener = socket.socket()
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # as the launcher does
    listener.bind(("127.0.0.1", 0))
    listener.listen(256)
    return listener


@dataclass(slots=True)
class Site:
    """Where a running site answers; ``url`` has no slash at its end."""

    url: str

    @property
    def ws_url(self) -> str:
        """The same for websockets."""
        return self.url.replace("http", "ws", 1)


@contextmanager
def site_in_thread() -> Iterator[Site]:
    """The site in a thread of this process, with the hooks of its start and end."""
    import uvicorn
    from django.db import connections

    from shengji_site.asgi import application

    config = uvicorn.Config(
        application,
        lifespan="on",
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        log_level="warning",
        timeout_graceful_shutdown=2,
    )
    server = uvicorn.Server(config)
    with closing(listening()) as listener:
        port = listener.getsockname()[1]

        def run() -> None:
            try:
                asyncio.run(server.serve(sockets=[listener]))
            finally:
                connections.close_all()

        thread = threading.Thread(target=run, name="site", daemon=True)
        thread.start()
        deadline = time.monotonic() + 20
        while not server.started:
            if not thread.is_alive() or time.monotonic() > deadline:
                raise RuntimeError("the site did not start")
            time.sleep(0.01)
        try:
            yield Site(f"http://127.0.0.1:{port}")
        finally:
            server.should_exit = True
            thread.join(timeout=20)
            assert not thread.is_alive(), "the site did not stop"


@pytest.fixture
def live_site(transactional_db: None) -> Iterator[Site]:
    """The whole site, on the test database."""
    with site_in_thread() as site:
        yield site


def process_environment() -> dict[str, str]:
    """For a process of its own: the site's settings on this test's database and Redis."""
    from django.db import connection

    host, name = (connection.settings_dict[key] for key in ("HOST", "NAME"))
    return {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "shengji_site.settings",
        "DATABASE_URL": f"postgresql://postgres@{quote(host, safe='')}/{name}",
        "PYTHONUNBUFFERED": "1",
        "LOG_LEVEL": "WARNING",
    }


@dataclass(slots=True)
class WebProcess(Site):
    """A web process that can be killed; its port stays open, so callers wait while it is away."""

    child: Child = field(default_factory=lambda: Child("web", []))

    def kill(self) -> None:
        """End it as a crash would."""
        assert self.child.process is not None
        self.child.process.send_signal(signal.SIGKILL)
        self.child.process.wait()

    def start(self) -> None:
        """Start it and wait until it answers."""
        self.child.start()
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            if not self.child.running:
                raise RuntimeError("the web process did not start")
            try:
                with urlopen(f"{self.url}/healthz", timeout=10):
                    return
            except URLError as error:
                if getattr(error, "code", None) == 503:  # up, without a worker
                    return
                time.sleep(0.05)
        raise RuntimeError("the web process does not answer")


@pytest.fixture
def web_process(transactional_db: None) -> Iterator[WebProcess]:
    """The site in a process of its own, started."""
    with closing(listening()) as listener:
        port, fd = listener.getsockname()[1], listener.fileno()
        child = Child("web", web_command(fd), env=process_environment(), pass_fds=[fd])
        web = WebProcess(f"http://127.0.0.1:{port}", child)
        try:
            web.start()
            yield web
        finally:
            child.stop()


@pytest.fixture
def worker(transactional_db: None) -> Iterator[Child]:
    """A real Celery worker with beat, ready for work."""
    from django.core.cache import cache

    from shengji_site.celery import HEARTBEAT

    (Path(os.environ["VAR_DIR"]) / "run").mkdir(parents=True, exist_ok=True)
    cache.delete(HEARTBEAT)
    child = Child("worker", worker_command(), env=process_environment())
    child.start()
    try:
        deadline = time.monotonic() + 30
        while cache.get(HEARTBEAT) is None:
            assert child.running, "the worker did not start"
            assert time.monotonic() < deadline, "the worker does not answer"
            time.sleep(0.05)
        yield child
    finally:
        child.stop()


@pytest.fixture
def make_user(db: None) -> Callable[..., object]:
    """``make_user("lin")`` makes a member with that name; more fields by keyword."""
    from django.contrib.auth import get_user_model

    def make(name: str, **fields: object) -> object:
        fields.setdefault("display_name", name)
        fields.setdefault("email", f"{name}@example.org")
        return get_user_model().objects.create_user(username=name, password="p4ss-w0rd!", **fields)

    return make
