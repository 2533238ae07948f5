"""Moves a second at live tables, over real websockets with durable commits.

    python -m bench.live --tables 50 --seconds 10

Starts services and a web process of its own, and prints one JSON object:

- ``moves_per_s``: moves of all tables together, each table playing as fast as it is answered,
  four sockets a table; ``cpu_ms_per_move`` of the web process, ``services_ms_per_move`` of
  Postgres; ``bytes_per_frame`` on the wire
- ``load``: at a fixed offered load, milliseconds from sending a move to its acknowledgement
  (``p50`` and ``p99``), and to the last of the four frames that show it (``shown_…``)
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import resource
from typing import Any

from bench.live_driver import BenchTable, Steady, Tally
from bench.live_site import Site, make_tables, site

CONNECTING = 16
"""Tables that connect at the same time."""

WARM_UP = 2.0


def main() -> None:
    """Run both measurements."""
    parser = argparse.ArgumentParser(description="Moves a second at live tables.")
    parser.add_argument("--tables", type=int, default=50, help="at saturation")
    parser.add_argument("--seconds", type=float, default=10.0, help="of each measurement")
    parser.add_argument("--load", type=float, default=150.0, help="moves a second offered")
    parser.add_argument("--load-tables", type=int, default=500, help="0: no fixed load")
    given = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 16384)), hard))
    with site() as running:
        report = asyncio.run(saturation(running, given.tables, given.seconds))
        if given.load_tables:
            load = fixed_load(running, given.load_tables, given.load, given.seconds)
            report["load"] = asyncio.run(load)
    print(json.dumps(report))


async def seat(running: Site, count: int, tally: Tally, due: Any) -> list[BenchTable]:
    """Tables with their four players connected and ready."""
    gate = asyncio.Semaphore(CONNECTING)

    async def one(code: str, keys: list[str]) -> BenchTable:
        table = BenchTable(tally, due)
        async with gate:
            await table.connect(code, keys, running.port)
        return table

    made = await asyncio.to_thread(make_tables, count)
    tables = await asyncio.gather(*(one(code, keys) for code, keys in made))
    gc.collect()
    gc.freeze()
    return tables


async def saturation(running: Site, count: int, seconds: float) -> dict[str, Any]:
    """Every table as fast as it is answered."""
    tally = Tally()
    tables = await seat(running, count, tally, BenchTable.go)
    await asyncio.sleep(WARM_UP)
    before = running.cpu()
    tally.measuring = True
    await asyncio.sleep(seconds)
    tally.measuring = False
    after = running.cpu()
    hang_up(tables)
    moves = max(1, tally.moves)
    return {
        "tables": count,
        "moves_per_s": round(tally.moves / seconds),
        "cpu_ms_per_move": round((after[0] - before[0]) * 1000 / moves, 3),
        "services_ms_per_move": round((after[1] - before[1]) * 1000 / moves, 3),
        "web_cpu": round((after[0] - before[0]) / seconds, 2),
        "p50_ms": quantile(tally.acks, 0.5),
        "p99_ms": quantile(tally.acks, 0.99),
        "bytes_per_frame": round(tally.bytes / max(1, tally.frames)),
        "frames_per_move": round(tally.frames / moves, 2),
        "refused": dict(tally.refused),
    }


async def fixed_load(running: Site, count: int, rate: float, seconds: float) -> dict[str, Any]:
    """So many moves a second, spread over all tables."""
    tally = Tally()
    steady = Steady(rate)
    tables = await seat(running, count, tally, steady)
    await steady.run(WARM_UP)
    before = running.cpu()
    tally.measuring, steady.missed = True, 0
    await steady.run(seconds)
    tally.measuring = False
    after = running.cpu()
    hang_up(tables)
    return {
        "tables": count,
        "offered_per_s": rate,
        "moves_per_s": round(tally.moves / seconds, 1),
        "not_offered": steady.missed,
        "p50_ms": quantile(tally.acks, 0.5),
        "p99_ms": quantile(tally.acks, 0.99),
        "shown_p50_ms": quantile(tally.spread, 0.5),
        "shown_p99_ms": quantile(tally.spread, 0.99),
        "web_cpu": round((after[0] - before[0]) / seconds, 2),
        "refused": dict(tally.refused),
    }


def hang_up(tables: list[BenchTable]) -> None:
    """Close all sockets."""
    for table in tables:
        for player in table.players:
            player.close()


def quantile(values: list[float], part: float) -> float:
    """A quantile in milliseconds."""
    ordered = sorted(values)
    return round(ordered[int(part * (len(ordered) - 1))] * 1000, 1) if ordered else 0.0


if __name__ == "__main__":
    main()
