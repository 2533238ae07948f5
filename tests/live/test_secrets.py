"""Noninterference on the wire: what differs only in hidden cards is sent as the same bytes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.engine.api import DealSetup, Phase, game_of
from games.engine.cards import codes
from games.engine.shuffle import set_up
from games.live.loaded import Bout, Loaded
from games.live.pace import Pace
from games.live.room import Room
from games.live.steps import Fresh, Past
from tests.live.world import USERS, Ear, FakeWorld, facts, occupants

PACE = Pace()
GAME = game_of("shuangsheng")


def setup_with_a_shower() -> DealSetup:
    """A later deal dealt by seat 0, who also holds a level card to show."""
    ahead = replace(GAME.first(GAME.complete({})), first_deal=False, dealer=0)
    for number in range(1, 100):
        setup = set_up(GAME, GAME.complete({}), ahead, number.to_bytes(32, "big"))
        if any(code[1] == "2" for code in codes(setup.hands[0])):
            return setup
    raise AssertionError


def swapped(setup: DealSetup, first: int, second: int) -> DealSetup:
    """The same deal with two plain cards of two hands changed for one another."""
    hands = [list(hand) for hand in setup.hands]
    for i, card in enumerate(hands[first]):
        for j, other in enumerate(hands[second]):
            plain = all(code[1] in "346789JQ" for code in codes((card, other)))
            if plain and card != other:
                hands[first][i], hands[second][j] = other, card
                return replace(setup, hands=tuple(map(tuple, hands)))
    raise AssertionError


def sent(setup: DealSetup) -> dict[int | None, list[bytes]]:
    """All that each seat and a watcher are sent from the draw to the dealer's first lead."""
    world = FakeWorld()
    table = facts()
    ahead = replace(GAME.first(table.options), first_deal=False, dealer=0)
    fresh = Fresh(1, ahead, setup, "00" * 32, "commitment")
    past = Past(1, fresh, GAME.start(setup))
    room = Room(world, Loaded(table, 1, occupants(), Bout(5, 1, table.options), past))
    ears: dict[int | None, Any] = {seat: Ear(USERS[seat]) for seat in range(4)}
    ears[None] = Ear(None)
    for ear in ears.values():
        room.join(ear)
    room.start()
    world.pass_time(25 * PACE.draw + 0.1)
    assert room.deal is not None
    level = next(code for code in codes(setup.hands[0]) if code[1] == "2")
    room.act(ears[0], {"do": "declare", "cards": [level]}, "show")
    world.pass_time(PACE.closing + 0.1)
    bury = room.game.default_action(room.deal.state, 0)
    room.act(ears[0], {"do": "bury", "cards": list(codes(bury.cards))}, "bury")
    world.commit()
    assert room.game.phase(room.deal.state) is Phase.PLAY
    lead = room.game.default_action(room.deal.state, 0)
    room.act(ears[0], {"do": "play", "cards": list(codes(lead.cards))}, "lead")
    world.commit()
    return {seat: ear.raw for seat, ear in ears.items()}


@pytest.mark.parametrize(("first", "second"), [(1, 2), (2, 3), (1, 3)])
def test_who_may_not_know_is_sent_the_same_bytes(first: int, second: int) -> None:
    setup = setup_with_a_shower()
    one, other = sent(setup), sent(swapped(setup, first, second))
    for viewer in {0, 1, 2, 3, None} - {first, second}:
        assert len(one[viewer]) > 25
        assert one[viewer] == other[viewer]
    for viewer in (first, second):
        assert one[viewer] != other[viewer]


def test_the_kitty_is_sent_to_the_dealer_alone() -> None:
    setup = setup_with_a_shower()
    hands, kitty = [list(hand) for hand in setup.hands], list(setup.kitty)
    place = next(i for i, code in enumerate(codes(kitty)) if code[1] in "346789JQ")
    other = next(
        i
        for i, code in enumerate(codes(hands[3]))
        if code[1] in "346789JQ" and hands[3][i] != kitty[place]
    )
    hands[3][other], kitty[place] = kitty[place], hands[3][other]
    changed = replace(setup, hands=tuple(map(tuple, hands)), kitty=tuple(kitty))
    one, two = sent(setup), sent(changed)
    for viewer in (1, 2, None):
        assert one[viewer][:-1] == two[viewer][:-1]  # the last is the lead, which all see
    assert one[0][:-1] != two[0][:-1]
