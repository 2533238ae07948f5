"""The API for people: its description, and a page that explains it."""

from __future__ import annotations

import json
from functools import cache

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.api.door import ROOT
from tournaments.api.openapi import description
from tournaments.api.operations import OPERATIONS
from tournaments.services import News


@cache
def _text() -> str:
    return json.dumps(description(), ensure_ascii=False, indent=1)


@require_safe
def openapi(request: HttpRequest) -> HttpResponse:
    """The description in OpenAPI 3.1."""
    response = HttpResponse(_text(), content_type="application/json; charset=utf-8")
    response.headers["Access-Control-Allow-Origin"] = "*"
    return response


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """What can be asked, with examples; how webhooks are signed."""
    context = {
        "operations": OPERATIONS,
        "root": request.build_absolute_uri(f"/{ROOT}"),
        "kinds": [str(kind) for kind in News],
    }
    return render(request, "tournaments/api.html", context)
