"""An event hears from its tables who is there (CP-3), over real sockets."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest

from games import hooks, services
from games.models import Table

News = tuple[int, bool]


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[News]:
    """Who has been told to be there, or gone."""
    said: list[News] = []

    def listen(_table: int, user: int, here: bool, _at: datetime) -> None:
        said.append((user, here))

    monkeypatch.setattr(hooks, "_presence", [listen])
    return said


def until(done: Callable[[], bool]) -> None:
    """Wait for a thread of the server."""
    deadline = time.monotonic() + 10
    while not done():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_cp_3_ready_in_ones_seat_is_there_and_a_lost_connection_is_not(
    heard: list[News], live_site: Any, transactional_db: None, four: list[Any], open_tab: Any
) -> None:
    """CP-1: a stranger who watches is nobody's partner."""
    table = services.open_managed(game="shuangsheng", options={}, name="Cup 1", seats=four)
    tab, stranger = open_tab(live_site, table, four[0]), open_tab(live_site, table)
    tab.until(lambda: tab.room)
    assert heard == [], "to look at the table is not to be ready"
    assert tab.ask("ready")["t"] == "ack"
    until(lambda: heard == [(four[0].pk, True)])
    stranger.close()
    second = open_tab(live_site, table, four[0])
    second.until(lambda: second.room)
    until(lambda: len(heard) == 2)
    tab.close()
    second.close()
    until(lambda: heard[-1] == (four[0].pk, False))
    back = open_tab(live_site, table, four[0])
    back.until(lambda: back.room)
    until(lambda: heard[-1] == (four[0].pk, True))


def test_at_an_ordinary_table_nobody_is_waited_for(
    heard: list[News], live_site: Any, seated: Table, four: list[Any], open_tab: Any
) -> None:
    tab = open_tab(live_site, seated, four[0])
    tab.until(lambda: tab.room)
    assert tab.ask("ready")["t"] == "ack"
    tab.close()
    assert heard == []
