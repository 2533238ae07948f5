"""A draw, the reasons for it, and what is offered when there is none."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from tournaments.engine.text import EntrantId, Text

Pair = tuple[EntrantId, EntrantId]
"""Two entrants, the smaller number first."""


def pair_of(a: EntrantId, b: EntrantId) -> Pair:
    """The two as a pair, whichever comes first."""
    return (a, b) if a < b else (b, a)


class Why(StrEnum):
    """The kinds of reasons, for icons and filters; the words are in the texts."""

    SAME_SCORE = "same_score"
    IN_ORDER = "in_order"
    ALREADY_MET = "already_met"
    SAME_CLUB = "same_club"
    FITS = "fits"
    FLOAT = "float"
    NOT_AGAIN = "not_again"
    ACCELERATED = "accelerated"
    BY_HAND = "by_hand"
    EXCEPTION = "exception"
    BYE = "bye"
    PASSED_OVER = "passed_over"
    SCHEDULE = "schedule"
    SEEDING = "seeding"


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason of a pairing, a float or a bye."""

    why: Why
    text: Text


@dataclass(frozen=True, slots=True)
class Pairing:
    """A match to be played; ``first`` stands higher. ``down`` floats down to meet the other."""

    first: EntrantId
    second: EntrantId
    reasons: tuple[Reason, ...] = ()
    down: EntrantId | None = None

    @property
    def pair(self) -> Pair:
        """The two, the smaller number first."""
        return pair_of(self.first, self.second)


@dataclass(frozen=True, slots=True)
class Bye:
    """Who does not play, and why he."""

    entrant: EntrantId
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Draw:
    """The pairings of a round, the highest first, and the bye when the number is odd."""

    pairings: tuple[Pairing, ...]
    bye: Bye | None = None

    @property
    def pairs(self) -> frozenset[Pair]:
        """Just who meets whom."""
        return frozenset(p.pair for p in self.pairings)


@dataclass(frozen=True, slots=True)
class Allowed:
    """Named exceptions from the hard rules, as the organiser grants them."""

    rematches: frozenset[Pair] = frozenset()
    club_pairs: frozenset[Pair] = frozenset()
    byes: frozenset[EntrantId] = frozenset()

    def __or__(self, other: Allowed) -> Allowed:
        """Both sets of exceptions."""
        return Allowed(
            self.rematches | other.rematches,
            self.club_pairs | other.club_pairs,
            self.byes | other.byes,
        )


NO_EXCEPTIONS = Allowed()


class ChoiceKind(StrEnum):
    """The ways out when no pairing obeys the hard rules."""

    DROP_CLUB = "drop_club"
    ALLOW_REMATCHES = "allow_rematches"
    ALLOW_BYE = "allow_bye"
    ALLOW_SEVERAL = "allow_several"
    END_STAGE = "end_stage"
    SHORTEN = "shorten"


@dataclass(frozen=True, slots=True)
class Choice:
    """A way out: what to do, what it gives up, and the exceptions that make it work.

    Pair again with ``allowed`` added to the rules' exceptions and there is a draw. Without it the
    choice is not about pairing (end or shorten the stage).
    """

    kind: ChoiceKind
    text: Text
    gives_up: tuple[Text, ...]
    allowed: Allowed | None = None


@dataclass(frozen=True, slots=True)
class Unsatisfiable:
    """There is no draw that obeys the hard rules. Nothing is to be saved; the organiser chooses."""

    problem: Text
    choices: tuple[Choice, ...]


def pairs_of(couples: Iterable[tuple[EntrantId, EntrantId]]) -> frozenset[Pair]:
    """Couples in any order as pairs."""
    return frozenset(pair_of(a, b) for a, b in couples)
