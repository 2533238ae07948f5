"""The JSON API: what everybody reads, what a scorer's program writes, how it is described."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.conftest import Desk
from tournaments import services
from tournaments.api.operations import OPERATIONS
from tournaments.models import EventMatch, Round

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(make_desk: Callable[..., Desk]) -> Desk:
    """Four pairs, the first of two rounds being played."""
    desk = make_desk(pairs=4, stages=[{"kind": "swiss", "rounds": 2}])
    desk.draw(desk.start())
    return desk


@pytest.fixture
def token(cup: Desk) -> str:
    return services.make_token(event=cup.event, by=cup.by, name="hall B")[1]


def get(client: Client, desk: Desk, path: str = "", **headers: str) -> Any:
    answer = client.get(f"/api/v1/events/{desk.event.slug}/{path}", headers=headers)
    assert answer.status_code == 200, answer.content
    return answer.json()


def post(client: Client, desk: Desk, path: str, body: Any, token: str = "") -> Any:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    return client.post(
        f"/api/v1/events/{desk.event.slug}/{path}",
        body if isinstance(body, str) else json.dumps(body),
        content_type="application/json",
        headers=headers,
    )


def match_of(desk: Desk) -> EventMatch:
    match = Round.objects.get(stage__event=desk.event).matches.first()
    assert match is not None
    return match


# ---------------------------------------------------------------------------------- reads


def test_everybody_reads_an_event(client: Client, cup: Desk) -> None:
    event = get(client, cup)
    assert event["name"] == "Test cup"
    assert event["status"] == "running"
    assert event["stages"] == [
        {"order": 1, "name": event["stages"][0]["name"], "kind": "swiss", "status": "running"}
    ]
    assert event["seed"] is None, "secret until the event is over"
    assert cup.event.seed not in json.dumps(event)
    listed = client.get("/api/v1/events/?when=running").json()["events"]
    assert [e["event"] for e in listed] == [cup.event.slug]
    entries = get(client, cup, "entries/")["entries"]
    assert entries[0]["players"] == ["A1", "A2"]
    assert all("code" not in e and "note" not in e for e in entries)


def test_draw_results_and_standings(client: Client, cup: Desk) -> None:
    draw = get(client, cup, "rounds/1/1/draw/")["matches"]
    assert len(draw) == 2
    assert all(match["result"] == "" and len(match["sides"]) == 2 for match in draw)
    assert "code" not in draw[0]
    round = Round.objects.get(stage__event=cup.event)
    cup.play(round)
    services.recount(stage_id=round.stage_id)
    results = get(client, cup, "results/?round=1")["matches"]
    assert [m["result"] for m in results] == ["A+ : 9", "A+ : 9"]
    assert [s["won"] for s in results[0]["sides"]] == [True, False]
    standings = get(client, cup, "stages/1/standings/")
    assert standings["round"] == 1
    rows = standings["groups"][0]["rows"]
    assert [row["rank"] for row in rows] == [1, 2, 3, 4]
    assert len(rows[0]["values"]) == len(standings["metrics"])
    rounds = get(client, cup, "rounds/")["rounds"]
    assert [(r["number"], r["open"], r["played"]) for r in rounds] == [(1, 0, 2)]


def test_a_bracket(client: Client, make_desk: Callable[..., Desk]) -> None:
    desk = make_desk(pairs=4, stages=[{"kind": "knockout"}])
    desk.draw(desk.start())
    bracket = get(client, desk, "stages/1/bracket/")
    assert len(bracket["matches"]) == 3
    assert sum(side["number"] is not None for m in bracket["matches"] for side in m["sides"]) == 4


def test_nothing_new_is_not_sent_again(client: Client, cup: Desk, token: str) -> None:
    """An ETag of the event's version: 304 until something changes."""
    address = f"/api/v1/events/{cup.event.slug}/results/"
    first = client.get(address)
    again = client.get(address, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    other = client.get(
        address, headers={"If-None-Match": first.headers["ETag"], "Accept-Language": "en"}
    )
    assert other.status_code == 200, "another language is another answer"


@pytest.mark.django_db(transaction=True)
def test_a_result_makes_a_new_version(client: Client, cup: Desk) -> None:
    address = f"/api/v1/events/{cup.event.slug}/results/"
    tag = client.get(address).headers["ETag"]
    cup.score(match_of(cup))
    assert client.get(address, headers={"If-None-Match": tag}).status_code == 200


def test_a_draft_does_not_exist_for_others(client: Client, make_desk: Callable[..., Desk]) -> None:
    desk = make_desk()
    desk.event.status = "draft"
    desk.event.save()
    address = f"/api/v1/events/{desk.event.slug}/"
    answer = client.get(address)
    assert answer.status_code == 404
    assert answer.json()["error"]["code"] == "not_found"
    _token, text = services.make_token(event=desk.event, by=desk.by, name="x")
    assert client.get(address, headers={"Authorization": f"Bearer {text}"}).status_code == 200


# --------------------------------------------------------------------------------- writes


def test_a_program_enters_a_result_once(client: Client, cup: Desk, token: str) -> None:
    """CP-8: a scorer's result counts at once; the same client_id again changes nothing."""
    match = match_of(cup)
    body = {"client_id": "slip 1", "levels": ["A+", "9"], "deals": 8}
    first = post(client, cup, f"matches/{match.pk}/result/", body, token)
    assert first.json() == {
        "match": match.pk, "state": "confirmed", "conflict": False, "duplicate": False,
    }  # fmt: skip
    again = post(client, cup, f"matches/{match.pk}/result/", body, token)
    assert again.status_code == 200
    assert again.json()["duplicate"]
    match.refresh_from_db()
    assert match.levels == (13, 7)
    assert match.changes.count() == 1


def test_a_program_confirms_what_a_side_said(client: Client, cup: Desk, token: str) -> None:
    match = match_of(cup)
    nothing = post(client, cup, f"matches/{match.pk}/confirm/", {"client_id": "c"}, token)
    assert nothing.status_code == 409
    assert nothing.json()["error"]["code"] == "nothing_entered"
    side = match.sides.get(side=0)
    services.enter_result(
        match=match, code=side.entry.code, result=services.Result(("A", "Q"), 7), client_id="p"
    )
    done = post(client, cup, f"matches/{match.pk}/confirm/", {"client_id": "c"}, token)
    assert done.json()["state"] == "confirmed"


def test_check_in(client: Client, make_desk: Callable[..., Desk]) -> None:
    desk = make_desk(pairs=2)
    _token, text = services.make_token(event=desk.event, by=desk.by, name="door")
    assert post(client, desk, "entries/1/check-in/", {}, text).json() == {
        "number": 1, "checked_in": True,
    }  # fmt: skip
    assert desk.event.entries.get(number=1).checked_in_at
    post(client, desk, "entries/1/check-in/", {"on": False}, text)
    assert desk.event.entries.get(number=1).checked_in_at is None
    assert post(client, desk, "entries/9/check-in/", {}, text).status_code == 404


def test_a_knock_out_has_no_draw(client: Client, make_desk: Callable[..., Desk]) -> None:
    """CP-8: the refusal names its clause, in the language that was asked for."""
    desk = make_desk(pairs=2, stages=[{"kind": "knockout"}])
    desk.draw(desk.start())
    _token, text = services.make_token(event=desk.event, by=desk.by, name="x")
    answer = client.post(
        f"/api/v1/events/{desk.event.slug}/matches/{match_of(desk).pk}/result/",
        json.dumps({"client_id": "1", "levels": ["9", "9"]}),
        content_type="application/json",
        headers={"Authorization": f"Bearer {text}", "Accept-Language": "en"},
    )
    error = answer.json()["error"]
    assert answer.status_code == 409
    assert (error["code"], error["clause"]) == ("no_draws", "CP-8")
    assert "no draw" in error["sentence"]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ("{not json", 400, "bad_json"),
        ("[]", 422, "invalid"),
        ({"levels": ["A+", "9"]}, 422, "invalid"),
        ({"client_id": "1", "levels": ["A+"]}, 422, "invalid"),
        ({"client_id": "1", "levels": ["A+", "9"], "winner": 2}, 422, "invalid"),
        ({"client_id": "1", "levels": ["Z", "9"]}, 422, "invalid"),
        ({"client_id": "1", "level": ["A", "9"]}, 422, "invalid"),
        ({"client_id": "", "levels": ["A", "9"]}, 422, "invalid"),
        ({"client_id": "1", "levels": ["A", "9"], "deals": -1}, 422, "invalid"),
        ("\xff", 400, "bad_json"),
    ],
)
def test_what_is_no_result(
    client: Client, cup: Desk, token: str, body: Any, status: int, code: str
) -> None:
    answer = post(client, cup, f"matches/{match_of(cup).pk}/result/", body, token)
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)
    assert answer.json()["error"]["sentence"]
    assert match_of(cup).state == "running"


def test_a_token_is_good_for_one_event_until_it_is_revoked(
    client: Client, cup: Desk, token: str, make_desk: Callable[..., Desk]
) -> None:
    match, body = match_of(cup), {"client_id": "1", "levels": ["A", "9"]}
    path = f"matches/{match.pk}/result/"
    nobody = post(client, cup, path, body)
    assert (nobody.status_code, nobody.headers["WWW-Authenticate"]) == (401, "Bearer")
    assert post(client, cup, path, body, "sco_wrong").status_code == 401
    other = make_desk(name="Other cup")
    assert post(client, other, path, body, token).status_code == 403
    row = cup.event.tokens.get()
    services.revoke_token(token=row, by=cup.by)
    assert post(client, cup, path, body, token).status_code == 401
    client.force_login(cup.by)
    assert post(client, cup, path, body).status_code == 401, "a session is no token"


def test_other_methods(client: Client, cup: Desk) -> None:
    address = f"/api/v1/events/{cup.event.slug}/"
    answer = client.delete(address)
    assert (answer.status_code, answer.headers["Allow"]) == (405, "GET, OPTIONS")
    assert answer.json()["error"]["code"] == "method_not_allowed"
    assert client.options(address).status_code == 204
    assert client.head(address).status_code == 200


# ---------------------------------------------------------------------------- description


def test_the_description_is_complete(client: Client) -> None:
    """Every operation is described; every reference leads somewhere."""
    told = client.get("/api/v1/openapi.json").json()
    assert told["openapi"].startswith("3.1")
    names = [op["operationId"] for path in told["paths"].values() for op in path.values()]
    assert sorted(names) == sorted(operation.name for operation in OPERATIONS)
    text = json.dumps(told)
    for reference in {part.split('"')[0] for part in text.split('"$ref": "')[1:]}:
        assert reference.rsplit("/", 1)[1] in told["components"]["schemas"], reference
    result = told["paths"]["/api/v1/events/{event}/matches/{match}/result/"]["post"]
    assert result["security"] == [{"scorer": []}]
    page = client.get("/api/v1/", headers={"Accept-Language": "en"}).content.decode()
    assert "webhook-signature" in page


def test_answers_are_as_described(client: Client, cup: Desk) -> None:
    """Each read has exactly the fields of its schema."""
    told = client.get("/api/v1/openapi.json").json()
    for path, name in [
        ("", "EventInfo"),
        ("entries/", "EntryList"),
        ("rounds/", "RoundList"),
        ("results/", "MatchList"),
        ("stages/1/standings/", "Standings"),
    ]:
        schema = told["components"]["schemas"][name]
        assert set(get(client, cup, path)) == set(schema["properties"])
