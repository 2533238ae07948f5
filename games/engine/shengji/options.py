"""The options of the family, and the rules of play that a table's options come to."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from games.engine.api import N_, Choice, Option, Options
from games.engine.shengji.order import Links


class Follow(StrEnum):
    """How the shape of a lead binds those who follow."""

    FREE = "free"
    """Only the suit binds (SS-8, WK-17)."""
    LONGEST = "longest"
    """Runs, failing that the longest shorter run, then pairs (TY-16)."""
    PAIRS = "pairs"
    """Runs of the length led, failing that any pairs (TY-16, by option)."""


@dataclass(frozen=True, slots=True)
class Clauses:
    """Where each game's rulebook says what the games have in common."""

    declare: str
    undeclared: str
    bury: str
    turn: str
    lead: str
    follow: str
    shape: str
    throw: str
    failed_throw: str
    points: str
    kitty: str
    table: str
    levels: str
    stops: str
    next_dealer: str
    match: str


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a table: the game's own, as its options leave them."""

    options: Options
    links: Links
    follow: Follow
    trump_throws: bool
    """Trumps may be thrown (SS-9, TY-17)."""
    loose_throws: bool
    """浑甩: with the three highest ranks gone anything of the suit is thrown (WK-21)."""
    throw_fine: int
    """The points that a failed throw moves (WK-23, by option)."""
    open_kitty: bool
    """The kitty is laid face up (WK-12)."""
    clauses: Clauses = field(compare=False)


def start_level(levels: str, clause: str) -> Option:
    """The level that a match starts at: one of ``levels``, the first by default."""
    return Option(
        name="start_level",
        label=N_("First level"),
        help=N_("The level at which both teams start the match."),
        clause=clause,
        default=levels[0],
        choices=tuple(Choice(level, "10" if level == "T" else level) for level in levels),
    )
