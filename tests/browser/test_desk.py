"""The desk in a real browser: every page looked at by axe, in both widths."""

from __future__ import annotations

import os
import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts import clubs
from tests.browser.axe import assert_accessible
from tournaments import services
from tournaments.models import Event, EventMatch, Round
from tournaments.services import Result

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LOOKS = [
    pytest.param(390, 844, "zh", "dark", id="phone-zh-dark"),
    pytest.param(1280, 800, "en", "light", id="desktop-en-light"),
]
NAMES = (
    ("林晓", "王建国"), ("陈静", "刘洋"), ("Wei Zhang", "Li Na"), ("赵敏", "孙浩"),
    ("周杰", "吴芳"), ("郑强", "冯丽"), ("黄涛", "欧阳文静"), ("何勇", "高飞"), ("马超", "罗兰"),
)  # fmt: skip


def no_sideways_scroll(page: Page) -> None:
    """A page never needs to be moved sideways, on a phone least of all."""
    width = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert width <= 0, f"{page.url} is {width} px too wide"


def tea_house(by: Any, pairs: int = 9, **more: Any) -> Event:
    """An evening with so many pairs; entries are open."""
    event = services.create_event(
        by=by, name="周五茶馆赛", game="shuangsheng", preset="tea_house", place="老茶馆二楼",
        starts_at=timezone.now() + timedelta(hours=1), **more,
    )  # fmt: skip
    for index, names in enumerate(NAMES[:pairs]):
        services.add_entry(
            event=event, by=by, players=[{"name": name} for name in names],
            club_name=("城东牌社", "", "Riverside")[index % 3],
        )  # fmt: skip
    services.open_entries(event=event, by=by)
    return event


def begun(event: Event, by: Any) -> Round:
    """The first round is played."""
    stage = services.start_event(event=event, by=by)
    drawn = services.draw_round(stage=stage, by=by)
    assert isinstance(drawn, Round)
    services.publish_round(round=drawn, by=by)
    return services.start_round(round=drawn, by=by)


def score(match: EventMatch, by: Any, levels: tuple[str, str], code: str = "") -> None:
    """A result of a scorer, or of the side of a code."""
    services.enter_result(
        match=match, by=None if code else by, code=code, result=Result(levels, 8),
        client_id=f"{match.pk}{code}", origin=None if code else "scorer",
    )  # fmt: skip


def elsewhere(verb: Any, *args: Any, **more: Any) -> None:
    """Call it as another process does: where a browser is driven nobody is told of news."""

    def call() -> None:
        try:
            verb(*args, **more)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        pool.submit(call).result()


@pytest.mark.parametrize(("width", "height", "language", "theme"), LOOKS)
def test_every_page_is_accessible_and_fits(
    new_context: Any, make_user: Any, width: int, height: int, language: str, theme: str
) -> None:
    lin = make_user("lin", display_name="林晓")
    club = clubs.create_club(by=lin, name="城东牌社", about="每周五晚上七点，老茶馆二楼。")
    event = tea_house(lin, club=club)
    services.check_in(entry=event.entries.get(number=1), by=lin)
    services.enter(event=event, by=make_user("wang"), partner_name="小李")
    invite = event.entries.get(status="invited").players.get(position=1).invite
    after = tea_house(lin, 9)
    round = begun(after, lin)
    open_matches = list(round.matches.filter(sides__side=1).order_by("table_no"))
    score(open_matches[0], lin, ("A+", "9"))
    first, second = (side.entry for side in open_matches[1].sides.order_by("side"))
    score(open_matches[1], lin, ("J", "10"), code=first.code)
    other = open_matches[2].sides.order_by("side")
    score(open_matches[2], lin, ("J", "10"), code=other[0].entry.code)
    score(open_matches[2], lin, ("10", "J"), code=other[1].entry.code)
    third = tea_house(lin, 5)
    drafted = services.draw_round(stage=services.start_event(event=third, by=lin), by=lin)
    assert isinstance(drafted, Round)

    base, running, draft = (f"/events/{e.slug}/" for e in (event, after, third))
    addresses = [
        "/clubs/", "/clubs/new/", f"/clubs/{club.slug}/", f"/clubs/join/{club.invite}/",
        "/events/new/", "/events/new/tea_house/", "/events/new/weekend/",
        *(f"{base}desk/{page}" for page in (
            "", "set-up/", "clone/", "entries/", "entries/new/", "entries/1/", "entries/import/",
            "entries/seeding/", "check-in/", "rounds/", "people/", "programs/", "trail/",
        )),
        *(f"{running}desk/{page}" for page in (
            "", "rounds/", "rounds/1/1/", "rounds/1/1/results/", "what-if/?withdrawn=1",
            f"matches/{open_matches[0].pk}/", f"matches/{open_matches[1].pk}/",
            f"matches/{open_matches[2].pk}/",
        )),
        *(f"{draft}desk/{page}" for page in ("", "rounds/1/1/", "rounds/1/1/edit/")),
        f"{base}enter/", f"/events/invited/{invite}/",
        f"{base}in/{event.entries.get(number=2).code}/",
        f"{running}score/{second.code}/", f"{running}score/{open_matches[3].code}/",
        f"{running}score/{open_matches[0].code}/",
    ]  # fmt: skip
    page = new_context(
        user=lin, width=width, height=height, language=language, theme=theme
    ).new_page()
    wrong = []
    for index, address in enumerate(addresses):
        page.goto(address)
        expect(page.locator("h1")).to_have_count(1)
        _picture(page, f"{index:02}-{width}-{address}")
        page.evaluate("for (const d of document.querySelectorAll('details')) d.open = true")
        try:
            assert_accessible(page)
            no_sideways_scroll(page)
        except AssertionError as error:
            wrong.append(f"{address}: {error}")
    assert not wrong, "\n".join(wrong)


def _picture(page: Page, name: str) -> None:
    folder = os.environ.get("DESK_SHOTS")
    if folder:
        place = Path(folder) / f"{name.strip('/').replace('/', '_')[:80]}.png"
        page.screenshot(path=place, full_page=True)


def test_a_score_waits_in_the_phone_also_when_the_page_is_opened_without_a_network(
    new_context: Any, make_user: Any
) -> None:
    lin = make_user("lin")
    event = tea_house(lin, 4)
    match = begun(event, lin).matches.order_by("table_no").first()
    assert match is not None
    entry = match.sides.get(side=0).entry
    context = new_context(width=390, height=844, allow=("net::ERR_INTERNET_DISCONNECTED",))
    page = context.new_page()
    address = f"/events/{event.slug}/score/{entry.code}/"
    page.goto(address)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()  # now the worker has seen it
    page.wait_for_load_state("networkidle")
    context.set_offline(True)
    page.goto(address)
    expect(page.locator("h1")).to_have_text("Table 1")
    for side, level in enumerate(("Q", "5")):
        page.locator(f'input[name="level_{side}"][value="{level}"]').check(force=True)
    page.get_by_role("button", name="Enter the result").click()
    expect(page.locator("#kept")).to_contain_text("kept here, not sent yet")
    page.close()
    context.set_offline(False)
    page = context.new_page()
    page.goto(address)
    expect(page.locator("#score-state")).to_contain_text("Q : 5")
    assert match.entries.count() == 1


def test_the_grid_says_what_it_kept_and_what_differs(new_context: Any, make_user: Any) -> None:
    lin = make_user("lin")
    event = tea_house(lin, 4)
    match = begun(event, lin).matches.order_by("table_no").first()
    assert match is not None
    context = new_context(user=lin, allow=("net::ERR_INTERNET_DISCONNECTED",))
    page = context.new_page()
    page.goto(f"/events/{event.slug}/desk/rounds/1/1/results/")
    row = page.locator('.grid-row[data-table="1"]')
    page.get_by_label("Table", exact=True).fill("1")
    for key in ("Enter", "x", "Enter", "7", "Enter"):
        page.keyboard.press(key)
    expect(row.locator(".said")).to_contain_text("Levels are 2")
    context.set_offline(True)
    for field, level in (("l0", "k"), ("l1", "7")):
        row.locator(f'[data-field="{field}"]').fill(level)
    page.keyboard.press("Enter")
    expect(page.locator("#kept")).to_contain_text("1: K : 7")
    score(match, lin, ("A", "7"))  # somebody else was faster
    context.set_offline(False)
    expect(row.locator(".said")).to_contain_text("Another result is confirmed already")
    assert match.entries.count() == 2
    assert_accessible(page)


def test_the_grid_follows_another_scorer_and_leaves_what_is_typed(
    new_context: Any, make_user: Any
) -> None:
    lin = make_user("lin")
    event = tea_house(lin, 8)
    first, second, third, _fourth = begun(event, lin).matches.order_by("table_no")
    context = new_context(user=lin, allow=("net::ERR_INTERNET_DISCONNECTED",))
    page = context.new_page()
    page.goto(f"/events/{event.slug}/desk/rounds/1/1/results/")
    rows = {n: page.locator(f'.grid-row[data-table="{n}"]') for n in (1, 2, 3, 4)}
    expect(page.locator("#left")).to_contain_text("4 results")
    rows[2].locator('[data-field="l0"]').fill("Q")
    rows[4].locator('[data-field="l0"]').focus()
    elsewhere(score, first, lin, ("A+", "9"))
    expect(rows[1]).to_have_class(re.compile("confirmed"))
    expect(rows[1].locator(".result")).to_have_text("A+ : 9")
    expect(page.locator("#left")).to_contain_text("3 results")
    expect(rows[4].locator('[data-field="l0"]')).to_be_focused()

    elsewhere(score, second, lin, ("A", "7"))
    expect(rows[2].locator(".said")).to_contain_text("A : 7")
    expect(rows[2].locator('[data-field="l0"]')).to_have_value("Q")
    expect(page.locator("#left")).to_contain_text("2 results")

    context.set_offline(True)
    for field, level in (("l0", "K"), ("l1", "7")):
        rows[3].locator(f'[data-field="{field}"]').fill(level)
    page.keyboard.press("Enter")
    expect(page.locator("#kept")).to_contain_text("3: K : 7")
    elsewhere(score, third, lin, ("K", "7"))
    elsewhere(services.strike_result, match=first, by=lin, reason="the wrong table")
    context.set_offline(False)
    expect(rows[1].locator('[data-field="l0"]')).to_have_value("")
    expect(rows[3]).to_have_class(re.compile("confirmed"))
    assert third.entries.count() == 2, "what waited here was sent as well"
    assert_accessible(page)


@pytest.mark.parametrize("heard", [True, False], ids=["news", "no-websocket"])
def test_the_desk_hears_of_results_and_asks_where_it_cannot(
    new_context: Any, make_user: Any, heard: bool
) -> None:
    lin = make_user("lin")
    event = tea_house(lin, 4)
    first, second = begun(event, lin).matches.order_by("table_no")
    page = new_context(user=lin).new_page()
    if not heard:
        page.route_web_socket("**/ws/events/**", lambda socket: socket.close())
    page.goto(f"/events/{event.slug}/desk/")
    progress = page.locator(".progress-line")
    expect(progress).to_contain_text("0 of 2")
    elsewhere(score, first, lin, ("A+", "9"))
    expect(progress).to_contain_text("1 of 2", timeout=15_000)
    page.get_by_role("spinbutton").fill("12")
    elsewhere(score, second, lin, ("A+", "9"))
    expect(page.locator("#now[aria-busy=true]")).to_have_count(1, timeout=15_000)
    expect(page.get_by_role("spinbutton")).to_have_value("12")
    page.locator("#q").focus()
    expect(progress).to_contain_text("2 of 2", timeout=15_000)


def test_without_scripts_a_result_is_entered_and_agreed(new_context: Any, make_user: Any) -> None:
    lin = make_user("lin")
    event = tea_house(lin, 4)
    match = begun(event, lin).matches.order_by("table_no").first()
    assert match is not None
    for side in match.sides.order_by("side"):
        page = new_context(width=390, height=844, java_script_enabled=False).new_page()
        page.goto(f"/events/{event.slug}/score/{side.entry.code}/")
        if side.side == 0:
            for index, level in enumerate(("A+", "9")):
                page.locator(f'input[name="level_{index}"][value="{level}"]').check(force=True)
            page.get_by_role("button", name="Enter the result").click()
        else:
            page.get_by_role("button", name="Yes, that is right").click()
    match.refresh_from_db()
    assert match.state == "confirmed"
