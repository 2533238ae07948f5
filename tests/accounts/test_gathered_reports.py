"""Several reports about the same, decided together; and who stays out of what is about them."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from threading import Barrier
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from accounts import reports, sanctions
from accounts.evidence import place_of
from accounts.models import Report, Sanction, User
from accounts.reports import ReportNo, ReportRefused
from games import services
from games.models import Match
from tests.games.played import finish_deal

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(make_user: Callable[..., User]) -> dict[str, User]:
    return {
        **{name: make_user(name) for name in ("wei", "lin", "hu")},
        **{name: make_user(name, is_staff=True) for name in ("boss", "other")},
    }


@pytest.fixture
def match(people: dict[str, User]) -> Match:
    """Wei, Lin and Hu at a table, one deal played."""
    table = services.open_table(host=people["wei"], game="shuangsheng")
    services.sit(table=table, user=people["lin"], seat=1)
    services.sit(table=table, user=people["hu"], seat=2)
    services.fill(table=table, by=people["wei"])
    match = services.start_match(table=table)
    finish_deal(match)
    return match


def reported(by: User, match: Match, person: User | None, deal: int | None = None) -> Report:
    place = place_of(by, match=match.pk, deal=deal)
    assert place is not None
    return reports.make_report(by=by, place=place, person=person, reason="signals", text="Coughs.")


def signed_in(user: User) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def test_reports_about_the_same_person_stand_together_and_are_decided_in_one(
    match: Match, people: dict[str, User]
) -> None:
    first = reported(people["wei"], match, people["lin"])
    second = reported(people["hu"], match, people["lin"])
    client = signed_in(people["boss"])
    assert b"2 reports" in client.get("/moderation/").content
    assert f"/moderation/{second.pk}/" in client.get(f"/moderation/{first.pk}/").content.decode()
    decision = {
        "kind": "suspension", "person": people["lin"].pk, "scope": "site", "span": "7",
        "reason": "Signals", "answer": "Seen on the replay.", "also": [second.pk],
    }  # fmt: skip
    assert client.post(f"/moderation/{first.pk}/decide/", decision).status_code == 302
    row = Sanction.objects.get()
    for each, reporter in ((first, "wei"), (second, "hu")):
        each.refresh_from_db()
        assert (each.sanction, each.decided_by) == (row, people["boss"])
        assert [note.verb for note in each.notes.all()] == ["decide"]
        page = signed_in(people[reporter]).get("/standing/").content.decode()
        assert "Seen on the replay." in page
    reports.undo(report=second, by=people["boss"], reason="Mistaken")
    for each in (first, second):
        each.refresh_from_db()
        assert each.decided_at is None
        assert [note.verb for note in each.notes.all()] == ["decide", "undo"]
    assert sanctions.barred_from_play(people["lin"]) is None


def test_what_another_moderator_looks_at_is_not_decided_along(
    match: Match, people: dict[str, User]
) -> None:
    first = reported(people["wei"], match, people["lin"])
    second = reported(people["hu"], match, people["lin"])
    reports.claim(report=second, by=people["other"])
    with pytest.raises(ReportRefused) as refused:
        reports.decide(report=first, by=people["boss"], also=[second])
    assert refused.value.code == ReportNo.TAKEN
    first.refresh_from_db()
    assert first.decided_at is None


def test_a_moderator_who_played_the_deal_does_not_decide_about_it(
    match: Match, people: dict[str, User]
) -> None:
    report = reported(people["wei"], match, None, deal=1)
    people["hu"].is_staff = True
    people["hu"].save()
    assert signed_in(people["hu"]).get(f"/moderation/{report.pk}/").status_code == 403
    assert report not in reports.queue(people["hu"])
    with pytest.raises(ReportRefused):
        reports.decide(report=report, by=people["hu"])
    assert report in reports.queue(people["boss"])


@pytest.mark.django_db(transaction=True)
def test_of_two_moderators_who_decide_at_the_same_moment_one_does(
    match: Match, people: dict[str, User]
) -> None:
    report = reported(people["wei"], match, people["lin"])
    start = Barrier(2)

    def decide(name: str) -> Any:
        with closing(connection):
            start.wait()
            try:
                reports.decide(report=report, by=people[name], kind="ban", reason=name)
            except ReportRefused as refused:
                return refused.code
        return "decided"

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(decide, ("boss", "other"))) == ["decided", ReportNo.DECIDED]
    assert Sanction.objects.count() == 1
