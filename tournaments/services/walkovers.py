"""Byes and walk-overs: what counts without being played (CP-5, cases 6 and 16)."""

from __future__ import annotations

from collections.abc import Collection

from tournaments.engine.matches import Ending
from tournaments.models import Entry, Event, EventMatch, MatchSide, Round, Stage
from tournaments.result import Result
from tournaments.services.online import close_table
from tournaments.services.results import (
    Kind,
    Origin,
    State,
    change,
    lock_matches,
    locked_match,
    settle,
)
from tournaments.services.trail import SYSTEM, Actor


def confirm_byes(round: Round) -> int:
    """The byes of a round that begins count from now on; answers how many."""
    byes = round.matches.filter(ending=EventMatch.Ending.BYE, state=State.PENDING)
    count = 0
    for row in byes.select_for_update(no_key=True):
        row.state, row.confirmed_at = State.CONFIRMED, round.started_at
        row.ended_at, row.revision = round.started_at, row.revision + 1
        row.save(update_fields=["state", "confirmed_at", "ended_at", "revision"])
        said = Result(ending=Ending.BYE, winner=0)
        change(row, Kind.CONFIRMED, SYSTEM, Origin.SYSTEM, None, said)
        count += 1
    return count


def forfeit_withdrawn(round: Round, only: Collection[int] = ()) -> int:
    """Open matches of pairs that have withdrawn are walk-overs; answers how many.

    ``only``: entries to look at; none are all.
    """
    gone = MatchSide.objects.filter(round=round, entry__status=Entry.Status.WITHDRAWN).exclude(
        match__state=State.CONFIRMED
    )
    if only:
        gone = gone.filter(entry__in=only)
    matches = EventMatch.objects.filter(pk__in=gone.values("match"))
    lock_matches(matches)
    count = 0
    for match in matches.exclude(ending=EventMatch.Ending.BYE).order_by("pk"):
        row, sides = locked_match(match)
        if row.state == State.CONFIRMED or len(sides) != 2:
            continue
        out = [s.entry.status == Entry.Status.WITHDRAWN for s in sides]
        winner = None if all(out) else out.index(False)
        said = Result(None, 0, Ending.FORFEIT, winner)
        settle(row, sides, said, SYSTEM, Origin.SYSTEM, reason="withdrawn")
        close_table(row)
        count += 1
    return count


def stage_goes_on_without(*, event: Event, entry: Entry, actor: Actor) -> None:
    """A pair has withdrawn while the event runs.

    Its open match of a running round is won by the other side; a stage it qualified for, and of
    which nothing has been published, is filled anew.
    """
    from tournaments.services.stages import fill_anew

    stage = event.stages.filter(status=Stage.Status.RUNNING, entrants__entry=entry).first()
    if stage is None:
        return
    for round in stage.rounds.filter(status=Round.Status.RUNNING).order_by("pk"):
        forfeit_withdrawn(round, [entry.pk])
    if stage.order > 1:
        fill_anew(stage, actor)
