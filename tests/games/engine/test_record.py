"""The game record: examples with their reports, and what is no record."""

from __future__ import annotations

import copy
import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import record, strict
from games.engine.api import CloseDeclaring, Draw, Play
from games.engine.strict import BadRecord

RECORDS = Path(__file__).parents[2] / "data" / "records"
PLAYTHROUGHS = Path(__file__).parents[2] / "playthroughs"


def load(path: Path) -> list[dict[str, Any]]:
    """The cases of a file: ``name``, ``clauses``, ``record``, ``report``."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


CASES = [
    pytest.param(case, id=f"{path.stem}: {case['name']} {case['clauses']}")
    for path in [*sorted(RECORDS.glob("*.jsonl")), *sorted(PLAYTHROUGHS.glob("**/*.jsonl"))]
    for case in load(path)
]
SOME: list[dict[str, Any]] = [case["record"] for case in load(RECORDS / "guandan.jsonl")]


def comparable(report: dict[str, Any]) -> dict[str, Any]:
    """A report without its free text and the clause."""
    data: dict[str, Any] = json.loads(json.dumps(report))
    if data["error"]:
        data["error"] = {key: data["error"][key] for key in ("action", "code")}
    return data


@pytest.mark.parametrize("case", CASES)
def test_the_report_is_the_expected_one(case: dict[str, Any]) -> None:
    """Examples and playthroughs: the whole report, but for the words of an error."""
    assert comparable(record.check(case["record"])) == comparable(case["report"])


@pytest.mark.parametrize("case", CASES)
def test_read_and_written_again_it_is_the_same_deal(case: dict[str, Any]) -> None:
    """Export → check → same result."""
    if case["report"]["phase"] is None:
        return
    read = record.read(case["record"])
    written = json.loads(json.dumps(record.write(read.setup, read.actions, notes=read.notes)))
    assert record.read(written) == record.Record(read.setup, read.actions, {}, read.notes)
    assert comparable(record.check(written)) == comparable(case["report"])


def good() -> dict[str, Any]:
    """A guandan record of some actions, to be spoilt."""
    return copy.deepcopy(next(case for case in SOME if len(case["actions"]) == 6))


def bad(data: object) -> str:
    """The message of a bad record; fails when it is none."""
    report = record.check(data)
    assert (report["ok"], report["applied"], report["phase"], report["turn"]) == (
        False, 0, None, [],
    )  # fmt: skip
    assert report["error"]["code"] == "bad_record"
    message: str = report["error"]["message"]
    return message


@pytest.mark.parametrize(
    ("path", "value", "place"),
    [
        ("format", "sgr/2", "format"),
        ("format", None, "format"),
        ("game", ["guandan"], "game"),
        ("game", "bridge", "game"),
        ("options", [], "options"),
        ("options", {"kitty": "x"}, "options"),
        ("options", {"ace_attempts": 3}, "options"),
        ("options", {"ace_attempts": True}, "options"),
        ("levels", ["2"], "levels"),
        ("levels", ["2", "1"], "levels[1]"),
        ("levels", ["2", 2], "levels[1]"),
        ("levels", ["", "2"], "levels[0]"),
        ("levels", ["23", "2"], "levels[0]"),
        ("first_deal", 1, "first_deal"),
        ("first_deal", None, "first_deal"),
        ("dealer", True, "dealer"),
        ("dealer", 4, "dealer"),
        ("dealer", -1, "dealer"),
        ("first_drawer", 1.0, "first_drawer"),
        ("previous", [0, 1, 2], "previous"),
        ("previous", [0, 1, 2, 2], "previous"),
        ("hands", {}, "hands"),
        ("hands", [[], [], []], "hands"),
        ("hands.0", "S3", "hands[0]"),
        ("hands.2.5", "S1", "hands[2][5]"),
        ("hands.2.5", ["S3"], "hands[2][5]"),
        ("hands.2.5", "ZZ", "hands[2][5]"),
        ("kitty", ["S3"], "kitty"),
        ("turned", ["S3", 0], "turned"),
        ("turned", {"card": "S3"}, "turned"),
        ("turned", {"card": "HR", "seat": 2}, "turned"),
        ("turned", None, "turned"),
        ("ace_failures", [0], "ace_failures"),
        ("ace_failures", [0, False], "ace_failures[1]"),
        ("actions", {}, "actions"),
        ("actions", None, "actions"),
        ("actions.1", "pass", "actions[1]"),
        ("actions.1", {"do": "pass"}, "actions[1]"),
        ("actions.1", {"seat": 1}, "actions[1]"),
        ("actions.1", {"seat": True, "do": "pass"}, "actions[1]: seat"),
        ("actions.1", {"seat": 1, "do": "dance"}, "actions[1]: do"),
        ("actions.1", {"seat": 1, "do": ["pass"]}, "actions[1]: do"),
        ("actions.1", {"seat": 1, "do": "play"}, "actions[1]: cards"),
        ("actions.1", {"seat": 1, "do": "play", "cards": "S3"}, "actions[1]: cards"),
        ("actions.1", {"seat": 1, "do": "play", "cards": [3]}, "actions[1]: cards[0]"),
        ("actions.1", {"seat": 1, "do": "play", "cards": [], "as": 1}, "actions[1]: as"),
        ("actions.1", {"seat": 1, "do": "swap", "give": []}, "actions[1]: take"),
        (
            "actions.1",
            {"seat": 1, "do": "declare", "cards": [], "after": 101},
            "actions[1]: after",
        ),
    ],
)
def test_a_bad_record_says_where(path: str, value: object, place: str) -> None:
    """One thing is wrong; the report names its place, and the action if it is one."""
    data = good()
    target: Any = data
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    for step in way:
        target = target[step]
    target[last] = value
    assert bad(data).startswith(place)
    action = record.check(data)["error"]["action"]
    assert action == (1 if place.startswith("actions[1]") else None)


@pytest.mark.parametrize(
    "name", ["format", "game", "levels", "first_deal", "hands", "actions", "turned"]
)
def test_a_missing_field(name: str) -> None:
    data = good()
    del data[name]
    assert name in bad(data)


def test_what_may_be_missing() -> None:
    data = good()
    for name in ("options", "dealer", "previous", "kitty", "first_drawer"):
        del data[name]
    assert record.check(data) == record.check(good())


def test_unknown_fields_are_ignored_and_known_ones_carried() -> None:
    data = good() | {"colour": "blue", "id": "x1", "players": ["a", "b", "c", "d"]}
    data["actions"][0] |= {"at": 120, "auto": True, "mood": "good"}
    read = record.read(data)
    assert read.carried == {"id": "x1", "players": ["a", "b", "c", "d"]}
    assert read.notes[0] == {"at": 120, "auto": True}
    written = record.write(read.setup, read.actions, carried=read.carried, notes=read.notes)
    assert written["id"] == "x1"
    assert written["actions"][0]["auto"] is True
    assert "colour" not in written


def test_the_wrong_number_of_cards() -> None:
    data = good()
    data["hands"][1].pop()
    assert bad(data).startswith("hands[1]: 26 cards instead of 27")
    data = good()
    data["hands"][1][0] = data["hands"][1][1]
    assert "instead of twice" in bad(data)


def test_the_tables_own_actions_are_not_written() -> None:
    read = record.read(good())
    with_table = (Draw(4), *read.actions, CloseDeclaring())
    assert record.write(read.setup, with_table)["actions"] == [
        record.write_action(action) for action in read.actions
    ]
    assert record.read_action({"seat": 0, "do": "play", "cards": ["S3"]}) == Play(0, (1,))


DEEP = '{"a":' * 100_000


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (b"", "no JSON"),
        (b"   ", "no JSON"),
        (b'{"format": "sgr/1", "ga', "no JSON"),
        (b"[1, 2]", "a record is a JSON object"),
        (b"null", "a record is a JSON object"),
        (b"NaN", "NaN"),
        (b'{"at": Infinity}', "Infinity"),
        (b'{"format": "sgr/1", "format": "sgr/1"}', "twice"),
        (b'{"x": {"y": 1, "y": 2}}', "twice"),
        (b'{"id": "\\ud800"}', "surrogate"),
        (b'{"id": "\xff"}', "no UTF-8"),
        (b'{"id": ' + b"9" * 5000 + b"}", "no JSON"),
        (DEEP.encode(), "nested too deeply"),
        (b"[" * 200_000, "nested too deeply"),
        (b'{"id": "' + b"x" * strict.LIMIT + b'"}', "longer than"),
        ('{"id": "级"} extra'.encode(), "no JSON"),
    ],
    ids=range(16),
)
def test_what_is_no_clean_json(text: bytes, problem: str) -> None:
    with pytest.raises(BadRecord, match=problem):
        record.read(strict.parse(text))


def test_a_whole_character_written_as_two_surrogates_is_one() -> None:
    assert strict.parse(b'{"id": "\\ud83c\\udca1"}') == {"id": "🂡"}


JUNK: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-2, 110)
    | st.floats()
    | st.text(max_size=4)
    | st.sampled_from(["S3", "HR", "play", "pass", "guandan", "2", "A+", "\ud800"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["seat", "do", "cards", "as", "x"]), inner, max_size=4)
    ),
    max_leaves=8,
)


def well_formed(report: dict[str, Any]) -> None:
    """A report has its fields in order and goes on one line."""
    line = json.dumps(report)
    assert "\n" not in line
    assert list(report) == [
        "ok", "applied", "phase", "turn", "error", "trump", "dealer", "tricks", "points",
        "readings", "result",
    ]  # fmt: skip
    assert report["ok"] == (report["error"] is None)


def spoil(data: Any, rng: random.Random, junk: Any) -> Any:
    """``data`` with something in it replaced, dropped or doubled."""
    if isinstance(data, dict) and data and rng.random() < 0.9:
        key = rng.choice(list(data))
        if rng.random() < 0.1:
            return {name: value for name, value in data.items() if name != key}
        return data | {key: spoil(data[key], rng, junk)}
    if isinstance(data, list) and data and rng.random() < 0.9:
        place = rng.randrange(len(data))
        if rng.random() < 0.1:
            return data[:place] + data[place + rng.choice([0, 1]) :] + [junk]
        return [*data[:place], spoil(data[place], rng, junk), *data[place + 1 :]]
    return junk


ALL_RECORDS = [case for path in sorted(RECORDS.glob("*.jsonl")) for case in load(path)]


@given(st.sampled_from(ALL_RECORDS), st.randoms(use_true_random=False), JUNK)
@settings(max_examples=150, deadline=None)
def test_spoilt_records_never_raise(case: dict[str, Any], rng: random.Random, junk: Any) -> None:
    data = case["record"]
    for _ in range(rng.randrange(1, 4)):
        data = spoil(data, rng, junk)
    well_formed(record.check(data))


@given(JUNK)
@settings(max_examples=50, deadline=None)
def test_junk_is_no_record(junk: Any) -> None:
    bad(junk)


@given(st.binary(max_size=60) | st.text(max_size=60).map(lambda text: text.encode()))
@settings(max_examples=100, deadline=None)
def test_any_bytes_are_parsed_or_refused(source: bytes) -> None:
    try:
        data = strict.parse(source)
    except BadRecord as refused:
        well_formed(record.bad_report(refused))
    else:
        bad(data)


@given(st.sampled_from(ALL_RECORDS), st.data())
@settings(max_examples=50, deadline=None)
def test_truncated_records(case: dict[str, Any], data: st.DataObject) -> None:
    source = json.dumps(case["record"]).encode()
    cut = data.draw(st.integers(0, len(source) - 1))
    with pytest.raises(BadRecord, match="no JSON"):
        strict.parse(source[:cut])
