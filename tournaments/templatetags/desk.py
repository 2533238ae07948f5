"""What the templates of the desk need."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.translation import gettext

from tournaments.models import EventMatch
from tournaments.selectors import reason_words, result_words, role_words

register = template.Library()


@register.filter
def minus(number: Any, other: Any) -> int:
    """What is left of a count."""
    return int(number or 0) - int(other or 0)


@register.filter
def clock(seconds: Any) -> str:
    """Seconds as a clock shows them: 1:02:03, 12:34."""
    total = int(float(seconds or 0))
    hours, minutes = divmod(total // 60, 60)
    if hours:
        return f"{hours}:{minutes:02}:{total % 60:02}"
    return f"{minutes}:{total % 60:02}"


@register.filter
def what_changed(move: Any, metrics: Any) -> list[tuple[str, Any, Any]]:
    """The rank and the metrics of a pair that would change or have: (label, before, after).

    Lots are left out: they part, and their number says nothing.
    """
    found = [(gettext("Rank"), move.before or "–", move.after or "–")]
    olds, news = list(move.values_before), list(move.values_after)
    for index, (name, label) in enumerate(metrics):
        old, new = (values[index] if index < len(values) else "–" for values in (olds, news))
        if old != new and name != "lots":
            found.append((str(label), old, new))
    return [row for row in found if row[1] != row[2]]


@register.filter
def result(match: EventMatch) -> str:
    """A match's result in short, or how far it is."""
    return result_words(match) or str(match.get_state_display())


@register.filter
def role(name: str) -> str:
    """The role in which something was done."""
    return role_words(name)


@register.filter
def reason(text: str) -> str:
    """A reason as it was typed, or the system's in words."""
    return reason_words(text)


@register.filter
def get(mapping: Any, key: Any) -> Any:
    """``mapping[key]``, or nothing."""
    return mapping.get(key, "") if mapping else ""
