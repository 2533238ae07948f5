"""Penalties: what follows from them by itself, and what they do to matches (CP-10 … CP-13).

A penalty is never deleted; one that is revoked has no effect. All consequences are worked out anew
from the penalties that stand, in the order of the times of the fouls.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from typing import Final

from tournaments.engine.account import Adjustment
from tournaments.engine.catalogue import Grade
from tournaments.engine.matches import PASSED, Ending, Match
from tournaments.engine.text import N_, EntrantId, Text

WARNINGS_A_VIOLATION: Final = 2
VIOLATIONS_A_LOSS: Final = 3
LAST_LEVEL: Final = PASSED - 1
"""The ace: 升级 by penalty goes no further (CP-12)."""


class Change(StrEnum):
    """A level change: 降级 of the offender's side or 升级 of the other (CP-10 ④)."""

    OFFENDER_DOWN = "offender_down"
    OTHER_UP = "other_up"


class Scope(StrEnum):
    """What a suspension bars from (CP-12)."""

    ROUNDS = "rounds"
    EVENT = "event"
    CLUB = "club"


@dataclass(frozen=True, slots=True)
class Effect:
    """What a penalty does beside being recorded.

    ``levels`` by which ``change`` works; ``points`` given (negative: taken) in the standings;
    ``scope`` of a suspension with the number of ``rounds`` after this one, or the time ``until``.
    """

    levels: int = 1
    change: Change = Change.OFFENDER_DOWN
    points: Decimal = Decimal(0)
    scope: Scope = Scope.ROUNDS
    rounds: int = 0
    until: datetime | None = None


LevelChange = tuple[Change, int]
"""Who goes up or down, and how many levels."""


@dataclass(frozen=True, slots=True)
class Penalty:
    """A penalty as far as its consequences go (CP-13).

    ``at`` is the time of the foul. ``played``: the level change that the levels recorded for the
    match have in them already (it was given while the match was running); ``made``: how many of
    its levels could really be given, where that is known.
    """

    id: int
    offender: EntrantId
    clause: str
    grade: Grade
    at: datetime
    stage: int
    round: int
    match: int | None = None
    effect: Effect = Effect()
    played: LevelChange | None = None
    revoked: bool = False
    made: int | None = None


@dataclass(frozen=True, slots=True)
class Consequence:
    """What follows by itself: a violation of two warnings, or a loss of three violations.

    It falls on the match and round of the last of its ``causes`` (ids of penalties).
    """

    grade: Grade
    offender: EntrantId
    stage: int
    round: int
    match: int | None
    causes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Tally:
    """A pair's count: what is not used up yet, and what has followed so far."""

    warnings: int
    violations: int
    consequences: tuple[Consequence, ...]


def tally(penalties: Iterable[Penalty], offender: EntrantId) -> Tally:
    """CP-11: two warnings make a violation, three violations a loss of the match.

    Counted for the pair over the event, in order of the times of the fouls; two warnings are used
    up by their violation, three violations by their loss; verbal and revoked ones do not count.
    """
    own = [p for p in penalties if p.offender == offender and not p.revoked]
    warnings: list[int] = []
    violations: list[tuple[int, ...]] = []
    followed: list[Consequence] = []
    for p in sorted(own, key=lambda p: (p.at, p.id)):
        if p.grade is Grade.WARNING:
            warnings.append(p.id)
            if len(warnings) < WARNINGS_A_VIOLATION:
                continue
            followed.append(_follows(Grade.VIOLATION, p, tuple(warnings)))
            violations.append(tuple(warnings))
            warnings = []
        elif p.grade is Grade.VIOLATION:
            violations.append((p.id,))
        if len(violations) == VIOLATIONS_A_LOSS:
            causes = tuple(cause for violation in violations for cause in violation)
            followed.append(_follows(Grade.LOSS, p, causes))
            violations = []
    return Tally(len(warnings), len(violations), tuple(followed))


def _follows(grade: Grade, last: Penalty, causes: tuple[int, ...]) -> Consequence:
    return Consequence(grade, last.offender, last.stage, last.round, last.match, causes)


def consequences(penalties: Sequence[Penalty]) -> tuple[Consequence, ...]:
    """What follows for all pairs."""
    own = by_offender(penalties)
    return tuple(c for offender in sorted(own) for c in tally(own[offender], offender).consequences)


def by_offender(penalties: Iterable[Penalty]) -> dict[EntrantId, list[Penalty]]:
    """Each pair's own, in the order they are given in: no other pair's change its count."""
    own: dict[EntrantId, list[Penalty]] = {}
    for p in penalties:
        own.setdefault(p.offender, []).append(p)
    return own


@dataclass(frozen=True, slots=True)
class Preview:
    """What a penalty would bring about, shown to the referee before it is confirmed (CP-11)."""

    before: Tally
    after: Tally
    follows: tuple[Consequence, ...]
    texts: tuple[Text, ...]


def preview(history: Sequence[Penalty], new: Penalty) -> Preview:
    """The count before and after ``new``, and what follows from it that did not before."""
    before = tally(history, new.offender)
    after = tally([*(p for p in history if p.id != new.id), new], new.offender)
    follows = tuple(c for c in after.consequences if c not in before.consequences)
    texts = [Text(_FOLLOWS[c.grade]) for c in follows]
    count = {"warnings": after.warnings, "violations": after.violations}
    left = N_("Then count: warnings %(warnings)d, violations %(violations)d")
    return Preview(before, after, follows, (*texts, Text(left, count)))


_FOLLOWS: Final = {
    Grade.VIOLATION: N_("This is the second warning: it becomes a recorded violation."),
    Grade.LOSS: N_("This is the third violation: the match is lost."),
}


def change_level(level: int, steps: int, *, start: int = 0, last: int = LAST_LEVEL) -> int:
    """CP-12: a level (its number) after a change, up or down.

    Never below the start level, never past the last; a side that has passed it already stays.
    """
    if steps < 0:
        return max(min(start, level), level + steps)
    return max(level, min(last, level + steps))


def ruled(match: Match, penalties: Iterable[Penalty], *, start: int = 0) -> Match:
    """The match as the penalties leave it (CP-11, CP-12).

    Level changes given after the match change its levels; those that it was played with and that
    have been revoked or changed since are taken out again. A loss by ruling or by three violations
    gives the match to the other side, to nobody when both lose it. Only penalties of the two pairs
    matter.
    """
    penalties = sorted(penalties, key=lambda p: (p.at, p.id))
    if match.ending is Ending.BYE or match.second is None:
        return match
    levels = match.levels
    for p in penalties:
        here = p.match == match.id and p.offender in match.entrants
        if levels is not None and here:
            levels = _as_it_stands(levels, p, match.entrants.index(p.offender), start)
    losers = {p.offender for p in penalties if _loses(p, match)}
    losers |= {c.offender for c in consequences(penalties) if _loses(c, match)}
    losers &= {*match.entrants}
    if not losers:
        return replace(match, levels=levels)
    winners = {*match.entrants} - losers
    if match.ending is Ending.PLAYED:
        winner = winners.pop() if winners else None
        return replace(match, levels=levels, ending=Ending.JUDGED, winner=winner)
    return replace(match, winner=None if match.winner in losers else match.winner)


def _loses(ruling: Penalty | Consequence, match: Match) -> bool:
    revoked = isinstance(ruling, Penalty) and ruling.revoked
    return ruling.grade is Grade.LOSS and ruling.match == match.id and not revoked


Levels = tuple[int, int]


def _as_it_stands(levels: Levels, p: Penalty, offender: int, start: int) -> Levels:
    """The levels with the level change of a penalty as it stands, and no other of it."""
    stands = p.grade is Grade.LEVEL and not p.revoked
    now = (p.effect.change, p.effect.levels) if stands else None
    if now == p.played:
        return levels
    if p.played is not None:
        made = p.played[1] if p.made is None else p.made
        levels = _moved(levels, offender, (p.played[0], -made), start)
    return levels if now is None else _moved(levels, offender, now, start)


def _moved(levels: Levels, offender: int, ruling: LevelChange, start: int) -> Levels:
    change, count = ruling
    down = change is Change.OFFENDER_DOWN
    side = offender if down else 1 - offender
    moved = change_level(levels[side], -count if down else count, start=start)
    return (moved, levels[1]) if side == 0 else (levels[0], moved)


def adjustments(penalties: Iterable[Penalty]) -> tuple[Adjustment, ...]:
    """The points that penalties give or take in the standings (CP-13)."""
    return tuple(
        Adjustment(p.offender, p.stage, p.round, p.effect.points, p.clause)
        for p in penalties
        if p.effect.points and not p.revoked
    )


def standing_penalties(penalties: Iterable[Penalty]) -> dict[EntrantId, int]:
    """How many penalties stand for each entrant, verbal warnings not counted (CP-9, CP-11)."""
    count: dict[EntrantId, int] = {}
    for p in penalties:
        if not p.revoked and p.grade is not Grade.VERBAL:
            count[p.offender] = count.get(p.offender, 0) + 1
    return count


def suspension(
    penalties: Iterable[Penalty], entrant: EntrantId, *, stage: int, round_: int, at: datetime
) -> Penalty | None:
    """CP-12: the suspension that bars an entrant from a round at a time, if there is one.

    So many rounds after the one of the foul in its stage; the rest of the event; or until a time
    (across the club, where the event's penalties are only a part of those to be asked).
    """
    for p in penalties:
        if p.offender != entrant or p.grade is not Grade.SUSPENSION or p.revoked or p.at > at:
            continue
        match p.effect.scope:
            case Scope.ROUNDS:
                barred = p.stage == stage and 0 < round_ - p.round <= p.effect.rounds
            case Scope.EVENT:
                barred = True
            case Scope.CLUB:
                barred = p.effect.until is None or at < p.effect.until
        if barred:
            return p
    return None
