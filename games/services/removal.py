"""Taking people from tables: by a sanction, or by the hand of the staff."""

from __future__ import annotations

import logging

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import Sanction, User
from accounts.permissions import bar_at_table
from accounts.sanctions import KEEPS_FROM_PLAY
from games.models import Table
from games.services.errors import No, Refused
from games.services.matches import abandon_match
from games.services.news import announce, announce_sanction
from games.services.tables import leave, locked

log = logging.getLogger(__name__)


def apply_sanction(sanction: Sanction) -> None:
    """A sanction was imposed, has begun or is over: its person gives up seats if it says so.

    Open sockets hear of it. At a table of an event the seat stays theirs: who takes it, or who
    forfeits, is for the event to decide. They cannot use it.
    """
    if sanction.kind in KEEPS_FROM_PLAY:
        _give_up_seats(User.objects.get(pk=sanction.user_id))
    announce_sanction(sanction.pk)


def _give_up_seats(user: User) -> None:
    theirs = Table.objects.filter(Q(seats__user=user) | Q(host=user), managed=False)
    for table in theirs.exclude(status=Table.Status.CLOSED).distinct():
        if bar_at_table(user, table) is None:
            continue
        try:
            leave(table=table, user=user)
        except Refused as refused:  # closed at the same moment
            log.info("nobody to unseat at table %s: %s", table.code, refused.code)


def unseat(*, table: Table, user: User) -> None:
    """The staff takes somebody from a table; in mid-match a bot goes on with the cards."""
    if not table.seats.filter(user=user).exists():
        raise Refused(No.NOT_SEATED)
    leave(table=table, user=user)


@transaction.atomic
def shut(*, table: Table) -> None:
    """The staff closes a table, whoever plays there; the match is abandoned.

    Not a table of an event: its desk calls the match off, so that the draw knows of it.
    """
    row = locked(table)
    if row.managed:
        raise Refused(No.MANAGED)
    if row.status == Table.Status.PLAYING:
        abandon_match(table=row)
    row.status, row.active_at = Table.Status.CLOSED, timezone.now()
    row.save(update_fields=["status", "active_at"])
    announce(row.pk)
