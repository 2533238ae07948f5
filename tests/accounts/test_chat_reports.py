"""Reports of what was said at a table: who may make one, the evidence, hiding the line."""

from __future__ import annotations

from typing import Any

import pytest

from accounts import reports, sanctions
from accounts.evidence import place_of, said
from accounts.models import Club, Membership, Report, ReportNote, User
from accounts.reports import ReportNo, ReportRefused
from games import services
from games.models import ChatLine, Table
from tests.accounts.test_reports import client_of, refusal

pytestmark = pytest.mark.django_db


@pytest.fixture
def wei(make_user: Any) -> User:
    return make_user("wei")  # type: ignore[no-any-return]


@pytest.fixture
def lin(make_user: Any) -> User:
    return make_user("lin", display_name="林晓")  # type: ignore[no-any-return]


@pytest.fixture
def boss(make_user: Any) -> User:
    return make_user("boss", is_staff=True)  # type: ignore[no-any-return]


@pytest.fixture
def table(wei: User, lin: User) -> Table:
    table = services.open_table(host=wei, game="shuangsheng", name="Sunday")
    services.sit(table=table, user=lin, seat=1)
    return table


def spoken(table: Table, user: User, text: str, **more: Any) -> ChatLine:
    number = ChatLine.objects.count()
    return ChatLine.objects.create(
        table=table, user=user, name=str(user), seat=1, text=text, said_id=f"m{number}", **more
    )


@pytest.fixture
def line(table: Table, wei: User, lin: User) -> ChatLine:
    """An insult amid thirty lines."""
    for number in range(15):
        spoken(table, wei, f"before {number}")
    found = spoken(table, lin, "You idiot")
    for number in range(15):
        spoken(table, wei, f"after {number}")
    return found


def reported(by: User, line: ChatLine) -> Report:
    place = place_of(by, line=line.pk)
    assert place is not None
    return reports.make_report(by=by, place=place, reason="insult", text="See there.")


def test_the_line_goes_along_with_those_around_it(line: ChatLine, wei: User, lin: User) -> None:
    report = reported(wei, line)
    assert (report.kind, report.subject, report.person) == ("line", f"line:{line.pk}", lin)
    assert report.evidence["line"]["text"] == "You idiot"
    assert report.evidence["table"]["code"] == line.table.code
    shown = said(report.evidence)
    assert [each["words"] for each in shown][::10] == ["before 5", "You idiot", "after 9"]
    assert [each["words"] for each in shown if each["reported"]] == ["You idiot"]
    line.refresh_from_db()
    assert line.reported


def test_from_the_line_s_menu_to_the_sanction(
    line: ChatLine, wei: User, lin: User, boss: User
) -> None:
    client = client_of(wei)
    address = f"/report/?line={line.pk}"
    page = client.get(address).content.decode()
    assert "You idiot" in page
    assert f'value="person:{lin.pk}"' not in page
    sent = {"about": "line", "reason": "insult", "text": "See there."}
    assert client.post(address, sent).headers["Location"] == "/standing/"
    report = Report.objects.get()
    desk = client_of(boss)
    case = desk.get(f"/moderation/{report.pk}/").content.decode()
    assert "You idiot" in case
    assert "before 14" in case
    desk.post(f"/moderation/{report.pk}/decide/", {
        "kind": "mute", "person": lin.pk, "scope": "site", "span": "7", "reason": "Insults",
    })  # fmt: skip
    assert sanctions.muted(lin) is not None


def test_a_moderator_hides_the_line_and_brings_it_back(
    line: ChatLine, wei: User, boss: User
) -> None:
    report = reported(wei, line)
    desk = client_of(boss)
    desk.post(f"/moderation/{report.pk}/hide/")
    line.refresh_from_db()
    assert line.hidden_by == boss
    desk.post(f"/moderation/{report.pk}/show/")
    line.refresh_from_db()
    assert line.hidden_at is None
    verbs = list(ReportNote.objects.order_by("pk").values_list("verb", flat=True))
    assert verbs == ["hide", "show"]


def test_who_may_not_handle_the_report_cannot_hide_the_line(
    line: ChatLine, wei: User, lin: User, make_user: Any
) -> None:
    report = reported(wei, line)
    club = Club.objects.create(slug="house", name="House")
    elsewhere = make_user("mod")
    Membership.objects.create(club=club, user=elsewhere, role="moderator")
    for user in (wei, lin, elsewhere):
        with pytest.raises(ReportRefused):
            reports.set_hidden(report=report, by=user, hidden=True)
        assert client_of(user).post(f"/moderation/{report.pk}/hide/").status_code == 403
    line.refresh_from_db()
    assert line.hidden_at is None


def test_nobody_reports_a_line_they_could_not_see(
    table: Table, wei: User, lin: User, boss: User, make_user: Any
) -> None:
    watcher, hidden = make_user("sun"), spoken(table, lin, "You idiot")
    aside = spoken(table, watcher, "He is weak", watchers_only=True)
    services.hide_line(line=hidden, by=boss)
    assert place_of(wei, line=hidden.pk) is None
    assert place_of(wei, line=aside.pk) is None
    assert place_of(wei, line=10_000) is None
    assert client_of(wei).get(f"/report/?line={aside.pk}").status_code == 404
    assert place_of(make_user("zhu"), line=aside.pk) is not None


def test_own_lines_and_the_same_line_twice_are_refused(
    line: ChatLine, wei: User, lin: User
) -> None:
    assert refusal(reported, by=lin, line=line) == ReportNo.ONESELF
    reported(wei, line)
    assert refusal(reported, by=wei, line=line) == ReportNo.ALREADY


def test_of_a_line_that_is_gone_the_evidence_stays(line: ChatLine, wei: User, boss: User) -> None:
    report = reported(wei, line)
    line.delete()
    page = client_of(boss).get(f"/moderation/{report.pk}/")
    assert page.status_code == 200
    assert b"You idiot" in page.content
    assert refusal(reports.set_hidden, report=report, by=boss, hidden=True) == ReportNo.GONE
