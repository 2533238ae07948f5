"""The language of a browser, kept where Django's LocaleMiddleware looks for it."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpResponseBase

from accounts.preferences import YEAR


def remember(response: HttpResponseBase, language: str) -> None:
    """Have this browser read ``language`` from now on."""
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE or YEAR,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
