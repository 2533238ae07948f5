"""Events and their deadlines, for the staff. An event is run at its desk, not here."""

from __future__ import annotations

import json
from typing import Any

from django.contrib import admin, messages
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from unfold.admin import ModelAdmin, TabularInline
from unfold.decorators import action, display

from games.labels import game_name
from shengji_site.readonly import (
    ReadOnly,
    Shown,
    ask,
    back_to,
    column,
    in_words,
    link,
    linked,
    titled,
)
from tournaments.models import Appeal, AuditLine, Due, Event, EventRole
from tournaments.selectors.events import VERBS, audit_words, role_words
from tournaments.services.dues import STATES, run_again, state_of

KINDS = {
    "no_show": gettext_lazy("who is late forfeits"),
    "round_warning": gettext_lazy("three minutes left"),
    "round_time": gettext_lazy("time of the round is up"),
    "entries_close": gettext_lazy("entries close"),
    "appeal_half": gettext_lazy("appeal: half of the time"),
    "appeal_soon": gettext_lazy("appeal: a quarter of an hour left"),
    "appeal_overdue": gettext_lazy("appeal: the answer is due"),
}
"""What the kinds of ``Due`` are called."""


COLOURS = {
    "draft": "", "open": "info", "closed": "info", "running": "success", "finished": "",
    "cancelled": "danger",
}  # fmt: skip
"""Of the states of events."""


class RoleInline(Shown, ReadOnly, TabularInline):
    """Who runs the event; given and taken at its desk, where the trail says so."""

    model = EventRole
    extra = 0
    hide_title = True
    verbose_name_plural = gettext_lazy("who runs it")
    fields = readonly_fields = ("person", "role")
    person = linked("user", gettext_lazy("person"))


@admin.register(Event)
class EventAdmin(Shown, ReadOnly, ModelAdmin):
    """Events; the seed, from which all draws come, only once it is published."""

    list_display = ("name", "of_club", "played", "mode", "state", "starts_at", "pairs", "desk")
    list_filter = (
        ("status", titled(gettext_lazy("state"))),
        "mode",
        ("game", titled(gettext_lazy("game"), admin.AllValuesFieldListFilter)),
        ("club", titled(gettext_lazy("club"), admin.RelatedOnlyFieldListFilter)),
    )
    list_select_related = ("club",)
    search_fields = ("name", "slug", "club__name", "place")
    date_hierarchy = "starts_at"
    inlines = (RoleInline,)
    of_club = linked("club", gettext_lazy("club"))
    stands = in_words("state", gettext_lazy("state"))
    made_by = linked("created_by", gettext_lazy("made by"))
    seed_shown = column("seed", gettext_lazy("seed"))

    def get_queryset(self, request: HttpRequest) -> QuerySet[Event]:
        """With how many pairs are in."""
        count = Count("entries", filter=Q(entries__status="confirmed"))
        return super().get_queryset(request).annotate(count=count)

    def get_fields(self, request: HttpRequest, obj: Event | None = None) -> Any:
        """What the staff wants to know; the settings are at the desk."""
        shown = [
            "name", "desk", "of_club", "made_by", "played", "mode", "stands", "place", "starts_at",
            "ends_at", "pairs", "open_appeals", "deadlines", "trail",
        ]  # fmt: skip
        return [*shown, "seed_shown"] if obj and obj.seed_published_at else shown

    def get_readonly_fields(self, request: HttpRequest, obj: Event | None = None) -> Any:
        """All of it."""
        return self.get_fields(request, obj)

    @admin.display(description=gettext_lazy("game"), ordering="game")
    def played(self, row: Event) -> str:
        """Which game."""
        return game_name(row.game)

    @display(
        description=gettext_lazy("state"),
        ordering="status",
        label=COLOURS,
    )
    def state(self, row: Event) -> tuple[str, str]:
        """How far it is."""
        return row.status, row.get_status_display()

    @admin.display(description=gettext_lazy("pairs"), ordering="count")
    def pairs(self, row: Any) -> int:
        """So many."""
        return int(row.count)

    @admin.display(description=gettext_lazy("desk"))
    def desk(self, row: Event) -> str:
        """Where it is run, and as everybody sees it."""
        return format_html(
            "{} · {}",
            link(reverse("tournaments:desk", args=[row.slug]), _("desk")),
            link(reverse("tournaments:event", args=[row.slug]), _("page")),
        )  # fmt: skip

    @admin.display(description=gettext_lazy("open appeals"))
    def open_appeals(self, row: Event) -> int:
        """So many wait for an answer."""
        return row.appeals.filter(state=Appeal.State.OPEN).count()

    @admin.display(description=gettext_lazy("deadlines"))
    def deadlines(self, row: Event) -> str:
        """Here in the administration."""
        address = reverse("admin:tournaments_due_changelist") + f"?event__id__exact={row.pk}"
        return link(address, row.dues.count())

    @admin.display(description=gettext_lazy("audit trail"))
    def trail(self, row: Event) -> str:
        """Here in the administration."""
        address = reverse("admin:tournaments_auditline_changelist") + f"?event__id__exact={row.pk}"
        return link(address, row.audit.count())


class StateFilter(admin.SimpleListFilter):
    """What has become of a deadline."""

    title = gettext_lazy("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """Every state."""
        return list(STATES.items())

    def queryset(self, request: HttpRequest, queryset: QuerySet[Due]) -> QuerySet[Due]:
        """Those in it."""
        waits = Q(fired_at__isnull=True, called_off_at__isnull=True)
        late = Q(due_at__lte=timezone.now())
        given_up = Q(fired_at__isnull=True, called_off_at__isnull=False) & ~Q(error="")
        match self.value():
            case "fired":
                return queryset.filter(fired_at__isnull=False)
            case "given_up":
                return queryset.filter(given_up)
            case "called_off":
                return queryset.filter(fired_at__isnull=True, error="").exclude(waits)
            case "failing":
                return queryset.filter(waits, attempts__gt=0)
            case "late":
                return queryset.filter(waits, late, attempts=0)
            case "waiting":
                return queryset.filter(waits, attempts=0).exclude(late)
        return queryset


@admin.register(Due)
class DueAdmin(Shown, ReadOnly, ModelAdmin):
    """What has to happen at a time. What has failed too often is given another try here."""

    list_display = ("when", "what", "event_link", "state", "fired", "tries", "error_said", "key")
    list_filter = (
        StateFilter,
        ("kind", titled(gettext_lazy("what"), admin.AllValuesFieldListFilter)),
    )
    list_select_related = ("event",)
    search_fields = ("key", "event__name", "event__slug")
    date_hierarchy = "due_at"
    ordering = ("-due_at",)
    fields = readonly_fields = (
        "when", "what", "event_link", "stands", "fired", "off", "tries", "error_said", "key",
        "payload_said",
    )  # fmt: skip
    actions = ("fire_again",)
    actions_detail = ("fire_this",)
    stands = in_words("state", gettext_lazy("state"))
    when = column("due_at", gettext_lazy("due"))
    event_link = linked("event", gettext_lazy("event"))
    fired = column("fired_at", gettext_lazy("happened at"))
    off = column("called_off_at", gettext_lazy("called off at"))
    tries = column("attempts", gettext_lazy("failed tries"))
    error_said = column("error", gettext_lazy("error"))

    @admin.display(description=gettext_lazy("what"), ordering="kind")
    def what(self, row: Due) -> Any:
        """In words."""
        return KINDS.get(row.kind, row.kind)

    @admin.display(description=gettext_lazy("details"))
    def payload_said(self, row: Due) -> str:
        """What it is about."""
        return json.dumps(row.payload, ensure_ascii=False)

    @display(
        description=gettext_lazy("state"),
        label={
            "waiting": "info", "late": "warning", "failing": "warning", "given_up": "danger",
            "fired": "success", "called_off": "",
        },
    )  # fmt: skip
    def state(self, row: Due) -> tuple[str, Any]:
        """What has become of it."""
        found = state_of(row, timezone.now())
        return found, STATES[found]

    @admin.action(
        description=gettext_lazy("Run again now (only what has not happened)"), permissions=["run"]
    )
    def fire_again(self, request: HttpRequest, rows: QuerySet[Due]) -> None:
        """Due now, with all its tries; what has happened once does not happen twice."""
        count = 0
        for row in rows:
            count += self._again(request, row)
        text = ngettext("%(n)s deadline is due now.", "%(n)s deadlines are due now.", count)
        self.message_user(request, text % {"n": count}, messages.SUCCESS)

    @action(
        description=gettext_lazy("Run again…"), permissions=["again"], icon="replay",
        dialog=ask(
            gettext_lazy("Run it again now"),
            gettext_lazy("It is done once, however often it is asked for."),
        ),
    )  # fmt: skip
    def fire_this(self, request: HttpRequest, form: Any, object_id: int) -> HttpResponse:
        """The same for one."""
        row = Due.objects.get(pk=object_id)
        if self._again(request, row):
            self.message_user(request, _("It is due now."), messages.SUCCESS)
        return back_to(row)

    def has_again_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        """What has neither happened nor been called off on purpose."""
        rows = Due.objects.filter(fired_at__isnull=True)
        rows = rows.exclude(called_off_at__isnull=False, error="")
        return self.has_run_permission(request) and rows.filter(pk=object_id).exists()

    def _again(self, request: HttpRequest, row: Due) -> int:
        count = run_again(dues=[row])
        if count:
            self.log_change(request, row, _("Run again"))
        return count


@admin.register(AuditLine)
class TrailAdmin(Shown, ReadOnly, ModelAdmin):
    """The trails of all events; the database refuses to change or remove a line."""

    list_display = ("when", "event_link", "who", "as_what", "words", "why")
    list_filter = (
        ("role", titled(gettext_lazy("role"), admin.AllValuesFieldListFilter)),
        ("verb", titled(gettext_lazy("what"), admin.AllValuesFieldListFilter)),
    )
    list_select_related = ("event",)
    search_fields = ("event__name", "event__slug", "actor_name", "about", "reason")
    date_hierarchy = "at"
    ordering = ("-pk",)
    fields = readonly_fields = (
        "when", "event_link", "who", "as_what", "words", "why", "was", "became",
    )  # fmt: skip
    when = column("at", gettext_lazy("when"))
    event_link = linked("event", gettext_lazy("event"))
    why = column("reason", gettext_lazy("reason"))

    @admin.display(description=gettext_lazy("who"), ordering="actor_name")
    def who(self, row: AuditLine) -> str:
        """By the name of the time."""
        return row.actor_name or _("the system")

    @admin.display(description=gettext_lazy("role"), ordering="role")
    def as_what(self, row: AuditLine) -> str:
        """In words."""
        return role_words(row.role)

    @admin.display(description=gettext_lazy("what"), ordering="verb")
    def words(self, row: AuditLine) -> str:
        """In words."""
        return audit_words(row) if row.verb in VERBS else f"{row.verb}: {row.about}"

    @admin.display(description=gettext_lazy("before"))
    def was(self, row: AuditLine) -> str:
        """As it was."""
        return json.dumps(row.before, ensure_ascii=False, indent=1)

    @admin.display(description=gettext_lazy("after"))
    def became(self, row: AuditLine) -> str:
        """As it became."""
        return json.dumps(row.after, ensure_ascii=False, indent=1)
