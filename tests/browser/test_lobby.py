"""Lobby, tables and matches in a real browser: every page looked at by axe, in both widths."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import transaction
from playwright.sync_api import Page, expect

from games import services
from games.models import Table
from tests.browser.axe import assert_accessible
from tests.games.played import begin_match, finish_deal

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LOOKS = [
    pytest.param(390, "zh", "dark", id="phone-zh-dark"),
    pytest.param(1280, "en", "light", id="desktop-en-light"),
]


def no_sideways_scroll(page: Page) -> None:
    """A page never needs to be moved sideways, on a phone least of all."""
    width = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert width <= 0, f"{page.url} is {width} px too wide"


@pytest.fixture
def lin(make_user: Any) -> Any:
    return make_user("lin", display_name="林晓")


@pytest.mark.parametrize(("width", "language", "theme"), LOOKS)
def test_every_page_is_accessible_and_fits(
    new_context: Any, lin: Any, make_user: Any, width: int, language: str, theme: str
) -> None:
    with transaction.atomic():  # the site at work sees the table once the deal is played
        table = services.open_table(
            host=make_user("host"), game="shuangsheng", name="周末牌局", options={"base": 5}
        )
        services.fill(table=table, by=table.host)
        match = services.start_match(table=table)
        finish_deal(match)
    open_one = services.open_table(host=make_user("wei"), game="shuangsheng")
    private = services.open_table(host=make_user("chen"), game="shuangsheng", private=True)
    locked = services.open_table(host=make_user("zhao"), game="shuangsheng", password="80")
    assert open_one.status == Table.Status.OPEN

    look = {"width": width, "language": language, "theme": theme}
    visits = {
        None: (
            "/",
            "/?free=on&game=guandan",
            "/tables/new/",
            "/tables/new/shuangsheng/",
            f"/matches/{match.pk}/",
            f"/matches/{match.pk}/deals/1/",
            f"/t/{private.code}/i/{private.invite}/",
            f"/t/{locked.code}/password/",
            "/rules/",
            "/rules/shuangsheng/",
            "/fair/",
        ),
        lin: ("/", "/matches/"),
    }
    for user, addresses in visits.items():
        page = new_context(user=user, **look).new_page()
        for address in addresses:
            page.goto(address)
            expect(page.locator("h1")).to_have_count(1)
            assert_accessible(page)
            no_sideways_scroll(page)


def test_errors_for_people_are_accessible(new_context: Any, make_user: Any) -> None:
    private = services.open_table(host=make_user("host"), game="shuangsheng", private=True)
    page = new_context(allow=("Failed to load resource",)).new_page()
    for address, words in (
        ("/nowhere/", "There is no such page"),
        (f"/t/{private.code}/", "A private table"),
    ):
        page.goto(address)
        expect(page.locator("h1")).to_have_text(words)
        assert_accessible(page)


def test_a_new_table_appears_by_itself(page: Page, make_user: Any) -> None:
    page.goto("/")
    expect(page.get_by_text("No table is open just now")).to_be_visible()
    services.open_table(host=make_user("host"), game="shuangsheng", name="Sunday")
    expect(page.get_by_role("heading", name="Sunday")).to_be_visible()
    assert_accessible(page)


def test_the_filter_works_at_a_touch(page: Page, make_user: Any) -> None:
    host = make_user("host")
    table = services.open_table(host=host, game="shuangsheng", name="Full")
    services.fill(table=table, by=host)
    services.start_match(table=table)
    page.goto("/")
    expect(page.get_by_role("heading", name="Full")).to_be_visible()
    page.get_by_label("with a free seat").check()
    expect(page.get_by_role("heading", name="Full")).to_be_hidden()
    expect(page).to_have_url("/?game=&free=on")


def test_without_scripts_one_filters_opens_a_table_and_sits_down(
    new_context: Any, make_user: Any
) -> None:
    services.open_table(host=make_user("host"), game="shuangsheng", name="Sunday")
    page = new_context(java_script_enabled=False).new_page()
    page.goto("/")
    page.get_by_label("with a free seat").check()
    page.get_by_role("button", name="Show").click()
    page.get_by_role("button", name="Sit down").click()
    sunday = Table.objects.get()
    expect(page).to_have_url(f"/t/{sunday.code}/")
    assert sunday.seats.filter(user__is_guest=True).exists()

    page.goto("/tables/new/shuangsheng/")
    page.get_by_label("Name of the table").fill("Family")
    page.get_by_label("by invitation").check()
    page.locator("summary").click()
    page.get_by_label("Base score").fill("3")
    page.get_by_role("button", name="Open the table").click()
    mine = Table.objects.get(name="Family")
    assert mine.private
    assert mine.options["base"] == 3


def test_the_match_page_fills_when_the_tally_comes(page: Page, make_user: Any) -> None:
    host = make_user("host")
    match = begin_match(host)
    page.goto(f"/matches/{match.pk}/")
    expect(page.get_by_text("No deal has ended yet")).to_be_visible()
    page.evaluate("htmx.config.defaultSettleDelay = 0")
    finish_deal(match)
    expect(page.get_by_role("link", name="Deal 1")).to_be_visible(timeout=12_000)


def test_the_shuffle_is_checked_in_the_browser(page: Page, make_user: Any) -> None:
    host = make_user("host")
    match = begin_match(host)
    deal = finish_deal(match)
    address = f"/matches/{match.pk}/deals/1/"
    page.goto(address)
    page.get_by_role("button", name="Check it in this browser").click()
    expect(page.get_by_text("It is right")).to_be_visible()

    deal.commitment = "0" * 64
    deal.save()
    page.goto(address)
    page.get_by_role("button", name="Check it in this browser").click()
    expect(page.get_by_text("It does not fit!")).to_be_visible()
    assert_accessible(page)


def test_a_match_page_prints_without_bars_and_buttons(page: Page, make_user: Any) -> None:
    host = make_user("host")
    match = begin_match(host)
    finish_deal(match)
    page.goto(f"/matches/{match.pk}/")
    page.emulate_media(media="print")
    expect(page.get_by_role("banner")).to_be_hidden()
    expect(page.get_by_role("link", name="To the table")).to_be_hidden()
    expect(page.locator(".score-sheet")).to_be_visible()
