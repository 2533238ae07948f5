"""A phone that has opened its pair's QR code is known as that pair's from then on."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from accounts.permissions import offices
from tournaments.models import Event, EventMatch, MatchSide

CODES = "entry_codes"
KEPT = 50


def remember_code(request: HttpRequest, code: str) -> None:
    """This browser shows the code of a pair."""
    known = [each for each in request.session.get(CODES, []) if each != code]
    request.session[CODES] = [*known, code][-KEPT:]


REFEREES = frozenset({"referee", "chief_referee"})


def pad_of(request: HttpRequest, event: Event, match: EventMatch | None) -> HttpResponse | None:
    """A referee who scans a card is led to his pad; ``?enter`` is for those who enter results.

    Nothing for anybody else, and for a referee's own match.
    """
    if request.method != "GET" or "enter" in request.GET or not request.user.is_authenticated:
        return None
    if match is None or not match.round.public or REFEREES.isdisjoint(offices(request.user, event)):
        return None
    sides = match.sides.filter(entry__players__active=True)
    if match.sides.count() != 2 or sides.filter(entry__players__user=request.user).exists():
        return None
    return redirect("tournaments:referee_pad", event.slug, match.pk)


def own_side(request: HttpRequest, match: EventMatch, code: str = "") -> MatchSide | None:
    """The side of a match that this browser or its person is of; ``code``: of the card just shown.

    A browser that has shown the cards of both sides is of the one it shows now.
    """
    sides = list(match.sides.select_related("entry__team").order_by("side"))
    codes = set(request.session.get(CODES, []))
    user = request.user
    for side in sorted(sides, key=lambda side: side.entry.code != code):
        if side.entry.code in codes:
            return side
    if not user.is_authenticated:
        return None
    mine = {
        side.pk
        for side in sides
        if side.entry.players.filter(user=user, active=True).exists()
        or (side.entry.team is not None and side.entry.team.captain_id == user.pk)
    }
    return next((side for side in sides if side.pk in mine), None)
