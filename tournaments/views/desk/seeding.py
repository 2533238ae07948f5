"""Seeding: before the event by ranking, lots or hand; a stage by hand before its first round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext

from accounts.views import person
from tournaments import selectors, services
from tournaments.models import Entry, Event
from tournaments.views.desk.common import attempt, desk_page, done, find_stage, show


@desk_page()
def seeding(request: HttpRequest, event: Event) -> HttpResponse:
    """By the ranking list, by lots, or by hand: a number at each pair, or up and down."""
    listed = list(selectors.entries(event, status=Entry.Status.CONFIRMED, order="seed"))
    if request.method == "POST":
        how = request.POST.get("how", "by_hand")
        order: Sequence[Entry] | None = None
        if how not in ("ranking", "lots"):
            how, listed = "by_hand", _as_typed(listed, request.POST)
            order = listed
        with attempt(request) as tried:
            services.seed_entries(event=event, by=person(request), how=how, order=order)
        if tried.done:
            done(request, gettext("The pairs are seeded."))
            return redirect("tournaments:seeding", event.slug)
    return show(request, event, "seeding", entries=listed)


@desk_page()
def seed_stage(request: HttpRequest, event: Event, order: int) -> HttpResponse:
    """Those who qualified, in another order; while no round of the stage is drawn."""
    stage = find_stage(event, order)
    rows = stage.entrants.select_related("entry").order_by("seed")
    listed = [row.entry for row in rows]
    if request.method == "POST":
        listed = _as_typed(listed, request.POST)
        with attempt(request) as tried:
            services.reseed_stage(stage=stage, by=person(request), order=listed)
        if tried.done:
            done(request, gettext("The pairs are seeded."))
            return redirect("tournaments:seed_stage", event.slug, order)
    return show(request, event, "seeding", entries=listed, stage=stage)


def _as_typed(entries: Sequence[Entry], data: Any) -> list[Entry]:
    """The order of the numbers on the page, after a move by one of the buttons."""
    typed = {entry.number: data.get(f"seed-{entry.number}", "") for entry in entries}
    return _moved(_by_hand(entries, typed), data)


def _by_hand(entries: Sequence[Entry], typed: dict[int, str]) -> list[Entry]:
    """In the order of the numbers typed; who shares one stays in the order on the page."""

    def key(entry: Entry) -> float:
        try:
            return float(typed[entry.number].replace(",", "."))
        except ValueError:
            return float("inf")

    return sorted(entries, key=key)


def _moved(entries: list[Entry], data: Any) -> list[Entry]:
    """One place up or down, by a button."""
    for name, step in (("up", -1), ("down", 1)):
        number = data.get(name, "")
        at = next((i for i, e in enumerate(entries) if str(e.number) == number), None)
        if at is not None and 0 <= at + step < len(entries):
            entries[at], entries[at + step] = entries[at + step], entries[at]
    return entries
