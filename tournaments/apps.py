"""Tournaments."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    """The app of tournaments."""

    name = "tournaments"
    verbose_name = _("Tournaments")
