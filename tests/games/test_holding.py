"""What a hold costs the clock of a match (CP-7)."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine

from games import services
from games.live import store
from games.models import Table

pytestmark = pytest.mark.django_db
REFEREE = Table.Hold.REFEREE
TEN = datetime.fromisoformat("2026-11-30T10:00:00+08:00")


@pytest.fixture
def table() -> Table:
    return services.open_managed(
        game="guandan",
        options={},
        name="1",
        seats=[None] * 4,
        bots=["plain"] * 4,
        ends_at=TEN + timedelta(hours=1),
    )


def minute(n: int) -> Any:
    return time_machine.travel(TEN + timedelta(minutes=n), tick=False)


def ends_at(table: Table) -> datetime | None:
    facts = store.look(table.pk, Table.objects.get(pk=table.pk).epoch)
    assert facts is not None
    return facts[0].ends_at


def test_a_hold_is_made_up_for(table: Table) -> None:
    with minute(0):
        services.hold_table(table=table, by=REFEREE, why="a question")
        assert ends_at(table) is None
    with minute(10):
        services.release_table(table=table, by=REFEREE)
        assert ends_at(table) == TEN + timedelta(minutes=70)


def test_a_hold_and_a_pause_of_the_round_are_made_up_for_once(table: Table) -> None:
    """Held from 0 to 10, the round rests from 2 to 8: ten minutes are lost, not sixteen."""
    with minute(0):
        services.hold_table(table=table, by=REFEREE, why="a question")
    with minute(2):
        services.set_clock(tables=[table.pk], ends_at=None)
    with minute(8):
        services.set_clock(tables=[table.pk], ends_at=TEN + timedelta(minutes=66))
    with minute(10):
        services.release_table(table=table, by=REFEREE)
        assert ends_at(table) == TEN + timedelta(minutes=70)


def test_a_hold_within_a_pause_costs_nothing_more(table: Table) -> None:
    with minute(0):
        services.set_clock(tables=[table.pk], ends_at=None)
    with minute(1):
        services.hold_table(table=table, by=REFEREE, why="a question")
    with minute(5):
        services.release_table(table=table, by=REFEREE)
    with minute(8):
        services.set_clock(tables=[table.pk], ends_at=TEN + timedelta(minutes=68))
        assert ends_at(table) == TEN + timedelta(minutes=68)
