"""Results on the phones of both sides, the referee between them (CP-8)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tournaments.models import EventMatch

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(make_desk: Any, visitor: Any) -> Any:
    """A match that is played, and the phones of its two sides."""

    class Table:
        def __init__(self) -> None:
            self.desk = make_desk(4)
            round = self.desk.draw(self.desk.start())
            self.match: EventMatch = round.matches.order_by("table_no").first()
            self.slug = self.desk.event.slug
            sides = self.match.sides.select_related("entry").order_by("side")
            self.entries = [side.entry for side in sides]
            self.phones = [visitor(), visitor()]

        def page(self, side: int) -> str:
            return f"/events/{self.slug}/score/{self.entries[side].code}/"

        def state(self) -> str:
            self.match.refresh_from_db()
            return self.match.state

        def send(self, side: int, **body: Any) -> Any:
            response = self.phones[side].client.post(
                f"{self.page(side)}send/",
                json.dumps({"match": self.match.code, **body}),
                "application/json",
            )
            return response.status_code, response.json()

    return Table()


def test_one_side_enters_and_the_other_agrees(table: Any) -> None:
    one, other = table.phones
    page = one.send(table.page(0), level_0="A+", level_1="9", deals="8")
    assert "The other side has to agree" in page
    assert table.state() == "entered"
    page = other.get(table.page(1))
    assert "have entered" in page
    assert "A+ : 9" in page
    assert "The result is confirmed" in other.post(table.page(1), verb="agree")
    assert table.state() == "confirmed"


def test_nobody_agrees_with_himself(table: Any) -> None:
    one = table.phones[0]
    one.send(table.page(0), level_0="A+", level_1="9")
    assert "Yes, that is right" not in one.get(table.page(0))
    assert "The other side confirms" in one.post(table.page(0), verb="agree")
    assert table.state() == "entered"


def test_two_that_differ_go_to_the_referee(table: Any, chief: Any) -> None:
    one, other = table.phones
    one.send(table.page(0), level_0="A+", level_1="9")
    page = other.send(table.page(1), level_0="K", level_1="9")
    assert "the referee decides" in page
    assert table.state() == "disputed"
    desk = f"/events/{table.slug}/desk/"
    assert "1 result is disputed" in chief.get(desk)
    chief.send(f"{desk}matches/{table.match.pk}/", level_0="A", level_1="9", reason="Slip checked")
    assert table.state() == "confirmed"


def test_the_slip_asks_which_pair_one_is(table: Any, visitor: Any) -> None:
    phone = visitor()
    slip = f"/events/{table.slug}/score/{table.match.code}/"
    assert "Which pair are you" in phone.get(slip)
    assert "not the code of one of these" in phone.post(slip, code="WRONG")
    page = phone.post(slip, code=table.entries[1].code.upper())
    assert "Enter the result" in page


def test_a_stranger_cannot_send(table: Any) -> None:
    status, answer = table.send(0, levels=["A", "3"], client_id="x")
    assert status == 403
    assert not answer["ok"]
    assert table.state() == "running"


def test_what_was_kept_is_sent_later_and_once(table: Any) -> None:
    table.phones[0].get(table.page(0))
    body = {"levels": ["A", "3"], "client_id": "kept-1", "entered_at": "2026-03-05T19:30:00Z"}
    for _ in range(3):
        status, answer = table.send(0, **body)
        assert (status, answer["ok"], answer["state"]) == (200, True, "entered")
    assert table.match.entries.count() == 1
    table.phones[1].get(table.page(1))
    status, answer = table.send(1, verb="agree", client_id="kept-2")
    assert answer["state"] == "confirmed"
    # the first phone was off line and corrects itself too late: said, and kept
    status, answer = table.send(0, levels=["A", "4"], client_id="kept-3")
    assert answer["ok"]
    assert answer["conflict"]
    assert "Another result is confirmed already" in answer["text"]
    assert table.match.entries.count() == 3


def test_the_pages_work_without_a_network_by_a_worker(table: Any) -> None:
    response = table.phones[0].client.get("/events/worker.js")
    assert response["content-type"].startswith("text/javascript")


def test_a_pair_with_a_bye_has_nothing_to_enter(make_desk: Any, visitor: Any) -> None:
    """CP-5"""
    desk = make_desk(3)
    round = desk.draw(desk.start())
    free = round.matches.get(ending="bye").sides.get().entry
    assert "You have a bye" in visitor().get(f"/events/{desk.event.slug}/score/{free.code}/")


def test_a_phone_that_has_shown_both_cards_is_of_the_one_it_shows_now(table: Any) -> None:
    phone = table.phones[0]
    phone.get(table.page(0))
    phone.send(table.page(1), level_0="A+", level_1="9")
    assert table.match.entries.get().side == 1
    assert "Yes, that is right" in phone.get(table.page(0))
