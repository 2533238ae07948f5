"""A room made anew from the database is the room that was lost."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games import services
from games.engine.api import Phase, game_of
from games.live import store
from games.live.room import Room
from games.models import Deal, DealEvent, Match
from games.tasks import tally_missed
from tests.games.played import play_deal
from tests.live.world import FakeWorld

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(make_user: Callable[..., Any]) -> Match:
    table = services.play_now(user=make_user("lin"), game="shuangsheng")
    return table.matches.get()


def cut(deal: Deal, rows: int) -> list[DealEvent]:
    """Keep only so many rows of the log, as if the deal were under way."""
    deal.events.filter(seq__gt=rows).delete()
    deal.ended_at = None
    deal.save()
    return list(deal.events.order_by("seq"))


def recovered(match: Match) -> Room:
    loaded = store.claim(match.table_id, "me")
    assert loaded is not None
    return Room(FakeWorld(), loaded)


def test_a_deal_goes_on_where_its_log_ends(match: Match) -> None:
    deal = play_deal(match)
    rows = cut(deal, 40)
    person = next(row for row in reversed(rows) if row.seat == 0)
    DealEvent.objects.filter(pk=person.pk).update(action_id="mine", bank_ms=12_500)
    room = recovered(match)
    assert room.deal is not None
    assert room.deal.seq == 40
    assert room.deal.ids == {"mine": person.seq}
    assert room.deal.clock.banks[0] == 12.5
    assert room.deal.clock.banks[1] == 120
    room.start()
    assert room.deal.clock.since or room.deal.window
    assert room.fair is not None
    assert room.fair["seed"] is None
    assert room.fair["commitment"] == deal.commitment


def test_absence_is_remembered(match: Match) -> None:
    deal = play_deal(match)
    rows = cut(deal, 60)
    mine = [row.pk for row in rows if row.seat == 0][-2:]
    DealEvent.objects.filter(pk__in=mine).update(auto=True)
    assert recovered(match).people.is_away(0)
    DealEvent.objects.filter(pk=mine[-1]).update(auto=False)
    assert not recovered(match).people.is_away(0)


def test_the_sheet_is_there_with_and_without_the_tally(match: Match) -> None:
    first = play_deal(match)
    result = services.tally_deal(deal_id=first.pk).result
    assert result is not None
    game = game_of(match.game)
    played = game.result(services.records.replay(first).state)
    assert played is not None
    ahead = game.next(services.records.setup_of(first, match), played)
    second = play_deal(match, number=2, ahead=ahead)
    room = recovered(match)
    assert room.bout is not None
    assert [line["deal"] for line in room.bout.sheet] == [1, 2]
    assert room.bout.sheet[0]["points"] == result["points"]
    services.tally_deal(deal_id=second.pk)
    again = recovered(match)
    assert again.bout is not None
    assert again.bout.sheet == room.bout.sheet
    assert room.phase() == "result"
    assert room.fair is not None
    assert room.fair["seed"] == second.seed


def test_a_match_that_was_won_before_the_crash_is_ended(match: Match) -> None:
    play_deal(match)
    loaded = store.claim(match.table_id, "me")
    assert loaded is not None
    assert loaded.bout is not None
    loaded.bout.won_by, loaded.ahead = 1, None
    world = FakeWorld()
    Room(world, loaded).start()
    assert world.won == [(match.pk, 1)]


def test_a_match_without_a_deal_yet_is_dealt(match: Match) -> None:
    room = recovered(match)
    room.start()
    assert room.deal is not None
    assert room.game.phase(room.deal.state) is Phase.DECLARE


def test_missed_tallies_are_made_up_for(match: Match) -> None:
    deal = play_deal(match)
    Deal.objects.filter(pk=deal.pk).update(ended_at=deal.started_at.replace(year=2020))
    tally_missed()
    deal.refresh_from_db()
    match.refresh_from_db()
    assert deal.tallied_at is not None
    assert deal.result is not None
    assert match.levels == deal.result["levels"]
    assert match.score == deal.result["score"]


def test_an_open_deal_is_not_tallied(match: Match) -> None:
    deal = play_deal(match)
    cut(deal, 30)
    with pytest.raises(ValueError, match="not ended"):
        services.tally_deal(deal_id=deal.pk)
    with pytest.raises(ValueError, match="not ended"):
        services.export_deal(deal=deal)
