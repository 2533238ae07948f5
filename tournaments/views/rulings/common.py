"""What the pages of match rules have in common."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from accounts.models import User
from accounts.permissions import may_lead, may_organise, may_referee, may_score
from games.models import Deal
from tournaments.models import Event, EventMatch


def user_of(request: HttpRequest) -> User | None:
    """Who is signed in, if anybody is."""
    return request.user if isinstance(request.user, User) else None


def show(request: HttpRequest, event: Event, page: str, **context: Any) -> HttpResponse:
    """A page of match rules, with what its frame needs."""
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
    return render(request, f"tournaments/rulings/{page}.html", frame | context, status=code)


def names(match: EventMatch) -> str:
    """Who meets whom."""
    return " – ".join(side.entry.name for side in match.sides.all())


def replay(deal: Deal | None, trick: int | None = None) -> str:
    """The address of a finished deal's replay, at a trick; empty while there is none."""
    if deal is None or deal.ended_at is None:
        return ""
    address = reverse("games:replay", args=[deal.match_id, deal.number])
    return f"{address}#t{trick}" if trick else address
