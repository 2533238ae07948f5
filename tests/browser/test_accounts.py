"""People in a real browser: guests, members, language and theme."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth import get_user_model
from playwright.sync_api import Page, expect

from tests.browser.axe import assert_accessible
from tests.browser.test_lobby import LOOKS, no_sideways_scroll

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize(("width", "language", "theme"), LOOKS)
def test_every_page_is_accessible_and_fits(
    new_context: Any, make_user: Any, width: int, language: str, theme: str
) -> None:
    look = {"width": width, "language": language, "theme": theme}
    member = make_user("lin", display_name="林晓")
    guest = make_user("guest-1", display_name="月下白鹭 27", is_guest=True)
    visits = {
        None: (
            "/accounts/login/",
            "/accounts/signup/",
            "/accounts/password/reset/",
            "/accounts/password/reset/done/",
            "/accounts/password/reset/key/1-abc/",
        ),
        member: (
            "/accounts/settings/",
            "/accounts/email/",
            "/accounts/password/change/",
            "/accounts/logout/",
            "/accounts/2fa/",
        ),
        guest: ("/accounts/settings/", "/accounts/keep/", "/accounts/logout/"),
    }
    for user, addresses in visits.items():
        page = new_context(user=user, **look).new_page()
        for address in addresses:
            page.goto(address)
            expect(page.locator("h1")).to_have_count(1)
            assert_accessible(page)
            no_sideways_scroll(page)


def test_from_guest_to_member_without_scripts(new_context: Any) -> None:
    page = new_context(java_script_enabled=False).new_page()
    page.goto("/")
    page.get_by_role("button", name="Play as guest").click()
    expect(page.get_by_text("Welcome,")).to_be_visible()
    page.get_by_role("link", name="Keep this account").click()
    page.get_by_label("Name at the table").fill("Wei")
    page.get_by_label("Username").fill("wei")
    page.get_by_label("Password", exact=True).fill("tractor-80-points")
    page.get_by_label("Password (again)").fill("tractor-80-points")
    page.get_by_role("button", name="Keep this account").click()
    expect(page.get_by_text("The account is yours")).to_be_visible()
    member = get_user_model().objects.get()
    assert (member.username, member.display_name, member.is_guest) == ("wei", "Wei", False)


def test_what_is_wrong_is_said_at_the_field(page: Page) -> None:
    page.goto("/accounts/signup/")
    page.get_by_label("Name at the table").fill("Wei")
    page.get_by_label("Username").fill("wei")
    page.get_by_label("Password", exact=True).fill("tractor-80-points")
    page.get_by_label("Password (again)").fill("tractor-90-points")
    page.get_by_role("button", name="Sign up").click()
    field = page.get_by_label("Password (again)")
    expect(field).to_have_accessible_description("You must type the same password each time.")
    expect(field).to_have_attribute("aria-invalid", "true")
    assert_accessible(page)


def test_the_theme_changes_at_once_and_stays_without_a_flash(page: Page) -> None:
    page.goto("/rules/")
    root = page.locator("html")
    page.get_by_role("button", name="Switch to light").click()
    expect(root).to_have_attribute("data-theme", "light")
    switch = page.get_by_role("button", name="Switch to dark")
    expect(switch).to_be_focused()
    switch.press("Enter")
    expect(root).to_have_attribute("data-theme", "dark")
    response = page.goto("/rules/")
    assert response
    assert 'data-theme="dark"' in response.text()
    assert_accessible(page)


def test_the_language_switch_keeps_the_page(page: Page) -> None:
    page.goto("/rules/shuangsheng/")
    page.get_by_role("button", name="中文").click()
    expect(page).to_have_url("/rules/shuangsheng/")
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
    page.get_by_role("button", name="English").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")


def test_the_keyboard_reaches_the_content_first(page: Page) -> None:
    page.goto("/rules/")
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to the content")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    skip.press("Enter")
    expect(page.locator("main")).to_be_focused()
