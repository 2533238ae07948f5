"""A pair's page on its phone: the countdown, "we are at the table", leave to come late."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache

from tournaments import selectors, services
from tournaments.models import Entry, Event, EventMatch, Leave, Round
from tournaments.views.desk.codes import CODES, own_side, remember_code
from tournaments.views.desk.common import attempt, done, find_event, reason_of
from tournaments.views.rulings.common import show, user_of


@never_cache
def here(request: HttpRequest, slug: str, code: str = "") -> HttpResponse:
    """For a pair: signed in, or by the code of its card; the code of a slip names the match."""
    event = find_event(request, slug)
    entry = _entry(request, event, code)
    match = None if entry is None else selectors.match_of(event, entry)
    if entry is None or match is None:
        return show(request, event, "here_none", entry=entry)
    if request.method == "POST":
        _act(request, entry, match)
        if request.POST.get("back") == "score":
            return redirect("tournaments:score", event.slug, match.code)
        return redirect(request.path)
    line = next(iter(selectors.presence(match.round, match=match)), None)
    if line is None:
        return show(request, event, "here_none", entry=entry)
    mine = next(s for s in line.sides if s.side.entry_id == entry.pk)
    return show(
        request,
        event,
        "here",
        entry=entry,
        match=match,
        line=line,
        mine=mine,
        other=next(s for s in line.sides if s is not mine),
        called=match.round.started_at,
        may_ask=match.round.status == Round.Status.PUBLISHED and mine.leave is None,
        granted=mine.leave is not None and mine.leave.state == Leave.State.GRANTED,
        table_url=reverse("games:table", args=[match.table.code]) if match.table else "",
        result=selectors.result_words(match),
        call=selectors.call_at(match),
        referees=selectors.referees_at(match),
    )


def _entry(request: HttpRequest, event: Event, code: str) -> Entry | None:
    """The pair that this browser is of."""
    if code:
        entry = selectors.entry_by_code(code)
        if entry is not None and entry.event_id == event.pk:
            remember_code(request, code)
            return entry
        match = selectors.match_by_code(code)
        if match is None or match.event_id != event.pk:
            raise Http404(code)
        side = own_side(request, match)
        return None if side is None else side.entry
    user = user_of(request)
    own = None if user is None else selectors.entry_of(event, user)
    if own is not None:
        return own
    codes = request.session.get(CODES, [])
    return event.entries.filter(code__in=codes).order_by("-checked_in_at").first()


def _act(request: HttpRequest, entry: Entry, match: EventMatch) -> None:
    """Both are at the table; or leave is asked for, or a referee called."""
    user = user_of(request)
    with attempt(request) as tried:
        if "leave" in request.POST:
            reason = reason_of(request)
            services.ask_leave(
                round=match.round, entry=entry, by=user, code=entry.code, reason=reason
            )
            text = gettext("The chief referee has been asked.")
        elif "call" in request.POST:
            services.call_referee(match=match, by=user, code=entry.code, reason=reason_of(request))
            text = gettext("The referee has been called.")
        elif "take_back" in request.POST:
            services.take_back_call(match=match, by=user, code=entry.code)
            text = gettext("The call is taken back.")
        else:
            if match.online:
                raise services.Refused(services.No.NOT_OF_THE_PAIR)
            services.check_in_at_table(match=match, code=entry.code, by=user)
            text = gettext("You are at the table. Good luck!")
    if tried.done:
        done(request, text)
