"""The field of a Swiss round, from the rows: who is to be paired, and by which rules."""

from __future__ import annotations

from decimal import Decimal

from tournaments.engine.metrics import metrics_of
from tournaments.engine.pairing.field import Competitor, SwissRules, field_of
from tournaments.models import Entry, Stage
from tournaments.selectors import facts as known


def swiss_field(stage: Stage, number: int) -> tuple[tuple[Competitor, ...], SwissRules]:
    """The competitors of a round and the rules it is paired by."""
    return competitors(stage, number, known.facts(stage.event))


def competitors(
    stage: Stage, number: int, facts: known.Facts
) -> tuple[tuple[Competitor, ...], SwissRules]:
    """The same, supposing other facts than those that are."""
    event, plan = stage.event, stage.plan
    earlier = [m for m in facts.matches if m.stage != stage.order or m.round < number]
    entries = known.listed(stage)
    metric, scoring = known.metrics_for(stage)[0], facts.scoring
    here = event.entries.filter(status=Entry.Status.CONFIRMED, stages__stage=stage)
    if stage.order == 1:
        here = here.filter(joined_round__lte=number)
    field = field_of(
        entries,
        earlier,
        metric=metric,
        scoring=scoring,
        stage=stage.order,
        seed=event.seed_bytes,
        present=frozenset(here.values_list("number", flat=True)) - facts.withdrawn,
        adjustments=[*known.carried(stage), *facts.adjustments],
    )
    win = scoring.scale.win_value(scoring.planned_deals)
    rules = SwissRules(
        seed=event.seed_bytes,
        round=number,
        planned_rounds=max(plan.rounds, number),
        club_rounds=plan.club_rounds,
        spare_forfeits=plan.spare_forfeits,
        acceleration=plan.acceleration,
        win_value={"match_points": Decimal(2), "wins": Decimal(1)}.get(
            metrics_of((metric,))[0].id, win
        ),
    )
    return field, rules
