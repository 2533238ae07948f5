"""CP-3 in a hall: whether the roll is called, who is red on the referee's pad, cards as ways in."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from tests.tournaments.conftest import Desk
from tests.tournaments.desk.conftest import Visitor
from tests.tournaments.test_appeals import _in_english
from tests.tournaments.test_penalties import side, state
from tournaments import services
from tournaments.models import AuditLine, Due, EventMatch, Round

__all__ = ["_in_english"]

MINUTE = timedelta(minutes=1)


@pytest.fixture
def desk(make_desk: Callable[..., Desk]) -> Desk:
    return make_desk(4, stages=[{"kind": "swiss", "rounds": 2}])


@pytest.fixture
def published(desk: Desk) -> Round:
    drawn = services.draw_round(stage=desk.start(), by=desk.by)
    assert isinstance(drawn, Round)
    return services.publish_round(round=drawn, by=desk.by)


@pytest.fixture
def referee(desk: Desk, make_user: Callable[..., User]) -> Visitor:
    user = make_user("ref")
    services.give_role(event=desk.event, by=desk.by, user=user, role="referee")
    return Visitor(user)


def url(desk: Desk, rest: str) -> str:
    return f"/events/{desk.event.slug}/{rest}"


def start(desk: Desk, round: Round, **data: Any) -> str:
    return Visitor(desk.by).post(url(desk, "desk/rounds/1/1/do/start/"), **data)


def test_cp_3_the_roll_is_chosen_where_the_round_is_called(desk: Desk, published: Round) -> None:
    page = Visitor(desk.by).get(url(desk, "desk/rounds/1/1/"))
    assert "10 minutes after the call" in page
    assert re.search(r'value="referee" checked', page), "nothing forfeits unless it is asked for"
    start(desk, published, roll="call")
    desk.event.refresh_from_db()
    assert desk.event.config.call_tables
    assert Due.objects.filter(kind="no_show").count() == 4
    assert AuditLine.objects.filter(verb="call_tables", after=True).exists()


def test_cp_3_what_was_chosen_is_kept_for_the_next_round(desk: Desk, published: Round) -> None:
    start(desk, published, roll="call")
    round = desk.play(Round.objects.get(pk=published.pk))
    second = services.draw_round(stage=round.stage, by=desk.by)
    assert isinstance(second, Round)
    services.publish_round(round=second, by=desk.by)
    desk_page = Visitor(desk.by).get(url(desk, "desk/"))
    assert re.search(r'value="call" checked', desk_page)
    Visitor(desk.by).post(
        url(desk, "desk/step/"), verb="start_round", order=1, number=2, roll="referee"
    )
    assert not Due.objects.filter(kind="no_show", fired_at=None, called_off_at=None).exists()
    assert Round.objects.get(pk=second.pk).status == "running"


def test_cp_3_without_the_roll_who_is_late_is_red_and_one_press_forfeits(
    desk: Desk, published: Round, referee: Visitor
) -> None:
    start(desk, published, roll="referee")
    round = Round.objects.get(pk=published.pk)
    first, second = round.matches.order_by("table_no")
    services.check_in_at_table(match=first, entry=side(first), by=desk.by)
    pad = url(desk, "rulings/tables/")
    assert "Forfeits" not in referee.get(pad), "in time nobody is offered a forfeit"
    assert round.started_at is not None
    with time_machine.travel(round.started_at + 10 * MINUTE, tick=False):
        services.fire_due(now=timezone.now())
        page = referee.get(pad)
        assert page.count('class="is-late"') == 2
        assert "3 are too late" in page
        assert "both forfeit" in page
        act = url(desk, f"rulings/tables/{first.pk}/do/forfeit/")
        referee.post(act, side="1", back="tables", reason="not at the table in time")
        act = url(desk, f"rulings/tables/{second.pk}/do/forfeit/")
        referee.post(act, side="both", back="tables", reason="not at the table in time")
        page = referee.get(pad)
        assert "both missing" in page
        assert "is-late" not in page
    assert state(first)[:2] == ("confirmed", "forfeit")
    first, second = EventMatch.objects.get(pk=first.pk), EventMatch.objects.get(pk=second.pk)
    assert first.winner == side(first)
    assert second.winner is None


def test_cp_3_who_has_gone_through_the_hall_checks_all_the_rest_in(
    desk: Desk, published: Round, referee: Visitor, make_user: Callable[..., User]
) -> None:
    start(desk, published, roll="call")
    round = Round.objects.get(pk=published.pk)
    address = url(desk, f"rulings/rounds/{round.pk}/all-here/")
    Visitor(make_user("nobody")).post(address, 403)
    assert "4 pairs are at their tables" in referee.post(address)
    assert round.started_at is not None
    services.fire_due(now=round.started_at + 11 * MINUTE)
    assert {m.state for m in round.matches.all()} == {"running"}


def test_a_referee_who_scans_a_card_is_at_the_pad(
    desk: Desk, published: Round, referee: Visitor
) -> None:
    start(desk, published)
    match = published.matches.order_by("table_no").first()
    assert match is not None
    entry = side(match)
    pad = url(desk, f"rulings/tables/{match.pk}/")
    for card in (f"score/{match.code}/", f"score/{entry.code}/", f"in/{entry.code}/"):
        page = referee.client.get(url(desk, card))
        assert page.status_code == 302, card
        assert page["Location"] == pad
    assert "Enter the result" in referee.get(pad)
    assert "Enter the result" in referee.get(url(desk, f"score/{match.code}/"), enter="1")
    player = Visitor()
    assert player.client.get(url(desk, f"score/{entry.code}/")).status_code == 200
    assert "Referee’s pad" in Visitor(desk.by).get(url(desk, f"score/{match.code}/"))


def test_a_table_is_found_by_pinyin(desk: Desk, published: Round, referee: Visitor) -> None:
    match = published.matches.order_by("table_no").last()
    assert match is not None
    services.update_entry(entry=side(match), by=desk.by, name="王伟 李娜")
    for text in ("wangwei", "wang wei", "lina", "weili"):
        found = referee.client.get(url(desk, "rulings/tables/"), {"q": text})
        assert found.status_code == 302, text
        assert found["Location"].endswith(f"/{match.pk}/")


def test_cp_3_the_card_s_page_counts_down_and_checks_in_where_the_roll_is_called(
    desk: Desk, published: Round
) -> None:
    start(desk, published, roll="call")
    match = published.matches.order_by("table_no").first()
    assert match is not None
    phone = Visitor()
    phone.get(url(desk, f"score/{side(match).code}/"))
    page = phone.get(url(desk, f"score/{match.code}/"))
    assert "data-until" in page
    assert "We are both at the table" in page
    page = phone.post(url(desk, f"rulings/here/{side(match).code}/"), back="score")
    assert "Enter the result" in page
    assert "We are both at the table" not in page
    assert match.sides.get(side=0).present_at is not None


def switch(desk: Desk, **data: Any) -> None:
    """The chief presses the roll call on, or off, at the referee's tables."""
    said = Visitor(desk.by).post(url(desk, "rulings/tables/calling/"), **data)
    assert "It holds from the next round that is called." in said


def test_cp_3_the_roll_pressed_on_leaves_the_round_that_was_called_without_it_alone(
    desk: Desk, published: Round, referee: Visitor
) -> None:
    """Who then checks in long after the minutes of the call plays on."""
    start(desk, published, roll="referee")
    switch(desk, on="on")
    round = Round.objects.get(pk=published.pk)
    assert round.started_at is not None
    tables = referee.get(url(desk, "rulings/tables/"))
    assert "The roll is not called" in tables
    late = round.started_at + 20 * MINUTE
    for match in round.matches.all():
        page = Visitor()
        page.get(url(desk, f"score/{side(match).code}/"))
        assert "We are both at the table" not in page.get(url(desk, f"score/{match.code}/"))
        services.check_in_at_table(match=match, code=side(match).code, at=late)
    services.fire_due(now=late + MINUTE)
    assert {m.state for m in round.matches.all()} == {"running"}
    with time_machine.travel(late, tick=False):
        assert "both forfeit" not in referee.get(url(desk, "rulings/tables/"))
    second = services.draw_round(stage=desk.play(round).stage, by=desk.by)
    assert isinstance(second, Round)
    services.publish_round(round=second, by=desk.by)
    services.start_round(round=second, by=desk.by)
    assert "The roll is called" in referee.get(url(desk, "rulings/tables/"))
    services.fire_due(now=timezone.now() + 11 * MINUTE)
    assert {m.ending for m in second.matches.all()} == {"forfeit"}


def test_cp_3_the_roll_pressed_off_leaves_the_round_that_was_called_with_it_alone(
    desk: Desk, published: Round, referee: Visitor
) -> None:
    """Who was promised a forfeit of those who do not come has it; the next round has none."""
    start(desk, published, roll="call")
    switch(desk)
    assert "The roll is called" in referee.get(url(desk, "rulings/tables/"))
    round = Round.objects.get(pk=published.pk)
    assert round.started_at is not None
    first, second = round.matches.order_by("table_no")
    services.check_in_at_table(match=first, code=side(first).code, at=round.started_at)
    services.fire_due(now=round.started_at + 10 * MINUTE)
    first.refresh_from_db()
    second.refresh_from_db()
    assert first.winner == side(first)
    assert (second.ending, second.winner) == ("forfeit", None)
    after = services.draw_round(stage=desk.play(round).stage, by=desk.by)
    assert isinstance(after, Round)
    services.publish_round(round=after, by=desk.by)
    services.start_round(round=after, by=desk.by)
    services.fire_due(now=timezone.now() + 11 * MINUTE)
    assert {m.state for m in after.matches.all()} == {"running"}
