"""A table over real sockets: who may come, a whole deal, and what everybody is sent."""

from __future__ import annotations

import time
from collections import Counter
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from games import services
from games.engine import cards as engine_cards
from games.models import Deal, DealEvent, Table
from games.services.records import setup_of
from tests.live.client import WAIT, Tab, play_on, to_the_end


@pytest.fixture
def tabs(quick: None, live_site: Any, seated: Table, four: list[Any], open_tab: Any) -> list[Tab]:
    """Four persons at their table, the match begun."""
    tabs = [open_tab(live_site, seated, user) for user in four]
    for tab in tabs:
        tab.until(lambda tab=tab: tab.room)
        assert tab.room["phase"] == "waiting"
    for tab in tabs:
        assert tab.ask("ready")["t"] == "ack"
    for tab in tabs:
        tab.until(lambda tab=tab: tab.view)
    return tabs


def play_until_trick(tabs: list[Tab], number: int) -> None:
    """Play until so many tricks are done."""
    play_on(tabs, lambda: tabs[0].view["tricks_played"] >= number)


def on_turn(tabs: list[Tab]) -> Tab:
    """Whose turn it is to play, as soon as its own screen says so."""

    def asked() -> Tab | None:
        for tab in tabs:
            tab.drain()
        return next((tab for tab in tabs if tab.can and "play" in tab.can["verbs"]), None)

    deadline = time.monotonic() + WAIT
    while (found := asked()) is None:
        assert time.monotonic() < deadline, "nobody is asked to play"
        time.sleep(0.005)  # any of the four may hear of it next
    return found


# ------------------------------------------------------------------------- a whole deal


def test_four_play_a_deal_and_nobody_is_sent_a_card_he_may_not_see(
    tabs: list[Tab], live_site: Any, seated: Table, open_tab: Any
) -> None:
    """Compared with the truth through the whole deal, frame by frame, watchers too."""
    watcher = open_tab(live_site, seated)
    to_the_end(tabs)
    watcher.until(lambda: watcher.view and watcher.view["phase"] == "done")
    last = Deal.objects.filter(ended_at__isnull=False).latest("pk")
    assert [row.seq for row in last.events.order_by("seq")] == list(
        range(1, last.events.count() + 1)
    )
    assert tabs[0].room["fair"]["seed"] == last.seed
    assert tabs[0].room["match"]["sheet"][-1]["points"] == tabs[0].view["result"]["points"]
    for tab in (*tabs, watcher):
        seen = [frame for frame in tab.frames if frame["view"] and frame["view"]["drawn"]]
        assert len(seen) > 100 or tab is watcher
        for frame in seen:
            assert_nothing_hidden(frame)


def assert_nothing_hidden(frame: dict[str, Any]) -> None:
    """Only one's own cards, and what lies on the table, before the deal has ended."""
    view, me = frame["view"], frame["view"]["viewer"]
    if view["phase"] == "done":
        return
    assert view["hands"] is None
    assert frame["room"].get("fair", {}).get("seed") is None
    if me is None:
        assert not any(view["hand"])
        assert frame["can"] is None
    if view["kitty"] is not None:
        assert me == (view["dealer"] if view["phase"] == "bury" else view["kitty_by"])
    for event in frame["events"]:
        if event["e"] in ("kitty_taken", "buried"):
            assert bool(event["cards"]) == (event["seat"] == me)
        assert event["e"] != "deal_ended"


def test_every_card_in_a_frame_is_the_viewers_or_was_shown(
    tabs: list[Tab], live_site: Any, seated: Table, open_tab: Any
) -> None:
    """The raw text of frames holds no card of another hand (a code counts wherever it stands)."""
    play_until_trick(tabs, 5)
    deal = Deal.objects.latest("pk")
    setup = setup_of(deal, deal.match)
    shown: set[str] = set()
    rows = list(DealEvent.objects.filter(deal=deal).order_by("seq"))
    for row in rows:
        for event in row.events:
            if event["e"] in ("played", "declared", "trump_fixed"):
                for name in ("cards", "thrown", "turned"):
                    shown.update(event.get(name) or ())
    for tab in tabs:
        seat = tab.view["viewer"]
        mine = set(engine_cards.codes(setup.hands[seat]))
        if tab.view["dealer"] == seat:
            mine |= set(engine_cards.codes(setup.kitty))
        for text in tab.raw_of_deal(deal.number):
            found = {code for code in engine_cards.CODES if f'"{code}"' in text}
            assert found <= mine | shown, (seat, found - mine - shown)


def test_the_tally_is_the_fold_of_the_log(tabs: list[Tab]) -> None:
    to_the_end(tabs)
    deal = Deal.objects.filter(ended_at__isnull=False).latest("pk")
    services.tally_deal(deal_id=deal.pk)
    services.tally_deal(deal_id=deal.pk)
    deal.refresh_from_db()
    deal.match.refresh_from_db()
    result = tabs[0].view["result"]
    assert deal.result is not None
    assert deal.result["points"] == result["points"]
    assert deal.match.levels == result["levels"]
    assert deal.match.score == result["score"]


# --------------------------------------------------------------------------- being refused


def test_ss_8_a_refused_play_changes_nothing_and_says_why(tabs: list[Tab], four: list[Any]) -> None:
    play_until_trick(tabs, 1)
    tab = on_turn(tabs)
    before = (tab.seq, tab.view)
    refused = tab.ask("act", do="play", cards=["HR", "S2", "D7", "D7", "D8", "D9"])
    assert refused["t"] == "no"
    assert refused["code"] in ("not_your_cards", "wrong_count", "not_a_combination")
    assert refused["clause"].startswith("SS-")
    assert refused["text"]
    waiting = next(each for each in tabs if each is not tab)
    assert waiting.ask("act", do="play", cards=waiting.hand[:1])["code"] == "not_your_turn"
    tried = tab.ask("try", do="play", cards=tab.move()["cards"])  # type: ignore[index]
    assert tried["ok"]
    assert tried["label"]
    tab.drain()
    assert (tab.seq, tab.view) == before


def test_the_refusal_is_in_the_players_language(
    quick: None, live_site: Any, seated: Table, four: list[Any], open_tab: Any
) -> None:
    four[0].language = "zh-hans"
    four[0].save()
    four[1].language = "en"
    four[1].save()
    chinese, english = (open_tab(live_site, seated, user) for user in four[:2])
    assert chinese.ask("act", do="play", cards=["S3"])["code"] == "closed"
    assert english.ask("act", do="play", cards=["S3"])["text"] == "No deal is being played."
    assert chinese.others[-1]["text"] != english.others[-1]["text"]


def test_the_same_action_sent_twice_is_done_once(tabs: list[Tab]) -> None:
    play_until_trick(tabs, 1)
    tab = on_turn(tabs)
    move = tab.move()
    assert move is not None
    for _ in range(2):
        tab.send(t="act", id="twice", **move)
    assert tab.answer("twice")["t"] == "ack"
    tab.until(lambda: len([m for m in tab.others if m.get("id") == "twice"]) == 2)
    assert DealEvent.objects.filter(action_id="twice").count() == 1


def test_hints_are_plays_that_are_legal(tabs: list[Tab]) -> None:
    play_until_trick(tabs, 1)
    tab = on_turn(tabs)
    plays = tab.ask("hint")["plays"]
    assert plays
    assert not Counter(plays[0]) - Counter(tab.hand)
    assert tab.ask("act", do="play", cards=plays[0])["t"] == "ack"


def test_nonsense_is_answered_and_does_no_harm(
    quick: None, live_site: Any, seated: Table, four: list[Any], open_tab: Any
) -> None:
    tab = open_tab(live_site, seated, four[0])
    nonsense = ("", "{", "[]", '{"t":"act"}', '{"t":"sit","id":"x","seat":7}', "x" * 5000)
    for text in (*nonsense, '{"t":"hint","id":"a\\u0000"}', '{"t":"hint","id":"\\ud800"}'):
        tab.socket.send(text)
    tab.until(lambda: len(tab.others) == len(nonsense) + 2)
    assert {message["code"] for message in tab.others} == {"bad_message"}
    assert tab.ask("act", do="dance")["code"] in ("bad_message", "closed")


def test_more_than_twenty_messages_a_second_are_too_many(
    quick: None, live_site: Any, seated: Table, four: list[Any], open_tab: Any
) -> None:
    tab = open_tab(live_site, seated, four[0])
    for _ in range(40):
        tab.socket.send('{"t":"ping"}')
    tab.until(lambda: len(tab.others) == 40)
    kinds = Counter(message.get("code", message["t"]) for message in tab.others)
    assert kinds["too_fast"] > 10
    assert kinds["pong"] >= 20


# ------------------------------------------------------------------------ coming, going


def test_a_second_tab_takes_over_with_one_frame(
    tabs: list[Tab], live_site: Any, seated: Table, four: list[Any], open_tab: Any
) -> None:
    play_until_trick(tabs, 2)
    again = open_tab(live_site, seated, four[0])
    again.read()
    assert again.view["viewer"] == 0
    assert again.room["match"]["deal"] >= 1
    assert again.n > tabs[0].n
    assert tabs[0].closed_with() == 4001
    assert tabs[0].others[-1] == {"t": "taken"}
    play_until_trick([again, *tabs[1:]], 4)


def test_who_leaves_in_mid_match_is_replaced_by_a_bot(tabs: list[Tab]) -> None:
    play_until_trick(tabs, 1)
    assert tabs[3].ask("leave")["t"] == "ack"
    tabs[0].until(lambda: tabs[0].room["seats"][3]["kind"] == "bot")
    to_the_end(tabs[:3])
    tabs[3].until(lambda: tabs[3].room["you"]["seat"] is None)
    assert not any(tabs[3].view["hand"]) or tabs[3].view["result"]


def test_sitting_and_standing_by_socket(
    quick: None, live_site: Any, db: None, four: list[Any], open_tab: Any
) -> None:
    table = services.open_table(host=four[0], game="shuangsheng")
    host, guest, stranger = (open_tab(live_site, table, user) for user in (*four[:2], None))
    host.until(lambda: host.room)
    assert guest.ask("sit", seat=0)["code"] == "seat_taken"
    assert guest.ask("sit", seat=2)["t"] == "ack"
    host.until(lambda: host.room["seats"][2]["kind"] == "person")
    assert guest.ask("stand")["t"] == "ack"
    host.until(lambda: host.room["seats"][2]["kind"] == "free")
    assert stranger.ask("sit", seat=2)["code"] == "signed_out"
    assert guest.ask("fill")["code"] == "not_host"
    assert guest.ask("ready")["code"] == "not_seated"
    assert host.ask("fill")["t"] == "ack"
    host.until(lambda: all(seat["kind"] != "free" for seat in host.room["seats"]))
    assert host.ask("ready")["t"] == "ack"
    host.until(lambda: host.room["status"] == "playing" and host.view)


def test_a_private_table_is_for_those_who_were_let_in(
    quick: None, live_site: Any, db: None, four: list[Any], open_tab: Any
) -> None:
    table = services.open_table(host=four[0], game="shuangsheng", private=True)
    assert open_tab(live_site, table, four[1]).closed_with() == 4003
    assert open_tab(live_site, table).closed_with() == 4003
    invited = open_tab(live_site, table, four[1], invites=[table.code])
    assert invited.ask("sit")["t"] == "ack"
    assert open_tab(live_site, table, four[0]).until(lambda: True)


def test_no_table_and_closed_tables(
    quick: None, live_site: Any, db: None, four: list[Any], open_tab: Any
) -> None:
    table = services.open_table(host=four[0], game="shuangsheng")
    tab = open_tab(live_site, table, four[0])
    tab.until(lambda: tab.room)
    services.close(table=table, by=four[0])
    tab.until(lambda: tab.room["status"] == "closed")
    assert open_tab(live_site, table, four[0]).closed_with() == 4004
    table.code = "nowhere2"
    assert open_tab(live_site, table, four[0]).closed_with() == 4004


def test_another_site_cannot_open_a_socket(
    quick: None, live_site: Any, seated: Table, four: list[Any], open_tab: Any
) -> None:
    with pytest.raises(InvalidStatus):
        open_tab(live_site, seated, four[0], origin="https://evil.example")


def test_a_table_of_bots_goes_on_without_anybody_connecting(
    quick: None, live_site: Any, four: list[Any], open_tab: Any
) -> None:
    """Play now: the match begins in the verb, the process finds it by its sweep."""
    table = services.play_now(user=four[0], game="shuangsheng")
    tab = open_tab(live_site, table, four[0])
    tab.until(lambda: tab.view)
    assert [seat["kind"] for seat in tab.room["seats"]] == ["person", "bot", "bot", "bot"]
    to_the_end([tab])


@pytest.mark.worker
def test_the_worker_tallies_a_deal_when_it_has_ended(
    worker: Any, quick: None, live_site: Any, four: list[Any], open_tab: Any
) -> None:
    table = services.play_now(user=four[0], game="shuangsheng")
    tab = open_tab(live_site, table, four[0])
    to_the_end([tab])
    deal = Deal.objects.filter(match__table=table).latest("pk")
    number = tab.room["match"]["sheet"][-1]["deal"]
    deadline = time.monotonic() + 20
    while deal.tallied_at is None and time.monotonic() < deadline:
        time.sleep(0.05)
        deal = Deal.objects.get(match__table=table, number=number)
    assert deal.result is not None
    assert deal.result["points"] == tab.room["match"]["sheet"][-1]["points"]
    deal.match.refresh_from_db()
    assert deal.match.score == tab.room["match"]["score"]
