"""Texts that the engine gives its reasons in: an English key and what fills it in.

The engine does not translate and knows no names. A ``Text`` keeps the marked English message and
its parameters; ``render`` puts the language and the names in at the edge. ``as_json`` and
``from_json`` carry it through a JSON column.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

EntrantId = int
"""An entrant is named by a whole number, which is never shown."""


def N_(message: str) -> str:
    """Mark a text for the message catalogue; it is translated where it is shown."""
    return message


@dataclass(frozen=True, slots=True)
class Who:
    """Entrants in a text: their names are put in at the edge, parted by commas."""

    ids: tuple[EntrantId, ...]


Param = int | str | Decimal | Who
"""What may fill in a text. A ``str`` is a message of its own and is translated too."""


@dataclass(frozen=True, slots=True)
class Text:
    """A message with ``%(name)s`` places and what fills them in."""

    key: str
    params: Mapping[str, Param] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """The text as plain JSON data."""
        return {"key": self.key, "params": {k: _param_as_json(v) for k, v in self.params.items()}}

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Text:
        """The text that ``as_json`` wrote."""
        return Text(data["key"], {k: _param_from_json(v) for k, v in data["params"].items()})


def _param_as_json(value: Param) -> Any:
    match value:
        case Decimal():
            return {"number": str(value)}
        case Who(ids):
            return {"who": list(ids)}
        case _:
            return value


def _param_from_json(value: Any) -> Param:
    match value:
        case {"number": str(digits)}:
            return Decimal(digits)
        case {"who": list(ids)}:
            return Who(tuple(ids))
        case int() | str():
            return value
        case _:
            raise ValueError(f"not a parameter of a text: {value!r}")


def plain(number: Decimal) -> str:
    """A number without idle zeros: 17, 12.8, 0."""
    return f"{number.normalize():f}" if number else "0"


def render(
    text: Text,
    *,
    translate: Callable[[str], str] = str,
    name_of: Callable[[EntrantId], str] = str,
    comma: str = ", ",
) -> str:
    """The text in words: ``translate`` gives the language, ``name_of`` an entrant's name."""
    shown: dict[str, object] = {}
    for name, value in text.params.items():
        match value:
            case Who(ids):
                shown[name] = comma.join(name_of(i) for i in ids)
            case Decimal():
                shown[name] = plain(value)
            case str():
                shown[name] = translate(value)
            case _:
                shown[name] = value
    return translate(text.key) % shown
