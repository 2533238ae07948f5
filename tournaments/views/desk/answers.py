"""What becomes of a result that a script has sent, in words."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import uuid4

from django.http import Http404, HttpRequest, JsonResponse
from django.utils import timezone
from django.utils.translation import gettext

from tournaments import selectors, services
from tournaments.forms.results import result_of_words
from tournaments.models import EventMatch
from tournaments.views.desk.common import sentence


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
