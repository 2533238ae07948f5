"""Live warnings for a draw that is edited by hand (rematch, club, bye, table taken …)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournaments.engine.pairing.field import Competitor, SwissRules, candidates_for_bye
from tournaments.engine.pairing.model import Pair
from tournaments.engine.pairing.swiss import in_order
from tournaments.engine.text import N_, EntrantId, Text, Who


class Problem(StrEnum):
    """What is wrong with a draw made by hand."""

    REMATCH = "rematch"
    SAME_CLUB = "same_club"
    SECOND_BYE = "second_bye"
    TWICE = "twice"
    MISSING = "missing"
    UNKNOWN = "unknown"
    SEVERAL_BYES = "several_byes"
    TABLE_TAKEN = "table_taken"


@dataclass(frozen=True, slots=True)
class Warned:
    """A problem in words. One that ``bars`` cannot be published; the others ask for a reason."""

    problem: Problem
    text: Text
    entrants: tuple[EntrantId, ...]
    bars: bool


def check(
    pairs: Sequence[Pair],
    byes: Sequence[EntrantId],
    field: Collection[Competitor],
    rules: SwissRules,
    tables: Sequence[int | None] = (),
) -> tuple[Warned, ...]:
    """The problems of a draw, those that bar it first; ``tables`` go with ``pairs``."""
    known = {c.id: c for c in field}
    found = [*_everybody_once(pairs, byes, known), *_tables(pairs, tables)]
    for a, b in pairs:
        first, second = known.get(a), known.get(b)
        if first is None or second is None or a == b:
            continue
        who = Text(N_("%(who)s have met before."), {"who": Who((a, b))})
        if b in first.met:
            found.append(Warned(Problem.REMATCH, who, (a, b), bars=False))
        if rules.avoids_clubs and first.club is not None and first.club == second.club:
            mates = Text(N_("%(who)s are of the same club."), {"who": Who((a, b))})
            found.append(Warned(Problem.SAME_CLUB, mates, (a, b), bars=False))
    may = {c.id for c in candidates_for_bye(in_order(field, rules), rules) if c is not None}
    for entrant in byes:
        if entrant in known and len(field) % 2 and entrant not in may:
            text = N_("%(who)s had a bye or won by forfeit before, and others are eligible.")
            who = Text(text, {"who": Who((entrant,))})
            found.append(Warned(Problem.SECOND_BYE, who, (entrant,), bars=False))
    return tuple(sorted(found, key=lambda w: not w.bars))


def _everybody_once(
    pairs: Sequence[Pair], byes: Sequence[EntrantId], known: Mapping[EntrantId, Competitor]
) -> list[Warned]:
    named = Counter([*(e for p in pairs for e in p), *byes])
    found = []
    for problem, ids, key in (
        (Problem.UNKNOWN, [e for e in named if e not in known], N_("Not of this round: %(who)s")),
        (Problem.TWICE, [e for e, n in named.items() if n > 1], N_("Drawn twice: %(who)s")),
        (Problem.MISSING, [e for e in known if e not in named], N_("Without a match: %(who)s")),
    ):
        if ids:
            who = tuple(sorted(ids))
            found.append(Warned(problem, Text(key, {"who": Who(who)}), who, bars=True))
    if len(byes) > 1:
        text = Text(N_("More than one bye: %(who)s"), {"who": Who(tuple(byes))})
        found.append(Warned(Problem.SEVERAL_BYES, text, tuple(byes), bars=False))
    return found


def _tables(pairs: Sequence[Pair], tables: Sequence[int | None]) -> list[Warned]:
    at: dict[int, list[EntrantId]] = {}
    for couple, table in zip(pairs, tables, strict=False):
        if table is not None:
            at.setdefault(table, []).extend(couple)
    return [
        Warned(
            Problem.TABLE_TAKEN,
            Text(
                N_("Table %(table)d is given twice: %(who)s"),
                {"table": table, "who": Who(tuple(who))},
            ),
            tuple(who),
            bars=True,
        )
        for table, who in sorted(at.items())
        if len(who) > 2
    ]
