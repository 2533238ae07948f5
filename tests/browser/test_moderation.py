"""Reports, the moderators' queue and the administration in a real browser."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import transaction
from playwright.sync_api import expect

from accounts import reports, sanctions
from accounts.evidence import place_of
from accounts.models import Report, Sanction
from games import services
from tests.browser.axe import assert_accessible
from tests.browser.test_lobby import LOOKS, no_sideways_scroll
from tests.games.played import finish_deal

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def wei(make_user: Any) -> Any:
    return make_user("wei", display_name="卫东")


@pytest.fixture
def lin(make_user: Any) -> Any:
    return make_user("lin", display_name="林晓")


@pytest.fixture
def boss(make_user: Any) -> Any:
    return make_user("boss", display_name="Boss", is_staff=True, is_superuser=True)


@pytest.fixture
def match(wei: Any, lin: Any) -> Any:
    with transaction.atomic():  # the site at work sees the table once the deal is played
        table = services.open_table(host=wei, game="shuangsheng", name="周末牌局")
        services.sit(table=table, user=lin, seat=1)
        services.fill(table=table, by=wei)
        match = services.start_match(table=table)
        finish_deal(match)
    return match


@pytest.mark.parametrize(("width", "language", "theme"), LOOKS)
def test_every_page_is_accessible_and_fits(
    new_context: Any, match: Any, wei: Any, lin: Any, boss: Any,
    width: int, language: str, theme: str,
) -> None:  # fmt: skip
    place = place_of(wei, table=match.table.code)
    assert place is not None
    said = {"by": wei, "place": place, "text": "Coughs when he holds trumps."}
    open_one = reports.make_report(person=lin, reason="signals", **said)
    decided = reports.make_report(reason="collusion", **said)
    reports.decide(report=decided, by=boss, answer="Looked at it, thank you.")
    reports.note(report=open_one, by=boss, text="Looked at the replay.")
    sanctions.sanction(user=lin, kind="warning", by=boss, reason="Language")
    look = {"width": width, "language": language, "theme": theme}
    visits = {
        wei: (f"/report/?table={match.table.code}", "/standing/"),
        lin: ("/rules/", "/standing/"),
        boss: ("/moderation/", f"/moderation/{open_one.pk}/", f"/moderation/{decided.pk}/"),
    }
    for user, addresses in visits.items():
        page = new_context(user=user, **look).new_page()
        for address in addresses:
            page.goto(address)
            expect(page.locator("h1")).to_have_count(1)
            assert_accessible(page)
            no_sideways_scroll(page)


def test_from_the_table_s_menu_to_the_answer_without_a_script_of_ours(
    new_context: Any, match: Any, wei: Any, lin: Any, boss: Any
) -> None:
    at_table = new_context(user=wei).new_page()
    at_table.goto(f"/t/{match.table.code}/")
    at_table.get_by_role("button", name="Table, score sheet and settings").click()
    link = at_table.get_by_role("link", name="Report a player or a deal")
    address = link.get_attribute("href")
    page = new_context(user=wei, java_script_enabled=False).new_page()
    page.goto(str(address))
    page.get_by_label("林晓").check()
    page.get_by_label("signals or talk about cards").check()
    page.get_by_label("What happened?").fill("Coughs when he holds trumps.")
    page.get_by_role("button", name="Send the report").click()
    expect(page.get_by_text("Waiting")).to_be_visible()

    desk = new_context(user=boss, java_script_enabled=False).new_page()
    desk.goto("/moderation/")
    desk.get_by_role("link", name="林晓").click()
    desk.get_by_role("button", name="I take it on").click()
    desk.get_by_label("suspended from play").check()
    desk.get_by_label("Reason, as the person is told").fill("Signals at the table")
    desk.get_by_role("button", name="Decide").click()
    expect(desk.get_by_text("Decided.")).to_be_visible()
    assert Sanction.objects.get().user == lin
    page.goto("/rules/")
    expect(page.get_by_text("The moderators have answered")).to_be_visible()
    desk.get_by_label("Why undo it?").fill("It was somebody else.")
    desk.get_by_role("button", name="Undo the decision").click()
    assert Report.objects.get().decided_at is None
    assert Sanction.objects.get().lifted_at is not None


def test_the_administration_works_under_its_policy(new_context: Any, boss: Any, lin: Any) -> None:
    page = new_context(user=boss).new_page()  # an error or a broken policy fails the test
    page.goto("/admin/accounts/user/")
    page.get_by_role("link", name="lin", exact=True).click()
    expect(page.get_by_label("Display name")).to_have_value("林晓")
    page.goto("/admin/games/table/")
    expect(page.locator("#searchbar")).to_be_visible()


def test_a_frozen_table_and_a_warning_are_read_by_the_players(
    new_context: Any, make_user: Any, lin: Any
) -> None:
    table = services.open_table(host=lin, game="guandan", name="周末牌局")
    player = new_context(user=lin, width=390).new_page()
    player.goto(f"/t/{table.code}/")
    expect(player.get_by_role("button", name="Table, score sheet and settings")).to_be_visible()
    clerk = make_user("clerk", display_name="Clerk", is_staff=True)
    page = new_context(user=clerk).new_page()
    page.goto(f"/admin/games/table/{table.pk}/change/")
    page.get_by_text("Freeze…").click()
    page.get_by_label("Reason").fill("A complaint is looked at")
    page.get_by_role("button", name="Freeze the table").click()
    expect(page.get_by_text("frozen by the staff")).to_be_visible()
    why = player.get_by_text("A complaint is looked at", exact=True)
    expect(why).to_be_visible()
    page.get_by_text("Unfreeze").click()
    page.get_by_role("button", name="Unfreeze the table").click()
    expect(page.get_by_text("Freeze…")).to_be_visible()  # its answer is here
    expect(why).to_be_hidden()
    page.goto(f"/admin/accounts/sanction/add/?user={lin.pk}")
    page.get_by_label("Reason").fill("Mind your language")
    page.get_by_role("button", name="Save", exact=True).click()
    told = player.get_by_role("alert").filter(has_text="Mind your language")
    expect(told).to_be_visible()
    assert_accessible(player)
    told.get_by_role("button", name="Close").click()
    expect(told).to_be_hidden()
