"""Tables, matches and deals, for the staff to look at. Nothing here can be changed by hand:
the log is the truth, and what follows from it is recomputed. A running deal keeps its secrets.
What the staff may do (close a table, unseat its people) goes through the verbs of services.
"""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from unfold.admin import ModelAdmin, TabularInline

from games import services
from games.models import Deal, Match, Seat, Table
from shengji_site.readonly import ReadOnly


class SeatInline(ReadOnly, TabularInline):
    """Who sits at a table."""

    model = Seat
    extra = 0


@admin.register(Table)
class TableAdmin(ReadOnly, ModelAdmin):
    """Tables; the invite's secret and the password are nobody's business."""

    list_display = ("code", "name", "game", "status", "private", "host", "active_at")
    list_filter = ("status", "game", "private", "managed")
    search_fields = ("code", "name", "host__display_name", "host__username")
    exclude = ("invite", "password", "epoch", "boards")
    inlines = (SeatInline,)
    actions = ("close_tables", "unseat_everybody")

    def has_run_permission(self, request: HttpRequest) -> bool:
        """Who may close tables and take people from them."""
        return bool(request.user.has_perm("games.change_table"))

    @admin.action(
        description=gettext_lazy("Close; a match under way is abandoned"), permissions=["run"]
    )
    def close_tables(self, request: HttpRequest, tables: QuerySet[Table]) -> None:
        """No more is played there."""
        done = 0
        for table in tables:
            try:
                services.shut(table=table)
                done += 1
            except services.Refused as refused:
                self.message_user(request, f"{table}: {refused}", messages.ERROR)
        if done:
            text = ngettext("%(n)s table closed.", "%(n)s tables closed.", done) % {"n": done}
            self.message_user(request, text, messages.SUCCESS)

    @admin.action(
        description=gettext_lazy("Unseat everybody; bots go on with the cards"),
        permissions=["run"],
    )
    def unseat_everybody(self, request: HttpRequest, tables: QuerySet[Table]) -> None:
        """The people leave their seats; one alone is kept away by a sanction."""
        for table in tables:
            for seat in table.seats.filter(user__isnull=False).select_related("user"):
                assert seat.user is not None
                try:
                    services.unseat(table=table, user=seat.user)
                except services.Refused as refused:
                    self.message_user(request, f"{table}, {seat.user}: {refused}", messages.ERROR)
        self.message_user(request, _("Done."), messages.SUCCESS)


@admin.register(Match)
class MatchAdmin(ReadOnly, ModelAdmin):
    """Matches with their tallies."""

    list_display = ("id", "table", "number", "game", "levels", "won_by", "started_at", "ended_at")
    list_filter = ("game",)
    search_fields = ("table__code", "parts__user__display_name")


@admin.register(Deal)
class DealAdmin(ReadOnly, ModelAdmin):
    """Deals; the seed, which is all the cards, only once the deal is over."""

    list_display = ("id", "match", "number", "started_at", "ended_at", "tallied_at")
    list_filter = ("match__game",)

    def get_fields(self, request: HttpRequest, obj: Deal | None = None) -> Any:
        """Every field but the seed of a deal that runs."""
        fields = ["match", "number", "start", "commitment", "started_at", "ended_at"]
        if obj is not None and obj.ended_at is not None:
            fields += ["seed", "result", "tallied_at"]
        return fields
