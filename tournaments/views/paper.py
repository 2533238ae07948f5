"""Papers: the list of what can be printed, each as a page and as PDF."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.permissions import may_referee, may_see_event
from tournaments import selectors
from tournaments.exports import FORMATS
from tournaments.models import Event, Round, Stage
from tournaments.paper import press
from tournaments.paper.catalogue import PAPERS, Of, Paper, Subject
from tournaments.paper.sheets import round_title
from tournaments.views.files import FILES

log = logging.getLogger(__name__)

STYLE = settings.BASE_DIR / "static" / "css" / "paper.css"


def find_event(request: HttpRequest, slug: str) -> Event:
    """The event of an address; it does not exist for those who may not see it."""
    event = selectors.event_of(slug)
    if event is None or not may_see_event(request.user, event):
        raise Http404(slug)
    return event


def find_part(
    request: HttpRequest, event: Event, order: int | None, number: int | None
) -> tuple[Stage | None, Round | None]:
    """The stage and the round of an address; a draft is there for referees alone."""
    if order is None:
        return None, None
    stage = event.stages.filter(order=order).first()
    if stage is None:
        raise Http404(order)
    stage.event = event
    if number is None:
        return stage, None
    round = stage.rounds.filter(number=number).first()
    if round is None or not (round.public or may_referee(request.user, event)):
        raise Http404(number)
    round.stage = stage
    return stage, round


@contextmanager
def language(request: HttpRequest) -> Iterator[str]:
    """The language of the reader, or the one the address asks for (``?lang=en``)."""
    wanted = request.GET.get("lang", "")
    if wanted not in dict(settings.LANGUAGES):
        wanted = translation.get_language() or settings.LANGUAGE_CODE
    with translation.override(wanted):
        yield wanted


@require_safe
def papers(request: HttpRequest, slug: str) -> HttpResponse:
    """What can be printed and taken along now, by what it is of."""
    event = find_event(request, slug)
    rounds = list(selectors.rounds(event, request.user))
    for round in rounds:
        round.stage.event = event
    may = [paper for paper in PAPERS.values() if paper.may(request.user, event)]
    files = [file for file in FILES.values() if file.may(request.user, event)]
    context = {
        "event": event,
        "of_event": [p for p in may if p.of is Of.EVENT],
        "of_stage": [p for p in may if p.of is Of.STAGE],
        "of_round": [p for p in may if p.of is Of.ROUND],
        "stages": list(event.stages.all()),
        "rounds": [(round, round_title(round, event)) for round in rounds],
        "files_of_event": [f for f in files if not f.by_round and not f.by_stage],
        "files_of_stage": [f for f in files if f.by_stage],
        "files_of_round": [f for f in files if f.by_round],
        "kinds": list(FORMATS),
        "printable": press.available(),
    }
    return render(request, "tournaments/paper/papers.html", context)


@require_safe
def page(
    request: HttpRequest, slug: str, name: str, order: int | None = None, number: int | None = None
) -> HttpResponse:
    """A paper as a page that prints well."""
    found = _find(request, slug, name, order, number)
    if isinstance(found, HttpResponse):
        return found
    paper, subject = found
    with language(request) as code:
        context = _context(request, paper, subject, code)
        return render(request, f"tournaments/paper/{paper.id}.html", context)


@require_safe
def pdf(
    request: HttpRequest, slug: str, name: str, order: int | None = None, number: int | None = None
) -> HttpResponse:
    """The same as PDF; where that cannot be made, the page to print from the browser."""
    found = _find(request, slug, name, order, number)
    if isinstance(found, HttpResponse):
        return found
    paper, subject = found
    with language(request) as code:
        context = _context(request, paper, subject, code) | {"style": STYLE.read_text()}
        html = render_to_string(f"tournaments/paper/{paper.id}.html", context)
        instead = _("This server cannot make a PDF now. Print this page from your browser instead.")
    try:
        data = press.pdf(html, but=context["printed_at"])
    except press.CannotPrint:
        log.exception("%s of %s is not printed", paper.id, subject.event.slug)
        messages.warning(request, instead)
        query = f"?{request.GET.urlencode()}" if request.GET else ""
        return redirect(_address("tournaments:paper", paper, subject) + query)
    response = HttpResponse(data, content_type="application/pdf")
    parts = [subject.event.slug, paper.id, *(str(n) for n in (order, number) if n is not None)]
    response.headers["Content-Disposition"] = f'inline; filename="{"-".join(parts)}.pdf"'
    return response


def _find(
    request: HttpRequest, slug: str, name: str, order: int | None, number: int | None
) -> tuple[Paper, Subject] | HttpResponse:
    """The paper and what it is of, for those who may print it."""
    event = find_event(request, slug)
    paper = PAPERS.get(name)
    if paper is None:
        raise Http404(name)
    stage, round = find_part(request, event, order, number)
    given = Of.ROUND if round else Of.STAGE if stage else Of.EVENT
    if given is not paper.of and (paper.of, given) != (Of.STAGE, Of.ROUND):
        raise Http404(name)
    if not paper.may(request.user, event):
        if request.user.is_authenticated:
            raise PermissionDenied
        return redirect_to_login(request.get_full_path())
    wanted = {key: request.GET.get(key, "") for key in ("places",)}
    reader = request.user if request.user.is_authenticated else None
    return paper, Subject(event, stage, round, reader, request.build_absolute_uri, wanted)


def _address(url: str, paper: Paper, subject: Subject) -> str:
    parts: list[Any] = [subject.event.slug, paper.id]
    if subject.stage is not None:
        parts.append(subject.stage.order)
    if subject.round is not None:
        parts.append(subject.round.number)
    return reverse(url, args=parts)


def _context(request: HttpRequest, paper: Paper, subject: Subject, code: str) -> dict[str, Any]:
    event = subject.event
    frame = {
        "request": request,
        "messages": messages.get_messages(request),
        "event": event,
        "stage": subject.stage,
        "round": subject.round,
        "title": _(paper.label),
        "part": _part(subject),
        "lang": "zh-Hans" if code.startswith("zh") else code,
        "printed_at": _now(event),
        "pdf_url": _address("tournaments:paper_pdf", paper, subject),
        "event_address": subject.address(f"/events/{event.slug}/"),
        "query": request.GET.urlencode(),
    }
    return frame | paper.build(subject)


def _now(event: Event) -> str:
    return timezone.localtime(timezone=ZoneInfo(event.time_zone)).strftime("%Y-%m-%d %H:%M")


def _part(subject: Subject) -> str:
    """Of which part of the event the paper is."""
    if subject.round is not None:
        return round_title(subject.round, subject.event)
    if subject.stage is not None and subject.event.stages.count() > 1:
        return str(subject.stage)
    return ""
