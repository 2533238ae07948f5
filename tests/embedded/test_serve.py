"""The one-command site as a person uses it: start, crash, stop, start again."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from urllib.request import urlopen

import psutil
import pytest

BASE = Path(__file__).resolve().parent.parent.parent
pytestmark = pytest.mark.slow


class Launcher:
    """A launcher whose data lies in a folder of its own."""

    def __init__(self, var: Path) -> None:
        self.var = var
        drop = ("DATABASE_URL", "REDIS_URL", "REDIS_PREFIX", "SECRET_KEY", "DJANGO_SETTINGS_MODULE")
        self.env = {k: v for k, v in os.environ.items() if k not in drop}
        self.env |= {"VAR_DIR": str(var), "PORT": "0", "HASHED_STATIC": "0"}
        self.process: subprocess.Popen[str] | None = None
        self.family: list[psutil.Process] = []

    def start(self) -> None:
        """Run ``serve`` until it says that the site is up."""
        self.process = self.verb("serve")
        assert self.process.stdout is not None
        said = []
        for line in self.process.stdout:
            said.append(line)
            if "Ctrl-C stops it" in line:
                self.said = "".join(said)
                return
        pytest.fail("".join(said))

    def verb(self, *argv: str) -> subprocess.Popen[str]:
        """One call of the launcher."""
        return subprocess.Popen(
            [sys.executable, "-m", "shengji_site.embedded", *argv],
            cwd=BASE,
            env=self.env,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    @property
    def address(self) -> str:
        """Where the site answers."""
        info: dict[str, str] = json.loads((self.var / "run" / "site.json").read_text())
        return info["address"]

    def health(self) -> dict[str, str]:
        """What ``/healthz`` says."""
        with urlopen(f"{self.address}healthz", timeout=20) as answer:
            health: dict[str, str] = json.load(answer)
            return health

    def pids(self, words: str) -> set[int]:
        """The children of the launcher with these words in their command."""
        assert self.process is not None
        found = set()
        for child in psutil.Process(self.process.pid).children():
            with suppress(psutil.Error):  # it may end while we look
                if words in " ".join(child.cmdline()):
                    found.add(child.pid)
        return found

    def remember_family(self) -> None:
        """Note all processes that must be gone later."""
        assert self.process is not None
        launcher = psutil.Process(self.process.pid)
        self.family = [launcher, *launcher.children(recursive=True)]

    def assert_all_gone(self) -> None:
        """None of them is left, once they have finished what they were at."""
        _, alive = psutil.wait_procs(self.family, timeout=20)
        assert not alive


def eventually(condition: Callable[[], object], seconds: float = 20) -> None:
    """Wait for something another process does."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.05)


@pytest.fixture
def launcher(tmp_path: Path) -> Iterator[Launcher]:
    """A launcher, not started; ended at the end of the test."""
    for folder in (tmp_path, *tmp_path.parents):  # as root, Postgres is somebody else
        if folder.owner() == psutil.Process().username() and folder != Path("/"):
            folder.chmod(folder.stat().st_mode | 0o011)
    launcher = Launcher(tmp_path / "var")
    yield launcher
    if launcher.process is not None and launcher.process.poll() is None:
        launcher.process.terminate()
        launcher.process.wait(30)


def test_a_life_of_the_site(launcher: Launcher) -> None:
    launcher.start()
    assert "createsuperuser" in launcher.said
    assert launcher.health()["status"] == "ok"

    # a second one is told where the first one is
    second = launcher.verb("serve")
    assert f"Already running at {launcher.address}" in second.communicate(timeout=30)[0]
    assert second.returncode == 1

    # manage.py joins the running services
    made = subprocess.run(
        [sys.executable, "manage.py", "createsuperuser", "--no-input", "--username", "root"],
        cwd=BASE,
        env={
            **launcher.env,
            "DJANGO_SUPERUSER_PASSWORD": "p4ss",
            "DJANGO_SUPERUSER_EMAIL": "r@x.org",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0, made.stderr

    # a crashed web process comes back by itself, on the same address; so does a worker
    for words in ("uvicorn", "celery"):
        (old,) = launcher.pids(words)
        os.kill(old, signal.SIGKILL)
        eventually(lambda words=words, old=old: launcher.pids(words) - {old})  # type: ignore[misc]
    assert launcher.health()["database"] == "ok"

    # Ctrl-C ends everything
    launcher.remember_family()
    assert launcher.process is not None
    launcher.process.send_signal(signal.SIGINT)
    assert launcher.process.wait(30) == 0
    launcher.assert_all_gone()
    assert not (launcher.var / "data" / "sockets").exists()

    # the second start finds the data
    launcher.start()
    assert "createsuperuser" not in launcher.said


def test_a_killed_launcher_takes_everything_with_it(launcher: Launcher) -> None:
    """And the next one starts over its remains."""
    launcher.start()
    launcher.remember_family()
    launcher.process.kill()
    launcher.assert_all_gone()
    launcher.start()
    assert launcher.health()["status"] == "ok"

    # make stop
    launcher.remember_family()
    assert launcher.verb("stop").wait(30) == 0
    launcher.assert_all_gone()
    assert "Nothing is running" in launcher.verb("stop").communicate(timeout=10)[0]


def test_a_long_path_and_a_command_for_the_time_of_a_command(launcher: Launcher) -> None:
    launcher.env["VAR_DIR"] = str(launcher.var / ("deep-" * 20) / "var")
    run = launcher.verb(
        *("run", "--", sys.executable, "-c"),
        "import os, psycopg; c = psycopg.connect(os.environ['DATABASE_URL']);"
        "print('version', c.info.server_version // 10000, c.info.host)",
    )
    said = run.communicate(timeout=60)[0]
    assert run.returncode == 0, said
    host = said.split()[-1]
    assert host.startswith("/tmp/shengji-")
    assert not Path(host).exists()
