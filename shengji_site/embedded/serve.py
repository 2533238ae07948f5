"""``make serve``: prepare, start everything, keep it running, stop everything."""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from contextlib import closing
from pathlib import Path
from typing import IO, Any

from .child import Child, adopt_orphans
from .config import BASE_DIR, RUN_INFO, VAR, run_info, secret_key
from .services import ServiceError, Services
from .site import LOCK, USERS, announce, forget_last, new_services, open_lock, try_lock

PYTHON = sys.executable
MANAGE = [PYTHON, str(BASE_DIR / "manage.py")]
COLLECT = """
import django
from django.core.management import call_command
django.setup()
call_command("collectstatic", interactive=False, verbosity=0)
"""
LONGEST_PAUSE = 30.0
"""Seconds between two restarts of a child that dies again and again."""


def web_command(fd: int) -> list[str]:
    """The web process: exactly one, because it owns the rooms of its tables."""
    return [
        *(PYTHON, "-m", "uvicorn", "shengji_site.asgi:application", "--fd", str(fd)),
        *("--lifespan", "on", "--no-server-header", "--no-access-log", "--log-level", "warning"),
        *(
            "--ws",
            "websockets-sansio",
            "--ws-max-size",
            "65536",
            "--ws-per-message-deflate",
            "false",
        ),
        *("--timeout-graceful-shutdown", "5"),
    ]


def worker_command() -> list[str]:
    """The Celery worker with its beat, in threads: one process for all background work."""
    schedule = VAR / "run" / "celerybeat-schedule"
    return [
        *(PYTHON, "-W", "ignore:You're running the worker with superuser privileges"),
        *("-m", "celery", "--quiet", "-A", "shengji_site", "worker", "-B", "-P", "threads"),
        *("-c", "4", "-l", "WARNING", "--schedule", str(schedule)),
        *("--without-gossip", "--without-mingle"),
    ]


def serve() -> int:
    """Run the site until Ctrl-C, SIGTERM or ``make stop``; the exit code."""
    host, port = os.environ.get("HOST") or "127.0.0.1", int(os.environ.get("PORT") or 8000)
    stop = threading.Event()
    _on_signals(stop)
    adopt_orphans()
    with open_lock(LOCK) as lock, open_lock(USERS) as users:
        _own(lock)
        fcntl.flock(users, fcntl.LOCK_SH)
        forget_last()
        with closing(_listen(host, port)) as listener:
            address = _address(listener)
            services = new_services()
            children: list[Child] = []
            collecting: Collecting | None = None
            try:
                env = _environment()
                collecting = Collecting.start(env)
                say("Starting the database")
                services.start()
                env |= announce(services, kind="serve", address=address)
                say("Bringing the database up to date")
                _run([*MANAGE, "migrate", "--no-input", "-v", "0"], env)
                collecting.finish()
                children = _processes(listener, env)
                for child in children:
                    child.start()
                if _wait_until_up(address, children, stop):
                    _welcome(address, env["DATABASE_URL"])
                    _watch([*services.children, *children], stop)
            except ServiceError:
                if not stop.is_set():  # interrupted at the start: no wonder that something failed
                    raise
            finally:
                if stop.is_set():
                    say("Stopping")
                if collecting is not None:
                    collecting.cancel()
                for child in children:
                    child.stop()
                RUN_INFO.unlink(missing_ok=True)
                services.stop()
    return 0


def stop_running() -> int:
    """``make stop``: end the server of this checkout, wherever it runs; the exit code."""
    with open_lock(LOCK) as lock:
        if try_lock(lock):
            say("Nothing is running.")
            return 0
        pid = run_info().get("pid")
        if not pid:
            say("A server is just starting or stopping; try again in a moment.")
            return 1
        os.kill(pid, signal.SIGTERM)
        deadline = time.monotonic() + 60
        while not try_lock(lock):
            if time.monotonic() > deadline:
                say(f"The server (process {pid}) does not stop.")
                return 1
            time.sleep(0.1)
    say("Stopped.")
    return 0


def say(text: str) -> None:
    """A line for the person at the terminal."""
    print(f"==> {text}", flush=True)


def _on_signals(stop: threading.Event) -> None:
    def handle(number: int, frame: object) -> None:
        stop.set()

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) != signal.SIG_IGN or number != signal.SIGHUP:
            signal.signal(number, handle)


def _own(lock: IO[str], patience: float = 15.0) -> None:
    """Become the owner of this checkout's services."""
    deadline = time.monotonic() + patience
    while not try_lock(lock):
        info = run_info()
        if info.get("kind") == "serve":
            raise ServiceError(f"Already running at {info.get('address')} (make stop ends it)")
        if time.monotonic() > deadline:
            raise ServiceError(
                f"A command uses the database of this folder (process {info.get('pid')});"
                " end it first"
            )
        time.sleep(0.2)


def _listen(host: str, port: int) -> socket.socket:
    """The listening socket, kept by the launcher: while the web process restarts, callers wait."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    # Inherited by every connection. The web process, which is handed the socket, takes it for a
    # unix one and would leave small messages waiting for up to 40 ms (Nagle).
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise ServiceError(
            f"Cannot listen on {host} port {port}: {error.strerror}."
            f" Try another port: PORT={port + 1} make serve"
        ) from None
    listener.listen(1024)
    return listener


def _address(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _environment() -> dict[str, str]:
    """The environment of the children, but for where the services are."""
    env = {
        "SITE_MODE": "embedded",
        "DJANGO_SETTINGS_MODULE": "shengji_site.settings",
        "DB_POOL": "10",
        "PYTHONUNBUFFERED": "1",
        **os.environ,
    }
    env.setdefault("SECRET_KEY", secret_key())
    return env


class Collecting:
    """Message catalogues and static files, made ready while the database starts."""

    def __init__(self, process: subprocess.Popen[str] | None, stamp: Path, text: str) -> None:
        self.process, self.stamp, self.text = process, stamp, text

    @classmethod
    def start(cls, env: dict[str, str]) -> Collecting:
        """Begin; static files are only collected when some have changed."""
        from tools.messages import compile_all

        compile_all()
        stamp = Path(env.get("STATIC_ROOT") or VAR / "static") / ".stamp"
        text = _static_fingerprint(env)
        if stamp.exists() and stamp.read_text() == text:
            return cls(None, stamp, text)
        say("Collecting the static files")
        return cls(_popen([PYTHON, "-c", COLLECT], env), stamp, text)

    def finish(self) -> None:
        """Wait for it."""
        if self.process is not None:
            _finish(self.process)
            self.stamp.write_text(self.text)
            self.process = None

    def cancel(self) -> None:
        """No longer needed."""
        if self.process is not None:
            self.process.kill()
            self.process.communicate()


def _static_fingerprint(env: dict[str, str]) -> str:
    """Changes with any static file of ours and with the packages that bring theirs."""
    digest = hashlib.sha256(f"{env.get('DEBUG')} {env.get('HASHED_STATIC')}".encode())
    files = [BASE_DIR / "requirements.txt", BASE_DIR / "shengji_site" / "staticfiles.py"]
    for path in [*files, *sorted((BASE_DIR / "static").rglob("*"))]:
        digest.update(f"{path} {path.stat().st_mtime_ns}\n".encode())
    return digest.hexdigest()


def _popen(command: list[str], env: dict[str, str]) -> subprocess.Popen[str]:
    return subprocess.Popen(command, cwd=BASE_DIR, env=env, stderr=subprocess.PIPE, text=True)


def _finish(process: subprocess.Popen[str]) -> None:
    _, errors = process.communicate()
    if process.returncode:
        raise ServiceError(f"A step of the start failed:\n{errors}")


def _run(command: list[str], env: dict[str, str]) -> None:
    _finish(_popen(command, env))


def _processes(listener: socket.socket, env: dict[str, str]) -> list[Child]:
    fd = listener.fileno()
    return [
        Child("the web process", web_command(fd), env=env, cwd=BASE_DIR, pass_fds=[fd]),
        # its Redis may die first, and then it would wait for it in a warm shutdown without end
        Child(
            "the worker",
            worker_command(),
            death_signal=signal.SIGKILL,
            env=env,
            cwd=BASE_DIR,
        ),
    ]


def _health(address: str) -> dict[str, Any]:
    try:
        with urllib.request.urlopen(f"{address}healthz", timeout=3) as answer:
            health: dict[str, Any] = json.load(answer)
            return health
    except (OSError, ValueError):
        return {}


def _wait_until_up(address: str, children: list[Child], stop: threading.Event) -> bool:
    """Until pages, database, Redis and worker all answer; False when told to stop meanwhile."""
    while not stop.wait(0.1):
        for child in children:
            if not child.running:
                raise ServiceError(f"{child.name} did not start; what it said stands above")
        if _health(address).get("status") == "ok":
            return True
    return False


def _welcome(address: str, database_url: str) -> None:
    import psycopg

    with psycopg.connect(database_url) as connection:
        admins = connection.execute("SELECT count(*) FROM accounts_user WHERE is_superuser")
        first_run = admins.fetchone() == (0,)
    print(f"\n    The site is up:  {address}\n", flush=True)
    if first_run:
        print(
            "    To become its administrator, in another terminal:\n"
            "        .venv/bin/python manage.py createsuperuser\n"
            f"    and then sign in at {address}admin/\n",
            flush=True,
        )
    print("    Ctrl-C stops it.\n", flush=True)


def _watch(children: list[Child], stop: threading.Event) -> None:
    """Restart what dies, at once the first time and then at growing intervals."""
    due: dict[int, float] = {}
    while not stop.wait(0.2):
        now = time.monotonic()
        for index, child in enumerate(children):
            if child.running:
                if child.crashes and now - child.started_at > 60:
                    child.crashes = 0
            elif index not in due:
                pause = min(LONGEST_PAUSE, 2.0**child.crashes - 1)
                child.crashes += 1
                due[index] = now + pause
                code = child.process.returncode if child.process else None
                say(f"{child.name} has ended (exit {code}); starting it again in {pause:.0f} s")
            elif now >= due[index]:
                del due[index]
                child.sweep()
                child.start()


__all__ = ["Services", "serve", "stop_running", "web_command", "worker_command"]
