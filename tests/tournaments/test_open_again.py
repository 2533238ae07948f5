"""A match on line that is open again has a table, however it came to be so (CP-3, CP-13, CP-33)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games import hooks
from games import services as games
from games.models import Table
from tests.tournaments.conftest import Desk, pairs
from tests.tournaments.test_noshows import MINUTE, arrive, called, fire
from tests.tournaments.test_online import bots, ended, online
from tournaments import services
from tournaments.models import EventMatch, Round
from tournaments.result import Result
from tournaments.selectors.rulings import about_table
from tournaments.services import Corrected

SECOND_WINS = Result(("9", "A+"), 8)


@pytest.fixture
def people(make_user: Callable[..., User]) -> list[User]:
    return [make_user(f"p{index}") for index in range(4)]


def played(match: EventMatch) -> Table:
    """Play it at its table; the table as it is then."""
    assert match.table is not None
    hooks.match_over(ended(match.table, ["A+", "8"]).pk)
    match.refresh_from_db()
    assert match.state == "confirmed"
    return Table.objects.get(pk=match.table_id)


def strike(desk: Desk, match: EventMatch) -> Table:
    """Strike its result; the table it has then."""
    services.strike_result(match=match, by=desk.by, reason="the wrong deals")
    match.refresh_from_db()
    assert match.state == "running"
    assert match.table is not None
    return match.table


def test_a_struck_result_on_line_is_played_again_at_another_table(
    make_desk: Callable[..., Desk], people: list[User]
) -> None:
    """The same four sit there; the old table is closed; the new record is the new result."""
    desk = online(make_desk, people)
    match = desk.draw(desk.start()).matches.get()
    before = played(match)
    table = strike(desk, match)
    assert table.pk != before.pk
    assert table.status == "open"
    assert table.reserved == before.reserved
    before.refresh_from_db()
    assert before.status == "closed"
    assert match.game_match is None
    again = ended(table, ["5", "A+"])
    hooks.match_over(again.pk)
    match.refresh_from_db()
    assert (match.state, match.levels, match.game_match) == ("confirmed", (3, 13), again)


def test_cp_7_a_match_played_again_after_the_round_s_time_has_its_whole_time(
    make_desk: Callable[..., Desk], people: list[User]
) -> None:
    settings = {"ending": {"kind": "time", "minutes": 40}}
    desk = online(make_desk, people, settings=settings)
    round = desk.draw(desk.start())
    match = round.matches.get()
    played(match)
    services.finish_round(round=round, by=desk.by)
    Round.objects.filter(pk=round.pk).update(clock_ends_at=timezone.now() - timedelta(hours=1))
    before = timezone.now()
    table = strike(desk, match)
    assert table.ends_at is not None
    assert table.ends_at >= before + timedelta(minutes=40)


def test_a_result_struck_while_they_still_play_leaves_them_at_their_table(
    make_desk: Callable[..., Desk], people: list[User]
) -> None:
    desk = online(make_desk, people)
    match = desk.draw(desk.start()).matches.get()
    assert match.table is not None
    games.start_match(table=match.table)
    desk.score(match)
    table = strike(desk, match)
    assert Table.objects.filter(managed=True).count() == 1
    assert table.status == "playing"


def test_case_20_a_later_match_that_is_made_anew_is_played_by_those_who_are_in_it_now(
    make_desk: Callable[..., Desk],
) -> None:
    """CP-1: the table of those who were in it before is closed."""
    desk = make_desk(mode="online", stages=[{"kind": "knockout"}])
    bots(desk, 4)
    stage = desk.start()
    first = desk.play(desk.draw(stage))
    final = desk.draw(stage)
    match = final.matches.get(slot="M2-1")
    before = match.table
    assert before is not None
    semi = first.matches.get(slot="M1-1")
    done = services.correct_result(
        match=semi, by=desk.by, result=SECOND_WINS, reason="misread", later="replay"
    )
    assert isinstance(done, Corrected)
    match.refresh_from_db()
    assert match.state == "running"
    assert match.table is not None
    assert match.table != before
    before.refresh_from_db()
    assert before.status == "closed"


def test_a_final_without_its_sides_has_no_table_until_it_is_drawn_again(
    make_desk: Callable[..., Desk],
) -> None:
    """Case 20: a semi-final struck; the final waits for it and is called anew."""
    desk = make_desk(mode="online", stages=[{"kind": "knockout"}])
    bots(desk, 4)
    stage = desk.start()
    first = desk.play(desk.draw(stage))
    final = desk.draw(stage)
    match = final.matches.get(slot="M2-1")
    before = match.table_id
    semi = first.matches.get(slot="M1-1")
    services.strike_result(match=semi, by=desk.by, reason="misread", later="replay")
    match.refresh_from_db()
    assert match.table is None
    semi.refresh_from_db()
    assert semi.table is not None
    desk.score(semi, "9", "A+")
    services.finish_round(round=first, by=desk.by)
    again = desk.draw(stage)
    assert len(pairs(again)) >= 1
    match.refresh_from_db()
    assert match.table_id not in (None, before)


def test_the_page_of_a_table_that_is_opened_again_names_no_deadline(
    make_desk: Callable[..., Desk], people: list[User]
) -> None:
    """CP-3: those of the call are over, and nobody forfeits by them any more."""
    desk = online(make_desk, people)
    match, t = called(desk)
    assert match.table_id is not None
    told = about_table(match.table_id)
    assert told is not None
    assert all(side["until"] for side in told["sides"])
    fire(match, t + 10 * MINUTE)
    services.lift_forfeit(match=match, by=desk.by, reason="the site was down")
    match.refresh_from_db()
    told = about_table(match.table_id)
    assert told is not None
    assert [side["until"] for side in told["sides"]] == [None, None]


def test_cp_3_who_comes_after_a_forfeit_was_lifted_plays(make_desk: Callable[..., Desk]) -> None:
    """The system does not judge again by a deadline that was over before; the referee may."""
    hall = make_desk(2, stages=[{"kind": "swiss", "rounds": 1}], settings={"call_tables": True})
    match, t = called(hall)
    arrive(match, 0, t + MINUTE)
    assert fire(match, t + 10 * MINUTE).ending == "forfeit"
    services.lift_forfeit(match=match, by=hall.by, reason="the lift was stuck")
    arrive(match, 1, t + 13 * MINUTE)
    assert fire(match, t + 20 * MINUTE).state == "running"
    services.forfeit(match=match, by=hall.by, side=1, reason="gone again")
    assert fire(match, t + 20 * MINUTE).ending == "forfeit"
