"""A club's name and what is written about it."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.names import tidy


class ClubForm(forms.Form):
    """A new club, or what is said about one."""

    name = forms.CharField(
        label=_("Name of the club"),
        max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "organization"}),
    )
    about = forms.CharField(
        label=_("About the club"),
        required=False,
        max_length=2000,
        help_text=_("Where and when you play, whom to ask. Members and guests read it."),
        widget=forms.Textarea(attrs={"rows": 4}),
    )

    def clean_name(self) -> str:
        """The name without what cannot be seen."""
        name = tidy(self.cleaned_data["name"])
        if not name:
            raise forms.ValidationError(_("The club needs a name."))
        return name
