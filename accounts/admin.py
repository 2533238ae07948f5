"""People, clubs, sanctions and reports, for the staff."""

from __future__ import annotations

from typing import Any

from allauth.account.models import EmailAddress, EmailConfirmation
from allauth.mfa.models import Authenticator
from django.contrib import admin, messages
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.admin import ModelAdmin, TabularInline
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm

from accounts import sanctions
from accounts.models import Club, Membership, Report, Sanction, User
from shengji_site.readonly import ReadOnly

for model in (Group, EmailAddress, EmailConfirmation, Authenticator):
    if admin.site.is_registered(model):
        admin.site.unregister(model)


@admin.register(Group)
class StaffGroupAdmin(GroupAdmin, ModelAdmin):
    """What parts of the staff may do here."""


@admin.register(EmailAddress)
class EmailAdmin(ReadOnly, ModelAdmin):
    """Whose address is whose; people change theirs themselves."""

    list_display = ("email", "user", "verified", "primary")
    list_filter = ("verified",)
    search_fields = ("email", "user__username", "user__display_name")


@admin.register(Authenticator)
class SecondFactorAdmin(ReadOnly, ModelAdmin):
    """Second factors, to be taken away from whoever has lost theirs; never shown."""

    list_display = ("user", "type", "created_at", "last_used_at")
    search_fields = ("user__username", "user__display_name")
    exclude = ("data",)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """A lost factor is taken away."""
        return bool(request.user.is_superuser)


class SanctionInline(TabularInline):
    """What somebody has been told or is kept from; a new line acts at once."""

    model = Sanction
    fk_name = "user"
    extra = 0
    can_delete = False
    fields = ("kind", "scope", "club", "event", "reason", "until", "lifted_at")
    readonly_fields = ("lifted_at",)
    autocomplete_fields = ("club", "event")
    verbose_name_plural = gettext_lazy("sanctions (lift them on their own page)")

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """History is not rewritten."""
        return False


@admin.register(User)
class PersonAdmin(UserAdmin, ModelAdmin):
    """Django's own, with our fields."""

    form = UserChangeForm
    add_form = UserCreationForm
    change_password_form = AdminPasswordChangeForm
    list_display = ("username", "display_name", "is_guest", "is_staff", "date_joined", "last_login")
    list_filter = ("is_guest", "is_staff", "is_active", "language", "sanctions__kind")
    search_fields = ("username", "display_name", "email")
    ordering = ("-date_joined",)
    readonly_fields = ("last_login", "date_joined")
    fieldsets = (
        (None, {"fields": ("username", "password")}),
        (gettext_lazy("Person"), {"fields": ("display_name", "email", "language", "is_guest")}),
        (
            gettext_lazy("Permissions"),
            {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")},
        ),
        (gettext_lazy("Dates"), {"fields": ("last_login", "date_joined")}),
    )
    add_fieldsets = ((None, {"fields": ("username", "display_name", "password1", "password2")}),)
    inlines = (SanctionInline,)

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:
        """Sanctions are imposed by their verb, so that they act at once."""
        if formset.model is not Sanction:
            super().save_formset(request, form, formset, change)
            return
        for row in formset.save(commit=False):
            impose(request, row)
        formset.new_objects = getattr(formset, "new_objects", [])


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


@admin.register(Sanction)
class SanctionAdmin(ModelAdmin):
    """Sanctions: imposed here or from a report, lifted by an action, never deleted."""

    list_display = ("user", "kind", "scope", "club", "event", "until", "by", "lifted_at")
    list_filter = ("kind", "scope", ("lifted_at", admin.EmptyFieldListFilter))
    search_fields = ("user__username", "user__display_name", "reason", "club__name")
    autocomplete_fields = ("user", "club", "event")
    fields = ("user", "kind", "scope", "club", "event", "reason", "until")
    actions = ("lift",)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """History is not rewritten: lift it, and impose another."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Rows stay."""
        return False

    def save_model(self, request: HttpRequest, obj: Sanction, form: Any, change: bool) -> None:
        """By the verb, so that it acts at once."""
        obj.pk = impose(request, obj).pk

    @admin.action(description=gettext_lazy("Lift"), permissions=["add"])
    def lift(self, request: HttpRequest, rows: QuerySet[Sanction]) -> None:
        """End them now."""
        assert isinstance(request.user, User)
        for row in rows:
            sanctions.lift(sanction=row, by=request.user, reason=_("Lifted by the staff"))
        self.message_user(request, _("Lifted."), messages.SUCCESS)


@admin.register(Report)
class ReportAdmin(ReadOnly, ModelAdmin):
    """Reports, to be found again; they are decided in the moderators' queue."""

    list_display = ("__str__", "person", "reason", "club", "at", "claimed_by", "outcome", "case")
    list_filter = ("outcome", "reason", "kind", "club")
    search_fields = ("person__display_name", "reporter__display_name", "text")

    @admin.display(description=gettext_lazy("in the queue"))
    def case(self, row: Report) -> str:
        """Where it is decided."""
        return format_html('<a href="{}">#{}</a>', reverse("case", args=[row.pk]), row.pk)


class MembershipInline(TabularInline):
    """Who is in the club, and as what."""

    model = Membership
    extra = 0
    autocomplete_fields = ("user",)


@admin.register(Club)
class ClubAdmin(ModelAdmin):
    """Clubs with their members."""

    list_display = ("name", "slug", "created_at")
    search_fields = ("name", "slug")
    inlines = (MembershipInline,)
