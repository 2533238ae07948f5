"""Calendars (iCalendar) of an event, of a pair, of one's own matches."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from icalendar import Calendar
from icalendar import Event as Entered

from games.labels import game_name
from tournaments import selectors
from tournaments.models import Entry, Event, Round
from tournaments.views.public.common import find, own_entry, rounds_of
from tournaments.views.public.pairs import pair_of


def _calendar(
    request: HttpRequest, event: Event, name: str, items: Iterable[Entered]
) -> HttpResponse:
    calendar = Calendar()
    calendar.add("prodid", "-//shengji_site//events//")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", name)
    calendar.add("x-wr-timezone", event.time_zone)
    calendar.add("refresh-interval", timedelta(minutes=15), parameters={"value": "DURATION"})
    for item in items:
        calendar.add_component(item)
    response = HttpResponse(calendar.to_ical(), content_type="text/calendar; charset=utf-8")
    response.headers["Content-Disposition"] = f'inline; filename="{event.slug}.ics"'
    return response


def _item(
    request: HttpRequest,
    event: Event,
    key: str,
    name: str,
    starts: datetime,
    ends: datetime,
    *,
    text: str = "",
    path: str = "",
) -> Entered:
    """An entry of the calendar; the same thing has the same ``key`` whenever it is fetched."""
    item = Entered()
    item.add("uid", f"{key}@{request.get_host()}")
    item.add("dtstamp", timezone.now())
    item.add("sequence", event.version)
    item.add("summary", name)
    item.add("dtstart", starts.astimezone(UTC))
    item.add("dtend", ends.astimezone(UTC))
    if event.place:
        item.add("location", event.place)
    if text:
        item.add("description", text)
    address = path or reverse("tournaments:event", args=[event.slug])
    item.add("url", request.build_absolute_uri(address))
    if event.status == Event.Status.CANCELLED:
        item.add("status", "CANCELLED")
    return item


def _length(round: Round) -> timedelta:
    """How long a round takes: its clock, or an hour where nobody can say."""
    ending = round.stage.plan.ending or round.stage.event.config.ending
    return timedelta(minutes=ending.minutes if ending.timed else 60)


def _starts(round: Round) -> datetime | None:
    return round.started_at or round.starts_at


@require_safe
def calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """The event and its rounds as far as their times are known."""
    event = find(request, slug)
    ends = event.ends_at or event.starts_at + timedelta(hours=4)
    items = [
        _item(
            request,
            event,
            f"event-{event.pk}",
            event.name,
            event.starts_at,
            ends,
            text=f"{game_name(event.game)}\n{event.description}".strip(),
        )
    ]
    for round in rounds_of(event):
        starts = _starts(round)
        if starts is not None:
            name = _("%(event)s: round %(n)d") % {"event": event.name, "n": round.number}
            path = reverse("tournaments:draw_of", args=[slug, round.stage.order, round.number])
            key = f"event-{event.pk}-round-{round.pk}"
            items.append(
                _item(request, event, key, name, starts, starts + _length(round), path=path)
            )
    return _calendar(request, event, event.name, items)


@require_safe
def pair_calendar(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The matches of a pair."""
    event = find(request, slug)
    entry = pair_of(event, number)
    entry.event = event
    return _calendar(request, event, f"{event.name}: {entry.name}", _matches(request, entry))


@login_required
@require_safe
def my_calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """One's own matches."""
    event = find(request, slug)
    entry = own_entry(request, event)
    if entry is None:
        raise Http404
    entry.event = event
    return _calendar(request, event, f"{event.name}: {entry.name}", _matches(request, entry))


def _matches(request: HttpRequest, entry: Entry) -> list[Entered]:
    event, items = entry.event, []
    for line in selectors.path(entry):
        starts = _starts(line.round)
        if starts is None:
            continue
        against = line.opponent.name if line.opponent else _("bye")
        name = _("Round %(n)d: %(first)s – %(second)s") % {
            "n": line.round.number,
            "first": entry.name,
            "second": against,
        }
        table = _("Table %(table)s") % {"table": line.table_no} if line.table_no else ""
        items.append(
            _item(
                request,
                event,
                f"event-{event.pk}-match-{line.line.match.pk}-{entry.number}",
                f"{name} ({table})" if table else name,
                starts,
                starts + _length(line.round),
                text=f"{event.name}\n{table}\n{line.result}".strip(),
                path=reverse("tournaments:match", args=[event.slug, line.line.match.pk]),
            )
        )
    return items
