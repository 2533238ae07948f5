"""The state of a deal of 掼蛋: folded from events, changed by nothing else."""

from __future__ import annotations

from dataclasses import dataclass, field

from games.engine.api import DealSetup, Phase, Result, Seat, team_of
from games.engine.cards import Card
from games.engine.guandan.combos import Reading

Gift = tuple[Seat, Seat, Card]
"""Who gave whom which card."""


@dataclass(frozen=True, slots=True)
class Move:
    """One play of a round; ``action`` counts the players' actions of the deal from 0."""

    action: int
    seat: Seat
    cards: tuple[Card, ...]
    reading: Reading


@dataclass(frozen=True, slots=True)
class Round:
    """A round 一轮: its plays, and who passed since the last of them."""

    leader: Seat
    moves: tuple[Move, ...] = ()
    passed: tuple[Seat, ...] = ()
    winner: Seat | None = None


@dataclass(frozen=True, slots=True)
class Tributes:
    """The tribute of a deal.

    ``owed`` are those who still owe their tribute or return, ascending. ``paid`` are the cards
    on the table in the tribute phase, ``laid`` the returns laid face down, ``given`` the
    tributes and ``back`` the returns that have changed hands. ``tie``: GD-27 rules.
    """

    resisted: bool
    owed: tuple[Seat, ...] = ()
    paid: tuple[tuple[Seat, Card], ...] = ()
    given: tuple[Gift, ...] = ()
    laid: tuple[Gift, ...] = ()
    back: tuple[Gift, ...] = ()
    tie: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """A deal under way.

    ``level`` is the deal's, as a rank 0 … 12. ``hands`` are sorted ascending. ``turn`` leads or
    follows in the play, and is the one who will lead as long as tribute is owed. ``actions``
    counts the players' actions. ``order`` are the seats that are out.
    """

    setup: DealSetup
    level: int
    hands: tuple[tuple[Card, ...], ...]
    phase: Phase
    turn: Seat
    tributes: Tributes | None
    actions: int = 0
    current: Round | None = None
    rounds: tuple[Round, ...] = ()
    order: tuple[Seat, ...] = ()
    result: Result | None = field(default=None)

    @property
    def to_beat(self) -> Reading | None:
        """The reading that a play must beat; nothing for the leader."""
        return self.current.moves[-1].reading if self.current else None


def side_of(setup: DealSetup) -> int | None:
    """The team whose own level is played: that of 上游 before (GD-1); none in a first deal."""
    return None if setup.previous is None else team_of(setup.previous[0])


def double_win(order: tuple[Seat, ...]) -> bool:
    """双下: both partners of one side are first and second (GD-20)."""
    return len(order) >= 2 and team_of(order[0]) == team_of(order[1])
