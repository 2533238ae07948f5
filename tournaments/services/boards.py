"""The deals of duplicate rounds: all from the event's committed seed (CP-8)."""

from __future__ import annotations

from tournaments.engine.duplicate import board_seed
from tournaments.models import Board, Round


def make(round: Round) -> list[Board]:
    """The boards of a round; the same seeds whenever they are made."""
    stage = round.stage
    event = stage.event
    ending = stage.plan.ending or event.config.ending
    return Board.objects.bulk_create(
        [
            Board(
                round=round,
                number=number,
                seed=board_seed(event.seed_bytes, stage.order, round.number, number).hex(),
            )
            for number in range(1, ending.deals + 1)
        ],
        ignore_conflicts=True,
    )
