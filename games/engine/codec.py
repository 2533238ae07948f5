"""Events as JSON-able dicts and back, for the log of a deal and for the wire.

An event becomes ``{"e": "cards_played", "seat": 0, "cards": ["S3", "S3"], …}``: its class name
in snake case under ``e`` and every field under its own name. A field whose annotation names
``Card`` holds cards, which are written as codes; tuples become lists; a dataclass within an
event carries a tag of its own. Each class is looked at once and then costs one dict display.

Classes are found by their annotations, which therefore are strings
(``from __future__ import annotations``) made of ``tuple``, ``|``, ``Card`` and anything else.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from typing import Any

from games.engine.api import Line, Result, game_of
from games.engine.cards import BY_CODE, CODES

Convert = Callable[[Any], Any]
Plan = tuple[str, tuple[tuple[str, Convert], ...], dict[str, Convert]]
"""The tag of a class, how each field is written in order, how each is read by name."""

_plans: dict[type[Any], Plan] = {}
_classes: dict[str, dict[str, type[Any]]] = {}


def tag_of(cls: type[Any]) -> str:
    """The tag of a class: its name in snake case.

    >>> class KittyTaken: ...
    >>> tag_of(KittyTaken)
    'kitty_taken'
    """
    return re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()


def encode(event: Any) -> dict[str, Any]:
    """A frozen dataclass as a dict of JSON values."""
    tag, plan, _ = _plan(type(event))
    data: dict[str, Any] = {"e": tag}
    for name, convert in plan:
        data[name] = convert(getattr(event, name))
    return data


def decode(game_id: str, data: dict[str, Any]) -> Any:
    """The event of a game that ``encode`` wrote so.

    ``KeyError`` when the game has no such event, or the event no such field; ``TypeError`` when
    a field is missing.
    """
    if game_id not in _classes:
        known = (Result, Line, *game_of(game_id).events)
        _classes[game_id] = {tag_of(cls): cls for cls in known}
    return _decode(_classes[game_id], data)


def _decode(classes: dict[str, type[Any]], data: dict[str, Any]) -> Any:
    cls = classes[data["e"]]
    _, _, plan = _plan(cls)
    values = {
        name: plan[name](_inner(classes, value)) for name, value in data.items() if name != "e"
    }
    return cls(**values)


def _inner(classes: dict[str, type[Any]], value: Any) -> Any:
    """``value`` with the dataclasses in it decoded, lists becoming tuples."""
    if isinstance(value, list):
        return tuple([_inner(classes, each) for each in value])
    if isinstance(value, dict):
        if "e" in value:
            return _decode(classes, value)
        return {key: _inner(classes, each) for key, each in value.items()}
    return value


def _plan(cls: type[Any]) -> Plan:
    """The plan of a class, made when it is first met."""
    return _plans.get(cls) or _plans.setdefault(cls, _make_plan(cls))


def _make_plan(cls: type[Any]) -> Plan:
    writes: list[tuple[str, Convert]] = []
    reads: dict[str, Convert] = {}
    for each in fields(cls):
        note = each.type
        if not isinstance(note, str):
            raise TypeError(f"{cls.__name__}.{each.name}: the annotation is no string")
        shape = ast.parse(note, mode="eval").body
        writes.append((each.name, _converter(shape, CODES.__getitem__, _plain)))
        reads[each.name] = _converter(shape, BY_CODE.__getitem__, _same)
    return tag_of(cls), tuple(writes), reads


def _converter(shape: ast.expr, on_card: Convert, otherwise: Convert) -> Convert:
    """What to do with a field of this annotation."""
    match shape:
        case ast.Name(id="Card"):
            return on_card
        case ast.BinOp(left=inner, op=ast.BitOr(), right=ast.Constant(value=None)):
            convert = _converter(inner, on_card, otherwise)
            return lambda value: None if value is None else convert(value)
        case ast.Subscript(
            value=ast.Name(id="tuple"),
            slice=ast.Tuple(elts=[item, ast.Constant(value=ast_ellipsis)]),
        ) if ast_ellipsis is ...:
            convert = _converter(item, on_card, otherwise)
            sequence = list if otherwise is _plain else tuple
            return lambda value: sequence([convert(each) for each in value])
        case ast.Subscript(value=ast.Name(id="tuple"), slice=ast.Tuple(elts=items)):
            converts = [_converter(item, on_card, otherwise) for item in items]
            sequence = list if otherwise is _plain else tuple
            return lambda value: sequence(
                [convert(each) for convert, each in zip(converts, value, strict=True)]
            )
    return otherwise


def _same(value: Any) -> Any:
    return value


def _plain(value: Any) -> Any:
    """``value`` without tuples and dataclasses."""
    if isinstance(value, tuple | list):
        return [_plain(each) for each in value]
    if is_dataclass(value):
        return encode(value)
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    return value
