"""No-shows: who is not at the table by the deadline forfeits the match (CP-3 … CP-6).

Deadlines are ``Due`` rows. They are instants and inclusive: who was there at the very instant is
in time, also when that is heard of after the deadline has fired.
"""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from django.db import transaction

from accounts.models import User
from accounts.permissions import LEAD, REFEREE
from tournaments.engine.matches import Ending
from tournaments.engine.pairing.progress import Undecided
from tournaments.models import Due, Event, EventMatch, MatchSide, Round
from tournaments.result import Result
from tournaments.selectors.deadlines import awaited, deadline, no_show_key, on_leave
from tournaments.services import dues, online
from tournaments.services.brackets import Later
from tournaments.services.corrections import (
    Corrected,
    correct_result,
    strike_result,
    undo_result,
)
from tournaments.services.dues import on
from tournaments.services.errors import No, Refused
from tournaments.services.news import News, announce
from tournaments.services.results import Kind, Origin, State, locked_match, settle
from tournaments.services.trail import SYSTEM, Actor, record, require

NO_SHOW, CHANGED = "no_show", "changed"


def plan_no_shows(round: Round) -> None:
    """The deadlines of a round that has just been called; each fires once (CP-6)."""
    event = round.stage.event
    sides = list(
        round.sides.filter(match__state=State.RUNNING, present_at=None).select_related(
            "match__event", "round__stage__event"
        )
    )
    granted = on_leave(round.pk, [side.entry_id for side in sides])
    for side in sides:
        at = deadline(side, leave=side.entry_id in granted)
        if at is not None and (side.match.online or side.match.event.config.call_tables):
            dues.plan(event=event, kind="no_show", key=no_show_key(side), at=at,
                      payload={"match": side.match_id})  # fmt: skip


def call_off_no_shows(round: Round) -> None:
    """The round is over: nobody is waited for any more."""
    dues.call_off(*[no_show_key(side) for side in round.sides.all()])


@on("no_show")
def _due(due: Due) -> None:
    match = EventMatch.objects.select_related("round__stage").filter(pk=due.payload["match"])
    found = match.first()
    if found is not None:
        row, _sides = locked_match(found)
        judge(row, due.due_at)


def judge(match: EventMatch, now: datetime) -> None:
    """Forfeit the match for who is late, once it is known of both sides (CP-5).

    The row of the match is locked. A pair that came in time although it had been judged missing
    (the word of it was late) plays after all.
    """
    judged = decided_by(match) == NO_SHOW
    if not judged and (match.state != State.RUNNING or not awaited(match)):
        return
    sides = list(match.sides.select_related("entry").order_by("side"))
    if len(sides) != 2:
        return
    granted = on_leave(match.round_id, [side.entry_id for side in sides])
    match.round.stage.event = match.event
    for here in sides:
        here.round = match.round
    verdicts = [_verdict(here, now, here.entry_id in granted) for here in sides]
    missing = [verdict == "missing" for verdict in verdicts]
    side: Literal[0, 1, "both"] = "both" if all(missing) else (1 if missing[1] else 0)
    if judged:
        winner = None if side == "both" else sides[1 - side].entry_id
        if not any(missing):
            undo_result(match, SYSTEM, "in time")
        elif match.winner_id != winner:
            undo_result(match, SYSTEM, "in time", plays=False)
            _forfeit(match, sides, side, SYSTEM, NO_SHOW)
        return
    if any(missing) and "waiting" not in verdicts:
        _forfeit(match, sides, side, SYSTEM, NO_SHOW)


def _verdict(
    side: MatchSide, now: datetime, leave: bool
) -> Literal["present", "missing", "waiting"]:
    until = deadline(side, leave=leave)
    if until is None:
        return "waiting"
    if side.present_at is not None:
        return "present" if side.present_at <= until else "missing"
    return "missing" if now >= until else "waiting"


def decided_by(match: EventMatch) -> str:
    """What ended a match without play, if its result is still that one."""
    return match.decided_by if match.decided_revision == match.revision else ""


def mark_decided(match: EventMatch, how: str) -> None:
    """Keep what has just ended a match."""
    match.decided_by, match.decided_revision = how, match.revision
    match.save(update_fields=["decided_by", "decided_revision"])


def _forfeit(
    match: EventMatch,
    sides: list[MatchSide],
    side: Literal[0, 1, "both"],
    actor: Actor,
    how: str,
    reason: str = "",
) -> None:
    winner = None if side == "both" else 1 - side
    said = Result(None, 0, Ending.FORFEIT, winner)
    origin = Origin.SYSTEM if actor is SYSTEM else Origin.REFEREE
    settle(match, sides, said, actor, origin, kind=Kind.CONFIRMED, reason=reason or how)
    mark_decided(match, how)
    online.close_table(match)


@transaction.atomic
def lift_forfeit(
    *, match: EventMatch, by: User, reason: str, later: Later | None = None
) -> Corrected | Undecided:
    """The chief referee lifts a forfeit, with a reason: the match is played after all (CP-3).

    Standings follow; in a bracket as ``strike_result`` does.
    """
    require(match.event, by, LEAD)
    if not reason.strip():
        raise Refused(No.REASON_NEEDED)
    row, _sides = locked_match(match)
    if row.state != State.CONFIRMED or row.ending != EventMatch.Ending.FORFEIT:
        raise Refused(No.NOT_DECIDED_SO)
    return strike_result(match=row, by=by, reason=reason, later=later)


@transaction.atomic
def forfeit_changed_pair(
    *, match: EventMatch, by: User, side: Literal[0, 1, "both"], reason: str
) -> EventMatch:
    """CP-1: another person sat down for one of the pair: the pair forfeits this match."""
    actor = require(match.event, by, REFEREE)
    if not reason.strip():
        raise Refused(No.REASON_NEEDED)
    row, sides = locked_match(match)
    if row.round.started_at is None:
        raise Refused(No.NOT_BEGUN)
    if row.state == State.CONFIRMED:
        said = Result(None, 0, Ending.FORFEIT, None if side == "both" else 1 - side)
        done = correct_result(match=row, by=by, result=said, reason=reason)
        if isinstance(done, Undecided):
            raise Refused(No.BEGUN)
        row.refresh_from_db()
        mark_decided(row, CHANGED)
    else:
        _forfeit(row, sides, side, actor, CHANGED, reason)
    names = [s.entry.name for s in sides if side == "both" or s.side == side]
    record(row.event, actor, "changed_pair", about=", ".join(names), match=row, reason=reason)
    return row


@transaction.atomic
def call_tables(*, event: Event, by: User, on: bool) -> Event:
    """Whether in a hall who is late forfeits by itself; from the next round that is called on.

    A round that has been called goes on as it was called (CP-3): ``roll_called``.
    """
    actor = require(event, by, LEAD)
    row = Event.objects.select_for_update(no_key=True).get(pk=event.pk)
    before = row.config.call_tables
    row.settings = {**row.settings, "call_tables": on}
    row.save(update_fields=["settings"])
    record(row, actor, "call_tables", before=before, after=on)
    announce(row, News.EVENT)
    return row
