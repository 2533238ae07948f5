"""The results of a round at once: the scorer's grid, a file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from accounts.permissions import may_score
from accounts.views import person
from tournaments import selectors, services
from tournaments.forms.entries import FileForm
from tournaments.forms.results import LEVELS, result_of_words
from tournaments.models import Event, EventMatch
from tournaments.selectors import MatchLine
from tournaments.views.desk.answers import answer_of, read_json
from tournaments.views.desk.common import (
    attempt,
    desk_page,
    done,
    find_match,
    find_round,
    round_name,
    show,
)


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
