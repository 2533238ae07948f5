"""From rows to the engine: matches, entrants, tables and brackets as the pure laws take them.

All that is worked out (standings, draws, brackets, previews) is worked out of ``Facts``, so that
what is stored can always be recomputed from the results alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from decimal import Decimal
from functools import cached_property
from typing import Any

from django.db.models import QuerySet

from tournaments.engine import duplicate
from tournaments.engine.account import Adjustment
from tournaments.engine.catalogue import Grade, foul
from tournaments.engine.matches import Ending, Match
from tournaments.engine.pairing import knockout
from tournaments.engine.pairing.field import Entry as Listed
from tournaments.engine.pairing.progress import Outcome, Progress, progress
from tournaments.engine.penalties import (
    Change,
    Effect,
    Penalty,
    Scope,
    adjustments,
    by_offender,
    ruled,
    standing_penalties,
)
from tournaments.engine.scoring import ZERO, Scoring
from tournaments.engine.standings import Standings, standings
from tournaments.engine.text import EntrantId
from tournaments.models import (
    BoardScore,
    Entry,
    Event,
    EventMatch,
    MatchSide,
    Round,
    Stage,
    StageEntrant,
)
from tournaments.models import Penalty as PenaltyRow

PUBLIC = (Round.Status.PUBLISHED, Round.Status.RUNNING, Round.Status.FINISHED)


@dataclass(frozen=True)
class Facts:
    """What has happened in an event, in the engine's words.

    ``slots`` are the keys of bracket matches by match id.
    """

    event: Event
    matches: tuple[Match, ...]
    slots: Mapping[int, str] = field(default_factory=dict)
    adjustments: tuple[Adjustment, ...] = ()
    withdrawn: frozenset[EntrantId] = frozenset()
    penalties: tuple[Penalty, ...] = ()
    """All of the event, revoked ones too; ``matches`` are as they leave them (CP-11, CP-12)."""
    played: tuple[Match, ...] = ()
    """The matches as they were played, before any penalty."""

    @cached_property
    def scoring(self) -> Scoring:
        """The event's scoring."""
        return self.event.config.scoring.build()

    def of(self, stage: Stage, upto: int | None = None) -> tuple[Match, ...]:
        """The matches of a stage, up to a round."""
        order = stage.order
        return tuple(
            m for m in self.matches if m.stage == order and (upto is None or m.round <= upto)
        )

    def judged(self, penalties: Iterable[Penalty]) -> Facts:
        """The same under these penalties: matches, points and counts as they leave them."""
        found = tuple(penalties)
        touched, own = {p.match for p in found}, by_offender(found)
        matches = tuple(
            ruled(m, [p for e in m.entrants for p in own.get(e, ())]) if m.id in touched else m
            for m in self.played
        )
        return replace(self, penalties=found, matches=matches, adjustments=adjustments(found))

    def with_penalty(self, penalty: Penalty) -> Facts:
        """The same with this penalty, in place of the one of its id if that is known already."""
        rest = [p for p in self.penalties if p.id != penalty.id]
        return self.judged(sorted([*rest, penalty], key=lambda p: (p.at, p.id)))

    def supposing(
        self, changed: Iterable[Match] = (), withdrawn: Collection[EntrantId] = ()
    ) -> Facts:
        """The same with some matches otherwise, for previews."""
        others = {m.id: m for m in changed}
        matches = tuple(others.pop(m.id, m) for m in self.matches)
        return replace(
            self,
            matches=(*matches, *others.values()),
            withdrawn=self.withdrawn | frozenset(withdrawn),
        )


def facts(
    event: Event,
    *,
    stages: Collection[int] | None = None,
    matches: Collection[int] | QuerySet[Any] | None = None,
) -> Facts:
    """The facts of an event; drafts are none.

    Of some ``stages`` only, by their order; or of some ``matches`` by their ids, with the penalties
    of the pairs in them.
    """
    rows = EventMatch.objects.filter(event=event, round__status__in=PUBLIC)
    if stages is not None:
        rows = rows.filter(round__stage__order__in=stages)
    if matches is not None:
        rows = rows.filter(pk__in=matches)
    sides: dict[int, list[int]] = {}
    members = MatchSide.objects.filter(match__in=rows).order_by("match_id", "side")
    for match_id, number in members.values_list("match_id", "entry__number"):
        sides.setdefault(match_id, []).append(number)
    margins = _margins(event) if event.duplicate else {}
    found, slots = [], {}
    for row in rows.order_by("round__stage__order", "round__number", "order").values_list(
        "pk", "round__stage__order", "round__number", "slot", "ending", "state",
        "level_0", "level_1", "deals", "winner__number",
    ):  # fmt: skip
        pk, slot = row[0], row[3]
        who = sides.get(pk, [])
        if not who:
            continue  # a bracket's match whose sides are not known any more
        found.append(_match(row, who, margins))
        if slot:
            slots[pk] = slot
    gone = event.entries.filter(status=Entry.Status.WITHDRAWN).values_list("number", flat=True)
    played = tuple(found)
    pairs = None if matches is None else {number for who in sides.values() for number in who}
    plain = Facts(event, played, slots, withdrawn=frozenset(gone), played=played)
    return plain.judged(penalties_of(event, pairs))


def facts_around(event: Event, entry: Entry) -> Facts:
    """The facts that penalties of a pair can change: those of its own matches.

    Where there is a bracket all of them, since there others' matches follow from them.
    """
    if any(stage.knockout for stage in event.stages.all()):
        return facts(event)
    return facts(event, matches=MatchSide.objects.filter(entry=entry).values("match"))


def penalties_of(event: Event, pairs: Collection[int] | None = None) -> tuple[Penalty, ...]:
    """The penalties of an event (of some ``pairs`` by number) as the engine takes them."""
    rows = PenaltyRow.objects.filter(event=event).order_by("at", "pk")
    if pairs is not None:
        rows = rows.filter(entry__number__in=pairs)
    columns = rows.values_list(
        "pk", "entry__number", "foul", "grade", "at", "round__stage__order", "round__number",
        "match", "levels", "change", "points", "scope", "rounds", "until",
        "played_change", "played_levels", "revoked_at", "played_made",
    )  # fmt: skip
    return tuple(_penalty(*row) for row in columns)


def engine_penalty(row: PenaltyRow) -> Penalty:
    """A penalty as far as its consequences go; of a row that need not be saved."""
    return _penalty(
        row.pk or 0, row.entry.number, row.foul, row.grade, row.at, row.round.stage.order,
        row.round.number, row.match_id, row.levels, row.change, row.points, row.scope, row.rounds,
        row.until, row.played_change, row.played_levels, row.revoked_at, row.played_made,
    )  # fmt: skip


def _penalty(
    pk: int, offender: EntrantId, foul_id: str, grade: str, at: datetime, stage: int, number: int,
    match: int | None, levels: int, change: str, points: Decimal, scope: str, rounds: int,
    until: datetime | None, played_change: str, played_levels: int, revoked_at: datetime | None,
    made: int | None,
) -> Penalty:  # fmt: skip
    effect = Effect(levels, Change(change), points, Scope(scope), rounds, until)
    return Penalty(
        pk,
        offender,
        foul(foul_id).clause,
        Grade(grade),
        at,
        stage,
        number,
        match,
        effect,
        (Change(played_change), played_levels) if played_change else None,
        revoked_at is not None,
        made,
    )


def _match(row: tuple[Any, ...], who: Sequence[int], margins: Mapping[int, Decimal]) -> Match:
    pk, stage, number, _slot, ending, state, first, second, deals, winner = row
    confirmed = state == EventMatch.State.CONFIRMED
    bye = len(who) == 1
    levels = (first, second) if first is not None and second is not None else None
    margin = margins.get(pk)
    if not confirmed and not bye:  # it has been drawn; nothing of it counts yet
        ending, levels, margin, winner = Ending.PLAYED, (0, 0), None, None
    elif levels is None and margin is None and ending == Ending.PLAYED:
        margin = ZERO
    return Match(
        stage,
        number,
        who[0],
        None if bye else who[1],
        Ending.BYE if bye else Ending(ending),
        levels=levels,
        deals=deals,
        winner=None if bye else winner,
        margin=margin,
        confirmed=confirmed,
        id=pk,
    )


def board_results(event: Event) -> dict[int, list[duplicate.BoardResult]]:
    """All confirmed scores of boards by the round's id.

    ``table`` is the id of the match.
    """
    scores = BoardScore.objects.filter(match__event=event, match__state=EventMatch.State.CONFIRMED)
    pairs: dict[int, list[int]] = {}
    members = MatchSide.objects.filter(match__event=event, match__state="confirmed")
    for match_id, number in members.order_by("match_id", "side").values_list(
        "match_id", "entry__number"
    ):
        pairs.setdefault(match_id, []).append(number)
    found: dict[int, list[duplicate.BoardResult]] = {}
    for match_id, round_id, board, score in scores.values_list(
        "match_id", "match__round_id", "board__number", "score"
    ):
        first, second = pairs[match_id]
        found.setdefault(round_id, []).append(
            duplicate.BoardResult(board, match_id, first, second, score)
        )
    return found


def _margins(event: Event) -> dict[int, Decimal]:
    """The margin of each match of a duplicate event, against the field of its round."""
    margins: dict[int, Decimal] = {}
    for results in board_results(event).values():
        for line in duplicate.compare(results, event.config.method):
            table = line.result.table
            margins[table] = margins.get(table, ZERO) + line.margin
    return margins


# ------------------------------------------------------------------------------- entrants


def listed(stage: Stage) -> tuple[Listed, ...]:
    """The stage's entrants for a draw: number, seed, and the club (or team) as a number."""
    rows = stage.entrants.select_related("entry__team").order_by("seed")
    clubs: dict[str, int] = {}
    found = []
    for row in rows:
        key = club_key(row.entry)
        club = clubs.setdefault(key, len(clubs)) if key else None
        found.append(Listed(row.entry.number, row.seed, club))
    return tuple(found)


def club_key(entry: Entry) -> str:
    """What keeps two pairs apart: their team, else their club."""
    return f"team {entry.team_id}" if entry.team_id else entry.club_name.strip().casefold()


def seeded(stage: Stage) -> tuple[EntrantId, ...]:
    """The entrants by seed."""
    return tuple(stage.entrants.order_by("seed").values_list("entry__number", flat=True))


def groups(stage: Stage) -> list[tuple[int | None, tuple[EntrantId, ...]]]:
    """The groups with their entrants by seed; one of no name where there are none."""
    found: dict[int | None, list[EntrantId]] = {}
    for group, number in stage.entrants.order_by("seed").values_list("group", "entry__number"):
        found.setdefault(group, []).append(number)
    ordered = sorted(found.items(), key=lambda item: (item[0] is not None, item[0] or 0))
    return [(group, tuple(members)) for group, members in ordered]


def carried(stage: Stage) -> list[Adjustment]:
    """Points brought along from the stage before."""
    rows = stage.entrants.exclude(carried=0).values_list("entry__number", "carried")
    return [Adjustment(number, stage.order, 0, points) for number, points in rows]


# ---------------------------------------------------------------------------------- tables


def metrics_for(stage: Stage) -> tuple[str, ...]:
    """The list of metrics: the stage's own or the event's."""
    return stage.plan.metrics or stage.event.config.metrics


def tables(
    stage: Stage, known: Facts, upto: int | None = None
) -> list[tuple[int | None, Standings]]:
    """The standings of a stage, one table a group, worked out of the results up to a round."""
    matches, extra = known.of(stage, upto), carried(stage)
    adjustments = [
        a for a in known.adjustments if a.stage == stage.order and (upto is None or a.round <= upto)
    ]
    fouls = standing_penalties(
        p
        for p in known.penalties
        if p.stage < stage.order or (p.stage == stage.order and (upto is None or p.round <= upto))
    )
    found = []
    for group, members in groups(stage):
        inside = frozenset(members)
        table = standings(
            members,
            [m for m in matches if m.first in inside],
            metrics=metrics_for(stage),
            scoring=known.scoring,
            stages=(stage.order,),
            seed=known.event.seed_bytes,
            adjustments=[a for a in (*extra, *adjustments) if a.entrant in inside],
            fouls={e: n for e, n in fouls.items() if e in inside},
        )
        found.append((group, table))
    return found


# -------------------------------------------------------------------------------- brackets


def bracket_of(stage: Stage) -> knockout.Bracket:
    """The bracket of a knock-out stage; raises ValueError for fewer than two entrants."""
    count = stage.entrants.count()
    if stage.kind == Stage.Kind.DOUBLE:
        return knockout.double(count, second_final=stage.plan.second_final)
    return knockout.single(count, third_place=stage.plan.third_place)


def outcomes(stage: Stage, known: Facts) -> dict[str, Outcome]:
    """The results of a bracket's matches by key; unconfirmed ones and byes are none.

    Where a ruling came after the next match had begun, who had gone on till then.
    """
    rows = EventMatch.objects.filter(round__stage=stage, goes_on__isnull=False)
    kept: dict[int, Any] = dict(rows.values_list("pk", "goes_on"))
    found = {}
    for m in known.of(stage):
        if m.second is None or m.id not in known.slots:
            continue
        if m.id in kept:
            found[known.slots[m.id]] = Outcome((m.first, m.second), kept[m.id]["winner"])
        elif m.confirmed:
            with suppress(ValueError):  # a tie that a late board score made: not decided
                found[known.slots[m.id]] = Outcome.of(m)
    return found


def bracket_progress(stage: Stage, known: Facts) -> Progress:
    """The bracket as far as it has been played."""
    return progress(bracket_of(stage), seeded(stage), outcomes(stage, known), known.withdrawn)


def entrants_of(stage: Stage) -> list[StageEntrant]:
    """The rows of a stage's entrants with their entries, by seed."""
    return list(stage.entrants.select_related("entry__team").order_by("seed"))
