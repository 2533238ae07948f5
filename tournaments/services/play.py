"""Verbs of a round that is played: call it, its clock, finish it (CP-3, CP-7)."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.permissions import LEAD, REFEREE
from tournaments.models import Due, EventMatch, Round, Stage
from tournaments.services import dues, online
from tournaments.services.dues import on
from tournaments.services.errors import No, Refused, invalid
from tournaments.services.news import News, announce, results_changed
from tournaments.services.noshows import call_off_no_shows, call_tables, plan_no_shows
from tournaments.services.online import ending_of
from tournaments.services.presence import present_from_the_start
from tournaments.services.suspensions import forfeit_suspended
from tournaments.services.trail import Actor, record, require
from tournaments.services.walkovers import confirm_byes, forfeit_withdrawn
from tournaments.settings import MatchEnding


def locked_round(round: Round, *statuses: Round.Status) -> Round:
    """The round's row, locked; in one of ``statuses`` if given."""
    if round.stage.knockout:  # as ``results.locked_match``
        Stage.objects.select_for_update(no_key=True).get(pk=round.stage_id)
    row = (
        Round.objects.select_for_update(no_key=True, of=("self",))
        .select_related("stage__event")
        .get(pk=round.pk)
    )
    if statuses and row.status not in statuses:
        raise Refused(No.WRONG_STATUS, status=row.get_status_display())
    return row


@transaction.atomic
def start_round(*, round: Round, by: User | None, roll: bool | None = None) -> Round:
    """Call the round: the clock runs, tables on line open, byes and walk-overs count.

    All matches on line begin together; nobody is let in to another pair's seat (CP-1). ``roll``:
    whether the roll is called in the hall (CP-3); of nothing, as it was the last time.
    """
    actor = require(round.stage.event, by, LEAD)
    row = locked_round(round, Round.Status.PUBLISHED)
    if roll is not None and by is not None and roll != row.stage.event.config.call_tables:
        row.stage.event = call_tables(event=row.stage.event, by=by, on=roll)
    now, ending = timezone.now(), ending_of(row)
    row.status, row.started_at = Round.Status.RUNNING, now
    row.starts_at = row.starts_at or now
    if ending.timed:
        row.clock_ends_at = now + timedelta(minutes=ending.minutes)
    row.save()
    row.matches.filter(state=EventMatch.State.PENDING).exclude(ending=EventMatch.Ending.BYE).update(
        state=EventMatch.State.RUNNING, started_at=now
    )
    confirm_byes(row)
    forfeit_withdrawn(row)
    forfeit_suspended(row)
    online.open_tables(row)
    present_from_the_start(row)
    plan_no_shows(row)
    _plan_clock(row, ending)
    event = row.stage.event
    results_changed(row.stage)
    record(event, actor, "start_round", about=row, round=row)
    announce(event, News.ROUND, stage=row.stage.order, round=row.number, status="running")
    return row


@transaction.atomic
def finish_round(*, round: Round, by: User | None) -> Round:
    """Every result is confirmed: the round is over and its standings are kept."""
    actor = require(round.stage.event, by, LEAD)
    row = locked_round(round, Round.Status.RUNNING)
    missing = row.matches.filter(sides__isnull=False).exclude(state=EventMatch.State.CONFIRMED)
    count = missing.distinct().count()
    if count:
        raise Refused(No.NOT_CONFIRMED, count=count)
    row.status, row.finished_at = Round.Status.FINISHED, timezone.now()
    row.save(update_fields=["status", "finished_at"])
    dues.call_off(*_clock_keys(row))
    call_off_no_shows(row)
    online.close_tables(row)
    results_changed(row.stage)
    event = row.stage.event
    record(event, actor, "finish_round", about=row, round=row)
    announce(event, News.ROUND, stage=row.stage.order, round=row.number, status="finished")
    return row


# ---------------------------------------------------------------------------------- clock


@transaction.atomic
def pause_round(*, round: Round, by: User) -> Round:
    """Stop the clock of a hall."""
    actor = require(round.stage.event, by, REFEREE)
    row = locked_round(round, Round.Status.RUNNING)
    if row.paused_at is None and row.clock_ends_at is not None:
        row.paused_at = timezone.now()
        row.save(update_fields=["paused_at"])
        dues.call_off(*_clock_keys(row))
        _clock_changed(row, actor, "pause_round")
    return row


@transaction.atomic
def resume_round(*, round: Round, by: User) -> Round:
    """The clock goes on with what was left."""
    actor = require(round.stage.event, by, REFEREE)
    row = locked_round(round, Round.Status.RUNNING)
    if row.paused_at is not None and row.clock_ends_at is not None:
        row.clock_ends_at += timezone.now() - row.paused_at
        row.paused_at = None
        row.save(update_fields=["paused_at", "clock_ends_at"])
        _clock_changed(row, actor, "resume_round")
    return row


@transaction.atomic
def extend_round(*, round: Round, by: User, minutes: int) -> Round:
    """More minutes for a timed round, or fewer."""
    actor = require(round.stage.event, by, REFEREE)
    row = locked_round(round, Round.Status.RUNNING)
    if row.clock_ends_at is None or not -600 <= minutes <= 600:
        raise invalid("minutes", str(minutes))
    row.clock_ends_at += timedelta(minutes=minutes)
    row.time_up_at = row.warned_at = None
    row.save(update_fields=["clock_ends_at", "time_up_at", "warned_at"])
    _clock_changed(row, actor, "extend_round")
    return row


def _clock_changed(row: Round, actor: Actor, verb: str) -> None:
    ends = row.clock_ends_at
    if row.paused_at is None:
        _plan_clock(row, ending_of(row))
    online.set_clock(row)
    record(row.stage.event, actor, verb, about=row, round=row, after=ends and ends.isoformat())
    announce(row.stage.event, News.ROUND, stage=row.stage.order, round=row.number)


def _clock_keys(row: Round) -> tuple[str, str]:
    return f"round:{row.pk}:warning", f"round:{row.pk}:time"


def _plan_clock(row: Round, ending: MatchEnding) -> None:
    """CP-7: the warning some minutes before, and the end; rows that fire once."""
    if row.clock_ends_at is None:
        return
    event, (warning, time) = row.stage.event, _clock_keys(row)
    payload = {"round": row.pk}
    Due.objects.filter(key__in=(warning, time)).delete()
    if ending.warning_minutes > 0:
        at = row.clock_ends_at - timedelta(minutes=ending.warning_minutes)
        if at > timezone.now():
            dues.plan(event=event, kind="round_warning", key=warning, at=at, payload=payload)
    dues.plan(event=event, kind="round_time", key=time, at=row.clock_ends_at, payload=payload)


@on("round_warning")
def _warn(due: Due) -> None:
    _mark(due, "warned_at")


@on("round_time")
def _time_up(due: Due) -> None:
    """No new deal is begun from now on; tables on line see to that themselves."""
    _mark(due, "time_up_at")


def _mark(due: Due, column: str) -> None:
    row = Round.objects.select_related("stage").filter(pk=due.payload["round"]).first()
    if row is None or row.status != Round.Status.RUNNING:
        return
    setattr(row, column, due.due_at)
    row.save(update_fields=[column])
    status = "warning" if column == "warned_at" else "time_up"
    announce(due.event, News.ROUND, stage=row.stage.order, round=row.number, status=status)
