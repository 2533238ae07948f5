"""Reads of appeals: who may see one, what an upheld one would change (CP-30 … CP-33)."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import translation

from accounts.models import User
from accounts.permissions import event_roles, may_play_for, may_referee
from tournaments.models import Appeal, Event, EventMatch, Penalty, ResultEntry
from tournaments.selectors import facts as known
from tournaments.selectors.judged import opened
from tournaments.selectors.rulings import own_entries, result_by, supposing_penalty
from tournaments.selectors.standings import MoveLine, compare


def decided_by_ruling(match: EventMatch) -> bool:
    """The match's result is a referee's decision or a forfeit, not what was played."""
    if match.state != EventMatch.State.CONFIRMED:
        return False
    if match.ending in (EventMatch.Ending.FORFEIT, EventMatch.Ending.JUDGED):
        return True
    last = match.changes.order_by("-revision").first()
    return last is not None and last.origin == ResultEntry.Origin.REFEREE and bool(last.reason)


def appeals(event: Event, user: User | None) -> QuerySet[Appeal]:
    """The appeals somebody may see: officials and members all, parties their own.

    Where the event shows its rulings, everybody sees the answered ones.
    """
    rows = event.appeals.select_related(
        "entry", "match__round__stage", "penalty__entry", "filed_by"
    ).prefetch_related("match__sides__entry")
    answered = ~Q(state=Appeal.State.OPEN) if event.config.show_rulings else Q(pk__in=())
    if user is None or not user.is_authenticated:
        return rows.filter(answered)
    if may_referee(user, event) or "committee" in event_roles(user, event):
        return rows
    own = own_entries(event, user)
    return rows.filter(answered | Q(match__sides__entry__in=own) | Q(seats__user=user)).distinct()


def sees_evidence(user: User, appeal: Appeal) -> bool:
    """Parties, members and officials see text and evidence; the public only the answer."""
    if may_referee(user, appeal.event) or appeal.seats.filter(user=user).exists():
        return True
    if "committee" in event_roles(user, appeal.event):
        return True
    sides = appeal.match.sides.select_related("entry__team")
    return any(may_play_for(user, side.entry) for side in sides)


@dataclass(frozen=True, slots=True)
class AppealPreview:
    """What an upheld appeal would change: the result, the standings, the draw not begun."""

    result_before: str
    result_after: str
    metrics: list[tuple[str, str]]
    moves: list[MoveLine]
    pairings_change: bool


def appeal_preview(appeal: Appeal) -> AppealPreview:
    """Everything as it is, and as it would be if the appeal were upheld (CP-33)."""
    now = known.facts(appeal.event)
    then = _upheld(appeal, now)
    seen = compare(appeal.match.round.stage, now, then, anew=True)
    before, after = (result_by(facts, appeal.match) for facts in (now, then))
    return AppealPreview(before, after, seen.metrics, seen.moves, seen.pairings_change)


def _upheld(appeal: Appeal, now: known.Facts) -> known.Facts:
    if appeal.penalty is None:
        return now.supposing(opened(m) for m in now.matches if m.id == appeal.match_id)
    changed: Penalty | None = None
    if appeal.remedy == Appeal.Remedy.CHANGE:
        changed = copy(appeal.penalty)
        changed.grade, changed.levels = appeal.remedy_grade, appeal.remedy_levels
    return supposing_penalty(now, appeal.penalty, changed)


# -------------------------------------------------------------------------------- difference


def snapshot(appeal: Appeal) -> dict[str, Any]:
    """The match's result and the standings of its stage, to be compared with later ones."""
    from tournaments.selectors.draws import result_words
    from tournaments.selectors.kept import data_of

    match = EventMatch.objects.select_related("event", "round__stage__event").get(
        pk=appeal.match_id
    )
    stage = match.round.stage
    last = stage.rounds.filter(status__in=known.PUBLIC).order_by("-number").first()
    data = data_of(stage, known.facts(match.event), last.number if last else 0)
    with translation.override("en"):  # the words as msgids: each reader has a language of their own
        result = result_words(match)
    return {"result": result, "rows": _rows(data), "metrics": data.get("metrics", [])}


def _rows(data: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    rows = {
        str(row["entry"]): {"rank": row["rank"], "values": row["values"]}
        for table in data.get("tables", ())
        for row in table["rows"]
    }
    for place in data.get("places", ()):
        for who in place["entries"]:
            rows[str(who)] = {"rank": place["place"], "values": []}
    return rows


def difference(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """What changed, as it is kept: the result, and the pairs whose rank or values are others.

    ``{"result": [before, after], "metrics": […], "moves": [{"entry": number, "before": {"rank",
    "values"}, "after": …}]}``.
    """
    old, new = before["rows"], after["rows"]
    moves = [
        {"entry": int(who), "before": old.get(who), "after": new.get(who)}
        for who in sorted({*old, *new}, key=lambda w: (new.get(w, {}).get("rank") or 10**6, w))
        if old.get(who) != new.get(who)
    ]
    return {
        "result": [before["result"], after["result"]],
        "metrics": after["metrics"],
        "moves": moves,
    }
