"""A whole afternoon of match rules by clicking, everybody on their own page (CP-1 … CP-33)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from tests.browser.story import CLUB, Story, after_the_call, panel, the_worker_works
from tests.browser.story_appeal import (
    a_stranger_sees_nothing,
    again,
    answer,
    as_shown,
    file_in_time,
    replace_the_barred,
    vote_in_secret,
)
from tests.browser.story_table import (
    a_trick_is_over,
    always_the_same_cards,
    call_the_referee,
    cards_left,
    go_to_the_table,
    levels_shown,
    next_deal,
    play_on,
    ready,
    referee_comes,
    referee_lets_go_on,
)
from tests.browser.test_four_players import UNHURRIED
from tests.tournaments.conftest import Desk, make_desk, organiser
from tests.tournaments.test_live_event import wait_for
from tournaments.models import Penalty

__all__ = ["make_desk", "organiser"]

NEWS = 12_000
"""Milliseconds in which a page that lies open has heard of what happened."""

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def _patient() -> Iterator[None]:
    """Pages that lie open hear of news within some seconds."""
    expect.set_options(timeout=NEWS)
    yield
    expect.set_options(timeout=5_000)


@pytest.fixture
def hall(
    transactional_db: None, new_context: Any, make_desk: Callable[..., Desk],
    make_user: Callable[..., User],
) -> Story:  # fmt: skip
    """Four pairs in a hall, Ma against Gao in the first round."""
    story = Story(new_context, make_desk, make_user, settings={"check_in": False})
    story.enter("Ma", [{"user": user} for user in story.ma])
    story.enter("Tan", [{"name": "Tan Yi"}, {"name": "Tan Er"}])
    story.enter("Gao", [{"user": user} for user in story.gao], CLUB)
    story.enter("Shi", [{"name": "Shi Yi"}, {"name": "Shi Er"}])
    story.desk.start()
    return story


@pytest.fixture
def on_line(
    settings: Any, monkeypatch: pytest.MonkeyPatch, new_context: Any,
    make_desk: Callable[..., Desk], make_user: Callable[..., User],
) -> Story:  # fmt: skip
    """Ma against Gao at a table of the site, two deals; bots play at the other one."""
    rules = {"check_in": False, "ending": {"kind": "deals", "deals": 2}}
    story = Story(new_context, make_desk, make_user, mode="online", settings=rules)
    story.enter("Ma", [{"user": user} for user in story.ma])
    story.enter("Tan", [{"name": name, "bot": "plain"} for name in ("Tan Yi", "Tan Er")])
    story.enter("Gao", [{"user": user} for user in story.gao], CLUB)
    story.enter("Shi", [{"name": name, "bot": "plain"} for name in ("Shi Yi", "Shi Er")])
    story.desk.start()
    return story


@pytest.fixture
def paced(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots in a hurry, people unhurried; named before the site."""
    settings.LIVE = {**UNHURRIED, "ready": 12}
    always_the_same_cards(monkeypatch)


def test_in_a_hall(hall: Story) -> None:
    ask_for_leave(hall)
    call_the_round(hall)
    come_late_in_the_hall(hall)
    two_warnings(hall)
    enter_the_result(hall)
    level_loss(pad_by_card(hall), 11, "5 : A+ → 5 : 4")
    and_the_appeal(hall, "Deal 1, trick 1", "5 : 4 → 5 : A+")


def test_on_line(paced: None, on_line: Story) -> None:
    ask_for_leave(on_line)
    call_the_round(on_line)
    come_late_on_line(on_line)
    play_on(on_line, lambda: frozenset(on_line.gao), lambda: a_trick_is_over(on_line))
    call_the_referee(on_line.page(on_line.ma[0]))
    referee_comes(on_line)
    two_warnings(on_line)
    level_loss(pad_by(on_line, "Gao"), 3, "3 down")
    referee_lets_go_on(on_line)
    play_two_deals(on_line)
    and_the_appeal(on_line, "Deal 1, trick 1", "3 : 2 → 3 : 5")


def and_the_appeal(story: Story, place: str, changed: str) -> None:
    """The next draw is published; the appeal, its committee, what it changes, and no other."""
    next_draw(story)
    before = as_shown(story)
    forms = file_in_time(story, place)
    replace_the_barred(story)
    vote_in_secret(story, changed)
    assert as_shown(story) == before
    answer(story, changed)
    ranks, draw = as_shown(story)
    assert ranks.index("Gao") < ranks.index("Ma")
    assert before[0].index("Ma") < before[0].index("Gao")
    assert draw != before[1]
    again(forms)
    a_stranger_sees_nothing(story)


# ---------------------------------------------------------------------------- before the match


def ask_for_leave(story: Story) -> None:
    """CP-4: on phones, before the round is called."""
    story.desk_step("Draw round 1")
    page = story.page(story.organiser)
    page.get_by_role("button", name="Publish the draw").click()
    phone = story.at_event(story.ma[0], "My matches", "We shall be late: ask for leave")
    phone.get_by_text("We shall be late: ask for leave").click()
    phone.get_by_label("Reason").fill("Our train is late.")
    phone.get_by_role("button", name="Ask the chief referee").click()
    expect(phone.get_by_text("Leave: asked for")).to_be_visible()
    chief = story.at_event(story.chief, "To the desk", "Referee’s pad")
    expect(chief.get_by_text("Our train is late.")).to_be_visible()
    chief.get_by_role("button", name="Grant").click()
    expect(chief.locator(".notices")).to_contain_text("The pair is told.")
    expect(phone.get_by_text("Leave: granted")).to_be_visible()


def call_the_round(story: Story) -> None:
    """CP-3: the organiser calls it and the roll; both pairs see until when they may come."""
    page = story.at_event(story.organiser, "To the desk")
    if story.event.mode == "hall":
        page.get_by_label("Call the roll").check()
    page.get_by_role("button", name="Start round 1").click()
    expect(page.locator(".notices")).to_be_visible()
    late, other = story.page(story.ma[0]), story.at_event(story.gao[0], "My matches")
    other.get_by_role("link", name="At the table: who is there, and until when").click()
    expect(late.locator(".countdown-big")).to_have_text(re.compile(r"^1[45]:\d\d$"))
    expect(late.get_by_text("CP-4")).to_be_visible()
    expect(other.locator(".countdown-big")).to_have_text(re.compile(r"^(9:\d\d|10:00)$"))
    expect(other.locator(".countdown:not(.countdown-big)")).to_have_text(re.compile(r"^14:\d\d$"))
    expect(other.get_by_text("with leave")).to_be_visible()


def come_late_on_line(story: Story) -> None:
    """CP-4: present once both are ready at the table, fourteen minutes after the call."""
    go_to_the_table(story, *story.gao)
    ready(story, *story.gao)
    table = story.page(story.gao[0])
    expect(table.locator(".muster")).to_contain_text("with leave")
    expect(table.locator(".muster .there")).to_have_text("at the table")
    go_to_the_table(story, *story.ma)
    after_the_call(story.event, 14)
    ready(story, *story.ma)
    expect(table.locator(".table-app")).not_to_have_attribute("data-phase", "waiting")
    both_there(story)
    after_the_call(story.event, 20)
    assert story.match.state == "running"


def come_late_in_the_hall(story: Story) -> None:
    """CP-4: by the code on the pair's card, fourteen minutes after the call; nobody forfeits."""
    other = story.page(story.gao[0])
    other.get_by_role("button", name="We are both at the table").click()
    expect(other.get_by_text("You are at the table").first).to_be_visible()
    referee = story.at_event(story.referee, "To the desk", "Referee’s pad")
    for name in ("Tan", "Shi"):
        referee.get_by_role("button", name=f"Is here : {name}").click()
    expect(referee.get_by_text("1 pair has not been seen yet")).to_be_visible()
    after_the_call(story.event, 14)
    assert story.match.state == "running"
    card = story.page(None)
    card.goto(f"/events/{story.event.slug}/in/{story.pair('Ma').code}/")
    card.get_by_role("link", name="To our table: the clock is running").click()
    expect(card.locator(".countdown-big")).to_have_text(re.compile(r"^(0:\d\d|1:00)$"))
    card.get_by_role("button", name="We are both at the table").click()
    expect(card.get_by_text("You are at the table").first).to_be_visible()
    expect(other.get_by_text("at the table", exact=True)).to_be_visible(timeout=NEWS)
    both_there(story)
    after_the_call(story.event, 20)
    assert story.match.state == "running"


def both_there(story: Story) -> None:
    """The pad of the chief referee, which lies open, has heard that both are at the table."""
    table = story.page(story.chief).locator(".tables > li").filter(has_text="Ma")
    expect(table.get_by_text("at the table", exact=True)).to_have_count(2)


# -------------------------------------------------------------------------------- the rulings


def pad_by(story: Story, text: str) -> Page:
    """The referee finds the table by number or name."""
    page = story.at_event(story.referee, "To the desk", "Referee’s pad")
    page.get_by_label("Table number, name, or code").fill(text)
    page.get_by_role("button", name="Find").click()
    return page


def pad_by_card(story: Story) -> Page:
    """The referee scans the card on the table."""
    page = story.page(story.referee)
    page.goto(f"/events/{story.event.slug}/score/{story.match.code}/")
    return page


def pick(page: Page, foul: str, grade: str, **fields: Any) -> None:
    """Fill in the pad for Gao, and look ahead."""
    expect(page.get_by_role("heading", name=re.compile("^Table "))).to_be_visible()
    page.get_by_label("Gao", exact=True).first.check()
    page.get_by_label("Foul", exact=True).select_option(label=foul)
    page.get_by_role("radio", name=grade, exact=True).check()
    for label, value in fields.items():
        page.get_by_label(label, exact=True).fill(str(value))
    page.get_by_role("button", name="Look ahead").click()


def two_warnings(story: Story) -> None:
    """CP-11: the second warning is a violation, which is read before it is confirmed."""
    page = pad_by(story, str(story.match.table_no))
    for count, follows in ((0, "warnings 1, violations 0"), (1, "This is the second warning")):
        if count:
            page = pad_by(story, "Gao Fei")
        pick(page, "CP-20 Exposed or shown card", "Warning", Deal=1)
        expect(panel(page, "What will follow")).to_contain_text(follows)
        assert Penalty.objects.count() == count
        page.get_by_role("button", name="Confirm the ruling").click()
        expect(page.locator(".notices")).to_contain_text("Recorded.")
    phone = story.at_event(story.gao[0], "Rulings", device="second")
    expect(phone.get_by_text("Gao: warnings 0, violations 1")).to_be_visible()


def enter_the_result(story: Story) -> None:
    """One side enters it, the other agrees; the organiser enters the other table's."""
    match = story.match
    first = match.sides.get(side=0).entry.name
    levels = ("5", "A+") if first == "Ma" else ("A+", "5")
    phone = story.at_event(story.ma[0], "My matches", "Enter or confirm the result")
    for side, level in enumerate(levels):
        phone.locator(f'input[name="level_{side}"][value="{level}"]').check(force=True)
    phone.get_by_role("button", name="Enter the result").click()
    other = story.at_event(story.gao[0], "My matches", "Enter or confirm the result")
    other.get_by_role("button", name="Yes, that is right").click()
    expect(other.locator("#score-state")).to_contain_text("The result is confirmed.")
    page = story.at_event(story.organiser, "To the desk", "Enter results")
    for field, level in (("l0", "A+"), ("l1", "K")):
        page.locator(f"input[data-field={field}]").fill(level)
    page.keyboard.press("Enter")
    expect(page.locator(".grid-row .state").last).to_contain_text("✓")


def level_loss(page: Page, levels: int, shown: str) -> None:
    """CP-12: with what it changes shown before."""
    page.get_by_text("Levels, points, suspension").click()
    foul = "CP-12 Serious foul that affects the deal and cannot be put right"
    pick(page, foul, "Level change", Levels=levels, Note="Two hands were seen.")
    expect(panel(page, "What will follow")).to_contain_text(shown)
    page.get_by_role("button", name="Confirm the ruling").click()
    expect(page.locator(".notices")).to_contain_text("Recorded.")


def play_two_deals(story: Story) -> None:
    """CP-12: the second deal begins with the level that the referee has ruled."""
    ma, gao = story.page(story.ma[0]), story.page(story.gao[0])
    play_on(story, lambda: frozenset(story.gao))
    expect(gao.locator(".sheet")).to_contain_text("Us +3")
    expect(gao.locator(".sheet")).to_contain_text("From the next deal on: Us −3 (ruling)")
    next_deal(story)
    for page in (ma, gao):
        assert levels_shown(page) == ("2", "2")
    play_on(story, lambda: frozenset(story.ma[:1] if cards_left(ma) else story.gao))
    the_worker_works()
    expect(story.at_event(story.ma[0], "My matches").get_by_text("3 : 2").first).to_be_visible()


def all_played(story: Story) -> bool:
    """The bots at the other table have played too."""
    the_worker_works()
    return not story.event.matches.exclude(state="confirmed").exists()


def next_draw(story: Story) -> None:
    """The round is over; the draw of the next is published, and not begun."""
    wait_for(lambda: all_played(story))
    story.desk_step("Finish round 1")
    story.desk_step("Draw round 2")
    page = story.page(story.organiser)
    page.get_by_role("button", name="Publish the draw").click()
    expect(page.locator(".notices")).to_be_visible()
