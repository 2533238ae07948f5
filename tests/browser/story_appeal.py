"""The appeal of the story: filed in time, before a committee of three, upheld (CP-30 … CP-33)."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from accounts.models import User
from tests.browser.story import Story, minutes_later, panel, the_worker_works
from tests.tournaments.test_appeals import photo


def appeal_form(story: Story, player: User, words: str) -> Page:
    """A player of Gao opens the form against the newest ruling that says so."""
    page = story.at_event(player, "Rulings", device="second")
    page.locator(".rulings li").filter(has_text=words).get_by_role("link").first.click()
    page.get_by_role("link", name="Appeal", exact=True).click()
    expect(page.get_by_text("It can be filed until")).to_be_visible()
    page.get_by_label("What you appeal against, and why").fill(f"It was not so: {words}")
    return page


def file_in_time(story: Story, place: str) -> list[Page]:
    """CP-30: after 29 minutes with evidence; after 31 it is too late for another matter.

    Answers the forms of others who have begun to write on the same matter.
    """
    minutes_later(story.event, 29)
    phone, partner = story.gao
    page = appeal_form(story, phone, "Level change")
    late = appeal_form(story, partner, "Warning")
    others = [appeal_form(story, user, "Level change") for user in story.ma]
    page.get_by_label("Deal", exact=True).fill("1")
    page.get_by_label("Trick", exact=True).fill("1")
    file = {"name": "table.png", "mimeType": "image/png", "buffer": photo().read()}
    page.get_by_label("Pictures").set_input_files(file)
    page.get_by_role("button", name="File the appeal").click()
    expect(page.locator(".notices")).to_contain_text("The appeal is before the committee.")
    expect(page.locator("img.evidence")).to_be_visible()
    expect(panel(page, "The appeal")).to_contain_text(place)
    minutes_later(story.event, 2)
    late.get_by_role("button", name="File the appeal").click()
    expect(late.get_by_text("Appeals against it were taken until")).to_be_visible()
    assert story.event.appeals.count() == 1
    return others


def replace_the_barred(story: Story) -> None:
    """CP-31: the member of a party's club reads why they cannot vote; somebody else is named."""
    barred = at_appeal(story, story.committee[2])
    expect(barred.get_by_text("barred: of the club of a party")).to_be_visible()
    expect(barred.get_by_role("heading", name="Your vote")).to_have_count(0)
    page = at_appeal(story, story.organiser)
    page.get_by_label("Substitute").fill("Judge Tang")
    page.get_by_role("button", name="Name", exact=True).click()
    expect(panel(page, "Committee")).to_contain_text("Judge Tang for Judge Bian")


def at_appeal(story: Story, user: User) -> Page:
    """Somebody goes to the appeal from the page of the event."""
    page = story.at_event(user, "Rulings")
    panel(page, "Appeals").get_by_role("link", name="Gao").click()
    expect(page.get_by_role("heading", name="Appeal: Gao")).to_be_visible()
    return page


def vote_in_secret(story: Story, changes: str) -> None:
    """CP-31: each sees what would follow, and votes; nobody sees how until it is closed."""
    one, two, _barred = story.committee
    voters = {one: "uphold", two: "reject", story.substitute: "uphold"}
    for user, vote in voters.items():
        page = at_appeal(story, user)
        expect(page.locator("img.evidence")).to_be_visible()
        look = panel(page, "If it is upheld")
        expect(look).to_contain_text("the ruling is revoked")
        expect(look).to_contain_text(changes)
        expect(look).to_contain_text("The next draw would be another one.")
        expect(look.locator(".moves li").filter(has_text="Gao")).to_be_visible()
        page.locator(f"input[name=vote][value={vote}]").check()
        page.get_by_role("button", name="Vote", exact=True).click()
        expect(page.get_by_role("button", name="Change my vote")).to_be_visible()
    for user in (*voters, story.organiser, story.gao[0], story.ma[0]):
        page = at_appeal(story, user)
        expect(page.get_by_text("has voted", exact=True)).to_have_count(3)
        expect(page.get_by_text("Votes:")).to_have_count(0)
        shown = page.locator("input[name=vote]:checked")
        own = [voters[user]] if user in voters else []
        assert [each.get_attribute("value") for each in shown.all()] == own


def answer(story: Story, shown: str) -> None:
    """CP-31, CP-33: upheld 2–1; both parties read the answer, and what it has changed."""
    page = at_appeal(story, story.committee[0])
    page.get_by_label("The written answer").fill("The deal can be put right.")
    page.get_by_role("button", name="Count the votes and answer").click()
    expect(page.locator(".notices")).to_be_visible()
    for user in (story.gao[0], story.ma[0], story.organiser):
        page = at_appeal(story, user)
        expect(panel(page, "The answer")).to_contain_text("The deal can be put right.")
        votes = "Votes: 2 to uphold, 1 against, 0 abstained"
        expect(panel(page, "The answer")).to_contain_text(votes)
        changed = panel(page, "What changed")
        expect(changed).to_contain_text(shown)
        expect(changed.locator(".moves li").filter(has_text="Gao")).to_be_visible()
        expect(changed.get_by_role("heading", name="Draw of round 2")).to_be_visible()


def as_shown(story: Story) -> tuple[list[str], list[str]]:
    """The standings and the draw of the second round, as a stranger sees them."""
    the_worker_works()
    page = story.at_event(story.stranger, "Standings")
    ranks = page.locator(".ev-standings tbody th a")
    expect(ranks).to_have_count(4)
    names = ranks.all_inner_texts()
    page = story.at_event(story.stranger, "Pairings")
    expect(page.get_by_role("heading", name="Pairings of round 2")).to_be_visible()
    return names, page.locator(".ev-match .sides").all_inner_texts()


def again(forms: list[Page]) -> None:
    """CP-30: there is no second appeal on the same matter, by whichever party."""
    for form in forms:
        form.get_by_role("button", name="File the appeal").click()
        expect(form.get_by_text("There has been an appeal on this matter")).to_be_visible()


def a_stranger_sees_nothing(story: Story) -> None:
    """Rulings of this event are not shown; neither page nor picture can be had."""
    page = story.at_event(story.stranger, "Rulings")
    expect(page.get_by_text("None that you may see.")).to_have_count(2)
    appeal = story.event.appeals.get()
    picture = appeal.evidence.get(picture__isnull=False)
    base = f"/events/{story.event.slug}/rulings/appeals/{appeal.pk}/"
    for address in (base, f"{base}pictures/{picture.pk}.jpg"):
        answer = page.request.get(address)
        assert answer.status == 404, address
