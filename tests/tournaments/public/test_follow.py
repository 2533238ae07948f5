"""Who follows a pair is told of its draws and results, until they have been looked at."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from accounts.models import User
from tests.tournaments.conftest import Desk
from tests.tournaments.desk.conftest import Visitor
from tournaments import services

NEWS = "News of pairs you follow"


@pytest.fixture
def cup(make_desk: Callable[..., Desk]) -> Desk:
    return make_desk(4, slug="cup")


@pytest.fixture
def fan(cup: Desk, make_user: Callable[..., User]) -> Visitor:
    """Somebody who follows pair A."""
    visitor = Visitor(make_user("fan"))
    visitor.post("/events/cup/pairs/1/follow/", on="1")
    return visitor


def test_news_of_a_followed_pair_are_told_on_every_page_until_they_are_seen(
    cup: Desk, fan: Visitor
) -> None:
    assert NEWS not in fan.get("/")
    round = cup.draw(cup.start())
    for page in ("/", "/events/", "/events/cup/standings/"):
        assert NEWS in fan.get(page), page
    assert '<a href="/events/cup/mine/">Test cup' in fan.get("/events/")
    table = cup.match(round, "A", "C").table_no
    mine = fan.get("/events/cup/mine/")
    assert f"Table {table} · against C" in mine
    assert NEWS not in mine
    assert NEWS not in fan.get("/")
    cup.score(cup.match(round, "B", "D"))
    assert NEWS not in fan.get("/"), "others' results are none"
    cup.win(round, "A", "C")
    assert NEWS in fan.get("/")
    assert "A+ : 9" in fan.get("/events/cup/mine/")


def test_a_draft_is_no_news_and_who_follows_no_more_hears_nothing(cup: Desk, fan: Visitor) -> None:
    services.draw_round(stage=cup.start(), by=cup.by)
    assert NEWS not in fan.get("/")
    services.publish_round(round=cup.event.stages.get().rounds.get(), by=cup.by)
    assert NEWS in fan.get("/")
    assert NEWS not in Visitor(cup.by).get("/")
    fan.post("/events/cup/pairs/1/follow/", on="0")
    assert NEWS not in fan.get("/")
