"""How the pages look to one browser: kept in a cookie each, read by the server.

The server writes them on ``<html>``, so nothing flashes; the table reads them there too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.http import HttpRequest, HttpResponseBase
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext_lazy as _

YEAR: Final = 365 * 24 * 3600

CHOICES: Final = {
    "theme": (("auto", _("as the device")), ("light", _("light")), ("dark", _("dark"))),
    "colours": (("four", _("four colours")), ("two", _("two colours"))),
    "size": (("normal", _("normal")), ("large", _("large"))),
    "sounds": (("on", _("on")), ("off", _("off"))),
}
"""The values of each preference; the first is the default."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """One value for each of ``CHOICES``."""

    theme: str
    colours: str
    size: str
    sounds: str

    @property
    def next_theme(self) -> str:
        """The theme that the switch in the bar leads to."""
        order = [value for value, _label in CHOICES["theme"]]
        return order[(order.index(self.theme) + 1) % len(order)]


def read(request: HttpRequest) -> Preferences:
    """The preferences of a browser; what it does not say, or says wrongly, is the default."""
    values = {}
    for name, choices in CHOICES.items():
        allowed = [value for value, _label in choices]
        value = request.COOKIES.get(name, "")
        values[name] = value if value in allowed else allowed[0]
    return Preferences(**values)


def write(response: HttpResponseBase, *, name: str, value: str, secure: bool) -> None:
    """Set one preference; ``ValueError`` if there is no such name or value.

    Scripts may read and write it (it is no secret), so the switch works without a reload.
    """
    if value not in [each for each, _label in CHOICES.get(name, ())]:
        raise ValueError(f"preference {name}: {value!r}")
    response.set_cookie(name, value, max_age=YEAR, samesite="Lax", secure=secure)


def context(request: HttpRequest) -> dict[str, object]:
    """For every template: ``preferences``."""
    return {"preferences": SimpleLazyObject(lambda: read(request))}
