"""Random deals of any game, for the tests that hold for all of them.

What a family needs of its own is in ``bench.sampling`` (a legal action at random) and
``bench.engine.shuffled`` (a deal at random).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from bench.engine import shuffled
from bench.sampling import SAMPLERS
from games.engine import codec
from games.engine.api import (
    Action,
    DealSetup,
    Declare,
    Game,
    NextDeal,
    Overturn,
    Phase,
    Swap,
    game_of,
)

GAMES = ("wangkou", "tycoon", "shuangsheng", "guandan")


def option_sets(game: Game[Any]) -> Iterator[dict[str, str | int]]:
    """The defaults, and every other value of each option by itself."""
    yield {}
    for option in game.options:
        for choice in option.choices[1:3]:
            yield {option.name: choice.value}


def tables() -> list[tuple[str, dict[str, str | int]]]:
    """Every game with each of its option sets."""
    return [(game, options) for game in GAMES for options in option_sets(game_of(game))]


def label(value: object) -> str:
    """A parameter's name in the list of tests."""
    if isinstance(value, dict):
        return ",".join(f"{name}={chosen}" for name, chosen in value.items()) or "default"
    return str(value)


@dataclass(frozen=True, slots=True)
class Step:
    """An action of a deal, the state before it, and what it came to."""

    before: Any
    action: Action
    events: tuple[Any, ...]
    after: Any


@dataclass(frozen=True, slots=True)
class Played:
    """A deal played to its end."""

    game: Game[Any]
    setup: DealSetup
    steps: tuple[Step, ...]

    @property
    def end(self) -> Any:
        return self.steps[-1].after

    @property
    def states(self) -> list[Any]:
        """Every state, from the first to the last."""
        return [self.steps[0].before, *(step.after for step in self.steps)]


def some_setup(game: Game[Any], options: Mapping[str, object], rng: Random) -> DealSetup:
    """A deal at random: a first one or a later one, at any levels."""
    complete = game.complete(options)
    deal = game.first(complete)
    if rng.random() < 0.6:
        ladder = "A23456789TJQK" if game.id == "wangkou" else "23456789TJQKA"
        order = rng.sample(range(4), 4)
        deal = NextDeal(
            levels=(rng.choice(ladder), rng.choice(ladder)),
            first_deal=False,
            dealer=order[0] if game.family == "shengji" else None,
            previous=tuple(order) if game.family == "guandan" else None,
            first_drawer=rng.randrange(4) if game.family == "shengji" else 0,
        )
    return shuffled(game, complete, deal, rng)


def play_out(game: Game[Any], setup: DealSetup, rng: Random) -> Played:
    """Play a deal to its end, legally and at random."""
    sample = SAMPLERS[game.family]
    state = game.start(setup)
    steps = []
    while game.phase(state) is not Phase.DONE:
        action = sample(game, state, rng)
        events = game.decide(state, action)
        after = state
        for event in events:
            after = game.evolve(after, event)
        steps.append(Step(state, action, events, after))
        state = after
    return Played(game, setup, tuple(steps))


def some_deal(game_id: str, options: Mapping[str, object], seed: int) -> Played:
    """A deal at random, played at random."""
    game, rng = game_of(game_id), Random(seed)
    return play_out(game, some_setup(game, options, rng), rng)


def written(thing: Any) -> str:
    """A view, a ``Can`` or an event as the bytes that a socket carries."""
    return "null" if thing is None else json.dumps(codec.encode(thing), sort_keys=True)


def is_secret(action: Action) -> bool:
    """Whether an action is a no to a question that nobody else may notice."""
    match action:
        case Declare(cards=()) | Overturn(cards=()) | Swap(give=()):
            return True
        case _:
            return False


def exchanged(setup: DealSetup, one: tuple[int, int], two: tuple[int, int]) -> DealSetup:
    """The deal with two cards exchanged: (seat, place), where seat 4 is the kitty."""
    heaps = [list(hand) for hand in (*setup.hands, setup.kitty)]
    (a, i), (b, j) = one, two
    heaps[a][i], heaps[b][j] = heaps[b][j], heaps[a][i]
    return replace(setup, hands=tuple(tuple(hand) for hand in heaps[:4]), kitty=tuple(heaps[4]))
