"""Matches and deals, for the staff to look at. A running deal keeps its secrets."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.admin import ModelAdmin

from games.labels import game_name
from games.models import Deal, Match
from shengji_site.readonly import (
    ReadOnly,
    Shown,
    column,
    link,
    linked,
    titled,
)


def players_of(match: Match) -> str:
    """Who plays against whom."""
    names = [each["name"] or _("bot") for each in match.players]
    if len(names) != 4:
        return "–"
    return f"{names[0]} & {names[2]} – {names[1]} & {names[3]}"


@admin.register(Match)
class MatchAdmin(Shown, ReadOnly, ModelAdmin):
    """Matches with their tallies."""

    list_display = ("pk", "players", "table_link", "played", "stands", "began", "over", "page")
    list_filter = (
        ("ended_at", titled(gettext_lazy("over"), admin.EmptyFieldListFilter)),
        ("game", titled(gettext_lazy("game"), admin.AllValuesFieldListFilter)),
    )
    list_select_related = ("table",)
    search_fields = ("table__code", "table__name", "parts__user__display_name")
    date_hierarchy = "started_at"
    fields = readonly_fields = (
        "players", "table_link", "count", "played", "stands", "winner", "began", "over", "page",
        "deals",
    )  # fmt: skip
    table_link = linked("table", gettext_lazy("table"))
    count = column("number", gettext_lazy("match no."))
    began = column("started_at", gettext_lazy("began"))
    over = column("ended_at", gettext_lazy("over"))

    @admin.display(description=gettext_lazy("players"))
    def players(self, row: Match) -> str:
        """Who plays against whom."""
        return players_of(row)

    @admin.display(description=gettext_lazy("game"), ordering="game")
    def played(self, row: Match) -> str:
        """Which game."""
        return game_name(row.game)

    @admin.display(description=gettext_lazy("levels"))
    def stands(self, row: Match) -> str:
        """Of both teams."""
        return " : ".join(map(str, row.levels))

    @admin.display(description=gettext_lazy("won by"))
    def winner(self, row: Match) -> str:
        """The two who won."""
        names = players_of(row).split(" – ")
        return "–" if row.won_by is None or len(names) != 2 else names[row.won_by]

    @admin.display(description=gettext_lazy("page"))
    def page(self, row: Match) -> str:
        """With all its deals."""
        address = reverse("games:match", args=[row.pk])
        return link(address, _("open"))

    @admin.display(description=gettext_lazy("deals"))
    def deals(self, row: Match) -> str:
        """Here in the administration."""
        address = reverse("admin:games_deal_changelist") + f"?match__id__exact={row.pk}"
        return link(address, row.deals.count())


@admin.register(Deal)
class DealAdmin(Shown, ReadOnly, ModelAdmin):
    """Deals; the seed, which is all the cards, only once the deal is over."""

    list_display = ("pk", "players", "match_link", "count", "began", "over", "replay")
    list_filter = (
        ("ended_at", titled(gettext_lazy("over"), admin.EmptyFieldListFilter)),
        ("match__game", titled(gettext_lazy("game"), admin.AllValuesFieldListFilter)),
    )
    list_select_related = ("match__table",)
    search_fields = ("match__table__code", "match__table__name", "match__parts__user__display_name")
    date_hierarchy = "started_at"
    match_link = linked("match", gettext_lazy("match"))
    count = column("number", gettext_lazy("deal no."))
    began = column("started_at", gettext_lazy("began"))
    over = column("ended_at", gettext_lazy("over"))
    promise = column("commitment", gettext_lazy("commitment"))
    cards = column("seed", gettext_lazy("seed"))
    reckoned = column("tallied_at", gettext_lazy("reckoned"))

    @admin.display(description=gettext_lazy("players"))
    def players(self, row: Deal) -> str:
        """Who plays against whom."""
        return players_of(row.match)

    @admin.display(description=gettext_lazy("replay"))
    def replay(self, row: Deal) -> str:
        """Open to read once the deal is over."""
        if row.ended_at is None:
            return _("being played")
        where = [row.match_id, row.number]
        return format_html(
            "{} · {}",
            link(reverse("games:replay", args=where), _("replay")),
            link(reverse("games:deal", args=where), _("how it was reckoned")),
        )  # fmt: skip

    def get_fields(self, request: HttpRequest, obj: Deal | None = None) -> Any:
        """Everything but the seed of a deal that runs, or that others have yet to play."""
        shown = ["players", "match_link", "count", "began", "over", "replay", "promise"]
        if obj is not None and obj.ended_at is not None and not obj.match.table.boards:
            shown += ["cards", "reckoned"]
        return shown

    def get_readonly_fields(self, request: HttpRequest, obj: Deal | None = None) -> Any:
        """All of it."""
        return self.get_fields(request, obj)
