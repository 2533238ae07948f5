"""Results at the desk: the grid of a round, one match with its history, rulings, corrections."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import uuid4

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from accounts.permissions import may_referee, may_score
from accounts.views import person
from tournaments import selectors, services
from tournaments.engine.pairing.progress import Undecided
from tournaments.forms.entries import FileForm
from tournaments.forms.results import LEVELS, ResultForm, initial_of, result_of_words
from tournaments.models import Event, EventMatch
from tournaments.selectors import MatchLine
from tournaments.services import Result
from tournaments.views.desk.common import (
    attempt,
    desk_page,
    done,
    find_match,
    find_round,
    reason_of,
    round_name,
    sentence,
    show,
    trail_lines,
)

# --------------------------------------------------------------------------------- the grid


@dataclass(slots=True)
class GridRow:
    """A line of the grid: the match, what is in the fields, what is wrong with it."""

    line: MatchLine
    values: dict[str, str]
    client_id: str
    errors: tuple[str, ...] = ()

    @property
    def open(self) -> bool:
        """A result can be typed here; confirmed ones are corrected on the page of the match.

        What is played on line sends its result itself; a ruling is given on that page too.
        """
        return self.line.state != EventMatch.State.CONFIRMED and not self.line.match.online


FIELDS = ("l0", "l1", "deals", "winner", "boards")


@desk_page(may_score)
def results_grid(request: HttpRequest, event: Event, order: int, number: int) -> HttpResponse:
    """Table by table: levels of both sides; with scripts each line is sent by itself."""
    round = find_round(event, order, number)
    if not round.public:
        raise Http404(number)
    lines = [line for line in selectors.draw(round) if not line.bye]
    rows = [_row(line, request.POST if request.method == "POST" else {}) for line in lines]
    if request.method == "POST":
        saved = sum(_save(request, row) for row in rows)
        wrong = [row for row in rows if row.errors]
        if saved:
            done(request, gettext("Results entered: %(count)d.") % {"count": saved})
        if not wrong:
            return redirect("tournaments:results_grid", event.slug, order, number)
    context = {
        "round": round,
        "name": round_name(round),
        "rows": rows,
        "levels": LEVELS,
        "knockout": round.stage.knockout,
        "missing": sum(row.line.state != EventMatch.State.CONFIRMED for row in rows),
        "clock": selectors.clock(round),
    }
    return show(request, event, "results_grid", **context)


def _row(line: MatchLine, data: Mapping[str, str]) -> GridRow:
    values = {name: data.get(f"{name}-{line.match.pk}", "").strip() for name in FIELDS}
    return GridRow(line, values, data.get(f"id-{line.match.pk}") or uuid4().hex)


def _save(request: HttpRequest, row: GridRow) -> bool:
    """Enter a line that something was typed in; whether it went through."""
    typed = row.values
    if not row.open or not any(typed[name] for name in ("l0", "l1", "boards")):
        return False
    with attempt(None) as tried:
        services.enter_result(
            match=row.line.match,
            by=person(request),
            result=result_of_words(
                {
                    "levels": [typed["l0"], typed["l1"]] if typed["l0"] or typed["l1"] else None,
                    "deals": typed["deals"] or 0,
                    "winner": typed["winner"] or None,
                    "boards": typed["boards"],
                }
            ),
            client_id=row.client_id,
            origin="scorer",
        )
    row.errors = tried.sentences
    return tried.done


@desk_page(may_score)
@require_POST
def send_result(request: HttpRequest, event: Event, order: int, number: int) -> HttpResponse:
    """One line of the grid, as JSON: ``{match, client_id, levels, deals, winner, boards}``."""
    data = read_json(request)
    match = find_match(event, int(data.get("match") or 0))
    if match.round_id != find_round(event, order, number).pk:
        raise Http404(match.pk)
    return answer_of(match, data, by=person(request), origin="scorer")


def read_json(request: HttpRequest) -> dict[str, Any]:
    """The body of a request of our scripts."""
    try:
        data = json.loads(request.body)
    except ValueError as error:
        raise Http404("no JSON") from error
    if not isinstance(data, dict):
        raise Http404("no object")
    return data


def answer_of(match: EventMatch, data: Mapping[str, Any], **who: Any) -> JsonResponse:
    """Enter what was sent; the answer says in words what has become of it.

    ``ok``: it is kept here and need not be sent again; ``conflict``: it differs from what is
    entered or confirmed. Not ``ok``: it was refused and stays in the browser.
    """
    at = data.get("entered_at")
    try:
        answer = services.enter_result(
            match=match,
            result=result_of_words(data),
            client_id=str(data.get("client_id") or uuid4().hex)[:64],
            entered_at=_moment(at),
            **who,
        )
    except services.Refused as error:
        return JsonResponse({"ok": False, "text": sentence(error)}, status=409)
    except services.Invalid as error:
        return JsonResponse({"ok": False, "text": str(error)}, status=422)
    match.refresh_from_db()
    return JsonResponse(
        {
            "ok": True,
            "state": str(answer.state),
            "conflict": answer.conflict,
            "duplicate": answer.duplicate,
            "result": selectors.result_words(match),
            "text": words_of(answer),
        }
    )


def _moment(text: Any) -> datetime | None:
    try:
        at = datetime.fromisoformat(str(text).replace("Z", "+00:00"))
    except ValueError:
        return None
    return at if timezone.is_aware(at) else None


def words_of(answer: services.Answer) -> str:
    """What has become of a result, in a sentence."""
    states = EventMatch.State
    if answer.state == states.CONFIRMED and answer.conflict:
        return gettext("Another result is confirmed already. Yours is kept; ask the referee.")
    match answer.state:
        case states.CONFIRMED:
            return gettext("The result is confirmed.")
        case states.DISPUTED:
            return gettext("The two sides differ: the referee decides.")
        case _:
            return gettext("Entered. The other side has to agree.")


@desk_page(may_score)
def import_results(request: HttpRequest, event: Event, order: int, number: int) -> HttpResponse:
    """Results from a file: looked at first, taken as a whole."""
    round, form, reading = find_round(event, order, number), FileForm(), None
    if request.method == "POST":
        form = FileForm(request.POST, request.FILES)
        if form.is_valid():
            data, filename = form.cleaned_data["data"], form.cleaned_data["filename"]
            with attempt(request, form):
                reading = services.read_results(round=round, data=data, filename=filename)
                if "import" in request.POST and reading.ok:
                    made = services.import_results(
                        round=round, by=person(request), data=data, filename=filename
                    )
                    done(request, gettext("Results entered: %(count)d.") % {"count": len(made)})
                    return redirect("tournaments:results_grid", event.slug, order, number)
            if reading is not None:
                form = FileForm(initial={"text": _as_lines(reading)})
    context = {"round": round, "name": round_name(round), "form": form, "reading": reading}
    return show(request, event, "import_results", **context)


def _as_lines(reading: Any) -> str:
    fields = ("table", "level_0", "level_1", "deals", "winner")
    lines = ["table\tlevel 1\tlevel 2\tdeals\twinner"]
    for row in reading.rows:
        lines.append("\t".join(str(row.values.get(f) or "") for f in fields))
    return "\n".join(lines)


# ---------------------------------------------------------------------------------- a match


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
