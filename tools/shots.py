"""Pictures of the pages, to look at before anybody else does.

    make shots                             every page, 390 and 1280 wide, light and dark, zh and en
    .venv/bin/python -m tools.shots table  only pictures whose name contains one of these words
                                           ("table", "390", "dark", "en" …)
    .venv/bin/python -m tools.shots --readme  put two of them together for the README

Starts a site of its own with fresh data, signs a member in and writes PNGs to var/shots/.
A new page is one line in ``PAGES``.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count, product
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from playwright.sync_api import Error as PlaywrightError

from tools.chromium import CHROMIUM_ARGUMENTS, find_chromium

BASE = Path(__file__).resolve().parent.parent
SHOTS = BASE / "var" / "shots"
PASSWORD = "a-cup-of-tea"
MEMBERS = f"""
from django.contrib.auth import get_user_model
for i in range(40):
    get_user_model().objects.create_user(f"lin{{i}}", password="{PASSWORD}", display_name="林晓")
"""
"""Many, because nobody plays at two tables at once."""


@dataclass(frozen=True, slots=True)
class Shot:
    """One page; ``member``: seen signed in."""

    name: str
    path: str
    member: bool = True


PAGES = [
    Shot("welcome", "/", member=False),
    Shot("sign-in", "/accounts/login/", member=False),
    Shot("sign-up", "/accounts/signup/", member=False),
    Shot("not-found", "/no-such-page/", member=False),
    Shot("lobby", "/"),
    Shot("choose-game", "/tables/new/"),
    Shot("new-table", "/tables/new/shuangsheng/"),
    Shot("settings", "/accounts/settings/"),
    Shot("matches", "/matches/"),
    Shot("rules", "/rules/"),
    Shot("rules-shuangsheng", "/rules/shuangsheng/"),
    Shot("fair", "/fair/"),
]
SIZES = {"390": (390, 844), "1280": (1280, 800)}
THEMES = ("light", "dark")
LANGUAGES = {"zh": ("zh-CN", "zh-hans"), "en": ("en-GB", "en")}
GAMES = ("shuangsheng", "guandan")
"""The games whose live tables are shown."""


@contextmanager
def fresh_site() -> Iterator[str]:
    """The address of a site with no data but members, ended afterwards."""
    var = Path(tempfile.mkdtemp(prefix="shots-"))
    var.chmod(0o755)
    drop = ("DATABASE_URL", "REDIS_URL", "SECRET_KEY")
    env = {k: v for k, v in os.environ.items() if k not in drop}
    env |= {"VAR_DIR": str(var), "PORT": "0", "LOG_LEVEL": "WARNING"}
    launcher = subprocess.Popen(
        [sys.executable, "-m", "shengji_site.embedded", "serve"],
        cwd=BASE,
        env=env,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert launcher.stdout is not None
        for line in launcher.stdout:
            if "The site is up:" in line:
                address = line.split()[-1].rstrip("/")
                break
        else:
            raise RuntimeError("the site did not start")
        subprocess.run(
            [sys.executable, "manage.py", "shell", "-v0", "-c", MEMBERS],
            cwd=BASE,
            env=env,
            check=True,
        )
        yield address
    finally:
        launcher.terminate()
        launcher.wait(60)
        shutil.rmtree(var, ignore_errors=True)


@contextmanager
def chromium() -> Iterator[Browser]:
    """A running browser."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_chromium(), args=CHROMIUM_ARGUMENTS
        )
        yield browser
        browser.close()


def profile(browser: Browser, address: str, size: str, theme: str, language: str) -> BrowserContext:
    """A browser profile of one size, theme and language."""
    width, height = SIZES[size]
    locale, _code = LANGUAGES[language]
    context = browser.new_context(
        base_url=address,
        viewport={"width": width, "height": height},
        locale=locale,
        color_scheme=theme,  # type: ignore[arg-type]
        device_scale_factor=2 if size == "390" else 1,
        is_mobile=size == "390",
        has_touch=size == "390",
        reduced_motion="reduce",
    )
    context.set_default_timeout(10_000)
    context.add_cookies([{"name": "theme", "value": theme, "url": address}])
    return context


def sign_in(page: Page, name: str) -> None:
    """Through the form, as anybody does."""
    page.context.clear_cookies(name="sessionid")
    page.goto("/accounts/login/")
    page.fill("input[name=login]", name)
    page.fill("input[name=password]", PASSWORD)
    page.locator("form", has=page.locator("input[name=password]")).locator("button").first.click()
    page.wait_for_url(lambda url: "/login" not in url)


def choose_language(page: Page, language: str) -> None:
    """A member's language counts more than the browser's: set it with its cookie."""
    code = LANGUAGES[language][1]
    page.context.add_cookies([{"name": "django_language", "value": code, "url": page.url}])


def picture(page: Page, name: str, *, full: bool = True) -> None:
    """Write one PNG."""
    path = SHOTS / f"{name}.png"
    page.screenshot(path=path, full_page=full)
    print(path.relative_to(BASE), flush=True)


def take_pages(page: Page, suffix: str, words: list[str], *, member: bool) -> None:
    """The pages of ``PAGES`` for members or for strangers."""
    for shot in PAGES:
        name = f"{shot.name}-{suffix}"
        if shot.member == member and chosen(name, words):
            page.goto(shot.path)
            page.wait_for_load_state("networkidle")
            picture(page, name)


def take_table(page: Page, game: str, suffix: str) -> None:
    """A table against bots: while the cards are drawn, and some seconds later in play."""
    name = f"table-{game}-{suffix}"
    page.goto("/")
    form = page.locator("form[action='/play/']").first
    form.locator("select[name=game]").select_option(game)
    form.locator("button").click()
    page.wait_for_url("**/t/**")
    for moment, seconds in (("1-start", 3), ("2-drawing", 9), ("3-play", 25)):
        page.wait_for_timeout(1000 * seconds)
        picture(page, f"{name}-{moment}", full=False)


README_PICTURE = BASE / "docs" / "img" / "table.png"
README_PAGE = """
<body style="margin:0;display:flex;gap:24px;align-items:flex-start;padding:24px;width:1152px">
<img style="width:260px;border-radius:18px" src="data:image/png;base64,{}">
<img style="width:868px;border-radius:8px" src="data:image/png;base64,{}">
"""


def readme_picture(browser: Browser) -> None:
    """A phone and a desktop side by side, from pictures taken before."""
    names = ("table-shuangsheng-390-light-zh-3-play", "table-shuangsheng-1280-light-en-3-play")
    images = [b64encode((SHOTS / f"{name}.png").read_bytes()).decode() for name in names]
    page = browser.new_page(viewport={"width": 1200, "height": 612})
    page.set_content(README_PAGE.format(*images))
    README_PICTURE.parent.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=README_PICTURE)


def chosen(name: str, words: list[str]) -> bool:
    """Whether a picture is wanted."""
    return not words or any(word in name for word in words)


def main(words: list[str]) -> int:
    """Take the pictures; the exit code counts those that failed."""
    SHOTS.mkdir(parents=True, exist_ok=True)
    if words == ["--readme"]:
        with chromium() as browser:
            readme_picture(browser)
        return 0
    failed = 0
    with fresh_site() as address, chromium() as browser:
        names = (f"lin{i}" for i in count())
        for size, theme, language in product(SIZES, THEMES, LANGUAGES):
            suffix = f"{size}-{theme}-{language}"
            context = profile(browser, address, size, theme, language)
            page = context.new_page()
            try:
                take_pages(page, suffix, words, member=False)
                sign_in(page, next(names))
                choose_language(page, language)
                take_pages(page, suffix, words, member=True)
                for game in GAMES:
                    if chosen(f"table-{game}-{suffix}", words):
                        sign_in(page, next(names))
                        take_table(page, game, suffix)
            except PlaywrightError as error:
                failed += 1
                print(f"{suffix}: {error}", file=sys.stderr)
                picture(page, f"failed-{suffix}")
            context.close()
    return min(failed, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
