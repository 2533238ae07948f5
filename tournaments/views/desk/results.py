"""One match at the desk: its history, rulings, corrections, forfeits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from accounts.permissions import may_referee, may_score
from accounts.views import person
from tournaments import selectors, services
from tournaments.engine.pairing.progress import Undecided
from tournaments.forms.results import ResultForm, initial_of
from tournaments.models import Event, EventMatch
from tournaments.services import Result
from tournaments.views.desk.common import (
    attempt,
    desk_page,
    done,
    find_match,
    reason_of,
    round_name,
    show,
    trail_lines,
)


@desk_page(may_score)
def match(request: HttpRequest, event: Event, pk: int) -> HttpResponse:
    """One match: who meets whom and why, its result, everything that was said about it.

    A result of a scorer counts at once; of a confirmed one the referee corrects with a reason.
    """
    match = find_match(event, pk)
    detail = selectors.match_detail(match)
    if len(detail.line.sides) != 2:
        return show(request, event, "match", detail=detail, match=match, bye=True,
                    name=round_name(match.round))  # fmt: skip
    names = [side.entry.name for side in detail.line.sides]
    confirmed = match.state == EventMatch.State.CONFIRMED
    disputed = match.state == EventMatch.State.DISPUTED
    referee = may_referee(request.user, event)
    form = ResultForm(
        request.POST or None,
        match=match,
        names=names,
        initial=initial_of(_known(match, detail)),
        with_reason=confirmed or disputed,
    )
    undecided = None
    if request.method == "POST" and form.is_valid():
        undecided = _take(request, match, form)
        if undecided is None and not form.errors:
            return redirect("tournaments:desk_match", event.slug, pk)
    context = {
        "match": match,
        "detail": detail,
        "names": names,
        "name": round_name(match.round),
        "form": form if referee or not (confirmed or disputed) else None,
        "undecided": undecided,
        "entries": [(e, _shown(e.result), _who(e.side, names)) for e in detail.entries],
        "changes": [(c, _shown(c.before), _shown(c.after)) for c in detail.changes],
        "trail": trail_lines(selectors.audit(event, match=pk)[:30]),
        "confirmed": confirmed,
        "disputed": disputed,
    }
    return show(request, event, "match", **context)


def _known(match: EventMatch, detail: Any) -> Result | None:
    """What to start from: the result that counts, or what was last said."""
    if match.state == EventMatch.State.CONFIRMED:
        last = next((c.after for c in reversed(detail.changes) if c.after), None)
    else:
        said = [e for e in detail.entries if e.revision == match.revision]
        last = said[-1].result if said else None
    return Result.from_json(last) if last and "ending" in last else None


def _who(side: int | None, names: list[str]) -> str:
    return "" if side is None else names[side]


def _shown(data: Mapping[str, Any] | None) -> str:
    """A result of the history in short."""
    if not data or "ending" not in data:
        return "–"
    if data["ending"] == "forfeit":
        winner = data.get("winner")
        return gettext("both missing") if winner is None else gettext("forfeit")
    if data.get("levels"):
        return " : ".join(data["levels"])
    return " ".join(data.get("boards", ())) or "–"


def _take(request: HttpRequest, match: EventMatch, form: ResultForm) -> dict[str, Any] | None:
    """Enter, rule or correct, as the match stands; a choice to make is answered."""
    by, reason = person(request), form.cleaned_data.get("reason", "")
    later = request.POST.get("later") or None
    answer: Any = None
    with attempt(request, form) as tried:
        if match.state == EventMatch.State.CONFIRMED:
            answer = services.correct_result(
                match=match,
                by=by,
                result=form.result(),
                reason=reason,
                later=later if later in ("keep", "replay") else None,  # type: ignore[arg-type]
            )
        elif match.state == EventMatch.State.DISPUTED:
            services.rule_result(match=match, by=by, result=form.result(), reason=reason)
        else:
            services.enter_result(
                match=match, by=by, result=form.result(), client_id=uuid4().hex, origin="scorer"
            )
    if isinstance(answer, Undecided):
        return _choices(match.event, answer)
    if tried.done:
        done(request, gettext("The result is confirmed."))
    return None


def _choices(event: Event, answer: Undecided) -> dict[str, Any]:
    say = selectors.words(event)
    return {"text": say(answer.text), "begun": [remade.key for remade in answer.begun]}


@desk_page(may_score)
@require_POST
def act_on_match(request: HttpRequest, event: Event, pk: int, verb: str) -> HttpResponse:
    """Confirm, forfeit, strike, another table, on line or in the hall."""
    match, by, text = find_match(event, pk), person(request), gettext("Saved.")
    with attempt(request) as tried:
        match verb:
            case "confirm":
                services.confirm_result(match=match, by=by)
                text = gettext("The result is confirmed.")
            case "forfeit":
                side = request.POST.get("side", "")
                services.forfeit(
                    match=match, by=by, reason=reason_of(request),
                    side="both" if side == "both" else 1 if side == "1" else 0,
                )  # fmt: skip
                text = gettext("Entered as a forfeit.")
            case "strike":
                later = request.POST.get("later") or None
                answer = services.strike_result(
                    match=match, by=by, reason=reason_of(request),
                    later=later if later in ("keep", "replay") else None,  # type: ignore[arg-type]
                )  # fmt: skip
                if isinstance(answer, Undecided):
                    text = _choices(event, answer)["text"]
                else:
                    text = gettext("The result does not count any more.")
            case "table":
                table = request.POST.get("table_no", "")
                if table.isdecimal() and 0 < int(table) < 100000:
                    services.move_table(match=match, by=by, table_no=int(table))
            case "online":
                services.set_online(match=match, by=by, online=request.POST.get("online") == "1")
            case _:
                raise Http404(verb)
    if tried.done:
        done(request, text)
    return redirect("tournaments:desk_match", event.slug, pk)
