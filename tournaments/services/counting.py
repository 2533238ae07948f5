"""Standings from confirmed results, recomputed whenever they are due (CP-9)."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.db import transaction
from django.db.models import F

from tournaments.models import (
    EventMatch,
    PenaltyChange,
    ResultChange,
    Round,
    Stage,
    StandingsSnapshot,
)
from tournaments.selectors import facts as known
from tournaments.selectors.kept import data_of
from tournaments.services.news import News, announce
from tournaments.services.stages import write_final_ranks


def recount(*, stage_id: int) -> StandingsSnapshot | None:
    """Work the standings of a stage out anew; nothing when another worker is at it.

    The count of changes is read before the results are, so a result that comes in meanwhile
    leaves the stage due again.
    """
    with transaction.atomic():
        stage = (
            Stage.objects.select_for_update(no_key=True, skip_locked=True, of=("self",))
            .select_related("event")
            .filter(pk=stage_id)
            .first()
        )
        if stage is None:
            return None
        version = stage.changed
    facts = known.facts(stage.event, stages=[stage.order])
    rounds = {r.number: r for r in stage.rounds.filter(status__in=known.PUBLIC)}
    begun = [n for n, r in rounds.items() if r.status != Round.Status.PUBLISHED]
    current = max(begun, default=0)
    with transaction.atomic():
        made = _write(stage, facts, current, version, rounds.get(current))
        for earlier in _stale(stage, current):
            _write(stage, facts, earlier, version, rounds.get(earlier))
        if stage.event.duplicate:
            _write_margins(facts)
        if Stage.objects.filter(pk=stage.pk, status=Stage.Status.FINISHED).exists():
            write_final_ranks(stage)  # an appeal or a correction after its end (CP-33)
        Stage.objects.filter(pk=stage.pk, counted__lt=version).update(counted=version)
        announce(stage.event, News.STANDINGS, stage=stage.order, round=current, count=version)
    return made


def recount_stale(limit: int = 20) -> int:
    """Recount the stages that are due and whose task was lost; answers how many."""
    due = Stage.objects.filter(changed__gt=F("counted")).order_by("pk")
    ids = list(due.values_list("pk", flat=True)[:limit])
    for stage_id in ids:
        recount(stage_id=stage_id)
    return len(ids)


def _write(
    stage: Stage, facts: known.Facts, number: int, version: int, round: Round | None
) -> StandingsSnapshot:
    """The snapshot of a round; one that is newer already stays."""
    data = data_of(stage, facts, number)
    final = round is not None and round.status == Round.Status.FINISHED
    row, new = StandingsSnapshot.objects.get_or_create(
        stage=stage,
        round_number=number,
        defaults={"version": version, "data": data, "final": final},
    )
    if not new and row.version <= version:
        row.version, row.data, row.final = version, data, final
        row.save()
    return row


OVERLAP: Final = timedelta(seconds=10)
"""So long after its time a change may be committed; standings kept in between lack it."""


def _stale(stage: Stage, current: int) -> list[int]:
    """Earlier rounds of which a result was changed after their standings were kept."""
    rows = StandingsSnapshot.objects.filter(stage=stage, round_number__lt=current)
    changes = ResultChange.objects.filter(match__round__stage=stage)
    rulings = PenaltyChange.objects.filter(penalty__event=stage.event_id)
    return [
        number
        for number, made_at in rows.values_list("round_number", "made_at")
        if changes.filter(match__round__number__lte=number, at__gt=made_at - OVERLAP).exists()
        or rulings.filter(at__gt=made_at - OVERLAP).exists()
    ]


def _write_margins(facts: known.Facts) -> None:
    """The margins of duplicate matches against the field, for display."""
    rows = [EventMatch(pk=m.id, margin=m.margin) for m in facts.matches if m.margin is not None]
    EventMatch.objects.bulk_update(rows, ["margin"], batch_size=500)
