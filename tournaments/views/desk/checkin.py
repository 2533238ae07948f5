"""Check-in: at the desk by number or name, one tap; by the pair itself from its QR code."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from accounts.permissions import may_score
from accounts.views import person
from games.views.htmx import HtmxRequest
from tournaments import selectors, services
from tournaments.models import Entry, Event, EventMatch
from tournaments.views.desk.codes import pad_of, remember_code
from tournaments.views.desk.common import attempt, desk_page, done, find_event, show

SHOWN = 40


@desk_page(may_score)
def check_in_desk(request: HtmxRequest, event: Event) -> HttpResponse:
    """Type a number or a name; a number that fits one pair checks it in at once."""
    text = (request.POST.get("q") or request.GET.get("q") or "").strip()
    if request.method == "POST":
        entry = _meant(event, text, request.POST.get("number", ""))
        if entry is not None:
            on = "undo" not in request.POST
            with attempt(request) as tried:
                services.check_in(entry=entry, by=person(request), on=on)
            if tried.done and on:
                done(
                    request,
                    gettext("No. %(number)d %(name)s is here.")
                    % {"number": entry.number, "name": entry.name},
                )
            return redirect("tournaments:check_in_desk", event.slug)
    listed = selectors.entries(event, status=Entry.Status.CONFIRMED, search=text)
    waiting = listed.filter(checked_in_at__isnull=True)
    context = {
        "q": text,
        "waiting": waiting[:SHOWN],
        "more": max(0, waiting.count() - SHOWN),
        "here": listed.filter(checked_in_at__isnull=False).order_by("-checked_in_at")[:SHOWN],
        "counts": selectors.entry_counts(event),
    }
    if request.htmx:
        context["event"] = event
        return render(request, "tournaments/desk/includes/check_in_list.html", context)
    return show(request, event, "check_in", **context)


def _meant(event: Event, text: str, number: str) -> Entry | None:
    """The pair of a button, or the only one that what was typed can mean."""
    rows = event.entries.filter(status=Entry.Status.CONFIRMED)
    if number.isdecimal():
        return rows.filter(number=int(number)).first()
    if text.isdecimal():
        return rows.filter(number=int(text[:9])).first()
    found = list(selectors.entries(event, status=Entry.Status.CONFIRMED, search=text)[:2])
    return found[0] if text and len(found) == 1 else None


def check_in_by_code(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """The page behind the pair's QR code; this phone may enter the pair's results later on."""
    event, entry = find_event(request, slug), selectors.entry_by_code(code)
    if entry is None or entry.event_id != event.pk:
        raise Http404(code)
    match = selectors.match_of(event, entry)
    pad = pad_of(request, event, match)
    if pad is not None:
        return pad
    remember_code(request, code)
    if request.method == "POST":
        by = person(request) if request.user.is_authenticated else None
        with attempt(request) as tried:
            services.check_in(entry=entry, by=by, code=code)
        if tried.done:
            done(request, gettext("You are checked in. Good luck!"))
        return redirect(request.path)
    context = {
        "event": event,
        "entry": entry,
        "players": entry.players.all(),
        "called": match is not None and _missed(match, entry),
    }
    return render(request, "tournaments/desk/check_in_by_code.html", context)


def _missed(match: EventMatch, entry: Entry) -> bool:
    """The round has been called, and the pair has not been seen at its table (CP-3)."""
    waiting = match.sides.filter(entry=entry, present_at=None)
    return match.state == EventMatch.State.RUNNING and not match.online and waiting.exists()
