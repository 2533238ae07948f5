"""A deal of the site as a record."""

from __future__ import annotations

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games import services
from games.engine import record
from games.engine.api import NextDeal
from games.models import Deal
from tests.games.played import play_deal

pytestmark = pytest.mark.django_db


def exported(deal: Deal) -> dict[str, Any]:
    out = StringIO()
    call_command("sgr", "export", str(deal.pk), stdout=out)
    data: dict[str, Any] = json.loads(out.getvalue())
    return data


@pytest.mark.parametrize("game", ["guandan", "shuangsheng", "wangkou", "tycoon"])
def test_an_exported_deal_checks_to_the_same_result(make_user: Any, game: str) -> None:
    """Export → check → the result of the tally; the seed is there for who wants to prove it."""
    table = services.open_table(host=make_user("host"), game=game, options={})
    services.fill(table=table, by=table.host)
    ahead = None
    if game == "tycoon":
        ahead = NextDeal(("2", "2"), first_deal=False, dealer=0)
    deal = play_deal(services.start_match(table=table), ahead=ahead)
    data = exported(deal)
    report = record.check(data)
    assert (report["ok"], report["phase"]) == (True, "done")
    tally = services.tally_deal(deal_id=deal.pk).result
    assert tally
    assert report["result"]["levels"] == list(tally["levels"])
    assert report["result"]["points"] == tally["points"]
    assert data["seed"] == deal.seed


def test_a_deal_with_tribute_is_exported_too(make_user: Any) -> None:
    """GD-24: a later deal of guandan carries the order of the one before."""
    table = services.open_table(host=make_user("host"), game="guandan", options={})
    services.fill(table=table, by=table.host)
    ahead = NextDeal(("2", "5"), first_deal=False, previous=(1, 3, 0, 2), first_drawer=2)
    data = exported(play_deal(services.start_match(table=table), ahead=ahead))
    assert data["previous"] == [1, 3, 0, 2]
    assert record.check(data)["phase"] == "done"


def test_what_cannot_be_exported(make_user: Any) -> None:
    """A deal that is not there, or not over, since a record tells all cards."""
    with pytest.raises(CommandError, match="no deal 99"):
        call_command("sgr", "export", "99")
    table = services.open_table(host=make_user("host"), game="guandan", options={})
    services.fill(table=table, by=table.host)
    deal = play_deal(services.start_match(table=table))
    Deal.objects.filter(pk=deal.pk).update(ended_at=None)
    with pytest.raises(CommandError, match="not ended"):
        call_command("sgr", "export", str(deal.pk))
