"""An event's tables in the running site: bots play, the match ends as CP-7 says, it counts."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from games.models import Match
from tests.conftest import Site, site_in_thread
from tests.live.client import QUICK
from tests.tournaments.conftest import Desk
from tests.tournaments.test_online import bots
from tournaments import selectors, services


@pytest.fixture
def hurried_site(transactional_db: None, settings: Any) -> Iterator[Site]:
    settings.LIVE = QUICK
    with site_in_thread() as site:
        yield site


def wait_for(found: Callable[[], object]) -> None:
    deadline = time.monotonic() + 90
    while not found():
        assert time.monotonic() < deadline, "the matches do not end"
        time.sleep(0.1)


def test_cp_7_tables_of_bots_play_their_deals_and_the_round_is_complete(
    hurried_site: Site, make_desk: Callable[..., Desk]
) -> None:
    ending = {"kind": "deals", "deals": 1}
    desk = make_desk(
        mode="online", stages=[{"kind": "swiss", "rounds": 1}], settings={"ending": ending}
    )
    bots(desk, 4)
    stage = desk.start()
    round = desk.draw(stage)
    wait_for(lambda: Match.objects.filter(ended_at__isnull=False).count() == 2)
    assert services.take_missed() == 2
    services.finish_round(round=round, by=desk.by)
    services.recount(stage_id=stage.pk)
    table = selectors.standings(stage)
    assert table is not None
    assert [row.rank for row in table.groups[0].rows] == [1, 2, 3, 4]
    assert {m.deals for m in round.matches.all()} == {1}


def test_duplicate_tables_play_the_same_deals(
    hurried_site: Site, make_desk: Callable[..., Desk]
) -> None:
    """CP-8: both tables are dealt the same cards, from the event's seed."""
    desk = make_desk(
        mode="online",
        preset="duplicate",
        stages=[{"kind": "swiss", "rounds": 1}],
        settings={"ending": {"kind": "deals", "deals": 2}},
    )
    bots(desk, 4)
    round = desk.draw(desk.start())
    wait_for(lambda: Match.objects.filter(ended_at__isnull=False).count() == 2)
    assert services.take_missed() == 2
    dealt = [
        list(match.game_match.deals.order_by("number").values_list("seed", flat=True))
        for match in round.matches.select_related("game_match")
        if match.game_match
    ]
    assert dealt[0] == dealt[1] == list(round.boards.values_list("seed", flat=True))
    for _board, lines in selectors.board_table(round):
        assert len(lines) == 2
        assert sum(line.margin for line in lines) == 0 or lines[0].score == lines[1].score
        assert all(line.deal_id for line in lines)
