"""Appeals on their pages: deadlines are shown, nothing typed is lost, both parties are told."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.core import mail
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import translation

from accounts.models import User
from tests.tournaments.conftest import Desk
from tests.tournaments.desk.conftest import Visitor
from tests.tournaments.test_appeals import Case, _in_english
from tests.tournaments.test_penalties import give
from tournaments import services
from tournaments.models import Appeal, EventMatch, Penalty

__all__ = ["_in_english"]

MINUTE = timedelta(minutes=1)


@pytest.fixture
def case(make_desk: Callable[..., Desk], make_user: Callable[..., User]) -> Case:
    return Case(make_desk(0, stages=[{"kind": "swiss", "rounds": 3}]), make_user)


def base(case: Case) -> str:
    return f"/events/{case.desk.event.slug}/rulings/"


def test_cp_30_after_the_deadline_no_appeal_is_offered_and_the_deadline_is_said(
    case: Case,
) -> None:
    penalty = case.lose()
    page = f"{base(case)}penalties/{penalty.pk}/"
    form = f"{base(case)}matches/{case.match.pk}/appeal/?penalty={penalty.pk}"
    player = Visitor(case.loser)
    assert f"{case.match.pk}/appeal/?penalty={penalty.pk}" in player.get(page)
    until = services.appeal_deadline(EventMatch.objects.get(pk=case.match.pk), penalty)
    assert until is not None
    with time_machine.travel(until + MINUTE, tick=False):
        late = player.get(page)
        assert "could be filed until" in late
        assert f"{case.match.pk}/appeal/" not in late
        refused = player.post(form, penalty=penalty.pk, text="Not so.")
        assert "(CP-30)" in refused
        assert "Not so." in refused, "what was written stays in the form"
    assert not Appeal.objects.exists()


def test_cp_30_a_forfeit_is_listed_with_its_reason_and_until_when(case: Case) -> None:
    services.forfeit(match=case.match, by=case.desk.by, side=0)
    page = Visitor(case.loser).get(base(case))
    assert f"matches/{case.match.pk}/appeal/" in page
    assert "until " in page
    with time_machine.travel(case.desk.event.starts_at + 300 * MINUTE, tick=False):
        late = Visitor(case.loser).get(base(case))
        assert f"matches/{case.match.pk}/appeal/" not in late
        assert "could be filed until" in late


def test_cp_30_a_wrong_file_is_refused_by_name_and_the_text_is_kept(case: Case) -> None:
    penalty = case.lose()
    form = f"{base(case)}matches/{case.match.pk}/appeal/?penalty={penalty.pk}"
    wrong = SimpleUploadedFile("record.pdf", b"%PDF-1.7 not a picture")
    page = Visitor(case.loser).post(
        form, penalty=penalty.pk, text="A long story of that deal.", deal_number=3, pictures=wrong
    )
    assert "“record.pdf” is not a picture" in page
    assert "A long story of that deal." in page
    assert 'value="3"' in page
    assert not Appeal.objects.exists()


def test_cp_30_a_second_appeal_is_refused_with_a_sentence(case: Case) -> None:
    penalty = case.lose()
    case.file(penalty)
    page = Visitor(case.winner).post(
        f"{base(case)}matches/{case.match.pk}/appeal/", penalty=penalty.pk, text="We too."
    )
    assert "there is no second one. (CP-30)" in page


def test_cp_31_a_substitute_is_named_by_any_name_and_offered_from_the_officials(
    case: Case, make_user: Callable[..., User]
) -> None:
    appeal = case.file(case.lose())
    barred = appeal.seats.get(user=case.members[2])
    barred.barred = "club"
    barred.save()
    scorer, other = make_user("sc", display_name="Old Zhao"), make_user("o", display_name="Twin")
    make_user("o2", display_name="Twin")
    services.give_role(event=case.desk.event, by=case.desk.by, user=scorer, role="scorer")
    chief, address = Visitor(case.desk.by), f"{base(case)}appeals/{appeal.pk}/"
    page = chief.get(address)
    assert '<option value="sc">' in page
    assert '<option value="ref">' not in page, "the ruling is his"
    act = f"{address}do/substitute/"
    assert "Several people are called so" in chief.post(act, seat=barred.pk, user="Twin")
    assert "nobody of this name" in chief.post(act, seat=barred.pk, user="Nobody")
    chief.post(act, seat=barred.pk, user="Old Zhao")
    assert appeal.seats.get(replaces=barred).user == scorer
    assert other.pk


def test_cp_32_both_parties_are_told_the_answer_with_the_count(
    case: Case, django_capture_on_commit_callbacks: Callable[..., object]
) -> None:
    appeal = case.file(case.lose())
    case.vote(appeal, "uphold", "uphold", "reject")
    mail.outbox.clear()
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[attr-defined]
        case.close(appeal)
    told = {letter.to[0] for letter in mail.outbox}
    assert {case.loser.email, case.winner.email} <= told
    assert len(told) == 4
    assert "2 to uphold, 1 against" in mail.outbox[0].body
    assert "We have looked." in mail.outbox[0].body


def test_cp_33_what_changed_is_said_in_the_reader_s_language(case: Case) -> None:
    """Before and after: the result, and of each pair what changed of it."""
    case.desk.score(case.match)
    case.desk.score(case.round.matches.exclude(pk=case.match.pk).get())
    give(case.desk, case.match, "loss", "ruling_refused")
    with translation.override("zh-hans"):
        appeal = case.file(Penalty.objects.get())
        case.vote(appeal, "uphold", "uphold", "uphold")
        case.close(appeal)
    address = f"{base(case)}appeals/{appeal.pk}/"
    page = " ".join(Visitor(case.loser).get(address).split())
    assert "decided by ruling → <strong>A+ : 9</strong>" in page
    assert re.search(r"<dt>Rank</dt><dd>\d → <strong>\d</strong>", page)
    assert "<dt>Total points</dt><dd>0 → <strong>19</strong>" in page
    player = Visitor(case.loser)
    player.client.defaults["HTTP_ACCEPT_LANGUAGE"] = "zh-hans"
    assert "裁定 → <strong>A+ : 9</strong>" in " ".join(player.get(address).split())


def test_cp_13_a_referee_changes_points_and_rounds_too(case: Case) -> None:
    give(case.desk, case.match, "warning")
    penalty = Penalty.objects.get()
    chief, address = Visitor(case.desk.by), f"{base(case)}penalties/{penalty.pk}/"
    chief.post(address, verb="change", reason="worse", grade="violation", levels=1, points="-2.5")
    penalty.refresh_from_db()
    assert (penalty.grade, str(penalty.points)) == ("violation", "-2.50")
    chief.post(address, verb="change", reason="out", grade="suspension", levels=1, rounds=2)
    penalty.refresh_from_db()
    assert (penalty.grade, penalty.rounds) == ("suspension", 2)
    assert penalty.history.count() == 3
    assert "not a number" in chief.post(address, verb="change", reason="x", grade="verbal",
                                        points="many")  # fmt: skip
