"""The command line of records."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from games import sgr
from tests.games.engine.test_record import RECORDS, load

ROOT = Path(__file__).parents[2]


def run(*arguments: str, source: bytes = b"") -> tuple[int, list[dict[str, Any]], str]:
    """Exit status, the reports printed, and what went to standard error."""
    done = subprocess.run(
        [sys.executable, "manage.py", "sgr", *arguments],
        cwd=ROOT,
        input=source,
        capture_output=True,
        check=False,
    )
    lines = [json.loads(line) for line in done.stdout.decode().splitlines()]
    return done.returncode, lines, done.stderr.decode()


CASES = load(RECORDS / "guandan.jsonl")
LEGAL = next(case["record"] for case in CASES if case["report"]["ok"])
ILLEGAL = next(
    case["record"]
    for case in CASES
    if case["report"]["error"] and case["report"]["error"]["code"] == "does_not_beat"
)


def test_check_prints_a_report_a_record_and_exits_with_the_worst(tmp_path: Path) -> None:
    legal, illegal = tmp_path / "legal.json", tmp_path / "illegal.json"
    legal.write_text(json.dumps(LEGAL, indent=2))
    illegal.write_text(json.dumps(ILLEGAL))
    status, reports, errors = run("check", str(legal), str(illegal))
    assert [report["ok"] for report in reports] == [True, False]
    assert (status, errors) == (1, "")
    assert run("check", str(legal))[0] == 0
    assert run("check", str(tmp_path / "none.json"))[0] == 2


def test_check_reads_json_lines_from_standard_input() -> None:
    lines = [json.dumps(LEGAL), '{"format": "sgr/1", "ga', "", json.dumps(ILLEGAL)]
    status, reports, errors = run("check", "-", source="\n".join(lines).encode())
    assert [report["applied"] for report in reports][1] == 0
    assert [report["ok"] for report in reports] == [True, False, False]
    assert reports[1]["error"]["code"] == "bad_record"
    assert (status, errors) == (2, "")


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (b"", 1),
        (b"\n\n", 1),
        (b'{"a": 1}', 1),
        (b'{\n "a": 1\n}\n', 1),
        (b'{\n "a": [\n {"b": 1}\n ', 1),
        (b'{"a": 1}\n{"a": 2}\n', 2),
        (b'{"a": 1}\r\n{"a": 2}\r\n', 2),
        (b'{"a": 1}\nhello\n{"a": 2}', 3),
        (b'{"a\n{"a": 2}', 2),
        (b'{"a": "1",\n "b": 2}', 1),
        (b'\xef\xbb\xbf{"a": 1}\n{"a": 2}', 2),
    ],
)
def test_one_object_or_one_a_line(source: bytes, expected: int) -> None:
    assert len(sgr.split(source)) == expected


def test_a_reader_that_has_seen_enough_is_no_error() -> None:
    """``sgr check FILE | head -1``"""
    command = f"yes '{{}}' | head -5000 | {sys.executable} manage.py sgr check - | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, cwd=ROOT)
    assert done.stdout.count("bad_record") == 1
    assert done.stderr == ""


def test_nothing_to_check_explains_itself() -> None:
    status, reports, errors = run("check")
    assert (status, reports) == (2, [])
    assert "usage" in errors


def test_a_check_is_quick_and_needs_no_django() -> None:
    """A whole deal in well under a third of a second, start-up of Python included."""
    records = [case["record"] for case in CASES if case["report"]["phase"] == "done"]
    longest = max(records, key=lambda record: len(record["actions"]))
    source = json.dumps(longest).encode()
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run("check", "-", source=source)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < 0.3
    probe = (
        "import sys, games.sgr; from games.engine.api import games; games(); print(*sys.modules)"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", probe], cwd=ROOT, capture_output=True, check=True
    ).stdout.decode()
    assert "django" not in loaded


def test_shuffle_prints_commitment_and_cards() -> None:
    seed = "00" * 31 + "2a"
    status, (printed,), _ = run(
        "shuffle", "--game", "guandan", "--seed", seed, "--table", "example", "--deal", "1"
    )
    assert status == 0
    assert printed["commitment"].startswith("dcdd6895ff456df2")
    assert printed["deck"][:3] == ["S3", "D8", "ST"]
    assert sorted(code for each in printed["hands"] for code in each) == sorted(printed["deck"])
    seat = printed["turned"]["seat"]
    assert printed["turned"]["card"] in printed["hands"][seat]
