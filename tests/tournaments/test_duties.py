"""What waits for somebody is said on every page (CP-4, CP-31, CP-32)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine

from accounts.models import User
from tests.tournaments.conftest import Desk
from tests.tournaments.desk.conftest import Visitor
from tests.tournaments.test_appeals import Case, _in_english
from tests.tournaments.test_penalties import side
from tournaments import services
from tournaments.models import Round

__all__ = ["_in_english"]

VOTE = "an appeal waits for your vote"
OVERDUE = "the answer to an appeal is overdue"


@pytest.fixture
def case(make_desk: Callable[..., Desk], make_user: Callable[..., User]) -> Case:
    return Case(make_desk(0, stages=[{"kind": "swiss", "rounds": 3}]), make_user)


def test_cp_32_a_member_is_told_on_every_page_until_the_vote_is_given(case: Case) -> None:
    event = case.desk.event
    member = Visitor(case.members[0])
    assert VOTE not in member.get("/")
    appeal = case.file(case.lose())
    for page in ("/", "/events/", f"/events/{event.slug}/"):
        assert VOTE in member.get(page), page
        assert VOTE not in Visitor(case.loser).get(page)
    case.vote(appeal, "uphold")
    assert VOTE not in member.get("/")
    assert VOTE in Visitor(case.members[1]).get("/")


def test_cp_31_who_is_barred_is_not_asked(case: Case) -> None:
    appeal = case.file(case.lose())
    appeal.seats.filter(user=case.members[2]).update(barred="club")
    assert VOTE not in Visitor(case.members[2]).get("/")


def test_cp_32_overdue_is_red_for_the_organiser_and_the_members(case: Case) -> None:
    appeal = case.file(case.lose())
    desk = f"/events/{case.desk.event.slug}/desk/"
    chief = Visitor(case.desk.by)
    assert OVERDUE not in chief.get("/")
    assert "1 appeal is before the committee" in chief.get(desk)
    with time_machine.travel(appeal.due_at + timedelta(minutes=1), tick=False):
        for user, said in ((case.desk.by, OVERDUE), (case.members[0], VOTE)):
            page = Visitor(user).get("/")
            assert said in page
            assert 'class="notice error"' in page
        assert 'class="notice error"' in Visitor(case.desk.by).get(desk)
        assert OVERDUE not in Visitor(case.loser).get("/")


def test_cp_4_the_chief_referee_hears_that_leave_is_asked_for(
    make_desk: Callable[..., Desk], make_user: Callable[..., User]
) -> None:
    desk = make_desk(2, stages=[{"kind": "swiss", "rounds": 1}])
    round = services.draw_round(stage=desk.start(), by=desk.by)
    assert isinstance(round, Round)
    services.publish_round(round=round, by=desk.by)
    match = round.matches.get()
    leave = services.ask_leave(round=round, entry=side(match), code=side(match).code)
    asked = "a pair asks for leave"
    assert asked in Visitor(desk.by).get("/")
    assert asked not in Visitor(make_user("else")).get("/")
    services.answer_leave(leave=leave, by=desk.by, grant=True)
    assert asked not in Visitor(desk.by).get("/")
