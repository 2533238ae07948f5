"""Appeals: file, vote, answer, and what an upheld one changes (CP-30 … CP-33)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.core.mail import send_mass_mail
from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import formats, timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.permissions import ORGANISE, may_organise, may_play_for
from games.models import Deal
from tournaments.engine.catalogue import Grade
from tournaments.models import (
    Appeal,
    Due,
    Entry,
    Event,
    EventMatch,
    Evidence,
    Penalty,
    PenaltyChange,
)
from tournaments.selectors import hearings as seen
from tournaments.selectors.judged import PENALTY
from tournaments.services import dues
from tournaments.services.committee import Count, count, locked_appeal, parties_of, seat_committee
from tournaments.services.dues import on
from tournaments.services.errors import No, Refused, invalid
from tournaments.services.evidence import MOST, keep_pictures, picture
from tournaments.services.news import News, announce
from tournaments.services.noshows import decided_by
from tournaments.services.trail import SYSTEM, as_role, record, require

State = Appeal.State
Remedy = Appeal.Remedy
BEFORE_DUE = timedelta(minutes=15)


def appeal_deadline(match: EventMatch, penalty: Penalty | None = None) -> datetime | None:
    """Until when an appeal may be filed; nothing while the match is played.

    Counted from the end of the match (CP-30); a ruling given or changed after that, from then.
    """
    ended = match.ended_at
    if ended is None:
        return None
    if penalty is not None:
        change = _last_change(penalty)
        ended = max(ended, penalty.recorded_at if change is None else change.at)
    elif match.confirmed_at is not None:
        ended = max(ended, match.confirmed_at)
    return ended + timedelta(minutes=match.event.config.appeal_minutes)


def earlier_appeal(match: EventMatch, penalty: Penalty | None = None) -> Appeal | None:
    """The appeal there has been against a ruling as it is now: there is no second one (CP-30)."""
    return Appeal.objects.filter(event=match.event_id, matter=_matter(match, penalty)).first()


def _matter(match: EventMatch, penalty: Penalty | None) -> str:
    """What an appeal is about: a ruling that a referee has changed since is another one."""
    if penalty is None:
        return f"match:{match.pk}:{match.revision}"
    change = _last_change(penalty)
    return f"penalty:{penalty.pk}" + ("" if change is None else f":{change.pk}")


def _last_change(penalty: Penalty) -> PenaltyChange | None:
    """The last time that a referee, not the committee, gave another ruling instead."""
    changes = penalty.history.filter(kind=PenaltyChange.Kind.CHANGED, by__isnull=False)
    return changes.exclude(before=F("after")).last()


@transaction.atomic
def file_appeal(
    *,
    match: EventMatch,
    by: User,
    text: str,
    penalty: Penalty | None = None,
    deal_number: int | None = None,
    trick_number: int | None = None,
    pictures: Sequence[UploadedFile] = (),
) -> Appeal:
    """A player or the captain appeals in writing against a penalty, or a match decided by ruling.

    In time by the server's clock, the deadline being inclusive; once on a matter.
    """
    now = timezone.now()
    entry = _party(match, by)
    match = EventMatch.objects.select_related("event", "round__stage").get(pk=match.pk)
    penalty = penalty and Penalty.objects.get(pk=penalty.pk)
    if penalty is None and decided_by(match) == PENALTY:
        raise Refused(No.APPEAL_THE_PENALTY)
    if earlier_appeal(match, penalty) is not None:
        raise Refused(No.APPEAL_AGAIN)
    if penalty is not None and (penalty.match_id != match.pk or penalty.revoked_at is not None):
        raise Refused(No.NO_RULING)
    if penalty is None and not seen.decided_by_ruling(match):
        raise Refused(No.NO_RULING)
    until = appeal_deadline(match, penalty)
    if until is not None and now > until:
        raise Refused(No.APPEAL_LATE, until=_when(match.event, until))
    if not text.strip():
        raise invalid("text", _("Say what you appeal against, and why."))
    if len(pictures) > MOST:
        raise invalid("pictures", _("At most %(count)d pictures.") % {"count": MOST})
    written = [(file.name or "", picture(file)) for file in pictures]
    appeal = _filed(match, penalty, entry, by, text.strip(), now)
    _point_at(appeal, match, deal_number, trick_number)
    keep_pictures(appeal, written)
    seat_committee(appeal)
    _plan(appeal)
    actor = as_role(by, "player")
    record(match.event, actor, "file_appeal", about=matter_words(appeal), match=match, entry=entry)
    announce(match.event, News.APPEALS, appeal=appeal.pk)
    return appeal


def _filed(
    match: EventMatch,
    penalty: Penalty | None,
    entry: Entry,
    by: User,
    text: str,
    now: datetime,
) -> Appeal:
    """The row; the database refuses a second one on the matter, however fast it comes."""
    try:
        with transaction.atomic():
            return Appeal.objects.create(
                event=match.event,
                match=match,
                penalty=penalty,
                matter=_matter(match, penalty),
                entry=entry,
                filed_by=by,
                filed_name=str(by)[:60],
                text=text[:5000],
                filed_at=now,
                due_at=now + timedelta(minutes=match.event.config.answer_minutes),
            )
    except IntegrityError:
        raise Refused(No.APPEAL_AGAIN) from None


def _party(match: EventMatch, by: User) -> Entry:
    """The pair of the match that somebody speaks for."""
    for side in match.sides.select_related("entry__team"):
        if may_play_for(by, side.entry):
            return side.entry
    raise Refused(No.NOT_OF_THE_PAIR)


def _point_at(
    appeal: Appeal, match: EventMatch, deal_number: int | None, trick_number: int | None
) -> None:
    """A place in the record of a match on line, or in the appeal's words in a hall."""
    penalty = appeal.penalty
    if penalty is not None and penalty.deal_id is not None:
        Evidence.objects.create(appeal=appeal, deal=penalty.deal, trick_number=penalty.trick_number)
    if deal_number is None:
        return
    deal = None
    if match.table_id is not None:
        deal = Deal.objects.filter(match__table=match.table_id, number=deal_number).first()
    Evidence.objects.create(
        appeal=appeal, deal=deal, deal_number=deal_number, trick_number=trick_number
    )


def _when(event: Event, at: datetime) -> str:
    """By the clock of the event's place, as its pages have it."""
    local = timezone.localtime(at, ZoneInfo(event.time_zone))
    return formats.date_format(local, "DATETIME_FORMAT")


def matter_words(appeal: Appeal) -> str:
    """What an appeal is about, for the trail."""
    if appeal.penalty is None:
        return f"{appeal.entry.name}: match {appeal.match.table_no or appeal.match_id}"
    return f"{appeal.entry.name}: {appeal.penalty.clause} {appeal.penalty.grade}"


# ---------------------------------------------------------------------------------- the clock


def _plan(appeal: Appeal) -> None:
    """Reminders at half time and a quarter of an hour before; and the note that it is overdue."""
    half = appeal.filed_at + (appeal.due_at - appeal.filed_at) / 2
    for kind, at in (
        ("appeal_half", half),
        ("appeal_soon", appeal.due_at - BEFORE_DUE),
        ("appeal_overdue", appeal.due_at),
    ):
        if at > appeal.filed_at:
            dues.plan(event=appeal.event, kind=kind, key=f"appeal:{appeal.pk}:{kind}", at=at,
                      payload={"appeal": appeal.pk})  # fmt: skip


@on("appeal_half")
@on("appeal_soon")
@on("appeal_overdue")
def _remind(due: Due) -> None:
    """The members who have not voted hear of it, and the trail keeps that they did."""
    appeal = Appeal.objects.filter(pk=due.payload["appeal"], state=State.OPEN).first()
    if appeal is None:
        return
    waiting = appeal.seats.filter(barred="", vote="").select_related("user")
    users = [seat.user for seat in waiting]
    waiting.update(reminded_at=timezone.now())
    verb = "appeal_overdue" if due.kind == "appeal_overdue" else "remind_committee"
    record(
        appeal.event, SYSTEM, verb, about=matter_words(appeal), match=appeal.match,
        entry=appeal.entry, after=[str(user) for user in users],
    )  # fmt: skip
    announce(appeal.event, News.APPEALS, appeal=appeal.pk, reminder=due.kind)
    _mail(appeal, [user.email for user in users if user.email])


def _mail(appeal: Appeal, addresses: list[str]) -> None:
    subject = _("%(event)s: your vote on an appeal") % {"event": appeal.event.name}
    text = _("An appeal waits for your vote. The answer is due at %(due)s.") % {
        "due": _when(appeal.event, appeal.due_at)
    }
    letters = [(subject, text, settings.DEFAULT_FROM_EMAIL, [address]) for address in addresses]
    if letters:
        transaction.on_commit(lambda: send_mass_mail(letters, fail_silently=True))


# --------------------------------------------------------------------------------- the answer


@transaction.atomic
def set_remedy(
    *, appeal: Appeal, by: User, remedy: str, grade: str = "", levels: int = 1
) -> Appeal:
    """What would become of the ruling. Votes are for one remedy: another one clears them."""
    row = locked_appeal(appeal)
    if not row.seats.filter(user=by, barred="").exists():
        raise Refused(No.NOT_A_MEMBER)
    change = Remedy(remedy) is Remedy.CHANGE
    if change and (row.penalty is None or grade not in set(Grade) or not 1 <= levels <= 13):
        raise invalid("remedy_grade", _("Say which grade the penalty is given instead."))
    if change and grade == Grade.SUSPENSION and row.penalty is not None and (
        row.penalty.grade != Grade.SUSPENSION
    ):  # fmt: skip
        raise invalid("remedy_grade", _("A suspension is not given on appeal."))
    wanted = (Remedy(remedy), grade if change else "", levels)
    if wanted == (row.remedy, row.remedy_grade, row.remedy_levels):
        return row
    row.remedy, row.remedy_grade, row.remedy_levels = wanted
    row.save(update_fields=["remedy", "remedy_grade", "remedy_levels"])
    row.seats.update(vote="", voted_at=None)
    record(
        row.event, as_role(by, "committee"), "set_remedy", about=matter_words(row),
        match=row.match, entry=row.entry, after={"remedy": remedy, "grade": grade},
    )  # fmt: skip
    announce(row.event, News.APPEALS, appeal=row.pk)
    return row


@transaction.atomic
def close_appeal(*, appeal: Appeal, by: User, answer: str) -> Appeal:
    """Count the votes and answer in writing: by a member who may vote, or the organiser.

    While votes are missing only once the answer is due: closing tells nothing of them. A tie,
    no majority or no quorum: the ruling stands. Upheld, it is changed and all follows (CP-33).
    """
    row = locked_appeal(appeal)
    if not row.seats.filter(user=by, barred="").exists() and not may_organise(by, row.event):
        raise Refused(No.NOT_A_MEMBER)
    votes = count(row)
    if votes.missing and timezone.now() < row.due_at:
        raise Refused(No.VOTES_MISSING, due=_when(row.event, row.due_at))
    if not answer.strip():
        raise invalid("answer", _("The answer is given in writing."))
    _answered(row, votes, by, answer.strip())
    if votes.upheld:
        row.difference = uphold(row)
        row.save(update_fields=["difference"])
    member = row.seats.filter(user=by, barred="").exists()
    actor = as_role(by, "committee") if member else require(row.event, by, ORGANISE)
    record(
        row.event, actor, "close_appeal", about=matter_words(row), match=row.match,
        entry=row.entry, reason=row.answer[:300],
        after={"state": row.state, "ayes": votes.ayes, "noes": votes.noes,
               "abstained": votes.abstained},
    )  # fmt: skip
    kinds = ("appeal_half", "appeal_soon", "appeal_overdue")
    dues.call_off(*[f"appeal:{row.pk}:{kind}" for kind in kinds])
    announce(row.event, News.APPEALS, appeal=row.pk, state=row.state)
    _mail_answer(row)
    return row


def _mail_answer(row: Appeal) -> None:
    """Both parties are told that there is an answer, and how the votes were (CP-32)."""
    players = User.objects.filter(entered__entry__in=parties_of(row)).exclude(email="")
    subject = _("%(event)s: the committee has answered the appeal") % {"event": row.event.name}
    count = _("Votes: %(ayes)d to uphold, %(noes)d against, %(abstained)d abstained")
    votes = {"ayes": row.ayes, "noes": row.noes, "abstained": row.abstained}
    text = f"{row.get_state_display()}. {count % votes}.\n\n{row.answer}"
    addresses = sorted(set(players.values_list("email", flat=True)))
    letters = [(subject, text, settings.DEFAULT_FROM_EMAIL, [address]) for address in addresses]
    if letters:
        transaction.on_commit(lambda: send_mass_mail(letters, fail_silently=True))


def _answered(row: Appeal, votes: Count, by: User, answer: str) -> None:
    row.state = State.UPHELD if votes.upheld else State.REJECTED
    row.ayes, row.noes, row.abstained = votes.ayes, votes.noes, votes.abstained
    row.quorum, row.answer = votes.quorum, answer[:5000]
    row.answered_by, row.answered_at = by, timezone.now()
    row.save()


def uphold(appeal: Appeal) -> dict[str, Any]:
    """CP-33: change or revoke the ruling; results, standings and draws not begun follow.

    Answers what changed, as ``selectors.hearings.difference`` has it, with the draws made anew.
    """
    from tournaments.services.penalties import change_penalty, revoke_penalty
    from tournaments.services.redraws import redraw

    before = seen.snapshot(appeal)
    reason = "CP-33"  # in words where it is read: each reader has a language of their own
    penalty = appeal.penalty
    if penalty is None:
        _undo_ruling(appeal, reason)
    elif penalty.revoked_at is not None:
        pass  # a referee has given in meanwhile, or another appeal was upheld
    elif appeal.remedy == Remedy.REVOKE:
        revoke_penalty(penalty=penalty, by=None, reason=reason)
    else:
        change_penalty(
            penalty=penalty, by=None, reason=reason,
            grade=appeal.remedy_grade, levels=appeal.remedy_levels,
        )  # fmt: skip
    redrawn = redraw(appeal.match.round.stage)
    return seen.difference(before, seen.snapshot(appeal)) | {"redrawn": redrawn}


def _undo_ruling(appeal: Appeal, reason: str) -> None:
    """The match that had been decided by a ruling is open again."""
    from tournaments.services.corrections import undo_result
    from tournaments.services.results import State as Result
    from tournaments.services.results import locked_match

    row, _sides = locked_match(appeal.match)
    if row.state == Result.CONFIRMED:
        undo_result(row, SYSTEM, reason)
