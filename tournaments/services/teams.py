"""Verbs of teams of pairs (CP-1, CP-2)."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.permissions import ORGANISE
from tournaments.models import Team
from tournaments.services.errors import invalid
from tournaments.services.events import locked
from tournaments.services.news import News, announce
from tournaments.services.trail import record, require


@transaction.atomic
def update_team(
    *, team: Team, by: User, name: str, captain: User | None = None, captain_name: str = ""
) -> Team:
    """A team's name and its captain 领队, who acts for its pairs; a name alone has no account."""
    actor = require(team.event, by, ORGANISE)
    event = locked(team.event)
    row = Team.objects.get(pk=team.pk)
    name = name.strip()[:60]
    if not name:
        raise invalid("name", _("The team needs a name."))
    if event.teams.filter(name=name).exclude(pk=row.pk).exists():
        raise invalid("name", _("Another team has this name."))
    before = {"name": row.name, "captain": row.captain_name}
    row.name, row.captain = name, captain
    row.captain_name = str(captain)[:40] if captain is not None else captain_name.strip()[:40]
    row.save()
    after = {"name": row.name, "captain": row.captain_name}
    record(event, actor, "update_team", about=row, before=before, after=after)
    announce(event, News.ENTRIES)
    return row
