"""What the pages of the desk have in common: who may see them, and how a refusal is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from typing import Any, Protocol

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext

from accounts.permissions import (
    may_lead,
    may_organise,
    may_referee,
    may_score,
    may_see_event,
)
from tournaments import selectors, services
from tournaments.models import AuditLine, Entry, Event, EventMatch, Round, Stage

May = Callable[[Any, Event], bool]
View = Callable[..., HttpResponse]


def find_event(request: HttpRequest, slug: str) -> Event:
    """The event of an address; a page that does not exist for those who may not know of it."""
    event = selectors.event_of(slug)
    if event is None or not may_see_event(request.user, event):
        raise Http404(slug)
    return event


def desk_page(may: May = may_organise) -> Callable[[View], View]:
    """A page of an event for those that ``may`` allows; the view is given the ``Event``."""

    def wrap(view: View) -> View:
        @login_required
        @wraps(view)
        def inner(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponse:
            event = find_event(request, slug)
            if not may(request.user, event):
                raise PermissionDenied
            return view(request, event, **kwargs)

        return inner

    return wrap


@dataclass(slots=True)
class Attempt:
    """Whether a verb went through, and the sentences if it did not."""

    done: bool = False
    sentences: tuple[str, ...] = ()


class TakesErrors(Protocol):
    """Several forms that are one to a verb."""

    def put(self, errors: Mapping[str, Sequence[str]]) -> None:
        """Each error to the form it belongs to."""


@contextmanager
def attempt(
    request: HttpRequest | None, form: forms.BaseForm | TakesErrors | None = None
) -> Iterator[Attempt]:
    """Run verbs; a refusal becomes errors of the form, or notices where there is no form."""
    found = Attempt()
    errors: dict[str, list[str]] = {}
    try:
        yield found
    except services.Refused as error:
        errors = {"": [sentence(error)]}
    except services.Invalid as error:
        errors = error.errors
    else:
        found.done = True
    found.sentences = tuple(text for texts in errors.values() for text in texts)
    if isinstance(form, forms.BaseForm):
        put_errors(form, errors)
    elif form is not None:
        form.put(errors)
    elif request is not None:
        for text in found.sentences:
            messages.error(request, text)


def sentence(error: services.Refused) -> str:
    """Why not, with the clause of the rules behind it."""
    return f"{error} ({error.clause})" if error.clause else str(error)


def put_errors(form: forms.BaseForm, errors: Mapping[str, Sequence[str]]) -> None:
    """The errors of a verb at the fields they belong to."""
    for field, texts in errors.items():
        for text in texts:
            form.add_error(field if field in form.fields else None, text)


def show(request: HttpRequest, event: Event, page: str, **context: Any) -> HttpResponse:
    """A page of the desk, with what its frame needs."""
    code = context.pop("http_status", 200)
    frame = {
        "event": event,
        "can": {
            "organise": may_organise(request.user, event),
            "lead": may_lead(request.user, event),
            "referee": may_referee(request.user, event),
            "score": may_score(request.user, event),
        },
        "page": page,
    }
    return render(request, f"tournaments/desk/{page}.html", frame | context, status=code)


def done(request: HttpRequest, text: str) -> None:
    """Say that something has been done."""
    messages.success(request, text)


def find_entry(event: Event, number: int) -> Entry:
    """An entry by its number."""
    entry = event.entries.filter(number=number).select_related("team", "club").first()
    if entry is None:
        raise Http404(number)
    entry.event = event
    return entry


def find_stage(event: Event, order: int) -> Stage:
    """A stage by its place in the event."""
    stage = event.stages.filter(order=order).first()
    if stage is None:
        raise Http404(order)
    stage.event = event
    return stage


def find_round(event: Event, order: int, number: int) -> Round:
    """A round by stage and number."""
    stage = find_stage(event, order)
    round = stage.rounds.filter(number=number).first()
    if round is None:
        raise Http404(number)
    round.stage = stage
    return round


def find_match(event: Event, pk: int) -> EventMatch:
    """A match of the event."""
    match = event.matches.filter(pk=pk).select_related("round__stage").first()
    if match is None:
        raise Http404(pk)
    match.event = match.round.stage.event = event
    return match


def reason_of(request: HttpRequest) -> str:
    """The reason somebody typed."""
    return request.POST.get("reason", "").strip()[:300]


def round_name(round: Round) -> str:
    """A round in a heading: with its stage where there are several."""
    text = gettext("Round %(number)d") % {"number": round.number}
    several = round.stage.event.stages.count() > 1
    return f"{round.stage} · {text}" if several else text


def trail_lines(lines: Iterable[AuditLine]) -> list[tuple[AuditLine, str]]:
    """Lines of the trail, each with its sentence."""
    return [(line, selectors.audit_words(line)) for line in lines]
