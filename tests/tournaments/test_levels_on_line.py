"""A level change by ruling at a table on line: the next deal begins with it (CP-12)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from accounts.models import User
from games.engine.api import game_of
from games.models import Deal, LevelRuling, Table
from games.models import Match as GameMatch
from tests.conftest import Site, site_in_thread
from tests.live.client import QUICK, Tab, cookies_of, to_the_end
from tests.tournaments.conftest import Desk
from tests.tournaments.test_live_event import wait_for
from tests.tournaments.test_online import online
from tournaments import services
from tournaments.models import EventMatch, Penalty

LADDER = game_of("shuangsheng").ladder


@pytest.fixture
def people(transactional_db: None, make_user: Callable[..., User]) -> list[User]:
    return [make_user(f"p{index}") for index in range(4)]


@pytest.fixture
def site(transactional_db: None, settings: Any) -> Iterator[Site]:
    settings.LIVE = QUICK
    with site_in_thread() as running:
        yield running


class Hall:
    """A match of two deals at a table on line, with the tabs of its four players."""

    def __init__(self, desk: Desk, site: Site, people: list[User]) -> None:
        self.desk = desk
        self.match = desk.draw(desk.start()).matches.get()
        assert self.match.table is not None
        self.table: Table = self.match.table
        seats = self.table.seats.select_related("user").order_by("index")
        self.tabs = [Tab(site.ws_url, self.table.code, cookies_of(s.user)) for s in seats]

    def begin(self) -> None:
        for tab in self.tabs:
            tab.ask("ready", on=True)
        for tab in self.tabs:
            tab.until(lambda tab=tab: (tab.room.get("match") or {}).get("deal") == 1)

    def next_deal(self) -> list[str]:
        """Wait for the deal after the one that has been played; its levels as that left them."""
        last = self.tabs[0].room["match"]["sheet"][-1]
        for tab in self.tabs:
            tab.until(lambda tab=tab: tab.room["match"]["deal"] == last["deal"] + 1)
        return list(last["levels"])

    def rule(self, side: int, **effect: Any) -> Penalty:
        entry = self.match.sides.get(side=side).entry
        said = {"foul": "other", "grade": "level", **effect}
        ruling = services.Ruling(round=self.match.round, entry=entry, match=self.match, **said)
        return services.record_penalty(event=self.desk.event, by=self.desk.by, ruling=ruling)

    def newest(self) -> Deal:
        return Deal.objects.filter(match__table=self.table).latest("number")

    def result(self) -> EventMatch:
        wait_for(lambda: GameMatch.objects.filter(table=self.table, ended_at__isnull=False))
        services.take_missed()
        self.match.refresh_from_db()
        return self.match

    def close(self) -> None:
        for tab in self.tabs:
            tab.close()


@pytest.fixture
def hall(make_desk: Callable[..., Desk], site: Site, people: list[User]) -> Iterator[Hall]:
    ending = {"kind": "deals", "deals": 2}
    desk = online(make_desk, people, game="shuangsheng", settings={"ending": ending})
    made = Hall(desk, site, people)
    yield made
    made.close()


def up(level: str, steps: int) -> str:
    """A level so many steps on, within the ladder."""
    return LADDER[max(0, min(len(LADDER) - 1, LADDER.index(level) + steps))]


def test_cp_12_the_next_deal_begins_with_the_changed_level_and_the_result_has_it(
    hall: Hall,
) -> None:
    hall.begin()
    penalty = hall.rule(0, levels=3, change="other_up")
    for tab in hall.tabs:
        tab.until(lambda tab=tab: tab.room["ruled"] == [0, 3])
    to_the_end(hall.tabs)
    before = hall.next_deal()
    expected = [before[0], up(before[1], 3)]
    assert hall.tabs[0].room["match"]["levels"] == expected
    assert hall.tabs[0].room["ruled"] is None
    assert hall.newest().start["levels"] == expected
    to_the_end(hall.tabs)
    row = hall.result()
    played = GameMatch.objects.get(table=hall.table).levels
    assert row.levels == tuple(LADDER.index(level) for level in played)
    services.revoke_penalty(penalty=penalty, by=hall.desk.by, reason="the video shows it")
    row.refresh_from_db()
    shown = played if row.ruled is None else row.ruled["levels"]
    assert [level.replace("10", "T") for level in shown] == [played[0], up(played[1], -3)]


def test_cp_12_a_revocation_in_mid_match_gives_the_levels_back_at_the_next_deal(
    hall: Hall,
) -> None:
    hall.begin()
    penalty = hall.rule(1, levels=2, change="other_up")
    services.revoke_penalty(penalty=penalty, by=hall.desk.by, reason="a slip of the finger")
    for tab in hall.tabs:
        tab.until(lambda tab=tab: tab.room.get("ruled", 0) is None)
    to_the_end(hall.tabs)
    assert hall.next_deal() == hall.newest().start["levels"]
    assert not LevelRuling.objects.filter(deal__isnull=False).exists()


def test_cp_12_in_the_last_deal_it_changes_the_result(hall: Hall) -> None:
    hall.begin()
    to_the_end(hall.tabs)
    hall.next_deal()
    hall.rule(0, levels=2, change="other_up")
    to_the_end(hall.tabs)
    row = hall.result()
    played = GameMatch.objects.get(table=hall.table).levels
    assert row.levels == tuple(LADDER.index(level) for level in (played[0], up(played[1], 2)))
