"""The desk's first page: what comes next, what is missing, the clock, a quick search."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from accounts.permissions import may_score
from accounts.views import person
from games.views.htmx import HtmxRequest
from tournaments import selectors, services
from tournaments.models import Entry, Event, Round, Stage
from tournaments.selectors.events import Step
from tournaments.views.desk.common import attempt, desk_page, done, show
from tournaments.views.desk.rounds import draw, roll_of


@desk_page(may_score)
@require_safe
def home(request: HtmxRequest, event: Event) -> HttpResponse:
    """The page from which an event is run."""
    text = request.GET.get("q", "").strip()
    if request.htmx:
        context = {"event": event, "q": text, "found": find(event, text)}
        return render(request, "tournaments/desk/includes/found.html", context)
    return show(request, event, "home", q=text, found=find(event, text), **state_of(event))


@desk_page(may_score)
@require_safe
def now(request: HtmxRequest, event: Event) -> HttpResponse:
    """What changes by itself on the first page: steps, missing results, clock."""
    if request.GET.get("v") == str(event.version):
        return HttpResponse(status=204)
    response = show(request, event, "includes/now", **state_of(event))
    return response


def find(event: Event, text: str) -> list[dict[str, Any]]:
    """Pairs by name, pinyin, club or number, each with its table of this round."""
    current = current_rounds(event)
    found = []
    for entry in selectors.search(event, text, limit=8) if text else ():
        side = entry.sides.filter(round__in=current).select_related("match").last()
        found.append({"entry": entry, "match": None if side is None else side.match})
    return found


def current_rounds(event: Event) -> list[Round]:
    """The rounds that are played now, or are published."""
    rows = Round.objects.filter(stage__event=event).select_related("stage__event")
    return list(rows.filter(status__in=("running", "published")).order_by("-status", "number"))


def state_of(event: Event) -> dict[str, Any]:
    """What the first page says of an event."""
    running = [
        {
            "round": round,
            "clock": selectors.clock(round),
            "missing": selectors.missing(round),
            "total": round.matches.filter(sides__side=1).distinct().count(),
        }
        for round in current_rounds(event)
        if round.status == "running"
    ]
    appeals = list(event.appeals.filter(state="open").select_related("entry"))
    return {
        "appeals": appeals,
        "overdue": any(appeal.overdue for appeal in appeals),
        "steps": [(step, address_of(step)) for step in selectors.next_steps(event)],
        "running": running,
        "calls": selectors.open_calls(event).count(),
        "counts": selectors.entry_counts(event),
        "stages": event.stages.all(),
        "disputed": event.matches.filter(state="disputed").count(),
        "pending": event.entries.filter(status=Entry.Status.PENDING).count(),
    }


def address_of(step: Step) -> dict[str, Any]:
    """Where a step's target is, for the hidden fields of its button."""
    match step.target:
        case Round():
            return {"order": step.target.stage.order, "number": step.target.number}
        case Stage():
            return {"order": step.target.order}
        case _:
            return {}


@desk_page(may_score)
@require_POST
def step(request: HttpRequest, event: Event) -> HttpResponse:
    """Do one of the next steps. A draw leads to its draft."""
    verb = request.POST.get("verb", "")
    steps = {(s.verb, *address_of(s).values()): s for s in selectors.next_steps(event)}
    where = [int(v) for n in ("order", "number") if (v := request.POST.get(n, "")).isdecimal()]
    found = steps.get((verb, *where))
    if found is None:
        messages.warning(
            request, gettext("This has been done already, or something else comes first.")
        )
        return redirect("tournaments:desk", event.slug)
    by, target = person(request), found.target
    if verb == "draw_round":
        return draw(request, slug=event.slug, order=target.order)  # type: ignore[union-attr]
    with attempt(request) as tried:
        match target:
            case Event():
                extra = {"absent": "withdraw"} if _without_absent(request, verb) else {}
                getattr(services, verb)(event=target, by=by, **extra)
            case Stage():
                getattr(services, verb)(stage=target, by=by)
            case Round():
                more = {"roll": roll_of(request)} if verb == "start_round" else {}
                getattr(services, verb)(round=target, by=by, **more)
    if tried.done:
        done(request, gettext("Done: %(step)s.") % {"step": found.label})
        if isinstance(target, Round) and verb in ("publish_round", "start_round"):
            return redirect("tournaments:desk_round", event.slug, target.stage.order, target.number)
    return redirect("tournaments:desk", event.slug)


def _without_absent(request: HttpRequest, verb: str) -> bool:
    return verb == "start_event" and request.POST.get("absent") == "withdraw"
