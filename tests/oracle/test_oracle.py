"""The engines and ``sgr check`` against a second reading of the rulebooks, over random records.

The oracles beside this file were written from the rulebooks without a look at the engines. Most
records go to the end of the deal, some end with an action that must be refused; the whole report
is compared, of an error its action and code.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from games.engine import record
from games.engine.cards import cards as parse
from games.engine.guandan import combos
from tests.games.engine.test_record import CASES
from tests.oracle import guandan, sampling, sampling_guandan, shengji
from tests.oracle.cards import RANKS

SHENGJI = ("wangkou", "tycoon", "shuangsheng")


def oracle(data: dict[str, Any]) -> dict[str, Any]:
    return guandan.check(data) if data["game"] == "guandan" else shengji.check(data)


def told(report: dict[str, Any]) -> dict[str, Any]:
    """A report with no more of its error than the oracles say."""
    error = report["error"]
    return report | {"error": error and (error["action"], error["code"])}


def agree(data: dict[str, Any]) -> None:
    assert told(record.check(json.loads(json.dumps(data)))) == oracle(data)


@pytest.mark.parametrize("game", SHENGJI)
@pytest.mark.parametrize("batch", range(3))
def test_shengji_engines_agree_with_the_oracle(game: str, batch: int) -> None:
    """WK-3 … WK-30, TY-2 … TY-22, SS-2 … SS-14: the same report of every record."""
    for seed in range(batch * 20, batch * 20 + 20):
        agree(sampling.play_record(game, Random(seed)))


@pytest.mark.parametrize("batch", range(3))
def test_guandan_agrees_with_the_oracle(batch: int) -> None:
    """GD-2 … GD-28: the same report of every record, every wild card tried as every card."""
    for seed in range(batch * 25, batch * 25 + 25):
        agree(sampling_guandan.play_record(Random(seed)))


def some_set(rng: Random) -> tuple[str, list[str]]:
    """A level and a few cards near each other in rank, often with wild ones, sometimes jokers."""
    level, low = rng.choice(RANKS), rng.randrange(13)
    near = [(RANKS * 2)[low + n] for n in range(rng.choice((1, 2, 3, 5)))]
    suits = rng.choice(("SHCD", "SH", "C"))
    pool = [suit + rank for rank in near for suit in suits] * 2 + ["SB", "HR"] * (
        rng.random() < 0.2
    )
    size = min(len(pool), rng.choice((1, 2, 3, 4, 5, 5, 5, 6, 6, 7, 9)))
    cards = rng.sample(pool, size)
    wild = "H" + level
    room = 2 - cards.count(wild)
    return level, [*cards, *[wild] * rng.randint(0, room)] if room > 0 else cards


def test_gd_16_every_reading_of_random_cards() -> None:
    """GD-4 … GD-16: the same readings, the strongest first, and the same of ``as``."""
    rng = Random(16)
    for _ in range(500):
        level, cards = some_set(rng)
        if len(cards) > 10 or any(cards.count(card) > 2 for card in cards):
            continue
        number, packed = combos.level_rank(level), parse(" ".join(cards))
        expected = guandan.readings(tuple(sorted(cards)), level)
        found = combos.readings(number, packed)
        assert {(str(r.kind), r.rank, r.size) for r in found} == set(expected.values())
        if expected:
            best = guandan.strongest(list(expected.values()), level)
            assert (str(found[0].kind), found[0].rank, found[0].size) == best
        for stands in [*expected, tuple(rng.sample(guandan.CARDS, len(cards)))]:
            said = combos.read_as(number, packed, parse(" ".join(stands)))
            wanted = expected.get(tuple(sorted(stands)))
            assert (said and (str(said.kind), said.rank, said.size)) == wanted


@pytest.mark.parametrize("case", CASES)
def test_the_oracle_knows_the_examples(case: dict[str, Any]) -> None:
    """The oracles are held to the same examples as the engines."""
    wanted = case["report"]
    if wanted["error"] and wanted["error"]["code"] == "bad_record":
        return
    assert oracle(case["record"]) == told(wanted)
