"""The pages of match rules in a real browser: looked at by axe, in both widths."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import assert_accessible
from tests.browser.test_desk import LOOKS, no_sideways_scroll
from tests.browser.test_events import elsewhere
from tests.tournaments.conftest import Desk, make_desk, organiser
from tests.tournaments.test_appeals import Case
from tests.tournaments.test_online import online
from tests.tournaments.test_penalties import give, side
from tournaments import services

__all__ = ["make_desk", "organiser"]

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def case(
    transactional_db: None, make_desk: Callable[..., Desk], make_user: Callable[..., Any]
) -> Case:
    """A round that is called, a penalty, an appeal that waits for its votes."""
    settings = {"call_tables": True}
    case = Case(make_desk(0, stages=[{"kind": "swiss", "rounds": 3}], settings=settings), make_user)
    case.desk.event.refresh_from_db()
    return case


@pytest.mark.parametrize(("width", "height", "language", "theme"), LOOKS)
def test_every_page_is_accessible_in_both_widths(
    new_context: Any, case: Case, width: int, height: int, language: str, theme: str
) -> None:
    penalty = case.lose()
    appeal = case.file(penalty, deal_number=2)
    give(case.desk, case.round.matches.exclude(pk=case.match.pk).get(), "warning")

    def look(user: Any) -> Page:
        return new_context(
            user=user, width=width, height=height, language=language, theme=theme
        ).new_page()

    base = f"/events/{case.desk.event.slug}/rulings/"
    chief = look(case.desk.by)
    for path in (
        "", "tables/", f"tables/{case.match.pk}/", f"penalties/{penalty.pk}/",
        f"appeals/{appeal.pk}/",
    ):  # fmt: skip
        look_at(chief, base + path)
    waiting = case.round.matches.exclude(pk=case.match.pk).get()
    chief.goto(f"{base}tables/{waiting.pk}/")
    chief.get_by_label(side(waiting).name, exact=True).first.check()
    chief.locator("input[name=grade][value=warning]").check()
    chief.locator("form.fields button.wide").click()
    expect(chief.locator(".look")).to_be_visible()
    assert_accessible(chief)
    no_sideways_scroll(chief)
    member = look(case.members[0])
    look_at(member, f"{base}appeals/{appeal.pk}/")
    player = look(case.loser)
    look_at(player, f"{base}here/")
    look_at(player, f"{base}matches/{case.match.pk}/appeal/?penalty={penalty.pk}")
    for user, vote in zip(case.members, ("uphold", "uphold", "reject"), strict=True):
        services.cast_vote(appeal=appeal, by=user, vote=vote)
    case.close(appeal)
    look_at(player, f"{base}appeals/{appeal.pk}/")


def look_at(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.locator("h1")).to_have_count(1)
    assert_accessible(page)
    no_sideways_scroll(page)


def test_the_countdown_runs_on_the_pair_s_phone(new_context: Any, case: Case) -> None:
    """CP-3."""
    waiting = case.round.matches.order_by("order").first()
    assert waiting is not None
    entry = side(waiting)
    page = new_context(width=390, height=844, language="en").new_page()
    page.goto(f"/events/{case.desk.event.slug}/rulings/here/{entry.code}/")
    clock = page.locator(".countdown-big")
    before = clock.inner_text()
    expect(clock).not_to_have_text(before)
    page.get_by_role("button", name="We are both at the table").click()
    expect(page.get_by_text("You are at the table").first).to_be_visible()


def test_cp_3_the_table_on_line_counts_down_and_says_why_it_closed(
    new_context: Any, make_desk: Callable[..., Desk], make_user: Callable[..., Any]
) -> None:
    """CP-3, CP-5: a pair that is there sees until when the other may come, and what became."""
    people = [make_user(f"p{index}") for index in range(4)]
    desk = online(make_desk, people)
    match = desk.draw(desk.start()).matches.get()
    assert match.table is not None
    gone = "status of 410"  # a closed table's page is not a page that is there
    pages = [
        new_context(user=user, width=390, height=844, allow=(gone,)).new_page()
        for user in people[:2]
    ]
    for page in pages:
        page.goto(f"/t/{match.table.code}/")
        page.get_by_role("button", name="Ready", exact=True).click()
    page = pages[0]
    expect(page.locator(".muster .there")).to_have_text("at the table")
    clock = page.locator(".muster .awaited")
    expect(clock).to_have_text(re.compile(r"^(9:5\d|10:00)$"))
    before = clock.inner_text()
    expect(clock).not_to_have_text(before)
    assert match.round.started_at is not None
    services.fire_due(now=match.round.started_at + timedelta(minutes=10))
    expect(page.get_by_role("heading", name="This table is closed")).to_be_visible()
    expect(page.get_by_text("Not both of a pair were at the table in time")).to_be_visible()
    expect(page.get_by_role("link", name="My matches")).to_be_visible()
    assert_accessible(page)


def test_a_page_of_match_rules_follows_what_happens_and_keeps_what_is_typed(
    new_context: Any, case: Case
) -> None:
    """CP-3: the referee's tables without reloading; what is being filled in is left alone."""
    waiting = case.round.matches.order_by("order").last()
    assert waiting is not None
    page = new_context(user=case.desk.by, width=390, height=844).new_page()
    page.goto(f"/events/{case.desk.event.slug}/rulings/tables/")
    expect(page.get_by_text("4 pairs have not been seen yet")).to_be_visible()
    elsewhere(lambda: services.check_in_at_table(match=waiting, code=side(waiting).code))
    expect(page.get_by_text("3 pairs have not been seen yet")).to_be_visible(timeout=15_000)
    page.locator("#q").fill("half a na")
    elsewhere(lambda: services.check_in_at_table(match=waiting, code=side(waiting, 1).code))
    expect(page.locator("#q")).to_have_value("half a na")
    page.locator("#q").fill("")
    expect(page.get_by_text("2 pairs have not been seen yet")).to_be_visible(timeout=15_000)
