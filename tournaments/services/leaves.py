"""Leave to come late: asked of the chief referee and granted before the start (CP-4)."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.permissions import LEAD, may_play_for
from tournaments.models import Entry, Leave, Round
from tournaments.services.errors import No, Refused
from tournaments.services.news import News, announce
from tournaments.services.trail import as_role, record, require


@transaction.atomic
def ask_leave(
    *, round: Round, entry: Entry, by: User | None = None, code: str = "", reason: str = ""
) -> Leave:
    """A pair (or its captain) asks, on a phone, until the round is called."""
    if not (code and code == entry.code) and (by is None or not may_play_for(by, entry)):
        raise Refused(No.NOT_OF_THE_PAIR)
    row = _not_called(round)
    if not row.sides.filter(entry=entry).exists():
        raise Refused(No.NOT_OF_THE_MATCH)
    leave, new = Leave.objects.get_or_create(
        round=row, entry=entry, defaults={"asked_by": by, "reason": reason.strip()[:200]}
    )
    if new:
        actor = as_role(by, "player")
        record(row.stage.event, actor, "ask_leave", about=entry.name, round=row, entry=entry,
               reason=reason)  # fmt: skip
        announce(row.stage.event, News.ROUND, stage=row.stage.order, round=row.number)
    return leave


@transaction.atomic
def answer_leave(*, leave: Leave, by: User, grant: bool) -> Leave:
    """The chief referee grants or refuses it, before the start."""
    event = leave.round.stage.event
    actor = require(event, by, LEAD)
    round = _not_called(leave.round)
    row = Leave.objects.select_for_update(no_key=True).select_related("entry").get(pk=leave.pk)
    if row.state != Leave.State.ASKED:
        raise Refused(No.LEAVE_ANSWERED)
    row.state = Leave.State.GRANTED if grant else Leave.State.REFUSED
    row.answered_by, row.answered_at = by, timezone.now()
    row.save(update_fields=["state", "answered_by", "answered_at"])
    verb = "grant_leave" if grant else "refuse_leave"
    record(event, actor, verb, about=row.entry.name, round=round, entry=row.entry)
    announce(event, News.ROUND, stage=round.stage.order, round=round.number)
    return row


@transaction.atomic
def give_leave(*, round: Round, entry: Entry, by: User, reason: str = "") -> Leave:
    """The chief referee was asked by word of mouth, and grants it at once."""
    event = round.stage.event
    actor = require(event, by, LEAD)
    row = _not_called(round)
    if not row.sides.filter(entry=entry).exists():
        raise Refused(No.NOT_OF_THE_MATCH)
    leave, _new = Leave.objects.update_or_create(
        round=row,
        entry=entry,
        defaults={
            "state": Leave.State.GRANTED,
            "reason": reason.strip()[:200],
            "answered_by": by,
            "answered_at": timezone.now(),
        },
    )
    record(event, actor, "grant_leave", about=entry.name, round=row, entry=entry, reason=reason)
    announce(event, News.ROUND, stage=row.stage.order, round=row.number)
    return leave


def _not_called(round: Round) -> Round:
    """The round, locked against its being called in the meantime."""
    row = (
        Round.objects.select_for_update(no_key=True, of=("self",))
        .select_related("stage__event")
        .get(pk=round.pk)
    )
    if not row.public:
        raise Refused(No.NOT_BEGUN)
    if row.started_at is not None:
        raise Refused(No.LEAVE_LATE)
    return row
