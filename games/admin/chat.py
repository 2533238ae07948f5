"""Lines of chat, for the staff to look at, to hide and to bring back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from unfold.admin import ModelAdmin

from accounts.models import User
from games import services
from games.labels import phrase_text
from games.models import ChatLine
from shengji_site.readonly import ReadOnly, Shown, column, linked, titled


@admin.register(ChatLine)
class ChatLineAdmin(Shown, ReadOnly, ModelAdmin):
    """What was said at tables in the last weeks, and what has been reported."""

    list_display = ("said", "words", "by", "table_link", "aside", "was_reported", "taken_away")
    list_display_links = ("said",)
    list_filter = (
        ("reported", titled(gettext_lazy("reported"), admin.BooleanFieldListFilter)),
        ("hidden_at", titled(gettext_lazy("hidden"), admin.EmptyFieldListFilter)),
        ("watchers_only", titled(gettext_lazy("by watchers"), admin.BooleanFieldListFilter)),
    )
    list_select_related = ("user", "table", "hidden_by", "match", "deal")
    search_fields = ("text", "name", "table__code", "user__username", "user__display_name")
    date_hierarchy = "at"
    fields = readonly_fields = (
        "said", "words", "by", "name", "table_link", "match_link", "deal_link", "aside",
        "was_reported", "taken_away", "taken_by",
    )  # fmt: skip
    actions = ("hide_lines", "show_lines")
    said = column("at", gettext_lazy("when"))
    by = linked("user", gettext_lazy("person"))
    table_link = linked("table", gettext_lazy("table"))
    match_link = linked("match", gettext_lazy("match"))
    deal_link = linked("deal", gettext_lazy("deal"))
    taken_away = column("hidden_at", gettext_lazy("hidden"))
    taken_by = linked("hidden_by", gettext_lazy("hidden by"))

    @admin.display(description=gettext_lazy("text"))
    def words(self, row: ChatLine) -> str:
        """What was said, in the reader's language."""
        return row.text or phrase_text(row.phrase)

    @admin.display(description=gettext_lazy("heard by watchers only"), boolean=True)
    def aside(self, row: ChatLine) -> bool:
        """Players did not hear it."""
        return row.watchers_only

    @admin.display(description=gettext_lazy("reported"), boolean=True)
    def was_reported(self, row: ChatLine) -> bool:
        """There is a report about it."""
        return row.reported

    @admin.action(description=gettext_lazy("Hide from everybody at once"), permissions=["run"])
    def hide_lines(self, request: HttpRequest, lines: QuerySet[ChatLine]) -> None:
        """Nobody is shown them any more."""
        self._each(request, lines, services.hide_line, _("Hidden."))

    @admin.action(description=gettext_lazy("Bring back"), permissions=["run"])
    def show_lines(self, request: HttpRequest, lines: QuerySet[ChatLine]) -> None:
        """They are shown again."""
        self._each(request, lines, services.show_line, _("Brought back."))

    def _each(
        self,
        request: HttpRequest,
        lines: QuerySet[ChatLine],
        verb: Callable[..., bool],
        note: str,
    ) -> None:
        assert isinstance(request.user, User)
        changed: list[Any] = [line for line in lines if verb(line=line, by=request.user)]
        for line in changed:
            self.log_change(request, line, note)
        text = ngettext("%(n)s line changed.", "%(n)s lines changed.", len(changed))
        self.message_user(request, text % {"n": len(changed)}, messages.SUCCESS)
