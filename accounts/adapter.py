"""Where allauth asks the site."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest, HttpResponse
from django.utils.translation import check_for_language

from accounts.language import remember


class AccountAdapter(DefaultAccountAdapter):
    """allauth's own, but that a person reads their language wherever they sign in."""

    def post_login(self, request: HttpRequest, user: Any, **kwargs: Any) -> HttpResponse:
        """Go on as usual, in the language the person chose last."""
        response = super().post_login(request, user, **kwargs)
        if user.language and check_for_language(user.language):
            remember(response, user.language)
        return response
