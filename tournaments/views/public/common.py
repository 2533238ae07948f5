"""What the public pages of an event have in common: who may see it, tabs, the part that is live.

The live part of a page is the same for everybody, so that it can be kept for a moment: a
thousand phones that hear of the same result cost one rendering. What is somebody's own (the own
pair marked, a follow button) stands outside of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import blake2s
from typing import Any
from urllib.parse import urlencode

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.permissions import may_see_event
from games.views.htmx import HtmxRequest
from tournaments import selectors
from tournaments.models import Entry, Event, Round, Stage
from tournaments.views.public.cards import card_address

KEPT = 30
"""Seconds that a live part is kept at most; any change of the event makes a new one at once."""

Build = Callable[[], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Tab:
    """A page of an event in the row of tabs."""

    name: str
    label: str
    url: str
    here: bool


def find(request: HttpRequest, slug: str) -> Event:
    """The event of an address; a draft does not exist for those who do not make it."""
    event = selectors.event_of(slug)
    if event is None or not may_see_event(request.user, event):
        raise Http404(slug)
    return event


def own_entry(request: HttpRequest, event: Event) -> Entry | None:
    """The entry of the person at this browser."""
    return selectors.entry_of(event, request.user) if isinstance(request.user, User) else None


def stage_of(event: Event, order: int | None, *, knockout: bool | None = None) -> Stage | None:
    """The stage of an address, or the one that is most worth seeing: the last that has begun."""
    stages = [
        stage
        for stage in event.stages.select_related("event")
        if knockout is None or stage.knockout == knockout
    ]
    if order is not None:
        found = next((stage for stage in stages if stage.order == order), None)
        if found is None:
            raise Http404(order)
        return found
    begun = [stage for stage in stages if stage.status != Stage.Status.PLANNED]
    return begun[-1] if begun else (stages[0] if stages else None)


def round_of(
    event: Event, stage: int | None, number: int | None
) -> tuple[Round | None, list[Round]]:
    """The public round of an address (the newest without one), and all public rounds."""
    rounds = rounds_of(event)
    if stage is None:
        return (rounds[-1] if rounds else None), rounds
    for round in rounds:
        if round.stage.order == stage and round.number == number:
            return round, rounds
    raise Http404


def rounds_of(event: Event) -> list[Round]:
    """The public rounds, each knowing the event that is at hand."""
    rounds = list(selectors.rounds(event))
    for round in rounds:
        round.stage.event = event
    return rounds


def tabs(event: Event, here: str, entry: Entry | None, *, follows: bool = False) -> list[Tab]:
    """The pages that this event has."""
    stages = list(event.stages.all())
    names = [("event", _("Overview")), ("entries", _("Entries"))]
    if event.status in (Event.Status.RUNNING, Event.Status.FINISHED):
        names += [("draw", _("Pairings")), ("results", _("Results"))]
        if any(not stage.knockout for stage in stages):
            names.append(("standings", _("Standings")))
        if any(stage.knockout for stage in stages):
            names.append(("bracket", _("Bracket")))
        if event.duplicate:
            names.append(("boards", _("Boards")))
    if event.status in (Event.Status.RUNNING, Event.Status.FINISHED):
        names.append(("rulings", _("Rulings")))
    if entry is not None:
        names.append(("mine", _("My matches")))
    elif follows:
        names.append(("mine", _("Followed")))
    return [
        Tab(name, label, reverse(f"tournaments:{name}", args=[event.slug]), name == here)
        for name, label in names
    ]


def live(
    request: HttpRequest, event: Event, template: str, build: Build, *, extra: str = ""
) -> SafeString:
    """The live part of a page, kept for a moment; ``extra`` is what else it depends on."""
    version = Event.objects.values_list("version", flat=True).get(pk=event.pk)
    event.version = version
    query = urlencode(sorted((k, v) for k, v in request.GET.items() if k in ("q", "by", "group")))
    parts = (event.pk, version, get_language(), template, request.path, query, extra)
    key = "event:" + blake2s(repr(parts).encode(), digest_size=16).hexdigest()
    text = cache.get(key)
    if text is None:
        context = {"event": event, **build()}
        text = render_to_string(f"tournaments/live/{template}.html", context)
        cache.set(key, text, KEPT)
    return mark_safe(text)


def page(
    request: HttpRequest,
    event: Event,
    name: str,
    build: Build,
    *,
    tab: str = "",
    title: str = "",
    **context: Any,
) -> HttpResponse:
    """A page of an event with a live part; asked for by htmx that part alone."""
    text = live(request, event, name, build)
    if isinstance(request, HtmxRequest) or getattr(request, "htmx", False):
        return HttpResponse(text)
    return whole(request, event, f"tournaments/{name}.html", tab=tab or name, title=title,
                 live=text, **context)  # fmt: skip


def whole(
    request: HttpRequest,
    event: Event,
    template: str,
    *,
    tab: str,
    title: str = "",
    **context: Any,
) -> HttpResponse:
    """A page of an event: bar, tabs, and what stands in the head for chat applications."""
    entry = own_entry(request, event)
    user = request.user
    follows = isinstance(user, User) and event.entries.filter(followers__user=user).exists()
    canonical = request.build_absolute_uri(request.path)
    return render(
        request,
        template,
        {
            "event": event,
            "entry": entry,
            "follower": follows,
            "tabs": tabs(event, tab, entry, follows=follows),
            "page_title": title,
            "canonical": canonical,
            "card_url": request.build_absolute_uri(card_address(event)),
            **context,
        },
    )
