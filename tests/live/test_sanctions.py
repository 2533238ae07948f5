"""A sanction acts on open sockets at once, and says why."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import timedelta
from threading import Barrier
from typing import Any

from django.db import connection
from django.utils import timezone
from websockets.exceptions import ConnectionClosed

from accounts import sanctions
from accounts.models import Sanction
from accounts.sanctions import lift, sanction
from games import services
from games.models import Table
from tests.live.client import Tab


def closed(tab: Tab) -> int:
    """Read until the server closes; answers its code."""
    try:
        while True:
            tab.read()
    except ConnectionClosed as end:
        return end.rcvd.code if end.rcvd else 0


def test_a_ban_closes_the_socket_says_why_and_keeps_it_closed(
    quick: None, live_site: Any, seated: Table, four: list[Any], open_tab: Any
) -> None:
    host, banned = open_tab(live_site, seated, four[0]), open_tab(live_site, seated, four[1])
    banned.until(lambda: banned.room)
    row = sanction(user=four[1], kind="ban", by=None, reason="Insults")
    assert closed(banned) == 4003
    assert banned.others[-1]["code"] == "barred"
    assert "Insults" in banned.others[-1]["text"]
    host.until(lambda: host.room and host.room["seats"][1]["kind"] == "free")
    again = open_tab(live_site, seated, four[1])
    assert closed(again) == 4003
    assert "Insults" in again.others[-1]["text"]
    lift(sanction=row, by=None)
    back = open_tab(live_site, seated, four[1])
    back.until(lambda: back.room)
    assert back.ask("sit", seat=1)["t"] == "ack"


def test_a_suspended_person_may_watch_but_not_sit(
    quick: None, live_site: Any, seated: Table, four: list[Any], open_tab: Any
) -> None:
    tab = open_tab(live_site, seated, four[1])
    tab.until(lambda: tab.room)
    sanction(user=four[1], kind="suspension", by=None, reason="Signals")
    tab.until(lambda: tab.room["seats"][1]["kind"] == "free")
    told = tab.ask("sit", seat=1)
    assert (told["t"], told["code"]) == ("no", "barred")
    assert "Signals" in told["text"]


def test_a_reserved_seat_stays_but_cannot_be_used(
    quick: None, live_site: Any, four: list[Any], open_tab: Any
) -> None:
    table = services.open_managed(game="guandan", options={}, name="R1", seats=four)
    tab = open_tab(live_site, table, four[1])
    tab.until(lambda: tab.room)
    sanction(user=four[1], kind="suspension", by=None, reason="Signals")
    assert closed(tab) == 4003
    assert table.seats.get(index=1).user == four[1]


def told(tab: Tab) -> list[str]:
    """What the person has been told of sanctions."""
    return [each["text"] for each in tab.others if each["t"] == "told"]


def announced() -> int:
    """What the worker does every two seconds."""
    return sanctions.announce_changes()


def test_a_warning_is_read_at_the_table(
    quick: None, live_site: Any, seated: Table, four: list[Any], open_tab: Any
) -> None:
    warned, other = open_tab(live_site, seated, four[1]), open_tab(live_site, seated, four[2])
    warned.until(lambda: warned.room)
    other.until(lambda: other.room)
    row = sanction(user=four[1], kind="warning", by=None, reason="Language")
    warned.until(lambda: any("Language" in each for each in told(warned)))
    lift(sanction=row, by=None)
    warned.until(lambda: any("已不再生效" in each for each in told(warned)))
    assert other.ask("ready", on=True)["t"] == "ack"
    assert told(other) == []


def test_who_loses_the_seat_reads_why(
    quick: None, live_site: Any, seated: Table, four: list[Any], open_tab: Any
) -> None:
    tab = open_tab(live_site, seated, four[1])
    tab.until(lambda: tab.room)
    sanction(user=four[1], kind="suspension", by=None, reason="Signals")
    tab.until(lambda: tab.room["seats"][1]["kind"] == "free" and told(tab))
    assert "Signals" in told(tab)[-1]


def test_a_sanction_that_begins_later_reaches_open_sockets_when_it_begins(
    quick: None, live_site: Any, seated: Table, four: list[Any], open_tab: Any
) -> None:
    tab = open_tab(live_site, seated, four[1])
    tab.until(lambda: tab.room)
    row = sanction(
        user=four[1], kind="ban", by=None, reason="Insults",
        starts_at=timezone.now() + timedelta(hours=1),
    )  # fmt: skip
    assert announced() == 0
    assert tab.ask("ready", on=True)["t"] == "ack"
    assert told(tab) == []
    Sanction.objects.filter(pk=row.pk).update(starts_at=timezone.now())  # an hour has passed
    assert announced() == 1
    assert closed(tab) == 4003
    assert "Insults" in tab.others[-1]["text"]
    assert not seated.seats.filter(user=four[1]).exists()
    assert announced() == 0


def test_who_was_suspended_reads_that_it_is_over(
    quick: None, live_site: Any, seated: Table, four: list[Any], open_tab: Any
) -> None:
    end = timezone.now() + timedelta(hours=1)
    row = sanction(user=four[1], kind="suspension", by=None, reason="Signals", until=end)
    tab = open_tab(live_site, seated, four[1])
    tab.until(lambda: tab.room)
    Sanction.objects.filter(pk=row.pk).update(until=timezone.now())
    assert announced() == 1
    tab.until(lambda: any("已不再生效" in each for each in told(tab)))
    assert tab.ask("sit", seat=1)["t"] == "ack"
    assert announced() == 0


def test_two_workers_tell_of_a_sanction_once(transactional_db: None, four: list[Any]) -> None:
    row = sanction(
        user=four[0], kind="ban", by=None, reason="Insults",
        starts_at=timezone.now() + timedelta(hours=1),
    )  # fmt: skip
    Sanction.objects.filter(pk=row.pk).update(starts_at=timezone.now())
    start = Barrier(2)

    def worker(_number: int) -> int:
        start.wait()
        with closing(connection):
            return announced()

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(worker, range(2))) == [0, 1]
