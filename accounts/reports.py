"""Reports and what moderators do with them: claim, note, decide, undo.

All verbs are keyword-only, run in a transaction of their own and raise ``ReportRefused`` when they
cannot be done. A decision acts through ``accounts.sanctions``; every step is a ``ReportNote``.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from django.db import IntegrityError, transaction
from django.db.models import Count, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from accounts import permissions, sanctions
from accounts.evidence import Place, gather
from accounts.limits import within_limit
from accounts.models import Club, Report, ReportNote, Sanction, User

if TYPE_CHECKING:
    from games.models import ChatLine
    from tournaments.models import Event

AN_HOUR: Final = 5
"""So many reports one person may make in an hour."""

Verb = ReportNote.Verb
Outcome = Report.Outcome


class ReportNo(StrEnum):
    """Why a verb of reports is refused."""

    SIGNED_OUT = "signed_out"
    ONESELF = "oneself"
    NOBODY = "nobody"
    ALREADY = "already"
    AGAIN = "again"
    TOO_MANY = "too_many"
    NOT_ALLOWED = "not_allowed"
    TAKEN = "taken"
    DECIDED = "decided"
    UNDECIDED = "undecided"
    EMPTY = "empty"
    WHOM = "whom"
    SCOPE = "scope"
    GONE = "gone"


TEXTS: Final = {
    ReportNo.SIGNED_OUT: gettext_noop("Sign in to report something."),
    ReportNo.ONESELF: gettext_noop("You cannot report yourself."),
    ReportNo.NOBODY: gettext_noop("Choose whom or what it is about."),
    ReportNo.ALREADY: gettext_noop("You have reported this already. It is being looked at."),
    ReportNo.AGAIN: gettext_noop("The same has been reported anew since then: decide that report."),
    ReportNo.TOO_MANY: gettext_noop("You have made many reports. Wait an hour for the next one."),
    ReportNo.NOT_ALLOWED: gettext_noop("This report is not yours to handle."),
    ReportNo.TAKEN: gettext_noop("Another moderator has taken this report on."),
    ReportNo.DECIDED: gettext_noop("This report has been decided. Undo the decision first."),
    ReportNo.UNDECIDED: gettext_noop("Nothing has been decided that could be undone."),
    ReportNo.EMPTY: gettext_noop("Write something first."),
    ReportNo.WHOM: gettext_noop("Choose whom the sanction is for."),
    ReportNo.GONE: gettext_noop("There is no such line any more."),
    ReportNo.SCOPE: gettext_noop("You may sanction people only where you are a moderator."),
}


class ReportRefused(Exception):
    """The verb cannot be done. ``str()`` is a sentence in the language that is active."""

    def __init__(self, code: ReportNo) -> None:
        super().__init__(code)
        self.code = code

    def __str__(self) -> str:
        return _(TEXTS[self.code])


def make_report(
    *, by: User, place: Place, reason: str, text: str, person: User | None = None
) -> Report:
    """Report a person met at ``place``, or (no person) the line said, the deal played there."""
    from games.services import keep_line

    if not permissions.may_report(by):
        raise ReportRefused(ReportNo.SIGNED_OUT)
    line = place.line if person is None else None
    if person == by or (line is not None and line.user_id == by.pk):
        raise ReportRefused(ReportNo.ONESELF)
    if line is not None:
        kind, subject, person = Report.Kind.LINE, f"line:{line.pk}", line.user
    elif person is not None:
        kind, subject = Report.Kind.PERSON, f"person:{person.pk}"
    elif place.deal is not None:
        kind, subject = Report.Kind.DEAL, f"deal:{place.deal.pk}"
    else:
        raise ReportRefused(ReportNo.NOBODY)
    if Report.objects.filter(reporter=by, subject=subject, decided_at__isnull=True).exists():
        raise ReportRefused(ReportNo.ALREADY)
    if not within_limit(f"reports:{by.pk}", times=AN_HOUR, seconds=3600):
        raise ReportRefused(ReportNo.TOO_MANY)
    try:
        with transaction.atomic():
            if line is not None:
                keep_line(line=line)
            return Report.objects.create(
                reporter=by,
                kind=kind,
                subject=subject,
                person=person,
                club=place.club,
                reason=Report.Reason(reason),
                text=text.strip()[:2000],
                evidence=gather(place),
            )
    except IntegrityError:  # sent twice at the same moment
        raise ReportRefused(ReportNo.ALREADY) from None


# ------------------------------------------------------------------------------- moderators


@transaction.atomic
def claim(*, report: Report, by: User) -> Report:
    """Take a report on, so that no two look at the same one."""
    row = _open(report, by)
    if row.claimed_by_id is None:
        row.claimed_by = by
        row.save(update_fields=["claimed_by"])
        _note(row, by, Verb.CLAIM)
    return row


@transaction.atomic
def release(*, report: Report, by: User) -> Report:
    """Give a report back to the others."""
    row = _open(report, by)
    if row.claimed_by_id is not None:
        row.claimed_by = None
        row.save(update_fields=["claimed_by"])
        _note(row, by, Verb.RELEASE)
    return row


@transaction.atomic
def note(*, report: Report, by: User, text: str) -> ReportNote:
    """Write something down for the other moderators."""
    row = _locked(report, by)
    if not text.strip():
        raise ReportRefused(ReportNo.EMPTY)
    return _note(row, by, Verb.NOTE, text)


@transaction.atomic
def decide(
    *,
    report: Report,
    by: User,
    answer: str = "",
    kind: str = "",
    person: User | None = None,
    reason: str = "",
    until: datetime | None = None,
    club: Club | None = None,
    event: Event | None = None,
    also: Iterable[Report] = (),
) -> Report:
    """Decide a report: without ``kind`` nothing is done, else ``person`` is sanctioned.

    ``person`` is the one reported unless another is named; ``club`` or ``event`` is the scope
    (neither: the site). Those of ``also`` are decided with it, by the same sanction.
    ``ValueError`` (a sentence) as ``sanctions.sanction``.
    """
    rows = [_open(each, by) for each in sorted({report, *also}, key=lambda each: each.pk)]
    row = next(each for each in rows if each.pk == report.pk)
    found: Sanction | None = None
    if kind:
        whom = person or row.person
        if whom is None:
            raise ReportRefused(ReportNo.WHOM)
        of = club if event is None else event.club
        if whom == by or not permissions.may_moderate(by, of):
            raise ReportRefused(ReportNo.SCOPE)
        found = sanctions.sanction(
            user=whom, kind=kind, by=by, reason=reason, club=club, event=event, until=until
        )
    for each in rows:
        each.sanction, each.outcome = found, Outcome.SANCTION if found else Outcome.NO_ACTION
        each.claimed_by, each.decided_by, each.decided_at = by, by, timezone.now()
        each.answer, each.read_at = answer.strip()[:300], None
        each.save()
        _note(each, by, Verb.DECIDE, "" if found is None else sanctions.words(found))
    return row


@transaction.atomic
def undo(*, report: Report, by: User, reason: str) -> Report:
    """Take a decision back: its sanction is lifted, and the report waits for another one.

    So do those that were decided with it; where the same has been reported anew since, that one
    waits instead.
    """
    row = _locked(report, by)
    if row.decided_at is None:
        raise ReportRefused(ReportNo.UNDECIDED)
    if not reason.strip():
        raise ReportRefused(ReportNo.EMPTY)
    if _reported_anew(row):
        raise ReportRefused(ReportNo.AGAIN)
    rows = [row]
    if row.sanction is not None:
        sanctions.lift(sanction=row.sanction, by=by, reason=reason)
        together = Report.objects.select_for_update(no_key=True).filter(sanction=row.sanction)
        rows += together.exclude(pk=row.pk).order_by("pk")
    for each in rows:
        each.outcome, each.sanction, each.answer = Outcome.NO_ACTION, None, ""
        if not _reported_anew(each):
            each.outcome, each.claimed_by, each.read_at = Outcome.OPEN, by, None
            each.decided_by, each.decided_at = None, None
        each.save()
        _note(each, by, Verb.UNDO, reason)
    return row


def _reported_anew(row: Report) -> bool:
    """The same person has reported the same again since this was decided."""
    anew = Report.objects.filter(subject=row.subject, decided_at__isnull=True)
    return row.reporter_id is not None and anew.filter(reporter=row.reporter_id).exists()


@transaction.atomic
def set_hidden(*, report: Report, by: User, hidden: bool) -> Report:
    """Take the reported line of chat away from everybody at once, or bring it back."""
    from games.services import hide_line, show_line

    row = _locked(report, by)
    line = line_of(row)
    if line is None:
        raise ReportRefused(ReportNo.GONE)
    if hidden and hide_line(line=line, by=by):
        _note(row, by, Verb.HIDE)
    elif not hidden and show_line(line=line, by=by):
        _note(row, by, Verb.SHOW)
    return row


def line_of(report: Report) -> ChatLine | None:
    """The line of chat that a report is about, while it is there."""
    from games.models import ChatLine

    if report.kind != Report.Kind.LINE:
        return None
    return ChatLine.objects.filter(pk=report.evidence["line"]["id"]).first()


def _locked(report: Report, by: User) -> Report:
    row = Report.objects.select_for_update(no_key=True).get(pk=report.pk)
    if not permissions.may_handle(by, row):
        raise ReportRefused(ReportNo.NOT_ALLOWED)
    return row


def _open(report: Report, by: User) -> Report:
    """An undecided report that nobody else has taken on, locked."""
    row = _locked(report, by)
    if row.decided_at is not None:
        raise ReportRefused(ReportNo.DECIDED)
    if row.claimed_by_id not in (None, by.pk):
        raise ReportRefused(ReportNo.TAKEN)
    return row


def _note(report: Report, by: User, verb: Verb, text: str = "") -> ReportNote:
    return ReportNote.objects.create(report=report, by=by, verb=verb, text=text.strip()[:1000])


# ------------------------------------------------------------------------------------ reads


def queue(user: User, *, decided: bool = False) -> QuerySet[Report]:
    """The reports that somebody looks at: the oldest undecided first, or the newest decided."""
    where = Q(club__in=permissions.moderated_clubs(user))
    if permissions.is_staff(user):
        where |= Q(club__isnull=True)
    rows = Report.objects.filter(where, decided_at__isnull=not decided)
    rows = rows.exclude(reporter=user).exclude(person=user)
    played = Q(person__isnull=True, evidence__players__contains=[{"user": user.pk}])
    rows = rows.exclude(played)
    rows = rows.select_related("reporter", "person", "club", "claimed_by", "decided_by")
    return rows.order_by("-decided_at" if decided else "pk")


def about_the_same(report: Report, user: User) -> QuerySet[Report]:
    """Other undecided reports, of the same person or deal, that this moderator looks at."""
    same = Q(subject=report.subject)
    if report.person_id is not None:
        same |= Q(person=report.person_id)
    return queue(user).filter(same).exclude(pk=report.pk)


def decided_about(report: Report) -> int:
    """So many other reports about the same person have been decided."""
    if report.person_id is None:
        return 0
    rows = Report.objects.filter(person=report.person_id, decided_at__isnull=False)
    return rows.exclude(pk=report.pk).count()


def counts_by_person(user: User) -> dict[int, int]:
    """How many undecided reports about each person this moderator looks at."""
    rows = queue(user).filter(person__isnull=False).order_by()
    return dict(rows.values_list("person_id").annotate(Count("pk")))


def answers_to(user: User) -> QuerySet[Report]:
    """Somebody's own reports that are decided and whose answer they have not read yet."""
    return Report.objects.filter(reporter=user, decided_at__isnull=False, read_at__isnull=True)


def read_answers(*, user: User) -> None:
    """They have seen them now."""
    answers_to(user).update(read_at=timezone.now())
