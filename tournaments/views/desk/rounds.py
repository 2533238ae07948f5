"""Rounds: the draw with its reasons, the draft by hand, publication, play, the end of a stage."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from accounts.permissions import may_lead, may_score
from accounts.views import person
from tournaments import selectors, services
from tournaments.engine.pairing.model import ChoiceKind, Unsatisfiable
from tournaments.forms.draws import DrawForm
from tournaments.models import Entry, Event, Round, Stage
from tournaments.views.desk.common import (
    attempt,
    desk_page,
    done,
    find_round,
    find_stage,
    reason_of,
    round_name,
    sentence,
    show,
)

ENDS: Final = (ChoiceKind.END_STAGE, ChoiceKind.SHORTEN)


@desk_page(may_score)
@require_safe
def rounds(request: HttpRequest, event: Event) -> HttpResponse:
    """All stages with their rounds, and how far each is."""
    by_stage: dict[int, list[Round]] = {}
    for round in selectors.rounds(event, request.user):
        by_stage.setdefault(round.stage_id, []).append(round)
    steps = [step for step in selectors.next_steps(event) if isinstance(step.target, Stage)]
    stages = [
        {
            "stage": stage,
            "rounds": by_stage.get(stage.pk, []),
            "entrants": stage.entrants.count(),
            "steps": {s.verb: s for s in steps if s.target.pk == stage.pk},
            "schedule": stage.kind in (Stage.Kind.ROUND_ROBIN, Stage.Kind.GROUPS),
        }
        for stage in event.stages.all()
    ]
    return show(request, event, "rounds", stages=stages)


@desk_page(may_lead)
@require_POST
def draw(request: HttpRequest, event: Event, order: int) -> HttpResponse:
    """Draw the next round; where none is possible, show the ways out and what each gives up."""
    stage = find_stage(event, order)
    choice = request.POST.get("choice", "")
    drawn: Round | Unsatisfiable | None = None
    with attempt(request):
        drawn = services.draw_round(
            stage=stage, by=person(request), choice=int(choice) if choice.isdecimal() else None
        )
    match drawn:
        case Unsatisfiable():
            return _no_draw(request, event, stage, drawn)
        case Round():
            return redirect("tournaments:desk_round", event.slug, order, drawn.number)
        case _:
            return redirect("tournaments:desk_rounds", event.slug)


def _no_draw(
    request: HttpRequest, event: Event, stage: Stage, found: Unsatisfiable
) -> HttpResponse:
    say = selectors.words(event)
    choices = [
        {
            "index": index,
            "text": say(choice.text),
            "gives_up": [say(text) for text in choice.gives_up],
            "ends": choice.kind in ENDS,
        }
        for index, choice in enumerate(found.choices)
    ]
    context = {"stage": stage, "problem": say(found.problem), "choices": choices}
    return show(request, event, "no_draw", http_status=409, **context)


@desk_page(may_lead)
@require_POST
def draw_all(request: HttpRequest, event: Event, order: int) -> HttpResponse:
    """The whole schedule of a round robin or of groups."""
    with attempt(request) as tried:
        made = services.draw_all(stage=find_stage(event, order), by=person(request))
    if tried.done:
        done(request, gettext("Rounds drawn: %(count)d.") % {"count": len(made)})
    return redirect("tournaments:desk_rounds", event.slug)


@desk_page(may_lead)
@require_POST
def end_stage(request: HttpRequest, event: Event, order: int) -> HttpResponse:
    """Final ranks; the next stage begins with those who go on."""
    following = None
    with attempt(request) as tried:
        following = services.end_stage(stage=find_stage(event, order), by=person(request))
    if tried.done and following is not None:
        text = gettext("%(stage)s begins with %(count)d pairs.")
        done(request, text % {"stage": following, "count": following.entrants.count()})
    elif tried.done:
        done(request, gettext("The stage is over."))
    return redirect("tournaments:desk_rounds", event.slug)


@desk_page(may_score)
@require_safe
def round_page(request: HttpRequest, event: Event, order: int, number: int) -> HttpResponse:
    """The draw by table with a reason for everything; what can be done with the round."""
    round = find_round(event, order, number)
    if not round.public and not may_lead(request.user, event):
        raise Http404(number)
    say = selectors.words(event)
    lines = selectors.draw(round)
    allowed = round.allowed or {}
    context = {
        "round": round,
        "name": round_name(round),
        "lines": lines,
        "granted": say(allowed.get("text")) if allowed.get("text") else "",
        "gives_up": [say(text) for text in allowed.get("gives_up", ())],
        "clock": selectors.clock(round),
        "missing": sum(1 for line in lines if line.state != "confirmed" and not line.bye),
        "draft": round.status in (Round.Status.DRAFT, Round.Status.CHECKED),
        "floats": sum(1 for line in lines for r in line.match.reasons if r["why"] == "float"),
        "starts": _wall(round.starts_at, event),
    }
    return show(request, event, "round", **context)


def _wall(at: datetime | None, event: Event) -> str:
    zone = ZoneInfo(event.time_zone)
    return "" if at is None else at.astimezone(zone).strftime("%Y-%m-%dT%H:%M")


@desk_page(may_lead)
@require_POST
def set_time(request: HttpRequest, event: Event, order: int, number: int) -> HttpResponse:
    """When the round is called, by the clock of the event's place."""
    round, text = find_round(event, order, number), request.POST.get("starts_at", "")
    try:
        at = datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(event.time_zone))
    except ValueError:
        at = None
    with attempt(request) as tried:
        services.set_times(round=round, by=person(request), starts_at=at)
    if tried.done:
        done(request, gettext("Saved."))
    return redirect("tournaments:desk_round", event.slug, order, number)


@desk_page(may_lead)
@require_POST
def act_on_round(
    request: HttpRequest, event: Event, order: int, number: int, verb: str
) -> HttpResponse:
    """Check, publish, take back, start, stop and move the clock, finish, discard."""
    round, by = find_round(event, order, number), person(request)
    with attempt(request) as tried:
        match verb:
            case "check":
                services.check_round(round=round, by=by)
                text = gettext("Checked.")
            case "publish":
                services.publish_round(round=round, by=by)
                text = gettext("Published: everybody sees the draw.")
            case "withdraw":
                services.withdraw_publication(round=round, by=by, reason=reason_of(request))
                text = gettext("Taken back: it is a draft again.")
            case "start":
                services.start_round(round=round, by=by, roll=roll_of(request))
                text = gettext("The round has begun.")
            case "pause":
                services.pause_round(round=round, by=by)
                text = gettext("The clock stands still.")
            case "resume":
                services.resume_round(round=round, by=by)
                text = gettext("The clock goes on.")
            case "extend":
                services.extend_round(round=round, by=by, minutes=_minutes(request))
                text = gettext("The clock has been moved.")
            case "finish":
                services.finish_round(round=round, by=by)
                text = gettext("The round is finished.")
            case "discard":
                services.discard_round(round=round, by=by)
                text = gettext("The draft is thrown away.")
            case _:
                raise Http404(verb)
    if tried.done:
        done(request, text)
        if verb == "discard":
            return redirect("tournaments:desk_rounds", event.slug)
        if verb == "finish" or request.POST.get("from") == "desk":
            return redirect("tournaments:desk", event.slug)
    return redirect("tournaments:desk_round", event.slug, order, number)


def roll_of(request: HttpRequest) -> bool | None:
    """What was picked beside the button that calls the round: ``includes/roll.html`` (CP-3)."""
    return {"call": True, "referee": False}.get(request.POST.get("roll", ""))


def _minutes(request: HttpRequest) -> int:
    try:
        return max(-240, min(240, int(request.POST.get("minutes", ""))))
    except ValueError:
        return 5


# ---------------------------------------------------------------------------------- by hand


def _entries(round: Round) -> dict[int, Entry]:
    rows = round.stage.entrants.select_related("entry__team")
    return {row.entry.number: row.entry for row in rows}


@desk_page(may_lead)
def edit_draw(request: HttpRequest, event: Event, order: int, number: int) -> HttpResponse:
    """The draft by hand: numbers of pairs and tables, or two pairs exchanged; with a reason."""
    round = find_round(event, order, number)
    entries, errors, warnings = _entries(round), [], []
    if request.method == "POST":
        form = DrawForm.of_data(request.POST, entries)
        warnings = _warnings(event, round, form)
        if "swap" not in request.POST and not form.errors:
            errors = _save(request, round, form)
            if not errors:
                done(request, gettext("The draw is changed; it is a draft until you publish it."))
                return redirect("tournaments:desk_round", event.slug, order, number)
    else:
        form = DrawForm.of_draw(selectors.draw(round), entries)
    context = {
        "round": round,
        "name": round_name(round),
        "form": form,
        "errors": errors,
        "warnings": warnings,
        "entries": sorted(entries.values(), key=lambda e: e.number),
        "reason": request.POST.get("reason", ""),
    }
    return show(request, event, "edit_draw", **context)


def _save(request: HttpRequest, round: Round, form: DrawForm) -> list[str]:
    try:
        services.set_pairings(
            round=round,
            by=person(request),
            pairs=form.pairs,
            byes=form.byes,
            tables=form.tables,
            reason=reason_of(request),
        )
    except services.Refused as error:
        return [sentence(error)]
    except services.Invalid as error:
        return [text for texts in error.errors.values() for text in texts]
    return []


def _warnings(event: Event, round: Round, form: DrawForm) -> list[dict[str, Any]]:
    say = selectors.words(event)
    found = services.check_pairings(
        round=round, pairs=form.pairs, byes=form.byes, tables=form.tables
    )
    return [{"text": say(w.text), "bars": w.bars} for w in found]


@desk_page(may_lead)
@require_POST
def check_draw(request: HttpRequest, event: Event, order: int, number: int) -> HttpResponse:
    """The warnings for what is typed at this moment."""
    round = find_round(event, order, number)
    form = DrawForm.of_data(request.POST, _entries(round))
    context = {"form": form, "warnings": _warnings(event, round, form)}
    return render(request, "tournaments/desk/includes/draw_warnings.html", context)
