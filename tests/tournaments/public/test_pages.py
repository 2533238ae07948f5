"""The public pages of an event: who sees what, and what stands on them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal
from io import BytesIO

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from icalendar import Calendar
from PIL import Image

from accounts.models import User
from tests.tournaments.conftest import Desk
from tournaments import selectors, services
from tournaments.models import Event, Follow, Round
from tournaments.services import Result

pytestmark = pytest.mark.django_db
MakeDesk = Callable[..., Desk]


@pytest.fixture(autouse=True)
def _english(client: Client) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"


def read(client: Client, path: str, status: int = 200, **headers: str) -> str:
    """A page's text, made anew: what was kept of it goes with the commit, and here is none."""
    cache.clear()
    response = client.get(path, headers=headers)
    assert response.status_code == status, path
    return response.content.decode()


def running(make_desk: MakeDesk, pairs: int = 4, **more: object) -> tuple[Desk, Round]:
    """An event with its first round under way."""
    desk = make_desk(pairs=pairs, slug="cup", **more)
    return desk, desk.draw(desk.start())


def test_a_draft_does_not_exist_for_others(client: Client, organiser: User) -> None:
    services.create_event(
        by=organiser, name="Secret cup", game="guandan", starts_at=timezone.now(), slug="secret"
    )
    for path in ("", "entries/", "draw/", "screen/", "calendar.ics", "card.png", "version/"):
        read(client, f"/events/secret/{path}", 404)
    assert "Secret cup" not in read(client, "/events/")
    client.force_login(organiser)
    assert "A draft" in read(client, "/events/secret/")
    assert "Secret cup" in read(client, "/events/?when=mine")


def test_lists_and_search(client: Client, make_desk: MakeDesk) -> None:
    assert "Nothing is announced" in read(client, "/events/")
    make_desk(name="Spring cup", slug="spring", place="Old tea house")
    running(make_desk, name="Autumn cup")
    assert "Autumn cup" in read(client, "/events/")  # what is running comes first
    text = read(client, "/events/?when=upcoming")
    assert "Spring cup" in text
    assert "Autumn cup" not in text
    assert "Spring cup" in read(client, "/events/?when=upcoming&q=tea+house")
    assert "is called so" in read(client, "/events/?when=upcoming&q=nowhere")


def test_the_announcement_says_what_when_and_where(client: Client, make_desk: MakeDesk) -> None:
    make_desk(
        pairs=2, slug="cup", place="Old tea house", time_zone="Europe/Berlin", fees="5 each",
        max_entries=8, game="shuangsheng", options={"base": 3},
    )  # fmt: skip
    text = read(client, "/events/cup/")
    for words in ("Old tea house", "Europe/Berlin (UTC+", "5 each", "Base score: 3",
                  "Swiss, 3 rounds", "A match takes 40 minutes", "6 places left",
                  "/events/cup/enter/"):  # fmt: skip
        assert words in text
    assert '<link rel="canonical" href="http://testserver/events/cup/">' in text
    assert '<meta property="og:title" content="Test cup">' in text
    assert '<meta property="og:image" content="http://testserver/events/cup/card.png?v=' in text


def test_the_share_card_is_a_picture(client: Client, make_desk: MakeDesk) -> None:
    make_desk(name="立冬杯双升公开赛", slug="cup")
    response = client.get("/events/cup/card.png")
    assert response.headers["Content-Type"] == "image/png"
    assert Image.open(BytesIO(response.content)).size == (1200, 630)


def test_a_draw_is_seen_once_it_is_published_with_its_reasons(
    client: Client, make_desk: MakeDesk, organiser: User
) -> None:
    desk = make_desk(pairs=5, slug="cup")
    stage = desk.start()
    drawn = services.draw_round(stage=stage, by=organiser)
    assert isinstance(drawn, Round)
    assert "No draw has been published" in read(client, "/events/cup/draw/")
    read(client, f"/events/cup/draw/{stage.order}/1/", 404)
    services.publish_round(round=drawn, by=organiser)
    text = read(client, "/events/cup/draw/")
    assert "No draw" not in text
    assert "bye" in text
    assert text.count("<summary") == 3
    by_name = read(client, "/events/cup/draw/?by=name")
    assert by_name.index(">A<") < by_name.index(">B<") < by_name.index(">E<")
    found = read(client, "/events/cup/draw/?q=B")
    assert ">B<" in found
    assert found.count('class="ev-match"') == 1


def test_only_confirmed_results_count(client: Client, make_desk: MakeDesk, organiser: User) -> None:
    desk, round = running(make_desk)
    first, second = round.matches.order_by("order")
    desk.score(first, "A+", "9")
    services.recount(stage_id=round.stage_id)
    before = read(client, "/events/cup/standings/", **{"HX-Request": "true"})
    side = second.sides.get(side=0)
    services.enter_result(
        match=second, code=side.entry.code, result=Result(("A+", "3"), 8), client_id="phone"
    )
    services.recount(stage_id=round.stage_id)
    assert read(client, "/events/cup/standings/", **{"HX-Request": "true"}) == before
    text = read(client, "/events/cup/results/")
    assert "1 of 2 confirmed" in text
    assert "A+ : 9" in text
    assert "A+ : 3" not in text
    assert "entered, not confirmed" in text
    assert "A+ : 3" not in read(client, f"/events/cup/matches/{second.pk}/")
    services.confirm_result(match=second, by=organiser)
    services.recount(stage_id=round.stage_id)
    assert read(client, "/events/cup/standings/", **{"HX-Request": "true"}) != before
    assert "A+ : 3" in read(client, "/events/cup/results/")


def test_why_somebody_stands_there(client: Client, make_desk: MakeDesk) -> None:
    """CP-9: a page of its own, and a row below with htmx."""
    desk, round = running(make_desk)
    for match in round.matches.all():
        desk.score(match, "A+", "9")
    services.recount(stage_id=round.stage_id)
    table = read(client, "/events/cup/standings/")
    assert "/events/cup/standings/1/why/1/" in table
    found = selectors.standings(round.stage)
    assert found is not None
    first = found.groups[0].rows[0].entry.number
    page = read(client, f"/events/cup/standings/1/why/{first}/")
    assert "Rank 1 of 4" in page
    assert "Total points" in page
    assert "Round 1: won against" in page
    row = read(client, f"/events/cup/standings/1/why/{first}/", **{"HX-Request": "true"})
    assert row.strip().startswith("<tr")
    assert "<html" not in row
    read(client, "/events/cup/standings/1/why/77/", 404)


def test_standings_after_an_earlier_round(client: Client, make_desk: MakeDesk) -> None:
    desk, round = running(make_desk)
    stage = round.stage
    desk.play(round)
    services.recount(stage_id=stage.pk)
    second = desk.draw(stage)
    desk.play(second)
    services.recount(stage_id=stage.pk)
    assert "After round 1." in read(client, "/events/cup/standings/1/1/")
    assert "Round 2" in read(client, "/events/cup/standings/")
    read(client, "/events/cup/standings/1/3/", 404)


def test_a_pair_with_its_way_its_own_level_first(client: Client, make_desk: MakeDesk) -> None:
    desk, round = running(make_desk)
    match = round.matches.order_by("order").first()
    assert match is not None
    desk.score(match, "9", "A+")
    winner = match.sides.get(side=1).entry
    text = read(client, f"/events/cup/pairs/{winner.number}/")
    assert "A+ : 9" in text
    assert "won" in text
    assert "Follow" in text


def test_following_a_pair(client: Client, make_desk: MakeDesk, make_user: object) -> None:
    desk = make_desk(pairs=4, slug="cup")
    fan = make_user("fan")  # type: ignore[operator]
    address = "/events/cup/pairs/1/follow/"
    assert client.post(address, {"on": "1"}).status_code == 302
    assert not Follow.objects.exists()
    client.force_login(fan)
    client.post(address, {"on": "1"})
    assert Follow.objects.filter(user=fan, entry__number=1, entry__event=desk.event).exists()
    text = read(client, "/events/cup/mine/")
    assert "Pairs you follow" in text
    match = desk.draw(desk.start()).matches.get(sides__entry__number=1)
    text = read(client, "/events/cup/mine/")
    assert f"Table {match.table_no}" in text
    assert "being played" in text
    first = match.sides.get(side=0).entry.number == 1
    desk.score(match, *(("A", "9") if first else ("9", "A")))
    assert "A : 9" in read(client, "/events/cup/mine/")
    client.post(address, {"on": "0"})
    assert not Follow.objects.exists()


def test_entries_that_are_not_settled_are_nobodys_business(
    client: Client, make_desk: MakeDesk, make_user: object
) -> None:
    make = make_user
    desk = make_desk(pairs=1, slug="cup", policy="approval")
    lin = make("lin")  # type: ignore[operator]
    services.enter(event=desk.event, by=lin, partner_name="Wu", name="Lin and Wu")
    text = read(client, "/events/cup/entries/")
    assert ">A<" in text
    assert "Lin and Wu" not in text
    entry = desk.event.entries.get(name="Lin and Wu")
    read(client, f"/events/cup/pairs/{entry.number}/", 404)


def test_no_page_tells_a_secret(client: Client, make_desk: MakeDesk) -> None:
    """The codes of pairs and matches are theirs; the seed is published at the end only."""
    desk, round = running(make_desk)
    match = round.matches.first()
    assert match is not None
    secrets = [entry.code for entry in desk.event.entries.all()]
    secrets += [m.code for m in round.matches.all()] + [desk.event.seed]
    paths = ["", "entries/", "draw/", "draw/?by=name", "results/", "standings/", "pairs/1/",
             f"matches/{match.pk}/", "screen/", "calendar.ics", "pairs/1/calendar.ics",
             "search/?q=A", "feed/"]  # fmt: skip
    for path in paths:
        text = read(client, f"/events/cup/{path}")
        assert not [secret for secret in secrets if secret in text], path


def test_a_cancelled_event_says_so(client: Client, make_desk: MakeDesk, organiser: User) -> None:
    desk = make_desk(slug="cup")
    services.cancel_event(event=desk.event, by=organiser, reason="flood")
    assert "has been cancelled" in read(client, "/events/cup/")


def test_what_is_kept_is_renewed_with_the_event(client: Client, make_desk: MakeDesk) -> None:
    desk = make_desk(pairs=2, slug="cup")
    assert "Zhao" not in client.get("/events/cup/entries/").content.decode()
    services.update_entry(entry=desk.event.entries.get(number=1), by=desk.by, name="Zhao & Qian")
    Event.objects.filter(pk=desk.event.pk).update(version=desk.event.version + 1)
    assert "Zhao" in client.get("/events/cup/entries/").content.decode()


# ------------------------------------------------------------------------------- calendars


def test_the_calendar_has_the_event_and_its_rounds(client: Client, make_desk: MakeDesk) -> None:
    _desk, round = running(make_desk, place="Old tea house")
    calendar = Calendar.from_ical(client.get("/events/cup/calendar.ics").content)
    items = {str(item["summary"]): item for item in calendar.walk("VEVENT")}
    assert set(items) == {"Test cup", "Test cup: round 1"}
    assert items["Test cup"]["location"] == "Old tea house"
    called = items["Test cup: round 1"]
    assert called["dtstart"].dt == round.started_at.replace(microsecond=0)  # type: ignore[union-attr]
    assert called["dtend"].dt - called["dtstart"].dt == timedelta(minutes=40)
    assert str(called["url"]).endswith("/events/cup/draw/1/1/")
    again = Calendar.from_ical(client.get("/events/cup/calendar.ics").content)
    assert [str(i["uid"]) for i in again.walk("VEVENT")] == [str(i["uid"]) for i in items.values()]


def test_my_matches_in_the_calendar(
    client: Client, make_desk: MakeDesk, make_user: Callable[..., User]
) -> None:
    desk = make_desk(pairs=3, slug="cup")
    lin = make_user("lin")
    players = [{"name": "Lin", "user": lin}, {"name": "Wu"}]
    services.add_entry(event=desk.event, by=desk.by, players=players, name="Lin / Wu")
    desk.draw(desk.start())
    assert client.get("/events/cup/mine.ics").status_code == 302
    client.force_login(lin)
    calendar = Calendar.from_ical(client.get("/events/cup/mine.ics").content)
    (item,) = calendar.walk("VEVENT")
    assert "Round 1: Lin / Wu – " in str(item["summary"])
    text = read(client, "/events/cup/mine/")
    assert "against" in text
    assert 'data-mine="4"' in read(client, "/events/cup/draw/")


# ------------------------------------------------------------------- screen, bracket, boards


def test_the_screen_pages_through_long_lists(client: Client, make_desk: MakeDesk) -> None:
    running(make_desk, pairs=14)
    text = read(client, "/events/cup/screen/?show=draw&rows=3&seconds=7&message=Lunch+at+noon")
    assert text.count('class="slide draw"') == 3
    assert "1 / 3" in text
    assert 'data-seconds="7"' in text
    assert "Lunch at noon" in text
    assert "ev-clock" in text
    assert read(client, "/events/cup/screen/?show=draw&rows=14").count("<tr>") == 7
    odd = read(client, "/events/cup/screen/?rows=x&seconds=-1&show=nothing&theme=light")
    assert 'data-theme="light"' in odd


def test_the_screen_shows_the_first_of_the_standings(client: Client, make_desk: MakeDesk) -> None:
    desk, round = running(make_desk, pairs=14)
    desk.play(round)
    services.recount(stage_id=round.stage_id)
    text = read(client, "/events/cup/screen/?show=standings,results&top=5")
    assert text.count('class="slide standings"') == 1
    assert text.count("<tr>") == 10
    text = read(client, "/events/cup/screen/?show=standings&top=0")
    assert text.count("<tr>") == 14


def test_the_bracket_is_a_picture(client: Client, make_desk: MakeDesk) -> None:
    knockout = {"kind": "knockout", "third_place": True}
    desk, round = running(make_desk, pairs=6, stages=[knockout])
    text = read(client, "/events/cup/bracket/")
    assert "<svg" in text
    assert text.count("<rect") == 8  # 7 matches of a bracket of eight, and the third place
    for name in "ABCDEF":
        assert f">{name}</text>" in text
    assert "Semi-final" in text
    desk.win(round, *[s.entry.name for s in round.matches.filter(sides__side=1)[0].sides.all()])
    assert 'class="won"' in read(client, "/events/cup/bracket/", **{"HX-Request": "true"})


def test_boards_are_told_when_the_round_is_over(client: Client, make_desk: MakeDesk) -> None:
    desk = make_desk(pairs=4, slug="cup", preset="duplicate", duplicate=True)
    round = desk.draw(desk.start())
    count = round.boards.count()
    scores = [("1", "3"), ("-1", "0")]
    for match, (one, other) in zip(round.matches.order_by("order"), scores, strict=True):
        boards = tuple(Decimal(s) for s in (one, *[other] * (count - 1)))
        services.enter_result(
            match=match, by=desk.by, result=Result(None, count, boards=boards),
            client_id=str(match.pk),
        )  # fmt: skip
    assert "when all tables have played" in read(client, "/events/cup/boards/")
    read(client, "/events/cup/boards/1/1/1/", 404)
    services.finish_round(round=round, by=desk.by)
    text = read(client, "/events/cup/boards/1/1/")
    assert text.count("<table") == count
    assert "+1" in text
    assert "All tables" in read(client, "/events/cup/boards/1/1/1/")
    read(client, "/events/cup/boards/1/1/99/", 404)
