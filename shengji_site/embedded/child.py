"""One child process of the launcher: started so that it cannot outlive it, and stopped cleanly."""

from __future__ import annotations

import ctypes
import os
import pwd
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

_libc = ctypes.CDLL(None, use_errno=True)
_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36


def die_with_parent(sig: int = signal.SIGTERM) -> None:
    """Have the kernel send ``sig`` to this process when its parent ends, however it ends."""
    _libc.prctl(_PR_SET_PDEATHSIG, sig)


def adopt_orphans() -> None:
    """Become the parent of what our children leave behind, so that ``sweep`` can bury it."""
    _libc.prctl(_PR_SET_CHILD_SUBREAPER, 1)


def as_user(name: str | None) -> dict[str, Any]:
    """The arguments of ``subprocess`` that run a program as somebody else."""
    if name is None:
        return {}
    return {"user": name, "group": pwd.getpwnam(name).pw_gid, "extra_groups": []}


@dataclass(slots=True)
class Child:
    """A process in a session of its own, so that Ctrl-C reaches the launcher alone."""

    name: str
    argv: Sequence[str]
    stop_signal: int = signal.SIGTERM
    log: Path | None = None
    """Where its output goes; None: the launcher's own."""
    env: Mapping[str, str] | None = None
    user: str | None = None
    cwd: Path | None = None
    pass_fds: Sequence[int] = ()
    death_signal: int | None = None
    """What it gets when the launcher dies without stopping it; None: ``stop_signal``."""
    process: subprocess.Popen[bytes] | None = None
    started_at: float = 0.0
    crashes: int = field(default=0)

    def start(self) -> None:
        """Start the process. Call it from the main thread: the kernel ties it to that thread."""
        parent = os.getpid()
        death_signal = self.death_signal or self.stop_signal

        def in_child() -> None:  # after the change of user, which would clear the tie
            die_with_parent(death_signal)
            if os.getppid() != parent:
                os.kill(os.getpid(), signal.SIGKILL)

        output = None if self.log is None else self.log.open("ab")
        try:
            self.process = subprocess.Popen(
                self.argv,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=None if output is None else subprocess.STDOUT,
                env=None if self.env is None else dict(self.env),
                **as_user(self.user),
                cwd=self.cwd,
                pass_fds=tuple(self.pass_fds),
                start_new_session=True,
                preexec_fn=in_child,
            )
        finally:
            if output is not None:
                output.close()
        self.started_at = time.monotonic()

    @property
    def running(self) -> bool:
        """Whether the process is alive."""
        return self.process is not None and self.process.poll() is None

    def stop(self, timeout: float = 10.0) -> None:
        """Ask it to end, insist after ``timeout`` seconds, and end what it left behind."""
        if self.process is None:
            return
        if self.running:
            self.process.send_signal(self.stop_signal)
            try:
                self.process.wait(timeout)
            except subprocess.TimeoutExpired:
                self.process.kill()
        self.process.wait()
        self.sweep()

    def sweep(self) -> None:
        """End the rest of its process group, such as the beat of a worker that was killed."""
        if self.process is None:
            return
        group = self.process.pid
        with suppress(ProcessLookupError):
            os.killpg(group, signal.SIGKILL)
        with suppress(ChildProcessError):
            while True:
                os.waitpid(-group, 0)
