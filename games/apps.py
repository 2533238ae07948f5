"""The lobby, the tables and the four games."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """The app of tables."""

    name = "games"
    verbose_name = _("Games")
