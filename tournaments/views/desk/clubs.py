"""Clubs: mine, a new one, its page with members and roles, joining by link."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from accounts import clubs
from accounts.models import Club, Membership
from accounts.permissions import may_manage_club, may_open_club, may_run_club
from accounts.views import person
from tournaments import selectors
from tournaments.forms.clubs import ClubForm


def find_club(slug: str) -> Club:
    """The club of an address."""
    club = clubs.club_of(slug)
    if club is None:
        raise Http404(slug)
    return club


@login_required
@require_safe
def my_clubs(request: HttpRequest) -> HttpResponse:
    """The clubs somebody is a member of."""
    user = person(request)
    found = list(clubs.clubs_of(user))
    context = {"clubs": found, "may_open": may_open_club(user)}
    return render(request, "accounts/clubs.html", context)


@login_required
def new_club(request: HttpRequest) -> HttpResponse:
    """Found a club."""
    user = person(request)
    form = ClubForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            club = clubs.create_club(by=user, **form.cleaned_data)
        except clubs.ClubRefused as error:
            form.add_error(None, str(error))
        else:
            return redirect("tournaments:club", club.slug)
    context = {"form": form, "may_open": may_open_club(user)}
    return render(request, "accounts/club_new.html", context)


def club(request: HttpRequest, slug: str) -> HttpResponse:
    """The club's page; its name and text can be changed there by those who manage it."""
    club = find_club(slug)
    manages = may_manage_club(request.user, club)
    form = ClubForm(request.POST or None, initial={"name": club.name, "about": club.about})
    if request.method == "POST":
        if not manages:
            raise PermissionDenied
        if form.is_valid():
            clubs.update_club(club=club, by=person(request), **form.cleaned_data)
            messages.success(request, gettext("Saved."))
            return redirect("tournaments:club", slug)
    role = clubs.role_in(club, request.user) if request.user.is_authenticated else ""
    link = reverse("tournaments:join_club", args=(club.invite,))
    context: dict[str, Any] = {
        "club": club,
        "members": clubs.members_of(club) if role or manages else (),
        "role": Membership.Role(role).label if role else "",
        "roles": Membership.Role.choices,
        "manages": manages,
        "runs": may_run_club(request.user, club),
        "form": form,
        "link": request.build_absolute_uri(link) if manages else "",
        "events": [
            event
            for when in ("running", "upcoming", "past")
            for event in selectors.events(request.user, when=when, club=club)[:10]
        ],
    }
    return render(request, "accounts/club.html", context)


@login_required
@require_POST
def club_member(request: HttpRequest, slug: str, user_id: int) -> HttpResponse:
    """Give a member another role, or send them off."""
    club = find_club(slug)
    row = club.memberships.filter(user_id=user_id).select_related("user").first()
    if row is None:
        raise Http404(user_id)
    role = request.POST.get("role", "")
    try:
        if "remove" in request.POST:
            clubs.remove_member(club=club, by=person(request), user=row.user)
        elif role in Membership.Role.values:
            clubs.set_member_role(club=club, by=person(request), user=row.user, role=role)
    except clubs.ClubRefused as error:
        messages.error(request, str(error))
    else:
        messages.success(request, gettext("Saved."))
    return redirect("tournaments:club", slug)


@login_required
@require_POST
def renew_club_invite(request: HttpRequest, slug: str) -> HttpResponse:
    """A new link; the old one opens nothing any more."""
    club = find_club(slug)
    try:
        clubs.renew_invite(club=club, by=person(request))
    except clubs.ClubRefused as error:
        messages.error(request, str(error))
    else:
        messages.success(request, gettext("The link is new. The old one opens nothing any more."))
    return redirect("tournaments:club", slug)


@login_required
@require_POST
def leave_club(request: HttpRequest, slug: str) -> HttpResponse:
    """Give the membership up."""
    club = find_club(slug)
    try:
        clubs.leave_club(club=club, user=person(request))
    except clubs.ClubRefused as error:
        messages.error(request, str(error))
        return redirect("tournaments:club", slug)
    messages.success(request, gettext("You have left %(club)s.") % {"club": club.name})
    return redirect("tournaments:my_clubs")


@login_required
def join_club(request: HttpRequest, invite: str) -> HttpResponse:
    """By the invite link: which club it is, and a button."""
    club = Club.objects.filter(invite=invite).first()
    if club is None:
        raise Http404(invite)
    if request.method == "POST":
        try:
            clubs.join_club(user=person(request), invite=invite)
        except clubs.ClubRefused as error:
            messages.error(request, str(error))
            return redirect(request.path)
        messages.success(request, gettext("Welcome to %(club)s.") % {"club": club.name})
        return redirect("tournaments:club", club.slug)
    context = {"club": club, "role": clubs.role_in(club, person(request))}
    return render(request, "accounts/club_join.html", context)
