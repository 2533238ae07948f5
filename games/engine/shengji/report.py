"""The report of a record: the deal as those who know everything see it."""

from __future__ import annotations

from typing import Any

from games.engine.api import CloseDeclaring, GoOn, Phase, Result
from games.engine.cards import RANKS, SUITS, codes
from games.engine.shengji.fold import evolve
from games.engine.shengji.phases import decide, due
from games.engine.shengji.states import State, settled
from games.engine.shengji.variant import declared_suit


def report(state: State) -> dict[str, Any]:
    """The fields of the report, as the record format has them.

    What is left to the table is taken as done: an asking that is over is left, and where
    declaring is open all cards are drawn.
    """
    state = _settle(state)
    play = state.play
    return {
        "phase": str(state.phase),
        "turn": _turn(state),
        "trump": _trump(state),
        "dealer": state.deal.setup.dealer if state.stage is None else state.stage.dealer,
        "tricks": _tricks(state),
        "points": play.points if state.result is None else state.result.points,
        "readings": [],
        "result": None if state.result is None else _result(state.result),
    }


def _settle(state: State) -> State:
    asked = state.deal.variant.asking(state) if state.phase is Phase.DECLARE else None
    if asked == ():
        for event in decide(state, CloseDeclaring()):
            state = evolve(state, event)
    while isinstance(going_on := due(state), GoOn):
        for event in decide(state, going_on):
            state = evolve(state, event)
    return state


def _turn(state: State) -> list[int]:
    match state.phase:
        case Phase.DECLARE:
            variant = state.deal.variant
            asked = variant.asking(state)
            return list(variant.declarers(state) if asked is None else asked[:1])
        case Phase.SWAP | Phase.OVERTURN:
            return list(settled(state).pending[:1])
        case Phase.DONE:
            return []
        case _:
            return [state.play.turn]


def _trump(state: State) -> dict[str, str | None] | None:
    if state.stage is not None:
        order = state.stage.order
        suit = None if order.trump is None else SUITS[order.trump]
        return {"suit": suit, "level": RANKS[order.level]}
    standing = state.bids.standing
    if standing is None:
        return None
    shown = declared_suit(standing.cards)
    level = state.deal.setup.levels[state.deal.variant.declared_team(state, standing.seat)]
    return {"suit": None if shown is None else SUITS[shown], "level": level}


def _tricks(state: State) -> list[dict[str, Any]]:
    play = state.play
    tricks = [
        _trick(t.leader, t.plays, t.winner, t.points, t.thrown is not None) for t in play.tricks
    ]
    if play.plays:
        failed = play.thrown is not None
        tricks.append(_trick(play.leader, play.plays, None, play.trick_points, failed))
    return tricks


def _trick(
    leader: int,
    plays: tuple[tuple[int, ...], ...],
    winner: int | None,
    points: int,
    failed: bool,
) -> dict[str, Any]:
    return {
        "leader": leader,
        "plays": [list(codes(cards)) for cards in plays],
        "winner": winner,
        "points": points,
        "forced": list(codes(plays[0])) if failed else None,
    }


def _result(result: Result) -> dict[str, Any]:
    return {
        "levels": list(result.levels),
        "change": list(result.change),
        "winner_team": result.winner_team,
        "next_dealer": result.next_dealer,
        "points": result.points,
        "kitty_points": result.kitty_points,
        "kitty_factor": result.kitty_factor,
        "kou": result.kou,
        "score": None if result.score is None else list(result.score),
        "order": None,
        "match_won_by": result.match_won_by,
        "redeal": result.redeal,
    }
