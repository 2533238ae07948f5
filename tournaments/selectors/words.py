"""The engine's texts in the language that is active, with the names of an event's pairs."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from functools import cached_property
from typing import Any

from django.utils.translation import get_language, gettext

from tournaments.engine.text import Text, plain, render
from tournaments.models import Event


class Words:
    """Says the engine's texts for one event; names are loaded once."""

    def __init__(self, event: Event) -> None:
        self._event = event

    @cached_property
    def names(self) -> dict[int, str]:
        """The pairs' names by number."""
        return dict(self._event.entries.values_list("number", "name"))

    def name(self, number: int) -> str:
        """A pair's name."""
        return self.names.get(number, f"#{number}")

    def __call__(self, text: Text | Mapping[str, Any] | None) -> str:
        """A text, or the JSON of one, as a sentence; nothing is an empty one."""
        if not text:
            return ""
        if not isinstance(text, Text):
            text = Text.from_json(text)
        comma = "、" if (get_language() or "").startswith("zh") else ", "
        return render(text, translate=gettext, name_of=self.name, comma=comma)


def words(event: Event) -> Words:
    """What says an event's texts."""
    return Words(event)


def number(value: Decimal | int | None) -> str:
    """A number of the standings as it is shown; nothing is empty."""
    if value is None:
        return ""
    return plain(Decimal(value))
