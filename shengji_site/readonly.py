"""What the administration's pages have in common.

The staff may look at everything and do what the verbs of services let them do; rows that are
edited by hand (people, clubs, the staff's own rights) need the right for it as well.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.admin import FieldListFilter
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import formats, timezone
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from unfold.forms import BaseDialogForm
from unfold.widgets import UnfoldAdminTextareaWidget


class Shown:
    """Every member of the staff may look at it."""

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """The staff."""
        return bool(request.user.is_active and request.user.is_staff)

    def has_module_permission(self, request: HttpRequest) -> bool:
        """The staff."""
        return self.has_view_permission(request)

    def has_run_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Who may have the verbs of services done from here: the staff."""
        return self.has_view_permission(request)


class ReadOnly:
    """To be looked at only: what may be changed is changed by the verbs of services."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nothing is added by hand."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nothing is changed by hand."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nothing is removed by hand."""
        return False


class ReasonForm(BaseDialogForm):
    """Asks why, before something is done."""

    reason = forms.CharField(label=_("Reason"), max_length=200, widget=UnfoldAdminTextareaWidget)


def ask(title: Any, description: Any, *, reason: bool = False, submit: Any = None) -> Any:
    """The dialog that stands before an act; with ``reason`` it asks for one."""
    return {
        "title": title,
        "description": description,
        "form_class": ReasonForm if reason else BaseDialogForm,
        "form_submit_text": submit or title,
    }


def back_to(row: Model) -> HttpResponse:
    """The dialog is done: show the row's page anew."""
    meta = row._meta
    address = reverse(f"admin:{meta.app_label}_{meta.model_name}_change", args=[row.pk])
    return HttpResponse(headers={"HX-Redirect": address})


def column(field: str, label: Any) -> Callable[[Any, Any], Any]:
    """A field of a list or page under a name of its own."""

    @admin.display(description=label, ordering=field)
    def shown(_page: Any, row: Any) -> Any:
        value = getattr(row, field)
        if isinstance(value, datetime):
            return formats.date_format(timezone.localtime(value), "DATETIME_FORMAT")
        return value

    return shown


def in_words(method: str, label: Any) -> Callable[[Any, Any], Any]:
    """On a page of its own, where there are no coloured labels, the words of one."""

    @admin.display(description=label)
    def shown(page: Any, row: Any) -> Any:
        found = getattr(page, method)(row)
        return found[1] if found else None

    return shown


def linked(field: str, label: Any) -> Callable[[Any, Any], Any]:
    """A row that this one belongs to, as a link to its page here."""

    @admin.display(description=label, ordering=field)
    def shown(_page: Any, row: Any) -> Any:
        other = getattr(row, field)
        if other is None:
            return "–"
        meta = other._meta
        address = reverse(f"admin:{meta.app_label}_{meta.model_name}_change", args=[other.pk])
        return link(address, other)

    return shown


def link(address: str, text: Any) -> str:
    """A link that can be seen as one."""
    looks = "text-primary-600 dark:text-primary-500"
    return format_html('<a class="{}" href="{}">{}</a>', looks, address, text)


def titled(label: Any, base: type[FieldListFilter] | None = None) -> Any:
    """A filter by a field, under a name of its own; ``base`` where it is not one of choices."""
    kind: type[Any] = base or admin.ChoicesFieldListFilter

    class Titled(kind):
        """As its base."""

        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            self.title = label

    return Titled
