"""Tables to play at."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from games import services
from games.models import Table
from tests.live.client import QUICK, Tab, cookies_of


@pytest.fixture
def quick(settings: Any) -> None:
    """A table in a hurry; name it before the site."""
    settings.LIVE = QUICK


@pytest.fixture
def four(make_user: Callable[..., Any]) -> list[Any]:
    """Four persons."""
    return [make_user(name) for name in ("lin", "chen", "wang", "zhao")]


@pytest.fixture
def seated(transactional_db: None, four: list[Any]) -> Table:
    """A public table of shuangsheng with four persons in seats 0 … 3."""
    table = services.open_table(host=four[0], game="shuangsheng")
    for seat in (1, 2, 3):
        services.sit(table=table, user=four[seat], seat=seat)
    return table


@pytest.fixture
def open_tab() -> Iterator[Callable[..., Tab]]:
    """``open_tab(site, table, user)`` opens a tab that is closed at the end."""
    tabs: list[Tab] = []

    def opened(site: Any, table: Table, user: Any = None, **more: Any) -> Tab:
        invites = more.pop("invites", ())
        tab = Tab(site.ws_url, table.code, cookies_of(user, invites), **more)
        tabs.append(tab)
        return tab

    yield opened
    for tab in tabs:
        tab.close()
