"""How many hands a second the rules play: random legal play through ``decide`` and ``evolve``.

    python -m bench.engine --game shuangsheng --seconds 10

One line of JSON: ``{"game": …, "hands_per_cpu_s": …, "plays_per_cpu_s": …}``. A hand is a whole
deal, from the draw to its result; time is the CPU time of this process. For guandan
``leads_of_27_per_cpu_s`` says how many full hands a second have all their leads found.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Mapping
from random import Random
from typing import Any

from bench import guandan
from bench.sampling import SAMPLERS, Sampler
from games.engine.api import DealSetup, Game, NextDeal, Phase, Play, Result, game_of, games
from games.engine.cards import DECK


def shuffled(
    game: Game[Any], options: Mapping[str, str | int], deal: NextDeal, rng: Random
) -> DealSetup:
    """The next deal of a match, with random cards."""
    cards = rng.sample(DECK, len(DECK))
    size = game.hand_size
    hands = tuple(tuple(cards[seat * size : (seat + 1) * size]) for seat in range(4))
    turned = None
    if game.family == "guandan" and deal.first_deal:
        turned = next((card, 0) for card in hands[0] if card < 52)
    return DealSetup(
        game=game.id,
        options=options,
        levels=deal.levels,
        first_deal=deal.first_deal,
        hands=hands,
        kitty=tuple(cards[4 * size :]),
        dealer=deal.dealer,
        previous=deal.previous,
        first_drawer=deal.first_drawer,
        turned=turned,
        ace_failures=deal.ace_failures,
    )


def play_deal(
    game: Game[Any], setup: DealSetup, sample: Sampler, rng: Random
) -> tuple[Result, int]:
    """Play one deal at random; its result and the number of plays."""
    state, plays = game.start(setup), 0
    decide, evolve, phase = game.decide, game.evolve, game.phase
    while phase(state) is not Phase.DONE:
        action = sample(game, state, rng)
        for event in decide(state, action):
            state = evolve(state, event)
        plays += type(action) is Play
    result = game.result(state)
    assert result is not None
    return result, plays


def measure(game_id: str, seconds: float, seed: int = 1) -> dict[str, Any]:
    """Play matches for ``seconds`` of CPU time and count."""
    game, rng = game_of(game_id), Random(seed)
    options = game.complete({})
    sample = SAMPLERS[game.family]
    deal = game.first(options)
    hands = plays = 0
    started = time.process_time()
    while (spent := time.process_time() - started) < seconds:
        setup = shuffled(game, options, deal, rng)
        result, played = play_deal(game, setup, sample, rng)
        deal = game.next(setup, result) or game.first(options)
        hands += 1
        plays += played
    found = {
        "game": game_id,
        "hands_per_cpu_s": round(hands / spent, 1),
        "plays_per_cpu_s": round(plays / spent),
    }
    if game.family == "guandan":
        found["leads_of_27_per_cpu_s"] = round(guandan.leads_per_cpu_s(min(seconds, 2), rng))
    return found


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", required=True, choices=[game.id for game in games()])
    parser.add_argument("--seconds", type=float, default=10.0)
    arguments = parser.parse_args()
    print(json.dumps(measure(arguments.game, arguments.seconds)))


if __name__ == "__main__":
    main()
