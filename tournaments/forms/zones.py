"""Time zones to choose from: those of most players first, then all there are."""

from __future__ import annotations

from functools import cache
from typing import Any, Final
from zoneinfo import available_timezones

from django.utils.translation import gettext, gettext_noop

USUAL: Final = {
    "Asia/Shanghai": gettext_noop("China"),
    "Asia/Hong_Kong": gettext_noop("Hong Kong"),
    "Asia/Taipei": gettext_noop("Taiwan"),
    "Asia/Singapore": gettext_noop("Singapore"),
    "Asia/Kuala_Lumpur": gettext_noop("Malaysia"),
    "Asia/Tokyo": gettext_noop("Japan"),
    "Australia/Sydney": gettext_noop("Sydney"),
    "Europe/London": gettext_noop("London"),
    "Europe/Berlin": gettext_noop("Central Europe"),
    "America/New_York": gettext_noop("New York"),
    "America/Toronto": gettext_noop("Toronto"),
    "America/Chicago": gettext_noop("Chicago"),
    "America/Los_Angeles": gettext_noop("Los Angeles"),
    "America/Vancouver": gettext_noop("Vancouver"),
}


@cache
def _others() -> tuple[str, ...]:
    return tuple(sorted(zone for zone in available_timezones() - USUAL.keys() if "/" in zone))


def zone_choices() -> list[Any]:
    """Choices of a select, in two groups."""
    usual = [(zone, f"{gettext(name)} ({zone})") for zone, name in USUAL.items()]
    others = [(zone, zone) for zone in _others()]
    return [(gettext("Usual"), usual), (gettext("All"), [*others, ("UTC", "UTC")])]
