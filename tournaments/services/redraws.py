"""Draws of rounds of which no table has begun, made anew after an upheld appeal (CP-33)."""

from __future__ import annotations

from typing import Any

from tournaments.engine.pairing.model import Unsatisfiable
from tournaments.models import Round, Stage
from tournaments.services.rounds import (
    check_round,
    discard_round,
    draw_round,
    publish_round,
    withdraw_publication,
)
from tournaments.services.trail import SYSTEM, record


def redraw(stage: Stage) -> list[dict[str, Any]]:
    """The next Swiss round, if it is drawn and not begun, by the standings as they are now.

    Brackets follow by themselves, schedules do not depend on results. A draw that comes out the
    same stays as it was; one for which there is no way any more stays for the director. Answers
    the rounds that changed: number, pairs by name before and after.
    """
    if stage.kind != Stage.Kind.SWISS:
        return []
    waiting = (Round.Status.DRAFT, Round.Status.CHECKED, Round.Status.PUBLISHED)
    last = stage.rounds.order_by("-number").first()
    if last is None or last.status not in waiting or last.started_at is not None:
        return []
    if last.matches.filter(revision__gt=0).exists():
        return []
    before, status, starts_at = pairs_of(last), last.status, last.starts_at
    earlier = stage.rounds.filter(number__lt=last.number).exclude(status=Round.Status.FINISHED)
    if earlier.exists():  # a match is open again: the draw waits for its result
        _back_to_nothing(last, status)
        return [{"round": last.number, "before": before, "after": []}]
    _back_to_nothing(last, status)
    drawn = draw_round(stage=stage, by=None)
    if isinstance(drawn, Unsatisfiable):
        return [{"round": last.number, "before": before, "after": []}]
    Round.objects.filter(pk=drawn.pk).update(starts_at=starts_at)
    if status == Round.Status.CHECKED:
        check_round(round=drawn, by=None)
    elif status == Round.Status.PUBLISHED:
        publish_round(round=drawn, by=None)
    after = pairs_of(drawn)
    return (
        []
        if sorted(before) == sorted(after)
        else [{"round": drawn.number, "before": before, "after": after}]
    )


def _back_to_nothing(round: Round, status: str) -> None:
    if status == Round.Status.PUBLISHED:
        withdraw_publication(round=round, by=None, reason="CP-33")
    record(round.stage.event, SYSTEM, "redraw", about=round, round=round, reason="CP-33")
    discard_round(round=round, by=None)


def pairs_of(round: Round) -> list[list[str]]:
    """Who meets whom, by name; one name is a bye."""
    rows = round.matches.order_by("order").prefetch_related("sides__entry")
    return [[side.entry.name for side in row.sides.all()] for row in rows]
