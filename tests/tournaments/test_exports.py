"""Files of an event's data: harmless in a spreadsheet, and they go round."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import BytesIO

import pytest
import tablib
from django.test import Client
from django.utils import translation

from tests.tournaments.conftest import Desk
from tournaments import services
from tournaments.exports import harmless

pytestmark = pytest.mark.django_db


def fetch(client: Client, desk: Desk, name: str) -> bytes:
    answer = client.get(f"/events/{desk.event.slug}/files/{name}", HTTP_ACCEPT_LANGUAGE="en")
    assert answer.status_code == 200, (name, answer)
    return answer.content


@pytest.mark.parametrize(
    ("cell", "written"),
    [
        ("=HYPERLINK(1)", "'=HYPERLINK(1)"),
        ("+cmd", "'+cmd"),
        ("-2+3", "'-2+3"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\tx", "'\tx"),
        ("-3", "-3"),
        ("-1.5", "-1.5"),
        ("-Infinity", "'-Infinity"),
        ("王伟", "王伟"),
        (None, ""),
        (7, 7),
    ],
)
def test_no_cell_is_a_formula(cell: str | int | None, written: str | int) -> None:
    assert harmless(cell) == written


def test_a_name_that_is_a_formula_stays_text(
    client: Client, make_desk: Callable[..., Desk]
) -> None:
    desk = make_desk()
    players = [{"name": "=1+1"}, {"name": "李娜"}]
    services.add_entry(event=desk.event, by=desk.by, players=players)
    client.force_login(desk.by)
    data = fetch(client, desk, "entries.csv")
    assert data.startswith(b"\xef\xbb\xbf")
    assert b",=1" not in data
    book = tablib.Dataset().load(BytesIO(fetch(client, desk, "entries.xlsx")), format="xlsx")
    assert "'=1+1" in book["Player 1"]
    assert "李娜" in book["Player 2"]


@pytest.mark.parametrize("language", ["en", "zh-hans"])
@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_entries_go_round(make_desk: Callable[..., Desk], kind: str, language: str) -> None:
    """What is exported can be imported into the next event."""
    from tournaments import exports

    desk = make_desk(pairs=3)
    services.add_entry(
        event=desk.event,
        by=desk.by,
        players=[{"name": "王伟"}, {"name": "李娜"}],
        club_name="听涛阁",
        ranking=120,
        fixed_table=4,
    )
    with translation.override(language):
        sheet = exports.entries(desk.event, None, None)
        data = exports.FORMATS[kind][1](sheet, desk.event)
    other = make_desk(name="Next cup")
    services.import_entries(event=other.event, by=other.by, data=data, filename=f"x.{kind}")
    last = other.event.entries.last()
    assert last is not None
    assert [p.name for p in last.players.all()] == ["王伟", "李娜"]
    assert (last.club_name, last.ranking, last.fixed_table) == ("听涛阁", 120, 4)
    assert other.event.entries.count() == 4


def test_results_go_round(client: Client, make_desk: Callable[..., Desk]) -> None:
    desk = make_desk(pairs=4)
    round = desk.draw(desk.start())
    for match in round.matches.all():
        desk.score(match, "10", "J")
    data = fetch(client, desk, "round-results/1/1.csv")
    other = make_desk(name="Same again", pairs=4)
    same = other.draw(other.start())
    services.import_results(round=same, by=other.by, data=data, filename="r.csv")
    assert [m.levels for m in same.matches.all()] == [(8, 9), (8, 9)]


def test_every_file_as_json(client: Client, make_desk: Callable[..., Desk]) -> None:
    desk = make_desk(pairs=4)
    stage = desk.start()
    desk.play(desk.draw(stage))
    services.recount(stage_id=stage.pk)
    client.force_login(desk.by)
    for name in ("entries", "results", "ranking", "audit", "draw/1/1", "standings/1"):
        data = json.loads(fetch(client, desk, f"{name}.json"))
        assert data["event"] == desk.event.slug
        assert isinstance(data["rows"], list)
    first = json.loads(fetch(client, desk, "standings/1.json"))["rows"][0]
    assert first["rank"] == 1
    assert first["total"]
    results = json.loads(fetch(client, desk, "results.json"))["rows"]
    assert [(r["level_1"], r["level_2"], r["winner"]) for r in results] == [("A+", "9", 1)] * 2


def test_entries_and_the_trail_are_not_for_everybody(
    client: Client, make_desk: Callable[..., Desk]
) -> None:
    desk = make_desk(pairs=2)
    for name in ("entries.csv", "audit.json"):
        assert client.get(f"/events/{desk.event.slug}/files/{name}").status_code == 302
    assert client.get(f"/events/{desk.event.slug}/files/results.pdf").status_code == 404
    assert client.get(f"/events/{desk.event.slug}/files/standings.csv").status_code == 404
