"""A running deal rolled back to a trick, at a table of the running site."""

from __future__ import annotations

from typing import Any

import pytest

from games import services
from games.engine import record
from games.models import Deal, StruckEvent, Table
from games.services import No, Refused
from games.services.records import export_deal, replay
from tests.live.client import Tab, play_on, to_the_end

REFEREE = Table.Hold.REFEREE


@pytest.fixture
def tabs(quick: None, live_site: Any, seated: Table, four: list[Any], open_tab: Any) -> list[Tab]:
    """Four persons at their table, some tricks into a deal."""
    tabs = [open_tab(live_site, seated, user) for user in four]
    for tab in tabs:
        tab.ask("ready")
    for tab in tabs:
        tab.until(lambda tab=tab: tab.view)
    return tabs


def running(table: Table) -> Deal:
    return Deal.objects.select_related("match").get(match__table=table, ended_at__isnull=True)


def hands_at_the_beginning_of(deal: Deal, trick: int) -> list[list[str]]:
    """What the four held then, from the log as it stands."""
    log = list(deal.events.order_by("seq"))
    keep = services.rulings.rows_before(deal, log, trick)
    assert keep is not None
    game = replay(deal).game
    state = services.records.fold(
        game, game.start(services.records.setup_of(deal, deal.match)), log[:keep]
    )
    views = [game.view(state, seat) for seat in range(4)]
    return [sorted(card for group in view.hand for card in group) for view in views]


def hold(table: Table, tabs: list[Tab]) -> None:
    services.hold_table(table=table, by=REFEREE, why="A word with both sides")
    for tab in tabs:
        tab.until(lambda tab=tab: tab.room["hold"])


def back_again(tabs: list[Tab]) -> None:
    """The tabs are sent away, and come back to the table as it is now."""
    for tab in tabs:
        assert tab.closed_with() == 4009
        known = tab.n
        tab.connect()
        tab.until(lambda tab=tab, known=known: tab.n > known)


def test_play_goes_on_from_the_beginning_of_the_trick(seated: Table, tabs: list[Tab]) -> None:
    play_on(tabs, lambda: tabs[0].view["tricks_played"] >= 4)
    hold(seated, tabs)
    refused = tabs[0].ask("act", do="play", cards=tabs[0].hand[:1])
    assert refused["code"] == "held"
    deal = running(seated)
    last = deal.events.exclude(action_id="").order_by("-seq").first()
    rows, held = deal.events.count(), hands_at_the_beginning_of(deal, 3)
    done = services.roll_back(deal=deal, trick=3, why="Trick 3 is played anew")
    assert (done.before, done.after) == (rows, deal.events.count())
    assert [row.seq for row in deal.struck.order_by("seq")] == list(range(done.after + 1, rows + 1))
    assert {row.why for row in deal.struck.all()} == {"Trick 3 is played anew"}
    back_again(tabs)
    for seat, tab in enumerate(tabs):
        assert sorted(tab.hand) == held[seat]
        assert tab.view["tricks_played"] == 2
        assert tab.room["hold"]["why"] == "A word with both sides"
    services.release_table(table=seated, by=REFEREE)
    for tab in tabs:
        tab.until(lambda tab=tab: tab.room["hold"] is None)
    again = tabs[last.seat].ask("act", id=last.action_id, **last.action)
    assert again["t"] == "ack", "what was struck is known, and not played again"
    assert deal.events.count() == done.after
    to_the_end(tabs)
    deal.refresh_from_db()
    seqs = list(deal.events.order_by("seq").values_list("seq", flat=True))
    assert seqs == list(range(1, len(seqs) + 1))
    assert record.check(export_deal(deal=deal))["ok"]


def test_what_was_decided_in_the_same_moment_is_not_written(seated: Table, tabs: list[Tab]) -> None:
    """A room that has not heard of it yet cannot write past the rolled back log."""
    play_on(tabs, lambda: tabs[0].view["tricks_played"] >= 2)
    deal = running(seated)
    Table.objects.filter(pk=seated.pk).update(hold="referee")  # the room is not told
    done = services.roll_back(deal=deal, trick=1, why="From the first trick")
    back_again(tabs)
    assert deal.events.count() == done.after
    assert all(tab.view["tricks_played"] == 0 for tab in tabs)


def test_only_a_held_table_and_a_trick_that_has_begun(seated: Table, tabs: list[Tab]) -> None:
    play_on(tabs, lambda: tabs[0].view["tricks_played"] >= 1)
    deal = running(seated)
    with pytest.raises(Refused) as refused:
        services.roll_back(deal=deal, trick=1, why="no hold")
    assert refused.value.code == No.NOT_HELD
    hold(seated, tabs)
    for trick in (0, 25):
        with pytest.raises(Refused) as refused:
            services.roll_back(deal=deal, trick=trick, why="no such trick")
        assert refused.value.code == No.NO_TRICK
    assert not StruckEvent.objects.exists()


def test_what_the_staff_has_frozen_a_referee_does_not_release(seated: Table) -> None:
    services.hold_table(table=seated, by=REFEREE, why="a question")
    services.hold_table(table=seated, by=Table.Hold.STAFF, why="a complaint")
    with pytest.raises(Refused) as refused:
        services.release_table(table=seated, by=REFEREE)
    assert refused.value.code == No.FROZEN
    with pytest.raises(Refused) as refused:
        services.hold_table(table=seated, by=REFEREE, why="again")
    assert refused.value.code == No.HELD
    services.release_table(table=seated, by=Table.Hold.STAFF)
    seated.refresh_from_db()
    assert (seated.hold, seated.held_at) == ("", None)


def test_a_frame_says_how_often_and_from_which_trick(seated: Table, tabs: list[Tab]) -> None:
    """Whose line was broken finds out that what they had sent was for cards played otherwise."""
    play_on(tabs, lambda: tabs[0].view["tricks_played"] >= 4)
    assert tabs[0].room["match"]["anew"] is None
    deal = running(seated)
    hold(seated, tabs)
    services.roll_back(deal=deal, trick=4, why="first")
    back_again(tabs)
    assert tabs[0].room["match"]["anew"] == {"times": 1, "trick": 4}
    services.release_table(table=seated, by=REFEREE)
    for tab in tabs:
        tab.until(lambda tab=tab: tab.room["hold"] is None)
    play_on(tabs, lambda: tabs[0].view["tricks_played"] >= 5)
    hold(seated, tabs)
    services.roll_back(deal=deal, trick=3, why="second")
    back_again(tabs)
    for tab in tabs:
        assert tab.room["match"]["anew"] == {"times": 2, "trick": 3}
        assert tab.view["tricks_played"] == 2
