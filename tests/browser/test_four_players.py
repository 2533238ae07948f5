"""Four people, four browsers, one private table: a whole deal of 双升 from invitation to tally."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from games.models import Deal, Table
from tests.browser.test_table import phase, step
from tests.live.client import QUICK
from tests.live.test_table import assert_nothing_hidden

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

CLICKED_PLAYS = 5
"""So many plays each person makes with the pointer, card by card."""

UNHURRIED = {**QUICK, "closing": 0.6, "ready": 60, "away": 0}


@pytest.fixture
def unhurried(settings: Any) -> None:
    """Name it before the site."""
    settings.LIVE = UNHURRIED


class Player:
    """A person with a browser: the page, and every frame that came over its wire."""

    def __init__(self, context: BrowserContext) -> None:
        self.page = context.new_page()
        self.frames: list[dict[str, Any]] = []
        self.plays = 0
        self.page.on("websocket", lambda ws: ws.on("framereceived", self._received))

    def _received(self, data: str | bytes) -> None:
        message = json.loads(data)
        if message["t"] == "frame":
            self.frames.append(message)

    def play_by_clicking(self) -> bool:
        """If it is this person's turn to play: pick the hinted cards one by one, press play."""
        page = self.page
        view = self.frames[-1]["view"] if self.frames else None
        if not view or view["phase"] != "play" or view["turn"] != [view["viewer"]]:
            return False
        picked = page.locator('#hand [aria-selected="true"]')
        if not self.frames[-1]["can"]["only"]:  # else it is picked already
            page.locator("#do-hint").click()
        expect(page.locator("#do-primary:not([aria-disabled=true])")).to_be_attached()
        held = page.locator('#hand [role="option"]')
        chosen = page.eval_on_selector_all(
            "#hand [role=option]",
            "cards => cards.flatMap((c, i) => c.ariaSelected === 'true' ? [i] : [])",
        )
        page.keyboard.press("Escape")
        expect(picked).to_have_count(0)
        for index in chosen:
            _tap(page, held.nth(index))
        expect(picked).to_have_count(len(chosen))
        before = held.count()
        page.locator("#do-primary:not([aria-disabled=true])").click()
        expect(held).to_have_count(before - len(chosen))
        self.plays += 1
        return True


def _tap(page: Page, card: Any) -> None:
    """Press the corner of a card: the part that no other card covers."""
    card.click(position={"x": 7, "y": 9})


def open_private_table(host: Player) -> str:
    """Open a private table through the form; answers the invite link that the page offers."""
    page = host.page
    page.goto("/tables/new/shuangsheng/")
    page.get_by_label("by invitation").check()
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(".plate")).to_have_count(4)
    table = Table.objects.get()
    assert table.private
    return f"/t/{table.code}/i/{table.invite}/"


def sit_down(player: Player, link: str) -> None:
    """Follow the invite link, as a guest if nobody is signed in, and take a seat."""
    page = player.page
    page.goto(link)
    guest = page.get_by_role("button", name="Come in as a guest")
    if guest.count():
        guest.click()
    page.get_by_role("button", name="Sit down", exact=True).click()
    expect(page.locator("#do-primary")).to_have_text("Ready")


def play_on(players: list[Player], enough: Any, seconds: int = 120) -> None:
    """Everybody plays until ``enough()``: the first plays card by card, then as hinted."""
    for _ in range(seconds * 4):
        for player in players:
            if enough():
                return
            if player.plays >= CLICKED_PLAYS or not player.play_by_clicking():
                step(player.page)
    raise AssertionError(f"the table stands still in phase {phase(players[0].page)!r}")


def reload_in_mid_trick(players: list[Player], who: Player) -> None:
    """Reload a page while a trick is under way; one frame brings everything back."""

    def mid_trick() -> bool:
        view = players[0].frames[-1]["view"]
        return bool(view and view["trick"] and 0 < len(view["trick"]["plays"]) < 4)

    play_on(players, mid_trick)
    before = players[0].frames[-1]["view"]
    who.frames.clear()
    with who.page.expect_websocket(lambda ws: "/ws/table/" in ws.url) as socket:
        who.page.reload()
    while not any(frame["view"] for frame in who.frames):
        socket.value.wait_for_event("framereceived")
    expect(who.page.locator("#hand [role=option]").first).to_be_visible()
    back = next(frame for frame in who.frames if frame["view"])
    assert (
        back["view"]["trick"]["plays"][: len(before["trick"]["plays"])] == before["trick"]["plays"]
    )
    assert back["view"]["tricks_played"] == before["tricks_played"]


@pytest.mark.slow
def test_a_whole_deal_among_four_people(
    unhurried: None, new_context: Any, make_user: Any, worker: Any
) -> None:
    """Invite link, five plays by hand each, a reload in mid-trick, the sheet, the tally."""
    lin = Player(new_context(user=make_user("lin", display_name="林晓")))
    wei = Player(new_context(user=make_user("wei", display_name="Wei")))
    guest = Player(new_context())
    phone = Player(new_context(width=390, height=844))
    players = [lin, wei, guest, phone]
    link = open_private_table(lin)
    for player in (wei, guest, phone):
        sit_down(player, link)
    for player in players:
        player.page.get_by_role("button", name="Ready", exact=True).click()
    play_on(players, lambda: all(player.plays >= 2 for player in players))
    reload_in_mid_trick(players, phone)
    play_on(players, lambda: all(phase(player.page) == "result" for player in players))
    assert all(player.plays >= CLICKED_PLAYS for player in players)
    for player in players:
        expect(player.page.locator(".sheet .reckoning li").first).to_be_visible()
        for frame in player.frames:
            if frame.get("view"):
                assert_nothing_hidden(frame)

    deal = Deal.objects.exclude(result=None, ended_at=None).latest("pk")
    lin.page.goto(f"/matches/{deal.match_id}/")
    expect(lin.page.get_by_role("heading", level=1)).to_be_visible()
    deal.refresh_from_db()
    assert deal.result is not None
    points = str(deal.result["points"])
    expect(lin.page.locator("main")).to_contain_text(re.compile(rf"\b{points}\b"))
    expect(lin.page.locator("main")).to_contain_text("林晓")
