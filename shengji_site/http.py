"""Requests as our views get them, for the type checker."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpRequest

if TYPE_CHECKING:
    from django_htmx.middleware import HtmxDetails

    from accounts.models import User


class Request(HttpRequest):
    """Any request: the middleware has added ``htmx``."""

    htmx: HtmxDetails


class MemberRequest(Request):
    """A request in a view that asks for signing in: there is a user, a guest perhaps."""

    user: User
