"""Presence, no-shows, leave, fixed partners (CP-1, CP-3 … CP-6, cases 18 and 19)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from tests.tournaments.conftest import Desk
from tests.tournaments.test_entries import refused
from tests.tournaments.test_online import online
from tests.tournaments.test_results import points
from tournaments import services
from tournaments.models import Due, Entry, EventMatch, MatchSide, Round, Stage
from tournaments.services import No

MINUTE = timedelta(minutes=1)


@pytest.fixture
def hall(make_desk: Callable[..., Desk]) -> Desk:
    """Two pairs in a hall, with the deadlines of the rules."""
    return make_desk(2, stages=[{"kind": "swiss", "rounds": 1}], settings={"call_tables": True})


def drawn(desk: Desk) -> Round:
    """The first round, published and not called."""
    round = services.draw_round(stage=desk.start(), by=desk.by)
    assert isinstance(round, Round)
    return services.publish_round(round=round, by=desk.by)


def called(desk: Desk) -> tuple[EventMatch, datetime]:
    """The only match of the first round, and when it was called."""
    round = services.start_round(round=drawn(desk), by=desk.by)
    assert round.started_at is not None
    return round.matches.get(), round.started_at


def sides(match: EventMatch) -> list[MatchSide]:
    return list(match.sides.select_related("entry").order_by("side"))


def arrive(match: EventMatch, side: int, at: datetime, *positions: int) -> None:
    """Somebody of a side scans the code at that time."""
    services.check_in_at_table(
        match=match, code=sides(match)[side].entry.code, at=at, positions=positions or (0, 1)
    )


def fire(match: EventMatch, at: datetime) -> EventMatch:
    """What is due by then happens."""
    services.fire_due(now=at)
    match.refresh_from_db()
    return match


def test_cp_3_case_18_complete_in_time_plays(hall: Desk) -> None:
    """Case 18: complete at T+9:59."""
    match, t = called(hall)
    arrive(match, 0, t + MINUTE)
    arrive(match, 1, t + timedelta(minutes=9, seconds=59))
    assert fire(match, t + 11 * MINUTE).state == "running"


def test_cp_3_case_18_not_there_by_the_deadline_forfeits(hall: Desk) -> None:
    """Case 18 and CP-5: 17 points to the other pair, nothing to the one that is late."""
    match, t = called(hall)
    arrive(match, 0, t + MINUTE)
    assert fire(match, t + 10 * MINUTE - timedelta(microseconds=1)).state == "running"
    assert fire(match, t + 10 * MINUTE).ending == "forfeit"
    assert match.winner == sides(match)[0].entry
    first, second = sides(match)
    total = points(hall, match.round.stage)
    assert (total[first.entry.name], total[second.entry.name]) == ("17", "0")


def test_cp_3_both_partners_at_the_same_time(hall: Desk) -> None:
    """One of the two is not the pair, however long they wait."""
    match, t = called(hall)
    arrive(match, 0, t + MINUTE)
    arrive(match, 1, t + MINUTE, 0)
    assert fire(match, t + 10 * MINUTE).winner == sides(match)[0].entry


def test_cp_5_both_missing_both_have_nothing(hall: Desk) -> None:
    match, t = called(hall)
    assert fire(match, t + 10 * MINUTE).ending == "forfeit"
    assert match.winner is None
    assert set(points(hall, match.round.stage).values()) == {"0"}
    assert match.changes.count() == 1


def test_cp_6_a_deadline_is_inclusive_even_when_heard_of_late(hall: Desk) -> None:
    """Seated at the very instant is in time, though the word of it comes after the forfeit."""
    match, t = called(hall)
    arrive(match, 0, t)
    assert fire(match, t + 10 * MINUTE).ending == "forfeit"
    arrive(match, 1, t + 10 * MINUTE)
    match.refresh_from_db()
    assert (match.state, match.ending) == ("running", "played")
    fire(match, t + 20 * MINUTE)
    assert match.state == "running"


def test_cp_6_a_moment_later_is_too_late(hall: Desk) -> None:
    match, t = called(hall)
    arrive(match, 0, t)
    fire(match, t + 10 * MINUTE)
    arrive(match, 1, t + 10 * MINUTE + timedelta(microseconds=1))
    match.refresh_from_db()
    assert match.winner == sides(match)[0].entry


def test_cp_6_minutes_are_settings_of_the_event(hall: Desk) -> None:
    services.update_event(event=hall.event, by=hall.by, settings={"noshow_minutes": 3})
    hall.event = type(hall.event).objects.get(pk=hall.event.pk)
    match, t = called(hall)
    assert fire(match, t + 3 * MINUTE - timedelta(microseconds=1)).state == "running"
    assert fire(match, t + 3 * MINUTE).ending == "forfeit"


def leave_for(desk: Desk, round: Round, number: int) -> Entry:
    """Leave asked by the pair's phone and granted by the chief referee."""
    entry = desk.event.entries.get(number=number)
    asked = services.ask_leave(round=round, entry=entry, code=entry.code, reason="train")
    services.answer_leave(leave=asked, by=desk.by, grant=True)
    return entry


def test_cp_4_leave_granted_before_the_start_gives_fifteen_minutes(hall: Desk) -> None:
    """Case 18: with leave T+15:00."""
    round = drawn(hall)
    late = leave_for(hall, round, 2)
    round = services.start_round(round=round, by=hall.by)
    match = round.matches.get()
    t = match.round.started_at
    assert t is not None
    other = 1 - match.sides.get(entry=late).side
    arrive(match, other, t)
    assert fire(match, t + 10 * MINUTE).state == "running"
    assert fire(match, t + 15 * MINUTE - timedelta(microseconds=1)).state == "running"
    assert fire(match, t + 15 * MINUTE).ending == "forfeit"
    assert match.winner != late


def test_cp_4_with_leave_at_fourteen_minutes_they_play(hall: Desk) -> None:
    round = drawn(hall)
    late = leave_for(hall, round, 2)
    round = services.start_round(round=round, by=hall.by)
    match = round.matches.get()
    t = match.round.started_at
    assert t is not None
    side = match.sides.get(entry=late).side
    arrive(match, 1 - side, t)
    fire(match, t + 10 * MINUTE)
    arrive(match, side, t + 14 * MINUTE)
    assert fire(match, t + 16 * MINUTE).state == "running"


def test_cp_4_who_has_no_leave_waits_for_the_verdict_on_the_other(hall: Desk) -> None:
    """One is missing at T+10; whether both are is known only at T+15."""
    round = drawn(hall)
    late = leave_for(hall, round, 2)
    round = services.start_round(round=round, by=hall.by)
    match = round.matches.get()
    t = match.round.started_at
    assert t is not None
    assert fire(match, t + 10 * MINUTE).state == "running"
    arrive(match, match.sides.get(entry=late).side, t + 12 * MINUTE)
    match.refresh_from_db()
    assert match.winner == late


def test_cp_4_after_the_call_leave_is_neither_asked_nor_granted(hall: Desk) -> None:
    round = drawn(hall)
    first, second = hall.event.entries.order_by("number")
    asked = services.ask_leave(round=round, entry=first, code=first.code)
    services.start_round(round=round, by=hall.by)
    refused(No.LEAVE_LATE, lambda: services.answer_leave(leave=asked, by=hall.by, grant=True))
    refused(No.LEAVE_LATE, lambda: services.ask_leave(round=round, entry=second, code=second.code))


def test_cp_4_leave_is_for_the_chief_referee_to_grant(
    hall: Desk, make_user: Callable[..., User]
) -> None:
    round = drawn(hall)
    entry = hall.event.entries.get(number=1)
    referee = make_user("ref")
    services.give_role(event=hall.event, by=hall.by, user=referee, role="referee")
    refused(No.NOT_OF_THE_PAIR, lambda: services.ask_leave(round=round, entry=entry, by=referee))
    asked = services.ask_leave(round=round, entry=entry, code=entry.code)
    refused(No.NOT_ALLOWED, lambda: services.answer_leave(leave=asked, by=referee, grant=True))
    services.answer_leave(leave=asked, by=hall.by, grant=False)
    refused(No.LEAVE_ANSWERED, lambda: services.answer_leave(leave=asked, by=hall.by, grant=True))


def test_cp_3_the_chief_referee_lifts_a_forfeit_with_a_reason(
    hall: Desk, make_user: Callable[..., User]
) -> None:
    """All follows: the match is open again, the standings forget the 17 points."""
    match, t = called(hall)
    arrive(match, 0, t)
    fire(match, t + 10 * MINUTE)
    referee = make_user("ref")
    services.give_role(event=hall.event, by=hall.by, user=referee, role="referee")
    refused(
        No.NOT_ALLOWED,
        lambda: services.lift_forfeit(match=match, by=referee, reason="the lift was stuck"),
    )
    refused(No.REASON_NEEDED, lambda: services.lift_forfeit(match=match, by=hall.by, reason=" "))
    services.lift_forfeit(match=match, by=hall.by, reason="the lift was stuck")
    match.refresh_from_db()
    assert match.state == "running"
    assert set(points(hall, match.round.stage).values()) == {"0"}
    assert fire(match, t + 60 * MINUTE).state == "running", "it does not fire a second time"
    hall.score(match)
    assert sorted(points(hall, match.round.stage).values()) == ["19", "7"]


def test_in_a_hall_that_does_not_call_tables_the_referee_decides(
    make_desk: Callable[..., Desk],
) -> None:
    """A club that checks nobody in loses nothing by it."""
    desk = make_desk(2, stages=[{"kind": "swiss", "rounds": 1}])
    match, t = called(desk)
    assert not Due.objects.filter(kind="no_show").exists()
    assert fire(match, t + 60 * MINUTE).state == "running"


def test_a_result_that_has_come_in_is_no_no_show(hall: Desk) -> None:
    match, t = called(hall)
    hall.score(match)
    assert fire(match, t + 10 * MINUTE).ending == "played"


# -------------------------------------------------------------------------------- on line


@pytest.fixture
def people(make_user: Callable[..., User]) -> list[User]:
    return [make_user(f"p{index}") for index in range(4)]


def ready(match: EventMatch, user: User, at: datetime, *, here: bool = True) -> None:
    """The room tells that somebody is ready, or gone."""
    assert match.table_id is not None
    services.seat_changed(table_id=match.table_id, user_id=user.pk, here=here, at=at)


def test_cp_3_on_line_both_are_ready_at_the_same_time(
    make_desk: Callable[..., Desk], people: list[User]
) -> None:
    """One who went before the other came does not count; then the table closes."""
    desk = online(make_desk, people)
    match, t = called(desk)
    for user in people[:2]:
        ready(match, user, t + MINUTE)
    ready(match, people[2], t + 2 * MINUTE)
    ready(match, people[2], t + 3 * MINUTE, here=False)
    ready(match, people[3], t + 4 * MINUTE)
    fire(match, t + 10 * MINUTE)
    assert match.winner == desk.event.entries.get(name="A")
    assert match.table is not None
    assert match.table.status == "closed"


def test_case_19_a_connection_lost_after_having_been_present_is_no_no_show(
    make_desk: Callable[..., Desk], people: list[User]
) -> None:
    """Case 19 (CP-3): dropped for 40 s at T+9:50."""
    desk = online(make_desk, people)
    match, t = called(desk)
    for user in people:
        ready(match, user, t + MINUTE)
    ready(match, people[3], t + timedelta(minutes=9, seconds=50), here=False)
    assert fire(match, t + 10 * MINUTE).state == "running"


def test_cp_3_a_forfeit_lifted_on_line_opens_another_table(
    make_desk: Callable[..., Desk], people: list[User]
) -> None:
    desk = online(make_desk, people)
    match, t = called(desk)
    before = match.table_id
    fire(match, t + 10 * MINUTE)
    services.lift_forfeit(match=match, by=desk.by, reason="the site was down")
    match.refresh_from_db()
    assert match.table_id not in (None, before)
    assert match.table is not None
    assert match.table.status == "open"


def test_a_stranger_at_a_table_is_of_no_side(
    make_desk: Callable[..., Desk], people: list[User], make_user: Callable[..., User]
) -> None:
    """CP-1: nobody else makes a pair complete."""
    desk = online(make_desk, people)
    match, t = called(desk)
    ready(match, make_user("stranger"), t)
    assert not match.sides.filter(present_at__isnull=False).exists()
    assert services.seat_changed(table_id=10**6, user_id=people[0].pk, here=True) is None


# ------------------------------------------------------------------------ fixed partners


def test_cp_1_attempts_to_change_a_partner_are_refused_and_noted(
    hall: Desk, make_user: Callable[..., User]
) -> None:
    """Organiser and captain alike; the trail keeps who wanted whom."""
    hall.start()
    entry = hall.event.entries.get(number=1)
    captain = make_user("captain")
    services.update_entry(entry=entry, by=hall.by, team="Reds")
    entry.refresh_from_db()
    assert entry.team is not None
    type(entry.team).objects.update(captain=captain)
    entry = Entry.objects.get(pk=entry.pk)
    others = [{"name": "X"}, {"name": "Y"}]
    for who in (hall.by, captain):
        refused(
            No.PARTNERS_FIXED,
            lambda who=who: services.update_entry(entry=entry, by=who, players=others),
        )
    lines = hall.event.audit.filter(verb="refused_partners").order_by("pk")
    assert [(line.actor_name, line.role) for line in lines] == [
        ("org", "organiser"),
        ("captain", "captain"),
    ]
    assert lines[0].after == ["X", "Y"]
    assert [p.name for p in entry.players.all()] == ["A1", "A2"]


def test_cp_1_a_changed_pair_forfeits_the_match(hall: Desk) -> None:
    match, t = called(hall)
    refused(
        No.REASON_NEEDED,
        lambda: services.forfeit_changed_pair(match=match, by=hall.by, side=0, reason=""),
    )
    services.forfeit_changed_pair(match=match, by=hall.by, side=0, reason="her sister played")
    match.refresh_from_db()
    assert (match.ending, match.winner) == ("forfeit", sides(match)[1].entry)
    assert hall.event.audit.filter(verb="changed_pair").exists()
    assert fire(match, t + 20 * MINUTE).winner == sides(match)[1].entry


def test_cp_1_a_changed_pair_that_is_found_out_later_forfeits_too(hall: Desk) -> None:
    match, _t = called(hall)
    hall.score(match)
    services.forfeit_changed_pair(match=match, by=hall.by, side=0, reason="seen on a photo")
    match.refresh_from_db()
    assert match.ending == "forfeit"
    stage = Stage.objects.get(pk=match.round.stage_id)
    assert points(hall, stage)[sides(match)[0].entry.name] == "0"


def test_cp_6_a_worker_that_comes_back_late_judges_by_the_deadline(hall: Desk) -> None:
    """Restarted an hour later, or with a clock that has jumped: the deadline is what it was."""
    match, t = called(hall)
    arrive(match, 0, t)
    arrive(match, 1, t + 9 * MINUTE)
    with time_machine.travel(t + 60 * MINUTE, tick=False):
        assert services.fire_due() > 0
    match.refresh_from_db()
    assert match.state == "running"
    with time_machine.travel(t + 2 * MINUTE, tick=False):
        assert services.fire_due(now=timezone.now()) == 0


def test_cp_6_a_clock_that_is_set_back_or_forward_fires_no_deadline_twice(hall: Desk) -> None:
    """CP-6: the row says that it has fired, whatever the clock says by then."""
    match, t = called(hall)
    arrive(match, 0, t + MINUTE)
    for minutes, fired in ((9, 0), (10, 1), (9, 0), (11, 0), (600, 0), (-60, 0)):
        with time_machine.travel(t + minutes * MINUTE, tick=False):
            services.fire_due()
            match.refresh_from_db()
            assert match.state == (
                "running" if minutes == 9 and not match.revision else "confirmed"
            )
        assert Due.objects.filter(kind="no_show", fired_at__isnull=False).count() >= fired
    assert match.ending == "forfeit"
    assert match.changes.count() == 1
    assert hall.event.audit.filter(verb="confirm_result", role="system").count() == 1
