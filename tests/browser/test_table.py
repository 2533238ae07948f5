"""The live table in a real browser: by finger on a phone, by keyboard alone, looked at by axe."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Response, expect

from games import services
from tests.browser.axe import assert_accessible
from tests.live.client import QUICK

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

CALM = {**QUICK, "ready": 30, "closing": 1.0, "asking": 0.3}
"""Nobody is hurried between deals, so that a result can be looked at."""


@pytest.fixture
def calm(settings: Any) -> None:
    """Name it before the site."""
    settings.LIVE = CALM


def open_table(context: BrowserContext, game: str, user: Any) -> Page:
    """The page of a table of one's own against three bots, its match begun."""
    table = services.play_now(user=user, game=game)
    page = context.new_page()
    page.goto(f"/t/{table.code}/")
    expect(page.locator(".table-app")).not_to_have_attribute("data-phase", "none")
    return page


def phase(page: Page) -> str:
    return page.locator(".table-app").get_attribute("data-phase") or ""


SENSIBLE = """() => {
  const can = (id) => {
    const b = document.getElementById("do-" + id);
    return b && b.getAttribute("aria-disabled") !== "true" ? b : null;
  };
  const busy = document.querySelector("#do-primary")?.textContent.includes("…");
  const hint = busy ? null : can("hint");
  const button = can("show0") ?? can("primary") ?? hint ?? can("pass");
  const label = document.querySelector("#do-primary")?.textContent ?? "";
  if (!button || label.includes("in my turn") || label.includes("Waiting")) return false;
  button.click();
  return true;
}"""
"""One sensible press; answers whether there was one."""


def step(page: Page) -> None:
    """One sensible press: the primary button, a hint if nothing is picked, or a decline."""
    page.evaluate(SENSIBLE)
    page.wait_for_timeout(60)


def play_until(page: Page, done: Callable[[], bool], seconds: int = 90) -> None:
    """Go on with sensible presses until ``done``."""
    for _ in range(seconds * 12):
        if done():
            return
        step(page)
    raise AssertionError(f"still {page.locator('.status').inner_text()!r}")


def frames_of(page: Page) -> list[dict[str, Any]]:
    """What the server sends from now on; fills itself."""
    got: list[dict[str, Any]] = []
    page.on(
        "websocket",
        lambda ws: ws.on("framereceived", lambda data: got.append(json.loads(data))),
    )
    return got


@pytest.mark.parametrize("game", ["shuangsheng", "wangkou", "tycoon", "guandan"])
def test_a_whole_deal_by_clicking(calm: None, new_context: Any, make_user: Any, game: str) -> None:
    """From the first card to the result sheet on a phone, and the shuffle checked in the page."""
    lin = make_user("lin", display_name="林晓")
    page = open_table(new_context(width=390, height=844, user=lin), game, lin)
    expect(page.locator("#hand")).to_be_visible()
    play_until(page, lambda: phase(page) in ("result", "over"))
    sheet = page.locator(".sheet")
    expect(sheet).to_be_visible()
    expect(sheet.locator(".reckoning li").first).to_be_visible()
    assert "%(" not in sheet.inner_text()
    expect(sheet.locator(".all-hands dd").nth(3)).to_be_attached()
    sheet.get_by_role("button", name="Check the shuffle").click()
    expect(sheet.locator(".verdict")).to_contain_text("Checked")
    assert_accessible(page)
    page.get_by_role("button", name="Next deal").click()
    expect(page.locator(".table-app")).not_to_have_attribute("data-phase", "result")


@pytest.mark.parametrize(
    ("width", "height", "language", "theme"),
    [(390, 844, "zh", "dark"), (844, 390, "en", "dark"), (1280, 800, "en", "light")],
)
def test_the_table_is_accessible_and_fits(
    calm: None,
    new_context: Any,
    make_user: Any,
    width: int,
    height: int,
    language: str,
    theme: str,
) -> None:
    """Waiting, playing and the dialogs, in portrait, landscape and on a desktop."""
    lin = make_user("lin", display_name="林晓")
    look = {"width": width, "height": height, "language": language, "theme": theme}
    waiting = services.open_table(host=lin, game="shuangsheng", name="周三晚上")
    page = new_context(user=lin, **look).new_page()
    page.goto(f"/t/{waiting.code}/")
    expect(page.locator(".plate")).to_have_count(4)
    assert_accessible(page)
    for game in ("shuangsheng", "guandan"):
        wei = make_user(game)
        page = open_table(new_context(user=wei, **look), game, wei)
        play_until(
            page,
            lambda page=page: (
                page.locator(".status").inner_text() != ""
                and bool(page.locator("#do-hint").count())
            ),
        )
        assert_accessible(page)
        size = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
        assert page.evaluate(size) == [width, height]
        cards = page.locator(".held").all()
        for card in cards:
            box = card.bounding_box()
            assert box is not None
            assert box["x"] >= -1
            assert box["x"] + box["width"] <= width + 1
        if game == "guandan":
            continue  # the dialogs are the same
        page.locator(".t-bar button").click()
        expect(page.locator("#drawer")).to_be_visible()
        assert_accessible(page)
        page.keyboard.press("Escape")
        page.keyboard.press("?")
        expect(page.locator(".keys-table")).to_be_visible()
        assert_accessible(page)
        page.keyboard.press("Escape")
        expect(page.locator("#drawer")).not_to_be_visible()


def test_playing_by_keyboard_and_ear(calm: None, new_context: Any, make_user: Any) -> None:
    """No pointer: arrows, Space, Enter, H; every play is announced."""
    lin = make_user("lin")
    page = open_table(new_context(user=lin), "shuangsheng", lin)
    said = page.get_by_role("log")
    play_until(page, lambda: "lead" in status(page) or "Follow" in status(page))
    hand = page.locator("#hand")
    before = hand.locator('[role="option"]').count()
    for _ in range(6):
        expect(page.locator(".status")).to_contain_text(re.compile("lead|Follow"))
        page.keyboard.press("Escape")
        page.keyboard.press("Home")
        expect(hand).to_be_focused()
        for _ in range(before):  # until the card under the cursor makes a legal play
            page.keyboard.press("h")
            page.wait_for_timeout(150)
            if page.locator("#do-primary:not([aria-disabled])").count():
                break
        selected = hand.locator('[aria-selected="true"]')
        expect(selected.first).to_be_attached()
        left = hand.locator('[role="option"]').count() - selected.count()
        page.keyboard.press("Enter")
        expect(hand.locator('[role="option"]')).to_have_count(left)
    expect(said).to_contain_text("You: ")
    expect(said).to_contain_text("Bot 2: ")
    page.keyboard.press("t")
    expect(said).to_contain_text("level 2")
    page.keyboard.press("l")
    expect(page.locator("#drawer .last-trick li")).to_have_count(4)
    page.keyboard.press("Escape")
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    assert hand.get_attribute("aria-activedescendant")
    page.keyboard.press("Space")
    expect(hand.locator('[aria-selected="true"]')).not_to_have_count(0)


def status(page: Page) -> str:
    return page.locator(".status").inner_text()


@pytest.fixture
def slow_closing(settings: Any) -> None:
    """All cards are drawn and nobody has to do anything. Name it before the site."""
    settings.LIVE = {**CALM, "closing": 60}


LIE_STILL = """() => [...document.querySelectorAll('.held')].every(
  card => card.getAnimations({subtree: true}).length === 0)"""


def test_a_drag_picks_all_the_cards_it_crosses(
    slow_closing: None, new_context: Any, make_user: Any
) -> None:
    lin = make_user("lin")
    page = open_table(new_context(user=lin), "shuangsheng", lin)
    expect(page.locator(".table-app")).to_have_attribute("data-phase", "closing")
    expect(page.locator(".held")).to_have_count(25)
    page.wait_for_function(LIE_STILL)
    boxes = [page.locator(".held").nth(i).bounding_box() for i in (0, 3)]
    assert boxes[0]
    assert boxes[1]
    page.mouse.move(boxes[0]["x"] + 8, boxes[0]["y"] + 12)
    page.mouse.down()
    page.mouse.move(boxes[1]["x"] + 8, boxes[1]["y"] + 12, steps=12)
    page.mouse.up()
    expect(page.locator('.held[aria-selected="true"]')).to_have_count(4)
    page.keyboard.press("Escape")
    expect(page.locator('.held[aria-selected="true"]')).to_have_count(0)


def test_a_second_tab_takes_over_and_gives_back(
    calm: None, new_context: Any, make_user: Any
) -> None:
    lin = make_user("lin")
    context = new_context(user=lin)
    first = open_table(context, "guandan", lin)
    second = context.new_page()
    second.goto(first.url)
    expect(first.get_by_role("button", name="Take back")).to_be_visible()
    first.get_by_role("button", name="Take back").click()
    expect(second.get_by_role("button", name="Take back")).to_be_visible()
    expect(first.locator(".conn")).to_have_attribute("data-conn", "open")


def test_settings_are_kept(calm: None, new_context: Any, make_user: Any) -> None:
    lin = make_user("lin")
    page = open_table(new_context(user=lin), "shuangsheng", lin)
    page.get_by_role("button", name="Table, score sheet and settings").click()
    for group, value in (("Suits", "two colours"), ("Type and cards", "large"), ("Sounds", "off")):
        page.get_by_role("group", name=group).get_by_role("radio", name=value).check()
    page.reload()
    root = page.locator("html")
    expect(root).to_have_attribute("data-colours", "two")
    expect(root).to_have_attribute("data-size", "large")
    expect(root).to_have_attribute("data-sounds", "off")
    page.get_by_role("button", name="Table, score sheet and settings").click()
    page.get_by_role("button", name="中文").click()
    expect(root).to_have_attribute("lang", "zh-Hans")
    expect(page.get_by_role("region", name="你的手牌")).to_be_visible()


def test_the_page_is_light(calm: None, new_context: Any, make_user: Any) -> None:
    """The first visit, script and styles and all, stays under 150 KB compressed."""
    lin = make_user("lin")
    page = new_context(width=390, height=844, user=lin).new_page()
    table = services.play_now(user=lin, game="shuangsheng")
    got: list[Response] = []
    page.on("response", lambda response: got.append(response))
    page.goto(f"/t/{table.code}/")
    expect(page.locator("#hand")).to_be_visible()
    page.wait_for_load_state("networkidle")
    sizes = {response.url: len(gzip.compress(response.body())) for response in got}
    assert sum(sizes.values()) < 120_000, sizes  # leaves 30 KB to the headers


COVERED = """() => {
  const boxes = (css) => [...document.querySelectorAll(css)].map((e) => [
    e.innerText.replace(/\\s+/g, " "), e.getBoundingClientRect()]);
  const over = ([a, x], [b, y]) =>
    Math.min(x.right, y.right) - Math.max(x.left, y.left) > 2 &&
    Math.min(x.bottom, y.bottom) - Math.max(x.top, y.top) > 4 ? [`${a} / ${b}`] : [];
  const plates = boxes(".plate");
  const laid = boxes(".laid:not([data-sweep]) .cards");
  const found = plates.flatMap((plate) => laid.flatMap((cards) => over(plate, cards)));
  for (const plate of document.querySelectorAll(".plate")) {
    const parts = [...plate.querySelectorAll(".name, .chip, .count, .timer")].map((e) => [
      e.innerText, e.getBoundingClientRect()]);
    parts.forEach((one, i) => parts.slice(i + 1).forEach((two) => found.push(...over(one, two))));
  }
  return found;
}"""
"""What covers a plate, and what lies over one another in a plate."""


@pytest.mark.parametrize("game", ["tycoon", "guandan"])
def test_cards_on_the_table_cover_no_name(
    calm: None, new_context: Any, make_user: Any, game: str
) -> None:
    lin = make_user("lin")
    page = open_table(new_context(user=lin, reduced_motion="reduce"), game, lin)
    laid = page.locator(".laid:not([data-sweep])")
    for _ in range(3):
        play_until(page, lambda: laid.count() >= 3 and bool(page.locator("#do-hint").count()))
        for width, height in ((1280, 800), (1366, 650), (390, 844), (360, 640), (844, 390)):
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_function(
                "() => !document.getAnimations().some((a) => a.playState === 'running')"
            )
            assert page.evaluate(COVERED) == [], (width, height)
        step(page)
        page.wait_for_timeout(100)
