"""Tables, matches and deals, for the staff to look at. Nothing here can be changed by hand:
the log is the truth, and what follows from it is recomputed. A running deal keeps its secrets.
"""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from games.models import Deal, Match, Seat, Table


class ReadOnly:
    """To be looked at only."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nothing is added by hand."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nothing is changed by hand."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nothing is removed by hand."""
        return False


class SeatInline(ReadOnly, admin.TabularInline):
    """Who sits at a table."""

    model = Seat
    extra = 0


@admin.register(Table)
class TableAdmin(ReadOnly, admin.ModelAdmin):
    """Tables; the invite's secret and the password are nobody's business."""

    list_display = ("code", "name", "game", "status", "private", "host", "active_at")
    list_filter = ("status", "game", "private")
    search_fields = ("code", "name", "host__display_name", "host__username")
    exclude = ("invite", "password", "epoch")
    inlines = (SeatInline,)


@admin.register(Match)
class MatchAdmin(ReadOnly, admin.ModelAdmin):
    """Matches with their tallies."""

    list_display = ("id", "table", "number", "game", "levels", "won_by", "started_at", "ended_at")
    list_filter = ("game",)
    search_fields = ("table__code", "parts__user__display_name")


@admin.register(Deal)
class DealAdmin(ReadOnly, admin.ModelAdmin):
    """Deals; the seed, which is all the cards, only once the deal is over."""

    list_display = ("id", "match", "number", "started_at", "ended_at", "tallied_at")
    list_filter = ("match__game",)

    def get_fields(self, request: HttpRequest, obj: Deal | None = None) -> Any:
        """Every field but the seed of a deal that runs."""
        fields = ["match", "number", "start", "commitment", "started_at", "ended_at"]
        if obj is not None and obj.ended_at is not None:
            fields += ["seed", "result", "tallied_at"]
        return fields
