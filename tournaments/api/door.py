"""How a request of the API comes in, and an answer or an error goes out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.gzip import gzip_page

from accounts.permissions import may_see_event
from tournaments import selectors, services
from tournaments.api.shapes import Failed, Failure
from tournaments.models import Event, ScorerToken

Operate = Callable[..., msgspec.Struct]
MAX_BODY: Final = 64_000

ROOT: Final = "api/v1/"
CONVERTERS: Final = {
    "event": "slug",
    "stage": "int",
    "round": "int",
    "match": "int",
    "number": "int",
}


@dataclass(frozen=True, slots=True)
class Query:
    """A parameter of the query string: a word of ``choices``, or a whole number."""

    name: str
    about: str
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Operation:
    """One thing that can be asked: a read of anybody, or (``scorer``) a write with a token."""

    name: str
    method: str
    path: str
    summary: str
    answer: type[msgspec.Struct]
    operate: Operate
    body: type[msgspec.Struct] | None = None
    query: tuple[Query, ...] = field(default=())

    @property
    def scorer(self) -> bool:
        """It changes something and needs a scorer's token."""
        return self.method == "POST"


class Problem(Exception):
    """An answer that is no success."""

    def __init__(self, status: int, failure: Failure) -> None:
        super().__init__(failure.sentence)
        self.status, self.failure = status, failure


def problem(status: int, code: str, sentence: str, **fields: list[str]) -> Problem:
    """An error of the door itself, without a clause."""
    return Problem(status, Failure(code, None, sentence, fields))


def not_found() -> Problem:
    """There is no such thing, or not for this reader."""
    return problem(404, "not_found", _("There is nothing at this address."))


@csrf_exempt
@gzip_page
def answer(request: HttpRequest, operations: dict[str, Operation], **address: Any) -> HttpResponse:
    """The answer of the address's operation, or an error, both as JSON."""
    method = "GET" if request.method == "HEAD" else request.method or ""
    operation = operations.get(method)
    if method == "OPTIONS":
        response = HttpResponse(status=204)
        response.headers["Access-Control-Allow-Headers"] = "Authorization, Content-Type"
        response.headers["Access-Control-Allow-Methods"] = ", ".join((*operations, "OPTIONS"))
    elif operation is None:
        text = _("This address answers to %(methods)s.") % {"methods": ", ".join(operations)}
        response = _failed(problem(405, "method_not_allowed", text))
        response.headers["Allow"] = ", ".join((*operations, "OPTIONS"))
    else:
        response = _answer(request, operation, address)
    response.headers["Access-Control-Allow-Origin"] = "*"
    patch_vary_headers(response, ("Accept-Language", "Authorization", "Cookie"))
    return response


def _answer(request: HttpRequest, operation: Operation, address: dict[str, Any]) -> HttpResponse:
    try:
        if operation.scorer:
            return _json(_write(request, operation, address))
        return _read(request, operation, address)
    except Problem as error:
        return _failed(error)
    except services.Refused as error:
        status = 403 if error.code is services.No.NOT_ALLOWED else 409
        return _failed(Problem(status, Failure(str(error.code), error.clause, str(error))))
    except services.Invalid as error:
        return _failed(Problem(422, Failure("invalid", None, str(error), error.errors)))


def _read(request: HttpRequest, operation: Operation, address: dict[str, Any]) -> HttpResponse:
    """A read; nothing is built when the reader has this version already."""
    address |= {query.name: _value(request, query) for query in operation.query}
    if "event" not in address:
        return _json(operation.operate(**address))
    event = _event(request, address["event"])
    tag = f'W/"{event.version}-{get_language()}"'
    if tag in request.headers.get("If-None-Match", "").split(", "):
        response: HttpResponse = HttpResponseNotModified()
    else:
        response = _json(operation.operate(**(address | {"event": event})))
    response.headers["ETag"] = tag
    response.headers["Cache-Control"] = "no-cache"
    return response


def _write(request: HttpRequest, operation: Operation, address: dict[str, Any]) -> msgspec.Struct:
    token = _token(request)
    if token is None:
        raise problem(401, "no_token", _("A scorer's token is needed (Authorization: Bearer …)."))
    if token.event.slug != address["event"]:
        raise problem(403, "not_allowed", _("This token is for another event."))
    body = _body(request, operation.body)
    return operation.operate(**(address | {"event": token.event, "token": token, "body": body}))


def _event(request: HttpRequest, slug: str) -> Event:
    event = selectors.event_of(slug)
    if event is None:
        raise not_found()
    if not may_see_event(request.user, event):
        token = _token(request)
        if token is None or token.event_id != event.pk:
            raise not_found()
    return event


def _token(request: HttpRequest) -> ScorerToken | None:
    kind, _space, text = request.headers.get("Authorization", "").partition(" ")
    if kind.lower() != "bearer" or not text.strip():
        return None
    token = services.token_of(text.strip())
    if token is None:
        raise problem(401, "no_token", _("This token is not known, or was revoked."))
    return token


def _body(request: HttpRequest, shape: type[msgspec.Struct] | None) -> Any:
    if shape is None:
        return None
    if int(request.headers.get("Content-Length") or 0) > MAX_BODY:
        raise problem(413, "too_large", _("That is too much at once."))
    try:
        return msgspec.json.decode(request.body or b"{}", type=shape)
    except msgspec.ValidationError as error:
        raise problem(422, "invalid", str(error)) from None
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise problem(400, "bad_json", _("The body is not JSON.")) from None


def _value(request: HttpRequest, query: Query) -> Any:
    text = request.GET.get(query.name, "")
    if not text:
        return None
    if query.choices:
        if text in query.choices:
            return text
    elif text.isdecimal() and len(text) < 6:
        return int(text)
    raise problem(422, "invalid", _("%(name)s cannot be that.") % {"name": query.name})


def _json(data: msgspec.Struct, status: int = 200) -> HttpResponse:
    return HttpResponse(
        msgspec.json.encode(data), content_type="application/json; charset=utf-8", status=status
    )


def _failed(error: Problem) -> HttpResponse:
    response = _json(Failed(error.failure), error.status)
    if error.status == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    return response
