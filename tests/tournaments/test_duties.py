"""What waits for somebody is said on every page (CP-4, CP-31, CP-32)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Club, Membership, User
from tests.tournaments.conftest import Desk
from tests.tournaments.desk.conftest import Visitor
from tests.tournaments.test_appeals import Case, _in_english
from tests.tournaments.test_penalties import side
from tournaments import services
from tournaments.models import Appeal, Event, EventRole, Leave, Round
from tournaments.selectors.duties import duties

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


def others(case: Case, count: int, name: str = "other") -> list[Event]:
    """So many events of other people, each with an appeal that is overdue and leave asked for."""
    appeal = Appeal.objects.get(event=case.desk.event)
    found = []
    for index in range(count):
        event = Event.objects.get(pk=appeal.event_id)
        event.pk, event.slug, event.created_by = None, f"{name}-{index}", case.loser
        event._state.adding = True
        event.save()
        stage = event.stages.create(order=1, kind="swiss")
        round = stage.rounds.create(number=1, status=Round.Status.PUBLISHED)
        Leave.objects.create(round=round, entry=appeal.entry)
        Appeal.objects.create(
            event=event, match=appeal.match, entry=appeal.entry, matter="m", due_at=appeal.due_at
        )
        found.append(event)
    return found


def told(user: User) -> set[str]:
    """The slugs of the events of which something waits for this person."""
    return {duty.url.split("/")[2] for duty in duties(User.objects.get(pk=user.pk))}


def test_what_waits_in_other_events_costs_nobody_a_query_more(
    case: Case, make_user: Callable[..., User]
) -> None:
    appeal = case.file(case.lose())
    people = (case.desk.by, case.referee, case.loser, make_user("x"), make_user("s", is_staff=True))

    def asked(user: User) -> int:
        with CaptureQueriesContext(connection) as queries:
            duties(user)
        return len(queries)

    with time_machine.travel(appeal.due_at + timedelta(minutes=1), tick=False):
        others(case, 1, "few")
        before = [asked(user) for user in people]
        others(case, 30, "many")
        assert [asked(user) for user in people] == before
        assert max(before) <= 3
        assert told(people[3]) == set()
        assert told(people[0]) == {case.desk.event.slug}
        assert len(told(people[4])) == 32


def test_cp_2_what_waits_is_for_who_has_the_office_given_or_by_the_club(
    case: Case, make_user: Callable[..., User]
) -> None:
    """The organisers hear of both; a chief referee of leave; a club's event is its organisers'."""
    appeal = case.file(case.lose())
    given, of_club, third = others(case, 3)
    club = Club.objects.create(name="Club of others", slug="club-of-others")
    Event.objects.filter(pk=of_club.pk).update(club=club)
    users = {
        name: make_user(name)
        for name in ("organiser", "chief_referee", "referee", "scorer", "committee")
    }
    for role, user in users.items():
        EventRole.objects.create(event=given, user=user, role=role)
    members = {
        role: make_user(f"of_{role}") for role in ("owner", "organiser", "moderator", "member")
    }
    for role, user in members.items():
        Membership.objects.create(club=club, user=user, role=role)
    with time_machine.travel(appeal.due_at + timedelta(minutes=1), tick=False):
        said = {name: len(duties(user)) for name, user in users.items()}
        assert said == {
            "organiser": 2,
            "chief_referee": 1,
            "referee": 0,
            "scorer": 0,
            "committee": 0,
        }
        said = {name: len(duties(user)) for name, user in members.items()}
        assert said == {"owner": 2, "organiser": 2, "moderator": 0, "member": 0}
        assert told(members["owner"]) == {of_club.slug}
        assert told(case.loser) == {given.slug, third.slug}, "who made a club's event is none of it"
