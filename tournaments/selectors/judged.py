"""Who has lost a match by penalties, and how a pair's matches follow when those change (CP-11, 12).

The previews ask it of penalties that are only supposed; ``services.judging`` does the same to rows.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime

from django.utils import timezone

from tournaments.engine import penalties as law
from tournaments.engine.catalogue import Grade
from tournaments.engine.matches import Ending, Match
from tournaments.engine.text import EntrantId
from tournaments.models import Event, EventMatch, Penalty, Round
from tournaments.selectors import facts as known

PENALTY = "penalty"
"""``EventMatch.decided_by`` of what a penalty has ended."""


def suspended(
    penalties: Sequence[law.Penalty],
    number: EntrantId,
    round: Round,
    *,
    running: bool = False,
    at: datetime | None = None,
) -> law.Penalty | None:
    """The suspension that keeps a pair from a round, now or ``at`` another time.

    ``running``: from one under way.
    """
    found = law.suspension(
        penalties, number, stage=round.stage.order, round_=round.number, at=at or timezone.now()
    )
    if found is not None and running and found.effect.scope is law.Scope.ROUNDS:
        return None
    return found


def losers(
    row: EventMatch, numbers: Collection[EntrantId], penalties: Sequence[law.Penalty]
) -> set[EntrantId]:
    """Which of its pairs have lost a match by ruling, or may not play it.

    What a suspension has ended stays lost when its time is over.
    """
    own = [p for p in penalties if p.offender in numbers]
    rulings: list[law.Penalty | law.Consequence] = [p for p in own if not p.revoked]
    rulings += law.consequences(own)
    lost = {r.offender for r in rulings if r.grade is Grade.LOSS and r.match == row.pk}
    running = row.ending != EventMatch.Ending.FORFEIT
    for number in numbers:
        for at in {row.confirmed_at, None}:
            if suspended(own, number, row.round, running=running, at=at):
                lost.add(number)
    return lost


def loses_nowhere(row: Penalty) -> bool:
    """CP-11: with this penalty three violations would be used up, and no match be lost for them.

    The row need not be saved.
    """
    new = known.engine_penalty(row)
    fact = new if row.pk else replace(new, id=2**62)  # the last at its time
    seen = law.preview(known.penalties_of(row.event, [fact.offender]), fact)
    return any(c.grade is Grade.LOSS and c.match is None for c in seen.follows)


def followed(event: Event, then: known.Facts, number: EntrantId) -> known.Facts:
    """The facts under penalties that are supposed, once a pair's matches have followed them.

    Matches under way are ended, those that nothing ends any more are open again.
    """
    rows = EventMatch.objects.filter(event=event, sides__entry__number=number)
    penalised = {p.match for p in then.penalties if p.offender == number}
    by_id = {m.id: m for m in then.matches}
    changed = []
    for row in rows.select_related("round__stage"):
        match = by_id.get(row.pk)
        if match is None or match.second is None:
            continue
        lost = losers(row, match.entrants, then.penalties)
        by_penalty = row.decided_by == PENALTY and row.decided_revision == row.revision
        touched = row.pk in penalised or row.round.status == Round.Status.RUNNING
        if match.confirmed and by_penalty:
            changed.append(_ended(match, lost, match.ending) if lost else opened(match))
        elif lost and touched and not match.confirmed:
            changed.append(_ended(match, lost, Ending.JUDGED))
    return then.supposing(changed)


def _ended(match: Match, lost: set[EntrantId], ending: Ending) -> Match:
    left = [e for e in match.entrants if e not in lost]
    winner = left[0] if left else None
    return replace(match, ending=ending, levels=None, winner=winner, confirmed=True)


def opened(match: Match) -> Match:
    """The match without a result."""
    return replace(match, ending=Ending.PLAYED, levels=(0, 0), winner=None, confirmed=False)
