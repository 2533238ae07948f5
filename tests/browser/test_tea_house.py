"""A whole evening at the tea house: from the wizard to the result book, in real browsers.

Four pairs of people in the hall, four pairs of bots on line; three Swiss rounds of one deal.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tournaments.models import Event, EventMatch

pytestmark = [
    pytest.mark.browser,
    pytest.mark.worker,
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
]

QUICK = {
    "draw": 0, "closing": 0.05, "asking": 0.05, "think": 0, "linger": 0, "ready": 0.2, "void": 0.2,
}  # fmt: skip
PEOPLE = (
    "选手1\t选手2\t单位\n林晓\t王建国\t城东\n陈静\t刘洋\t城东\n赵敏\t孙浩\t城西\n周杰\t吴芳\t\n"
)
SEEDS = {5: 1, 6: 2, 1: 3, 2: 4, 7: 5, 8: 6, 3: 7, 4: 8}
"""Bots meet bots in the first round, people meet people: 1–5, 2–6, 3–7, 4–8."""


@pytest.fixture
def quick(settings: Any) -> None:
    """Bots without a pause; name it before the site."""
    settings.LIVE = QUICK


class Evening:
    """The organiser at the desk."""

    def __init__(self, page: Page, new_context: Any) -> None:
        self.page, self.new_context = page, new_context
        self.slug = ""

    @property
    def event(self) -> Event:
        """The event as it is now."""
        return Event.objects.get(slug=self.slug)

    def go(self, where: str = "") -> Page:
        """A page of the desk."""
        self.page.goto(f"/events/{self.slug}/desk/{where}")
        return self.page

    def step(self, label: str) -> None:
        """Press the button of a next step."""
        self.go().get_by_role("button", name=label, exact=True).click()
        expect(self.page.locator(".notices")).to_be_visible()

    def matches(self, number: int) -> list[EventMatch]:
        """The matches of a round by table."""
        rows = self.event.matches.filter(round__number=number).prefetch_related("sides__entry")
        return list(rows.order_by("table_no"))

    def phone(self) -> Page:
        """Somebody's phone."""
        quiet = ("net::ERR_INTERNET_DISCONNECTED",)
        context = self.new_context(width=390, height=844, allow=quiet)
        return context.new_page()  # type: ignore[no-any-return]

    def by_phones(self, match: EventMatch, levels: tuple[str, str], *, offline: bool) -> None:
        """One side enters, the other agrees; the first may have no network for a while."""
        one, other = (side.entry for side in match.sides.order_by("side"))
        page = self.phone()
        page.goto(f"/events/{self.slug}/score/{one.code}/")
        for side, level in enumerate(levels):
            page.locator(f'input[name="level_{side}"][value="{level}"]').check(force=True)
        page.context.set_offline(offline)
        page.get_by_role("button", name="Enter the result").click()
        if offline:
            expect(page.locator("#kept")).to_contain_text("kept here, not sent yet")
            match.refresh_from_db()
            assert match.state == "running"
            page.context.set_offline(False)
        expect(page.locator("#score-state")).to_contain_text("You have entered:")
        second = self.phone()
        second.goto(f"/events/{self.slug}/score/{other.code}/")
        expect(second.locator("#score-state")).to_contain_text(" : ".join(levels))
        second.get_by_role("button", name="Yes, that is right").click()
        expect(second.locator("#score-state")).to_contain_text("The result is confirmed.")

    def by_keyboard(self, number: int, levels: tuple[str, str]) -> None:
        """The scorer: table number, Enter, level, Enter, level, Enter."""
        self.go(f"rounds/1/{number}/results/")
        open_rows = self.page.locator(".grid-row:has(input[data-field=l0])").all()
        for table in [row.get_attribute("data-table") or "" for row in open_rows]:
            self.page.get_by_label("Table", exact=True).fill(table)
            for key in ("Enter", *levels[0], "Enter", *levels[1], "Enter"):
                self.page.keyboard.press(key)
            row = self.page.locator(f'.grid-row[data-table="{table}"]')
            expect(row.locator(".state")).to_contain_text("✓")


def test_a_whole_evening(quick: None, new_context: Any, make_user: Any, worker: Any) -> None:
    host = make_user("host", display_name="老板")
    page = new_context(user=host).new_page()
    evening = Evening(page, new_context)
    set_up(evening)
    enter_pairs(evening)
    check_in(evening)
    evening.step("Close entries")
    evening.step("Start the event")
    for number in (1, 2, 3):
        evening.go().get_by_role("button", name=f"Draw round {number}").click()
        expect(page.locator("h1")).to_have_text(f"Round {number}")
        assert page.locator(".reasons li").count() >= 4
        page.get_by_role("button", name="Publish the draw").click()
        page.get_by_role("button", name="Start the round").click()
        expect(page.locator(".notices")).to_contain_text("The round has begun")
        hall = [m for m in evening.matches(number) if not m.online]
        if number == 1:
            assert [m.online for m in evening.matches(1)].count(True) == 2
            assert len(hall) == 2
            evening.by_phones(hall[0], ("A+", "9"), offline=False)
        elif hall:
            evening.by_phones(hall[0], ("10", "J"), offline=number == 2)
        evening.by_keyboard(number, ("K", "7"))
        evening.go()
        expect(page.get_by_text("All results are there.")).to_be_visible(timeout=90_000)
        evening.step(f"Finish round {number}")
    evening.step("End the stage")
    evening.step("Finish the event")
    final(evening)


def set_up(evening: Evening) -> None:
    """The wizard."""
    page = evening.page
    page.goto("/events/")
    page.get_by_role("link", name="New event").first.click()
    page.get_by_role("link", name="Tea-house evening").click()
    page.get_by_label("Name of the event").fill("Friday at the tea house")
    page.get_by_label("Place", exact=True).fill("Old tea house, first floor")
    page.get_by_label("in a hall and on line", exact=True).check()
    page.get_by_label("after a number of deals", exact=True).check()
    page.get_by_label("Deals of a match").fill("1")
    page.get_by_role("button", name="Create the event").click()
    expect(page.locator("h1")).to_have_text("Friday at the tea house")
    evening.slug = Event.objects.get().slug
    evening.step("Open entries")


def enter_pairs(evening: Evening) -> None:
    """Four pairs from a list, four of bots one by one, and the seeds."""
    page = evening.go("entries/import/")
    page.get_by_label("or paste the lines here").fill(PEOPLE)
    page.get_by_role("button", name="Look at it").click()
    page.get_by_role("button", name="Enter these 4 pairs").click()
    expect(page.locator(".notices")).to_contain_text("Pairs entered: 4")
    evening.go("entries/new/")
    for index in range(4):
        page.get_by_label("First player", exact=True).fill(f"Bot {index}a")
        page.get_by_label("Second player", exact=True).fill(f"Bot {index}b")
        page.get_by_text("More details", exact=True).click()
        page.get_by_label("Played by a bot").select_option(label="a bot plays for both")
        page.get_by_role("button", name="Add, and another").click()
        expect(page.locator(".notices")).to_contain_text(f"Entered: no. {index + 5}")
    evening.go("entries/seeding/")
    for number, seed in SEEDS.items():
        page.locator(f'input[name="seed-{number}"]').fill(str(seed))
    page.get_by_role("button", name="Save this order").click()
    expect(page.locator(".notices")).to_contain_text("The pairs are seeded")


def check_in(evening: Evening) -> None:
    """One pair by its own phone, the others at the desk by their numbers."""
    entry = evening.event.entries.get(number=1)
    phone = evening.phone()
    phone.goto(f"/events/{evening.slug}/in/{entry.code}/")
    phone.get_by_role("button", name="We are here").click()
    expect(phone.get_by_text("You are checked in.", exact=True)).to_be_visible()
    page = evening.go("check-in/")
    for number in range(2, 9):
        page.get_by_label("Number or name").fill(str(number))
        page.keyboard.press("Enter")
        expect(page.locator(".notices")).to_contain_text(f"No. {number}")
    expect(page.get_by_text("8 / 8")).to_be_visible()


def final(evening: Evening) -> None:
    """Everybody sees the final standings; the result book is there."""
    assert evening.event.status == "finished"
    assert evening.event.matches.filter(entries__origin="online").count() >= 2
    visitor = evening.new_context().new_page()
    visitor.goto(f"/events/{evening.slug}/standings/")
    for name in ("林晓 / 王建国", "Bot 3a / Bot 3b"):
        expect(visitor.get_by_text(name).first).to_be_visible()
    book = evening.go().get_by_role("link", name=re.compile("Result book"))
    book.click()
    expect(evening.page.get_by_text("林晓").first).to_be_visible()
