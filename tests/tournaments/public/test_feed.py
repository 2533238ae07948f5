"""The commentators' feed: all hands, never ahead of the delay."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import Deal
from tests.games.played import play_deal
from tests.tournaments.conftest import Desk
from tournaments import services
from tournaments.models import EventMatch

pytestmark = pytest.mark.django_db
DELAY = 10


@pytest.fixture
def match(make_desk: Callable[..., Desk]) -> EventMatch:
    """A match of four bots at a table on line."""
    desk = make_desk(
        slug="cup", mode="online", stages=[{"kind": "swiss", "rounds": 1}],
        settings={"delay_minutes": DELAY},
    )  # fmt: skip
    for index in range(2):
        players = [{"name": f"{index}{p}", "bot": "plain"} for p in "ab"]
        services.add_entry(event=desk.event, by=desk.by, players=players)
    found = desk.draw(desk.start()).matches.get()
    assert found.table is not None
    return found


def deal(match: EventMatch, *, began: float, ended: float | None) -> Deal:
    """A deal whose actions came evenly from ``began`` minutes ago on; ``ended`` minutes ago."""
    assert match.table is not None
    made = play_deal(match.table.matches.get())
    now = timezone.now()
    rows = list(made.events.order_by("seq"))
    start = now - timedelta(minutes=began)
    length = timedelta(minutes=began - (ended or 0)) / len(rows)
    for row in rows:
        row.at = start + length * row.seq
        row.save(update_fields=["at"])
    over = None if ended is None else now - timedelta(minutes=ended)
    Deal.objects.filter(pk=made.pk).update(started_at=start, ended_at=over)
    made.refresh_from_db()
    return made


def address(match: EventMatch) -> str:
    return f"/events/cup/feed/{match.pk}/now/"


def test_who_runs_the_event_sees_a_deal_under_way_with_the_delay(
    client: Client, match: EventMatch, organiser: User
) -> None:
    played = deal(match, began=20, ended=None)
    client.force_login(organiser)
    told = client.get(address(match)).json()
    assert not told["over"]
    limit = timezone.now() - timedelta(minutes=DELAY)
    allowed = played.events.filter(at__lte=limit).count()
    assert 0 < len(told["steps"]) <= allowed + 1  # the cards as dealt come first
    assert len(told["steps"]) < played.events.count()
    assert all(len(step["hands"]) == 4 for step in told["steps"])


def test_the_public_sees_no_deal_under_way(client: Client, match: EventMatch) -> None:
    deal(match, began=40, ended=None)
    assert client.get(address(match)).status_code == 204


def test_the_public_sees_a_deal_when_the_delay_after_its_end_is_over(
    client: Client, match: EventMatch
) -> None:
    played = deal(match, began=30, ended=DELAY - 1)
    assert client.get(address(match)).status_code == 204
    Deal.objects.filter(pk=played.pk).update(ended_at=timezone.now() - timedelta(minutes=DELAY + 1))
    assert client.get(address(match)).json()["steps"]
    assert client.get(f"/events/cup/feed/{match.pk}/").status_code == 200


def test_an_organiser_who_plays_is_one_of_the_public(
    client: Client, match: EventMatch, organiser: User
) -> None:
    deal(match, began=20, ended=None)
    player = match.event.entries.first().players.first()  # type: ignore[union-attr]
    assert player is not None
    player.user = organiser
    player.save()
    client.force_login(organiser)
    assert client.get(address(match)).status_code == 204


def test_a_duplicate_deal_is_told_when_the_round_is_over(client: Client, match: EventMatch) -> None:
    """Others still play the same cards."""
    deal(match, began=60, ended=30)
    match.event.duplicate = True
    match.event.save()
    assert client.get(address(match)).status_code == 204
    match.round.status = "finished"
    match.round.save()
    assert client.get(address(match)).status_code == 200


def test_a_match_in_a_hall_has_no_feed(client: Client, match: EventMatch) -> None:
    EventMatch.objects.filter(pk=match.pk).update(online=False)
    assert client.get(address(match)).status_code == 404
