"""Tables and who sits there. What the staff may do (close or freeze a table, unseat people) goes
through the verbs of services, and is written down (``LogEntry``).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import admin, messages
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from unfold.admin import ModelAdmin, TabularInline
from unfold.decorators import action, display

from games import services
from games.labels import game_name
from games.models import Seat, Table
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

Hold = Table.Hold

PLAYS = {"open": "info", "playing": "success", "closed": "", "held": "danger"}


def state_of(table: Table) -> tuple[str, Any]:
    """Where a table is, for a coloured label; a stopped one says by whom."""
    if table.hold and table.status != Table.Status.CLOSED:
        return "held", table.get_hold_display()
    return table.status, table.get_status_display()


class SeatInline(Shown, ReadOnly, TabularInline):
    """Who sits at a table."""

    model = Seat
    extra = 0
    hide_title = True
    verbose_name_plural = gettext_lazy("seats")
    fields = readonly_fields = ("place", "person", "bot", "unseat")
    place = column("index", gettext_lazy("seat"))
    person = linked("user", gettext_lazy("person"))

    @admin.display(description="")
    def unseat(self, row: Seat) -> str:
        """To where one person is taken from the table."""
        if row.user is None:
            return ""
        address = reverse("admin:games_seat_change", args=[row.pk])
        return link(address, _("Unseat…"))


@admin.register(Table)
class TableAdmin(Shown, ReadOnly, ModelAdmin):
    """Tables; the invite's secret and the password are nobody's business."""

    list_display = ("code", "title", "played", "state", "people", "private", "host_link", "active")
    list_display_links = ("code", "title")
    list_filter = (
        ("status", titled(gettext_lazy("state"))),
        ("hold", titled(gettext_lazy("stopped"))),
        "game",
        "private",
        ("managed", titled(gettext_lazy("of an event"), admin.BooleanFieldListFilter)),
    )
    list_select_related = ("host",)
    search_fields = (
        "code", "name", "host__display_name", "host__username",
        "seats__user__display_name", "seats__user__username",
    )  # fmt: skip
    ordering = ("-active_at",)
    fields = (
        "code", "title", "played", "options", "stands", "why_held", "of_event", "private",
        "host_link", "clocks", "made", "active", "page", "matches",
    )  # fmt: skip
    inlines = (SeatInline,)
    actions = ("close_tables", "unseat_everybody", "release_tables")
    actions_detail = ("freeze", "unfreeze", "empty", "shut")
    title = column("name", gettext_lazy("name"))
    host_link = linked("host", gettext_lazy("host"))
    made = column("created_at", gettext_lazy("opened"))
    active = column("active_at", gettext_lazy("last active"))
    stands = in_words("state", gettext_lazy("state"))
    why_held = column("hold_note", gettext_lazy("why it is stopped"))

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """All of it."""
        return self.fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Table]:
        """With how many people sit there."""
        count = Count("seats", filter=Q(seats__user__isnull=False), distinct=True)
        return super().get_queryset(request).annotate(count=count)

    @admin.display(description=gettext_lazy("game"), ordering="game")
    def played(self, row: Table) -> str:
        """Which game."""
        return game_name(row.game)

    @display(description=gettext_lazy("state"), ordering="status", label=PLAYS)
    def state(self, row: Table) -> tuple[str, Any]:
        """What goes on there."""
        return state_of(row)

    @admin.display(description=gettext_lazy("people"), ordering="count")
    def people(self, row: Any) -> int:
        """So many, bots not counted."""
        return int(row.count)

    @admin.display(description=gettext_lazy("of an event"), boolean=True)
    def of_event(self, row: Table) -> bool:
        """An event has opened it and closes it."""
        return row.managed

    @admin.display(description=gettext_lazy("clocks"))
    def clocks(self, row: Table) -> str:
        """Seconds a turn and in the bank."""
        return _("%(turn)s s a turn, %(bank)s s in the bank") % {
            "turn": row.turn_seconds, "bank": row.bank_seconds,
        }  # fmt: skip

    @admin.display(description=gettext_lazy("page"))
    def page(self, row: Table) -> str:
        """Where it is played."""
        address = reverse("games:table", args=[row.code])
        return link(address, address)

    @admin.display(description=gettext_lazy("matches"))
    def matches(self, row: Table) -> str:
        """What was played there."""
        address = reverse("admin:games_match_changelist") + f"?table__id__exact={row.pk}"
        return link(address, row.matches.count())

    # ------------------------------------------------------------------------- of many

    @admin.action(
        description=gettext_lazy("Close; a match under way is abandoned"), permissions=["run"]
    )
    def close_tables(self, request: HttpRequest, tables: QuerySet[Table]) -> None:
        """No more is played there."""
        done = sum(self._close(request, table) for table in tables)
        if done:
            text = ngettext("%(n)s table closed.", "%(n)s tables closed.", done) % {"n": done}
            self.message_user(request, text, messages.SUCCESS)

    @admin.action(
        description=gettext_lazy("Unseat everybody; bots go on with the cards"),
        permissions=["run"],
    )
    def unseat_everybody(self, request: HttpRequest, tables: QuerySet[Table]) -> None:
        """The people leave their seats."""
        for table in tables:
            self._empty(request, table)
        self.message_user(request, _("Done."), messages.SUCCESS)

    @admin.action(description=gettext_lazy("Unfreeze; the play goes on"), permissions=["run"])
    def release_tables(self, request: HttpRequest, tables: QuerySet[Table]) -> None:
        """The play goes on."""
        for table in tables.exclude(hold=""):
            self._release(request, table)
        self.message_user(request, _("Done."), messages.SUCCESS)

    # ------------------------------------------------------------------------- of one

    @action(
        description=gettext_lazy("Freeze…"), permissions=["freeze"], icon="ac_unit",
        dialog=ask(
            gettext_lazy("Freeze the table"),
            gettext_lazy("Nothing is played there until it is released. The players read why."),
            reason=True,
        ),
    )  # fmt: skip
    def freeze(self, request: HttpRequest, form: Any, object_id: int) -> HttpResponse:
        """Nothing is played there for now."""
        table, why = Table.objects.get(pk=object_id), form.cleaned_data["reason"]
        said = _("Frozen: %(why)s") % {"why": why}
        self._try(request, table, said, lambda: services.hold_table(
            table=table, by=Hold.STAFF, why=why
        ))  # fmt: skip
        return back_to(table)

    @action(
        description=gettext_lazy("Unfreeze"), permissions=["unfreeze"], icon="play_arrow",
        dialog=ask(gettext_lazy("Unfreeze the table"), gettext_lazy("The play goes on at once.")),
    )  # fmt: skip
    def unfreeze(self, request: HttpRequest, form: Any, object_id: int) -> HttpResponse:
        """The play goes on."""
        table = Table.objects.get(pk=object_id)
        self._release(request, table)
        return back_to(table)

    @action(
        description=gettext_lazy("Unseat everybody"), permissions=["act"], icon="group_remove",
        dialog=ask(
            gettext_lazy("Unseat everybody"),
            gettext_lazy("In a match under way bots go on with their cards."),
        ),
    )  # fmt: skip
    def empty(self, request: HttpRequest, form: Any, object_id: int) -> HttpResponse:
        """The people leave their seats."""
        table = Table.objects.get(pk=object_id)
        self._empty(request, table)
        return back_to(table)

    @action(
        description=gettext_lazy("Close"), permissions=["act"], icon="block",
        dialog=ask(
            gettext_lazy("Close the table"), gettext_lazy("A match under way is abandoned.")
        ),
    )  # fmt: skip
    def shut(self, request: HttpRequest, form: Any, object_id: int) -> HttpResponse:
        """No more is played there."""
        table = Table.objects.get(pk=object_id)
        self._close(request, table)
        return back_to(table)

    def has_act_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        """As long as the table is not closed, and no event's."""
        rows = Table.objects.filter(managed=False).exclude(status=Table.Status.CLOSED)
        return self.has_run_permission(request) and rows.filter(pk=object_id).exists()

    def has_freeze_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        """A table that is not closed and that the staff has not frozen already."""
        rows = Table.objects.exclude(status=Table.Status.CLOSED).exclude(hold=Hold.STAFF)
        return self.has_run_permission(request) and rows.filter(pk=object_id).exists()

    def has_unfreeze_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        """One that is stopped."""
        rows = Table.objects.exclude(hold="")
        return self.has_run_permission(request) and rows.filter(pk=object_id).exists()

    # ------------------------------------------------------------------------- how

    def _close(self, request: HttpRequest, table: Table) -> bool:
        return self._try(request, table, _("Closed"), lambda: services.shut(table=table))

    def _release(self, request: HttpRequest, table: Table) -> bool:
        return self._try(
            request, table, _("Released"),
            lambda: services.release_table(table=table, by=Hold.STAFF),
        )  # fmt: skip

    def _empty(self, request: HttpRequest, table: Table) -> None:
        for seat in table.seats.filter(user__isnull=False).select_related("user"):
            unseat_one(self, request, seat)

    def _try(
        self, request: HttpRequest, table: Table, said: str, verb: Callable[[], object]
    ) -> bool:
        """Do it and write it into the log of the staff's acts; or say why not."""
        try:
            verb()
        except services.Refused as refused:
            self.message_user(request, f"{table}: {refused}", messages.ERROR)
            return False
        self.log_change(request, table, said)
        return True


def unseat_one(page: Any, request: HttpRequest, seat: Seat) -> bool:
    """Take one person from a table; written down at the table."""
    assert seat.user is not None
    try:
        services.unseat(table=seat.table, user=seat.user)
    except services.Refused as refused:
        page.message_user(request, f"{seat.table}, {seat.user}: {refused}", messages.ERROR)
        return False
    page.log_change(request, seat.table, _("Unseated: %(who)s") % {"who": seat.user})
    return True


@admin.register(Seat)
class SeatAdmin(Shown, ReadOnly, ModelAdmin):
    """Who sits where at this moment, to be taken from there one by one."""

    list_display = ("person", "table_link", "state", "place", "active")
    list_display_links = None
    list_filter = (("table__status", titled(gettext_lazy("state"))),)
    list_select_related = ("user", "table")
    search_fields = ("user__display_name", "user__username", "table__code", "table__name")
    fields = readonly_fields = ("person", "table_link", "stands", "place")
    actions = ("unseat_them",)
    actions_detail = ("unseat_this",)
    person = linked("user", gettext_lazy("person"))
    table_link = linked("table", gettext_lazy("table"))
    place = column("index", gettext_lazy("seat"))
    stands = in_words("state", gettext_lazy("state"))

    def get_queryset(self, request: HttpRequest) -> QuerySet[Seat]:
        """People at tables that are not closed."""
        rows = super().get_queryset(request).filter(user__isnull=False)
        return rows.exclude(table__status=Table.Status.CLOSED)

    @display(description=gettext_lazy("state"), ordering="table__status", label=PLAYS)
    def state(self, row: Seat) -> tuple[str, Any]:
        """What goes on at the table."""
        return state_of(row.table)

    @admin.display(description=gettext_lazy("last active"), ordering="table__active_at")
    def active(self, row: Seat) -> Any:
        """When something was last done there."""
        return row.table.active_at

    @admin.action(
        description=gettext_lazy("Unseat; a bot goes on with the cards"), permissions=["run"]
    )
    def unseat_them(self, request: HttpRequest, seats: QuerySet[Seat]) -> None:
        """They leave their seats."""
        done = sum(unseat_one(self, request, seat) for seat in seats)
        text = ngettext("%(n)s person unseated.", "%(n)s people unseated.", done) % {"n": done}
        self.message_user(request, text, messages.SUCCESS)

    @action(
        description=gettext_lazy("Unseat"), permissions=["run"], icon="person_remove",
        dialog=ask(
            gettext_lazy("Unseat them"),
            gettext_lazy("In a match under way a bot goes on with their cards. They may come "
                         "back; only a sanction keeps them away."),
        ),
    )  # fmt: skip
    def unseat_this(self, request: HttpRequest, form: Any, object_id: int) -> HttpResponse:
        """They leave the seat."""
        seat = self.get_queryset(request).select_related("table", "user").get(pk=object_id)
        unseat_one(self, request, seat)
        return back_to(seat.table)
