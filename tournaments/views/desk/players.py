"""What players do themselves: enter, accept, decline, withdraw."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from accounts.views import person
from tournaments import selectors, services
from tournaments.forms.entries import EnterForm
from tournaments.models import Entry, Event
from tournaments.views.desk.common import attempt, done, find_event, reason_of


@login_required
def enter(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter with a partner; who is entered already is shown the entry."""
    event, user = find_event(request, slug), person(request)
    if selectors.entry_of(event, user) is not None:
        return redirect("tournaments:my_entry", slug)
    form = EnterForm(request.POST or None, event=event)
    if request.method == "POST" and form.is_valid():
        with attempt(request, form) as tried:
            services.enter(event=event, by=user, **form.cleaned_data)
        if tried.done:
            done(request, gettext("One more step: your partner accepts."))
            return redirect("tournaments:my_entry", slug)
    context = {
        "event": event,
        "form": form,
        "open": event.status == Event.Status.OPEN,
        "counts": selectors.entry_counts(event),
    }
    return render(request, "tournaments/desk/enter.html", context)


@login_required
def my_entry(request: HttpRequest, slug: str) -> HttpResponse:
    """One's own entry: how far it is, the partner's link, taking it back."""
    event, user = find_event(request, slug), person(request)
    entry = selectors.entry_of(event, user)
    if entry is None:
        return redirect("tournaments:enter", slug)
    if request.method == "POST":
        with attempt(request) as tried:
            if entry.status == Entry.Status.INVITED:
                services.decline(entry=entry, user=user)
            elif "check-in" in request.POST:
                services.check_in(entry=entry, by=user)
            else:
                services.withdraw(entry=entry, by=user, reason=reason_of(request))
        if tried.done and "check-in" in request.POST:
            done(request, gettext("You are checked in. Good luck!"))
        elif tried.done:
            done(request, gettext("Your entry is taken back."))
            return redirect("tournaments:enter", slug)
        return redirect("tournaments:my_entry", slug)
    invite = selectors.invite_link(entry) if entry.status == Entry.Status.INVITED else ""
    mine = entry.players.filter(user=user).first()
    accept = "" if mine is None or mine.confirmed_at is not None else mine.invite
    context = {
        "event": event,
        "entry": entry,
        "players": entry.players.select_related("user"),
        "link": request.build_absolute_uri(invite) if invite and not accept else "",
        "accept": accept,
        "current": current_match(entry),
    }
    return render(request, "tournaments/desk/my_entry.html", context)


def current_match(entry: Entry) -> object:
    """The match a pair plays now, or will play next; nothing if there is none."""
    sides = entry.sides.select_related("match__round__stage", "match__table").filter(
        round__status__in=("published", "running")
    )
    side = sides.order_by("round__status", "-round__number").last()
    return None if side is None else side.match


def invited(request: HttpRequest, invite: str) -> HttpResponse:
    """The partner's link: what they are asked into, and two buttons."""
    player = selectors.invited(invite)
    if player is None:
        return render(request, "tournaments/desk/invited.html", {"player": None}, status=410)
    event, entry = player.event, player.entry
    if request.method == "POST":
        if not request.user.is_authenticated:
            return redirect(f"/accounts/login/?next={request.path}")
        with attempt(request) as tried:
            if "decline" in request.POST:
                services.decline(entry=entry, user=person(request))
            else:
                entry = services.accept(invite=invite, user=person(request))
        if not tried.done:
            return redirect(request.path)
        if "decline" in request.POST:
            done(request, gettext("You have declined."))
            return redirect("/")
        done(request, gettext("You are a pair: %(name)s.") % {"name": entry.name})
        return redirect("tournaments:my_entry", event.slug)
    first = entry.players.filter(position=0).first()
    if first is None:
        raise Http404(invite)
    may_decline = player.user_id is not None and player.user_id == request.user.pk
    context = {
        "player": player, "event": event, "entry": entry, "first": first,
        "may_decline": may_decline,
    }  # fmt: skip
    return render(request, "tournaments/desk/invited.html", context)
