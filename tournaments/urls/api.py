"""Addresses of the API, made of its list of operations."""

from __future__ import annotations

import re

from django.urls import URLPattern, path

from tournaments.api.door import CONVERTERS, ROOT, Operation, answer
from tournaments.api.operations import OPERATIONS
from tournaments.views import api


def _patterns() -> list[URLPattern]:
    by_path: dict[str, dict[str, Operation]] = {}
    for operation in OPERATIONS:
        by_path.setdefault(operation.path, {})[operation.method] = operation
    return [
        path(
            ROOT + re.sub(r"{(\w+)}", lambda found: _converter(found[1]), template),
            answer,
            {"operations": operations},
        )
        for template, operations in by_path.items()
    ]


def _converter(name: str) -> str:
    return f"<{CONVERTERS[name]}:{name}>"


urlpatterns = [
    path(ROOT, api.about, name="api_about"),
    path(ROOT + "openapi.json", api.openapi, name="openapi"),
    *_patterns(),
]
