"""What one viewer may see of a deal, built field by field from what is known to that viewer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from games.engine.api import Phase, Result, Seat, Viewer
from games.engine.cards import CODES, RANKS, Card, codes
from games.engine.guandan.combos import RANK, VALUES, Reading, in_order, wild_card
from games.engine.guandan.events import Event, ReturnLaid
from games.engine.guandan.state import Gift, Round, State, Tributes, side_of

ANNOUNCED = 10
"""GD-23: from this number of cards on the count is shown."""

ReadingView = Mapping[str, Any]
"""``kind rank size as``: how a play is read, and the cards it is read as."""

PlayView = tuple[Seat, tuple[str, ...], ReadingView]
"""Who played which cards, read how."""

GiftView = tuple[Seat, Seat | None, str | None]
"""From whom, to whom (nothing while that is not settled), which card (nothing: face down)."""


@dataclass(frozen=True, slots=True)
class RoundView:
    """A round: ``passed`` since its last play; ``winning`` is the seat of that play."""

    leader: Seat
    plays: tuple[PlayView, ...]
    passed: tuple[Seat, ...]
    winning: Seat


@dataclass(frozen=True, slots=True)
class TributeView:
    """The tribute: who still owes (a tribute or a return, by the phase), and what was given.

    ``tie``: GD-27 rules, the returns are turned together.
    """

    owed: tuple[Seat, ...]
    paid: tuple[GiftView, ...]
    returned: tuple[GiftView, ...]
    resisted: bool
    tie: bool


@dataclass(frozen=True, slots=True)
class GuandanView:
    """A deal of 掼蛋 as one viewer sees it.

    ``hand`` is grouped by rank in GD-2 order, the highest first; a watcher's is empty. A count
    is nothing where GD-23 hides it. ``hands`` are those dealt, shown once the deal is over.
    ``turn`` are the seats that everybody may know to be asked.
    """

    game: str
    phase: str
    viewer: Viewer
    levels: tuple[str, str]
    level: str
    wild: str
    team_of_level: int | None
    turn: tuple[Seat, ...]
    hand: tuple[tuple[str, ...], ...]
    counts: tuple[int | None, ...]
    trick: RoundView | None
    last_round: RoundView | None
    order: tuple[Seat, ...]
    tribute: TributeView | None
    previous: tuple[Seat, ...] | None
    turned: tuple[str, Seat] | None
    first_drawer: Seat
    ace_failures: tuple[int, int] | None
    hands: tuple[tuple[str, ...], ...] | None
    result: Result | None


def view(state: State, viewer: Viewer, turn: tuple[Seat, ...]) -> GuandanView:
    """What ``viewer`` may see; ``turn`` is the publicly known one."""
    setup = state.setup
    done = state.phase is Phase.DONE
    return GuandanView(
        game=setup.game,
        phase=str(state.phase),
        viewer=viewer,
        levels=setup.levels,
        level=RANKS[state.level],
        wild=CODES[wild_card(state.level)],
        team_of_level=side_of(setup),
        turn=turn,
        hand=() if viewer is None else grouped(state.level, state.hands[viewer]),
        counts=tuple(
            count_shown(state, seat, viewer, len(hand)) for seat, hand in enumerate(state.hands)
        ),
        trick=_round(state.current),
        last_round=_round(state.rounds[-1]) if state.rounds else None,
        order=state.order,
        tribute=_tribute(state.tributes, viewer),
        previous=setup.previous,
        turned=setup.turned and (CODES[setup.turned[0]], setup.turned[1]),
        first_drawer=setup.first_drawer,
        ace_failures=setup.ace_failures if setup.options["ace_attempts"] == "3" else None,
        hands=tuple(codes(in_order(state.level, hand)) for hand in setup.hands) if done else None,
        result=state.result,
    )


def show(event: Event, viewer: Viewer) -> Event:
    """The event as ``viewer`` may see it: a return face down is known to who laid it (GD-27)."""
    if isinstance(event, ReturnLaid) and viewer != event.seat:
        return replace(event, card=None)
    return event


def count_shown(state: State, seat: Seat, viewer: Viewer, count: int) -> int | None:
    """GD-23: the number of cards of ``seat``, if ``viewer`` is told it."""
    if (
        count <= ANNOUNCED
        or seat == viewer
        or state.phase is Phase.DONE
        or state.setup.options["show_counts"] == "always"
    ):
        return count
    return None


def grouped(level: int, hand: tuple[Card, ...]) -> tuple[tuple[str, ...], ...]:
    """A hand as codes, one group a rank in GD-2 order, the highest first."""
    by_value: dict[int, list[str]] = {}
    for card in hand:
        by_value.setdefault(VALUES[level][RANK[card]], []).append(CODES[card])
    return tuple(tuple(by_value[value]) for value in sorted(by_value, reverse=True))


def reading_view(reading: Reading) -> ReadingView:
    """A reading for the screen."""
    return {
        "kind": str(reading.kind),
        "rank": reading.rank,
        "size": reading.size,
        "as": codes(reading.stands),
    }


def _round(round_: Round | None) -> RoundView | None:
    if round_ is None:
        return None
    plays = tuple(
        (move.seat, codes(move.cards), reading_view(move.reading)) for move in round_.moves
    )
    return RoundView(round_.leader, plays, round_.passed, round_.moves[-1].seat)


def _tribute(tributes: Tributes | None, viewer: Viewer) -> TributeView | None:
    if tributes is None:
        return None
    on_table = tuple((seat, None, CODES[card]) for seat, card in tributes.paid)
    laid = tuple(
        (seat, to, CODES[card] if seat == viewer else None) for seat, to, card in tributes.laid
    )
    return TributeView(
        owed=tributes.owed,
        paid=on_table + _gifts(tributes.given),
        returned=laid + _gifts(tributes.back),
        resisted=tributes.resisted,
        tie=tributes.tie,
    )


def _gifts(gifts: tuple[Gift, ...]) -> tuple[GiftView, ...]:
    return tuple((giver, to, CODES[card]) for giver, to, card in gifts)
