"""The front page of the administration: what waits for the staff."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import formats, timezone
from django.utils.translation import gettext as _

from accounts import reports
from accounts.admin.people import in_force
from accounts.models import User
from games.models import Table
from tournaments.admin import KINDS
from tournaments.models import Appeal, Event
from tournaments.services.dues import stuck

LINES = 5
"""So many of each are named."""


@dataclass(frozen=True, slots=True)
class Panel:
    """One thing to look after: how many there are, where they are, the first few."""

    title: str
    count: int
    href: str
    lines: tuple[tuple[str, str], ...] = ()
    urgent: bool = False
    empty: str = ""


def attention(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """``panels`` for the template, the urgent ones first."""
    assert isinstance(request.user, User)
    panels = [_reports(request.user), _appeals(), _dues(), _tables(), _events(), _sanctions()]
    return {**context, "panels": panels}


def _panel(
    title: str, rows: QuerySet[Any], href: str, lines: Iterable[tuple[str, str]], **more: Any
) -> Panel:
    return Panel(title, rows.count(), href, tuple(lines), **more)


def _reports(user: User) -> Panel:
    rows = reports.queue(user)
    lines = (
        (f"#{row.pk} {row.person or row.get_kind_display()} · {row.get_reason_display()}",
         reverse("case", args=[row.pk]))
        for row in rows[:LINES]
    )  # fmt: skip
    title, empty = _("Reports to decide"), _("Nothing has been reported.")
    return _panel(title, rows, reverse("moderation"), lines, urgent=rows.exists(), empty=empty)


def _appeals() -> Panel:
    late = Appeal.objects.filter(state=Appeal.State.OPEN, due_at__lte=timezone.now())
    lines = (
        (f"{row.event} · {row.entry}: {_day(row.due_at)}",
         reverse("tournaments:appeal", args=[row.event.slug, row.pk]))
        for row in late.select_related("event", "entry").order_by("due_at")[:LINES]
    )  # fmt: skip
    title, empty = _("Appeals overdue"), _("No committee is late.")
    address = reverse("admin:tournaments_event_changelist") + "?status__exact=running"
    return _panel(title, late, address, lines, urgent=late.exists(), empty=empty)


def _dues() -> Panel:
    rows = stuck()
    lines = (
        (f"{row.event} · {KINDS.get(row.kind, row.kind)}: {row.error or _day(row.due_at)}",
         reverse("admin:tournaments_due_change", args=[row.pk]))
        for row in rows.select_related("event").order_by("due_at")[:LINES]
    )  # fmt: skip
    title, empty = _("Deadlines stuck"), _("Everything happened in time.")
    address = reverse("admin:tournaments_due_changelist")
    return _panel(title, rows, address, lines, urgent=rows.exists(), empty=empty)


def _tables() -> Panel:
    rows = Table.objects.filter(status=Table.Status.PLAYING)
    held = Table.objects.exclude(hold="").exclude(status=Table.Status.CLOSED)
    lines = (
        (f"{row} · {row.get_hold_display()}: {row.hold_note}",
         reverse("admin:games_table_change", args=[row.pk]))
        for row in held[:LINES]
    )  # fmt: skip
    address = reverse("admin:games_table_changelist") + "?status__exact=playing"
    empty = _("None of them is stopped.")
    return _panel(_("Tables playing"), rows, address, lines, empty=empty)


def _events() -> Panel:
    rows = Event.objects.filter(status=Event.Status.RUNNING).order_by("starts_at")
    lines = ((str(row), reverse("tournaments:desk", args=[row.slug])) for row in rows[:LINES])
    address = reverse("admin:tournaments_event_changelist") + "?status__exact=running"
    return _panel(_("Events running"), rows, address, lines, empty=_("None today."))


def _sanctions() -> Panel:
    rows = in_force().select_related("user")
    lines = (
        (f"{row.user} · {row.get_kind_display()}: {row.reason}",
         reverse("admin:accounts_sanction_change", args=[row.pk]))
        for row in rows[:LINES]
    )  # fmt: skip
    address = reverse("admin:accounts_sanction_changelist") + "?stage__exact=holds"
    return _panel(_("Sanctions in force"), rows, address, lines, empty=_("Nobody."))


def _day(when: Any) -> str:
    return formats.date_format(timezone.localtime(when), "SHORT_DATETIME_FORMAT")
