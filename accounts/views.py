"""Pages of a person: playing as a guest, keeping the account, settings."""

from __future__ import annotations

from urllib.parse import urlsplit

from allauth.account import views as allauth_views
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import check_for_language, gettext
from django.utils.translation import override as in_language
from django.views.decorators.http import require_POST

from accounts import preferences, services
from accounts.forms import KeepAccountForm, PreferencesForm, ProfileForm
from accounts.language import remember
from accounts.models import User
from accounts.permissions import may_keep_account

GUEST_SESSION = preferences.YEAR
"""A guest's name lives as long as the cookie does, so it lives long."""


def person(request: HttpRequest) -> User:
    """Who is signed in; for views that nobody else gets to."""
    assert isinstance(request.user, User)
    return request.user


def next_page(request: HttpRequest, default: str = "/") -> str:
    """Where to go on: ``next`` of the form or address, if it is a page of this site."""
    target = request.POST.get("next") or request.GET.get("next") or ""
    allowed = url_has_allowed_host_and_scheme(
        target, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return target if target and allowed else default


def sign_in_guest(request: HttpRequest) -> User:
    """Give this browser a guest; ``TooManyGuests`` when too many came from its address."""
    services.allow_guest(address=request.META.get("REMOTE_ADDR", ""))
    guest = services.create_guest(language=request.LANGUAGE_CODE)
    login(request, guest, backend="django.contrib.auth.backends.ModelBackend")
    request.session.set_expiry(GUEST_SESSION)
    return guest


def too_many_guests(request: HttpRequest) -> HttpResponse:
    """The page for an address that too many guests come from."""
    return render(request, "account/too_many_guests.html", status=429)


@require_POST
def play_as_guest(request: HttpRequest) -> HttpResponse:
    """One click: a name is made up, and the person is in."""
    if not request.user.is_authenticated:
        try:
            guest = sign_in_guest(request)
        except services.TooManyGuests:
            return too_many_guests(request)
        messages.success(
            request,
            gettext("Welcome, %(name)s. You can change this name in the settings.")
            % {"name": guest.display_name},
        )
    return redirect(next_page(request))


@login_required
def keep(request: HttpRequest) -> HttpResponse:
    """A guest becomes a member and keeps name, seats and history."""
    guest = person(request)
    if not may_keep_account(guest):
        return redirect("settings")
    form = KeepAccountForm(request.POST or None, guest=guest)
    if request.method == "POST" and form.is_valid():
        form.keep(request)
        messages.success(request, gettext("The account is yours. All you played came along."))
        return redirect(next_page(request))
    return render(request, "account/keep.html", {"form": form, "next": next_page(request, "")})


def signup(request: HttpRequest) -> HttpResponseBase:
    """Sign up; a guest is led to keep what they have instead."""
    if may_keep_account(request.user):
        return redirect("keep_account")
    return allauth_views.signup(request)


@login_required
def profile(request: HttpRequest) -> HttpResponse:
    """Name, language and how the pages look."""
    user = person(request)
    form = ProfileForm(
        request.POST or None,
        initial={"display_name": user.display_name, "language": request.LANGUAGE_CODE},
    )
    if request.method == "POST" and form.is_valid():
        services.change_profile(user=user, **form.cleaned_data)
        response = redirect("settings")
        remember(response, user.language)
        with in_language(user.language):
            messages.success(request, gettext("Saved."))
        return response
    shown = preferences.read(request)
    looks = PreferencesForm(initial={name: getattr(shown, name) for name in preferences.CHOICES})
    return render(request, "account/settings.html", {"form": form, "looks": looks})


@require_POST
def set_preferences(request: HttpRequest) -> HttpResponse:
    """Set those preferences that the form names; nobody need be signed in."""
    response = HttpResponseRedirect(next_page(request))
    for name in preferences.CHOICES:
        if (value := request.POST.get(name)) is not None:
            try:
                preferences.write(
                    response, name=name, value=value, secure=settings.SESSION_COOKIE_SECURE
                )
            except ValueError as error:
                raise Http404 from error
    return response


@require_POST
def set_language(request: HttpRequest) -> HttpResponse:
    """Change the language and stay on the page."""
    language = request.POST.get("language", "")
    if not check_for_language(language) or language not in dict(settings.LANGUAGES):
        raise Http404
    target = next_page(request)
    if request.user.is_authenticated:
        services.change_language(user=request.user, language=language)
    response = HttpResponseRedirect(urlsplit(target)._replace(fragment="").geturl())
    remember(response, language)
    return response
