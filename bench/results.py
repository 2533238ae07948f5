"""What results cost on a real database: ``python -m bench.results --pairs 1000``.

On private services on disk an event of so many pairs plays some rounds; in the last one every
result is timed as the server has it (from the call of the verb to the end of its commit), then the
recount of the standings, which the worker does, and the next draw. ``--simulate`` plays a whole
event in disorder instead and checks it. Prints JSON; milliseconds.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from shengji_site.embedded import Services

if TYPE_CHECKING:
    from tournaments.models import EventMatch, Stage


@contextmanager
def database() -> Iterator[None]:
    """Django on private, durable, migrated services."""
    with tempfile.TemporaryDirectory(prefix="shengji-bench-") as folder:
        Path(folder).chmod(0o711)
        services = Services(Path(folder))
        services.start()
        try:
            os.environ.update(
                SITE_MODE="embedded",
                SECRET_KEY="for the benchmark only",
                DATABASE_URL=services.database_url(),
                REDIS_URL=services.redis_url(),
                VAR_DIR=folder,
                DJANGO_SETTINGS_MODULE="shengji_site.settings",
            )
            import django
            from django.core.management import call_command
            from django.db import connections

            services.create_database("site")
            django.setup()
            call_command("migrate", verbosity=0)
            try:
                yield
            finally:
                connections.close_all()
        finally:
            services.stop()


def spread(seconds: Sequence[float]) -> dict[str, float]:
    """Median, 95 of 100, and the worst, in milliseconds."""
    ordered = sorted(seconds)
    return {
        "p50": round(statistics.median(ordered) * 1000, 1),
        "p95": round(ordered[int(len(ordered) * 0.95)] * 1000, 1),
        "max": round(ordered[-1] * 1000, 1),
    }


def results(pairs: int, rounds: int) -> dict[str, object]:
    """Play ``rounds`` rounds and time the last one."""
    from tournaments import services
    from tournaments.simulation import Simulation

    simulation = Simulation(pairs, rounds + 1)
    start = time.perf_counter()
    simulation.prepare()
    entered = time.perf_counter() - start
    stage = services.start_event(event=simulation.event, by=simulation.organiser)
    for _ in range(rounds - 1):
        drawn = simulation.draw(stage)
        assert drawn is not None
        _fast(list(drawn.matches.exclude(ending="bye")))
        services.finish_round(round=drawn, by=simulation.organiser)
    drawn = simulation.draw(stage)
    assert drawn is not None
    report = _timed(simulation, stage, list(drawn.matches.exclude(ending="bye")))
    services.finish_round(round=drawn, by=simulation.organiser)
    start = time.perf_counter()
    services.recount(stage_id=stage.pk)
    report["recount"] = round((time.perf_counter() - start) * 1000, 1)
    start = time.perf_counter()
    services.draw_round(stage=stage, by=simulation.organiser)
    report["next_draw"] = round((time.perf_counter() - start) * 1000, 1)
    return {"pairs": pairs, "rounds": rounds, "entries": round(entered * 1000), **report}


def _fast(matches: Sequence[EventMatch]) -> None:
    """Results of earlier rounds, straight into the rows: they only have to be there."""
    for index, match in enumerate(matches):
        match.level_0, match.level_1, match.deals = 13, index % 13, 8
        match.state = "confirmed"
    type(matches[0]).objects.bulk_update(
        matches, ["level_0", "level_1", "deals", "state"], batch_size=500
    )


def _timed(simulation: object, stage: Stage, matches: Sequence[EventMatch]) -> dict[str, object]:
    """A side enters and the other confirms; by turns a scorer enters."""
    from tournaments import selectors, services
    from tournaments.models import EventMatch

    by = simulation.organiser  # type: ignore[attr-defined]
    enter, confirm, scorer = [], [], []
    for index, row in enumerate(matches[:300]):
        match = selectors.match_by_code(row.code)
        assert match is not None
        first, second = (s.entry.code for s in row.sides.select_related("entry"))
        result = services.Result(("A+", "9"), 8)
        start = time.perf_counter()
        if index % 2:
            services.enter_result(match=match, by=by, result=result, client_id=str(index))
            scorer.append(time.perf_counter() - start)
            continue
        services.enter_result(match=match, code=first, result=result, client_id=str(index))
        middle = time.perf_counter()
        services.confirm_result(match=match, code=second)
        enter.append(middle - start)
        confirm.append(time.perf_counter() - middle)
    _fast([m for m in EventMatch.objects.filter(round=matches[0].round)
           if m.state != "confirmed" and m.ending != "bye"] or list(matches[:1]))  # fmt: skip
    return {
        "side_enters": spread(enter),
        "side_confirms": spread(confirm),
        "scorer_enters": spread(scorer),
    }


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--simulate", action="store_true")
    args = parser.parse_args()
    with database():
        if args.simulate:
            from django.core.management import call_command

            call_command("simulate_event", pairs=args.pairs, rounds=args.rounds, chaos=True)
        else:
            print(json.dumps(results(args.pairs, args.rounds), indent=2))


if __name__ == "__main__":
    main()
