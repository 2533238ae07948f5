"""What waits for somebody in any event: a vote, an answer that is overdue, leave asked for."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.permissions import LEAD, ORGANISE, holds_office
from tournaments.models import Appeal, CommitteeSeat, Event, Leave, Round


@dataclass(frozen=True, slots=True)
class Duty:
    """Something to be done by one person: what, where, and until when."""

    text: str
    url: str
    due: datetime | None = None
    overdue: bool = False


def duties(user: User) -> list[Duty]:
    """What waits for somebody, what is overdue first (CP-4, CP-31, CP-32)."""
    found = [*_votes(user), *_overdue(user), *_leaves(user)]
    return sorted(found, key=lambda duty: (not duty.overdue, duty.due is None))


def _votes(user: User) -> list[Duty]:
    """Appeals that a member has not voted on."""
    rows = CommitteeSeat.objects.filter(
        user=user, barred="", vote="", appeal__state=Appeal.State.OPEN
    ).select_related("appeal__event")
    text = _("%(event)s: an appeal waits for your vote")
    return [
        Duty(text % {"event": appeal.event.name}, _page(appeal), appeal.due_at, appeal.overdue)
        for appeal in (seat.appeal for seat in rows)
    ]


def _overdue(user: User) -> list[Duty]:
    """Appeals whose answer should be there already, for who runs the event."""
    late = Appeal.objects.filter(
        holds_office(user, ORGANISE), state=Appeal.State.OPEN, due_at__lt=timezone.now()
    )
    votes = CommitteeSeat.objects.filter(appeal=OuterRef("pk"), user=user, barred="", vote="")
    text = _("%(event)s: the answer to an appeal is overdue")
    return [
        Duty(text % {"event": appeal.event.name}, _page(appeal), appeal.due_at, True)
        for appeal in late.exclude(Exists(votes)).select_related("event")
    ]


def _leaves(user: User) -> list[Duty]:
    """Leave asked of the chief referee for rounds that are about to be called."""
    published = Q(round__status=Round.Status.PUBLISHED, round__started_at__isnull=True)
    may = holds_office(user, LEAD, "round__stage__event")
    rows = Leave.objects.filter(published, may, state=Leave.State.ASKED)
    events = Event.objects.filter(pk__in=rows.values("round__stage__event")).order_by("pk")
    text = _("%(event)s: a pair asks for leave to come late")
    return [
        Duty(text % {"event": event.name}, reverse("tournaments:referee_tables", args=[event.slug]))
        for event in events
    ]


def _page(appeal: Appeal) -> str:
    return reverse("tournaments:appeal", args=[appeal.event.slug, appeal.pk])
