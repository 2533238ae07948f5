"""The players' side of a referee at a table of an event: stopped, called, ruled on, played anew."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone
from playwright.sync_api import Page, expect

from games import hooks, services
from games.engine.api import NextDeal
from games.models import Deal, Table
from games.services.records import replay, setup_of
from tests.browser.axe import assert_accessible
from tests.browser.test_events import elsewhere
from tests.browser.test_table import CALM, play_until
from tests.games.played import finish_deal

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

REFEREE = Table.Hold.REFEREE
WHY = "A word with both sides"
PICKED = '.held[aria-selected="true"]'

Seated = Callable[..., tuple[Page, Table]]
Frames = list[dict[str, Any]]


@pytest.fixture
def frames() -> Frames:
    """What the server has sent to the page of ``seated``."""
    return []


@pytest.fixture
def seated(settings: Any, new_context: Any, make_user: Any, frames: Frames) -> Seated:
    """``seated()`` is the page of 林晓 at a table of an event, in the play of a deal with bots."""
    settings.LIVE = CALM

    def keep(data: str | bytes) -> None:
        message = json.loads(data)
        if message["t"] == "frame" and message["view"]:
            frames.append(message)

    def sit(
        game: str = "shuangsheng", ends_at: datetime | None = None, **look: Any
    ) -> tuple[Page, Table]:
        lin = make_user("lin", display_name="林晓")
        table = services.open_managed(
            game=game,
            options={},
            name="Cup 1",
            seats=[lin, None, None, None],
            ends_at=ends_at,
        )
        page = new_context(user=lin, **look).new_page()
        page.on("websocket", lambda ws: ws.on("framereceived", keep))
        page.goto(f"/t/{table.code}/")
        page.locator("#do-primary").click()
        expect(page.locator(".table-app")).not_to_have_attribute("data-phase", "waiting")
        play_until(page, lambda: bool(page.locator("#do-hint").count()))
        return page, table

    return sit


def hold(table: Table) -> None:
    elsewhere(lambda: services.hold_table(table=table, by=REFEREE, why=WHY))


def release(table: Table) -> None:
    elsewhere(lambda: services.release_table(table=table, by=REFEREE))


def tricks(frames: Frames) -> int:
    """How many tricks of the deal are played, as the page knows it."""
    played: int = frames[-1]["view"]["tricks_played"]
    return played


def show(table: Table, **desk: Any) -> None:
    desk = {"call": None, "referees": [], "hands": False, **desk}
    elsewhere(lambda: services.show_desk(table=table.pk, desk=desk))


def test_play_stops_and_goes_on(seated: Seated) -> None:
    """The banner says why; cards stay picked and can be sorted, but none can be played."""
    page, table = seated(width=390, height=844)
    page.keyboard.press("h")
    expect(page.locator(PICKED)).not_to_have_count(0)
    picked = page.locator(PICKED).count()
    hold(table)
    desk = page.get_by_role("region", name="Referee")
    expect(desk).to_contain_text("The referee has stopped the play")
    expect(desk).to_contain_text(WHY)
    expect(page.get_by_role("log")).to_contain_text(f"The referee has stopped the play: {WHY}")
    play = page.locator("#do-primary")
    expect(play).to_have_text("The play is stopped")
    expect(play).to_have_attribute("aria-disabled", "true")
    expect(page.locator(".timer")).to_have_count(0)
    expect(page.locator(PICKED)).to_have_count(picked)
    assert_accessible(page)
    left = page.locator(".held").count()
    page.keyboard.press("Enter")
    page.keyboard.press("s")
    expect(page.locator(".held")).to_have_count(left)
    release(table)
    expect(desk).to_have_count(0)
    expect(page.get_by_role("log")).to_contain_text("Play goes on")
    expect(page.locator(PICKED)).to_have_count(picked)
    before = page.locator(".held").count()
    play_until(page, lambda: page.locator(".held").count() < before)


def test_the_referee_is_called_and_the_call_withdrawn(
    seated: Seated, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[tuple[str, bool]] = []

    def listen(table: int, _user: int, reason: str, on: bool) -> str:
        calls.append((reason, on))
        if len(calls) == 1:
            return "The referee of the event is not there yet."
        call = {"seat": 0, "name": "林晓", "reason": reason} if on else None
        services.show_desk(table=table, desk={"call": call, "referees": [], "hands": False})
        return ""

    monkeypatch.setattr(hooks, "_call", [listen])
    page, _table = seated()

    def call() -> None:
        page.get_by_role("button", name="Table, score sheet and settings").click()
        page.get_by_role("button", name="Call the referee").click()
        page.get_by_role("radio", name="A player is away or too slow").check()
        page.get_by_label("In your own words").fill("two minutes a card")
        assert_accessible(page)
        page.locator("#drawer").get_by_role("button", name="Call the referee").click()

    call()
    expect(page.locator("#drawer")).not_to_be_visible()
    expect(page.locator(".status")).to_contain_text("is not there yet")
    call()
    desk = page.get_by_role("region", name="Referee")
    said = "You have called the referee: A player is away or too slow: two minutes a card"
    expect(desk).to_contain_text(said)
    desk.get_by_role("button", name="Withdraw the call").click()
    expect(desk).to_have_count(0)
    reason = "A player is away or too slow: two minutes a card"
    assert calls == [(reason, True), (reason, True), ("", False)]


def test_a_referee_who_sees_all_hands_is_named(seated: Seated) -> None:
    page, table = seated(language="zh")
    show(table, referees=["王裁判"], hands=True)
    expect(page.get_by_role("region", name="裁判")).to_contain_text("裁判 王裁判 已到桌")
    expect(page.get_by_role("log")).to_contain_text("可看四家手牌")
    show(table)
    expect(page.get_by_role("region", name="裁判")).to_have_count(0)


def test_a_deal_is_played_anew_from_an_earlier_trick(seated: Seated, frames: Frames) -> None:
    """The cards are back in the hand; nothing that was prepared is left; the log tells it."""
    page, table = seated()
    play_until(page, lambda: tricks(frames) >= 4)
    then = next(each["view"]["counts"][0] for each in frames if each["view"]["tricks_played"] == 1)
    hold(table)
    expect(page.locator("#do-primary")).to_have_text("The play is stopped")
    deal = Deal.objects.get(match__table=table, ended_at=None)
    page.keyboard.press("Home")
    page.keyboard.press("Space")
    elsewhere(lambda: services.roll_back(deal=deal, trick=2, why="Trick 2 is played anew"))
    expect(page.locator(".held")).to_have_count(then)
    expect(page.locator(".desk")).to_contain_text("Played anew from trick 2")
    expect(page.get_by_role("log")).to_contain_text("Played anew from trick 2")
    expect(page.locator(".side .log")).to_contain_text("Played anew from trick 2")
    expect(page.locator(PICKED)).to_have_count(0)
    expect(page.locator(".laid")).to_have_count(0)
    release(table)
    assert tricks(frames) == 1
    play_until(page, lambda: tricks(frames) >= 3)


def test_a_play_that_was_on_its_way_is_not_made_after_a_roll_back(
    seated: Seated, frames: Frames
) -> None:
    """The line breaks as a card is played; meanwhile the deal goes back to before that trick."""
    page, table = seated(allow=("ERR_INTERNET_DISCONNECTED",))
    play_until(page, lambda: tricks(frames) >= 2)
    play_until(page, lambda: bool(page.locator("#do-primary:not([aria-disabled])").count()))
    sent: list[str] = []
    page.on("websocket", lambda ws: ws.on("framesent", lambda data: sent.append(str(data))))
    page.context.set_offline(True)  # holds no open socket up, but keeps it from coming back
    deal = Deal.objects.get(match__table=table, ended_at=None)
    Table.objects.filter(pk=table.pk).update(hold="referee")  # the room is not told
    elsewhere(lambda: services.roll_back(deal=deal, trick=1, why="From the first trick"))
    expect(page.locator(".conn")).to_have_attribute("data-conn", "lost")
    page.locator("#do-primary").click()
    Table.objects.filter(pk=table.pk).update(hold="")
    page.context.set_offline(False)
    expect(page.locator(".conn")).to_have_attribute("data-conn", "open")
    expect(page.get_by_role("log")).to_contain_text("Played anew from trick 1")
    expect(page.locator("#do-primary")).not_to_have_text("Sending…")
    assert not [each for each in sent if '"act"' in each]


def test_levels_by_ruling_are_told_before_and_written_into_the_sheet(
    new_context: Any, make_user: Any
) -> None:
    """CP-12: at the next deal; the score sheets of the table and of the match show it."""
    lin = make_user("lin", display_name="林晓")
    seats = [lin, None, None, None]
    table = services.open_managed(game="shuangsheng", options={}, name="Cup 2", seats=seats)
    with transaction.atomic():  # the room finds two deals played, the second with levels by ruling
        match = services.start_match(table=table)
        first = finish_deal(match)
        finish_deal(match, number=2, ahead=replace(_next(first), levels=("9", "2")))
        services.hold_table(table=table, by=REFEREE, why=WHY)
    services.rule_levels(table=table.pk, key="p1", levels=(-1, 0))
    page = new_context(user=lin).new_page()
    page.goto(f"/t/{table.code}/")
    told = "From the next deal on: Us −1 (ruling)"
    expect(page.locator(".side")).to_contain_text(told)
    expect(page.locator(".sheet")).to_contain_text(told)
    by_ruling = page.get_by_role("row", name="by ruling")
    expect(by_ruling).to_contain_text("9")
    assert_accessible(page)
    page.goto(f"/matches/{match.pk}/")
    expect(by_ruling).to_contain_text("9 : 2")
    assert_accessible(page)


def _next(deal: Deal) -> NextDeal:
    """What the play of a deal has led to."""
    played = replay(deal)
    result = played.game.result(played.state)
    assert result is not None
    ahead = played.game.next(setup_of(deal, deal.match), result)
    assert ahead is not None
    return ahead


@pytest.mark.parametrize("game", ["guandan", "shuangsheng"])
def test_the_bar_of_a_phone_has_room_for_the_clock_of_the_event(seated: Seated, game: str) -> None:
    """CP-7: what is left of the match is on the screen, and so is the way to the menu."""
    page, _table = seated(game, timezone.now() + timedelta(hours=1), width=360, height=720)
    expect(page.get_by_role("timer").filter(has_text="59:")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Table, score sheet and settings")).to_be_in_viewport(
        ratio=1
    )
    assert page.evaluate("document.documentElement.scrollWidth") == 360
