"""The addresses of the site."""

from django.contrib import admin
from django.urls import include, path
from django.views.decorators.gzip import gzip_page
from django.views.i18n import JavaScriptCatalog

from .health import healthz

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("jsi18n/", gzip_page(JavaScriptCatalog.as_view(domain="djangojs")), name="jsi18n"),
    path("i18n/", include("django.conf.urls.i18n")),
    path("admin/", admin.site.urls),
    path("", include("accounts.urls")),
    path("accounts/", include("allauth.urls")),
    path("", include("games.urls")),
    path("", include("tournaments.urls")),
]
