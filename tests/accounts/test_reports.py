"""Reports: who may report what, the moderators' queue, and that a decision acts."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts import reports, sanctions
from accounts.evidence import Place, place_of
from accounts.models import Club, Membership, Report, Sanction, User
from accounts.permissions import may_moderate, may_open_club, may_open_event
from accounts.reports import AN_HOUR, ReportNo, ReportRefused
from games import services
from games.models import Match, Table
from tests.games.played import finish_deal
from tournaments.models import Entry, EntryPlayer, Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def wei(make_user: Any) -> User:
    return make_user("wei")  # type: ignore[no-any-return]


@pytest.fixture
def lin(make_user: Any) -> User:
    return make_user("lin")  # type: ignore[no-any-return]


@pytest.fixture
def boss(make_user: Any) -> User:
    return make_user("boss", is_staff=True)  # type: ignore[no-any-return]


@pytest.fixture
def match(wei: User, lin: User) -> Match:
    """Wei and Lin against each other, one deal played."""
    table = services.open_table(host=wei, game="shuangsheng", name="Sunday")
    services.sit(table=table, user=lin, seat=1)
    services.fill(table=table, by=wei)
    match = services.start_match(table=table)
    finish_deal(match)
    return match


@pytest.fixture
def place(match: Match, wei: User) -> Place:
    found = place_of(wei, table=match.table.code)
    assert found is not None
    return found


def reported(place: Place, by: User, person: User | None) -> Report:
    return reports.make_report(
        by=by, place=place, person=person, reason="signals", text="Coughs on trumps."
    )


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def refusal(verb: Any, **how: Any) -> ReportNo:
    with pytest.raises(ReportRefused) as refused:
        verb(**how)
    return refused.value.code


# ------------------------------------------------------------------------------ reporting


def test_the_system_attaches_where_it_was_and_who_was_there(
    place: Place, match: Match, wei: User, lin: User
) -> None:
    report = reported(place, wei, lin)
    evidence = report.evidence
    assert evidence["table"]["code"] == match.table.code
    assert evidence["match"]["id"] == match.pk
    assert evidence["deal"]["number"] == 1
    assert evidence["deal"]["seq"] > 20
    assert [each["user"] for each in evidence["seats"]] == [wei.pk, lin.pk, None, None]
    assert (report.kind, report.person, report.club) == ("person", lin, None)


def test_a_deal_is_reported_without_naming_anybody(place: Place, wei: User) -> None:
    report = reported(place, wei, None)
    assert (report.kind, report.person) == ("deal", None)


def test_the_same_is_not_reported_twice_until_it_is_decided(
    place: Place, wei: User, lin: User, boss: User
) -> None:
    first = reported(place, wei, lin)
    assert refusal(reported, place=place, by=wei, person=lin) == ReportNo.ALREADY
    reports.decide(report=first, by=boss)
    assert reported(place, wei, lin).pk != first.pk


def test_nobody_reports_himself_or_too_often(place: Place, wei: User, make_user: Any) -> None:
    assert refusal(reported, place=place, by=wei, person=wei) == ReportNo.ONESELF
    others = [make_user(f"p{i}") for i in range(AN_HOUR + 1)]
    for other in others[:AN_HOUR]:
        reported(place, wei, other)
    assert refusal(reported, place=place, by=wei, person=others[-1]) == ReportNo.TOO_MANY


def test_from_the_table_to_the_report_and_the_answer(
    match: Match, wei: User, lin: User, boss: User
) -> None:
    client = client_of(wei)
    address = f"/report/?table={match.table.code}"
    page = client.get(address).content.decode()
    assert f'value="person:{lin.pk}"' in page
    assert f'value="person:{wei.pk}"' not in page
    sent = {"about": f"person:{lin.pk}", "reason": "signals", "text": "Coughs on trumps."}
    assert client.post(address, sent).headers["Location"] == "/standing/"
    report = Report.objects.get()
    assert b"Waiting" in client.get("/standing/", headers={"accept-language": "en"}).content
    reports.decide(report=report, by=boss, answer="They were told to stop.")
    assert b"have answered" in client.get("/rules/", headers={"accept-language": "en"}).content
    assert b"They were told to stop." in client.get("/standing/").content
    assert b"have answered" not in client.get("/rules/", headers={"accept-language": "en"}).content


def test_a_private_table_cannot_be_reported_from_outside(make_user: Any, lin: User) -> None:
    table = services.open_table(host=lin, game="guandan", private=True)
    client = client_of(make_user("stranger"))
    assert client.get(f"/report/?table={table.code}").status_code == 404
    assert client.get("/report/").status_code == 404
    assert client.get("/report/?match=999").status_code == 404
    assert Client().get(f"/report/?table={table.code}").status_code == 302


# ------------------------------------------------------------------------------ moderators


def test_claimed_noted_decided_and_undone(
    place: Place, wei: User, lin: User, boss: User, make_user: Any
) -> None:
    report = reported(place, wei, lin)
    other = make_user("other", is_staff=True)
    reports.claim(report=report, by=boss)
    assert refusal(reports.decide, report=report, by=other) == ReportNo.TAKEN
    reports.note(report=report, by=boss, text="Looked at the replay.")
    decided = reports.decide(report=report, by=boss, kind="ban", reason="Signals, three times")
    assert sanctions.barred_from_play(lin) == decided.sanction
    assert refusal(reports.decide, report=report, by=boss) == ReportNo.DECIDED
    undone = reports.undo(report=report, by=boss, reason="It was somebody else.")
    assert sanctions.barred_from_play(lin) is None
    assert undone.decided_at is None
    verbs = list(report.notes.values_list("verb", flat=True))
    assert verbs == ["claim", "note", "decide", "undo"]


def test_moderators_are_for_their_own_club_and_never_for_themselves(
    place: Place, wei: User, lin: User, boss: User, make_user: Any
) -> None:
    mine, theirs = (Club.objects.create(slug=s, name=s) for s in ("mine", "theirs"))
    moderator = make_user("mo")
    Membership.objects.create(club=mine, user=moderator, role="moderator")
    event = Event.objects.create(
        slug="cup", name="Cup", game="guandan", starts_at=timezone.now(), club=mine, status="open"
    )
    entry = Entry.objects.create(event=event, number=1, name="A")
    EntryPlayer.objects.create(entry=entry, event=event, position=0, name="Lin", user=lin)
    there = place_of(wei, event="cup", person=lin.pk)
    assert there is not None
    report = reported(there, wei, lin)
    assert report.club == mine
    assert list(reports.queue(moderator)) == [report]
    site = reported(place, wei, None)
    assert refusal(reports.claim, report=site, by=moderator) == ReportNo.NOT_ALLOWED
    scope = {"report": report, "by": moderator, "kind": "ban", "reason": "x"}
    assert refusal(reports.decide, **scope) == ReportNo.SCOPE
    assert refusal(reports.decide, **scope, club=theirs) == ReportNo.SCOPE
    reports.decide(**scope, club=mine)
    assert sanctions.barred_from_play(lin, event)
    assert sanctions.barred_from_play(lin) is None
    about_boss = reported(place, wei, boss)
    assert refusal(reports.claim, report=about_boss, by=boss) == ReportNo.NOT_ALLOWED
    assert about_boss not in reports.queue(boss)


def test_a_banned_moderator_judges_nobody(make_user: Any) -> None:
    club = Club.objects.create(slug="mine", name="mine")
    moderator = make_user("mo")
    Membership.objects.create(club=club, user=moderator, role="moderator")
    client = client_of(moderator)
    assert client.get("/moderation/").status_code == 200
    ban = sanctions.sanction(user=moderator, kind="ban", by=None, reason="Insults", club=club)
    assert not may_moderate(moderator, club)
    assert client.get("/moderation/").status_code == 403
    sanctions.lift(sanction=ban, by=None)
    assert may_moderate(moderator, club)


def test_the_queue_in_a_browser_without_scripts(
    place: Place, wei: User, lin: User, boss: User
) -> None:
    report = reported(place, wei, lin)
    assert client_of(wei).get("/moderation/").status_code == 403
    assert client_of(wei).get(f"/moderation/{report.pk}/").status_code == 403
    client = client_of(boss)
    assert f"/moderation/{report.pk}/" in client.get("/moderation/").content.decode()
    page = client.get(f"/moderation/{report.pk}/").content.decode()
    assert "/deals/1/replay/" in page
    assert client.post(f"/moderation/{report.pk}/claim/").status_code == 302
    decision = {"kind": "suspension", "person": lin.pk, "scope": "site", "span": "7"}
    assert client.post(f"/moderation/{report.pk}/decide/", decision).status_code == 422
    decision["reason"] = "Signals"
    assert client.post(f"/moderation/{report.pk}/decide/", decision).status_code == 302
    row = Sanction.objects.get()
    assert (row.user, row.kind, row.scope) == (lin, "suspension", "site")
    assert row.until is not None
    assert f"/moderation/{report.pk}/" in client.get("/moderation/?decided").content.decode()
    client.post(f"/moderation/{report.pk}/undo/", {"text": "Mistaken"})
    row.refresh_from_db()
    assert row.lifted_at is not None
    assert client.post(f"/moderation/{report.pk}/nonsense/").status_code == 404


# ------------------------------------------------------------------------- what it does


def test_the_sanctioned_reads_why_and_until_when_and_at_sign_in(lin: User) -> None:
    sanctions.sanction(user=lin, kind="suspension", by=None, reason="Signals at table 4")
    client = Client(headers={"accept-language": "en"})
    page = client.post("/accounts/login/", {"login": "lin", "password": "p4ss-w0rd!"}, follow=True)
    assert b"Signals at table 4" in page.content
    assert b"Signals at table 4" in client.get("/rules/").content  # until it is read
    assert b"Signals at table 4" in client.get("/standing/").content
    assert b"Signals at table 4" not in client.get("/rules/").content


def test_who_is_suspended_opens_no_table_and_takes_no_seat(lin: User, wei: User) -> None:
    waiting = services.open_table(host=wei, game="guandan")
    sanctions.sanction(user=lin, kind="suspension", by=None, reason="Signals")
    with pytest.raises(services.Refused, match="Signals"):
        services.sit(table=waiting, user=lin)
    with pytest.raises(services.Refused, match="Signals"):
        services.open_table(host=lin, game="guandan")
    client = client_of(lin)
    assert client.get(f"/t/{waiting.code}/").status_code == 200  # to watch
    told = client.post(f"/t/{waiting.code}/join/", follow=True)
    assert not waiting.seats.filter(user=lin).exists()
    told = client.post("/play/", {"game": "guandan"}, follow=True)
    assert "Signals" in told.content.decode()


def test_who_is_banned_does_not_come_to_a_table(lin: User, wei: User) -> None:
    table = services.open_table(host=wei, game="guandan")
    sanctions.sanction(user=lin, kind="ban", by=None, reason="Insults")
    page = client_of(lin).get(f"/t/{table.code}/")
    assert page.status_code == 403
    assert "Insults" in page.content.decode()
    assert not may_open_club(lin)
    assert not may_open_event(lin)


@pytest.mark.django_db(transaction=True)
def test_a_ban_takes_the_seats_at_once(match: Match, lin: User, wei: User) -> None:
    own = services.open_table(host=lin, game="guandan", seat=None)
    sanctions.sanction(user=lin, kind="ban", by=None, reason="Insults")
    assert not lin.seats.exists()
    assert match.table.seats.get(index=1).bot
    own.refresh_from_db()
    assert own.status == Table.Status.CLOSED
    sanctions.sanction(user=wei, kind="warning", by=None, reason="Language")
    assert wei.seats.exists()
