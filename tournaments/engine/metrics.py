"""The metrics of the standings: one metric, one class (CP-9)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import ClassVar, Final

from tournaments.engine.account import Accounts, Value
from tournaments.engine.lots import lot
from tournaments.engine.scoring import ZERO
from tournaments.engine.text import N_, EntrantId

Part = tuple[Value | None, list[EntrantId]]
"""A value and who has it; no value where the metric was not applied."""


class Metric(ABC):
    """Splits those who are tied, the best first. Metrics of a value only name that value."""

    id: ClassVar[str]
    label: ClassVar[str]
    more_is_better: ClassVar[bool] = True

    @abstractmethod
    def value(self, entrant: EntrantId, accounts: Accounts) -> Value:
        """The entrant's value in this metric."""

    def values(self, accounts: Accounts) -> Mapping[EntrantId, Value]:
        """Everybody's value, worked out once."""
        if self.id not in accounts.memo:
            accounts.memo[self.id] = {e: self.value(e, accounts) for e in accounts.entrants}
        return accounts.memo[self.id]

    def split(self, tied: Sequence[EntrantId], accounts: Accounts) -> list[Part]:
        """The tied in parts of equal value, the best part first."""
        values = self.values(accounts)
        ordered = sorted(tied, key=values.__getitem__, reverse=self.more_is_better)
        return [(value, list(part)) for value, part in groupby(ordered, key=values.__getitem__)]


class Total(Metric):
    """总积分: the points by the event's scale, with penalties and what was carried over."""

    id = "total"
    label = N_("Total points")

    def value(self, entrant: EntrantId, accounts: Accounts) -> Value:
        """The sum of all points."""
        return accounts.total(entrant)


class MatchPoints(Metric):
    """场分: 2 for a win, 1 for a draw."""

    id = "match_points"
    label = N_("Match points")

    def value(self, entrant: EntrantId, accounts: Accounts) -> Value:
        """The sum of 场分; a bye and a forfeit won count 2 (CP-5)."""
        return sum(line.place for line in accounts.lines[entrant])


class LevelPoints(Metric):
    """级分: the points of the matches alone, by the event's scale."""

    id = "level_points"
    label = N_("Level points")

    def value(self, entrant: EntrantId, accounts: Accounts) -> Value:
        """The sum of the matches' points."""
        return sum((line.points for line in accounts.lines[entrant]), ZERO)


class Progress(Metric):
    """去首累进分: the running total after each round, summed, the first round's left out.

    There is a total after a round once all its results are known: what is won in a round that is
    being played counts in none yet, and nobody's unchanged total counts for it.
    """

    id = "progress"
    label = N_("Progressive total without the first round")

    def value(self, entrant: EntrantId, accounts: Accounts) -> Value:
        """What was won in round r counts in each running total from r on, but not in the first."""
        lines, own = accounts.lines[entrant], accounts.adjustments.get(entrant, ())
        earned = sum((x.points * accounts.running_totals(x.round) for x in lines), ZERO)
        return sum((x.points * accounts.running_totals(x.round) for x in own), earned)


class Wins(Metric):
    """胜轮次: rounds won, by play, by forfeit or by a bye."""

    id = "wins"
    label = N_("Rounds won")

    def value(self, entrant: EntrantId, accounts: Accounts) -> Value:
        """The number of wins."""
        return sum(line.won for line in accounts.lines[entrant])


class LevelDifference(Metric):
    """累计级差 or 净级差: levels won less levels lost (in duplicate play: the margins)."""

    id = "level_difference"
    label = N_("Level difference")

    def value(self, entrant: EntrantId, accounts: Accounts) -> Value:
        """The sum of the differences."""
        return sum((line.difference for line in accounts.lines[entrant]), ZERO)


class LevelsWon(Metric):
    """累计升级数: the levels above 2 reached, summed."""

    id = "levels_won"
    label = N_("Levels won")

    def value(self, entrant: EntrantId, accounts: Accounts) -> Value:
        """The sum of the levels, 2 being 0."""
        return sum(line.levels for line in accounts.lines[entrant])


@dataclass(frozen=True, slots=True)
class OpponentsPoints(Metric):
    """对手分: the opponents' totals in the list's first metric (Buchholz).

    A bye, a forfeit and a round not played are lines of 0. Variants leave out the ``low`` lowest
    and the ``high`` highest of the lines.
    """

    first: Metric
    id: str = "opponents"  # type: ignore[misc]
    label: str = N_("Opponents' points")  # type: ignore[misc]
    low: int = 0
    high: int = 0

    def parts(self, entrant: EntrantId, accounts: Accounts) -> list[Value]:
        """The opponents' values line by line, in the order of the rounds, cut or not."""
        totals = self.first.values(accounts)
        return [
            totals[line.opponent] if line.met and line.opponent is not None else 0
            for line in accounts.lines[entrant]
        ]

    def value(self, entrant: EntrantId, accounts: Accounts) -> Value:
        """The sum of what is left after the cuts."""
        parts = self.parts(entrant, accounts)
        if self.low or self.high:
            parts += [0] * (accounts.rounds - len(parts))
            parts = sorted(parts)[self.low : max(self.low, len(parts) - self.high)]
        return sum(parts, ZERO)


class HeadToHead(Metric):
    """直接对抗: the 场分 of the matches among the tied; only when all of them have met.

    When it parts the tied, those who are still level are a tie of their own and are compared
    among themselves.
    """

    id = "head_to_head"
    label = N_("Head-to-head")

    def value(self, entrant: EntrantId, accounts: Accounts) -> Value:
        """There is no value without knowing who is tied; ``split`` gives it."""
        raise NotImplementedError("head-to-head has values among the tied only")

    def split(self, tied: Sequence[EntrantId], accounts: Accounts) -> list[Part]:
        """The tied by their matches against each other; as they are when not all have met."""
        mini = self.among(tied, accounts)
        if mini is None:
            return [(None, list(tied))]
        ordered = sorted(tied, key=lambda e: (-mini[e], e))
        parts: list[Part] = [(v, list(m)) for v, m in groupby(ordered, key=mini.__getitem__)]
        if len(parts) == 1:
            return parts
        out: list[Part] = []
        for value, members in parts:
            out += self.split(members, accounts) if len(members) > 1 else [(value, members)]
        return out

    def among(
        self, tied: Sequence[EntrantId], accounts: Accounts
    ) -> Mapping[EntrantId, int] | None:
        """Each one's 场分 from the matches among the tied, or nothing unless all have met."""
        inside = frozenset(tied)
        points: dict[EntrantId, int] = {}
        for entrant in tied:
            met = [x for x in accounts.lines[entrant] if x.met and x.opponent in inside]
            if len({x.opponent for x in met}) < len(inside) - 1:
                return None
            points[entrant] = sum(x.place for x in met)
        return points

    def narrow(
        self, tied: Sequence[EntrantId], members: Sequence[EntrantId], accounts: Accounts
    ) -> tuple[Sequence[EntrantId], Mapping[EntrantId, int]] | None:
        """The smallest comparison that ``members`` of a tie were in together, and its 场分."""
        mini = self.among(tied, accounts)
        while mini is not None and len({mini[e] for e in members}) == 1:
            level = [e for e in tied if mini[e] == mini[members[0]]]
            if len(level) in (1, len(tied)):
                break
            tied, mini = level, self.among(level, accounts)
        return None if mini is None else (tied, mini)


class FewerPenalties(Metric):
    """Penalties, fewer first."""

    id = "penalties"
    label = N_("Penalties")
    more_is_better = False

    def value(self, entrant: EntrantId, accounts: Accounts) -> Value:
        """How many penalties stand."""
        return accounts.fouls.get(entrant, 0)


class Lots(Metric):
    """Lots, drawn from the event's seed; the lower lot first. It ends every list of metrics."""

    id = "lots"
    label = N_("Lots")
    more_is_better = False

    def value(self, entrant: EntrantId, accounts: Accounts) -> Value:
        """The entrant's lot."""
        return lot(accounts.seed, "standings", entrant)

    def split(self, tied: Sequence[EntrantId], accounts: Accounts) -> list[Part]:
        """Everybody on a place of his own; lots are drawn for those who need them."""
        drawn = sorted((int(self.value(e, accounts)), e) for e in tied)
        return [(value, [entrant]) for value, entrant in drawn]


PLAIN: Final[Mapping[str, Metric]] = {
    m.id: m
    for m in (
        Total(), MatchPoints(), LevelPoints(), Progress(), Wins(), LevelDifference(), LevelsWon(),
        HeadToHead(), FewerPenalties(), Lots(),
    )
}  # fmt: skip

OPPONENTS: Final[Mapping[str, tuple[str, int, int]]] = {
    "opponents": (N_("Opponents' points"), 0, 0),
    "opponents_cut1": (N_("Opponents' points without the lowest"), 1, 0),
    "opponents_cut2": (N_("Opponents' points without the two lowest"), 2, 0),
    "opponents_median": (N_("Opponents' points without the lowest and the highest"), 1, 1),
}

METRIC_IDS: Final = (*PLAIN, *OPPONENTS)

PRESETS: Final[Mapping[str, tuple[str, ...]]] = {
    "national": ("total", "progress", "wins", "level_difference", "levels_won"),
    "groups": ("match_points", "head_to_head", "level_difference", "levels_won"),
    "swiss": ("match_points", "opponents", "wins", "level_difference"),
}
"""CP-9: the lists of metrics an organiser starts from. Lots come last in each."""


def metrics_of(ids: Sequence[str]) -> tuple[Metric, ...]:
    """The metrics of an organiser's list, with lots at its end.

    Raises ValueError for an unknown or repeated metric, and when the first is none that counts
    points (the opponents' points are sums of it).
    """
    if len(set(ids)) != len(ids):
        raise ValueError(N_("A metric stands in the list twice."))
    unknown = [i for i in ids if i not in METRIC_IDS]
    if unknown:
        raise ValueError(f"no such metric: {unknown[0]!r}")
    if not ids or ids[0] in OPPONENTS or ids[0] in ("head_to_head", "penalties", "lots"):
        raise ValueError(N_("The first metric of the list is one that counts points."))
    first = PLAIN[ids[0]]
    found = [
        PLAIN[i] if i in PLAIN else OpponentsPoints(first, i, *OPPONENTS[i])
        for i in ids
        if i != "lots"
    ]
    return (*found, PLAIN["lots"])
