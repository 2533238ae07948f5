"""A real worker: standings, deadlines and results of tables without anybody calling a verb."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from games import services as games
from games.models import Match
from shengji_site.embedded.child import Child
from tests.tournaments.conftest import Desk
from tests.tournaments.test_online import bots
from tournaments import selectors, services
from tournaments.models import Due

pytestmark = pytest.mark.worker


def wait_for(found: Callable[[], object]) -> None:
    deadline = time.monotonic() + 20
    while not found():
        assert time.monotonic() < deadline, "the worker does not do it"
        time.sleep(0.05)


def test_a_worker_counts_fires_and_takes_results(
    worker: Child, make_desk: Callable[..., Desk]
) -> None:
    desk = make_desk(mode="online", stages=[{"kind": "swiss", "rounds": 1}])
    bots(desk, 2)
    stage = desk.start()
    round = desk.draw(stage)
    key = f"round:{round.pk}:time"
    Due.objects.filter(key=key).update(due_at=timezone.now() - timedelta(seconds=1))
    match = round.matches.get()
    assert match.table is not None
    played = match.table.matches.get()
    Match.objects.filter(pk=played.pk).update(levels=["A+", "8"])
    games.end_match(match=played, won_by=0)

    def counted() -> bool:
        table = selectors.standings(stage)
        return table is not None and not table.stale and table.groups[0].rows[0].values[0] == "20"

    wait_for(counted)
    wait_for(lambda: Due.objects.get(key=key).fired_at)
    match.refresh_from_db()
    assert match.state == "confirmed"
    round.refresh_from_db()
    assert round.time_up_at is not None
    assert services.take_missed() == 0
