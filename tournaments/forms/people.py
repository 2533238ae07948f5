"""Roles of an event, tokens of programs, webhooks."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.entries import PersonField
from tournaments.models import EventRole
from tournaments.services import News

KINDS = {
    News.EVENT: _("the event itself"),
    News.ENTRIES: _("entries"),
    News.DRAW: _("draws"),
    News.ROUND: _("rounds and clocks"),
    News.RESULTS: _("results"),
    News.STANDINGS: _("standings"),
    News.STAGE: _("stages"),
}


class RoleForm(forms.Form):
    """Give somebody a part in running the event."""

    user = PersonField(label=_("Account"), help_text=_("The name they sign in with."))
    role = forms.ChoiceField(label=_("Role"), choices=EventRole.Role.choices, initial="scorer")


class TokenForm(forms.Form):
    """A token for a scorer's program."""

    name = forms.CharField(
        label=_("What for"), max_length=40, help_text=_("For example: tablet of hall B.")
    )


class WebhookForm(forms.Form):
    """An address that is told of news."""

    url = forms.URLField(label=_("Address"), max_length=300, assume_scheme="https")
    kinds = forms.MultipleChoiceField(
        label=_("News of"),
        required=False,
        choices=list(KINDS.items()),
        widget=forms.CheckboxSelectMultiple,
        help_text=_("None chosen: all of them."),
    )
