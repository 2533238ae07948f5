"""The big screen of a hall: one page after another, read from far away, with nobody at it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments import selectors
from tournaments.models import Event, Stage
from tournaments.selectors.drawing import drawn
from tournaments.views.public.common import find, live, rounds_of

SHOWS: Final = ("draw", "names", "results", "standings", "bracket")
"""What the screen can show, and in which order."""
TOP: Final = 48
STANDARD: Final = ("draw", "results", "standings", "bracket")


@dataclass(frozen=True, slots=True)
class Slide:
    """A page of the screen: what it is of, its number among its like, its rows."""

    kind: str
    title: str
    number: int
    of: int
    rows: Sequence[Any]
    metrics: Sequence[tuple[str, str]] = ()


@dataclass(frozen=True, slots=True)
class Wish:
    """What the address sets: ``?show=draw,standings&rows=8&seconds=12&message=…``."""

    shows: tuple[str, ...]
    rows: int
    seconds: int
    top: int
    """So many of the standings, and of the newest results; 0: all."""
    message: str
    light: bool


def wish_of(request: HttpRequest) -> Wish:
    """What the address asks for, within what makes sense."""
    asked = [each for each in request.GET.get("show", "").split(",") if each in SHOWS]
    return Wish(
        tuple(asked) or STANDARD,
        _whole(request.GET.get("rows"), 8, 3, 20),
        _whole(request.GET.get("seconds"), 12, 4, 120),
        _whole(request.GET.get("top"), TOP, 0, 5000),
        request.GET.get("message", "")[:200],
        request.GET.get("theme") == "light",
    )


def _whole(text: str | None, standard: int, low: int, high: int) -> int:
    try:
        return min(high, max(low, int(text or "")))
    except ValueError:
        return standard


@require_safe
def screen(request: HttpRequest, slug: str) -> HttpResponse:
    """Draw, results, standings and bracket in turn, the clock always in sight."""
    event = find(request, slug)
    wish = wish_of(request)

    def build() -> dict[str, Any]:
        return on_screen(event, wish)

    # the rows of a page are part of what is kept
    template = f"screen_{wish.rows}_{wish.top}_{'-'.join(wish.shows)}"
    text = live(request, event, "screen", build, extra=template)
    if getattr(request, "htmx", False):
        return HttpResponse(text)
    return render(
        request,
        "tournaments/screen.html",
        {"event": event, "live": text, "wish": wish, "page_title": _("Big screen")},
    )


def on_screen(event: Event, wish: Wish) -> dict[str, Any]:
    """The clock and all pages of the screen."""
    rounds = rounds_of(event)
    round = next((r for r in reversed(rounds) if r.status != "finished"), None)
    if round is None and rounds:
        round = rounds[-1]
    slides: list[Slide] = []
    lines = selectors.draw(round) if round is not None else []
    for show in wish.shows:
        match show:
            case "draw" if round is not None and round.status == "published":
                slides += _pages(
                    "draw", _("Pairings of round %(n)d") % {"n": round.number}, lines, wish
                )
            case "draw" if round is not None and round.status == "running":
                still = [line for line in lines if line.state != "confirmed"]
                title = _("Round %(n)d: being played") % {"n": round.number}
                slides += _pages("draw", title, still, wish)
            case "names" if round is not None and round.status in ("published", "running"):
                title = _("Pairings of round %(n)d by name") % {"n": round.number}
                slides += _pages("names", title, selectors.draw_by_name(round), wish, columns=2)
            case "results" if round is not None and round.status in ("running", "finished"):
                done = [line for line in lines if line.state == "confirmed"]
                if wish.top and len(done) > wish.top:  # what is new, not what all know
                    done.sort(key=_confirmed, reverse=True)
                    done = done[: wish.top]
                title = _("Results of round %(n)d") % {"n": round.number}
                slides += _pages("results", title, done, wish)
            case "standings":
                slides += _standings(event, wish)
            case "bracket":
                slides += _brackets(event)
            case _:
                pass
    return {
        "round": round,
        "clock": selectors.clock(round) if round is not None else None,
        "slides": slides,
        "open": sum(line.state != "confirmed" for line in lines),
    }


def _confirmed(line: selectors.MatchLine) -> float:
    """When a result was confirmed, as a number."""
    at = line.match.confirmed_at
    return 0.0 if at is None else at.timestamp()


def _pages(
    kind: str,
    title: str,
    rows: Sequence[Any],
    wish: Wish,
    *,
    columns: int = 1,
    metrics: Sequence[tuple[str, str]] = (),
) -> list[Slide]:
    size = wish.rows * columns
    parts = [rows[i : i + size] for i in range(0, len(rows), size)]
    return [
        Slide(kind, title, number, len(parts), part, metrics)
        for number, part in enumerate(parts, 1)
    ]


def _standings(event: Event, wish: Wish) -> list[Slide]:
    slides: list[Slide] = []
    stages = event.stages.exclude(status=Stage.Status.PLANNED).select_related("event")
    stage = next((each for each in reversed(stages) if not each.knockout), None)
    table = selectors.standings(stage) if stage is not None else None
    for group in table.groups if table is not None else ():
        assert table is not None
        title = _("Group %(name)s") % {"name": group.name} if group.name else _("Standings")
        if table.round_number:
            title = _("%(title)s after round %(n)d") % {"title": title, "n": table.round_number}
        rows = group.rows[: wish.top or None]
        slides += _pages("standings", title, rows, wish, metrics=table.metrics)
    return slides


def _brackets(event: Event) -> list[Slide]:
    slides = []
    for stage in event.stages.select_related("event"):
        picture = selectors.bracket(stage) if stage.knockout else None
        if picture is not None and picture.height <= 9:  # more cannot be read from far away
            slides.append(Slide("bracket", _("Bracket"), 1, 1, [drawn(picture)]))
    return slides
