"""Standings and why, the bracket, the boards of duplicate play."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from games.models import Deal
from tournaments import selectors
from tournaments.models import Event, Round, Stage
from tournaments.selectors.drawing import drawn
from tournaments.views.public.common import find, page, round_of, stage_of, whole
from tournaments.views.public.pairs import pair_of


def stage_title(stage: Stage) -> str:
    """A stage as it is called in headings."""
    return stage.name or str(stage.get_kind_display())


@gzip_page
@require_safe
def standings(
    request: HttpRequest, slug: str, stage: int | None = None, number: int | None = None
) -> HttpResponse:
    """The standings of a stage, now or after a round; only confirmed results count in them."""
    event = find(request, slug)
    shown = stage_of(event, stage, knockout=None if stage else False)
    after = None
    if shown is not None and number is not None:
        after = shown.rounds.filter(number=number).first()
        if after is None or not after.public:
            raise Http404(number)
    group = request.GET.get("group", "")

    def build() -> dict[str, Any]:
        table = selectors.standings(shown, after) if shown is not None else None
        groups = table.groups if table is not None else []
        if group:
            groups = [each for each in groups if each.name == group]
        kept = [] if shown is None else shown.snapshots.order_by("round_number")
        return {
            "stage": shown,
            "stages": [each for each in event.stages.all() if not each.knockout],
            "table": table,
            "groups": groups,
            "after": after,
            "rounds": [each.round_number for each in kept if each.round_number],
        }

    title = _("Standings")
    if after is not None:
        title = _("Standings after round %(n)d") % {"n": after.number}
    return page(request, event, "standings", build, title=title, stage=shown)


@require_safe
def why(request: HttpRequest, slug: str, stage: int, pair: int) -> HttpResponse:
    """Why a pair stands where it does: a page, or with htmx a row below its own."""
    event = find(request, slug)
    shown = stage_of(event, stage)
    entry = pair_of(event, pair)
    assert shown is not None
    told = selectors.explain(shown, entry)
    if told is None:
        raise Http404(pair)
    if getattr(request, "htmx", False):
        context = {"event": event, "told": told, "stage": shown}
        return render(request, "tournaments/includes/why_row.html", context)
    return whole(
        request,
        event,
        "tournaments/why.html",
        tab="standings",
        title=_("Why %(name)s stands there") % {"name": entry.name},
        told=told,
        stage=shown,
    )


@require_safe
def bracket(request: HttpRequest, slug: str, stage: int | None = None) -> HttpResponse:
    """The bracket as a picture, and as a list for who would rather read."""
    event = find(request, slug)
    shown = stage_of(event, stage, knockout=True)

    def build() -> dict[str, Any]:
        picture = selectors.bracket(shown) if shown is not None else None
        return {
            "stage": shown,
            "stages": [each for each in event.stages.all() if each.knockout],
            "picture": picture and drawn(picture),
            "places": picture.places if picture else [],
        }

    return page(request, event, "bracket", build, title=_("Bracket"), stage=shown)


# --------------------------------------------------------------------------------- boards


def boards_public(event: Event, round: Round) -> bool:
    """The deals of a round are told once all have played them."""
    return event.duplicate and round.status == Round.Status.FINISHED


@gzip_page
@require_safe
def boards(
    request: HttpRequest, slug: str, stage: int | None = None, number: int | None = None
) -> HttpResponse:
    """Every board of a round at all tables."""
    event = find(request, slug)
    if not event.duplicate:
        raise Http404
    round, rounds = round_of(event, stage, number)
    finished = [each for each in rounds if each.status == Round.Status.FINISHED]
    if stage is None:
        round = finished[-1] if finished else round

    def build() -> dict[str, Any]:
        shown = {"round": round, "rounds": rounds, "page": "boards"}
        if round is None or not boards_public(event, round):
            return {**shown, "boards": None}
        return {**shown, "boards": selectors.board_table(round)}

    return page(request, event, "boards", build, title=_("Boards"), round=round)


@require_safe
def board(request: HttpRequest, slug: str, stage: int, number: int, board: int) -> HttpResponse:
    """One board: the scores of all tables, and two replays side by side."""
    event = find(request, slug)
    round, _rounds = round_of(event, stage, number)
    if round is None or not boards_public(event, round):
        raise Http404(board)
    found = next((each for each in selectors.board_table(round) if each[0].number == board), None)
    if found is None:
        raise Http404(board)
    lines = found[1]
    deals = Deal.objects.filter(pk__in=[line.deal_id for line in lines if line.deal_id])
    by_id = {deal.pk: deal for deal in deals.select_related("match__table")}
    rows = [(line, by_id.get(line.deal_id or 0)) for line in lines]
    playable = [(line, deal) for line, deal in rows if deal is not None]
    wanted = [request.GET.get("a", ""), request.GET.get("b", "")]
    chosen = (
        [pair for want in wanted for pair in playable if str(pair[0].match.table_no) == want]
        or [playable[0], playable[-1]][: len(playable)]
        if playable
        else []
    )
    return whole(
        request,
        event,
        "tournaments/board.html",
        tab="boards",
        title=_("Board %(n)d") % {"n": board},
        round=round,
        board=found[0],
        rows=rows,
        playable=playable,
        chosen=chosen,
    )
