"""Chat at a table in real browsers: two people talk, one mutes and reports, a moderator hides."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts import sanctions
from accounts.models import Report
from games import services
from games.models import ChatLine, Table
from tests.browser.axe import assert_accessible
from tests.browser.test_lobby import no_sideways_scroll

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

CLEVER = "<img src=x onerror=alert(1)> https://x.example/"


@pytest.fixture
def lin(make_user: Any) -> Any:
    return make_user("lin", display_name="林晓")


@pytest.fixture
def wei(make_user: Any) -> Any:
    return make_user("wei", display_name="Wei Chen")


@pytest.fixture
def table(lin: Any, wei: Any) -> Table:
    table = services.open_table(host=lin, game="shuangsheng", name="周末牌局")
    services.sit(table=table, user=wei, seat=1)
    return table


def come(context: Any, table: Table) -> Page:
    """The table's page, drawn and connected."""
    page: Page = context.new_page()
    page.goto(f"/t/{table.code}/")
    expect(page.locator(".table-app")).to_have_attribute("data-conn", "open")
    expect(page.locator(".side .chat")).to_be_attached()
    return page


def write(page: Page, label: str, text: str) -> None:
    page.get_by_role("textbox", name=label).fill(text)
    page.keyboard.press("Enter")


def test_two_people_talk_one_mutes_and_reports_and_a_moderator_hides_the_line(
    new_context: Any, table: Table, lin: Any, wei: Any, make_user: Any
) -> None:
    boss = make_user("boss", display_name="Boss", is_staff=True)
    at_home = new_context(user=lin, language="zh")
    desktop = come(at_home, table)
    phone = come(new_context(user=wei, width=390, height=844), table)

    # a phrase is read by everybody in their own language; a dot and a bubble on the phone
    desktop.get_by_role("button", name="大家好！").click()
    expect(phone.locator(".bubble")).to_have_text("Hello everyone!")
    button = phone.get_by_role("button", name="Chat, 1 new line")
    button.click()
    drawer = phone.get_by_role("dialog", name="Chat")
    expect(drawer.get_by_role("listitem")).to_contain_text("Hello everyone!")
    expect(phone.get_by_role("log", name="Announcements")).to_contain_text(
        "林晓 says: Hello everyone!"
    )

    # own words: only ever text
    write(phone, "Say something", CLEVER)
    said = desktop.locator(".chat-lines li").nth(1)
    expect(said.locator(".words")).to_have_text(CLEVER)
    assert said.locator("img, .words a").count() == 0
    assert drawer.locator("input").evaluate("e => parseFloat(getComputedStyle(e).fontSize)") >= 16

    # the report, with the line and what was around it
    said.locator("summary").click()
    with at_home.expect_page() as opened:
        said.get_by_role("link", name="举报").click()
    form = opened.value
    expect(form.get_by_text(CLEVER)).to_be_visible()
    form.get_by_label("辱骂或威胁").check()
    form.locator("textarea").fill("他在骂人。")
    form.locator("form.panel button").click()
    form.wait_for_url("**/standing/")
    assert Report.objects.get().person == wei

    # muted for oneself: gone here, there for others; kept over a reload; heard again
    said.get_by_role("button", name="屏蔽此人").click()
    expect(desktop.locator(".chat-lines li")).to_have_count(1)
    desktop.reload()
    expect(desktop.locator(".chat-lines li")).to_have_count(1)
    desktop.get_by_role("button", name="取消屏蔽 Wei Chen").click()
    expect(desktop.locator(".chat-lines li")).to_have_count(2)

    # the moderator sees it in its place, and takes it away from everybody at once
    desk = new_context(user=boss, java_script_enabled=False).new_page()
    desk.goto(f"/moderation/{Report.objects.get().pk}/")
    expect(desk.locator(".lines .reported")).to_contain_text(CLEVER)
    expect(desk.locator(".lines li")).to_have_count(2)
    desk.get_by_role("button", name="Hide the line from everybody").click()
    expect(desk.get_by_text("hidden from everybody")).to_be_visible()
    expect(desktop.locator(".chat-lines li")).to_have_count(1)
    expect(drawer.locator(".chat-lines li")).to_have_count(1)


def test_who_is_muted_by_a_moderator_reads_why_and_keeps_their_words(
    new_context: Any, table: Table, wei: Any
) -> None:
    page = come(new_context(user=wei), table)
    sanctions.sanction(user=wei, kind="mute", by=None, reason="Insults at the table")
    page.get_by_role("alert").get_by_role("button", name="Close").click()
    write(page, "Say something", "Still here?")
    expect(page.locator(".side .chat-no")).to_contain_text("Insults at the table")
    expect(page.get_by_role("textbox", name="Say something")).to_have_value("Still here?")
    assert not ChatLine.objects.exists()


def test_the_chat_can_be_turned_off_and_keys_of_the_table_are_typed_as_letters(
    new_context: Any, table: Table, lin: Any, wei: Any
) -> None:
    page, other = come(new_context(user=wei), table), come(new_context(user=lin), table)
    write(page, "Say something", "help? php lst")
    expect(other.locator(".side .words")).to_have_text("help? php lst")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name="Turn the chat off").click()
    other.get_by_role("button", name="Thank you!").click()
    expect(other.locator(".bubble")).to_be_visible()
    expect(page.locator(".bubble")).to_have_count(0)
    expect(page.locator(".side .words")).to_have_count(0)
    page.get_by_role("button", name="Turn the chat on").click()
    expect(page.locator(".side .words")).to_have_count(2)


@pytest.mark.parametrize(
    ("width", "height", "language", "theme"),
    [
        (390, 844, "zh", "dark"),
        (390, 844, "en", "light"),
        (1280, 800, "zh", "light"),
        (1280, 800, "en", "dark"),
    ],
)
def test_the_chat_is_accessible_and_fits(
    new_context: Any, table: Table, lin: Any, wei: Any,
    width: int, height: int, language: str, theme: str,
) -> None:  # fmt: skip
    for number, text in enumerate(("Hello", "W" * 120, "再来一局")):
        ChatLine.objects.create(
            table=table, user=wei, name="Wei Chen", seat=1, text=text, said_id=str(number)
        )
    look = {"width": width, "height": height, "language": language, "theme": theme}
    page = come(new_context(user=lin, **look), table)
    if width < 600:
        page.locator(".chat-open").click()
        chat = page.locator(".drawer .chat")
    else:
        chat = page.locator(".side .chat")
    expect(chat.locator("li")).to_have_count(3)
    chat.locator("summary").last.click()
    assert_accessible(page)
    no_sideways_scroll(page)
    box = chat.locator("input").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= height
    page.goto(f"/report/?line={ChatLine.objects.get(text__startswith='WW').pk}")
    assert_accessible(page)
    no_sideways_scroll(page)
