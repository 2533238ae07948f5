"""The accounts of all entrants of a stage: what the metrics of the standings read."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from tournaments.engine.matches import Match
from tournaments.engine.scoring import ZERO, Line, Scoring, lines_of
from tournaments.engine.text import EntrantId

Value = Decimal | int


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points given or taken beside the matches: a penalty (CP-13), or points carried over.

    Points carried over from an earlier stage are those of ``round`` 0.
    """

    entrant: EntrantId
    stage: int
    round: int
    points: Decimal
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Accounts:
    """Lines and adjustments by entrant, each in the order of the rounds.

    ``rounds`` is the last round with a line; ``over`` are those up to it in which nothing is open;
    ``fouls`` counts each entrant's penalties; ``memo`` keeps what the metrics have worked out.
    """

    entrants: tuple[EntrantId, ...]
    lines: Mapping[EntrantId, tuple[Line, ...]]
    adjustments: Mapping[EntrantId, tuple[Adjustment, ...]]
    fouls: Mapping[EntrantId, int]
    rounds: int
    over: tuple[int, ...]
    seed: bytes
    memo: dict[str, Mapping[EntrantId, Value]] = field(default_factory=dict, compare=False)

    def total(self, entrant: EntrantId) -> Decimal:
        """总积分: points of the matches and adjustments."""
        points = sum((line.points for line in self.lines[entrant]), ZERO)
        return sum((a.points for a in self.adjustments.get(entrant, ())), points)

    def running_totals(self, since: int) -> int:
        """In how many running totals after a round, the first left out, points of a round count."""
        return sum(number >= max(since, 2) for number in self.over)


def open_accounts(
    entrants: Iterable[EntrantId],
    matches: Iterable[Match],
    *,
    scoring: Scoring,
    stages: Collection[int],
    seed: bytes,
    adjustments: Iterable[Adjustment] = (),
    fouls: Mapping[EntrantId, int] | None = None,
) -> Accounts:
    """The accounts of ``stages``; matches of other stages and unconfirmed ones count nowhere.

    Everything is sorted here, so that nothing depends on the order it was given in. Raises
    ValueError for an entrant named twice and for a match of somebody who is not an entrant.
    """
    everyone = tuple(sorted(entrants))
    by_entrant: dict[EntrantId, list[Line]] = {e: [] for e in everyone}
    if len(by_entrant) != len(everyone):
        raise ValueError("an entrant is named twice")
    still: set[int] = set()
    for match in matches:
        if match.stage in stages:
            if not match.confirmed:
                still.add(match.round)
            for line in lines_of(match, scoring):
                if line.entrant not in by_entrant:
                    raise ValueError(f"a match of {line.entrant}, who is not an entrant")
                by_entrant[line.entrant].append(line)
    own: dict[EntrantId, list[Adjustment]] = {}
    for adjustment in adjustments:
        if adjustment.stage in stages:
            own.setdefault(adjustment.entrant, []).append(adjustment)
    for account in by_entrant.values():
        account.sort(key=lambda line: (line.stage, line.round, line.match, line.opponent or 0))
    last = max((a[-1].round for a in by_entrant.values() if a), default=0)
    return Accounts(
        everyone,
        {e: tuple(account) for e, account in by_entrant.items()},
        {e: tuple(sorted(a, key=lambda x: (x.round, x.points))) for e, a in own.items()},
        dict(fouls or {}),
        last,
        tuple(number for number in range(1, last + 1) if number not in still),
        seed,
    )
