"""Tournaments."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    """The app of tournaments."""

    name = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        """Hear of matches that end at tables, and of who is there."""
        from games.hooks import on_match_over, on_presence
        from tournaments.services.online import match_over
        from tournaments.services.presence import at_table

        on_match_over(match_over)
        on_presence(at_table)
