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
from typing import Final

NO_LIBRARIES: Final = 3
"""Exit status where Pango and its kin are not installed."""
SECONDS: Final = 180
KEPT: Final = 600
"""Seconds that a PDF is kept: the same page is often fetched by many at once."""
LARGEST_KEPT: Final = 4_000_000

_presses = threading.BoundedSemaphore(2)


class CannotPrint(Exception):
    """There is no PDF: the libraries are missing, or it took too long."""


@cache
def available() -> bool:
    """The system has what WeasyPrint needs (Pango); looked at once a process."""
    found = _run("--check", b"")
    return found.returncode == 0


def pdf(html: str) -> bytes:
    """The PDF of a page; ``CannotPrint``."""
    from django.core.cache import cache as kept

    data = html.encode()
    key = f"pdf:{sha256(data).hexdigest()}"
    found: bytes | None = kept.get(key)
    if found is not None:
        return found
    with _presses:
        try:
            done = _run("--print", data)
        except subprocess.TimeoutExpired as error:
            raise CannotPrint(f"not printed within {SECONDS} s") from error
    if done.returncode:
        raise CannotPrint(done.stderr.decode(errors="replace")[-500:])
    if len(done.stdout) <= LARGEST_KEPT:
        kept.set(key, done.stdout, KEPT)
    return done.stdout


def _run(verb: str, data: bytes) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "tournaments.paper.press", verb]
    return subprocess.run(command, input=data, capture_output=True, timeout=SECONDS, check=False)


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
