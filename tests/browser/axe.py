"""Accessibility, as far as a program can see it."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def assert_accessible(page: Page) -> None:
    """Fail with axe's own words if a rule of WCAG 2.2 AA is broken on the page as it is now."""
    results = Axe().run(page, options={"runOnly": {"type": "tag", "values": TAGS}})
    assert results.violations_count == 0, results.generate_report()
