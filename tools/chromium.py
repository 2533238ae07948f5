"""The Chromium for browser tests and screenshots: the machine's own before playwright's."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


class NoChromium(RuntimeError):
    """There is none."""


def find_chromium() -> str:
    """The path of a Chromium that can be started."""
    for name in ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome"):
        path = shutil.which(name)
        if path:
            return path
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    if Path(path).exists():
        return path
    raise NoChromium(
        "No Chromium found. On Debian: apt-get install chromium; elsewhere: .venv/bin/playwright"
        " install chromium"
    )


if __name__ == "__main__":
    try:
        print(find_chromium())
    except NoChromium as error:
        sys.exit(str(error))
