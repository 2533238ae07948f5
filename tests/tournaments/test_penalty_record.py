"""What a penalty on line points at in the record (CP-13), and what no page takes (CP-1)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import Deal
from tests.tournaments.conftest import Desk
from tests.tournaments.desk.conftest import Visitor
from tests.tournaments.test_appeals import _in_english
from tests.tournaments.test_online import ended, online
from tests.tournaments.test_penalties import give
from tournaments import services
from tournaments.models import EventMatch

__all__ = ["_in_english"]


@pytest.fixture
def people(make_user: Callable[..., User]) -> list[User]:
    return [make_user(f"p{index}") for index in range(4)]


def test_cp_13_the_penalty_and_its_appeal_open_the_replay_at_the_trick(
    make_desk: Callable[..., Desk], people: list[User]
) -> None:
    desk = online(make_desk, people)
    match = desk.draw(desk.start()).matches.get()
    assert match.table is not None
    played = ended(match.table, ["A+", "9"])
    services.take_result(game_match_id=played.pk)
    deal = Deal.objects.create(
        match=played, number=3, start={}, seed="", commitment="", ended_at=timezone.now(), result={}
    )
    penalty = give(desk, match, "warning", deal_number=3, trick_number=7)
    penalty.refresh_from_db()
    assert penalty.deal == deal
    replay = f'href="/matches/{played.pk}/deals/3/replay/#t7"'
    base = f"/events/{desk.event.slug}/rulings/"
    player = Visitor(people[0])
    assert replay in player.get(f"{base}penalties/{penalty.pk}/")
    row = EventMatch.objects.get(pk=match.pk)
    appeal = services.file_appeal(
        match=row, by=people[0], penalty=penalty, text="See for yourself."
    )
    assert replay in player.get(f"{base}appeals/{appeal.pk}/")


def test_cp_1_once_entries_are_closed_no_page_takes_other_persons(
    make_desk: Callable[..., Desk], people: list[User], make_user: Callable[..., User]
) -> None:
    """CP-1: whatever is sent, the two accounts of a pair stay; the page says that it is so."""
    desk = online(make_desk, people)
    desk.start()
    entry = desk.event.entries.get(number=1)
    other = make_user("sister")
    address = f"/events/{desk.event.slug}/desk/entries/1/"
    chief = Visitor(desk.by)
    assert "CP-1" in chief.get(address)
    chief.send(address, user_1=str(other.pk), player_1=str(other), players=str(other.pk))
    chief.client.post(address, {"player_1": "sister", "user_1": other.username, "player_2": "x"})
    users = list(entry.players.order_by("position").values_list("user", flat=True))
    assert users == [people[0].pk, people[1].pk]
