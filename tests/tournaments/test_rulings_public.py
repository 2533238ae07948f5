"""The public sees of rulings what the event allows; the parties see theirs; others nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from accounts.models import User
from tests.tournaments.conftest import Desk
from tests.tournaments.desk.conftest import Visitor
from tests.tournaments.test_appeals import Case, _in_english
from tests.tournaments.test_penalties import give, side
from tournaments import selectors, services
from tournaments.api.operations import OPERATIONS
from tournaments.models import Appeal, EventMatch, Penalty, Round
from tournaments.settings import write
from tournaments.views.files import FILES

__all__ = ["_in_english"]

NOTE, REASON, ANSWER = "heard a cough", "quarrelled at the table", "we were not convinced"


@pytest.fixture
def case(make_desk: Callable[..., Desk], make_user: Callable[..., User]) -> Case:
    """A match with a penalty that was appealed against in vain, and a result by ruling."""
    case = Case(make_desk(0, stages=[{"kind": "swiss", "rounds": 1}]), make_user)
    case.desk.score(case.match)
    give(case.desk, case.match, "level", note=NOTE)
    penalty = Penalty.objects.get()
    case.vote(case.file(penalty), "reject", "reject", "reject")
    services.close_appeal(appeal=Appeal.objects.get(), by=case.members[0], answer=ANSWER)
    match = EventMatch.objects.get(pk=case.match.pk)
    services.correct_result(
        match=match, by=case.desk.by, result=services.Result(("A+", "8")), reason=REASON
    )
    rest = case.round.matches.exclude(pk=case.match.pk).get()
    case.desk.score(rest)
    services.finish_round(round=case.round, by=case.desk.by)
    return case


def pages(case: Case) -> list[str]:
    """Everything of the event that is open to all, as page, paper, file and program's answer."""
    event, match = case.desk.event, case.match
    base = f"/events/{event.slug}/"
    first = side(match)
    public = [
        "", "entries/", "draw/", "results/", "standings/", "rulings/", "screen/", "feed/",
        f"matches/{match.pk}/", f"pairs/{first.number}/",
        "paper/result-book/", "paper/programme/",
    ]  # fmt: skip
    files = [f"files/{name}.json" for name, f in FILES.items() if not f.by_stage and not f.by_round]
    files += ["files/standings/1.json", "files/round-results/1/1.json"]
    of = {"event": event.slug, "stage": 1, "round": 1, "match": match.pk, "number": first.number}
    api = [
        f"/api/v1/{o.path.format(**of)}"
        for o in OPERATIONS
        if o.method == "GET" and "bracket" not in o.path
    ]
    return [base + page for page in (*public, *files)] + api


def knows(case: Case, user: User | None) -> set[str]:
    """Which of the secrets are on some page that this person may open."""
    visitor = Visitor(user)
    text = ""
    for page in pages(case):
        answer = visitor.client.get(page, follow=True)
        assert answer.status_code != 404, page
        if answer.status_code == 200:
            text += answer.content.decode()
    penalty, appeal = Penalty.objects.get(), Appeal.objects.get()
    base = f"/events/{case.desk.event.slug}/rulings/"
    for page in (f"penalties/{penalty.pk}/", f"appeals/{appeal.pk}/"):
        answer = visitor.client.get(base + page)
        text += answer.content.decode() if answer.status_code == 200 else ""
    return {secret for secret in (NOTE, REASON, ANSWER) if secret in text}


def test_others_see_nothing_of_rulings_anywhere(case: Case, make_user: Callable[..., User]) -> None:
    """By no page, paper, file, feed or program's answer."""
    other = case.players[side(case.round.matches.exclude(pk=case.match.pk).get()).name][0]
    for user in (None, make_user("stranger"), other):
        assert knows(case, user) == set(), user


def test_the_parties_see_theirs(case: Case) -> None:
    """Offender and other side: the penalty, the appeal's answer, what became of the match."""
    for user in (case.loser, case.winner):
        assert knows(case, user) == {NOTE, REASON, ANSWER}


def test_everybody_sees_what_the_event_shows(case: Case) -> None:
    event = case.desk.event
    event.settings = {**write(event.config), "show_rulings": True}
    event.save()
    services.update_event(event=event, by=case.desk.by, description="new")
    assert knows(case, None) == {NOTE, REASON, ANSWER}


def test_the_trail_is_nobody_s_but_the_referees(case: Case) -> None:
    assert selectors.audit(case.desk.event).filter(reason=REASON).exists()
    page = Visitor(case.desk.by).get(f"/events/{case.desk.event.slug}/desk/trail/")
    assert REASON in page
    assert Round.objects.get(pk=case.round.pk).status == "finished"
