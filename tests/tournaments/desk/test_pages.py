"""Every page of the desk: there for whom it is for, and for nobody else (CP-2)."""

from __future__ import annotations

from typing import Any

import pytest

from tournaments import services

pytestmark = pytest.mark.django_db

FOR_ORGANISERS = (
    "set-up/", "clone/", "entries/new/", "entries/import/", "entries/seeding/", "entries/1/",
    "entries/teams/", "people/", "programs/",
)  # fmt: skip
FOR_LEADERS = ("what-if/", "rounds/1/2/edit/")
FOR_REFEREES = ("trail/",)
FOR_SCORERS = (
    "", "now/", "entries/", "check-in/", "rounds/", "rounds/1/1/",
    "rounds/1/1/results/", "rounds/1/1/results/import/",
)  # fmt: skip


@pytest.fixture
def running(make_desk: Any) -> Any:
    """Five pairs after the first round, the second is a draft."""
    desk = make_desk(5)
    stage = desk.start()
    desk.play(desk.draw(stage))
    services.draw_round(stage=stage, by=desk.by)
    return desk


def test_every_page_opens_for_the_organiser(running: Any, chief: Any) -> None:
    base = f"/events/{running.event.slug}/desk/"
    for page in (*FOR_SCORERS, *FOR_REFEREES, *FOR_LEADERS, *FOR_ORGANISERS):
        text = chief.get(base + page)
        if page != "now/":
            assert text.count("<h1") == 1, page
    for match in running.event.matches.all():
        assert "<h1" in chief.get(f"{base}matches/{match.pk}/")


@pytest.mark.parametrize(
    ("role", "allowed", "barred"),
    [
        ("scorer", FOR_SCORERS, (*FOR_REFEREES, *FOR_LEADERS, *FOR_ORGANISERS)),
        ("referee", (*FOR_SCORERS, *FOR_REFEREES), (*FOR_LEADERS, *FOR_ORGANISERS)),
        ("chief_referee", (*FOR_SCORERS, *FOR_REFEREES, *FOR_LEADERS), FOR_ORGANISERS),
    ],
)
def test_a_role_opens_its_pages_only(
    running: Any, stranger: Any, role: str, allowed: Any, barred: Any
) -> None:
    """CP-2"""
    services.give_role(event=running.event, by=running.by, user=stranger.user, role=role)
    base = f"/events/{running.event.slug}/desk/"
    for page in allowed:
        stranger.get(base + page)
    for page in barred:
        stranger.get(base + page, expect=403)


def test_the_desk_is_closed_to_others(running: Any, stranger: Any, visitor: Any) -> None:
    base = f"/events/{running.event.slug}/desk/"
    stranger.get(base, expect=403)
    assert visitor().client.get(base).status_code == 302
    visitor(running.by).get("/events/no-such-event/desk/", expect=404)


def test_a_draft_of_an_event_does_not_exist_for_others(chief: Any, stranger: Any) -> None:
    chief.send("/events/new/tea_house/", name="Secret")
    assert "Secret" in chief.get("/events/secret/desk/")
    stranger.get("/events/secret/desk/", expect=404)
    stranger.get("/events/secret/enter/", expect=404)
