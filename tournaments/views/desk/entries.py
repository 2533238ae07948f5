"""Entries at the desk: the list, one entry, seeding, a list from a file, teams."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_POST, require_safe

from accounts.permissions import may_score
from accounts.views import person
from games.views.htmx import HtmxRequest
from tournaments import selectors, services
from tournaments.forms.entries import EntryForm, FileForm, TeamForm
from tournaments.models import Entry, Event
from tournaments.services.imports import ENTRY_HEADS, Reading
from tournaments.views.desk.common import (
    attempt,
    desk_page,
    done,
    find_entry,
    reason_of,
    show,
    trail_lines,
)

PAGE: Final = 100
ORDERS: Final = ("number", "pinyin", "club", "seed")


@desk_page(may_score)
@require_safe
def entries(request: HtmxRequest, event: Event) -> HttpResponse:
    """The list, filtered and searched; with htmx the list alone."""
    status = request.GET.get("status", "")
    order = request.GET.get("order", "number")
    search = request.GET.get("q", "").strip()
    found = selectors.entries(
        event,
        status=status if status in Entry.Status.values else None,
        search=search,
        order=order if order in ORDERS else "number",
    )
    counts = selectors.entry_counts(event)
    context = {
        "entries": Paginator(found, PAGE).get_page(request.GET.get("page")),
        "counts": counts,
        "statuses": [
            (value, label, counts.get(value, 0))
            for value, label in Entry.Status.choices
            if counts.get(value, 0)
        ],
        "status": status,
        "order": order,
        "q": search,
        "begun": event.status not in (Event.Status.DRAFT, Event.Status.OPEN, Event.Status.CLOSED),
    }
    if request.htmx:
        context["event"] = event
        return render(request, "tournaments/desk/includes/entry_list.html", context)
    return show(request, event, "entries", **context)


@desk_page()
def new_entry(request: HttpRequest, event: Event) -> HttpResponse:
    """Add a pair; "and another" leads on to the next one."""
    form = EntryForm(request.POST or None, event=event)
    if request.method == "POST" and form.is_valid():
        with attempt(request, form) as tried:
            entry = services.add_entry(
                event=event,
                by=person(request),
                players=form.players(),
                late=event.status == Event.Status.RUNNING,
                **form.fields_of_entry(),
            )
        if tried.done:
            done(
                request,
                gettext("Entered: no. %(number)d, %(name)s.")
                % {"number": entry.number, "name": entry.name},
            )
            target = "new_entry" if "another" in request.POST else "desk_entries"
            return redirect(f"tournaments:{target}", event.slug)
    return show(request, event, "entry_form", form=form)


@desk_page()
def edit_entry(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """Change a pair; its partners only while entries are open (CP-1)."""
    entry = find_entry(event, number)
    form = EntryForm(request.POST or None, event=event, entry=entry)
    if request.method == "POST" and form.is_valid():
        values = form.fields_of_entry()
        if form.open and {"user_0", "user_1", "bot"} & set(form.changed_data):
            values["players"] = form.players()
        elif {"name_0", "name_1"} & set(form.changed_data):
            values["names"] = [player["name"] for player in form.players()]
        with attempt(request, form) as tried:
            services.update_entry(entry=entry, by=person(request), **values)
        if tried.done:
            done(request, gettext("Saved."))
            return redirect("tournaments:edit_entry", event.slug, number)
    context = {
        "form": form,
        "entry": entry,
        "invite": selectors.invite_link(entry) if entry.status == Entry.Status.INVITED else "",
        "trail": trail_lines(selectors.audit(event, entry=entry.pk)[:20]),
    }
    return show(request, event, "entry_form", **context)


@desk_page(may_score)
@require_POST
def act_on_entry(request: HttpRequest, event: Event, number: int, verb: str) -> HttpResponse:
    """Approve, reject, withdraw, check in or not: one button each."""
    entry, by = find_entry(event, number), person(request)
    with attempt(request) as tried:
        match verb:
            case "approve":
                services.approve(entry=entry, by=by)
                text = gettext("%(name)s: approved.")
            case "reject":
                services.reject(entry=entry, by=by, reason=reason_of(request))
                text = gettext("%(name)s: rejected.")
            case "withdraw":
                services.withdraw(entry=entry, by=by, reason=reason_of(request))
                text = gettext("%(name)s: withdrawn.")
            case "check-in":
                services.check_in(entry=entry, by=by)
                text = gettext("%(name)s: checked in.")
            case "check-out":
                services.check_in(entry=entry, by=by, on=False)
                text = gettext("%(name)s: not checked in any more.")
            case _:
                raise Http404(verb)
    if tried.done:
        done(request, text % {"name": entry.name})
    return redirect(back(request, event))


def back(request: HttpRequest, event: Event) -> Any:
    """The page of the desk from which a button was pressed."""
    target = request.POST.get("next", "")
    if target and url_has_allowed_host_and_scheme(target, allowed_hosts={request.get_host()}):
        return target
    return reverse("tournaments:desk_entries", args=(event.slug,))


@desk_page()
def import_entries(request: HttpRequest, event: Event) -> HttpResponse:
    """A list from a file or pasted: first looked at, then taken as a whole or not at all.

    What was understood stands in the text field, so that a wrong line is put right there.
    """
    form, reading = FileForm(), None
    if request.method == "POST":
        form = FileForm(request.POST, request.FILES)
        if form.is_valid():
            data, filename = form.cleaned_data["data"], form.cleaned_data["filename"]
            with attempt(request, form) as tried:
                reading = services.read_entries(event=event, data=data, filename=filename)
                if "import" in request.POST and reading.ok:
                    made = services.import_entries(
                        event=event, by=person(request), data=data, filename=filename
                    )
                    done(request, gettext("Pairs entered: %(count)d.") % {"count": len(made)})
                    return redirect("tournaments:desk_entries", event.slug)
            if reading is not None and tried.done:
                form = FileForm(initial={"text": as_lines(reading)})
    heads = [_head(names) for names in ENTRY_HEADS.values()]
    return show(request, event, "import_entries", form=form, reading=reading, heads=heads)


def _head(names: Sequence[str]) -> str:
    """The head of a column in the language of the page."""
    chinese = (get_language() or "").startswith("zh")
    return next((n for n in names if any(ord(c) > 0x2E80 for c in n) == chinese), names[0])


def as_lines(reading: Reading) -> str:
    """What was read as lines with tabs, to be put right by hand."""
    fields = [f for f in ENTRY_HEADS if any(line.values.get(f) not in (None, "")
                                            for line in reading.rows)]  # fmt: skip
    lines = ["\t".join(_head(ENTRY_HEADS[f]) for f in fields)]
    for line in reading.rows:
        cells = ["" if line.values.get(f) is None else str(line.values[f]) for f in fields]
        lines.append("\t".join(cell.replace("\t", " ").replace("\n", " ") for cell in cells))
    return "\n".join(lines)


@desk_page()
def teams(request: HttpRequest, event: Event) -> HttpResponse:
    """Teams of pairs: their names, and the captains who may act for them (CP-2)."""
    rows = list(event.teams.select_related("captain").prefetch_related("entries").order_by("name"))
    asked = request.POST.get("team", "")
    listed = []
    for team in rows:
        team.event = event
        form = TeamForm(request.POST if asked == str(team.pk) else None, team=team)
        if form.is_bound and form.is_valid():
            with attempt(request, form) as tried:
                services.update_team(team=team, by=person(request), **form.cleaned_data)
            if tried.done:
                done(request, gettext("Saved."))
                return redirect("tournaments:desk_teams", event.slug)
        listed.append((team, form))
    return show(request, event, "teams", teams=listed)
