"""The referee at a table: who calls, stopping the play, all four hands, playing again."""

from __future__ import annotations

from urllib.parse import urlencode

import msgspec
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_POST, require_safe

from accounts.permissions import may_referee
from accounts.views import person
from games.models import Deal, Table
from games.replays import replay_data
from tournaments import selectors, services
from tournaments.models import Event, EventMatch
from tournaments.views.desk.common import (
    attempt,
    desk_page,
    done,
    find_match,
    reason_of,
    trail_lines,
)
from tournaments.views.rulings.common import names, replay, show

LINES = 40
"""So much of the trail stands on the page."""


def _number(text: str) -> int | None:
    return int(text) if text.isdecimal() and len(text) < 5 else None


def _match(event: Event, pk: int) -> EventMatch:
    match = find_match(event, pk)
    if not match.round.public or match.sides.count() != 2:
        raise Http404(pk)
    return match


@never_cache
@desk_page(may_referee)
@require_safe
def live(request: HttpRequest, event: Event, pk: int) -> HttpResponse:
    """Everything a referee does at one table; the hands only once he has declared himself."""
    match, user = _match(event, pk), person(request)
    here = selectors.referees_at(match)
    place = selectors.place_of(match)
    table = match.table if match.table and match.table.status != Table.Status.CLOSED else None
    chosen = _chosen(match, request.GET.get("deal", ""))
    sees = match.online and selectors.sees_hands(user, match)
    return show(
        request,
        event,
        "live",
        match=match,
        names=names(match),
        call=selectors.call_at(match),
        here=here,
        mine=next((each for each in here if each.user_id == user.pk), None),
        plays=selectors.plays_in(user, match),
        open=match.state not in ("pending", "confirmed"),
        table=table,
        frozen=table is not None and table.hold == Table.Hold.STAFF,
        place=place,
        sees=sees,
        chosen=chosen,
        steps=_steps_address(event, match, chosen),
        pad=_pad_address(event, match, place),
        deals=[(deal, _deal_address(deal, sees)) for deal in _over(match)],
        result=selectors.result_words(match),
        lines=trail_lines(selectors.audit(event, match=match.pk)[:LINES]),
    )


def _chosen(match: EventMatch, text: str) -> Deal | None:
    """A deal that is over, instead of the one that is played."""
    number = _number(text)
    return None if number is None else _over(match).filter(number=number).first()


def _over(match: EventMatch) -> selectors.Deals:
    return selectors.deals_at(match).filter(ended_at__isnull=False)


def _deal_address(deal: Deal, sees: bool) -> str:
    """Its replay; of a duplicate deal, which the others have yet to play, on the same page."""
    if not deal.match.table.private:
        return replay(deal)
    return f"?deal={deal.number}" if sees else ""


def _steps_address(event: Event, match: EventMatch, chosen: Deal | None) -> str:
    address = reverse("tournaments:referee_live_steps", args=[event.slug, match.pk])
    return address if chosen is None else f"{address}?deal={chosen.number}"


def _pad_address(event: Event, match: EventMatch, place: selectors.Place | None) -> str:
    address = reverse("tournaments:referee_pad", args=[event.slug, match.pk])
    if place is None:
        return address
    where = {"deal": place.deal.number, "trick": place.trick or 1}
    return f"{address}?{urlencode(where)}"


@require_POST
@desk_page(may_referee)
def live_act(request: HttpRequest, event: Event, pk: int, verb: str) -> HttpResponse:
    """Declare, leave, stop, let go on, have played again."""
    match, by, reason, post = _match(event, pk), person(request), reason_of(request), request.POST
    text = gettext("Done.")
    with attempt(request) as tried:
        match verb:
            case "attend":
                services.attend(match=match, by=by)
                text = gettext("You are the referee at this table. The players are told.")
            case "leave":
                services.leave_table(match=match, by=by)
                text = gettext("You have left the table. Its hands are closed to you again.")
            case "stop":
                services.stop_play(match=match, by=by, reason=reason)
                text = gettext("The play is stopped.")
            case "resume":
                services.resume_play(match=match, by=by)
                text = gettext("The play goes on.")
            case "roll-back":
                trick, deal = _number(post.get("trick", "")), _number(post.get("deal", ""))
                services.roll_back(match=match, by=by, trick=trick or 0, deal=deal, reason=reason)
                text = gettext("The deal stands at the beginning of trick %(n)d. Let it go on.")
                text %= {"n": trick}
            case _:
                raise Http404(verb)
    if tried.done:
        done(request, text)
    return redirect("tournaments:referee_live", event.slug, match.pk)


@never_cache
@gzip_page
@desk_page(may_referee)
@require_safe
def live_steps(request: HttpRequest, event: Event, pk: int) -> HttpResponse:
    """The running deal with all hands, for a referee who has declared himself and is still there.

    ``?seen=`` is the ``version`` that the page has; no content while there is nothing newer.
    """
    match = find_match(event, pk)
    try:
        services.see_hands(match=match, by=person(request))
    except services.Refused:
        raise PermissionDenied from None
    wanted = request.GET.get("deal", "")
    deal = _chosen(match, wanted) if wanted else selectors.deals_at(match).first()
    if deal is None:
        return HttpResponse(status=204)
    version = f"{deal.pk}.{deal.match.table.epoch}.{deal.events.count()}"
    if request.GET.get("seen") == version:
        return HttpResponse(status=204)
    data = {**replay_data(deal), "version": version}
    return HttpResponse(msgspec.json.encode(data), content_type="application/json; charset=utf-8")
