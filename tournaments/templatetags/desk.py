"""What the templates of the desk need."""

from __future__ import annotations

from typing import Any

from django import template

from tournaments.selectors import reason_words, role_words

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
