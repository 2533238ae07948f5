"""Matches on line: tables opened by the system, seats that are locked, results from the record."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.permissions import may_watch
from games import hooks
from games import services as games
from games.models import Deal, LevelRuling, Match, Table
from games.services import No as TableNo
from tests.tournaments.conftest import Desk
from tests.tournaments.test_entries import refused
from tournaments import selectors, services
from tournaments.models import EventMatch, Penalty, Round, Team
from tournaments.services import No
from tournaments.services import online as online_services


@pytest.fixture
def people(make_user: Callable[..., User]) -> list[User]:
    return [make_user(f"p{index}") for index in range(4)]


def online(make_desk: Callable[..., Desk], people: list[User], **more: object) -> Desk:
    """Pair A (p0, p1) and pair B (p2, p3), on line."""
    desk = make_desk(mode="online", stages=[{"kind": "swiss", "rounds": 1}], **more)
    for name, first, second in (("A", 0, 1), ("B", 2, 3)):
        users = (people[first], people[second])
        players = [{"user": user} for user in users]
        services.add_entry(event=desk.event, by=desk.by, players=players, name=name)
    return desk


def bots(desk: Desk, count: int) -> None:
    for index in range(count):
        players = [
            {"name": f"Bot {index}a", "bot": "plain"},
            {"name": f"Bot {index}b", "bot": "plain"},
        ]
        services.add_entry(event=desk.event, by=desk.by, players=players, name=f"Bots {index}")


def ended(table: Table, levels: list[str], **fields: object) -> Match:
    """The match at a table as it is once it is over."""
    match = table.matches.first() or games.start_match(table=table)
    Match.objects.filter(pk=match.pk).update(levels=levels, **fields)
    match.refresh_from_db()
    won_by = next((team for team in (0, 1) if levels[team] == "A+"), None)
    games.end_match(match=match, won_by=won_by)
    return match


def test_the_system_opens_the_table_with_everybody_in_their_seats(
    make_desk: Callable[..., Desk], people: list[User]
) -> None:
    """CP-1: side 0 has seats 0 and 2, side 1 seats 1 and 3; the event's clock is the table's."""
    desk = online(make_desk, people)
    round = desk.draw(desk.start())
    table = round.matches.get().table
    assert table is not None
    assert table.managed
    assert table.ends_at == round.clock_ends_at
    assert table.options == desk.event.options
    seats = {seat.index: seat.user for seat in table.seats.all()}
    assert seats == {0: people[0], 1: people[2], 2: people[1], 3: people[3]}


def test_cp_1_nobody_else_sits_down_and_nobody_gets_up(
    make_desk: Callable[..., Desk], people: list[User], make_user: Callable[..., User]
) -> None:
    desk = online(make_desk, people)
    table = desk.draw(desk.start()).matches.get().table
    assert table is not None
    stranger = make_user("stranger")
    for call in (
        lambda: games.sit(table=table, user=stranger),
        lambda: games.sit(table=table, user=people[0], seat=1),
        lambda: games.stand(table=table, user=people[0]),
        lambda: games.leave(table=table, user=people[0]),
        lambda: games.fill(table=table, by=people[0]),
    ):
        with pytest.raises(games.Refused) as info:
            call()
        assert info.value.code in (TableNo.RESERVED, TableNo.MANAGED, TableNo.NOT_HOST)
    assert table.seats.count() == 4
    friendly = games.open_table(host=people[0], game="guandan")
    assert table.seats.filter(user=people[0]).exists(), "sitting elsewhere costs no reserved seat"
    assert friendly.seats.count() == 1


def test_the_result_is_taken_from_the_table(
    make_desk: Callable[..., Desk], people: list[User]
) -> None:
    desk = online(make_desk, people)
    round = desk.draw(desk.start())
    match = round.matches.get()
    assert match.table is not None
    played = ended(match.table, ["A+", "8"])
    hooks.match_over(played.pk)
    hooks.match_over(played.pk)
    match.refresh_from_db()
    assert (match.state, match.levels, match.game_match) == ("confirmed", (13, 6), played)
    assert match.entries.get().origin == "online"
    assert match.changes.get().by_name == ""


def test_a_result_whose_task_was_lost_is_found(
    make_desk: Callable[..., Desk], people: list[User]
) -> None:
    desk = online(make_desk, people)
    match = desk.draw(desk.start()).matches.get()
    assert match.table is not None
    assert services.take_missed() == 0
    ended(match.table, ["7", "9"])
    assert services.take_missed() == 1
    assert services.take_missed() == 0
    match.refresh_from_db()
    assert match.levels == (5, 7)


def test_a_match_that_is_decided_already_stays_as_it_is(
    make_desk: Callable[..., Desk], people: list[User]
) -> None:
    desk = online(make_desk, people)
    match = desk.draw(desk.start()).matches.get()
    assert match.table is not None
    games.start_match(table=match.table)
    services.forfeit(match=match, by=desk.by, side=1)
    hooks.match_over(ended(match.table, ["A+", "8"]).pk)
    match.refresh_from_db()
    assert match.ending == "forfeit"
    assert match.table is not None
    assert match.table.status == "closed", "nobody goes on waiting there"


def test_cp_5_nobody_waits_at_a_table_for_a_pair_that_has_withdrawn(
    make_desk: Callable[..., Desk], people: list[User]
) -> None:
    desk = online(make_desk, people)
    match = desk.draw(desk.start()).matches.get()
    services.withdraw(entry=match.sides.get(side=1).entry, by=desk.by, reason="ill")
    match.refresh_from_db()
    assert match.ending == "forfeit"
    assert match.table is not None
    assert match.table.status == "closed"


def test_a_tie_in_a_knockout_goes_to_the_referee(
    make_desk: Callable[..., Desk], people: list[User]
) -> None:
    """CP-8: the record cannot say who goes on."""
    desk = online(make_desk, people)
    services.update_event(event=desk.event, by=desk.by, stages=[{"kind": "knockout"}])
    match = desk.draw(desk.start()).matches.get()
    assert match.table is not None
    hooks.match_over(ended(match.table, ["8", "8"]).pk)
    match.refresh_from_db()
    assert match.state == "disputed"
    desk.score(match, "8", "8", winner=0)
    match.refresh_from_db()
    assert match.winner is not None


def test_tables_of_bots_begin_by_themselves_and_close_with_the_round(
    make_desk: Callable[..., Desk],
) -> None:
    desk = make_desk(mode="both", stages=[{"kind": "swiss", "rounds": 1}])
    bots(desk, 2)
    desk.add(2)
    stage = desk.start()
    drawn = services.draw_round(stage=stage, by=desk.by)
    assert isinstance(drawn, Round)
    a, b, c, d = desk.event.entries.order_by("number")
    services.set_pairings(round=drawn, by=desk.by, pairs=[(a, b), (c, d)], reason="bots together")
    services.publish_round(round=drawn, by=desk.by)
    services.start_round(round=drawn, by=desk.by)
    bot_match, hall_match = drawn.matches.order_by("order")
    assert bot_match.table is not None
    assert bot_match.table.status == "playing"
    assert hall_match.table is None
    assert not hall_match.online
    refused(No.BEGUN, lambda: services.set_online(match=hall_match, by=desk.by, online=True))
    hooks.match_over(ended(bot_match.table, ["A+", "K"]).pk)
    desk.score(hall_match)
    services.finish_round(round=drawn, by=desk.by)
    bot_match.table.refresh_from_db()
    assert bot_match.table.status == "closed"


def test_who_has_no_account_cannot_play_on_line(make_desk: Callable[..., Desk]) -> None:
    desk = make_desk(2, mode="both", stages=[{"kind": "swiss", "rounds": 1}])
    drawn = services.draw_round(stage=desk.start(), by=desk.by)
    assert isinstance(drawn, Round)
    match = drawn.matches.get()
    refused(
        No.CANNOT_PLAY_ONLINE, lambda: services.set_online(match=match, by=desk.by, online=True)
    )


def test_the_clock_reaches_the_tables(make_desk: Callable[..., Desk], people: list[User]) -> None:
    desk = online(make_desk, people)
    round = desk.draw(desk.start())
    round = services.extend_round(round=round, by=desk.by, minutes=10)
    table = round.matches.get().table
    assert table is not None
    table.refresh_from_db()
    assert table.ends_at == round.clock_ends_at
    services.pause_round(round=round, by=desk.by)
    table.refresh_from_db()
    assert table.ends_at is None


def test_duplicate_boards_go_to_the_table_and_come_back_as_scores(
    make_desk: Callable[..., Desk], people: list[User]
) -> None:
    """CP-8: the deals are the event's, and each is scored."""
    settings = {"ending": {"kind": "deals", "deals": 2}}
    desk = online(make_desk, people, preset="duplicate", settings=settings)
    round = desk.draw(desk.start())
    match = round.matches.get()
    assert match.table is not None
    assert match.table.boards == list(round.boards.values_list("seed", flat=True))
    assert match.table.private, "nobody looks on while others have yet to play the boards"
    played = games.start_match(table=match.table)
    for number, change in ((1, [2, 0]), (2, [0, 1])):
        result = {"change": change, "redeal": False, "levels": ["2", "2"], "score": None}
        Deal.objects.create(match=played, number=number, start={}, seed="", commitment="",
                            ended_at=timezone.now(), tallied_at=timezone.now(),
                            result=result)  # fmt: skip
    games.end_match(match=played, won_by=None)
    hooks.match_over(played.pk)
    match.refresh_from_db()
    assert match.state == "confirmed"
    scores = list(match.board_scores.order_by("board__number").values_list("score", "deal__number"))
    assert scores == [(2, 1), (-1, 2)]
    for margin, words in (("0.00", "0"), ("1.50", "+1.5"), ("-2.00", "-2")):
        match.margin = Decimal(margin)
        assert selectors.result_words(match) == words


def test_a_duplicate_table_decided_early_stays_closed_to_others_until_the_round_is_over(
    make_desk: Callable[..., Desk], people: list[User], make_user: Callable[..., User]
) -> None:
    """The other tables still have the same deals before them."""
    settings = {"ending": {"kind": "deals", "deals": 2}}
    desk = online(make_desk, people, preset="duplicate", settings=settings)
    bots(desk, 2)
    round = desk.draw(desk.start())
    table = Table.objects.filter(seats__user=people[0]).get()
    games.close_managed(tables=[table.pk], tell=False)
    table.refresh_from_db()
    assert table.status == "closed"
    assert not may_watch(make_user("stranger"), table)
    online_services.close_tables(round)
    table.refresh_from_db()
    assert may_watch(User.objects.get(username="stranger"), table)


@pytest.mark.parametrize("way", ["staff", "invited", "captain"])
def test_who_plays_in_a_duplicate_event_looks_on_at_no_other_table_of_it(
    make_desk: Callable[..., Desk], people: list[User], make_user: Callable[..., User], way: str
) -> None:
    """The boards are before them as well, whatever else they are; until the round is over."""
    desk = online(make_desk, people, preset="duplicate")
    bots(desk, 2)
    if way == "captain":
        entry = desk.event.entries.get(name="A")
        services.update_entry(entry=entry, by=desk.by, team="Reds")
        entry.refresh_from_db()
        who = make_user("captain", is_staff=True)
        Team.objects.filter(pk=entry.team_id).update(captain=who)
    else:
        who = people[0]
        User.objects.filter(pk=who.pk).update(is_staff=way == "staff")
        who.refresh_from_db()
    round = desk.draw(desk.start())
    own = Table.objects.get(seats__user=people[0])
    other = Table.objects.filter(managed=True).exclude(pk=own.pk).get()
    invites = [other.code] if way == "invited" else []
    assert not may_watch(who, other, invites)
    assert may_watch(people[0], own)
    assert may_watch(make_user("office", is_staff=True), other), "who does not play looks after it"
    online_services.close_tables(round)
    other.refresh_from_db()
    assert may_watch(who, other, invites)


def test_cp_3_the_table_s_page_says_until_when_the_pairs_may_come(
    make_desk: Callable[..., Desk], people: list[User], make_user: Callable[..., User]
) -> None:
    """CP-3, CP-4: both pairs see both deadlines, and who is there, before the match begins."""
    desk = online(make_desk, people)
    drawn = services.draw_round(stage=desk.start(), by=desk.by)
    assert isinstance(drawn, Round)
    services.publish_round(round=drawn, by=desk.by)
    match = drawn.matches.get()
    first, second = match.sides.select_related("entry").order_by("side")
    services.give_leave(round=drawn, entry=second.entry, by=desk.by)
    called = services.start_round(round=drawn, by=desk.by).started_at
    assert called is not None
    table = Table.objects.get()
    for player in first.entry.players.all():
        assert player.user_id is not None
        services.seat_changed(table_id=table.pk, user_id=player.user_id, here=True)
    client = Client()
    client.force_login(people[0])
    page = client.get(f"/t/{table.code}/").content.decode()
    found = re.search(r'id="table-config"[^>]*>(.*?)</script>', page)
    assert found
    told = json.loads(found[1])["event"]
    assert (told["name"], told["url"]) == (desk.event.name, f"/events/{desk.event.slug}/mine/")
    sides = [(s["name"], s["until"], s["leave"], s["here"]) for s in told["sides"]]
    assert sides == [
        (first.entry.name, (called + timedelta(minutes=10)).isoformat(), False, True),
        (second.entry.name, (called + timedelta(minutes=15)).isoformat(), True, False),
    ]


def test_a_match_that_is_ruled_on_is_played_no_further(
    make_desk: Callable[..., Desk], people: list[User]
) -> None:
    desk = online(make_desk, people)
    match = desk.draw(desk.start()).matches.get()
    said = services.Result(("9", "5"), 3)
    services.rule_result(match=match, by=desk.by, result=said, reason="they left at eleven")
    match.refresh_from_db()
    assert match.table is not None
    assert match.table.status == Table.Status.CLOSED


def ruled_two_up(desk: Desk, match: EventMatch) -> Penalty:
    """The other side goes up two levels, for a foul of side 0."""
    entry = match.sides.get(side=0).entry
    ruling = services.Ruling(
        round=match.round, entry=entry, match=match, foul="other", grade="level",
        levels=2, change="other_up",
    )  # fmt: skip
    return services.record_penalty(event=desk.event, by=desk.by, ruling=ruling)


def waiting_rulings(match: EventMatch) -> list[tuple[int, int]]:
    rows = LevelRuling.objects.filter(table=match.table, cancelled_at=None)
    return list(rows.values_list("team", "levels"))


def test_cp_12_a_ruling_before_the_table_was_opened_is_made_there(
    make_desk: Callable[..., Desk], people: list[User]
) -> None:
    desk = online(make_desk, people)
    drawn = services.draw_round(stage=desk.start(), by=desk.by)
    assert isinstance(drawn, Round)
    services.publish_round(round=drawn, by=desk.by)
    ruled_two_up(desk, drawn.matches.get())
    services.start_round(round=drawn, by=desk.by)
    assert waiting_rulings(drawn.matches.get()) == [(1, 2)]


def test_cp_13_a_ruling_that_stands_is_made_again_where_the_match_is_played_again(
    make_desk: Callable[..., Desk], people: list[User]
) -> None:
    """And what it did at the first table is not given back twice when it is revoked."""
    desk = online(make_desk, people)
    match = desk.draw(desk.start()).matches.get()
    assert match.table is not None
    penalty = ruled_two_up(desk, match)
    hooks.match_over(ended(match.table, ["9", "8"]).pk)
    match.refresh_from_db()
    assert match.levels == (7, 8), "no deal began after it: it changes the result"
    services.strike_result(match=match, by=desk.by, reason="the wrong cards were dealt")
    match.refresh_from_db()
    assert waiting_rulings(match) == [(1, 2)]
    services.revoke_penalty(penalty=penalty, by=desk.by, reason="a mistake")
    assert waiting_rulings(match) == []
    hooks.match_over(ended(match.table, ["9", "8"]).pk)
    match.refresh_from_db()
    assert (match.levels, match.ruled) == ((7, 6), None)
