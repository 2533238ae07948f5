"""Standings: a total order by a list of metrics, and why everybody stands where he stands (CP-9).

The order depends on the confirmed results, the list of metrics and the event's seed, never on the
order in which entrants or results are given.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.engine.account import Accounts, Adjustment, Value, open_accounts
from tournaments.engine.matches import Match
from tournaments.engine.metrics import Metric, metrics_of
from tournaments.engine.scoring import Scoring
from tournaments.engine.text import EntrantId


@dataclass(frozen=True, slots=True)
class Place:
    """An entrant's line of the standings.

    ``values`` go with the metrics; there is none where a metric was not applied (head-to-head).
    ``parted_by`` is the metric that puts the entrant behind the one above; none for the first.
    """

    rank: int
    entrant: EntrantId
    values: tuple[Value | None, ...]
    parted_by: str | None


@dataclass(frozen=True, slots=True)
class Standings:
    """The table, from the first to the last; ranks 1, 2, 3 … without gaps."""

    metrics: tuple[Metric, ...]
    places: tuple[Place, ...]
    accounts: Accounts

    @property
    def order(self) -> tuple[EntrantId, ...]:
        """The entrants, the first first."""
        return tuple(place.entrant for place in self.places)

    def place_of(self, entrant: EntrantId) -> Place:
        """An entrant's line; raises KeyError when he is not of this table."""
        for place in self.places:
            if place.entrant == entrant:
                return place
        raise KeyError(entrant)

    def value(self, entrant: EntrantId, metric: str) -> Value | None:
        """An entrant's value in a metric of the list."""
        index = [m.id for m in self.metrics].index(metric)
        return self.place_of(entrant).values[index]


def standings(
    entrants: Iterable[EntrantId],
    matches: Iterable[Match],
    *,
    metrics: Sequence[str],
    scoring: Scoring,
    stages: Collection[int],
    seed: bytes,
    adjustments: Iterable[Adjustment] = (),
    fouls: Mapping[EntrantId, int] | None = None,
) -> Standings:
    """The standings of ``stages`` by ``metrics`` (ids in their order; lots are added at the end).

    Only confirmed matches of these stages count. ``fouls`` are the numbers of penalties, for the
    metric of that name. Raises ValueError as ``metrics_of`` and ``open_accounts`` do.
    """
    accounts = open_accounts(
        entrants,
        matches,
        scoring=scoring,
        stages=stages,
        seed=seed,
        adjustments=adjustments,
        fouls=fouls,
    )
    return rank(accounts, metrics_of(metrics))


Group = tuple[list[EntrantId], str | None]
"""Entrants who are equal so far, and the metric that parts them from those above."""


def rank(accounts: Accounts, metrics: tuple[Metric, ...]) -> Standings:
    """The table of these accounts; the last of ``metrics`` leaves nobody tied."""
    groups: list[Group] = [(list(accounts.entrants), None)] if accounts.entrants else []
    columns: list[Mapping[EntrantId, Value | None]] = []
    for metric in metrics:
        column: dict[EntrantId, Value | None] = {}
        parted: list[Group] = []
        for group, by in groups:
            if len(group) == 1:
                column[group[0]] = _value_alone(metric, group[0], accounts)
                parted.append((group, by))
                continue
            for index, (value, members) in enumerate(metric.split(group, accounts)):
                column.update(dict.fromkeys(members, value))
                parted.append((members, metric.id if index else by))
        groups = parted
        columns.append(column)
    places = tuple(
        Place(number, entrant, tuple(column[entrant] for column in columns), by)
        for number, ((entrant,), by) in enumerate(groups, 1)
    )
    return Standings(metrics, places, accounts)


def _value_alone(metric: Metric, entrant: EntrantId, accounts: Accounts) -> Value | None:
    """What the table shows of one who is tied with nobody: lots and head-to-head do not apply."""
    if metric.id in ("lots", "head_to_head"):
        return None
    return metric.values(accounts)[entrant]


@dataclass(frozen=True, slots=True)
class Move:
    """How an entrant's place differs between two tables; no rank where he does not appear."""

    entrant: EntrantId
    before: int | None
    after: int | None
    values_before: tuple[Value | None, ...]
    values_after: tuple[Value | None, ...]


def changes(before: Standings, after: Standings) -> tuple[Move, ...]:
    """What differs between two tables of the same metrics, in the order of the second (CP-33).

    Serves the preview of a ruling and of a withdrawal: compute both tables and compare.
    """
    old = {p.entrant: p for p in before.places}
    new = {p.entrant: p for p in after.places}
    moves = []
    for entrant in (*new, *(e for e in old if e not in new)):
        was, now = old.get(entrant), new.get(entrant)
        move = Move(
            entrant,
            was.rank if was else None,
            now.rank if now else None,
            was.values if was else (),
            now.values if now else (),
        )
        if (move.before, move.values_before) != (move.after, move.values_after):
            moves.append(move)
    return tuple(moves)
