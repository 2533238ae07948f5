"""People, their clubs, and what parts of the staff may edit."""

from __future__ import annotations

from typing import Any

from allauth.account.models import EmailAddress, EmailConfirmation
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group
from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.admin import ModelAdmin, StackedInline, TabularInline
from unfold.decorators import action, display
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm

from accounts.admin.moderation import KINDS, SanctionForm, impose, state_of
from accounts.models import Club, Membership, Sanction, User
from accounts.sanctions import words
from shengji_site.readonly import ReadOnly, Shown, column, linked

for model in (Group, EmailAddress, EmailConfirmation, Authenticator):
    if admin.site.is_registered(model):
        admin.site.unregister(model)

RIGHTS = ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")


@admin.register(Group)
class StaffGroupAdmin(GroupAdmin, ModelAdmin):
    """What parts of the staff may edit here."""


@admin.register(EmailAddress)
class EmailAdmin(ReadOnly, ModelAdmin):
    """Whose address is whose; people change theirs themselves."""

    list_display = ("email", "person", "verified", "primary")
    list_filter = ("verified",)
    search_fields = ("email", "user__username", "user__display_name")
    person = linked("user", gettext_lazy("person"))


@admin.register(Authenticator)
class SecondFactorAdmin(ReadOnly, ModelAdmin):
    """Second factors, to be taken away from whoever has lost theirs; never shown."""

    list_display = ("person", "type", "made", "used")
    search_fields = ("user__username", "user__display_name")
    exclude = ("data",)
    person = linked("user", gettext_lazy("person"))
    made = column("created_at", gettext_lazy("since"))
    used = column("last_used_at", gettext_lazy("last used"))

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """A lost factor is taken away."""
        return bool(request.user.is_superuser)


class SanctionInline(StackedInline):
    """A new sanction, which acts at once."""

    model = Sanction
    form = SanctionForm
    fk_name = "user"
    extra = 0
    can_delete = False
    fields = ("kind", "club", "event", "reason", "until")
    autocomplete_fields = ("club", "event")
    verbose_name_plural = gettext_lazy("new sanction")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Sanction]:
        """The old ones are listed above, in words."""
        return Sanction.objects.none()

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """As the form that it is part of; others have a button that leads to a form of its own."""
        return self.has_add_permission(request, obj)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Who may save the person's page; nobody for themselves."""
        return obj != request.user and bool(request.user.has_perm("accounts.change_user"))

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """History is not rewritten."""
        return False


class SanctionedFilter(admin.SimpleListFilter):
    """Those whom something keeps from something now."""

    title = gettext_lazy("under a sanction")
    parameter_name = "sanctioned"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """Any, or one kind."""
        return [("any", gettext_lazy("any")), *Sanction.Kind.choices]

    def queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> QuerySet[User]:
        """By what holds."""
        if self.value() is None:
            return queryset
        rows = in_force().filter(user=OuterRef("pk"))
        return queryset.filter(
            Exists(rows if self.value() == "any" else rows.filter(kind=self.value()))
        )


def in_force() -> QuerySet[Sanction]:
    """The sanctions that hold now, of anybody."""
    now = timezone.now()
    return Sanction.objects.filter(
        Q(until__isnull=True) | Q(until__gt=now), starts_at__lte=now, lifted_at__isnull=True
    )


@admin.register(User)
class PersonAdmin(Shown, UserAdmin, ModelAdmin):
    """People. The staff sanctions them; to edit an account takes the right to."""

    form = UserChangeForm
    add_form = UserCreationForm
    change_password_form = AdminPasswordChangeForm
    list_display = ("display_name", "username", "sort", "held", "date_joined", "last_login")
    list_display_links = ("display_name", "username")
    list_filter = ("is_guest", "is_staff", "is_active", SanctionedFilter)
    search_fields = ("username", "display_name", "email")
    ordering = ("-date_joined",)
    readonly_fields = ("last_login", "date_joined", "past", "clubs")
    filter_horizontal = ()
    autocomplete_fields = ("groups",)
    fieldsets = (
        (None, {"fields": ("username", "password")}),
        (gettext_lazy("Person"), {"fields": ("display_name", "email", "language", "is_guest")}),
        (gettext_lazy("Sanctions"), {"fields": ("past",)}),
        (gettext_lazy("Clubs"), {"fields": ("clubs",)}),
        (
            gettext_lazy("Permissions"),
            {"fields": ("is_active", "is_staff", "is_superuser", "groups")},
        ),
        (gettext_lazy("Dates"), {"fields": ("last_login", "date_joined")}),
    )
    add_fieldsets = ((None, {"fields": ("username", "display_name", "password1", "password2")}),)
    inlines = (SanctionInline,)
    actions_detail = ("sanction", "reports")
    actions_row = ("sanction",)

    @display(
        description=gettext_lazy("is"),
        label={"staff": "info", "member": "primary", "guest": "", "off": "danger"},
    )
    def sort(self, row: User) -> tuple[str, Any]:
        """Member, guest or staff."""
        if not row.is_active:
            return "off", _("switched off")
        if row.is_staff:
            return "staff", _("staff")
        return ("guest", _("guest")) if row.is_guest else ("member", _("member"))

    @display(
        description=gettext_lazy("in force"),
        label=KINDS,
    )
    def held(self, row: User) -> tuple[str, Any] | None:
        """The hardest sanction that holds."""
        now = timezone.now()
        kinds = {
            each.kind
            for each in row.sanctions.all()
            if each.lifted_at is None
            and each.starts_at <= now
            and (each.until is None or each.until > now)
        }
        hardest = [kind for kind in Sanction.Kind if kind in kinds]
        return (hardest[-1].value, hardest[-1].label) if hardest else None

    @admin.display(description=gettext_lazy("so far"))
    def past(self, row: User) -> str:
        """Every sanction, in words."""
        rows = row.sanctions.select_related("club", "event")
        return "\n".join(f"[{state_of(each)[1]}] {words(each)}" for each in rows) or "–"

    @admin.display(description=gettext_lazy("clubs"))
    def clubs(self, row: User) -> str:
        """Where they are a member, and as what."""
        found = row.memberships.select_related("club")
        return ", ".join(f"{each.club} ({each.get_role_display()})" for each in found) or "–"

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        """With their sanctions."""
        return super().get_queryset(request).prefetch_related("sanctions")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """Rights are given by those who have all of them."""
        found = super().get_readonly_fields(request, obj)
        return found if request.user.is_superuser else (*found, *RIGHTS)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """With the right to; of an account that may do everything only by another such."""
        above = obj is not None and obj.is_superuser and not request.user.is_superuser
        return not above and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """The same."""
        above = obj is not None and obj.is_superuser and not request.user.is_superuser
        return not above and super().has_delete_permission(request, obj)

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:
        """Sanctions are imposed by their verb, so that they act at once."""
        if formset.model is not Sanction:
            super().save_formset(request, form, formset, change)
            return
        for row in formset.save(commit=False):
            impose(request, row)
        formset.new_objects = getattr(formset, "new_objects", [])

    @action(description=gettext_lazy("Sanction…"), permissions=["run"], icon="gavel")
    def sanction(self, request: HttpRequest, object_id: int) -> HttpResponse:
        """To the form that asks what, why and until when."""
        return redirect(reverse("admin:accounts_sanction_add") + f"?user={object_id}")

    @action(description=gettext_lazy("Reports about them"), permissions=["run"], icon="flag")
    def reports(self, request: HttpRequest, object_id: int) -> HttpResponse:
        """What has been reported."""
        address = reverse("admin:accounts_report_changelist")
        return redirect(f"{address}?person__id__exact={object_id}")


class MembershipInline(Shown, TabularInline):
    """Who is in the club, and as what."""

    model = Membership
    extra = 0
    autocomplete_fields = ("user",)


@admin.register(Club)
class ClubAdmin(Shown, ModelAdmin):
    """Clubs with their members."""

    list_display = ("name", "slug", "people", "founded")
    search_fields = ("name", "slug")
    inlines = (MembershipInline,)
    actions_detail = ("visit",)
    founded = column("created_at", gettext_lazy("founded"))

    def get_queryset(self, request: HttpRequest) -> QuerySet[Club]:
        """With how many they are."""
        return super().get_queryset(request).annotate(count=Count("memberships"))

    @admin.display(description=gettext_lazy("members"), ordering="count")
    def people(self, row: Any) -> int:
        """So many."""
        return int(row.count)

    @action(description=gettext_lazy("Page of the club"), permissions=["run"], icon="open_in_new")
    def visit(self, request: HttpRequest, object_id: int) -> HttpResponse:
        """As everybody sees it."""
        return redirect("tournaments:club", get_object_or_404(Club, pk=object_id).slug)


@admin.register(Membership)
class MembershipAdmin(Shown, ReadOnly, ModelAdmin):
    """Who is what in which club; the owners of a club give its roles, the staff on its page."""

    list_display = ("person", "of_club", "role", "since")
    list_filter = ("role",)
    list_select_related = ("user", "club")
    search_fields = ("user__username", "user__display_name", "club__name")
    fields = readonly_fields = ("person", "of_club", "role", "since")
    person = linked("user", gettext_lazy("person"))
    of_club = linked("club", gettext_lazy("club"))
    since = column("joined_at", gettext_lazy("since"))
