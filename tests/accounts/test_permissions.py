"""Who may do what at tables and with matches."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser

from accounts.permissions import may_open_table, may_read_match, may_run, may_sit, may_watch
from games.services import fill, leave, open_table, sit, start_match

pytestmark = pytest.mark.django_db
STRANGER = AnonymousUser()


@pytest.fixture
def host(make_user: Any) -> Any:
    return make_user("host")


@pytest.fixture
def other(make_user: Any) -> Any:
    return make_user("other")


def test_a_public_table_is_watched_by_all_and_played_at_by_those_with_a_name(
    host: Any, other: Any
) -> None:
    table = open_table(host=host, game="shuangsheng")
    assert may_watch(STRANGER, table)
    assert not may_sit(STRANGER, table)
    assert may_sit(other, table)


def test_a_private_table_is_for_host_seated_and_invited(host: Any, other: Any) -> None:
    table = open_table(host=host, game="shuangsheng", private=True)
    assert may_watch(host, table)
    assert not may_watch(other, table)
    assert not may_sit(other, table)
    assert may_sit(other, table, [table.code])
    assert may_watch(STRANGER, table, [table.code])
    assert not may_sit(STRANGER, table, [table.code])
    sit(table=table, user=other, seat=1)
    assert may_watch(other, table)


def test_another_tables_invite_opens_nothing(host: Any, other: Any) -> None:
    table = open_table(host=host, game="shuangsheng", private=True)
    assert not may_watch(other, table, ["another"])


def test_only_the_host_runs_the_table(host: Any, other: Any) -> None:
    table = open_table(host=host, game="shuangsheng")
    sit(table=table, user=other, seat=1)
    assert may_run(host, table)
    assert not may_run(other, table)
    assert not may_run(STRANGER, table)


def test_staff_may_look_in_but_not_run(host: Any, make_user: Any) -> None:
    table = open_table(host=host, game="shuangsheng", private=True)
    staff = make_user("staff", is_staff=True)
    assert may_watch(staff, table)
    assert not may_run(staff, table)


def test_a_match_stays_readable_to_those_who_played_it(host: Any, other: Any) -> None:
    table = open_table(host=host, game="shuangsheng", private=True)
    sit(table=table, user=other, seat=1)
    fill(table=table, by=host)
    match = start_match(table=table)
    leave(table=table, user=other)
    assert may_read_match(other, match)
    assert not may_read_match(STRANGER, match)


def test_strangers_open_no_tables_without_a_name(host: Any) -> None:
    assert may_open_table(host)
    assert not may_open_table(STRANGER)


def test_the_same_rules_answer_to_has_perm(host: Any, other: Any) -> None:
    from accounts.permissions import Visit

    table = open_table(host=host, game="shuangsheng", private=True)
    assert host.has_perm("games.watch_table", Visit(table))
    assert not other.has_perm("games.watch_table", Visit(table))
