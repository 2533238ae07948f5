"""What rulings cost on a real database: ``python -m bench.rulings --pairs 200``.

On private services on disk an event of so many pairs has played all rounds but the last, with
penalties in each of them. While the last one is drawn and not begun, appeals against rulings of
the round before are looked at and upheld (which draws it anew); then it runs, and penalties are
looked at, recorded and revoked. Each verb is timed from its call to the end of its commit, then the
recount of the standings, which the worker does. Prints JSON; milliseconds.
"""

from __future__ import annotations

import argparse
import gc
import json
import random
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from bench.results import _fast, database, spread

if TYPE_CHECKING:
    from tournaments.models import Event, EventMatch, Penalty, Round
    from tournaments.services import Ruling
    from tournaments.simulation import Simulation

GRADES = ("warning",) * 4 + ("violation",) * 4 + ("level", "loss", "verbal")


def rulings(pairs: int, rounds: int, times: int) -> dict[str, object]:
    """Play up to the last round and time rulings before and in it."""
    from tournaments import services
    from tournaments.simulation import Simulation

    simulation = Simulation(pairs, rounds, chaos=True)
    simulation.prepare()
    chance = random.Random(1)
    stage = services.start_event(event=simulation.event, by=simulation.organiser)
    for _ in range(rounds - 1):
        drawn = simulation.draw(stage)
        assert drawn is not None
        last = drawn
        matches = list(last.matches.exclude(ending="bye"))
        _fast(matches)
        _penalised(simulation, matches, chance)
        services.finish_round(round=last, by=simulation.organiser)
    services.recount(stage_id=stage.pk)
    simulation.published(stage)
    gc.collect()
    gc.freeze()  # what is timed does not pay for the event that was made before
    report = _appeals(simulation, last, times // 4)
    drawn = stage.rounds.get(number=rounds)
    services.start_round(round=drawn, by=simulation.organiser)
    report |= _penalties(simulation, drawn, chance, times)
    start = time.perf_counter()
    services.recount(stage_id=stage.pk)
    report["recount"] = round((time.perf_counter() - start) * 1000, 1)
    count = simulation.event.penalties.count()
    return {"pairs": pairs, "rounds": rounds, "penalties": count, **report}


def _penalised(simulation: Simulation, matches: list[EventMatch], chance: random.Random) -> None:
    """Penalties of an earlier round, straight into the rows: they only have to be there."""
    from tournaments.models import PenaltyChange
    from tournaments.services.judging import refresh_ruled
    from tournaments.services.penalties import effect_of

    hit = chance.sample(matches, len(matches) // 6)
    for match in hit:
        row = _ruling(match, chance).row(simulation.event)
        row.referee = simulation.organiser
        row.save()
        PenaltyChange.objects.create(penalty=row, kind="recorded", after=effect_of(row))
    refresh_ruled(simulation.event, [m.pk for m in hit])


def _ruling(match: EventMatch, chance: random.Random) -> Ruling:
    from tournaments.models import EventMatch
    from tournaments.services import Ruling

    row = EventMatch.objects.select_related("round__stage").get(pk=match.pk)
    entry = chance.choice(list(row.sides.select_related("entry"))).entry
    return Ruling(row.round, entry, "other", chance.choice(GRADES), match=row)


def _appeals(simulation: Simulation, before: Round, times: int) -> dict[str, object]:
    """Rulings of the round before are appealed against and revoked."""
    from tournaments import selectors, services

    seen: list[float] = []
    closed: list[float] = []
    for penalty in simulation.event.penalties.filter(round=before).order_by("pk")[:times]:
        filed = simulation.filed(penalty)
        _timed(seen, selectors.appeal_preview, filed)
        for member in simulation.committee:
            services.cast_vote(appeal=filed, by=member, vote="uphold")
        by = simulation.committee[0]
        _timed(closed, services.close_appeal, appeal=filed, by=by, answer="It was so.")
    return {"appeal_preview": spread(seen), "appeal_upheld": spread(closed)}


def _penalties(
    simulation: Simulation, drawn: Round, chance: random.Random, times: int
) -> dict[str, object]:
    """Penalties in the round that runs: every second match has its result already."""
    from tournaments import selectors, services

    event, by = _fresh(simulation.event), simulation.organiser
    matches = list(drawn.matches.exclude(ending="bye").order_by("pk"))
    _fast(matches[::2])
    preview: list[float] = []
    record: list[float] = []
    revoke: list[float] = []
    given: list[Penalty] = []
    for index in range(times):
        ruling = _ruling(matches[index % len(matches)], chance)
        _timed(preview, selectors.penalty_preview, event, ruling)
        given.append(_timed(record, services.record_penalty, event=event, by=by, ruling=ruling))
    for row in given:
        _timed(revoke, services.revoke_penalty, penalty=row, by=by, reason="a mistake")
    return {"preview": spread(preview), "record": spread(record), "revoke": spread(revoke)}


def _fresh(event: Event) -> Event:
    return type(event).objects.get(pk=event.pk)


def _timed(seconds: list[float], verb: Callable[..., Any], *args: Any, **named: Any) -> Any:
    """What the verb answers; how long it took is added to ``seconds``."""
    start = time.perf_counter()
    answer = verb(*args, **named)
    seconds.append(time.perf_counter() - start)
    return answer


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--times", type=int, default=60)
    args = parser.parse_args()
    with database():
        print(json.dumps(rulings(args.pairs, args.rounds, args.times), indent=2))


if __name__ == "__main__":
    main()
