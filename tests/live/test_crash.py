"""The web process is killed in mid-deal and another one is started."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from games.models import Deal, DealEvent, Table
from games.services import tally_deal
from tests.live.client import QUICK, WAIT, Tab, play_on


@pytest.fixture
def hurry() -> Iterator[None]:
    """The pace of the web process; it reads its own settings."""
    os.environ["LIVE"] = json.dumps({**QUICK, "lease": 1.5})
    yield
    del os.environ["LIVE"]


def reconnect(tabs: list[Tab]) -> None:
    """As the client does it: again and again, and first 4009 while the lease runs."""
    for tab in tabs:
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline:
            tab.connect()
            try:
                tab.until(lambda tab=tab: tab.frames[-1:] and tab.read()["t"] == "frame")
                break
            except ConnectionClosed:
                time.sleep(0.1)


def test_sigkill_in_mid_deal_loses_and_doubles_nothing(
    hurry: None, web_process: Any, seated: Table, four: list[Any], open_tab: Any
) -> None:
    tabs = [open_tab(web_process, seated, user) for user in four]
    for tab in tabs:
        assert tab.ask("ready")["t"] == "ack"
    play_on(tabs, lambda: tabs[0].view and tabs[0].view["tricks_played"] >= 3)
    acked = {m["id"]: m["seq"] for tab in tabs for m in tab.others if m["t"] == "ack" and m["seq"]}

    # One more action is sent and the process is killed before anybody can read the answer.
    mover = mover_of(tabs)
    move = mover.move()
    mover.send(t="act", id="in-flight", **move)
    web_process.kill()
    for tab in tabs:
        tab.closed_with()
    deal = Deal.objects.latest("pk")
    logged = {row.action_id: row.seq for row in deal.events.all()}
    for action_id, seq in acked.items():
        if DealEvent.objects.filter(deal=deal, action_id=action_id).exists():
            assert logged[action_id] == seq
    seen = max(tab.seq for tab in tabs)
    assert seen <= deal.events.count()

    web_process.start()
    reconnect(tabs)
    assert min(tab.seq for tab in tabs) >= seen
    mover.send(t="act", id="in-flight", **move)  # the client sends again what is not acknowledged
    assert mover.answer("in-flight")["t"] == "ack"
    play_on(tabs, lambda: tabs[0].view["result"] and tabs[0].room["match"]["deal"] == deal.number)

    deal.refresh_from_db()
    rows = list(deal.events.order_by("seq"))
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
    ids = [row.action_id for row in rows if row.action_id]
    assert len(ids) == len(set(ids))
    assert ids.count("in-flight") == 1
    assert deal.ended_at is not None
    tally_deal(deal_id=deal.pk)
    deal.refresh_from_db()
    assert deal.result is not None
    assert deal.result["points"] == tabs[0].view["result"]["points"]


def mover_of(tabs: list[Tab]) -> Tab:
    """Whose turn it is, by the newest frames; these may still be on their way."""
    deadline = time.monotonic() + WAIT
    while time.monotonic() < deadline:
        for tab in tabs:
            tab.drain()
        for tab in tabs:
            if tab.move() is not None:
                return tab
        time.sleep(0.01)
    raise TimeoutError("nobody is to move")


def test_a_table_goes_on_by_itself_after_a_crash(
    hurry: None, web_process: Any, seated: Table, four: list[Any], open_tab: Any
) -> None:
    """Nobody connects again: turns run out, and the deal is played to its end."""
    Table.objects.filter(pk=seated.pk).update(turn_seconds=1, bank_seconds=0)
    tabs = [open_tab(web_process, seated, user) for user in four]
    for tab in tabs:
        assert tab.ask("ready")["t"] == "ack"
    play_on(tabs, lambda: tabs[0].view and tabs[0].view["tricks_played"] >= 23)
    web_process.kill()
    web_process.start()
    deal = Deal.objects.latest("pk")
    deadline = time.monotonic() + 40
    while deal.ended_at is None and time.monotonic() < deadline:
        time.sleep(0.1)
        deal.refresh_from_db()
    assert deal.ended_at is not None
    assert deal.events.filter(auto=True).exists()
