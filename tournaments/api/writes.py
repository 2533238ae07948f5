"""The writes of the API, each with a scorer's token; all may be sent again without harm."""

from __future__ import annotations

from decimal import Decimal

from tournaments import services
from tournaments.api import shapes
from tournaments.api.door import not_found
from tournaments.models import Event, EventMatch, ScorerToken
from tournaments.services import Result


def enter_result(
    *, event: Event, match: int, token: ScorerToken, body: shapes.ResultBody
) -> shapes.ResultTaken:
    """A scorer's result: it counts at once, unless the match is disputed."""
    result = Result(
        levels=body.levels,
        deals=body.deals,
        winner=body.winner,
        boards=tuple(Decimal(str(score)) for score in body.boards),
    )
    answer = services.enter_result(
        match=_match(event, match),
        by=token,
        result=result,
        client_id=body.client_id,
        entered_at=body.entered_at,
    )
    return _taken(answer)


def confirm_result(
    *, event: Event, match: int, token: ScorerToken, body: shapes.ConfirmBody
) -> shapes.ResultTaken:
    """A scorer agrees with what a side has entered."""
    answer = services.confirm_result(match=_match(event, match), by=token, client_id=body.client_id)
    return _taken(answer)


def check_in(
    *, event: Event, number: int, token: ScorerToken, body: shapes.CheckInBody
) -> shapes.CheckedIn:
    """A pair is there, or is not after all."""
    entry = event.entries.filter(number=number).first()
    if entry is None:
        raise not_found()
    entry.event = event
    services.check_in(entry=entry, by=token, on=body.on)
    return shapes.CheckedIn(number, body.on)


def _match(event: Event, pk: int) -> EventMatch:
    match = event.matches.filter(pk=pk).select_related("event", "round__stage").first()
    if match is None or not match.round.public:
        raise not_found()
    return match


def _taken(answer: services.Answer) -> shapes.ResultTaken:
    return shapes.ResultTaken(answer.match.pk, str(answer.state), answer.conflict, answer.duplicate)
