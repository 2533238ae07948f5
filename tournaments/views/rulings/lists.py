"""The list of rulings, and one penalty with its history."""

from __future__ import annotations

from decimal import Decimal

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext

from accounts.permissions import may_lead, may_play_for, may_referee
from accounts.views import person
from tournaments import selectors, services
from tournaments.engine.catalogue import GRADE_LABELS, foul
from tournaments.models import Entry, Event, EventMatch, Penalty
from tournaments.views.desk.common import attempt, done, find_event, reason_of
from tournaments.views.rulings.common import names, replay, show, user_of


def rulings(request: HttpRequest, slug: str) -> HttpResponse:
    """Penalties and appeals, as far as somebody may see them."""
    event, user = find_event(request, slug), user_of(request)
    own = [] if user is None else selectors.own_entries(event, user)
    return show(
        request,
        event,
        "rulings",
        penalties=[(row, selectors.effect_words(row)) for row in selectors.penalties(event, user)],
        appeals=selectors.appeals(event, user),
        own=[(entry, selectors.penalty_count(event, entry)) for entry in own],
        decided=[
            (match, selectors.why_closed(match), until, timezone.now() > until)
            for match in (_decided(event, own) if own else [])
            if (until := services.appeal_deadline(match)) is not None
        ],
    )


def _decided(event: Event, own: list[Entry]) -> list[EventMatch]:
    """Matches of one's own that were decided by ruling and can be appealed against."""
    rows = event.matches.filter(sides__entry__in=own, state="confirmed").exclude(ending="bye")
    related = rows.select_related("round__stage", "event", "winner")
    return [
        match
        for match in related.prefetch_related("sides__entry").distinct()
        if selectors.decided_by_ruling(match)
        and services.decided_by(match) != "penalty"
        and services.earlier_appeal(match) is None
    ]


def penalty(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """One penalty: what it does, its history; referees revoke or change it, parties appeal."""
    event, user = find_event(request, slug), user_of(request)
    row = selectors.penalties(event, user).filter(pk=pk).first()
    if row is None:
        raise Http404(pk)
    row.event = event
    if request.method == "POST":
        return _change(request, event, row)
    match = row.match
    party = user is not None and any(
        may_play_for(user, side.entry) for side in (match.sides.all() if match else ())
    )
    until = services.appeal_deadline(match, row) if match and party else None
    own = user is not None and row.referee_id == user.pk and may_referee(user, event)
    return show(
        request,
        event,
        "penalty",
        penalty=row,
        effect=selectors.effect_words(row),
        remedy=gettext(foul(row.foul).remedy),
        match=match,
        names=names(match) if match else "",
        replay=replay(row.deal, row.trick_number),
        history=list(row.history.all()),
        may_revoke=row.revoked_at is None and (own or may_lead(request.user, event)),
        grades=[(grade, gettext(label)) for grade, label in GRADE_LABELS.items()],
        appeal=row.appeals.last(),
        may_appeal=match is not None
        and party
        and row.revoked_at is None
        and services.earlier_appeal(match, row) is None,
        appeal_until=until,
        appeal_late=until is not None and timezone.now() > until,
    )


def _change(request: HttpRequest, event: Event, row: Penalty) -> HttpResponse:
    reason, by = reason_of(request), person(request) if request.user.is_authenticated else None
    if by is None:
        raise Http404
    with attempt(request) as tried:
        if request.POST.get("verb") == "revoke":
            services.revoke_penalty(penalty=row, by=by, reason=reason)
        else:
            services.change_penalty(
                penalty=row,
                by=by,
                reason=reason,
                grade=request.POST.get("grade", ""),
                levels=_number(request.POST.get("levels"), row.levels),
                rounds=_number(request.POST.get("rounds"), row.rounds),
                points=_points(request.POST.get("points", ""), row.points),
            )
    if tried.done:
        done(request, gettext("The ruling has been changed; standings follow."))
    return redirect("tournaments:penalty", event.slug, row.pk)


def _points(text: str, default: Decimal) -> Decimal:
    try:
        return round(Decimal(text), 2) if text.strip() else default
    except ArithmeticError:
        raise services.Invalid({"points": [gettext("This is not a number of points.")]}) from None


def _number(text: str | None, default: int) -> int:
    return int(text) if text and text.isdecimal() and len(text) < 4 else default
