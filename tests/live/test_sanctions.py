"""A sanction acts on open sockets at once, and says why."""

from __future__ import annotations

from typing import Any

from websockets.exceptions import ConnectionClosed

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
