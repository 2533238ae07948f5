"""The referee's page at a table on line: on a phone, from the call to the trick played again."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from accounts.models import User
from tests.browser.axe import assert_accessible
from tests.browser.conftest import NewContext
from tests.conftest import Site
from tests.live.client import Tab, play_on
from tests.live.conftest import open_tab, quick
from tests.tournaments.conftest import Desk, make_desk, organiser
from tests.tournaments.test_online import online
from tournaments import services
from tournaments.models import EventMatch

__all__ = ["make_desk", "open_tab", "organiser", "quick"]

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def people(make_user: Callable[..., User]) -> list[User]:
    return [make_user(f"p{index}") for index in range(4)]


@pytest.fixture
def match(make_desk: Callable[..., Desk], people: list[User]) -> EventMatch:
    desk = online(make_desk, people, game="shuangsheng")
    return desk.draw(desk.start()).matches.get()


@pytest.fixture
def tabs(
    quick: None, live_site: Site, match: EventMatch, people: list[User], open_tab: Any
) -> list[Tab]:
    """The four at their table, five tricks into the first deal."""
    seats = [people[0], people[2], people[1], people[3]]
    tabs: list[Tab] = [open_tab(live_site, match.table, user) for user in seats]
    for tab in tabs:
        tab.ask("ready")
    play_on(tabs, lambda: tabs[0].view and tabs[0].view.get("tricks_played", 0) >= 5)
    return tabs


def test_from_the_call_to_the_trick_played_again(
    match: EventMatch, tabs: list[Tab], make_user: Callable[..., User], new_context: NewContext
) -> None:
    referee = make_user("ref")
    event = match.event
    services.give_role(event=event, by=event.created_by, user=referee, role="referee")
    assert tabs[1].ask("call", reason="They talk")["t"] == "ack"
    page = new_context(width=390, height=844, user=referee).new_page()
    page.goto(reverse("tournaments:referee_tables", args=[event.slug]))
    page.get_by_role("link", name="To the table as referee").click()
    expect(page.get_by_text("They talk").first).to_be_visible()
    expect(page.locator(".rp-hand")).to_have_count(0)
    assert_accessible(page)

    page.get_by_role("button", name="I am the referee at this table").click()
    expect(page.locator(".rp-hand")).to_have_count(4)
    tabs[0].until(lambda: tabs[0].room["desk"].get("hands"))

    page.get_by_label("Reason; the players read it").fill("A word with both sides")
    page.get_by_role("button", name="Stop the play").click()
    expect(page.get_by_role("button", name="Let the play go on")).to_be_visible()
    expect(page.locator(".rp-hand")).to_have_count(4)
    tabs[0].until(lambda: tabs[0].room["hold"])
    while page.locator(".rp-state").inner_text().find("Trick 3") < 0:
        page.get_by_role("button", name="Trick before").click()
    assert "trick=3" in (page.locator("#to-pad").get_attribute("href") or "")
    page.get_by_label("The ruling; the players read it").fill("Trick 3 again")
    page.get_by_role("button", name="Play again from trick 3").click()
    sure = page.get_by_role("dialog")
    expect(sure).to_contain_text("Deal 1 is played again from trick 3.")
    expect(sure).to_contain_text("Trick 3 again")
    assert_accessible(page)
    sure.get_by_role("button", name="No").click()
    expect(sure).to_be_hidden()
    page.get_by_role("button", name="Play again from trick 3").click()
    sure.get_by_role("button", name="Yes, play it again").click()
    expect(page.get_by_text("The deal stands at the beginning of trick 3.")).to_be_visible()
    expect(page.locator(".rp-state")).to_contain_text("Trick 2")
    for tab in tabs:
        assert tab.closed_with() == 4009
        known = tab.n
        tab.connect()
        tab.until(lambda tab=tab, known=known: tab.n > known)
        assert tab.view["tricks_played"] == 2

    page.get_by_role("button", name="Let the play go on").click()
    expect(page.get_by_role("button", name="Stop the play")).to_be_visible()
    for tab in tabs:
        tab.until(lambda tab=tab: tab.room["hold"] is None)
    expect(page.locator(".rp-hand")).to_have_count(4)
    play_on(tabs, lambda: tabs[0].view["tricks_played"] >= 4)
    expect(page.locator(".rp-state")).to_contain_text(re.compile("Trick [45]"))  # it follows
    page.get_by_role("button", name="I am done: leave the table").click()
    expect(page.locator(".rp-hand")).to_have_count(0)
    tabs[0].until(lambda: not tabs[0].room["desk"].get("hands"))
    trail = page.locator(".trail")
    for words in ("called the referee", "looked at all hands", "played again", "left a table"):
        expect(trail).to_contain_text(words)
