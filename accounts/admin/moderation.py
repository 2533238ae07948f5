"""Sanctions and reports. A sanction is imposed and lifted by its verbs, so that it acts at once."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.models import LogEntry
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.admin import ModelAdmin, TabularInline
from unfold.decorators import action, display

from accounts import sanctions
from accounts.models import Report, ReportNote, Sanction, User
from accounts.permissions import may_moderate
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

KINDS = {"ban": "danger", "suspension": "warning", "mute": "warning", "warning": "info"}
"""The colours of the kinds of sanctions."""

STATES = {"ahead": "info", "holds": "warning", "over": "", "lifted": "success"}
"""The colours of what a sanction is at now."""


class SanctionForm(forms.ModelForm):
    """A sanction to be imposed: of the whole site unless a club or an event is named."""

    by: User | None = None
    """Who fills it in."""

    class Meta:
        model = Sanction
        fields = ("user", "kind", "club", "event", "reason", "starts_at", "until")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        helps = {
            "starts_at": _("Empty: at once."),
            "until": _("Empty: without end."),
            "club": _(
                "For the club and its events alone. Neither a club nor an event: the whole site."
            ),
            "event": _("For one event and its tables alone."),
        }
        for name in helps.keys() & self.fields.keys():
            self.fields[name].help_text = helps[name]
        if "starts_at" in self.fields:
            self.fields["starts_at"].required = False
            self.fields["starts_at"].initial = None
            self.initial.pop("starts_at", None)

    def clean(self) -> dict[str, Any]:
        """What ``sanctions.sanction`` would refuse is said at the field."""
        data: dict[str, Any] = super().clean() or {}
        if self.by is not None and data.get("user") == self.by:
            self.add_error("user", _("You cannot sanction yourself."))
        if data.get("club") and data.get("event"):
            self.add_error("event", _("Choose a club or an event, not both."))
        try:
            begins = sanctions.require_span(data.get("starts_at"), data.get("until"))
        except ValueError as wrong:
            self.add_error("until", str(wrong))
        else:
            data["starts_at"] = begins
        return data

    def validate_constraints(self) -> None:
        """The scope follows from club and event; the verb sets it."""


def impose(request: HttpRequest, row: Sanction) -> Sanction:
    """Do by the verb what a form of the administration has filled in."""
    assert isinstance(request.user, User)
    return sanctions.sanction(
        user=row.user,
        kind=row.kind,
        by=request.user,
        reason=row.reason,
        club=row.club,
        event=row.event,
        starts_at=row.starts_at,
        until=row.until,
    )


def state_of(row: Sanction) -> tuple[str, Any]:
    """Where a sanction is now, for a coloured label."""
    if row.lifted_at is not None:
        return "lifted", _("lifted")
    return row.stage, row.get_stage_display()


@admin.register(Sanction)
class SanctionAdmin(Shown, ModelAdmin):
    """Sanctions: imposed here or from a report, lifted by an action, never deleted."""

    form = SanctionForm
    list_display = ("person", "what", "where", "reason", "state", "from_when", "until", "author")
    list_display_links = ("person", "what")
    list_filter = (
        "kind",
        "stage",
        "scope",
        ("lifted_at", titled(gettext_lazy("lifted"), admin.EmptyFieldListFilter)),
    )
    list_select_related = ("user", "by", "club", "event")
    search_fields = ("user__username", "user__display_name", "reason", "club__name", "event__name")
    date_hierarchy = "starts_at"
    autocomplete_fields = ("user", "club", "event")
    actions = ("lift",)
    actions_detail = ("lift_this",)
    person = linked("user", gettext_lazy("person"))
    author = column("by", gettext_lazy("by"))
    stands = in_words("state", gettext_lazy("state"))
    from_when = column("starts_at", gettext_lazy("from"))

    @display(description=gettext_lazy("kind"), ordering="kind", label=KINDS)
    def what(self, row: Sanction) -> tuple[str, str]:
        """Its kind."""
        return row.kind, row.get_kind_display()

    @admin.display(description=gettext_lazy("where"), ordering="scope")
    def where(self, row: Sanction) -> str:
        """What it covers."""
        return sanctions.where(row)

    @display(description=gettext_lazy("state"), ordering="stage", label=STATES)
    def state(self, row: Sanction) -> tuple[str, Any]:
        """Whether it holds."""
        return state_of(row)

    def get_form(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        """Which knows who fills it in."""
        form = super().get_form(request, *args, **kwargs)
        form.by = request.user
        return form

    def get_fields(self, request: HttpRequest, obj: Sanction | None = None) -> Any:
        """To impose one: what the verb asks; afterwards all that is known."""
        if obj is None:
            return SanctionForm.Meta.fields
        shown = ["person", "kind", "where", "reason", "stands", "from_when", "until", "author"]
        return [*shown, "lifting"] if obj.lifted_at else shown

    def get_readonly_fields(self, request: HttpRequest, obj: Sanction | None = None) -> Any:
        """Afterwards nothing is rewritten."""
        return () if obj is None else self.get_fields(request, obj)

    @admin.display(description=gettext_lazy("lifted"))
    def lifting(self, row: Sanction) -> str:
        """By whom, when and why it was ended."""
        return sanctions.lifted_words(row)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """The staff, as in the moderators' queue."""
        return isinstance(request.user, User) and may_moderate(request.user)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """History is not rewritten: lift it, and impose another."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Rows stay."""
        return False

    def save_model(self, request: HttpRequest, obj: Sanction, form: Any, change: bool) -> None:
        """By the verb, so that it acts at once."""
        obj.pk = impose(request, obj).pk

    @admin.action(description=gettext_lazy("Lift"), permissions=["run"])
    def lift(self, request: HttpRequest, rows: QuerySet[Sanction]) -> None:
        """End them now."""
        for row in rows.filter(lifted_at__isnull=True):
            self._lift(request, row, _("Lifted by the staff"))
        self.message_user(request, _("Lifted."), messages.SUCCESS)

    @action(
        description=gettext_lazy("Lift…"),
        permissions=["lift"],
        icon="undo",
        dialog=ask(
            gettext_lazy("Lift the sanction"),
            gettext_lazy("It ends now, and the person is told."),
            reason=True,
        ),
    )
    def lift_this(self, request: HttpRequest, form: Any, object_id: int) -> HttpResponse:
        """End it now, with a reason."""
        row = Sanction.objects.get(pk=object_id)
        self._lift(request, row, form.cleaned_data["reason"])
        self.message_user(request, _("Lifted."), messages.SUCCESS)
        return back_to(row)

    def has_lift_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        """The staff, as long as it is not over."""
        rows = Sanction.objects.exclude(stage=Sanction.Stage.OVER)
        return self.has_run_permission(request) and rows.filter(pk=object_id).exists()

    def _lift(self, request: HttpRequest, row: Sanction, reason: str) -> None:
        assert isinstance(request.user, User)
        sanctions.lift(sanction=row, by=request.user, reason=reason)
        self.log_change(request, row, _("Lifted: %(why)s") % {"why": reason})


class NoteInline(ReadOnly, TabularInline):
    """What the moderators have done about it."""

    model = ReportNote
    fields = ("at", "by", "verb", "text")
    extra = 0
    verbose_name_plural = gettext_lazy("history")
    hide_title = True

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Whoever sees the report."""
        return True


@admin.register(Report)
class ReportAdmin(Shown, ReadOnly, ModelAdmin):
    """Reports, to be found again; they are decided in the moderators' queue."""

    list_display = (
        "number",
        "person_link",
        "reason",
        "from_whom",
        "of_club",
        "when",
        "who",
        "stands",
        "case",
    )
    list_filter = (
        ("decided_at", titled(gettext_lazy("decided"), admin.EmptyFieldListFilter)),
        "outcome",
        "reason",
        "kind",
        ("club", titled(gettext_lazy("club"), admin.RelatedOnlyFieldListFilter)),
    )
    list_select_related = ("person", "reporter", "club", "claimed_by", "sanction")
    search_fields = ("person__display_name", "person__username", "reporter__display_name", "text")
    date_hierarchy = "at"
    fields = (
        "case", "person_link", "kind", "reason", "text", "from_whom", "of_club", "when", "who",
        "stands", "decider", "decided", "imposed", "answer",
    )  # fmt: skip
    inlines = (NoteInline,)
    number = column("pk", "#")
    person_link = linked("person", gettext_lazy("about"))
    from_whom = linked("reporter", gettext_lazy("reported by"))
    of_club = linked("club", gettext_lazy("club"))
    when = column("at", gettext_lazy("reported at"))
    who = column("claimed_by", gettext_lazy("taken on by"))
    decider = column("decided_by", gettext_lazy("decided by"))
    decided = column("decided_at", gettext_lazy("decided at"))
    stands = in_words("state", gettext_lazy("outcome"))
    imposed = linked("sanction", gettext_lazy("sanction"))

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """All of it."""
        return self.fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        """Nobody looks at reports about themselves, nor at who made them."""
        return super().get_queryset(request).exclude(person=request.user)

    @display(
        description=gettext_lazy("outcome"),
        ordering="outcome",
        label={"": "warning", "no_action": "success", "sanction": "danger"},
    )
    def state(self, row: Report) -> tuple[str, str]:
        """What has been decided."""
        return row.outcome, row.get_outcome_display()

    @admin.display(description=gettext_lazy("in the queue"))
    def case(self, row: Report) -> str:
        """Where it is decided."""
        address = reverse("case", args=[row.pk])
        return link(address, _("open #%(n)s") % {"n": row.pk})


@admin.register(LogEntry)
class ActAdmin(Shown, ReadOnly, ModelAdmin):
    """What the staff has done in this administration; nobody can change it here."""

    list_display = ("when", "who", "what", "message")
    list_display_links = None
    list_filter = (
        ("content_type", titled(gettext_lazy("about"), admin.RelatedOnlyFieldListFilter)),
    )
    list_select_related = ("user", "content_type")
    search_fields = ("object_repr", "change_message", "user__display_name", "user__username")
    date_hierarchy = "action_time"
    when = column("action_time", gettext_lazy("when"))
    who = linked("user", gettext_lazy("by"))

    @admin.display(description=gettext_lazy("what"))
    def what(self, row: LogEntry) -> str:
        """What it was done to."""
        address = row.get_admin_url()
        text = f"{row.content_type.name if row.content_type else ''} {row.object_repr}".strip()
        return link(address, text) if address else text

    @admin.display(description=gettext_lazy("act"))
    def message(self, row: LogEntry) -> str:
        """In words."""
        return row.get_change_message() or row.get_action_flag_display()
