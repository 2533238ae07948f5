"""Opening, sitting, standing, filling, leaving, closing: the verbs of a table."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games import services
from games.models import Match, MatchPlayer, Seat, Table
from games.selectors import my_tables, open_tables, opens, table_of
from games.services import No, Refused

pytestmark = pytest.mark.django_db

Make = Callable[..., Any]


@pytest.fixture
def people(make_user: Make) -> list[Any]:
    return [make_user(name) for name in ("lin", "chen", "wang", "zhao", "sun")]


@pytest.fixture
def table(people: list[Any]) -> Table:
    return services.open_table(host=people[0], game="shuangsheng")


def who(table: Table) -> dict[int, Any]:
    """Who sits where: a person's name, or ``bot``."""
    rows = Seat.objects.filter(table=table).select_related("user")
    return {row.index: row.user.username if row.user else "bot" for row in rows}


def refusal(verb: Callable[..., Any], **given: Any) -> No:
    with pytest.raises(Refused) as refused:
        verb(**given)
    assert str(refused.value)
    return refused.value.code


def test_the_host_sits_and_the_options_are_complete(table: Table) -> None:
    assert who(table) == {0: "lin"}
    assert table.options["relegation"] == "on"
    assert table.status == Table.Status.OPEN


def test_options_that_do_not_exist_are_refused(people: list[Any]) -> None:
    with pytest.raises(ValueError, match="nonsense"):
        services.open_table(host=people[0], game="shuangsheng", options={"nonsense": "1"})
    assert not Table.objects.exists()


def test_a_password_makes_a_table_private_and_is_not_kept_readable(people: list[Any]) -> None:
    table = services.open_table(host=people[0], game="shuangsheng", password="open sesame")
    assert table.private
    assert "sesame" not in table.password
    assert opens(table, password="open sesame")
    assert not opens(table, password="wrong")
    assert not opens(table, invite=table.invite)


def test_an_invite_opens_a_private_table(people: list[Any]) -> None:
    table = services.open_table(host=people[0], game="shuangsheng", private=True)
    assert opens(table, invite=table.invite)
    assert not opens(table, invite="")


def test_sitting_down_and_moving(table: Table, people: list[Any]) -> None:
    services.sit(table=table, user=people[1])
    assert who(table) == {0: "lin", 1: "chen"}
    services.sit(table=table, user=people[1], seat=3)
    assert who(table) == {0: "lin", 3: "chen"}
    services.sit(table=table, user=people[1])
    assert who(table) == {0: "lin", 3: "chen"}
    assert refusal(services.sit, table=table, user=people[2], seat=3) == No.SEAT_TAKEN


def test_a_bot_makes_room_for_a_person_and_a_full_table_does_not(
    table: Table, people: list[Any]
) -> None:
    services.fill(table=table, by=people[0])
    assert who(table) == {0: "lin", 1: "bot", 2: "bot", 3: "bot"}
    services.sit(table=table, user=people[1], seat=2)
    services.sit(table=table, user=people[2])
    services.sit(table=table, user=people[3])
    assert sorted(who(table).values()) == ["chen", "lin", "wang", "zhao"]
    assert refusal(services.sit, table=table, user=people[4]) == No.TABLE_FULL


def test_only_the_host_fills_and_closes(table: Table, people: list[Any]) -> None:
    services.sit(table=table, user=people[1])
    assert refusal(services.fill, table=table, by=people[1]) == No.NOT_HOST
    assert refusal(services.close, table=table, by=people[1]) == No.NOT_HOST
    services.close(table=table, by=people[0])
    assert refusal(services.sit, table=table, user=people[2]) == No.CLOSED


def test_a_match_needs_four_and_keeps_who_played(table: Table, people: list[Any]) -> None:
    services.sit(table=table, user=people[1], seat=2)
    assert refusal(services.start_match, table=table) == No.NOT_FULL
    services.fill(table=table, by=people[0])
    match = services.start_match(table=table)
    assert match.number == 1
    assert [player["name"] for player in match.players] == ["lin", "", "chen", ""]
    assert list(MatchPlayer.objects.values_list("seat", flat=True).order_by("seat")) == [0, 2]
    assert refusal(services.start_match, table=table) == No.PLAYING
    assert refusal(services.stand, table=table, user=people[0]) == No.PLAYING
    assert refusal(services.sit, table=table, user=people[3], seat=1) == No.PLAYING
    assert refusal(services.close, table=table, by=people[0]) == No.PLAYING


def test_nobody_plays_two_matches_at_once(people: list[Any]) -> None:
    services.play_now(user=people[0], game="shuangsheng")
    other = services.open_table(host=people[1], game="shuangsheng")
    assert refusal(services.sit, table=other, user=people[0]) == No.ELSEWHERE


def test_sitting_down_elsewhere_gives_up_a_seat_at_a_table_that_waits(
    table: Table, people: list[Any]
) -> None:
    services.sit(table=table, user=people[1])
    services.open_table(host=people[1], game="shuangsheng")
    assert who(table) == {0: "lin"}


def test_in_mid_match_a_bot_takes_over_and_the_last_person_closes_the_table(
    table: Table, people: list[Any]
) -> None:
    services.sit(table=table, user=people[1], seat=1)
    services.fill(table=table, by=people[0])
    match = services.start_match(table=table)
    services.leave(table=table, user=people[0])
    assert who(table) == {0: "bot", 1: "chen", 2: "bot", 3: "bot"}
    table.refresh_from_db()
    assert table.host == people[1]
    assert table.status == Table.Status.PLAYING
    services.leave(table=table, user=people[1])
    table.refresh_from_db()
    match.refresh_from_db()
    assert table.status == Table.Status.CLOSED
    assert match.ended_at is not None
    assert match.won_by is None


def test_a_won_match_opens_the_table_again_and_only_once(table: Table, people: list[Any]) -> None:
    services.fill(table=table, by=people[0])
    match = services.start_match(table=table)
    services.end_match(match=match, won_by=1)
    services.start_match(table=table)
    services.end_match(match=match, won_by=0)
    match.refresh_from_db()
    table.refresh_from_db()
    assert match.won_by == 1
    assert table.status == Table.Status.PLAYING
    assert Match.objects.get(number=2).ended_at is None


def test_forgotten_tables_are_closed(table: Table, people: list[Any]) -> None:
    recent = services.open_table(host=people[1], game="shuangsheng")
    old = timezone.now() - timedelta(days=1)
    Table.objects.filter(pk=table.pk).update(active_at=old)
    assert services.close_idle() == 1
    table.refresh_from_db()
    recent.refresh_from_db()
    assert table.status == Table.Status.CLOSED
    assert recent.status == Table.Status.OPEN


def test_the_lobby_lists_public_tables_with_room(table: Table, people: list[Any]) -> None:
    services.play_now(user=people[1], game="shuangsheng")  # private
    full = services.open_table(host=people[2], game="guandan")
    services.fill(table=full, by=people[2])
    services.start_match(table=full)
    assert set(open_tables()) == {table, full}
    assert list(open_tables(free=True)) == [table]
    assert list(open_tables(game="guandan")) == [full]
    assert list(my_tables(people[0])) == [table]
    found = table_of(table.code)
    assert found == table
    assert table_of("nowhere2") is None
