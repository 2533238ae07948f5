"""The draw of a round, its results, one match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from tournaments import selectors
from tournaments.models import EventMatch, Round
from tournaments.selectors import MatchLine
from tournaments.selectors.facts import PUBLIC
from tournaments.views.public.common import find, page, round_of


def _wanted(lines: Sequence[MatchLine], text: str) -> list[MatchLine]:
    """The matches in which a name, club, pinyin, pair's number or table occurs."""
    text = text.casefold()
    if not text:
        return list(lines)
    return [
        line
        for line in lines
        if text == str(line.table_no)
        or any(
            text in each.casefold()
            for side in line.sides
            for each in (side.entry.name, side.entry.sort_key, side.entry.club_name, *side.players)
        )
    ]


@gzip_page
@require_safe
def draw(
    request: HttpRequest, slug: str, stage: int | None = None, number: int | None = None
) -> HttpResponse:
    """Who meets whom at which table, by table or by name, and why."""
    event = find(request, slug)
    round, rounds = round_of(event, stage, number)
    text = request.GET.get("q", "").strip()
    by_name = request.GET.get("by") == "name"

    def build() -> dict[str, Any]:
        shown: dict[str, Any] = {"round": round, "rounds": rounds, "text": text, "page": "draw"}
        if round is None:
            return shown
        lines = _wanted(selectors.draw(round), text)
        if by_name:
            found = [
                (side.entry, line.table_no, other.entry if other else None)
                for line in lines
                for side in line.sides
                for other in [next((s for s in line.sides if s is not side), None)]
            ]
            found.sort(key=lambda item: (item[0].sort_key, item[0].number))
            return {**shown, "by_name": found, "clock": selectors.clock(round)}
        return {**shown, "lines": lines, "clock": selectors.clock(round)}

    title = _("Pairings of round %(n)d") % {"n": round.number} if round else _("Pairings")
    return page(request, event, "draw", build, title=title, round=round, text=text, by_name=by_name)


@gzip_page
@require_safe
def results(
    request: HttpRequest, slug: str, stage: int | None = None, number: int | None = None
) -> HttpResponse:
    """The results of a round as they come in."""
    event = find(request, slug)
    if stage is None:
        round, rounds = _with_results(*round_of(event, None, None))
    else:
        round, rounds = round_of(event, stage, number)
    text = request.GET.get("q", "").strip()

    def build() -> dict[str, Any]:
        shown: dict[str, Any] = {"round": round, "rounds": rounds, "text": text, "page": "results"}
        if round is None:
            return shown
        lines = selectors.draw(round)
        done = sum(line.state == EventMatch.State.CONFIRMED for line in lines)
        slow = {line.match.pk for line in selectors.missing(round) if line.slow}
        return {
            **shown,
            "lines": _wanted(lines, text),
            "done": done,
            "of": len(lines),
            "slow": slow,
            "clock": selectors.clock(round),
        }

    title = _("Results of round %(n)d") % {"n": round.number} if round else _("Results")
    return page(request, event, "results", build, title=title, round=round, text=text)


def _with_results(round: Round | None, rounds: list[Round]) -> tuple[Round | None, list[Round]]:
    """The newest round that has begun, for a draw that is only announced has none."""
    begun = [each for each in rounds if each.status in ("running", "finished")]
    return (begun[-1] if begun else round), rounds


@require_safe
def match(request: HttpRequest, slug: str, match_id: int) -> HttpResponse:
    """One match: sides, result, how it came about, its deals."""
    event = find(request, slug)
    rows = EventMatch.objects.filter(event=event, round__status__in=PUBLIC)
    found = rows.filter(pk=match_id).select_related("round__stage", "event").first()
    if found is None:
        raise Http404(match_id)
    match = found

    def build() -> dict[str, Any]:
        detail = selectors.match_detail(match)
        game = detail.line.match.game_match
        hidden = event.duplicate and match.round.status != Round.Status.FINISHED
        return {
            "detail": detail,
            "line": detail.line,
            "match": detail.line.match,
            "game": None if hidden else game,
        }

    title = _("Round %(n)d, table %(table)s") % {
        "n": match.round.number,
        "table": match.table_no or "–",
    }
    return page(request, event, "match", build, tab="results", title=title, match=match)
