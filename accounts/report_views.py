"""Pages of reports: making one, one's standing, the moderators' queue."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from accounts import evidence, reports, sanctions
from accounts.evidence import Place
from accounts.models import Report
from accounts.permissions import INVITES, is_staff, may_handle, moderated_clubs
from accounts.report_forms import DecisionForm, ReportForm
from accounts.standing import seen
from accounts.views import person

PAGE = 30


def _number(query: QueryDict, name: str) -> int | None:
    """A number of the address; nothing when it is none."""
    text = query.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 12 else None


def _place(request: HttpRequest) -> Place:
    """Where the report is made; a page that does not exist when nobody can be there."""
    query = request.GET
    found = evidence.place_of(
        person(request),
        table=query.get("table", ""),
        line=_number(query, "line"),
        match=_number(query, "match"),
        deal=_number(query, "deal"),
        event=query.get("event", ""),
        person=_number(query, "person"),
        invites=request.session.get(INVITES, ()),
    )
    if found is None:
        raise Http404
    return found


@login_required
def report(request: HttpRequest) -> HttpResponse:
    """Report a person or a deal, from the place where it happened."""
    place, by = _place(request), person(request)
    form = ReportForm(
        request.POST or None, place=place, by=by, person=_number(request.GET, "person")
    )
    if request.method == "POST" and form.is_valid():
        try:
            reports.make_report(
                by=by,
                place=place,
                person=form.person(),
                reason=form.cleaned_data["reason"],
                text=form.cleaned_data["text"],
            )
        except reports.ReportRefused as refused:
            form.add_error(None, str(refused))
        else:
            messages.success(
                request, gettext("Thank you. The moderators look at it; the answer comes here.")
            )
            return redirect("standing")
    return render(request, "accounts/report.html", {"form": form, "place": place})


@login_required
@require_safe
def standing(request: HttpRequest) -> HttpResponse:
    """What has become of one's reports, and the sanctions one has had: why, and until when."""
    user = person(request)
    own = user.sanctions.select_related("club", "event")
    context = {
        "sanctions": [{"row": each, "words": sanctions.words(each)} for each in own],
        "reports": user.reports_made.select_related("person", "club")[:50],
    }
    response = render(request, "accounts/standing.html", context)
    seen(user)
    return response


@login_required
@require_safe
def queue(request: HttpRequest) -> HttpResponse:
    """The reports that this moderator looks at."""
    user = person(request)
    if not is_staff(user) and not moderated_clubs(user):
        raise PermissionDenied
    decided = "decided" in request.GET
    rows = reports.queue(user, decided=decided)
    page = Paginator(rows, PAGE).get_page(request.GET.get("page"))
    if not decided:
        counts = reports.counts_by_person(user)
        for each in page:
            each.together = counts.get(each.person_id or 0, 1)  # type: ignore[attr-defined]
    return render(request, "accounts/moderation.html", {"page": page, "decided": decided})


def _case(request: HttpRequest, pk: int) -> Report:
    """The report of an address, for those who may handle it."""
    rows = Report.objects.select_related("reporter", "person", "club", "claimed_by", "sanction")
    found = get_object_or_404(rows, pk=pk)
    if not may_handle(person(request), found):
        raise PermissionDenied
    return found


@login_required
@require_safe
def case(request: HttpRequest, pk: int) -> HttpResponse:
    """One report: what was written, the evidence, what has been done about it."""
    return _show(request, _case(request, pk), None)


def _show(request: HttpRequest, found: Report, form: DecisionForm | None) -> HttpResponse:
    user = person(request)
    past = found.person.sanctions.all() if found.person is not None else ()
    context: dict[str, Any] = {
        "report": found,
        "links": evidence.links(found.evidence),
        "said": evidence.said(found.evidence),
        "line": reports.line_of(found),
        "notes": found.notes.select_related("by"),
        "past": [{"row": each, "words": sanctions.words(each)} for each in past],
        "same": reports.about_the_same(found, user),
        "earlier": reports.decided_about(found),
        "mine": found.claimed_by_id in (None, user.pk),
        "form": form or DecisionForm(report=found, by=user),
    }
    status = 422 if form is not None else 200
    return render(request, "accounts/case.html", context, status=status)


@login_required
@require_POST
def act_on_case(request: HttpRequest, pk: int, verb: str) -> HttpResponse:
    """Claim, give back, note, hide a line or show it again, decide, undo."""
    found, by = _case(request, pk), person(request)
    text = request.POST.get("text", "")
    try:
        match verb:
            case "claim":
                reports.claim(report=found, by=by)
            case "release":
                reports.release(report=found, by=by)
            case "note":
                reports.note(report=found, by=by, text=text)
            case "hide" | "show":
                reports.set_hidden(report=found, by=by, hidden=verb == "hide")
            case "undo":
                reports.undo(report=found, by=by, reason=text)
            case "decide":
                form = DecisionForm(request.POST, report=found, by=by)
                if not form.is_valid():
                    return _show(request, found, form)
                reports.decide(report=found, by=by, **form.decision())
                messages.success(request, gettext("Decided."))
            case _:
                raise Http404
    except (reports.ReportRefused, ValueError) as refused:
        messages.error(request, str(refused))
    return redirect("case", pk)
