"""The staff's administration: django-unfold's look, the site's own way to sign in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from csp.constants import UNSAFE_EVAL, UNSAFE_INLINE
from csp.decorators import csp_update
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from unfold.sites import UnfoldAdminSite

RELAXED: Final = {"script-src": [UNSAFE_EVAL], "style-src": [UNSAFE_INLINE]}
"""What unfold cannot do without, under /admin/ alone. Its menus, tabs and dialogs are expressions
in attributes that Alpine compiles (``new Function``: unsafe-eval), and its colours and some widths
are written into the page (a style element, style attributes: unsafe-inline for styles). Inline
scripts stay forbidden here too."""


class StaffSite(UnfoldAdminSite):
    """The administration. Signing in is the site's own page, for it knows second factors."""

    def admin_view(
        self, view: Callable[..., HttpResponseBase], cacheable: bool = False
    ) -> Callable[..., HttpResponseBase]:
        """Any page here, under the content policy that it needs."""
        inner = super().admin_view(view, cacheable)
        return csp_update(RELAXED)(inner)

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        """Away to the site's sign-in; whoever is signed in already has no business here."""
        if self.has_permission(request):
            return redirect("admin:index")
        if request.user.is_authenticated:
            raise PermissionDenied
        return redirect_to_login(request.GET.get("next") or request.path.removesuffix("login/"))

    def logout(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The site's own page too."""
        return redirect("account_logout")
