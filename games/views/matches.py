"""Matches and deals, from their tallies."""

from __future__ import annotations

import json
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.permissions import may_read_match
from accounts.views import person
from games import services
from games.engine.api import game_of
from games.labels import line_text
from games.models import Deal, Match, Table
from games.reports import deal_report, player_names, score_lines
from games.selectors import deal_of, deals_of, match_of, matches_of
from games.services.records import shuffle_id
from games.views.htmx import HtmxRequest
from games.views.tables import invites_of

PAGE = 25


def readable(request: HttpRequest, match_id: int) -> Match:
    """The match of an address, for those who may read it."""
    match = match_of(match_id)
    if match is None:
        raise Http404(match_id)
    if not may_read_match(request.user, match, invites_of(request)):
        raise PermissionDenied
    return match


def finished(match: Match, number: int) -> Deal:
    """A deal of the match that has ended; until then its page does not exist.

    In duplicate play other tables may still have the same cards before them: such deals are told
    when the event has closed the table and opened it to all, which it does when the round is over.
    """
    deal = deal_of(match, number)
    if deal is None:
        raise Http404(number)
    table = match.table
    if table.boards and (table.private or table.status != Table.Status.CLOSED):
        raise PermissionDenied
    return deal


@login_required
@require_safe
def my_matches(request: HttpRequest) -> HttpResponse:
    """What the person has played, the newest first."""
    page = Paginator(matches_of(person(request)), PAGE).get_page(request.GET.get("page"))
    return render(request, "games/my_matches.html", {"page": page})


@require_safe
def match(request: HtmxRequest, match_id: int) -> HttpResponse:
    """The score sheet; it looks again by itself while there is more to come."""
    match = readable(request, match_id)
    deals = list(deals_of(match))
    context = {
        "match": match,
        "names": player_names(match),
        "lines": score_lines(match),
        "counting": any(deal.result is None for deal in deals),
        "has_dealer": game_of(match.game).family == "shengji",
        "has_score": any(deal.result and deal.result["score"] for deal in deals),
    }
    page = "games/includes/score_sheet.html" if request.htmx else "games/match.html"
    return render(request, page, context)


@require_safe
def deal(request: HttpRequest, match_id: int, number: int) -> HttpResponse:
    """One deal: how it was reckoned, the cards, the tricks, the shuffle's proof."""
    match = readable(request, match_id)
    deal = finished(match, number)
    result: dict[str, Any] | None = deal.result
    names = player_names(match)
    report = deal_report(deal)
    proof = {
        "table": shuffle_id(match.table.code, match.number),
        "deal": deal.number,
        "commitment": deal.commitment,
        "seed": deal.seed,
    }
    context = {
        "match": match,
        "deal": deal,
        "names": names,
        "result": result,
        "lines": [
            {"text": line_text(line, names), "clause": line["clause"]}
            for line in (result["lines"] if result else ())
        ],
        "report": report,
        "proof": {"fair": proof, "hands": [sum(hand, ()) for hand in report.hands]},
        "shuffle_id": proof["table"],
        "neighbours": {
            "before": deal_of(match, number - 1) if number > 1 else None,
            "after": deal_of(match, number + 1),
        },
    }
    return render(request, "games/deal.html", context)


@require_safe
def record(request: HttpRequest, match_id: int, number: int) -> HttpResponse:
    """The game record (SGR) of a finished deal, to be kept, replayed and checked."""
    match = readable(request, match_id)
    text = json.dumps(
        services.export_deal(deal=finished(match, number)), ensure_ascii=False, indent=1
    )
    response = HttpResponse(text + "\n", content_type="application/json; charset=utf-8")
    name = f"{match.table.code}-{match.number}-{number}.sgr.json"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
