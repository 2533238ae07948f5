"""The list of events, and an event's own page."""

from __future__ import annotations

from typing import Any, Final

from django.core.paginator import Paginator
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from accounts.permissions import may_open_event, may_referee, may_score
from tournaments import selectors
from tournaments.describe import format_facts
from tournaments.models import Event, Stage
from tournaments.views.public.common import find, own_entry, page, rounds_of

WHEN: Final = {
    "upcoming": gettext_lazy("Upcoming"),
    "running": gettext_lazy("Running"),
    "past": gettext_lazy("Past"),
    "mine": gettext_lazy("Mine"),
}
PAGE = 24


@require_safe
def events(request: HttpRequest) -> HttpResponse:
    """Upcoming, running, past, mine; without a choice the first list that has something."""
    text = request.GET.get("q", "").strip()
    lists = {when: selectors.events(request.user, when=when) for when in WHEN}
    if not request.user.is_authenticated:
        del lists["mine"]
    if text:
        wanted = Q(name__icontains=text) | Q(place__icontains=text) | Q(club__name__icontains=text)
        lists = {when: rows.filter(wanted) for when, rows in lists.items()}
    counts = {when: rows.count() for when, rows in lists.items()}
    when = request.GET.get("when", "")
    if when not in lists:
        order = ("running", "upcoming", "past", "mine")
        when = next((each for each in order if counts.get(each)), "upcoming")
    found = Paginator(lists[when], PAGE).get_page(request.GET.get("page"))
    context = {
        "when": when,
        "lists": [(each, WHEN[each], counts[each]) for each in lists],
        "page": found,
        "text": text,
        "may_open": may_open_event(request.user),
    }
    return render(request, "tournaments/events.html", context)


@require_safe
def event(request: HttpRequest, slug: str) -> HttpResponse:
    """The announcement, and what is happening now."""
    event = find(request, slug)
    entry = own_entry(request, event)
    return page(
        request,
        event,
        "event",
        lambda: overview(event),
        facts=format_facts(event),
        open_to_enter=event.status == Event.Status.OPEN
        or (event.status == Event.Status.RUNNING and late_round(event) is not None),
        late=late_round(event),
        desk=may_score(request.user, event) or may_referee(request.user, event),
        own=entry,
        invite=selectors.invite_link(entry) if entry is not None else "",
    )


def late_round(event: Event) -> int | None:
    """Until which round late entries are taken, while that is still to come."""
    until = event.config.late_until_round
    if event.status != Event.Status.RUNNING or not until:
        return None
    stage = event.stages.filter(order=1, status=Stage.Status.RUNNING).first()
    if stage is None or stage.rounds.filter(number__gte=until, started_at__isnull=False).exists():
        return None
    return until


def overview(event: Event) -> dict[str, Any]:
    """What is happening: the rounds, the clock, who leads, who has won."""
    rounds = rounds_of(event)
    current = next((r for r in reversed(rounds) if r.status != "finished"), None)
    if current is None and rounds:
        current = rounds[-1]
    podium = selectors.final_ranking(event)[:8] if event.status == Event.Status.FINISHED else []
    leaders = []
    running = event.stages.filter(status=Stage.Status.RUNNING).first()
    if running is not None and not running.knockout:
        table = selectors.standings(running)
        if table is not None:
            leaders = [(group.name, group.rows[:3]) for group in table.groups[:8]]
    return {
        "counts": selectors.entry_counts(event),
        "rounds": rounds,
        "current": current,
        "clock": selectors.clock(current) if current is not None else None,
        "podium": podium,
        "leaders": leaders,
        "leading": running,
        "teams": selectors.team_standings(event)[:20] if event.unit == "team" else [],
    }


@require_safe
def version(request: HttpRequest, slug: str) -> HttpResponse:
    """For pages whose websocket does not come through: has anything changed? And what time is it?

    ``now`` in milliseconds, for clocks of rounds on computers whose own is wrong.
    """
    now = int(timezone.now().timestamp() * 1000)
    response = JsonResponse({"version": find(request, slug).version, "now": now})
    response.headers["Cache-Control"] = "no-store"
    return response


@require_safe
def search(request: HttpRequest, slug: str) -> HttpResponse:
    """Pairs by name, pinyin, club or number."""
    event = find(request, slug)
    text = request.GET.get("q", "").strip()
    return page(
        request,
        event,
        "search",
        lambda: {"text": text, "found": selectors.search(event, text)},
        title=_("Find a pair"),
        text=text,
    )
