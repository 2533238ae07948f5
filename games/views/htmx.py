"""Requests that may come from htmx."""

from __future__ import annotations

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails


class HtmxRequest(HttpRequest):
    """A request after django-htmx's middleware: ``htmx`` is true when htmx has sent it."""

    htmx: HtmxDetails
