"""A real worker: standings, deadlines and results of tables without anybody calling a verb."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from games import services as games
from games.models import Match
from shengji_site.embedded.child import Child
from shengji_site.embedded.serve import worker_command
from tests.conftest import process_environment
from tests.tournaments.conftest import Desk
from tests.tournaments.test_online import bots
from tournaments import selectors, services
from tournaments.models import AuditLine, Due, Round

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


def test_cp_6_case_18_a_worker_killed_before_the_deadline_and_two_that_come_after(
    worker: Child, make_desk: Callable[..., Desk], tmp_path: Path
) -> None:
    """Case 18, CP-3: killed at T+9:58; the next ones, two at once, fire each deadline once."""
    desk = make_desk(6, stages=[{"kind": "swiss", "rounds": 1}], settings={"call_tables": True})
    round = desk.draw(desk.start())
    here, late, nobody = round.matches.order_by("table_no")
    passed = timezone.now() - timedelta(minutes=10, seconds=1)
    in_time = passed + timedelta(minutes=9, seconds=58)
    for match, side in ((here, 0), (here, 1), (late, 0)):
        entry = match.sides.get(side=side).entry
        services.check_in_at_table(match=match, by=desk.by, entry=entry, at=in_time)
    assert worker.process is not None
    worker.process.send_signal(signal.SIGKILL)
    worker.process.wait()
    Round.objects.filter(pk=round.pk).update(started_at=passed)
    dues = Due.objects.filter(kind="no_show", called_off_at=None)
    dues.update(due_at=passed + timedelta(minutes=10))
    workers = [
        Child(
            name,
            [*worker_command(), "--hostname", name, "--schedule", str(tmp_path / name)],
            env=process_environment(),
        )
        for name in ("one", "other")
    ]
    try:
        for each in workers:
            each.start()
        wait_for(lambda: not dues.filter(fired_at=None).exists())
    finally:
        for each in workers:
            each.stop()
    for match, expected in ((here, ("running", "played")), (late, ("confirmed", "forfeit")),
                            (nobody, ("confirmed", "forfeit"))):  # fmt: skip
        match.refresh_from_db()
        assert (match.state, match.ending) == expected
        assert match.changes.count() == (expected[0] == "confirmed")
    assert late.winner == late.sides.get(side=0).entry
    assert nobody.winner is None
    assert AuditLine.objects.filter(verb="confirm_result", role="system").count() == 2
