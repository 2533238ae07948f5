"""A table over real sockets: sitting down, a whole deal, and what everybody is sent."""

from __future__ import annotations

from typing import Any

from games.models import Deal
from tests.live.client import to_the_end


def test_four_play_a_deal(
    quick: None, live_site: Any, seated: Any, four: Any, open_tab: Any
) -> None:
    tabs = [open_tab(live_site, seated, user) for user in four]
    for tab in tabs:
        tab.until(lambda tab=tab: tab.room)
        assert tab.room["phase"] == "waiting"
        assert tab.ask("ready")["t"] == "ack"
    tabs[0].until(lambda: tabs[0].room["phase"] != "waiting")
    to_the_end(tabs)
    assert tabs[0].view["result"] is not None
    print(tabs[0].raw[-3][:3000], [len(r) for r in tabs[0].raw])
    assert Deal.objects.filter(ended_at__isnull=False).exists()
