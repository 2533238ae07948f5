"""Downloads of an event's data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext_noop as N_
from django.views.decorators.http import require_safe

from accounts.permissions import may_referee, may_score, may_see_event
from tournaments import exports, selectors
from tournaments.models import Event


@dataclass(frozen=True, slots=True)
class File:
    """A table that can be taken along: of the event, of a stage, or of a round."""

    id: str
    label: str
    may: Callable[[Any, Event], bool]
    build: Callable[..., exports.Sheet]
    """Of an event, a stage or none, a round or none; the trail of what is asked of it too."""
    by_stage: bool = False
    by_round: bool = False


FILES: Final = {
    file.id: file
    for file in (
        File("entries", N_("Entries"), may_score, exports.entries),
        File("results", N_("All results"), may_see_event, exports.results),
        File("ranking", N_("Final ranking"), may_see_event, exports.ranking),
        File("audit", N_("Audit trail"), may_referee, exports.audit),
        File("draw", N_("Draw"), may_see_event, exports.draw, by_round=True),
        File("round-results", N_("Results"), may_see_event, exports.results, by_round=True),
        File("standings", N_("Standings"), may_see_event, exports.standings, by_stage=True),
    )
}


@require_safe
def file(
    request: HttpRequest,
    slug: str,
    name: str,
    kind: str,
    order: int | None = None,
    number: int | None = None,
) -> HttpResponse:
    """A table of the event as CSV, XLSX or JSON."""
    from tournaments.views.paper import find_event, find_part

    event = find_event(request, slug)
    found = FILES.get(name)
    if found is None or kind not in exports.FORMATS:
        raise Http404(name)
    stage, round = find_part(request, event, order, number)
    if (found.by_round and round is None) or (found.by_stage and stage is None):
        raise Http404(name)
    if not found.may(request.user, event):
        if request.user.is_authenticated:
            raise PermissionDenied
        return redirect_to_login(request.get_full_path())
    with timezone.override(ZoneInfo(event.time_zone)):
        wanted = selectors.audit_filter(event, request.GET) if found.id == "audit" else {}
        sheet = found.build(event, stage, round, **wanted)
    content_type, write = exports.FORMATS[kind]
    response = HttpResponse(write(sheet, event), content_type=content_type)
    parts = [event.slug, name, *(str(n) for n in (order, number) if n is not None)]
    response.headers["Content-Disposition"] = f'attachment; filename="{"-".join(parts)}.{kind}"'
    return response
