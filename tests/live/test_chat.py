"""Chat over real sockets: who hears whom, what is shown to who comes in, hidden lines, mutes."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from accounts import sanctions
from games import services
from games.models import ChatLine, Table
from tests.live.client import Tab
from tournaments.models import Event, EventMatch, Round, Stage


def heard(tab: Tab) -> list[str]:
    """What a tab has on its screen: the last list, and the lines since."""
    shown: list[str] = []
    for message in tab.chat:
        if "lines" in message:
            shown = [line["phrase"] or line["text"] for line in message["lines"]]
        else:
            shown.append(message["line"]["phrase"] or message["line"]["text"])
    return shown


def greeted(tab: Tab) -> Tab:
    """The tab, once it has been shown what was said lately."""
    tab.until(lambda: tab.room and any("lines" in each for each in tab.chat))
    return tab


@pytest.fixture
def tabs(quick: None, live_site: Any, seated: Table, four: list[Any], open_tab: Any) -> list[Tab]:
    """Two players and two watchers, one of whom has not signed in."""
    return [greeted(open_tab(live_site, seated, user)) for user in (four[0], four[1], None)]


def test_a_player_s_line_goes_to_everybody_and_is_kept(tabs: list[Tab], four: list[Any]) -> None:
    player, partner, watcher = tabs
    assert player.ask("say", text="  hello\u202e there ")["t"] == "ack"
    for tab in tabs:
        tab.until(lambda tab=tab: heard(tab) == ["hello there"])
    line = partner.chat[-1]["line"]
    assert (line["seat"], line["user"], line["watchers"]) == (0, four[0].pk, False)
    row = ChatLine.objects.get()
    assert (row.text, row.seat, row.user, row.deal) == ("hello there", 0, four[0], None)
    assert player.ask("say", phrase="thanks")["t"] == "ack"
    watcher.until(lambda: heard(watcher) == ["hello there", "thanks"])


def test_who_comes_in_is_shown_what_was_said(
    tabs: list[Tab], live_site: Any, seated: Table, four: list[Any], open_tab: Any
) -> None:
    for text in ("one", "two"):
        tabs[0].ask("say", text=text)
    late = greeted(open_tab(live_site, seated, four[2]))
    assert heard(late) == ["one", "two"]


def test_who_has_not_signed_in_only_listens(tabs: list[Tab]) -> None:
    assert tabs[2].room["you"]["say"] is None
    assert tabs[2].ask("say", phrase="hello")["code"] == "signed_out"


def test_a_message_that_is_sent_again_is_said_once(tabs: list[Tab]) -> None:
    player, partner, _ = tabs
    player.ask("say", text="once", id="same")
    player.others.clear()
    assert player.ask("say", text="once", id="same")["t"] == "ack"
    player.ask("say", text="more")
    partner.until(lambda: heard(partner) == ["once", "more"])


@pytest.mark.parametrize(
    "said",
    [{}, {"phrase": "no-such"}, {"text": "x" * 121}, {"text": "x", "phrase": "hello"}],
)
def test_nonsense_is_refused(tabs: list[Tab], said: dict[str, str]) -> None:
    tabs[0].send(t="say", **said)
    tabs[0].until(lambda: any(each.get("code") == "bad_message" for each in tabs[0].others))


def begun(tabs: list[Tab], *players: Tab) -> None:
    for tab in players:
        tab.ask("ready")
    for tab in tabs:
        tab.until(lambda tab=tab: tab.room["phase"] in ("drawing", "closing", "playing"))


def test_during_a_deal_watchers_are_heard_by_watchers_only(
    quick: None, live_site: Any, four: list[Any], make_user: Any, open_tab: Any
) -> None:
    table = services.open_table(host=four[0], game="shuangsheng")
    services.fill(table=table, by=four[0])
    player = greeted(open_tab(live_site, table, four[0]))
    watcher, other = (greeted(open_tab(live_site, table, user)) for user in (four[1], None))
    watcher.ask("say", text="good luck")
    player.until(lambda: heard(player) == ["good luck"])
    begun([player, watcher, other], player)
    assert watcher.room["you"]["say"]["watchers"] is True
    watcher.ask("say", text="he holds both jokers")
    other.until(lambda: heard(other)[-1] == "he holds both jokers")
    player.ask("say", text="hello")
    player.until(lambda: heard(player)[-1] == "hello")
    assert heard(player) == ["good luck", "hello"]
    again = greeted(open_tab(live_site, table, four[0]))
    assert heard(again) == ["good luck", "hello"]
    assert ChatLine.objects.get(text="hello").deal is not None


def test_cp_24_at_a_table_of_an_event_there_are_courtesies_during_a_deal(
    quick: None, live_site: Any, four: list[Any], make_user: Any, open_tab: Any
) -> None:
    table = services.open_managed(
        game="shuangsheng", options={}, name="R1", seats=[four[0], None, None, None]
    )
    player = greeted(open_tab(live_site, table, four[0]))
    watcher = greeted(open_tab(live_site, table, make_user("sun")))
    watcher.ask("say", text="psst")
    assert player.ask("say", text="Good evening.")["t"] == "ack"
    watcher.until(lambda: heard(watcher) == ["psst", "Good evening."])
    begun([player, watcher], player)
    assert player.ask("say", text="Lead hearts!")["code"] == "event_words"
    assert player.ask("say", phrase="played")["code"] == "event_words"
    assert player.ask("say", phrase="wait")["t"] == "ack"
    watcher.until(lambda: heard(watcher)[-1] == "wait")
    assert heard(player) == ["Good evening.", "wait"]


def test_a_mute_acts_at_once_on_an_open_socket(tabs: list[Tab], four: list[Any]) -> None:
    player, partner, _ = tabs
    assert player.ask("say", text="before")["t"] == "ack"
    row = sanctions.sanction(user=four[0], kind="mute", by=None, reason="Insults")
    told = player.ask("say", text="after")
    assert (told["t"], told["code"]) == ("no", "muted")
    assert "Insults" in told["text"]
    sanctions.lift(sanction=row, by=None)
    assert player.ask("say", text="again")["t"] == "ack"
    partner.until(lambda: heard(partner) == ["before", "again"])


def test_a_mute_of_an_event_holds_at_its_tables(
    quick: None, live_site: Any, four: list[Any], open_tab: Any, an_event_s_table: Any
) -> None:
    table, event = an_event_s_table
    tab = greeted(open_tab(live_site, table, four[0]))
    assert tab.ask("say", text="before")["t"] == "ack"
    sanctions.sanction(user=four[0], kind="mute", by=None, reason="Signals", event=event)
    assert "Signals" in tab.ask("say", phrase="hello")["text"]


@pytest.fixture
def an_event_s_table(transactional_db: None, four: list[Any]) -> tuple[Table, Event]:
    """A table of a match of an event."""
    event = Event.objects.create(slug="cup", name="Cup", game="guandan", starts_at=timezone.now())
    stage = Stage.objects.create(event=event, order=1, kind=Stage.Kind.SWISS)
    table = services.open_managed(
        game="shuangsheng", options={}, name="R1", seats=[four[0], None, None, None]
    )
    EventMatch.objects.create(
        event=event, round=Round.objects.create(stage=stage, number=1), order=1, table=table
    )
    return table, event


def test_a_hidden_line_disappears_everywhere_at_once(
    tabs: list[Tab], live_site: Any, seated: Table, four: list[Any], make_user: Any, open_tab: Any
) -> None:
    for text in ("good", "bad"):
        tabs[0].ask("say", text=text)
    for tab in tabs:
        tab.until(lambda tab=tab: heard(tab) == ["good", "bad"])
    boss = make_user("boss", is_staff=True)
    line = ChatLine.objects.get(text="bad")
    services.hide_line(line=line, by=boss)
    for tab in tabs:
        tab.until(lambda tab=tab: heard(tab) == ["good"])
    assert heard(greeted(open_tab(live_site, seated, four[2]))) == ["good"]
    services.show_line(line=line, by=boss)
    tabs[1].until(lambda: heard(tabs[1]) == ["good", "bad"])


def test_too_much_is_refused_across_tabs(
    tabs: list[Tab], live_site: Any, seated: Table, four: list[Any], open_tab: Any
) -> None:
    for _ in range(5):
        assert tabs[0].ask("say", phrase="hello")["t"] == "ack"
    again = greeted(open_tab(live_site, seated, four[0]))
    assert again.ask("say", phrase="hello")["code"] == "too_much"
    assert tabs[1].ask("say", phrase="hello")["t"] == "ack"
