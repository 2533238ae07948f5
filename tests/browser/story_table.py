"""The on-line half of the story: a match of two deals of 掼蛋 that goes as it has to go.

In the first deal Ma beat nothing, so Gao win it by three levels. In the second Ma Li plays alone
until he is out, then Gao alone, so Ma win it by one.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.live.registry import Registry
from tests.browser.story import Story
from tests.browser.test_four_players import _tap as tap
from tests.browser.test_table import SENSIBLE, phase

ACT = """(keen) => {
  const app = document.querySelector(".table-app");
  if (["result", "over"].includes(app.dataset.phase)) return "over";
  if (document.getElementById("do-primary")?.textContent.includes("Choose one")) return "choose";
  const pass = document.getElementById("do-pass");
  const may = !keen && pass && pass.getAttribute("aria-disabled") !== "true";
  if (may) pass.click();
  return may || (SENSIBLE)() ? "acted" : "";
}""".replace("SENSIBLE", SENSIBLE)
"""What somebody does at the table, who passes whatever he may unless he is ``keen``."""

FREE = '#hand [role=option]:not([aria-disabled="true"])'

Keen = Callable[[], frozenset[User]]


def always_the_same_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every shuffle of this site is one and the same."""
    monkeypatch.setattr(Registry, "seed", lambda self: bytes(32))


def go_to_the_table(story: Story, *players: User) -> None:
    """From the page of the event to the table."""
    for player in players:
        page = story.at_event(player, "My matches")
        page.get_by_role("link", name="At the table: who is there, and until when").click()
        page.get_by_role("link", name="To the table").click()
        expect(page.get_by_role("button", name="Ready", exact=True)).to_be_visible()


def ready(story: Story, *players: User) -> None:
    """In their seats, and ready."""
    for player in players:
        story.page(player).get_by_role("button", name="Ready", exact=True).click()


def players(story: Story) -> dict[User, Page]:
    """The four at the table, with their pages."""
    return {user: story.page(user) for user in (*story.ma, *story.gao)}


def play_on(
    story: Story, keen: Keen, enough: Callable[[], bool] = lambda: False, seconds: int = 120
) -> None:
    """To the end of the deal: who is keen plays as hinted, the others pass whatever they may."""
    pages, end = players(story), time.monotonic() + seconds
    answers = [""]
    while not (enough() or set(answers) == {"over"}):
        assert time.monotonic() < end, [phase(page) for page in pages.values()]
        now, answers = keen(), []
        for user, page in pages.items():
            answers.append(page.evaluate(ACT, user in now))
            if answers[-1] == "choose":  # a tribute, or what is given for it
                tap(page, page.locator(FREE).first)


def cards_left(page: Page) -> int:
    """What somebody still holds."""
    return page.locator("#hand [role=option]").count()


def next_deal(story: Story) -> None:
    """All four go on, unless the time has run out meanwhile."""
    for page in players(story).values():
        button = page.get_by_role("button", name="Next deal")
        if button.count():
            button.click()
    for page in players(story).values():
        expect(page.locator(".table-app")).not_to_have_attribute("data-phase", "result")


def levels_shown(page: Page) -> tuple[str, str]:
    """One's own level and the others', as they stand above the table."""
    teams = ("us", "them")
    us, them = (page.locator(f".fact.team[data-team={team}] b").inner_text() for team in teams)
    return us, them


def call_the_referee(page: Page) -> None:
    """From the menu of the table, with a reason."""
    page.get_by_role("button", name="Table, score sheet and settings").click()
    page.get_by_role("button", name="Call the referee").click()
    page.get_by_role("radio", name="Illegal information between partners").check()
    page.get_by_label("In your own words").fill("They show each other cards.")
    page.locator("#drawer").get_by_role("button", name="Call the referee").click()
    expect(page.get_by_role("region", name="Referee")).to_contain_text("You have called")


def referee_comes(story: Story) -> Page:
    """The call leads to the table; declared there, he sees all hands and stops the play."""
    page = story.at_event(story.referee, "To the desk", "Referee’s pad")
    expect(page.get_by_text("They show each other cards.")).to_be_visible()
    page.get_by_role("link", name=re.compile("^To the table as referee")).click()
    expect(page.locator("#hands")).to_have_count(0)
    page.get_by_role("button", name="I am the referee at this table").click()
    expect(page.get_by_role("heading", name="All four hands")).to_be_visible()
    page.get_by_label("Reason; the players read it").fill("A word with both sides")
    page.get_by_role("button", name="Stop the play").click()
    expect(page.get_by_role("button", name="Let the play go on")).to_be_visible()
    for each in players(story).values():
        desk = each.get_by_role("region", name="Referee")
        expect(desk).to_contain_text("A word with both sides")
        expect(desk).to_contain_text("Referee Lu")
    return page


def referee_lets_go_on(story: Story) -> None:
    """Back at the table's page: the play goes on, and he leaves."""
    page = story.at_event(story.referee, "To the desk", "Referee’s pad")
    page.get_by_role("link", name="Referee at the table").first.click()
    page.get_by_role("button", name="Let the play go on").click()
    page.get_by_role("button", name="I am done: leave the table").click()
    expect(page.locator(".notices")).to_contain_text("You have left the table.")
    for each in players(story).values():
        expect(each.get_by_role("region", name="Referee")).to_have_count(0)


def a_trick_is_over(story: Story) -> bool:
    """All four can look at the last trick."""
    return all(page.locator(".act.last").count() for page in players(story).values())
