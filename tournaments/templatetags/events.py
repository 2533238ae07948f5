"""What templates of events need: times in the event's zone, stages, movements, places."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments.engine.text import plain
from tournaments.models import Event, EventMatch, Round, Stage
from tournaments.selectors import reason_words

register = template.Library()


@register.filter
def at(event: Event, moment: datetime | None) -> str:
    """A moment in the event's own zone, with the day of the week."""
    if moment is None:
        return ""
    local = moment.astimezone(ZoneInfo(event.time_zone))
    return f"{date_format(local, 'D')} {date_format(local, 'DATETIME_FORMAT')}"


@register.filter
def reason(text: str) -> str:
    """A reason as it was typed, or the system's in words."""
    return reason_words(text)


@register.filter
def hour(event: Event, moment: datetime | None) -> str:
    """The time of day of a moment in the event's own zone."""
    return "" if moment is None else moment.astimezone(ZoneInfo(event.time_zone)).strftime("%H:%M")


@register.filter
def zone(event: Event) -> str:
    """The event's zone with its distance from UTC on the day: Asia/Shanghai (UTC+8)."""
    offset = event.starts_at.astimezone(ZoneInfo(event.time_zone)).utcoffset()
    minutes = 0 if offset is None else int(offset.total_seconds() // 60)
    sign, (hours, rest) = "+" if minutes >= 0 else "−", divmod(abs(minutes), 60)
    return f"{event.time_zone} (UTC{sign}{hours}{f':{rest:02}' if rest else ''})"


@register.filter
def title_of_stage(stage: Stage) -> str:
    """A stage as it is called in headings."""
    return stage.name or str(stage.get_kind_display())


@register.filter
def round_title(round: Round) -> str:
    """A round as it is called: of which stage too, where there are several."""
    text = _("Round %(n)d") % {"n": round.number}
    return f"{title_of_stage(round.stage)} · {text}" if several(round.stage.event) else text


@register.filter
def several(event: Event) -> bool:
    """The event has more than one stage; looked up once for each event that is loaded."""
    if "stage_count" not in event.__dict__:
        event.__dict__["stage_count"] = event.stages.count()
    return bool(event.__dict__["stage_count"] > 1)


@register.filter
def event_tone(event: Event) -> str:
    """The class of an event's tag."""
    match event.status:
        case Event.Status.OPEN | Event.Status.RUNNING:
            return "good"
        case Event.Status.CANCELLED | Event.Status.DRAFT:
            return "warn"
        case _:
            return ""


@register.filter
def match_tone(state: str) -> str:
    """The class of a match's tag."""
    return {"disputed": "warn", "entered": "warn", "running": "good"}.get(state, "")


@register.filter
def match_state(line: Any) -> str:
    """How far a match is, for everybody: what sides have entered is not told."""
    return str(EventMatch.State(line.state).label)


@register.filter
def seconds_left(clock: Any) -> int:
    """What the clock of a round still has, in seconds."""
    return int(clock.left.total_seconds()) if clock and clock.left is not None else 0


@register.filter
def clock_text(clock: Any) -> str:
    """The same as minutes and seconds."""
    minutes, seconds = divmod(seconds_left(clock), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


@register.filter
def in_future(moment: datetime | None) -> bool:
    """Still to come."""
    return moment is not None and moment > timezone.now()


@register.filter
def absolute(number: int) -> int:
    """Without its sign."""
    return abs(number)


@register.filter
def half(number: float) -> float:
    """Half of it."""
    return number / 2


@register.filter
def own_result(line: Any) -> str:
    """A result of a pair's path as the pair sees it: its own level first."""
    if line.side == 0 or line.line.bye:
        return str(line.result)
    if " : " in line.result:
        return " : ".join(reversed(line.result.split(" : ")))
    return str(line.result).translate({ord("+"): "-", ord("-"): "+"})


@register.filter
def brief(number: Decimal | None) -> str:
    """A number without idle zeros, with a true minus."""
    return "" if number is None else plain(number).replace("-", "\u2212")


@register.filter
def against(number: Decimal) -> str:
    """A margin with its sign: +1.5, −2, 0."""
    return f"+{brief(number)}" if number > 0 else brief(number)


@register.filter
def cells(row: Any, metrics: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The values of a line of the standings with their classes; lots are no column of their own.

    The value that parts a pair from the one above it is marked, unless it is the first.
    """
    found: list[tuple[str, str]] = []
    for (metric, _label), value in zip(metrics, row.values, strict=False):
        if metric != "lots":
            parted = " parted" if metric == row.parted_by else ""
            found.append((value, parted if found else " first"))
    return found
