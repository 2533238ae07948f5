"""Case 17: two workers at the same moment, as real processes on the real database."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from threading import Thread

import pytest
from django.db import IntegrityError, OperationalError, connection, transaction
from django.utils import timezone

from tests.tournaments.conftest import Desk
from tests.tournaments.racers import race
from tests.tournaments.test_penalties import give
from tournaments import selectors, services
from tournaments.models import Due, Entry, Event, EventMatch, MatchSide, ResultChange, Round
from tournaments.selectors import facts as known

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def running(transactional_db: None, make_desk: Callable[..., Desk]) -> Desk:
    """An event of eight pairs that has begun."""
    desk = make_desk(8)
    desk.stage = desk.start()  # type: ignore[attr-defined]
    return desk


def test_case_17_two_that_draw_at_once_make_one_round(running: Desk) -> None:
    """Case 17: one match a pair a round."""
    stage = running.stage  # type: ignore[attr-defined]
    told = race("draw", [stage.pk], [stage.pk], [stage.pk])
    assert sum(answer.startswith("done") for answer in told) == 1
    assert sum("already_drawn" in answer for answer in told) == 2
    assert Round.objects.count() == 1
    assert EventMatch.objects.count() == 4
    assert MatchSide.objects.count() == 8


def test_case_17_the_database_itself_refuses_a_second_match(running: Desk) -> None:
    """Case 17: by constraint, whatever the code does."""
    round = running.draw(running.stage)  # type: ignore[attr-defined]
    match = round.matches.get(order=0)
    side = match.sides.first()
    assert side is not None
    other = EventMatch.objects.create(event=running.event, round=round, order=9)
    with pytest.raises(IntegrityError), transaction.atomic():
        MatchSide.objects.create(match=other, round=round, entry=side.entry, side=0)
    running.score(match)
    with pytest.raises(IntegrityError), transaction.atomic():
        ResultChange.objects.create(match=match, revision=1, kind="confirmed", origin="side")


def test_case_17_two_confirmations_at_once_are_one(running: Desk) -> None:
    """Case 17: one confirmation."""
    match = running.draw(running.stage).matches.get(order=0)  # type: ignore[attr-defined]
    first, second = (s.entry.code for s in match.sides.all())
    services.enter_result(
        match=match, code=first, result=services.Result(("A+", "9")), client_id="a"
    )
    told = race("confirm", [match.pk, second], [match.pk, second])
    assert sorted(told) == ["done False", "done True"]
    assert match.changes.count() == 1


def test_case_17_both_sides_enter_at_once(running: Desk) -> None:
    """Case 17: alike they are confirmed once, whoever comes first."""
    round = running.draw(running.stage)  # type: ignore[attr-defined]
    match = round.matches.get(order=0)
    first, second = (s.entry.code for s in match.sides.all())
    told = race("enter", [match.pk, first, "9", "a"], [match.pk, second, "9", "b"])
    assert sorted(told) == ["done confirmed", "done entered"]
    assert match.changes.count() == 1
    other = round.matches.get(order=1)
    first, second = (s.entry.code for s in other.sides.all())
    told = race("enter", [other.pk, first, "9", "a"], [other.pk, second, "8", "b"])
    assert sorted(told) == ["done disputed", "done entered"]
    assert other.changes.count() == 0


def test_a_phone_that_sends_twice_at_once(running: Desk) -> None:
    match = running.draw(running.stage).matches.get(order=0)  # type: ignore[attr-defined]
    code = match.sides.all()[0].entry.code
    told = race("enter", [match.pk, code, "9", "same"], [match.pk, code, "9", "same"])
    assert told == ["done entered", "done entered"]
    assert match.entries.count() == 1


def test_two_that_start_a_round_at_once(running: Desk) -> None:
    drawn = services.draw_round(stage=running.stage, by=running.by)  # type: ignore[attr-defined]
    assert isinstance(drawn, Round)
    services.publish_round(round=drawn, by=running.by)
    told = race("start", [drawn.pk], [drawn.pk])
    assert sorted(told) == ["done running", "refused wrong_status"]


def test_cp_6_what_is_due_is_fired_once(running: Desk) -> None:
    """CP-6: deadlines fire once, however many workers look."""
    at = timezone.now() + timedelta(minutes=1)
    for number in range(30):
        services.plan(event=running.event, kind="entries_close", key=f"x:{number}", at=at)
    late = (at + timedelta(seconds=1)).isoformat()
    told = race("fire", [late], [late])
    fired = sum(int(answer.removeprefix("done ")) for answer in told)
    assert fired == Due.objects.filter(fired_at__isnull=False).count() == 30


def test_cp_6_a_no_show_is_fired_once_by_two_workers(
    transactional_db: None, make_desk: Callable[..., Desk]
) -> None:
    """CP-3, CP-6: one forfeit and one line of history for each match, whoever is first."""
    desk = make_desk(8, settings={"call_tables": True})
    round = desk.draw(desk.start())
    assert round.started_at is not None
    late = (round.started_at + timedelta(minutes=10)).isoformat()
    told = race("fire", [late], [late], [late])
    fired = sum(int(answer.removeprefix("done ")) for answer in told)
    assert fired == Due.objects.filter(kind="no_show").count() == 8
    for match in round.matches.all():
        assert (match.ending, match.winner, match.changes.count()) == ("forfeit", None, 1)


def test_cp_12_a_result_that_comes_in_during_a_ruling_is_as_it_was_played(
    running: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """CP-12: it waits till the ruling is through; nothing is made of levels that nobody entered."""
    match = running.draw(running.stage).matches.get(order=0)  # type: ignore[attr-defined]
    read = known.facts_around

    def and_meanwhile(event: Event, entry: Entry) -> known.Facts:
        facts = read(event, entry)
        meanwhile = Thread(target=_score_at_once, args=(running, match))
        meanwhile.start()
        meanwhile.join()
        return facts

    monkeypatch.setattr(known, "facts_around", and_meanwhile)
    give(running, match, "level", change="other_up")
    match.refresh_from_db()
    if match.state != "confirmed":
        running.score(match)
    assert selectors.result_words(EventMatch.objects.get(pk=match.pk)) == "A+ : 9"


def _score_at_once(desk: Desk, match: EventMatch) -> None:
    """Enter a result as if in another process, unless that has to wait."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = '300ms'")
        with suppress(OperationalError):
            desk.score(match)
    finally:
        connection.close()
