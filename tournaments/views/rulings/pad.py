"""The referee's pad: find a table, see who is there, pick the clause, look ahead, confirm."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, cast

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_POST

from accounts.permissions import may_lead, may_referee
from accounts.views import person
from tournaments import selectors, services
from tournaments.engine.catalogue import FOULS, GRADE_LABELS
from tournaments.engine.pairing.progress import Undecided
from tournaments.forms.rulings import PenaltyForm
from tournaments.models import Event, EventMatch, Leave, Round
from tournaments.selectors import MatchThere
from tournaments.views.desk.common import attempt, desk_page, done, find_match, reason_of
from tournaments.views.rulings.common import names, show


@desk_page(may_referee)
def tables(request: HttpRequest, event: Event) -> HttpResponse:
    """All tables of the rounds that are called or about to be, found by number, name or code."""
    text = request.GET.get("q", "").strip()
    rounds = selectors.current_rounds(event)
    there = [(round, selectors.presence(round)) for round in rounds]
    lines = [(round, _found(event, all_, text), Waited.of(all_)) for round, all_ in there]
    matches = [line.match for _round, found, _waited in lines for line in found]
    if text and len(matches) == 1:
        return redirect("tournaments:referee_pad", event.slug, matches[0].pk)
    selectors.mark_tables(matches)
    leaves = Leave.objects.filter(round__in=rounds, state=Leave.State.ASKED)
    return show(
        request,
        event,
        "tables",
        q=text,
        lines=lines,
        leaves=leaves.select_related("entry", "round"),
        calls=selectors.open_calls(event),
        calling=event.config.call_tables,
        in_hall=event.mode != Event.Mode.ONLINE,
    )


@dataclass(frozen=True, slots=True)
class Waited:
    """How a round stands that has been called: the next deadline, and who has not been seen."""

    unseen: int
    late: int
    in_hall: int
    by_itself: bool
    """In the hall: the roll was called with this round."""
    until: datetime | None
    left: int

    @classmethod
    def of(cls, lines: list[MatchThere]) -> Waited:
        """Of all matches of the round."""
        open_ = [line for line in lines if line.waiting and line.match.round.started_at]
        sides = [s for line in open_ for s in line.sides if s.side.present_at is None]
        coming = [s for s in sides if not s.late and s.until is not None]
        first = min(coming, key=lambda s: s.left or 0, default=None)
        return cls(
            unseen=len(sides),
            late=sum(s.late for s in sides),
            in_hall=sum(not line.match.online for line in open_),
            by_itself=any(line.by_itself for line in open_ if not line.match.online),
            until=first.until if first else None,
            left=(first.left or 0) if first else 0,
        )


def _found(event: Event, lines: list[MatchThere], text: str) -> list[MatchThere]:
    """Those of a table's number, a code, or a part of a name, pinyin too."""
    if not text:
        return lines
    exact = [
        line
        for line in lines
        if text == str(line.match.table_no)
        or text in (line.match.code, *(s.side.entry.code for s in line.sides))
    ]
    if exact:
        return exact
    named = {entry.pk for entry in selectors.search(event, text)}
    return [line for line in lines if any(s.side.entry_id in named for s in line.sides)]


@require_POST
@desk_page(may_referee)
def all_here(request: HttpRequest, event: Event, pk: int) -> HttpResponse:
    """A referee has gone through the hall: everybody who has not been seen is at the table."""
    round = Round.objects.filter(pk=pk, stage__event=event).select_related("stage__event").first()
    if round is None:
        raise Http404(pk)
    seen = 0
    with attempt(request) as tried:
        seen = services.check_in_rest(round=round, by=person(request))
    if tried.done:
        text = ngettext("%(n)d pair is at its table.", "%(n)d pairs are at their tables.", seen)
        done(request, text % {"n": seen})
    return redirect("tournaments:referee_tables", event.slug)


@require_POST
@desk_page(may_lead)
def calling(request: HttpRequest, event: Event) -> HttpResponse:
    """Whether in the hall who is late forfeits by itself."""
    with attempt(request) as tried:
        services.call_tables(event=event, by=person(request), on="on" in request.POST)
    if tried.done:
        done(request, gettext("Saved. It holds from the next round that is called."))
    return redirect("tournaments:referee_tables", event.slug)


@desk_page(may_referee)
def pad(request: HttpRequest, event: Event, pk: int) -> HttpResponse:
    """One table: pick who and what; the first press looks ahead, the second confirms (CP-11)."""
    match = find_match(event, pk)
    if not match.round.public or match.sides.count() != 2:
        raise Http404(pk)
    place = request.GET.get("deal", ""), request.GET.get("trick", "")
    form = PenaltyForm(match, event, request.POST or None, place=place)
    preview = None
    if request.method == "POST" and form.is_valid():
        ruling = form.ruling()
        with attempt(request, form) as tried:
            if "confirm" in request.POST:
                penalty = services.record_penalty(event=event, by=person(request), ruling=ruling)
            else:
                services.check_penalty(event, ruling)
                preview = selectors.penalty_preview(event, ruling)
        if tried.done and preview is None:
            done(request, gettext("Recorded. Standings follow at once."))
            return redirect("tournaments:penalty", event.slug, penalty.pk)
    rows = selectors.penalties(event, person(request)).filter(match=match)
    return show(
        request,
        event,
        "pad",
        match=match,
        names=names(match),
        form=form,
        preview=preview,
        given=_said(form, event) if preview else None,
        line=next(iter(selectors.presence(match.round, match=match)), None),
        counts=[(side.entry, selectors.penalty_count(event, side.entry)) for side in form.sides],
        penalties=[(row, selectors.effect_words(row)) for row in rows],
        result=selectors.result_words(match),
        forfeited=match.state == EventMatch.State.CONFIRMED and match.ending == "forfeit",
        offered={
            foul.id: {"remedy": gettext(foul.remedy), "grades": list(foul.grades)} for foul in FOULS
        },
        fouls=[
            (
                foul.clause,
                gettext(foul.label),
                gettext(foul.remedy),
                [gettext(GRADE_LABELS[grade]) for grade in foul.grades],
            )
            for foul in FOULS
        ],
    )


def _said(form: PenaltyForm, event: Event) -> list[tuple[str, str]]:
    """What has been picked, in the words of the form; the grade with all that it does."""
    found = []
    for name in ("who", "foul"):
        choices: Any = form.fields[name].choices  # type: ignore[attr-defined]
        label = dict(choices).get(form.cleaned_data[name], "")
        found.append((str(form.fields[name].label), str(label).removeprefix("– ")))
    effect = selectors.effect_words(form.ruling().row(event))
    return [*found, (str(form.fields["grade"].label), effect)]


SIDES = {"0": 0, "1": 1, "both": "both"}


@require_POST
@desk_page(may_referee)
def act(request: HttpRequest, event: Event, pk: int, verb: str) -> HttpResponse:
    """Check a pair in at the table, take it back, forfeit for a changed pair, lift a forfeit."""
    match, by, reason = find_match(event, pk), person(request), reason_of(request)
    with attempt(request) as tried:
        match verb:
            case "here":
                side = _side(match, request)
                services.check_in_at_table(match=match, entry=side.entry, by=by)
            case "not-here":
                side = _side(match, request)
                services.undo_check_in_at_table(match=match, entry=side.entry, by=by, reason=reason)
            case "changed":
                which = cast(Literal[0, 1, "both"], SIDES.get(request.POST.get("side", ""), 0))
                services.forfeit_changed_pair(match=match, by=by, side=which, reason=reason)
            case "forfeit":
                which = cast(Literal[0, 1, "both"], SIDES.get(request.POST.get("side", ""), 0))
                services.forfeit(match=match, by=by, side=which, reason=reason)
            case "lift":
                lifted = services.lift_forfeit(match=match, by=by, reason=reason)
                if isinstance(lifted, Undecided):
                    raise services.Refused(services.No.LATER_BEGUN)
            case _:
                raise Http404(verb)
    if tried.done:
        done(request, gettext("Done."))
    if request.POST.get("back") == "tables":
        return redirect("tournaments:referee_tables", event.slug)
    return redirect("tournaments:referee_pad", event.slug, match.pk)


def _side(match: EventMatch, request: HttpRequest) -> Any:
    side = match.sides.filter(side=1 if request.POST.get("side") == "1" else 0).first()
    if side is None:
        raise Http404
    return side


@require_POST
@desk_page(may_lead)
def answer_leave(request: HttpRequest, event: Event, pk: int) -> HttpResponse:
    """The chief referee grants leave, or does not (CP-4)."""
    leave = Leave.objects.filter(pk=pk, round__stage__event=event).first()
    if leave is None:
        raise Http404(pk)
    with attempt(request) as tried:
        services.answer_leave(leave=leave, by=person(request), grant="grant" in request.POST)
    if tried.done:
        done(request, gettext("The pair is told."))
    return redirect("tournaments:referee_tables", event.slug)
