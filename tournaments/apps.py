"""Tournaments."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    """The app of tournaments."""

    name = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        """Hear of matches that end at tables, of who is there, and of who wants a referee."""
        from games.hooks import on_about, on_call, on_match_over, on_presence
        from tournaments.selectors.rulings import about_table
        from tournaments.services.attending import called
        from tournaments.services.online import match_over
        from tournaments.services.presence import at_table

        on_match_over(match_over)
        on_presence(at_table)
        on_call(called)
        on_about(about_table)
