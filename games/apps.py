"""The lobby, the tables and the four games."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """The app of tables."""

    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        """Hear of sanctions: they act at tables at once."""
        from accounts.sanctions import on_change
        from games.services import apply_sanction

        on_change(apply_sanction)
