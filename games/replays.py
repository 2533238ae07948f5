"""A deal step by step with all hands open, folded from its log by the engine.

For deals that are over, and for the delayed feed of those who comment on a match: what may be
shown is decided by the caller, who gives the time up to which the log is read.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

import msgspec

from games.engine import codec
from games.engine.api import Game, game_of
from games.labels import line_text
from games.models import Deal
from games.reports import player_names
from games.services.records import setup_of

UNNOTICED: Final = frozenset({"drawn", "went_on"})
"""Events that make no step of their own: drawing on, and the end of a time of asking."""


@dataclass(frozen=True, slots=True)
class Step:
    """Where a deal stood after an action.

    ``view`` is the engine's for watchers; ``hands`` are the four hands in groups, as their holders
    see them; ``kitty`` as whoever laid it knows it; ``trick`` counts from 1, 0 before the first.
    """

    trick: int
    view: Any
    hands: tuple[tuple[tuple[str, ...], ...], ...]
    kitty: tuple[str, ...] | None
    seat: int | None
    auto: bool


def steps_of(deal: Deal, *, until: datetime | None = None) -> list[Step]:
    """The steps of a deal, of its log up to ``until`` (inclusive), the cards as dealt first."""
    match = deal.match
    game = game_of(match.game)
    state = game.start(setup_of(deal, match))
    rows = deal.events.order_by("seq")
    if until is not None:
        rows = rows.filter(at__lte=until)
    found: list[Step] = []
    if game.family == "guandan":  # all cards are dealt before anything happens
        found.append(_step(game, state, None, False))
    for row in rows:
        for event in row.events:
            state = game.evolve(state, codec.decode(game.id, event))
        if any(event["e"] not in UNNOTICED for event in row.events):
            found.append(_step(game, state, row.seat, row.auto))
    return found


def _step(game: Game[Any], state: Any, seat: int | None, auto: bool) -> Step:
    seen = [game.view(state, viewer) for viewer in range(4)]
    kitties = (getattr(view, "kitty", None) for view in seen)
    return Step(
        trick=len(game.report(state)["tricks"]),
        view=game.view(state, None),
        hands=tuple(view.hand for view in seen),
        kitty=next((kitty for kitty in kitties if kitty), None),
        seat=seat,
        auto=auto,
    )


def replay_data(deal: Deal, *, until: datetime | None = None) -> dict[str, Any]:
    """What the player in the browser needs (``static/js/replay/player.js``).

    The reckoning comes along once the result is among the steps.
    """
    names = player_names(deal.match)
    steps = steps_of(deal, until=until)
    over = bool(steps) and steps[-1].view.result is not None
    lines = steps[-1].view.result.lines if over else ()
    return {
        "names": names,
        "game": deal.match.game,
        "deal": deal.number,
        "over": over,
        "lines": [
            {
                "text": line_text({"text": line.text, "params": line.params}, names),
                "clause": line.clause,
            }
            for line in lines
        ],
        "steps": msgspec.to_builtins(steps),
    }
