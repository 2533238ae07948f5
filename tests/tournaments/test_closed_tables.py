"""What somebody reads who sat at a table on line that was closed, and what a stranger is told."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client

from accounts.models import User
from games.models import Table
from tests.tournaments.conftest import Desk
from tests.tournaments.test_online import online
from tests.tournaments.test_penalties import give
from tournaments import services


@pytest.fixture
def people(make_user: Callable[..., User]) -> list[User]:
    return [make_user(f"p{index}") for index in range(4)]


def test_cp_5_who_sat_at_a_table_that_is_closed_reads_why(
    make_desk: Callable[..., Desk], people: list[User]
) -> None:
    """CP-3, CP-5, CP-12: a forfeit, or a penalty; and the way back to the event."""
    desk = online(make_desk, people)
    match = desk.draw(desk.start()).matches.get()
    table = Table.objects.get()
    client = Client(headers={"accept-language": "en"})
    client.force_login(people[0])
    for user in people[:2]:
        services.seat_changed(table_id=table.pk, user_id=user.pk, here=True)
    assert match.round.started_at is not None
    services.fire_due(now=match.round.started_at + timedelta(minutes=10))
    page = client.get(f"/t/{table.code}/")
    assert page.status_code == 410
    text = page.content.decode()
    assert "Not both of a pair were at the table in time" in text
    assert "The match goes to A." in text
    assert f"/events/{desk.event.slug}/mine/" in text
    services.lift_forfeit(match=match, by=desk.by, reason="the lift was stuck")
    match.refresh_from_db()
    assert match.table is not None
    assert client.get(f"/t/{match.table.code}/").status_code == 200
    text = client.get(f"/t/{table.code}/").content.decode()
    assert "The match is open again and has another table." in text
    assert "/events/?when=mine" in text
    give(desk, match, "loss", entry=match.sides.get(side=0).entry)
    text = client.get(f"/t/{match.table.code}/").content.decode()
    assert "A penalty has ended the match (CP-12). The match goes to B." in text


def test_cp_12_who_only_watched_reads_of_a_ruling_what_the_event_shows(
    make_desk: Callable[..., Desk], make_user: Callable[..., User], people: list[User]
) -> None:
    """The parties and who runs the event read why; others where the event shows its rulings."""
    desk = online(make_desk, people)
    match = desk.draw(desk.start()).matches.get()
    table = Table.objects.get()
    give(desk, match, "loss", entry=match.sides.get(side=0).entry)

    def read(user: User | None) -> str:
        client = Client(headers={"accept-language": "en"})
        if user is not None:
            client.force_login(user)
        return client.get(f"/t/{table.code}/").content.decode()

    strangers = (None, make_user("watcher"))
    for user in strangers:
        text = read(user)
        assert "CP-12" not in text
        assert "The match is over." in text
    for user in (people[0], people[3], desk.by):
        assert "A penalty has ended the match (CP-12)." in read(user)
    services.update_event(event=desk.event, by=desk.by, settings={"show_rulings": True})
    for user in strangers:
        assert "A penalty has ended the match (CP-12)." in read(user)
