"""Random legal actions of 掼蛋, and how fast all leads of a hand are found."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final

from games.engine.api import Action, Game, Pass, Phase, Play, Return, Tribute
from games.engine.cards import DECK
from games.engine.guandan.moves import PLAIN, Holding, Move, bombs, moves
from games.engine.guandan.state import State
from games.engine.guandan.tribute import payable, returnable

PASSES: Final = 0.3
"""How often a follower passes though it could play."""

_KINDS: Final[tuple[Callable[[Holding, int], Iterator[Move]], ...]] = (
    *PLAIN.values(),
    lambda holding, _: bombs(holding),
)


def sample(game: Game[Any], state: State, rng: Random) -> Action:
    """A random legal action of whoever is in turn.

    A leader takes any kind of combination that it holds, then any move of that kind; a follower
    passes or takes any move that beats.
    """
    if state.phase is not Phase.PLAY:
        seat = rng.choice(game.turn(state))
        hand = state.hands[seat]
        if state.phase is Phase.TRIBUTE:
            return Tribute(seat, (rng.choice(payable(state.level, hand)),))
        return Return(seat, (rng.choice(returnable(state, hand)),))
    seat = state.turn
    target = state.to_beat
    if target is None:
        cards, reading = _lead(Holding(state.level, state.hands[seat]), rng)
    else:
        if rng.random() < PASSES:
            return Pass(seat)
        found = list(moves(state.level, state.hands[seat], target))
        if not found:
            return Pass(seat)
        cards, reading = rng.choice(found)
    return Play(seat, cards, None if reading.stands == cards else reading.stands)


def _lead(holding: Holding, rng: Random) -> Move:
    while True:
        if found := list(rng.choice(_KINDS)(holding, -1)):
            return rng.choice(found)


def leads_per_cpu_s(seconds: float, rng: Random) -> float:
    """How many hands of 27 cards a second have all their leads found."""
    hands = [tuple(sorted(rng.sample(DECK, 27))) for _ in range(200)]
    done = 0
    started = time.process_time()
    while (spent := time.process_time() - started) < seconds:
        hand = hands[done % len(hands)]
        for _ in moves(done % 13, hand):
            pass
        done += 1
    return done / spent
