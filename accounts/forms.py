"""Forms of accounts: edges that check what a person typed; services do the rest."""

from __future__ import annotations

from typing import Any

from allauth.account.forms import LoginForm as AllauthLoginForm
from allauth.account.forms import SignupForm as AllauthSignupForm
from allauth.account.models import EmailAddress
from django import forms
from django.contrib.auth import update_session_auth_hash
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts import services
from accounts.models import User
from accounts.names import tidy
from accounts.preferences import CHOICES

EMAIL_HELP = _("Optional. Without it nobody can help you to a new password when you forget yours.")
USERNAME_HELP = _("To sign in with. Letters of any script, digits and @ . + - _")
LANGUAGES = (("zh-hans", "简体中文"), ("en", "English"))
"""Each in its own words, so that whoever is lost finds the way back."""
NAME_HELP = _("What the others at the table read, up to 24 characters. You can change it later.")


class DisplayNameField(forms.CharField):
    """A name to be read by others: tidied, and visible when tidied."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("label", _("Name at the table"))
        kwargs.setdefault("help_text", NAME_HELP)
        kwargs.setdefault("widget", forms.TextInput(attrs={"autocomplete": "nickname"}))
        super().__init__(max_length=24, **kwargs)

    def clean(self, value: Any) -> str:
        """The tidied name; refused when nothing visible is left."""
        return str(super().clean(tidy(str(value or ""))))


class LoginForm(AllauthLoginForm):
    """allauth's own, with labels that say what is meant; the page links to password reset."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Username or e-mail")
        self.fields["password"].help_text = ""
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)  # the label says it


class SignupForm(AllauthSignupForm):
    """A new member: a name for the table beside what allauth asks for."""

    display_name = DisplayNameField()
    field_order = ("display_name", "username", "email", "password1", "password2")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].help_text = USERNAME_HELP
        self.fields["email"].label = _("E-mail")
        self.fields["email"].help_text = EMAIL_HELP
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)  # the label says it

    def custom_signup(self, request: HttpRequest, user: User) -> None:
        """Called by allauth once the row is there."""
        services.change_profile(
            user=user,
            display_name=self.cleaned_data["display_name"],
            language=request.LANGUAGE_CODE,
        )


class KeepAccountForm(SignupForm):
    """The same questions to a guest who wants to stay; the same row is kept."""

    def __init__(self, *args: Any, guest: User, **kwargs: Any) -> None:
        self.guest = guest
        kwargs.setdefault("initial", {"display_name": guest.display_name})
        super().__init__(*args, **kwargs)

    def clean_email(self) -> str:
        """An address that nobody else has proved to be theirs."""
        email = str(super().clean_email())
        if self.account_already_exists:
            raise forms.ValidationError(
                _("This address belongs to another account. Sign in with it, or leave it out.")
            )
        return email

    def keep(self, request: HttpRequest) -> User:
        """Make a member of the guest, stay signed in, and send a confirmation if need be."""
        data = self.cleaned_data
        user = services.keep_account(
            guest=self.guest,
            username=data["username"],
            password=data["password1"],
            display_name=data["display_name"],
        )
        update_session_auth_hash(request, user)
        if data.get("email"):
            EmailAddress.objects.add_email(request, user, data["email"], confirm=True, signup=True)
        return user


class ProfileForm(forms.Form):
    """What a person is called and in which language they read."""

    display_name = DisplayNameField()
    language = forms.ChoiceField(label=_("Language"), choices=LANGUAGES, widget=forms.RadioSelect)


class PreferencesForm(forms.Form):
    """How the pages look in this browser."""

    theme = forms.ChoiceField(label=_("Theme"), choices=CHOICES["theme"], widget=forms.RadioSelect)
    colours = forms.ChoiceField(
        label=_("Card colours"),
        help_text=_("With four colours each suit has its own: diamonds blue, clubs green."),
        choices=CHOICES["colours"],
        widget=forms.RadioSelect,
    )
    size = forms.ChoiceField(
        label=_("Type and cards"), choices=CHOICES["size"], widget=forms.RadioSelect
    )
    sounds = forms.ChoiceField(
        label=_("Sounds"), choices=CHOICES["sounds"], widget=forms.RadioSelect
    )
