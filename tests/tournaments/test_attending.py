"""The referee at a table on line: called, declared, play stopped, rolled back, resumed (CP-2)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from accounts.models import User
from games import hooks
from games import services as games
from games.models import Match, Table
from tests.conftest import Site
from tests.games.played import play_deal
from tests.live.client import Tab, cookies_of, play_on
from tests.live.conftest import open_tab, quick
from tests.tournaments.conftest import Desk
from tests.tournaments.test_entries import refused
from tests.tournaments.test_online import online
from tournaments import selectors, services
from tournaments.models import AuditLine, EventMatch, RefereeAtTable, RefereeCall
from tournaments.selectors.attending import mark_tables
from tournaments.services import No

__all__ = ["open_tab", "quick"]


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    with translation.override("en"):
        yield


@pytest.fixture
def client() -> Client:
    """A browser that reads English."""
    return Client(headers={"accept-language": "en"})


@pytest.fixture
def people(make_user: Callable[..., User]) -> list[User]:
    return [make_user(f"p{index}") for index in range(4)]


@pytest.fixture
def desk(make_desk: Callable[..., Desk], people: list[User]) -> Desk:
    return online(make_desk, people, game="shuangsheng")


@pytest.fixture
def match(desk: Desk) -> EventMatch:
    return desk.draw(desk.start()).matches.get()


@pytest.fixture
def referee(desk: Desk, make_user: Callable[..., User]) -> User:
    user = make_user("ref")
    services.give_role(event=desk.event, by=desk.by, user=user, role="referee")
    return user


def table_of(match: EventMatch) -> Table:
    assert match.table_id is not None
    return Table.objects.get(pk=match.table_id)


def begun(match: EventMatch, rows: int = 60) -> Match:
    """A deal is under way at the table: so many rows of its log."""
    played = games.start_match(table=table_of(match))
    deal = play_deal(played)
    deal.events.filter(seq__gt=rows).delete()
    deal.ended_at = None
    deal.save(update_fields=["ended_at"])
    return played


def line(match: EventMatch, verb: str) -> AuditLine:
    return AuditLine.objects.filter(match_id=match.pk, verb=verb).latest("pk")


def address(match: EventMatch, name: str = "referee_live", **more: object) -> str:
    args = {"slug": match.event.slug, "pk": match.pk, **more}
    return reverse(f"tournaments:{name}", kwargs=args)


# ------------------------------------------------------------------------------------- calling


def test_a_player_calls_and_the_desk_and_the_table_know_it(
    match: EventMatch, people: list[User], desk: Desk
) -> None:
    begun(match)
    version = desk.event.version
    assert hooks.call_referee(table_of(match).pk, people[1].pk, "They talk", on=True) == ""
    call = selectors.open_calls(desk.event).get()
    assert (call.entry.name, call.name, call.seat, call.reason) == ("A", "p1", 2, "They talk")
    assert call.deal_number == 1
    assert table_of(match).desk == {
        "call": {"seat": 2, "name": "p1", "reason": "They talk"}, "referees": [], "hands": False,
    }  # fmt: skip
    said = line(match, "call_referee")
    assert (said.actor, said.role, said.reason) == (people[1], "player", "They talk")
    assert said.before == {"call": None}
    assert said.after["call"] == "They talk"
    assert said.after["deal"] == 1
    desk.event.refresh_from_db()
    assert desk.event.version >= version


def test_what_is_refused_is_a_sentence(match: EventMatch, people: list[User]) -> None:
    table = table_of(match).pk
    assert "reason" in hooks.call_referee(table, people[0].pk, "  ", on=True)
    assert "No referee is being called" in hooks.call_referee(table, people[0].pk, "", on=False)
    assert hooks.call_referee(table, people[0].pk, "a", on=True) == ""
    assert "called to this table already" in hooks.call_referee(table, people[2].pk, "b", on=True)
    assert "Only the pair itself" in hooks.call_referee(table, people[2].pk, "", on=False)
    assert hooks.call_referee(table, people[1].pk, "", on=False) == "", "the partner may"
    assert table_of(match).desk["call"] is None
    taken = line(match, "take_back_call")
    assert (taken.before, taken.after) == ({"call": "a"}, {"call": None})


def test_nobody_else_calls(
    match: EventMatch, referee: User, make_user: Callable[..., User]
) -> None:
    for user in (referee, make_user("stranger"), match.event.created_by):
        refused(
            No.NOT_OF_THE_PAIR,
            lambda user=user: services.call_referee(match=match, by=user, reason="x"),
        )
    assert not RefereeCall.objects.exists()


def test_calling_again_and_again_is_stopped(match: EventMatch, people: list[User]) -> None:
    for _ in range(5):
        services.call_referee(match=match, by=people[0], reason="x")
        services.take_back_call(match=match, by=people[0])
    refused(No.CALLED_OFTEN, lambda: services.call_referee(match=match, by=people[0], reason="x"))
    RefereeCall.objects.update(at=timezone.now() - timedelta(minutes=11))
    services.call_referee(match=match, by=people[0], reason="x")


def test_a_pair_in_a_hall_calls_from_its_phone(
    make_desk: Callable[..., Desk], client: Client
) -> None:
    desk = make_desk(2, stages=[{"kind": "swiss", "rounds": 1}])
    match = desk.draw(desk.start()).matches.get()
    entry = match.sides.get(side=1).entry
    page = reverse("tournaments:here_by_code", args=[desk.event.slug, entry.code])
    assert "Call the referee" in client.get(page).content.decode()
    client.post(page, {"call": "1", "reason": "Shown card"})
    call = selectors.open_calls(desk.event).get()
    assert (call.entry, call.name, call.seat) == (entry, entry.name, None)
    assert "Take the call back" in client.get(page).content.decode()
    services.attend(match=match, by=desk.by)
    assert not selectors.open_calls(desk.event).exists()
    assert f"{desk.by} is the referee at your table" in client.get(page).content.decode()


# ------------------------------------------------------------------------ declaring and leaving


def test_a_referee_declares_himself_and_the_players_are_told(
    match: EventMatch, people: list[User], referee: User
) -> None:
    services.call_referee(match=match, by=people[0], reason="They talk")
    services.attend(match=match, by=referee)
    assert table_of(match).desk == {"call": None, "referees": ["ref"], "hands": True}
    call = RefereeCall.objects.get()
    assert call.answered_by == referee
    assert call.closed_at is not None
    said = line(match, "attend")
    assert (said.actor, said.role) == (referee, "referee")
    assert said.before == {"referees": [], "call": "They talk"}
    assert said.after == {"referees": ["ref"], "call": None}
    services.attend(match=match, by=referee)
    assert AuditLine.objects.filter(verb="attend").count() == 1
    assert RefereeAtTable.objects.count() == 1
    services.leave_table(match=match, by=referee)
    assert table_of(match).desk == {"call": None, "referees": [], "hands": False}
    assert line(match, "leave_table").before["referees"] == ["ref"]
    refused(No.NOT_AT_TABLE, lambda: services.leave_table(match=match, by=referee))


def test_nobody_else_does_any_of_it(
    match: EventMatch, people: list[User], desk: Desk, make_user: Callable[..., User]
) -> None:
    begun(match)
    others = [people[0], make_user("stranger")]
    for role in ("scorer", "committee"):
        others.append(make_user(role))
        services.give_role(event=desk.event, by=desk.by, user=others[-1], role=role)
    for user in others:
        for verb in (
            lambda user=user: services.attend(match=match, by=user),
            lambda user=user: services.stop_play(match=match, by=user, reason="x"),
            lambda user=user: services.resume_play(match=match, by=user),
            lambda user=user: services.roll_back(match=match, by=user, trick=1, reason="x"),
        ):
            refused(No.NOT_ALLOWED, verb)
        refused(No.NOT_AT_TABLE, lambda user=user: services.see_hands(match=match, by=user))


def test_cp_2_who_plays_in_the_event_is_no_referee_at_its_tables(
    match: EventMatch, people: list[User], desk: Desk
) -> None:
    services.give_role(event=desk.event, by=desk.by, user=people[0], role="chief_referee")
    for verb in (
        lambda: services.attend(match=match, by=people[0]),
        lambda: services.stop_play(match=match, by=people[0], reason="x"),
        lambda: services.resume_play(match=match, by=people[0]),
        lambda: services.roll_back(match=match, by=people[0], trick=1, reason="x"),
    ):
        refused(No.PLAYS_HERE, verb)


def test_a_referee_who_enters_the_event_later_sees_no_hands_any_more(
    match: EventMatch, referee: User
) -> None:
    services.attend(match=match, by=referee)
    assert selectors.sees_hands(referee, match)
    match.sides.get(side=0).entry.players.filter(position=1).update(user=referee)
    assert not selectors.sees_hands(referee, match)


def test_a_referee_whose_role_is_taken_sees_no_hands_any_more(
    match: EventMatch, referee: User, desk: Desk
) -> None:
    services.attend(match=match, by=referee)
    services.take_role(event=desk.event, by=desk.by, user=referee, role="referee")
    assert not selectors.sees_hands(referee, match)
    services.leave_table(match=match, by=referee)


def test_when_the_match_is_decided_nobody_attends_any_more(
    match: EventMatch, referee: User, people: list[User], desk: Desk
) -> None:
    services.attend(match=match, by=referee)
    services.stop_play(match=match, by=referee, reason="a look")
    services.call_referee(match=match, by=people[2], reason="still")
    services.forfeit(match=match, by=desk.by, side=0, reason="left")
    assert not selectors.referees_at(match)
    assert not selectors.open_calls(desk.event).exists()
    assert table_of(match).hold == ""
    ended = line(match, "end_attendance")
    assert ended.before == {"referees": ["ref"], "call": "still"}
    assert ended.after == {"referees": [], "call": None}
    refused(No.MATCH_OVER, lambda: services.attend(match=match, by=referee))
    refused(No.MATCH_OVER, lambda: services.call_referee(match=match, by=people[0], reason="x"))


# ------------------------------------------------------------------------------------ the hands


def cards_in(text: str) -> bool:
    return '"hands"' in text or '"hand"' in text


def test_hands_are_for_a_declared_referee_only_and_the_first_look_is_kept(
    match: EventMatch, referee: User, desk: Desk, client: Client
) -> None:
    begun(match)
    steps, page = address(match, "referee_live_steps"), address(match)
    client.force_login(referee)
    assert client.get(steps).status_code == 403
    before = client.get(page).content.decode()
    assert not cards_in(before)
    assert "data-steps" not in before
    client.post(address(match, "referee_live_act", verb="attend"))
    assert "data-steps" in client.get(page).content.decode()
    answer = client.get(steps)
    assert answer.status_code == 200
    assert "no-store" in answer.headers["Cache-Control"]
    data = answer.json()
    assert [len(hand) > 0 for hand in data["steps"][-1]["hands"]] == [True] * 4
    assert client.get(steps + f"?seen={data['version']}").status_code == 204
    looked = line(match, "see_hands")
    assert (looked.actor, looked.before) == (referee, {"looked": False})
    assert looked.after["deal"] == 1
    client.get(steps)
    assert AuditLine.objects.filter(verb="see_hands").count() == 1
    other = Client()
    other.force_login(desk.by)
    assert other.get(steps).status_code == 403, "another one declares himself too"
    client.post(address(match, "referee_live_act", verb="leave"))
    assert client.get(steps).status_code == 403
    services.attend(match=match, by=referee)
    client.get(steps)
    assert AuditLine.objects.filter(verb="see_hands").count() == 2, "once each time"


def test_of_duplicate_deals_too_a_referee_who_does_not_play_sees_the_hands(
    make_desk: Callable[..., Desk], people: list[User], make_user: Callable[..., User],
    client: Client,
) -> None:  # fmt: skip
    settings = {"ending": {"kind": "deals", "deals": 2}}
    desk = online(make_desk, people, preset="duplicate", settings=settings)
    match = desk.draw(desk.start()).matches.get()
    user = make_user("ref")
    services.give_role(event=desk.event, by=desk.by, user=user, role="referee")
    played = games.start_match(table=table_of(match))
    play_deal(played)
    client.force_login(user)
    assert client.get(address(match, "referee_live_steps") + "?deal=1").status_code == 403
    assert 'href="?deal=1"' not in client.get(address(match)).content.decode()
    services.attend(match=match, by=user)
    assert 'href="?deal=1"' in client.get(address(match)).content.decode()
    data = client.get(address(match, "referee_live_steps") + "?deal=1").json()
    assert data["over"]


# ------------------------------------------------------------------------ stopping, playing again


def test_stopping_and_going_on_are_told_and_kept(match: EventMatch, referee: User) -> None:
    begun(match)
    refused(No.REASON_NEEDED, lambda: services.stop_play(match=match, by=referee, reason=" "))
    refused(No.NOT_STOPPED, lambda: services.resume_play(match=match, by=referee))
    services.stop_play(match=match, by=referee, reason="A word with both sides")
    table = table_of(match)
    assert (table.hold, table.hold_note) == ("referee", "A word with both sides")
    stopped = line(match, "stop_play")
    assert (stopped.before["stopped"], stopped.after["stopped"]) == (False, True)
    assert stopped.before["deal"] == 1
    assert stopped.reason == "A word with both sides"
    refused(No.STOPPED, lambda: services.stop_play(match=match, by=referee, reason="x"))
    services.resume_play(match=match, by=referee)
    assert table_of(match).hold == ""
    going = line(match, "resume_play")
    assert going.before["why"] == "A word with both sides"
    assert going.after["stopped"] is False


def test_what_the_staff_has_frozen_no_referee_touches(match: EventMatch, referee: User) -> None:
    begun(match)
    services.attend(match=match, by=referee)
    games.hold_table(table=table_of(match), by=Table.Hold.STAFF, why="a complaint")
    for verb in (
        lambda: services.stop_play(match=match, by=referee, reason="x"),
        lambda: services.resume_play(match=match, by=referee),
        lambda: services.roll_back(match=match, by=referee, trick=1, reason="x"),
    ):
        refused(No.FROZEN, verb)
    assert table_of(match).hold == "staff"


def test_a_roll_back_needs_a_declared_referee_a_stopped_play_and_a_ruling(
    match: EventMatch, referee: User
) -> None:
    played = begun(match)

    def again(**more: Any) -> Any:
        said = {"trick": 1, "reason": "Trick 1 again", **more}
        return lambda: services.roll_back(match=match, by=referee, **said)

    refused(No.NOT_AT_TABLE, again())
    services.attend(match=match, by=referee)
    refused(No.NOT_STOPPED, again())
    services.stop_play(match=match, by=referee, reason="a look")
    refused(No.REASON_NEEDED, again(reason=""))
    refused(No.NO_TRICK, again(trick=20))
    refused(No.DEAL_OVER, again(deal=2))
    before = selectors.place_of(match)
    assert before is not None
    assert before.trick >= 1
    again(deal=1)()
    after = selectors.place_of(match)
    assert after is not None
    said = line(match, "roll_back")
    assert (said.actor, said.role, said.reason) == (referee, "referee", "Trick 1 again")
    assert said.before == before.as_json()
    assert said.after == {**after.as_json(), "again": 1}
    assert said.before["actions"] > said.after["actions"]
    assert said.after["trick"] == 0
    table = table_of(match)
    assert (table.hold, table.hold_note) == ("referee", "Trick 1 again"), "the players read it"
    deal = played.deals.get()
    deal.ended_at = timezone.now()
    deal.save(update_fields=["ended_at"])
    refused(No.DEAL_OVER, again())


# ----------------------------------------------------------------------------------- the pages


def test_the_referees_tables_show_calls_stops_and_who_is_there(
    match: EventMatch, referee: User, people: list[User], desk: Desk, client: Client
) -> None:
    client.force_login(referee)
    tables = reverse("tournaments:referee_tables", args=[desk.event.slug])
    services.call_referee(match=match, by=people[0], reason="They talk")
    text = client.get(tables).content.decode()
    assert "1 table calls the referee" in text
    assert "They talk" in text
    client.force_login(desk.by)
    assert "1 table calls the referee" in client.get(
        reverse("tournaments:desk", args=[desk.event.slug])
    ).content.decode()  # fmt: skip
    client.force_login(referee)
    services.attend(match=match, by=referee)
    services.stop_play(match=match, by=referee, reason="a look")
    text = client.get(tables).content.decode()
    assert "calls the referee" not in text
    assert "stopped by the referee" in text
    mark_tables([match])
    assert [each.name for each in match.attending] == ["ref"]  # type: ignore[attr-defined]


def test_the_pad_takes_deal_and_trick_from_the_link(
    match: EventMatch, referee: User, client: Client
) -> None:
    begun(match)
    client.force_login(referee)
    pad = address(match, "referee_pad") + "?deal=2&trick=7"
    text = client.get(pad).content.decode()
    assert 'name="deal_number" value="2"' in text
    assert 'name="trick_number" value="7"' in text
    assert "?deal=1&amp;trick=" in client.get(address(match)).content.decode()


@pytest.mark.parametrize(("grade", "effect"), [("level", {"change": "other_up"}), ("verbal", {})])
def test_cp_12_levels_or_points_are_awarded_to_either_side_without_a_foul(
    match: EventMatch, referee: User, grade: str, effect: dict[str, Any]
) -> None:
    for side in match.sides.select_related("entry"):
        points = Decimal(0 if effect else 2)
        ruling = services.Ruling(
            match.round, side.entry, "award", grade, match=match, points=points,
            client_id=f"a{side.side}", **effect,
        )  # fmt: skip
        row = services.record_penalty(event=match.event, by=referee, ruling=ruling)
        words = selectors.effect_words(row)
        assert words == ("Level change · the other side 1 up" if effect else "+2 points")
        assert selectors.penalty_count(match.event, side.entry).warnings == 0


# ------------------------------------------------------------------------------- a running table


def test_at_a_running_table_the_referee_stops_rolls_back_and_lets_go_on(
    quick: None, live_site: Site, match: EventMatch, people: list[User], referee: User,
    open_tab: Callable[..., Tab], client: Client,
) -> None:  # fmt: skip
    table = table_of(match)
    seats = [people[0], people[2], people[1], people[3]]
    tabs = [open_tab(live_site, table, user) for user in seats]
    for tab in tabs:
        tab.ask("ready")
    play_on(tabs, lambda: tabs[0].view and tabs[0].view.get("tricks_played", 0) >= 3)
    assert tabs[3].ask("call", reason="They talk")["t"] == "ack"
    again = tabs[0].ask("call", reason="x")
    assert (again["code"], again["t"]) == ("no_call", "no")
    for tab in tabs:
        tab.until(lambda tab=tab: (tab.room["desk"] or {}).get("call"))
    assert tabs[0].room["desk"]["call"] == {"seat": 3, "name": "p3", "reason": "They talk"}

    client.force_login(referee)
    steps = address(match, "referee_live_steps")
    assert client.get(steps).status_code == 403
    client.post(address(match, "referee_live_act", verb="attend"))
    for tab in tabs:
        tab.until(lambda tab=tab: tab.room["desk"]["hands"])
        assert tab.room["desk"] == {"call": None, "referees": ["ref"], "hands": True}
    client.post(address(match, "referee_live_act", verb="stop"), {"reason": "A word"})
    for tab in tabs:
        tab.until(lambda tab=tab: tab.room["hold"])
        assert tab.room["hold"] == {"by": "referee", "why": "A word"}
    data = client.get(steps).json()
    last = data["steps"][-1]
    hands = [sorted(card for group in hand for card in group) for hand in last["hands"]]
    for seat, tab in enumerate(tabs):
        tab.drain()
        assert hands[seat] == sorted(tab.hand)
    assert last["trick"] >= 3

    client.post(
        address(match, "referee_live_act", verb="roll-back"),
        {"trick": "2", "deal": "1", "reason": "Trick 2 again"},
    )
    for tab in tabs:
        assert tab.closed_with() == 4009
        known = tab.n
        tab.connect()
        tab.until(lambda tab=tab, known=known: tab.n > known)
        assert tab.view["tricks_played"] == 1
        assert tab.room["hold"] == {"by": "referee", "why": "Trick 2 again"}
    fresh = client.get(steps + f"?seen={data['version']}").json()
    assert fresh["steps"][-1]["trick"] == 1

    client.post(address(match, "referee_live_act", verb="resume"))
    client.post(address(match, "referee_live_act", verb="leave"))
    for tab in tabs:
        tab.until(lambda tab=tab: tab.room["hold"] is None and not tab.room["desk"]["hands"])
    play_on(tabs, lambda: tabs[0].view["tricks_played"] >= 4)
    verbs = (
        AuditLine.objects.filter(match_id=match.pk).order_by("pk").values_list("verb", flat=True)
    )
    assert [each for each in verbs if each not in ("present",)] == [
        "call_referee", "attend", "stop_play", "see_hands", "roll_back", "resume_play",
        "leave_table",
    ]  # fmt: skip
    for said in AuditLine.objects.filter(match_id=match.pk).exclude(verb="present"):
        assert said.before is not None, said.verb
        assert said.after is not None, said.verb
    private = Client(headers={"cookie": cookies_of(referee)})
    assert private.get(steps).status_code == 403, json.dumps(table.desk)
