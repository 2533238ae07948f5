"""The public pages of an event in a real browser: live, explained in place, open to everybody."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from tests.browser.axe import assert_accessible
from tests.browser.conftest import NewContext
from tests.tournaments.conftest import Desk
from tournaments import services
from tournaments.models import Round

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def elsewhere(verb: Callable[[], object]) -> None:
    """Call a verb in a thread of its own: the browser's loop runs in this one."""

    def call() -> None:
        try:
            verb()
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        pool.submit(call).result()


def make_desk(make_user: Callable[..., User], stages: list[dict[str, Any]], **more: Any) -> Desk:
    organiser = make_user("org")
    event = services.create_event(
        by=organiser,
        name="Friday cup",
        game="guandan",
        starts_at=timezone.now() + timedelta(hours=1),
        preset="tea_house",
        slug="cup",
        place="Old tea house",
        stages=stages,
        **more,
    )
    services.open_entries(event=event, by=organiser)
    event.refresh_from_db()
    return Desk(organiser, event)


@pytest.fixture
def running(live_site: object, make_user: Callable[..., User]) -> tuple[Desk, Round]:
    """Six pairs in the first of three Swiss rounds, one result confirmed."""
    desk = make_desk(make_user, [{"kind": "swiss", "rounds": 3}])
    desk.add(6)
    round = desk.draw(desk.start())
    first = round.matches.order_by("order").first()
    assert first is not None
    desk.score(first, "A+", "9")
    services.recount(stage_id=round.stage_id)
    return desk, round


def test_standings_change_while_one_looks(
    page: Page, live_site: Any, running: tuple[Desk, Round]
) -> None:
    desk, round = running
    page.goto(live_site.url + "/events/cup/standings/")
    rows = page.locator(".ev-standings tbody tr")
    expect(rows.first).to_contain_text("A")
    last = round.matches.order_by("-order").first()
    assert last is not None
    page.evaluate("window.same = true")
    winner = last.sides.get(side=0).entry.name
    elsewhere(lambda: desk.score(last, "A+", "2"))
    elsewhere(lambda: services.recount(stage_id=round.stage_id))
    expect(rows.first).to_contain_text(winner, timeout=15_000)
    assert page.evaluate("window.same"), "the page was not loaded again"


def test_who_follows_a_pair_sees_a_dot_come_with_its_result(
    new_context: NewContext, running: tuple[Desk, Round], make_user: Callable[..., User]
) -> None:
    desk, round = running
    last = round.matches.order_by("-order").first()
    assert last is not None
    fan = make_user("fan")
    services.follow(entry=last.sides.get(side=0).entry, user=fan)
    page = new_context(user=fan).new_page()
    page.goto("/events/cup/results/")
    dot = page.locator(".bar .news-dot")
    expect(dot).to_have_count(0)
    elsewhere(lambda: desk.score(last, "A+", "2"))
    expect(dot).to_have_count(1, timeout=15_000)
    assert_accessible(page)
    page.get_by_label("Pages of the event").get_by_role("link", name="Followed").click()
    expect(page.locator(".ev-followed")).to_contain_text("A+ : 2")
    expect(dot).to_have_count(0)


def test_why_opens_below_the_row_and_closes_again(
    page: Page, live_site: Any, running: tuple[Desk, Round]
) -> None:
    page.goto(live_site.url + "/events/cup/standings/")
    rank = page.get_by_role("link", name="Rank 1: why")
    rank.click()
    told = page.locator(".ev-why")
    expect(told).to_contain_text("Rank 1 of 6")
    expect(told).to_contain_text("won against")
    assert page.url.endswith("/standings/")
    assert_accessible(page)
    rank.click()
    expect(told).to_have_count(0)


def test_everything_can_be_read_without_scripts(
    new_context: NewContext, running: tuple[Desk, Round]
) -> None:
    page = new_context(java_script_enabled=False).new_page()
    page.goto("/events/")
    page.get_by_role("link", name="Friday cup").click()
    page.get_by_label("Pages of the event").get_by_role("link", name="Standings").click()
    page.get_by_role("link", name="Rank 1: why").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("stands there")


def test_the_screen_turns_its_pages(
    page: Page, live_site: Any, running: tuple[Desk, Round]
) -> None:
    page.goto(live_site.url + "/events/cup/screen/?show=draw,standings&seconds=4&rows=3")
    shown = page.locator(".slide:visible h2")
    expect(shown).to_contain_text("being played")
    expect(shown).to_contain_text("Standings", timeout=10_000)


@pytest.mark.parametrize(("width", "theme"), [(390, "dark"), (1280, "light")])
def test_axe_finds_nothing(
    new_context: NewContext, running: tuple[Desk, Round], width: int, theme: str
) -> None:
    _desk, round = running
    page = new_context(width=width, height=844, theme=theme).new_page()
    match = round.matches.order_by("order").first()
    assert match is not None
    for path in ("", "entries/", "draw/", "draw/?by=name", "results/", "standings/", "pairs/1/",
                 f"matches/{match.pk}/", "standings/1/why/1/", "screen/"):  # fmt: skip
        page.goto(f"/events/cup/{path}")
        assert_accessible(page)
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, f"{path} is {wide} wide"


def test_a_bracket_on_a_phone(
    new_context: NewContext, live_site: object, make_user: Callable[..., User]
) -> None:
    desk = make_desk(make_user, [{"kind": "knockout", "third_place": True}])
    desk.add(8)
    desk.draw(desk.start())
    page = new_context(width=390, height=844, reduced_motion="reduce").new_page()
    page.goto("/events/cup/bracket/")
    assert_accessible(page)
    final = page.locator("#column-3")
    box = final.bounding_box()
    assert box is not None
    assert box["x"] > 390
    page.get_by_label("Rounds of the bracket").get_by_role("link", name="Final", exact=True).click()
    expect(final).to_be_in_viewport()
    page.get_by_role("button", name="Smaller").click()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
