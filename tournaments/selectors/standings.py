"""Reads of standings: the table, why somebody stands where they do, and what would be if."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _

from tournaments.engine import standings as engine
from tournaments.engine.explain import Account
from tournaments.engine.explain import explain as why
from tournaments.engine.matches import Ending, Match
from tournaments.engine.pairing import swiss
from tournaments.engine.pairing.model import Draw
from tournaments.engine.pairing.progress import placings
from tournaments.models import Entry, Event, EventMatch, Round, Stage, StandingsSnapshot
from tournaments.result import Result
from tournaments.selectors import facts as known
from tournaments.selectors.field import competitors
from tournaments.selectors.words import Words, number, words


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the standings; ``moved`` is how many ranks up since the round before."""

    rank: int
    entry: Entry
    values: list[str]
    parted_by: str
    moved: int


@dataclass(frozen=True, slots=True)
class Group:
    """One table; ``name`` is A, B, C … or empty without groups."""

    name: str
    rows: list[Row]


@dataclass(frozen=True, slots=True)
class Table:
    """The standings of a stage after a round; ``stale``: a recount is on its way.

    ``metrics`` are ids with labels in the active language, beside each row's ``values``. Of a
    knock-out ``metrics`` are empty and ranks may be shared.
    """

    stage: Stage
    round_number: int
    version: int
    stale: bool
    final: bool
    metrics: list[tuple[str, str]]
    groups: list[Group]


def group_name(group: int | None) -> str:
    """A, B, … Z, AA, AB …; empty without groups."""
    if group is None:
        return ""
    head, tail = divmod(group, 26)
    return (chr(64 + head) if head else "") + chr(65 + tail)


def standings(stage: Stage, round: Round | None = None) -> Table | None:
    """The standings as last kept, after ``round`` or the newest; nothing before the first."""
    rows = stage.snapshots.order_by("-round_number")
    if round is not None:
        rows = rows.filter(round_number=round.number)
    last = rows.first()
    if last is None:
        return None
    entries = {e.number: e for e in _entries(stage)}
    before = stage.snapshots.filter(round_number__lt=last.round_number).order_by("-round_number")
    earlier = _ranks(before.first())
    data = last.data
    if stage.knockout:
        groups = [Group("", _places(data, entries))]
    else:
        groups = [
            Group(group_name(t["group"]), [_row(r, entries, earlier) for r in t["rows"]])
            for t in data["tables"]
        ]
    fresh = Stage.objects.values_list("changed", "counted").get(pk=stage.pk)
    return Table(
        stage,
        last.round_number,
        last.version,
        round is None and fresh[0] > fresh[1],
        last.final,
        [(m["id"], _(m["label"])) for m in data.get("metrics", ())],
        groups,
    )


def _entries(stage: Stage) -> Iterable[Entry]:
    rows = Entry.objects.filter(stages__stage=stage).select_related("team", "club")
    return rows.prefetch_related("players")


def _ranks(snapshot: StandingsSnapshot | None) -> dict[int, int]:
    if snapshot is None:
        return {}
    tables = snapshot.data.get("tables", ())
    return {row["entry"]: row["rank"] for table in tables for row in table["rows"]}


def _row(data: Mapping[str, Any], entries: Mapping[int, Entry], earlier: Mapping[int, int]) -> Row:
    rank, who = data["rank"], data["entry"]
    values = ["" if value is None else value for value in data["values"]]
    moved = earlier.get(who, rank) - rank
    return Row(rank, entries[who], values, data["parted_by"] or "", moved)


def _places(data: Mapping[str, Any], entries: Mapping[int, Entry]) -> list[Row]:
    return [
        Row(place["place"], entries[who], [], "", 0)
        for place in data["places"]
        for who in place["entries"]
    ]


def final_ranking(event: Event) -> list[tuple[int, Entry, Stage]]:
    """The order of the result book: the last stage first, then those who did not reach it.

    Rank, pair, and the stage that decided it; places of a bracket may be shared.
    """
    found: list[tuple[int, Entry, Stage]] = []
    seen: set[int] = set()
    for stage in event.stages.order_by("-order"):
        rows = stage.entrants.filter(final_rank__isnull=False).select_related("entry")
        left = [r for r in rows.order_by("final_rank", "group", "seed") if r.entry_id not in seen]
        start = len(seen)
        ranks = sorted(r.final_rank or 0 for r in left)
        for r in left:
            found.append((start + ranks.index(r.final_rank or 0) + 1, r.entry, stage))
        seen |= {r.entry_id for r in left}
    return found


def team_standings(event: Event) -> list[tuple[int, str, str, list[Entry]]]:
    """Teams by the sum of their pairs' totals in the first stage: rank, name, points, pairs."""
    stage = event.stages.filter(order=1).first()
    if stage is None:
        return []
    totals: dict[int, Decimal] = {}
    tables = known.tables(stage, known.facts(event, stages=[1]))
    for _group, table in tables:
        for place in table.places:
            totals[place.entrant] = Decimal(place.values[0] or 0)
    sums = []
    for team in event.teams.prefetch_related("entries__players"):
        pairs = [e for e in team.entries.all() if e.number in totals]
        total = sum((totals[e.number] for e in pairs), start=Decimal(0))
        sums.append((total, team.name, pairs))
    sums.sort(key=lambda item: (-item[0], item[1]))
    ranked: list[tuple[int, str, str, list[Entry]]] = []
    above: Decimal | None = None
    for index, (total, name, pairs) in enumerate(sums, 1):
        rank = ranked[-1][0] if above == total else index
        ranked.append((rank, name, number(total), pairs))
        above = total
    return ranked


# -------------------------------------------------------------------------------- explain


@dataclass(frozen=True, slots=True)
class AccountWords:
    """A metric with what it is made of, in sentences."""

    metric: str
    label: str
    value: str
    rows: list[tuple[str, str]]
    text: str


@dataclass(frozen=True, slots=True)
class Explained:
    """ "Why am I third?" in sentences; ``above`` and ``below`` what parts from the neighbours."""

    entry: Entry
    rank: int
    of: int
    above: str
    below: str
    accounts: list[AccountWords]


def explain(stage: Stage, entry: Entry, round: Round | None = None) -> Explained | None:
    """Why a pair stands where it does, from the results as they are now (or after a round).

    Nothing for who is not in the stage, and for a knock-out.
    """
    if stage.knockout:
        return None
    facts = known.facts(stage.event, stages=[stage.order])
    say = words(stage.event)
    for _group, table in known.tables(stage, facts, None if round is None else round.number):
        if entry.number in table.accounts.lines:
            found = why(table, entry.number)
            return Explained(
                entry,
                found.rank,
                found.of,
                say(found.above),
                say(found.below),
                [_account(account, say) for account in found.accounts],
            )
    return None


def _account(account: Account, say: Words) -> AccountWords:
    return AccountWords(
        account.metric,
        _(account.label),
        number(account.value),
        [(say(row.text), number(row.value)) for row in account.rows],
        say(account.text),
    )


# --------------------------------------------------------------------------------- what if


@dataclass(frozen=True, slots=True)
class MoveLine:
    """How a pair's place would change."""

    entry: Entry
    before: int | None
    after: int | None
    values_before: list[str]
    values_after: list[str]


@dataclass(frozen=True, slots=True)
class Preview:
    """What would be different; ``pairings_change`` tells of the draft or the next draw."""

    metrics: list[tuple[str, str]]
    moves: list[MoveLine]
    pairings_change: bool


def what_if(
    stage: Stage,
    *,
    withdrawn: Sequence[Entry] = (),
    results: Mapping[EventMatch, Result] | None = None,
) -> Preview:
    """The standings if these pairs withdrew and these matches had ended so. Changes nothing.

    A pair that withdraws forfeits what it has not finished.
    """
    facts = known.facts(stage.event)
    gone = frozenset(e.number for e in withdrawn)
    changed = [_supposed(facts, match, said) for match, said in (results or {}).items()]
    changed += [_walkover(m, gone) for m in facts.of(stage) if _open(m, gone)]
    return compare(stage, facts, facts.supposing(changed, gone))


def compare(
    stage: Stage, facts: known.Facts, supposed: known.Facts, *, anew: bool = False
) -> Preview:
    """The standings of a stage by two accounts of what has happened.

    ``anew``: a published draw of which nothing has begun would be made anew.
    """
    entries = {e.number: e for e in _entries(stage)}
    if stage.knockout:
        return _places_if(stage, facts, supposed, entries)
    metrics: list[tuple[str, str]] = []
    moves: list[MoveLine] = []
    tables = zip(known.tables(stage, facts), known.tables(stage, supposed), strict=True)
    for (_g, before), (_h, after) in tables:
        metrics = [(m.id, _(m.label)) for m in after.metrics]
        for move in engine.changes(before, after):
            moves.append(
                MoveLine(
                    entries[move.entrant],
                    move.before,
                    move.after,
                    [number(v) for v in move.values_before],
                    [number(v) for v in move.values_after],
                )
            )
    others = _pairs(stage, facts, anew) != _pairs(stage, supposed, anew)
    return Preview(metrics, moves, others)


def _supposed(facts: known.Facts, match: EventMatch, said: Result) -> Match:
    now = next(m for m in facts.matches if m.id == match.pk)
    who = now.entrants
    return replace(
        now,
        ending=said.ending,
        levels=said.numbers(),
        deals=said.deals,
        winner=None if said.winner is None else who[said.winner],
        confirmed=True,
    )


def _open(match: Match, gone: frozenset[int]) -> bool:
    return match.second is not None and not match.confirmed and not gone.isdisjoint(match.entrants)


def _walkover(match: Match, gone: frozenset[int]) -> Match:
    left = [e for e in match.entrants if e not in gone]
    return replace(
        match, ending=Ending.FORFEIT, levels=None, winner=left[0] if left else None, confirmed=True
    )


def _pairs(stage: Stage, facts: known.Facts, anew: bool) -> object:
    """Who would meet whom in the next Swiss round by these facts."""
    rounds = stage.rounds.filter(status__in=known.PUBLIC)
    if anew:
        rounds = rounds.filter(started_at__isnull=False)
    last = rounds.order_by("-number").first()
    number_ = 1 if last is None else last.number + 1
    if stage.kind != Stage.Kind.SWISS or number_ > stage.plan.rounds:
        return None
    found = swiss.pair(*competitors(stage, number_, facts))
    if not isinstance(found, Draw):
        return None
    return found.pairs, found.bye and found.bye.entrant


def _places_if(
    stage: Stage, facts: known.Facts, supposed: known.Facts, entries: Mapping[int, Entry]
) -> Preview:
    now, then = known.bracket_progress(stage, facts), known.bracket_progress(stage, supposed)
    before = {e: place for place, who in placings(now) for e in who}
    after = {e: place for place, who in placings(then) for e in who}
    moves = [
        MoveLine(entries[e], before.get(e), after.get(e), [], [])
        for e in sorted({*before, *after}, key=lambda e: (after.get(e, 10**6), e))
        if before.get(e) != after.get(e)
    ]
    sides = {k: s.sides for k, s in now.stands.items()}
    return Preview([], moves, sides != {k: s.sides for k, s in then.stands.items()})
