"""A finished deal, played again step by step."""

from __future__ import annotations

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from games.replays import replay_data
from games.reports import player_names
from games.selectors import deal_of
from games.views.matches import finished, readable


@require_safe
def replay(request: HttpRequest, match_id: int, number: int) -> HttpResponse:
    """The player; ``#t7`` in the address goes to the seventh trick."""
    match = readable(request, match_id)
    deal = finished(match, number)
    context = {
        "match": match,
        "deal": deal,
        "names": player_names(match),
        "before": deal_of(match, number - 1) if number > 1 else None,
        "after": deal_of(match, number + 1),
    }
    return render(request, "games/replay.html", context)


@gzip_page
@require_safe
def replay_steps(request: HttpRequest, match_id: int, number: int) -> HttpResponse:
    """All steps of the deal as JSON; they never change once it is over."""
    deal = finished(readable(request, match_id), number)
    response = HttpResponse(
        msgspec.json.encode(replay_data(deal)), content_type="application/json; charset=utf-8"
    )
    response.headers["Cache-Control"] = "private, max-age=3600"
    response.headers["Vary"] = "Cookie, Accept-Language"
    return response
