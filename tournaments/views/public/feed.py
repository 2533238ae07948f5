"""The commentators' feed: all hands of a table on line, never ahead of the event's delay.

The delay (``EventSettings.delay_minutes``) is counted from each action for those who have a part
in running the event and do not play in it; for everybody else from the end of the deal. The deals
of a duplicate round are told to the public only when the round is over, for others still play
them.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from accounts.permissions import PLAY, SCORE, event_roles
from games.models import Deal
from games.models import Match as GameMatch
from games.replays import replay_data
from tournaments import selectors
from tournaments.models import Event, EventMatch, Round
from tournaments.selectors.facts import PUBLIC
from tournaments.views.public.common import find, whole


def comments(request: HttpRequest, event: Event) -> bool:
    """Somebody who runs the event and does not play in it may see a deal under way."""
    roles = event_roles(request.user, event)
    return bool(roles & SCORE) and not roles & PLAY


def shown_deal(match: EventMatch, now: datetime, *, insider: bool) -> Deal | None:
    """The newest deal of a match that may be shown; nothing while there is none."""
    event = match.event
    if event.duplicate and not insider and match.round.status != Round.Status.FINISHED:
        return None
    limit = now - timedelta(minutes=event.config.delay_minutes)
    games = GameMatch.objects.filter(table__event_match=match)
    deals = Deal.objects.filter(match__in=games).select_related("match__table")
    deals = deals.filter(started_at__lte=limit) if insider else deals.filter(ended_at__lte=limit)
    return deals.order_by("-match__number", "-number").first()


def online_match(event: Event, match_id: int) -> EventMatch:
    """A match on line of a round that is public."""
    rows = EventMatch.objects.filter(event=event, online=True, round__status__in=PUBLIC)
    found = selectors.with_sides(rows.filter(pk=match_id)).first()
    if found is None:
        raise Http404(match_id)
    return found


@require_safe
def feeds(request: HttpRequest, slug: str) -> HttpResponse:
    """The tables on line that can be followed, round by round."""
    event = find(request, slug)
    rows = selectors.with_sides(
        EventMatch.objects.filter(event=event, online=True, round__status__in=PUBLIC)
    ).order_by("-round__stage__order", "-round__number", "order")
    lines = selectors.match_lines(rows[:200])
    return whole(
        request, event, "tournaments/feeds.html", tab="results", title=_("All hands"), lines=lines
    )


@require_safe
def feed(request: HttpRequest, slug: str, match_id: int) -> HttpResponse:
    """All four hands and the play of one table, with the delay."""
    event = find(request, slug)
    match = online_match(event, match_id)
    return whole(
        request,
        event,
        "tournaments/feed.html",
        tab="results",
        title=_("All hands, table %(table)s") % {"table": match.table_no or "–"},
        match=match,
        line=selectors.match_lines([match])[0],
        insider=comments(request, event),
        minutes=event.config.delay_minutes,
        finished=match.state == EventMatch.State.CONFIRMED,
    )


@gzip_page
@require_safe
def feed_data(request: HttpRequest, slug: str, match_id: int) -> HttpResponse:
    """What may be shown now as JSON; no content while there is nothing."""
    event = find(request, slug)
    match = online_match(event, match_id)
    now, insider = timezone.now(), comments(request, event)
    deal = shown_deal(match, now, insider=insider)
    if deal is None:
        return HttpResponse(status=204)
    until = now - timedelta(minutes=event.config.delay_minutes)
    data: dict[str, Any] = replay_data(deal, until=until)
    response = HttpResponse(
        msgspec.json.encode(data), content_type="application/json; charset=utf-8"
    )
    response.headers["Cache-Control"] = "no-store"
    return response
