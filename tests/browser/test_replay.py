"""A finished deal is stepped through: by keys, by buttons, by a link to a trick."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.axe import assert_accessible
from tests.browser.conftest import NewContext
from tests.games.played import begin_match, finish_deal

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize(("game", "width"), [("shuangsheng", 1280), ("guandan", 390)])
def test_step_by_step(
    new_context: NewContext, live_site: object, make_user: Any, game: str, width: int
) -> None:
    host = make_user("host", display_name="Lin")
    match = begin_match(host, game)
    finish_deal(match)
    page = new_context(width=width, height=844).new_page()
    page.goto(f"/matches/{match.pk}/deals/1/")
    page.get_by_role("link", name="Replay step by step").click()
    step = page.get_by_role("slider", name="Step")
    expect(step).to_have_value("0")
    assert page.locator(".rp-hand").count() == 4
    page.keyboard.press("ArrowRight")
    expect(step).to_have_value("1")
    page.get_by_role("button", name="Next trick").click()
    page.keyboard.press("End")
    expect(page.get_by_role("button", name="Step on")).to_be_disabled()
    expect(page.locator(".rp-lines li").first).to_be_visible()
    page.goto(f"/matches/{match.pk}/deals/1/replay/#t3")
    expect(page.locator(".rp-state")).to_contain_text("Trick 3")
    assert_accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
