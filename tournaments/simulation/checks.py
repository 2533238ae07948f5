"""What does not agree in an event: all that is kept, against what its histories make of it.

Results, penalties and appeals have append-only histories. From them alone matches, counts and
standings are worked out anew; what the verbs have kept up step by step must be the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from tournaments.engine import penalties as law
from tournaments.engine.catalogue import Grade
from tournaments.engine.matches import Ending, Match
from tournaments.engine.pairing import swiss
from tournaments.engine.pairing.model import Draw
from tournaments.engine.standings import Standings, standings
from tournaments.models import Appeal, Event, Round, Stage
from tournaments.models import Penalty as PenaltyRow
from tournaments.result import Result
from tournaments.selectors import facts as known
from tournaments.selectors.field import swiss_field
from tournaments.selectors.rulings import penalty_count
from tournaments.selectors.words import number as shown
from tournaments.services.draws import rules_of
from tournaments.simulation.histories import History, histories, penalties_of


def inconsistencies(event: Event) -> list[str]:
    """What does not agree in an event: stored with recomputed, draws with their rules."""
    found = []
    penalties = penalties_of(event)
    own = law.by_offender(penalties)
    for stage in event.stages.all():
        rows = histories(stage, own)
        found += [fault for row in rows for fault in row.faults()]
        found += _rounds(stage, rows)
        if not event.duplicate:
            found += _as_known(stage, rows)
        if not stage.knockout:
            found += _standings(stage, rows, penalties)
    return found + _counts(event, own) + _sanctions(event) + _appeals(event)


# -------------------------------------------------------------------- results and standings


def _as_known(stage: Stage, rows: Sequence[History]) -> list[str]:
    """What draws and standings are made of, against the histories."""
    facts = {m.id: m for m in known.facts(stage.event, stages=[stage.order]).matches}
    found = []
    for history in rows:
        fact, ruled = facts.get(history.row.pk), history.ruled
        counts = fact is not None and fact.confirmed
        if counts != (ruled is not None) or (ruled is not None and fact != ruled):
            found.append(f"match {history.row.pk}: counts as {fact}, not as {ruled}")
    return found


def _standings(
    stage: Stage, rows: Sequence[History], penalties: Sequence[law.Penalty]
) -> list[str]:
    """Every snapshot, and the final ranks, against standings made anew from the histories."""
    snapshots = list(stage.snapshots.order_by("round_number"))
    if not snapshots:
        return [f"stage {stage.order}: no standings"]
    matches = [listed for history in rows if (listed := history.listed) is not None]
    joined = dict(stage.event.entries.values_list("number", "joined_round"))
    found, ranks = [], {}
    for snapshot in snapshots:
        upto = snapshot.round_number
        for table, group in zip(snapshot.data["tables"], known.groups(stage), strict=True):
            anew = _anew(stage, group[1], matches, penalties, upto)
            there = {n for n in group[1] if stage.order > 1 or joined[n] <= max(upto, 1)}
            stored = [(r["entry"], r["values"]) for r in table["rows"] if r["entry"] in there]
            fresh = [
                (p.entrant, [None if v is None else shown(v) for v in p.values])
                for p in anew.places
                if p.entrant in there
            ]
            if stored != fresh and not stage.event.duplicate:
                where = f"stage {stage.order}, round {upto}, group {group[0]}"
                found.append(f"{where}: standings differ from the results")
            ranks.update({p.entrant: p.rank for p in anew.places})
    if stage.status == Stage.Status.FINISHED and not stage.event.duplicate:
        final = dict(stage.entrants.values_list("entry__number", "final_rank"))
        found += [f"stage {stage.order}: final ranks differ"] if final != ranks else []
    return found


def _anew(
    stage: Stage,
    members: tuple[int, ...],
    matches: Sequence[Match],
    penalties: Sequence[law.Penalty],
    upto: int,
) -> Standings:
    inside, here = frozenset(members), stage.order
    given = [a for a in law.adjustments(penalties) if a.stage == here and a.round <= upto]
    until = [p for p in penalties if (p.stage, p.round) <= (here, upto)]
    return standings(
        members,
        [m for m in matches if m.first in inside and m.round <= upto],
        metrics=known.metrics_for(stage),
        scoring=stage.event.config.scoring.build(),
        stages=(here,),
        seed=stage.event.seed_bytes,
        adjustments=[a for a in (*known.carried(stage), *given) if a.entrant in inside],
        fouls={e: n for e, n in law.standing_penalties(until).items() if e in inside},
    )


# ------------------------------------------------------------------------------------ draws


def _rounds(stage: Stage, rows: Sequence[History]) -> list[str]:
    """Everybody once a round, no rematch and no further bye unless it was granted."""
    found, met, byes = [], dict[frozenset[int], datetime](), dict[int, int]()
    for round in stage.rounds.filter(status=Round.Status.FINISHED).order_by("number"):
        allowed = {frozenset(pair) for pair in round.allowed.get("rematches", ())}
        granted = set(round.allowed.get("byes", ()))
        where = f"stage {stage.order}, round {round.number}"
        seen: set[int] = set()
        for history in [h for h in rows if h.row.round_id == round.pk]:
            who = history.numbers
            if seen & set(who):
                found.append(f"{where}: somebody plays twice")
            seen |= set(who)
            if stage.kind == Stage.Kind.SWISS and len(who) == 1:
                byes[who[0]] = byes.get(who[0], 0) + 1
                if byes[who[0]] > 1 and who[0] not in granted and not _all_had(stage, byes):
                    found.append(f"{where}: a second bye for {who[0]}")
            elif stage.kind == Stage.Kind.SWISS:
                pair, first = frozenset(who), _met_at(history)
                if pair in met and pair not in allowed and _drawn_after(round, met[pair]):
                    found.append(f"{where}: {sorted(pair)} meet again")
                if first is not None:
                    met.setdefault(pair, first)
        if round.matches.filter(sides__isnull=False).exclude(state="confirmed").exists():
            found.append(f"{where}: finished with open results")
    return found


def _met_at(history: History) -> datetime | None:
    """When it was first known that the two have met: a forfeit may be given back later."""
    for change in history.changes:
        if change.after is not None and Result.from_json(change.after).ending in _MET:
            return change.at
    return None


_MET = (Ending.PLAYED, Ending.JUDGED)


def _drawn_after(round: Round, at: datetime) -> bool:
    return round.published_at is None or at < round.published_at


def _all_had(stage: Stage, byes: Mapping[int, int]) -> bool:
    playing = stage.entrants.filter(entry__status="confirmed").values_list(
        "entry__number", flat=True
    )
    return all(byes.get(number) for number in playing)


def drawn_otherwise(round: Round) -> bool:
    """A Swiss round that has not begun is not what the results of now would make of it."""
    field, rules = swiss_field(round.stage, round.number)
    found = swiss.pair(field, rules_of(round, rules))
    if not isinstance(found, Draw):
        return True
    rows = round.matches.prefetch_related("sides__entry")
    drawn = {frozenset(side.entry.number for side in row.sides.all()) for row in rows}
    anew = {frozenset((p.first, p.second)) for p in found.pairings}
    return drawn != anew | ({frozenset((found.bye.entrant,))} if found.bye else set())


# -------------------------------------------------------------------------------- rulings


def _counts(event: Event, own: Mapping[int, Sequence[law.Penalty]]) -> list[str]:
    """CP-11 by arithmetic: what is left of each pair's warnings and violations."""
    found = []
    for entry in event.entries.filter(number__in=own):
        standing = [p.grade for p in own[entry.number] if not p.revoked]
        more, warnings = divmod(standing.count(Grade.WARNING), law.WARNINGS_A_VIOLATION)
        losses, violations = divmod(standing.count(Grade.VIOLATION) + more, law.VIOLATIONS_A_LOSS)
        count = penalty_count(event, entry)
        lost = sum(c.grade is Grade.LOSS for c in count.consequences)
        if (count.warnings, count.violations, lost) != (warnings, violations, losses):
            found.append(f"pair {entry.number}: the count of its penalties is wrong")
    return found


def _sanctions(event: Event) -> list[str]:
    """Suspensions beyond rounds bar the players that had accounts, as long as they stand."""
    found = []
    rows = event.penalties.select_related("entry").prefetch_related(
        "sanctions", "entry__players__user"
    )
    for row in rows:
        bars = {s.user_id for s in row.sanctions.all() if s.lifted_at is None}
        if bars != _barred_by(row):
            found.append(f"penalty {row.pk}: bars {sorted(bars)}")
    return found


def _barred_by(row: PenaltyRow) -> set[int]:
    if row.revoked_at or row.grade != Grade.SUSPENSION or row.scope == law.Scope.ROUNDS:
        return set()
    return {
        p.user.pk
        for p in row.entry.players.all()
        if p.user is not None
        and row.player_id in (None, p.pk)
        and p.user.date_joined <= row.recorded_at
    }


def _appeals(event: Event) -> list[str]:
    """CP-31, CP-33: answered by the votes, and done what was decided."""
    found = []
    rows = event.appeals.exclude(state="open").select_related("penalty", "match")
    for row in rows.prefetch_related("seats", "penalty__history", "match__changes"):
        votes = [seat.vote for seat in row.seats.all() if not seat.barred]
        given = len(votes) - votes.count("")
        ayes, noes = votes.count("uphold"), votes.count("reject")
        upheld = ayes > noes and 2 * given >= len(votes)
        if (row.state == "upheld") != upheld or (row.ayes, row.noes) != (ayes, noes):
            found.append(f"appeal {row.pk}: {row.state} by {ayes} to {noes}")
        if upheld != _done(row):
            found.append(f"appeal {row.pk}: {row.state}, and the ruling is otherwise")
    return found


def _done(row: Appeal) -> bool:
    """Whether the ruling was changed as the appeal asked, at the time of the answer."""
    assert row.answered_at is not None
    if row.penalty is None:
        changes = row.match.changes.all()
        return any(c.kind == "struck" and c.at >= row.answered_at for c in changes)
    if any(c.kind == "revoked" and c.at < row.answered_at for c in row.penalty.history.all()):
        return row.state == Appeal.State.UPHELD  # revoked meanwhile: nothing is left to do
    kind = {"revoke": "revoked", "change": "changed"}[row.remedy]
    return any(
        c.kind == kind
        and c.at >= row.answered_at
        and (c.after is None or c.after["grade"] == row.remedy_grade)
        for c in row.penalty.history.all()
    )
