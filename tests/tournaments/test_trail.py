"""The trail and the histories can only grow, by whatever SQL; the trail, filtered and exported."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import tablib
from django.db import IntegrityError, connection, transaction

from accounts.models import User
from tests.tournaments.conftest import Desk
from tests.tournaments.desk.conftest import Visitor
from tests.tournaments.test_appeals import Case, _in_english
from tests.tournaments.test_penalties import side
from tournaments import services
from tournaments.models import AuditLine

__all__ = ["_in_english"]

GROWING = (
    "tournaments_auditline",
    "tournaments_resultchange",
    "tournaments_penaltychange",
    "tournaments_penalty",
)


@pytest.fixture
def case(make_desk: Callable[..., Desk], make_user: Callable[..., User]) -> Case:
    """A penalty that was given and changed, with all that is kept of it."""
    case = Case(make_desk(0, stages=[{"kind": "swiss", "rounds": 3}]), make_user)
    penalty = case.lose()
    services.change_penalty(penalty=penalty, by=case.desk.by, reason="two, not seven", levels=2)
    return case


@contextmanager
def refused() -> Iterator[None]:
    """By the database itself."""
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        yield


def execute(sql: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql)


@pytest.mark.parametrize("table", GROWING)
def test_cp_13_the_database_refuses_what_would_take_something_away(case: Case, table: str) -> None:
    execute(f"SELECT 1 FROM {table} LIMIT 1")
    with refused():
        execute(f"DELETE FROM {table}")
    for emptying in (f"TRUNCATE {table} CASCADE", "TRUNCATE tournaments_event CASCADE"):
        with refused():
            execute("SET LOCAL shengji.may_be_emptied = 'off'")
            execute("SET CONSTRAINTS ALL IMMEDIATE")
            execute(emptying)


@pytest.mark.parametrize("table", [t for t in GROWING if t != "tournaments_penalty"])
def test_the_database_refuses_to_change_what_was_written(case: Case, table: str) -> None:
    with refused():
        execute(f"UPDATE {table} SET reason = 'otherwise'")


def read(case: Case, kind: str, **query: object) -> Any:
    """The trail as somebody takes it along."""
    client = Visitor(case.desk.by).client
    address = f"/events/{case.desk.event.slug}/files/audit.{kind}"
    data = bytes(client.get(address, query).content)
    if kind == "json":
        return json.loads(data)["rows"]
    if kind == "csv":
        return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"))))
    return tablib.Dataset().load(data, "xlsx").dict


def test_the_trail_is_filtered_by_what_who_role_match_and_pair(case: Case) -> None:
    """On the page, and in what is taken along of it."""
    verbs = lambda **query: {row["verb"] for row in read(case, "json", **query)}  # noqa: E731
    offender = side(case.match)
    assert "change_penalty" in verbs(match=case.match.pk)
    assert "open_entries" not in verbs(match=case.match.pk)
    assert verbs(verb="change_penalty") == {"change_penalty"}
    assert verbs(role="system") < verbs()
    assert verbs(actor=case.loser.pk) == set()
    assert {"add_entry", "record_penalty", "change_penalty"} <= verbs(entry=offender.pk)
    assert verbs(match=case.match.pk) <= verbs(entry=offender.pk), "matches of a pair are its own"
    assert verbs(verb="change_penalty", match=case.match.pk + 1) == set()

    page = Visitor(case.desk.by).get(
        f"/events/{case.desk.event.slug}/desk/trail/", verb="change_penalty", match=case.match.pk
    )
    assert "two, not seven" in page
    assert "opened entries" not in page.partition('class="trail"')[2]
    assert f"match={case.match.pk}" in page, "what is taken along is filtered too"
    assert "(organiser)" in page
    assert f"{offender.name}: CP-12 Level change" in page


@pytest.mark.parametrize("kind", ["csv", "xlsx", "json"])
def test_the_trail_is_taken_along_with_role_before_and_after(case: Case, kind: str) -> None:
    (row,) = read(case, kind, verb="change_penalty")
    cells = list(row.values())
    assert "organiser" in cells
    assert side(case.match).name in cells
    before, after = (json.loads(cell) for cell in cells if str(cell).startswith("{"))
    assert (before["levels"], after["levels"]) == (7, 2)
    assert "two, not seven" in cells


def test_whoever_shows_a_pair_s_card_is_not_called_the_system(case: Case) -> None:
    match = case.round.matches.exclude(pk=case.match.pk).get()
    services.check_in_at_table(match=match, code=side(match).code)
    address = f"/events/{case.desk.event.slug}/desk/trail/"
    page = Visitor(case.desk.by).get(address, verb="present")
    assert "<strong>the pair’s card</strong>" in page
    assert "<strong>the system</strong>" not in page


def test_the_trail_is_for_referees(case: Case) -> None:
    """Players, members of the committee and strangers see nothing of it, in whatever form."""
    for address in ("desk/trail/", "files/audit.csv", "files/audit.json"):
        for user in (case.loser, case.members[0]):
            Visitor(user).get(f"/events/{case.desk.event.slug}/{address}", 403)
        answer = Visitor().client.get(f"/events/{case.desk.event.slug}/{address}")
        assert answer.status_code == 302
    assert AuditLine.objects.filter(event=case.desk.event).exists()
