"""The addresses of tournaments, by who uses them."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from django.urls import URLPattern, URLResolver

app_name = "tournaments"
urlpatterns: list[URLPattern | URLResolver] = []
for part in ("desk", "paper", "api", "rulings", "public"):
    if find_spec(f"{__name__}.{part}") is not None:
        urlpatterns += import_module(f"{__name__}.{part}").urlpatterns
