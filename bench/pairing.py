"""How long a Swiss event takes to pair and to rank: ``python -m bench.pairing --pairs 5000``.

The event is simulated: every pair has a strength, and each round's results are drawn from it. Timed
are the draw itself (``pairing``), the reading of the results into a field (``field``) and the
standings after the last round; ``in_all`` is the three together, ``slowest_round`` one draw. Two
events: 场分 in large score groups (``swiss``), and the 26-point scale, on which hardly two pairs
are level (``national``). Prints JSON; seconds, the best of ``--repeat`` runs.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Sequence

from tournaments.engine.matches import PASSED, Match, bye
from tournaments.engine.metrics import PRESETS
from tournaments.engine.pairing.field import Acceleration, Entry, SwissRules, field_of
from tournaments.engine.pairing.model import Draw
from tournaments.engine.pairing.swiss import pair
from tournaments.engine.scoring import LevelScale, PlaceScale, Scoring
from tournaments.engine.standings import standings

SEED = bytes(range(32))
CLUBS = 40


def play(
    draw: Draw, round_number: int, strength: Sequence[float], chance: random.Random
) -> list[Match]:
    """The results of a round."""
    results = []
    for p in draw.pairings:
        swing = strength[p.first] - strength[p.second] + chance.gauss(0, 4)
        d = max(-PASSED, min(PASSED, round(swing)))
        levels = (PASSED, PASSED - d) if d >= 0 else (PASSED + d, PASSED)
        results.append(Match(1, round_number, p.first, p.second, levels=levels, deals=8))
    if draw.bye:
        results.append(bye(1, round_number, draw.bye.entrant))
    return results


def event(pairs: int, rounds: int, preset: str, run: int) -> dict[str, float]:
    """One simulated event, timed."""
    chance = random.Random(run)
    strength = [chance.gauss(0, 3) for _ in range(pairs)]
    entries = [Entry(i, i, i % CLUBS) for i in range(pairs)]
    metrics = PRESETS[preset]
    scoring = Scoring(PlaceScale() if preset == "swiss" else LevelScale())
    matches: list[Match] = []
    spent = {"pairing": 0.0, "slowest_round": 0.0, "field": 0.0, "standings": 0.0}
    for number in range(1, rounds + 1):
        start = time.perf_counter()
        field = field_of(entries, matches, metric=metrics[0], scoring=scoring, stage=1, seed=SEED)
        read = time.perf_counter()
        rules = SwissRules(SEED, number, rounds, club_rounds=2, acceleration=Acceleration.AUTO)
        draw = pair(field, rules)
        done = time.perf_counter()
        assert isinstance(draw, Draw), draw
        spent["field"] += read - start
        spent["pairing"] += done - read
        spent["slowest_round"] = max(spent["slowest_round"], done - read)
        matches += play(draw, number, strength, chance)
    start = time.perf_counter()
    standings(range(pairs), matches, metrics=metrics, scoring=scoring, stages=(1,), seed=SEED)
    spent["standings"] = time.perf_counter() - start
    spent["in_all"] = spent["field"] + spent["pairing"] + spent["standings"]
    return spent


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--repeat", type=int, default=3)
    args = parser.parse_args()
    report: dict[str, object] = {"pairs": args.pairs, "rounds": args.rounds}
    for preset in ("swiss", "national"):
        runs = [event(args.pairs, args.rounds, preset, 1) for _ in range(args.repeat)]
        report[preset] = {part: round(min(run[part] for run in runs), 3) for part in runs[0]}
    print(json.dumps(report, indent=2))


if __name__ == "__main__":
    main()
