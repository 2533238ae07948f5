"""Reading JSON strictly: clean text, and values of the right type, or the place that is wrong."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any, Final, NoReturn

from games.engine.api import Seat
from games.engine.cards import BY_CODE, Card

LIMIT: Final = 4_000_000
"""The most bytes of a record; a long one has some 10,000."""


class BadRecord(Exception):
    """The data are no record. ``action`` is the index of the action to blame, or nothing."""

    def __init__(self, place: str, problem: str, action: int | None = None) -> None:
        super().__init__(f"{place}: {problem}" if place else problem)
        self.action = action


def parse(source: bytes | str) -> Any:
    """The JSON value of a text in UTF-8; ``BadRecord`` when it is none, or no clean one."""
    if len(source) > LIMIT:
        raise BadRecord("", f"longer than {LIMIT} bytes")
    try:
        text = source.decode("utf-8-sig") if isinstance(source, bytes) else source
        data = json.loads(text, object_pairs_hook=_object, parse_constant=_no_constant)
        if "\\ud" in text.lower():
            json.dumps(data, ensure_ascii=False).encode()
    except UnicodeDecodeError as error:
        raise BadRecord(f"byte {error.start}", "no UTF-8") from None
    except UnicodeEncodeError:
        raise BadRecord("", "half a character (a lone surrogate)") from None
    except json.JSONDecodeError as error:
        place = f"line {error.lineno} column {error.colno}"
        raise BadRecord(place, f"no JSON: {error.msg}") from None
    except RecursionError:
        raise BadRecord("", "nested too deeply") from None
    except ValueError as error:  # a number of thousands of digits
        raise BadRecord("", f"no JSON: {error}") from None
    return data


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        twice = next(key for key, count in Counter(key for key, _ in pairs).items() if count > 1)
        raise BadRecord(short(twice), "occurs twice in one object")
    return data


def _no_constant(name: str) -> NoReturn:
    raise BadRecord("", f"no JSON: {name}")


# --------------------------------------------------------------------------------- values


def short(value: object) -> str:
    """A value of somebody else's making, fit to be shown in a message."""
    text = ascii(value)
    return text if len(text) <= 40 else text[:37] + "..."


def need(data: Mapping[str, Any], name: str, place: str) -> Any:
    if name not in data:
        raise BadRecord(place, f"{name} is missing")
    return data[name]


def boolean(value: object, place: str) -> bool:
    if not isinstance(value, bool):
        raise BadRecord(place, "must be true or false")
    return value


def whole(value: object, place: str, most: int) -> int:
    """A whole number 0 … ``most``; true and 1.0 are none."""
    if type(value) is not int or not 0 <= value <= most:
        raise BadRecord(place, f"must be a whole number 0 … {most}, not {short(value)}")
    return value


def seat_in(value: object, place: str) -> Seat:
    return whole(value, place, 3)


def items_in(value: object, place: str, length: int | None = None) -> list[Any]:
    if not isinstance(value, list):
        raise BadRecord(place, "must be a list")
    if length is not None and len(value) != length:
        raise BadRecord(place, f"must have {length} items, not {len(value)}")
    return value


def card_in(value: object, place: str) -> Card:
    card = BY_CODE.get(value) if isinstance(value, str) else None
    if card is None:
        raise BadRecord(place, f"unknown card {short(value)}")
    return card


def cards_in(value: object, place: str) -> tuple[Card, ...]:
    try:
        # The quick way; the slow one only finds the place.
        return tuple([BY_CODE[code] for code in items_in(value, place)])
    except (KeyError, TypeError):
        items = enumerate(items_in(value, place))
        return tuple(card_in(item, f"{place}[{number}]") for number, item in items)
