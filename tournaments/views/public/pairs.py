"""Entries, a pair's page, and one's own day."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.views import person
from tournaments import selectors, services
from tournaments.models import Entry, Event, Follow, Stage
from tournaments.views.public.common import find, own_entry, page, whole

ORDERS = ("seed", "pinyin", "club", "number")
SHOWN = (Entry.Status.CONFIRMED, Entry.Status.WAITING, Entry.Status.WITHDRAWN)
"""What becomes of other entries is between the pair and the organiser."""


@gzip_page
@require_safe
def entries(request: HttpRequest, slug: str) -> HttpResponse:
    """Who plays: by seed, name, club or number; who waits; who has withdrawn."""
    event = find(request, slug)
    text, by = request.GET.get("q", "").strip(), request.GET.get("by", "")
    seeded = event.entries.filter(seed_rank__isnull=False).exists()
    order = by if by in ORDERS else ("seed" if seeded else "number")

    def build() -> dict[str, Any]:
        lists = {}
        for status in SHOWN:
            rows = selectors.entries(
                event,
                status=status,
                search=text,
                order="waiting" if status == Entry.Status.WAITING else order,
            )
            lists[str(status)] = list(rows)
        return {
            "lists": lists,
            "counts": selectors.entry_counts(event),
            "text": text,
            "order": order,
            "seeded": seeded,
        }

    return page(
        request, event, "entries", build, title=_("Entries"), text=text, order=order, seeded=seeded
    )


def pair_of(event: Event, number: int) -> Entry:
    """The pair of an address, once it has been given a place."""
    entry = (
        event.entries.filter(number=number, status__in=SHOWN)
        .select_related("event", "club", "team")
        .prefetch_related("players__user")
        .first()
    )
    if entry is None:
        raise Http404(number)
    return entry


@require_safe
def pair(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A pair with its way through the event."""
    event = find(request, slug)
    entry = pair_of(event, number)
    entry.event = event
    user = request.user
    follows = isinstance(user, User) and Follow.objects.filter(user=user, entry=entry).exists()
    return page(
        request,
        event,
        "pair",
        lambda: way(entry),
        tab="entries",
        title=entry.name,
        pair=entry,
        follows=follows,
    )


def way(entry: Entry) -> dict[str, Any]:
    """A pair's path, its places, and what comes next."""
    lines = selectors.path(entry)
    places = []
    for stage in entry.event.stages.select_related("event"):
        found = None if stage.status == Stage.Status.PLANNED else place_in(stage, entry)
        if found is not None:
            places.append((stage, *found))
    return {"pair": entry, "lines": lines, "places": places}


def place_in(stage: Stage, entry: Entry) -> tuple[int, int, str, str] | None:
    """Rank, of how many, group and first metric of a pair in a stage."""
    table = selectors.standings(stage)
    for group in table.groups if table is not None else ():
        for row in group.rows:
            if row.entry.pk == entry.pk:
                return row.rank, len(group.rows), group.name, row.values[0] if row.values else ""
    return None


@login_required
@require_POST
def follow(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Follow a pair, or no longer."""
    event = find(request, slug)
    entry = pair_of(event, number)
    on = request.POST.get("on") == "1"
    services.follow(entry=entry, user=person(request), on=on)
    text = _("You follow %(name)s.") if on else _("You no longer follow %(name)s.")
    messages.success(request, text % {"name": entry.name})
    return redirect("tournaments:pair", event.slug, entry.number)


@login_required
@require_safe
def mine(request: HttpRequest, slug: str) -> HttpResponse:
    """One's own matches: where to go now, and how it went; and the pairs one follows."""
    event = find(request, slug)
    entry = own_entry(request, event)
    if entry is not None:
        entry.event = event
    followed = event.entries.filter(followers__user=person(request)).prefetch_related("players")
    services.saw_followed(event=event, user=person(request))
    lines = selectors.path(entry) if entry is not None else []
    open_lines = [line for line in lines if line.line.match.state != "confirmed"]
    return whole(
        request,
        event,
        "tournaments/mine.html",
        tab="mine",
        title=_("My matches"),
        lines=lines,
        open_lines=open_lines,
        places=way(entry)["places"] if entry is not None else [],
        followed=selectors.newest(event, list(followed)),
    )
