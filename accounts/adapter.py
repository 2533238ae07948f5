"""Where allauth asks the site."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import check_for_language, override

from accounts import sanctions
from accounts.language import remember
from accounts.standing import holding


class AccountAdapter(DefaultAccountAdapter):
    """allauth's own; people read their language, and which sanctions hold for them."""

    def post_login(self, request: HttpRequest, user: Any, **kwargs: Any) -> HttpResponse:
        """Go on as usual, in the language the person chose last."""
        response = super().post_login(request, user, **kwargs)
        with override(user.language or request.LANGUAGE_CODE):
            for each in holding(user):
                messages.warning(request, sanctions.words(each))
        if user.language and check_for_language(user.language):
            remember(response, user.language)
        return response
