"""Real browsers.

- ``browser``      Chromium, one for a module
- ``new_context``  ``new_context(width=390, height=844, user=…, language="en", theme="dark")``:
                   a browser profile of its own, signed in if a user is given. Closed at the end of
                   the test, which fails if a page in it had an error or broke the content policy;
                   what a test expects goes into ``context.expected``-like ``allow=("text", …)``.
- ``page``         a page of a desktop-sized profile

A failing test leaves pictures of its pages in ``var/shots/failed/``.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.conftest import Site
from tools.chromium import CHROMIUM_ARGUMENTS, find_chromium

FAILED = Path(__file__).resolve().parent.parent.parent / "var" / "shots" / "failed"

NewContext = Callable[..., BrowserContext]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
    """Let fixtures know how the test went."""
    report = yield
    setattr(item, f"report_{report.when}", report)
    return report


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium. For a module only: while it runs, asyncio tests cannot run in this process."""
    before = os.environ.get("DJANGO_ALLOW_ASYNC_UNSAFE")
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # playwright's loop is no concern of the ORM
    try:
        with sync_playwright() as playwright:
            chromium = playwright.chromium.launch(
                executable_path=find_chromium(), args=CHROMIUM_ARGUMENTS
            )
            yield chromium
            chromium.close()
    finally:
        if before is None:
            del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture
def new_context(
    request: pytest.FixtureRequest, browser: Browser, live_site: Site
) -> Iterator[NewContext]:
    """Make browser profiles for the live site."""
    contexts: list[tuple[BrowserContext, list[str], tuple[str, ...]]] = []

    def make(
        *,
        width: int = 1280,
        height: int = 800,
        user: Any = None,
        language: str = "en",
        theme: str = "light",
        allow: tuple[str, ...] = (),
        site: Site = live_site,
        **options: Any,
    ) -> BrowserContext:
        phone = width < 600
        context = browser.new_context(
            base_url=site.url,
            viewport={"width": width, "height": height},
            locale={"en": "en-GB", "zh": "zh-CN"}.get(language, language),
            color_scheme=theme,  # type: ignore[arg-type]
            has_touch=options.pop("has_touch", phone),
            is_mobile=options.pop("is_mobile", phone),
            **options,
        )
        context.set_default_timeout(15_000)
        errors: list[str] = []
        context.on("weberror", lambda error: errors.append(str(error.error)))
        context.on("console", lambda m: errors.append(m.text) if m.type == "error" else None)
        contexts.append((context, errors, allow))
        if user is not None:
            sign_in(context, user, site)
        return context

    yield make
    report = getattr(request.node, "report_call", None)
    if report is not None and report.failed:
        _take_pictures(request.node.name, [c for c, _, _ in contexts])
    wrong = [
        error
        for _, errors, allow in contexts
        for error in errors
        if not any(text in error for text in allow)
    ]
    for context, _, _ in contexts:
        context.close()
    assert not wrong, "errors in the pages:\n" + "\n".join(wrong)


@pytest.fixture
def page(new_context: NewContext) -> Page:
    """A page of a desktop-sized profile, nobody signed in."""
    return new_context().new_page()


def sign_in(context: BrowserContext, user: Any, site: Site) -> None:
    """Give the profile a session of ``user`` without going through the form."""
    from django.conf import settings
    from django.test import Client

    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    cookie = client.cookies[settings.SESSION_COOKIE_NAME]
    context.add_cookies(
        [
            {
                "name": settings.SESSION_COOKIE_NAME,
                "value": cookie.value,
                "domain": urlsplit(site.url).hostname or "127.0.0.1",
                "path": "/",
            }
        ]
    )


def _take_pictures(name: str, contexts: list[BrowserContext]) -> None:
    FAILED.mkdir(parents=True, exist_ok=True)
    name = re.sub(r"[^\w.-]+", "_", name)
    for i, context in enumerate(contexts):
        for j, page in enumerate(context.pages):
            page.screenshot(path=FAILED / f"{name}-{i}-{j}.png", full_page=True)
