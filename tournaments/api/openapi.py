"""The description of the API in OpenAPI 3.1, made of the list of operations."""

from __future__ import annotations

import re
from typing import Any, Final

import msgspec

from tournaments.api import shapes
from tournaments.api.door import CONVERTERS, ROOT, Operation
from tournaments.api.operations import OPERATIONS

VERSION: Final = "1.0"
REF: Final = "#/components/schemas/{name}"
ABOUT: Final = """Events, draws, results and standings.

Every read of an event carries its `version` and an ETag: ask again with `If-None-Match` and the
answer is 304 as long as nothing has changed. Writes need a token that the organiser makes for a
program (`Authorization: Bearer sco_…`); it is good for one event. A result is sent with a
`client_id` of your own, so that sending it again changes nothing. Errors are JSON with a `code`,
the `clause` of the rules of competition behind it, and a `sentence` in the language of
`Accept-Language` (zh-Hans or en)."""

STATUSES: Final = {
    "400": "The body is not JSON.",
    "401": "No token, or one that is not good.",
    "403": "Not with this token.",
    "404": "There is no such thing.",
    "409": "Not now: the rules or the state of the match are against it.",
    "422": "A value cannot be that.",
}


def description() -> dict[str, Any]:
    """The whole description, ready for JSON."""
    types: list[type[msgspec.Struct]] = [shapes.Failed]
    for operation in OPERATIONS:
        types += [t for t in (operation.answer, operation.body) if t is not None]
    _refs, schemas = msgspec.json.schema_components(types, ref_template=REF)
    paths: dict[str, Any] = {}
    for operation in OPERATIONS:
        paths.setdefault(f"/{ROOT}{operation.path}", {})[operation.method.lower()] = _of(operation)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Shengji and Guandan events", "version": VERSION, "description": ABOUT},
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {"scorer": {"type": "http", "scheme": "bearer"}},
        },
    }


def _of(operation: Operation) -> dict[str, Any]:
    told: dict[str, Any] = {
        "operationId": operation.name,
        "summary": operation.summary,
        "description": (operation.operate.__doc__ or "").strip(),
        "parameters": [*_of_address(operation), *_of_query(operation)],
        "responses": {"200": _content(operation.answer, "It is done."), **_errors(operation)},
    }
    if operation.body is not None:
        told["requestBody"] = {"required": True, **_content(operation.body)}
    if operation.scorer:
        told["security"] = [{"scorer": []}]
    else:
        told["responses"]["304"] = {"description": "Nothing has changed."}
    return told


def _content(shape: type[msgspec.Struct], text: str = "") -> dict[str, Any]:
    schema = {"$ref": REF.format(name=shape.__name__)}
    content: dict[str, Any] = {"content": {"application/json": {"schema": schema}}}
    return content | ({"description": text} if text else {})


def _errors(operation: Operation) -> dict[str, Any]:
    wanted = STATUSES if operation.scorer else {k: STATUSES[k] for k in ("404", "422")}
    return {status: _content(shapes.Failed, text) for status, text in wanted.items()}


def _of_address(operation: Operation) -> list[dict[str, Any]]:
    return [
        {
            "name": name,
            "in": "path",
            "required": True,
            "schema": {"type": "integer" if CONVERTERS[name] == "int" else "string"},
        }
        for name in re.findall(r"{(\w+)}", operation.path)
    ]


def _of_query(operation: Operation) -> list[dict[str, Any]]:
    return [
        {
            "name": query.name,
            "in": "query",
            "required": False,
            "description": query.about,
            "schema": {"type": "string", "enum": list(query.choices)}
            if query.choices
            else {"type": "integer", "minimum": 0},
        }
        for query in operation.query
    ]
