"""A room by itself: timers, clock, what it writes and shows. No loop, no database."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.api import Declare, IllegalAction, Phase, Play
from games.engine.cards import codes
from games.live.clock import TurnClock
from games.live.pace import Pace
from games.live.room import Room
from tests.live.world import USERS, Ear, FakeWorld, facts, occupants, room_of

PACE = Pace()
DRAWING = 25 * PACE.draw + 0.01


@pytest.fixture
def world() -> FakeWorld:
    return FakeWorld()


def started(world: FakeWorld, *bots: int, **more: Any) -> tuple[Room, list[Ear]]:
    """A room with a deal under way, and the sockets of its persons."""
    room = room_of(world, *bots, **more)
    ears = [Ear(user) for seat, user in enumerate(USERS) if seat not in bots]
    for ear in ears:
        room.join(ear)
    room.start()
    world.commit()
    return room, ears


def show(world: FakeWorld, room: Room) -> int:
    """Somebody shows a level card; answers who."""
    assert room.deal is not None
    for seat in range(4):
        can = room.game.can(room.deal.state, seat)
        if can is not None and can.shows:
            ear = Ear(USERS[seat])
            room.act(ear, {"do": "declare", "cards": list(can.shows[0])}, "show")
            world.commit()
            return seat
    raise AssertionError("nobody holds a level card")


def playing(world: FakeWorld, *bots: int, **more: Any) -> tuple[Room, list[Ear]]:
    """A room in which the dealer has buried and is to lead."""
    room, ears = started(world, *bots, **more)
    world.pass_time(DRAWING)
    seat = show(world, room)
    world.pass_time(PACE.closing)
    assert room.deal is not None
    bury = room.game.default_action(room.deal.state, seat)
    room.act(Ear(USERS[seat]), {"do": "bury", "cards": list(codes(bury.cards))}, "bury")
    world.commit()
    assert room.game.phase(room.deal.state) is Phase.PLAY
    return room, ears


def on_turn(room: Room) -> int:
    assert room.deal is not None
    return room.game.turn(room.deal.state)[0]


def lead(room: Room, action_id: str = "a1", ear: Ear | None = None) -> Ear:
    """Whoever is on turn plays what they would play by default."""
    assert room.deal is not None
    seat = on_turn(room)
    action = room.game.default_action(room.deal.state, seat)
    ear = ear or Ear(USERS[seat])
    room.act(ear, {"do": "play", "cards": list(codes(action.cards))}, action_id)
    return ear


# --------------------------------------------------------------------- drawing, declaring


def test_the_table_draws_four_cards_at_a_time(world: FakeWorld) -> None:
    _room, ears = started(world)
    assert ears[0].room["phase"] == "drawing"
    assert ears[0].frame["view"]["drawn"] == 0
    world.pass_time(PACE.draw + 0.01)
    assert ears[0].frame["view"]["drawn"] == 4
    assert sum(map(len, ears[0].frame["view"]["hand"])) == 1
    world.pass_time(DRAWING)
    assert ears[0].frame["view"]["drawn"] == 100
    assert ears[0].room["phase"] == "closing"


def test_the_commitment_is_shown_before_the_first_card_and_the_seed_after_the_deal(
    world: FakeWorld,
) -> None:
    _room, ears = started(world)
    first = next(frame for frame in ears[0].frames if frame["room"]["fair"])
    assert first["view"] is None
    assert first["room"]["fair"]["commitment"]
    assert all(frame["room"]["fair"]["seed"] is None for frame in ears[0].frames if frame["view"])
    world.pass_time(DRAWING + PACE.closing + 0.1)  # nobody shows: a void deal (SS-4)
    assert ears[0].frame["view"]["result"]["redeal"]
    assert ears[0].room["fair"]["seed"] == (1).to_bytes(32, "big").hex()


def test_ss_3_a_show_starts_the_closing_countdown_anew(world: FakeWorld) -> None:
    """WK-9, SS-3: it is open until the countdown has run out with no new show."""
    room, ears = started(world)
    world.pass_time(DRAWING)
    world.pass_time(PACE.closing - 1)
    show(world, room)
    assert ears[0].room["countdown"] == PACE.closing * 1000
    world.pass_time(PACE.closing - 0.1)
    assert ears[0].room["phase"] == "closing"
    world.pass_time(0.2)
    assert ears[0].room["phase"] == "playing"


def test_ss_4_a_void_deal_is_dealt_again_by_itself(world: FakeWorld) -> None:
    _room, ears = started(world)
    world.pass_time(DRAWING + PACE.closing + PACE.void + 0.5)
    assert ears[0].room["fair"]["deal"] == 2
    assert ears[0].room["match"]["sheet"][0]["void"]
    assert ears[0].frame["view"]["first_deal"]


def test_a_show_counts_the_cards_drawn_and_not_what_the_client_says(world: FakeWorld) -> None:
    """Nobody shows a card that is still in the deck."""
    room, _ = started(world)
    world.pass_time(PACE.draw * 2 + 0.01)
    assert room.deal is not None
    hand = room.deal.fresh.setup.hands[0]
    words = {"do": "declare", "cards": list(codes(hand[-1:])), "after": 100}
    with pytest.raises(IllegalAction):
        room.act(Ear(USERS[0]), words, "x")


def test_a_bot_shows_what_it_wants_to(world: FakeWorld) -> None:
    from games.engine.cards import cards

    def eager(view: Any, can: Any) -> Any:
        return Declare(view.viewer, cards(can.shows[0])) if can.shows else None

    world.bot = eager
    _room, ears = started(world, 1, 2, 3)
    world.pass_time(DRAWING)
    assert ears[0].frame["view"]["declaration"]


# ---------------------------------------------------------------------------- the clock


def test_time_runs_out_turn_first_then_the_bank(world: FakeWorld) -> None:
    room, ears = playing(world)
    seat = on_turn(room)
    world.pass_time(29)
    assert on_turn(room) == seat
    world.pass_time(60)
    assert on_turn(room) == seat
    world.pass_time(2)  # 30 s and a bank of 60 s
    assert on_turn(room) != seat
    assert ears[0].frame["events"][0]["auto"] is True
    assert world.entries[-1].auto
    assert world.entries[-1].bank_ms == 0


def test_the_bank_lasts_for_the_deal(world: FakeWorld) -> None:
    room, _ears = playing(world)
    seat = on_turn(room)
    world.pass_time(50)
    lead(room)
    world.commit()
    assert world.entries[-1].seat == seat
    assert world.entries[-1].bank_ms == pytest.approx(40_000, abs=500)


def test_whoever_lets_two_turns_run_out_is_played_for_until_back(world: FakeWorld) -> None:
    room, ears = playing(world, bank_seconds=0)
    seat = on_turn(room)
    world.pass_time(31)
    assert not ears[0].room["seats"][seat]["away"]
    world.pass_time(4 * 31)
    away = [each["away"] for each in ears[0].room["seats"]]
    assert away[seat]
    world.pass_time(3 * 31 + 10)
    assert all(each["away"] for each in ears[0].room["seats"])
    played = len(world.entries)
    world.pass_time(8.5 * PACE.away)
    assert len(world.entries) >= played + 8
    for ear in ears:
        room.back(ear)
    assert not any(each["away"] for each in ears[0].room["seats"])
    played = len(world.entries)
    world.pass_time(29)
    assert len(world.entries) == played


def test_acting_ends_absence(world: FakeWorld) -> None:
    room, ears = playing(world, bank_seconds=0)
    world.pass_time(31 * 8)
    seat = on_turn(room)
    assert ears[0].room["seats"][seat]["away"]
    lead(room)
    world.commit()
    assert not ears[0].room["seats"][seat]["away"]


def test_a_bot_lets_a_trick_be_seen_before_it_leads(world: FakeWorld) -> None:
    room, _ears = playing(world)
    for number in range(4):
        lead(room, f"a{number}")
    world.commit()
    winner = on_turn(room)
    room.refresh(facts(), occupants(winner), None)
    world.pass_time(PACE.think + 0.1)
    assert on_turn(room) == winner
    world.pass_time(PACE.linger)
    assert on_turn(room) != winner


@pytest.mark.parametrize("answer", [None, Play(0, (53, 53, 53))])
def test_a_bot_that_is_lost_plays_by_default(world: FakeWorld, answer: Any) -> None:
    room, _ears = playing(world)
    person = on_turn(room)
    world.bot = lambda view, can: answer
    room.refresh(facts(), occupants(*{0, 1, 2, 3} - {person}), None)
    lead(room)
    world.pass_time(PACE.think / 2)
    assert on_turn(room) != person
    world.pass_time(3 * PACE.think + PACE.linger)
    assert room.deal is not None
    assert room.deal.shown.play.tricks
    assert not world.entries[-1].auto


def test_the_clock_of_a_turn() -> None:
    clock = TurnClock(30, 10)
    clock.pass_to([2], 100)
    assert clock.deadline(2) == 140
    assert clock.left(2, 120) == (10, 10)
    assert clock.left(2, 135) == (0, 5)
    clock.pass_to([2, 3], 120)
    clock.acted(2, 135)
    assert clock.banks == [10, 10, 5, 10]
    assert clock.since == {3: 120}


# ----------------------------------------------------------------------------- the log


def test_nothing_is_shown_or_acknowledged_before_it_is_committed() -> None:
    world = FakeWorld()
    room, ears = playing(world)
    world.eager = False
    before = [len(ear.frames) for ear in ears]
    actor = lead(room)
    assert [len(ear.frames) for ear in ears] == before
    assert actor.acks == []
    world.commit()
    assert [len(ear.frames) for ear in ears] == [n + 1 for n in before]
    assert [action_id for action_id, _ in actor.acks] == ["a1"]


def test_moves_that_are_committed_together_are_shown_together() -> None:
    world = FakeWorld()
    room, ears = playing(world)
    world.eager = False
    before = len(ears[0].frames)
    for number in range(4):
        lead(room, f"a{number}")
    world.commit()
    assert len(ears[0].frames) == before + 1
    assert [e["e"] for e in ears[0].frame["events"]].count("played") == 4


def test_the_same_action_twice_is_done_once(world: FakeWorld) -> None:
    room, _ears = playing(world)
    seat = on_turn(room)
    assert room.deal is not None
    action = room.game.default_action(room.deal.state, seat)
    words = {"do": "play", "cards": list(codes(action.cards))}
    first, second = Ear(USERS[seat]), Ear(USERS[seat])
    room.act(first, dict(words), "once")
    room.act(second, dict(words), "once")  # not committed yet
    world.commit()
    room.act(second, dict(words), "once")
    assert len([e for e in world.entries if e.action_id == "once"]) == 1
    assert [a for a, _ in first.acks] == ["once"]
    assert [a for a, _ in second.acks] == ["once", "once"]


def test_a_refused_play_changes_nothing(world: FakeWorld) -> None:
    room, ears = playing(world)
    assert room.deal is not None
    state, seq, frames = room.deal.state, room.deal.seq, len(ears[0].frames)
    waiting = (on_turn(room) + 1) % 4
    with pytest.raises(IllegalAction):
        room.act(Ear(USERS[waiting]), {"do": "play", "cards": ["S3"]}, "x")
    world.commit()
    assert room.deal.state is state
    assert room.deal.seq == seq
    assert len(ears[0].frames) == frames
    assert "x" not in room.deal.ids


def test_a_room_that_may_not_write_sends_everybody_away(world: FakeWorld) -> None:
    room, ears = playing(world)
    lead(room)
    room.lost()
    assert [ear.closed for ear in ears] == [4009] * 4
    assert world.forgotten == [room]
    entries = len(world.entries)
    world.waiting.clear()
    world.pass_time(500)
    assert len(world.entries) == entries


# ------------------------------------------------------------------ from deal to deal


def end_deal(world: FakeWorld, room: Room) -> None:
    """Let everybody play by default to the end of the deal."""
    assert room.deal is not None
    number = 0
    while room.game.phase(room.deal.state) is not Phase.DONE:
        number += 1
        lead(room, f"e{number}")
    world.commit()


def test_the_next_deal_begins_when_all_are_ready(world: FakeWorld) -> None:
    room, ears = playing(world)
    end_deal(world, room)
    assert ears[0].room["phase"] == "result"
    assert ears[0].frame["view"]["result"]["lines"]
    assert ears[0].room["countdown"] == PACE.ready * 1000
    assert world.tallied == [1]
    assert world.entries[-1].ends
    for ear in ears:
        room.ready(ear, True)
    assert ears[0].room["seats"][2]["ready"]
    world.pass_time(0.1)
    assert ears[0].room["phase"] == "drawing"
    assert ears[0].room["match"]["deal"] == 2
    assert not ears[0].room["seats"][2]["ready"]


def test_the_next_deal_begins_when_the_countdown_ends(world: FakeWorld) -> None:
    room, ears = playing(world)
    end_deal(world, room)
    world.pass_time(PACE.ready + 0.1)
    assert ears[0].room["phase"] == "drawing"


def test_with_nobody_there_the_table_rests_until_somebody_comes(world: FakeWorld) -> None:
    room, ears = playing(world)
    end_deal(world, room)
    for ear in ears:
        room.part(ear)
    world.pass_time(PACE.ready * 10)
    assert room.phase() == "result"
    room.join(ears[0])
    assert ears[0].room["countdown"] == PACE.ready * 1000
    world.pass_time(PACE.ready + 0.1)
    assert ears[0].room["phase"] == "drawing"


def test_a_match_that_is_won_can_be_followed_by_another(world: FakeWorld) -> None:
    room, ears = playing(world)
    assert room.bout is not None
    end_deal(world, room)
    room.bout.won_by, room.between.ahead = 0, None
    room.refresh(facts("open"), occupants(), None)
    assert ears[0].room["phase"] == "over"
    for ear in ears:
        room.ready(ear, True)
    assert world.begun == 1


# -------------------------------------------------------------------------- the people


def test_a_match_begins_once_four_are_seated_and_all_persons_are_ready(world: FakeWorld) -> None:
    from games.live.loaded import Loaded

    seats = occupants()
    seats[3] = type(seats[3])()
    room = Room(world, Loaded(facts("open"), 1, seats))
    ears = [Ear(user) for user in USERS[:3]]
    for ear in ears:
        room.join(ear)
        room.ready(ear, True)
    assert world.begun == 0
    room.refresh(facts("open"), occupants(3), None)
    assert world.begun == 1


def test_a_second_tab_takes_over(world: FakeWorld) -> None:
    room, ears = playing(world)
    again = Ear(USERS[0])
    room.join(again)
    assert ears[0].told == [{"t": "taken"}]
    assert ears[0].closed == 4001
    assert again.frame["view"]["viewer"] == 0
    room.part(ears[0])
    assert again.room["seats"][0]["connected"]


def test_a_bot_takes_over_from_a_player_who_leaves(world: FakeWorld) -> None:
    room, ears = playing(world)
    seat = on_turn(room)
    room.refresh(facts(), occupants(seat), None)
    other = ears[(seat + 1) % 4]
    assert other.room["seats"][seat]["kind"] == "bot"
    world.pass_time(PACE.think + 0.1)
    assert on_turn(room) != seat
    assert not world.entries[-1].auto


def test_watchers_are_counted_and_see_no_hand(world: FakeWorld) -> None:
    room, ears = playing(world)
    watcher = Ear(None)
    room.join(watcher)
    assert watcher.frame["view"]["viewer"] is None
    assert watcher.frame["can"] is None
    nobody = {"seat": None, "user": None, "host": False, "asked": None, "say": None}
    assert watcher.room["you"] == nobody
    world.pass_time(1.1)
    assert ears[0].room["watchers"] == 1
