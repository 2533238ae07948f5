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
from tests.games.engine.test_record import CASES
from tests.oracle import guandan, sampling, sampling_guandan, shengji

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


@pytest.mark.parametrize("case", CASES)
def test_the_oracle_knows_the_examples(case: dict[str, Any]) -> None:
    """The oracles are held to the same examples as the engines."""
    wanted = case["report"]
    if wanted["error"] and wanted["error"]["code"] == "bad_record":
        return
    assert oracle(case["record"]) == told(wanted)
