"""Events and their deadlines, for the staff. An event is run at its desk, not here."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy, ngettext
from unfold.admin import ModelAdmin, TabularInline

from shengji_site.readonly import ReadOnly
from tournaments.models import Due, Event, EventRole
from tournaments.services.dues import run_again


class RoleInline(TabularInline):
    """Who runs the event; given and taken at its desk, where the trail says so."""

    model = EventRole
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """At the desk."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """At the desk."""
        return False


@admin.register(Event)
class EventAdmin(ReadOnly, ModelAdmin):
    """Events; the seed, from which all draws come, only once it is published."""

    list_display = ("name", "club", "game", "mode", "status", "starts_at", "desk")
    list_filter = ("status", "mode", "game", "club")
    search_fields = ("name", "slug", "club__name", "place")
    inlines = (RoleInline,)

    def get_exclude(self, request: HttpRequest, obj: Event | None = None) -> tuple[str, ...]:
        """What is not shown."""
        return () if obj is not None and obj.seed_published_at is not None else ("seed",)

    @admin.display(description=gettext_lazy("desk"))
    def desk(self, row: Event) -> str:
        """Where it is run."""
        return format_html(
            '<a href="{}">{}</a>', reverse("tournaments:desk", args=[row.slug]), row.slug
        )


@admin.register(Due)
class DueAdmin(ReadOnly, ModelAdmin):
    """What has to happen at a time. What has failed too often is given another try here."""

    list_display = (
        "key", "event", "kind", "due_at", "fired_at", "called_off_at", "attempts", "error",
    )  # fmt: skip
    list_filter = (
        "kind",
        ("fired_at", admin.EmptyFieldListFilter),
        ("called_off_at", admin.EmptyFieldListFilter),
    )
    search_fields = ("key", "event__name", "event__slug")
    date_hierarchy = "due_at"
    actions = ("fire_again",)

    def has_run_permission(self, request: HttpRequest) -> bool:
        """Who may have deadlines run."""
        return bool(request.user.has_perm("tournaments.change_due"))

    @admin.action(
        description=gettext_lazy("Run again now (only what has not happened)"), permissions=["run"]
    )
    def fire_again(self, request: HttpRequest, rows: QuerySet[Due]) -> None:
        """Due now, with all its tries; what has happened once does not happen twice."""
        count = run_again(dues=rows)
        text = ngettext("%(n)s deadline is due now.", "%(n)s deadlines are due now.", count)
        self.message_user(request, text % {"n": count}, messages.SUCCESS)
