"""The deal in the words of the game record."""

from __future__ import annotations

from typing import Any

from games.engine.api import Result, Seat
from games.engine.cards import RANKS, codes
from games.engine.guandan.state import Round, State


def report(state: State, turn: tuple[Seat, ...]) -> dict[str, Any]:
    """The part of a record's report that the game answers for."""
    rounds = state.rounds if state.current is None else (*state.rounds, state.current)
    moves = [move for round_ in rounds for move in round_.moves]
    return {
        "phase": str(state.phase),
        "turn": list(turn),
        "trump": {"suit": None, "level": RANKS[state.level]},
        "dealer": None,
        "tricks": [_trick(round_) for round_ in rounds],
        "points": None,
        "readings": [
            {
                "action": move.action,
                "kind": str(move.reading.kind),
                "rank": move.reading.rank,
                "size": move.reading.size,
            }
            for move in moves
        ],
        "result": None if state.result is None else _result(state.result),
    }


def _trick(round_: Round) -> dict[str, Any]:
    return {
        "leader": round_.leader,
        "plays": [[move.seat, list(codes(move.cards))] for move in round_.moves],
        "winner": round_.winner,
        "points": None,
        "forced": None,
    }


def _result(result: Result) -> dict[str, Any]:
    data: dict[str, Any] = {
        "levels": list(result.levels),
        "change": list(result.change),
        "winner_team": result.winner_team,
        "next_dealer": None,
        "points": None,
        "kitty_points": None,
        "kitty_factor": None,
        "kou": None,
        "score": None,
        "order": list(result.order or ()),
        "match_won_by": result.match_won_by,
        "redeal": False,
    }
    if result.ace_failures is not None:
        data["ace_failures"] = list(result.ace_failures)
    return data
