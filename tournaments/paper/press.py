"""HTML becomes PDF, in a process of its own so that no table waits while a book is printed.

As a program (``python -m tournaments.paper.press``) it reads HTML and writes PDF. Nothing is ever
fetched: styles and pictures are in the page.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
NO_LIBRARIES: Final = 3
"""Exit status where Pango and its kin are not installed."""
SECONDS: Final = 180
KEPT: Final = 600
"""Seconds that a PDF is kept: the same page is often fetched by many at once."""
LARGEST_KEPT: Final = 4_000_000

PATIENCE: Final = 60
"""Seconds that a page waits for its turn."""

_presses = threading.BoundedSemaphore(2)


class CannotPrint(Exception):
    """There is no PDF: the libraries are missing, the presses are busy, or it took too long."""


@cache
def available() -> bool:
    """The system has what WeasyPrint needs (Pango); looked at once a process."""
    found = _run("--check", b"")
    return found.returncode == 0


def pdf(html: str, *, but: str = "") -> bytes:
    """The PDF of a page; ``CannotPrint``.

    One that was printed a short while ago is handed out again if nothing but the text ``but``
    (the time of printing) differs.
    """
    key = f"pdf:{sha256((html.replace(but, '') if but else html).encode()).hexdigest()}"
    found = _kept(key)
    if found is not None:
        return found
    if not _presses.acquire(timeout=PATIENCE):
        raise CannotPrint("the presses are busy")
    try:
        return _kept(key) or _print(html, key)
    finally:
        _presses.release()


def _kept(key: str) -> bytes | None:
    from django.core.cache import cache as kept

    found: bytes | None = kept.get(key)
    return found


def _print(html: str, key: str) -> bytes:
    from django.core.cache import cache as kept

    try:
        done = _run("--print", html.encode())
    except subprocess.TimeoutExpired as error:
        raise CannotPrint(f"not printed within {SECONDS} s") from error
    if done.returncode:
        raise CannotPrint(done.stderr.decode(errors="replace")[-500:])
    if len(done.stdout) <= LARGEST_KEPT:
        kept.set(key, done.stdout, KEPT)
    return done.stdout


def _run(verb: str, data: bytes) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "tournaments.paper.press", verb]
    return subprocess.run(
        command, input=data, capture_output=True, timeout=SECONDS, check=False, cwd=ROOT
    )


# ------------------------------------------------------------------------- in the process


def main(verb: str) -> int:
    """Print what comes in; answers the exit status."""
    try:
        from weasyprint import HTML
        from weasyprint.urls import URLFetcher
    except OSError as error:
        print(error, file=sys.stderr)
        return NO_LIBRARIES
    if verb == "--check":
        return 0
    os.nice(10)
    html = sys.stdin.buffer.read().decode()
    nothing = URLFetcher(allowed_protocols=())
    page = HTML(string=html, base_url="about:blank", url_fetcher=nothing)
    sys.stdout.buffer.write(page.write_pdf(pdf_tags=False))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if sys.argv[1:] else "--print"))
