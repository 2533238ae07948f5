"""What a referee's ruling does to a match between two deals (CP-12)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, NamedTuple

from games.engine.api import Game, NextDeal, Options


class LevelChange(NamedTuple):
    """A ruling, named by ``id``: so many ``levels`` up, or (negative) down, for a ``team``."""

    id: int
    team: int
    levels: int


class Made(NamedTuple):
    """What could be made of a ruling: the levels that were really given or taken."""

    id: int
    levels: int


def change_levels(
    game: Game[Any], options: Options, ahead: NextDeal, rulings: Iterable[LevelChange]
) -> tuple[NextDeal, tuple[Made, ...]]:
    """The deal ahead with its levels as rulings change them, in their order (CP-12).

    Never below the start level, never past the last one: 升级 by ruling gives no ``A+``. A first
    deal is left alone, for in it both teams play the start level: the rulings wait.
    """
    if ahead.first_deal:
        return ahead, ()
    ladder = game.ladder
    start = ladder.index(str(options["start_level"]))
    places = [ladder.index(level) for level in ahead.levels]
    made = []
    for ruling in rulings:
        was = places[ruling.team]
        low, high = min(start, was), len(ladder) - 1
        places[ruling.team] = max(low, min(high, was + ruling.levels))
        made.append(Made(ruling.id, places[ruling.team] - was))
    return replace(ahead, levels=(ladder[places[0]], ladder[places[1]])), tuple(made)
