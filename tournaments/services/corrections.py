"""Correcting and striking results that count; in a bracket with what follows (case 20)."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import uuid4

from django.db import transaction

from accounts.models import User
from accounts.permissions import LEAD, REFEREE
from tournaments.engine.pairing.progress import (
    Remade,
    Undecided,
)
from tournaments.models import Event, EventMatch, MatchSide
from tournaments.result import Result
from tournaments.selectors import facts as known
from tournaments.selectors.judged import losers
from tournaments.services.brackets import (
    Later,
    corrected,
    follow,
    outcome_of,
    remake,
    reopen,
    set_goes_on,
    what_follows,
)
from tournaments.services.errors import No, Refused
from tournaments.services.news import News, announce, results_changed
from tournaments.services.online import table_again
from tournaments.services.result import checked, standing
from tournaments.services.results import (
    Kind,
    Origin,
    State,
    Who,
    _keep,
    locked_match,
    settle,
    title,
)
from tournaments.services.trail import Actor, record, require


@dataclass(frozen=True, slots=True)
class Corrected:
    """A correction that was made; ``remade`` are the matches of a bracket that it changed."""

    match: EventMatch
    remade: tuple[str, ...] = ()
    kept: bool = False
    """The bracket stays as it was: the correction is only noted."""


@transaction.atomic
def correct_result(
    *, match: EventMatch, by: User | None, result: Result, reason: str, later: Later | None = None
) -> Corrected | Undecided:
    """Another result for a match that is confirmed, with a reason and history.

    In a knock-out the matches after it are re-made; when one of them has begun nothing is done
    and ``Undecided`` is answered until the director says ``keep`` or ``replay``.
    """
    actor = _may_correct(match, by, reason)
    row, sides = locked_match(match)
    stage = row.round.stage
    if row.state != State.CONFIRMED:
        raise Refused(No.NOTHING_ENTERED)
    said = checked(row, result, [s.entry.number for s in sides])
    remade: tuple[Remade, ...] = ()
    if stage.knockout:
        outcome = outcome_of(sides, said)
        done = corrected(stage, row, outcome, later)
        if isinstance(done, Undecided):
            return done
        if later == "keep" and done.outcomes.get(row.slot) != outcome:
            return _noted(row, sides, said, actor, reason)
        remade = done.remade
    _keep(row, Who(actor, Origin.REFEREE), said, uuid4().hex, None)
    set_goes_on(row, None)
    settle(row, sides, said, actor, Origin.REFEREE, kind=Kind.CORRECTED, reason=reason)
    remake(stage, remade, actor, reason)
    return Corrected(row, tuple(r.key for r in remade))


@transaction.atomic
def strike_result(
    *, match: EventMatch, by: User, reason: str, later: Later | None = None
) -> Corrected | Undecided:
    """A confirmed result does not count any more; the match is open again, on line at a table.

    Not while a penalty that stands decides the match: that is to be revoked (CP-13).
    """
    actor = _may_correct(match, by, reason)
    row, sides = locked_match(match)
    stage = row.round.stage
    if row.state != State.CONFIRMED or row.ending == EventMatch.Ending.BYE:
        raise Refused(No.NOTHING_ENTERED)
    numbers = [s.entry.number for s in sides]
    if losers(row, numbers, known.penalties_of(row.event, numbers)):
        raise Refused(No.LOST_BY_PENALTY)  # else the next ruling would end it again
    remade: tuple[Remade, ...] = ()
    if stage.knockout:
        done = corrected(stage, row, None, later)
        if isinstance(done, Undecided):
            return done
        if later == "keep":
            return Corrected(row, kept=True)
        remade = done.remade
    before = standing(row, [s.entry_id for s in sides])
    reopen(row, Kind.STRUCK, actor, before, reason)
    record(
        row.event, actor, "strike_result", about=title(row), match=row,
        before=before and before.as_json(), reason=reason,
    )  # fmt: skip
    results_changed(stage)
    table_again(row)
    remake(stage, remade, actor, reason)
    announce(row.event, News.RESULTS, match=row.pk, state=str(row.state))
    return Corrected(row, tuple(r.key for r in remade))


def undo_result(
    row: EventMatch,
    actor: Actor,
    reason: str,
    *,
    plays: bool = True,
    facts: known.Facts | None = None,
) -> None:
    """The system takes back what it had decided itself; the match is open again.

    ``plays``: it is to be played, and not decided otherwise at once. The row is locked. The
    bracket follows (as the ``facts`` were); once a later match has begun it stays as it is.
    """
    stage, sides = row.round.stage, list(row.sides.select_related("entry").order_by("side"))
    follows = what_follows(row, None, facts=facts)
    before = standing(row, [s.entry_id for s in sides])
    reopen(row, Kind.STRUCK, actor, before, reason)
    record(
        row.event, actor, "strike_result", about=title(row), match=row,
        before=before and before.as_json(), reason=reason,
    )  # fmt: skip
    results_changed(stage)
    if plays:
        table_again(row)
    follow(row, follows, actor, reason)
    announce(row.event, News.RESULTS, match=row.pk, state=str(row.state))


def _may_correct(match: EventMatch, by: User | None, reason: str) -> Actor:
    finished = match.event.status == Event.Status.FINISHED
    actor = require(match.event, by, LEAD if finished else REFEREE)
    if not reason.strip():
        raise Refused(No.REASON_NEEDED)
    return actor


def _noted(
    row: EventMatch, sides: list[MatchSide], said: Result, actor: Actor, reason: str
) -> Corrected:
    """The bracket stays: what should have been is kept in the trail."""
    before = standing(row, [s.entry_id for s in sides])
    record(
        row.event, actor, "note_correction", about=title(row), match=row,
        before=before and before.as_json(), after=said.as_json(), reason=reason,
    )  # fmt: skip
    announce(row.event, News.RESULTS, match=row.pk, state=str(row.state))
    return Corrected(row, kept=True)
