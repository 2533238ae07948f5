"""Whom a sanction keeps from a table, and what they are told."""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta
from typing import Final

from django.db.models import Q
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts import sanctions, standing
from accounts.models import Sanction, User
from accounts.permissions import bar_at_table, event_at, kept_out
from accounts.sanctions import KEEPS_FROM_PLAY, barred_from_play
from games.models import Table
from games.services.errors import Barred

JUST_NOW: Final = timedelta(minutes=1)
"""As long as this the news that a sanction is over is worth repeating."""


def require_free(*, user: User, table: Table | None = None) -> None:
    """``Barred`` when a ban or a suspension keeps the person from a seat here.

    Without a table: from opening one.
    """
    found = barred_from_play(user) if table is None else bar_at_table(user, table)
    if found is not None:
        raise Barred(sanctions.words(found))


def why_kept_out(*, user: int, table: int, language: str) -> str | None:
    """What a person (by id) who is not to be at a table is told; nothing when they may be."""
    found = kept_out(User.objects.get(pk=user), Table.objects.get(pk=table))
    if found is None:
        return None
    with translation.override(language):
        return sanctions.words(found)


def told_at(*, sanction: Sanction, table: int, language: str) -> str | None:
    """What its person is told of a sanction at a table; nothing where it does not hold.

    One that is yet to begin is told of when it does.
    """
    event = event_at(Table.objects.get(pk=table))
    clubs = (None, None if event is None else event.club_id)
    events = (None, None if event is None else event.pk)
    here = sanction.club_id in clubs and sanction.event_id in events
    if not here or sanction.stage == Sanction.Stage.AHEAD:
        return None
    with translation.override(language):
        said = sanctions.words(sanction)
        over = sanction.stage == Sanction.Stage.OVER
        return _("No longer in force: %(sanction)s") % {"sanction": said} if over else said


def sanction_of(pk: int) -> Sanction:
    """A sanction with what its words speak of."""
    return Sanction.objects.select_related("club", "event").get(pk=pk)


def unread(*, user: User, table: int, language: str) -> list[str]:
    """What somebody who comes to a table is told of sanctions there, until they have read them."""
    rows = standing.holding(user).filter(seen_at__isnull=True)
    told = (told_at(sanction=each, table=table, language=language) for each in rows)
    return [text for text in told if text is not None]


def to_be_heard(users: Collection[int]) -> list[int]:
    """The sanctions of these (by id) of which they may not have heard at their tables.

    Those in force that act there or are not read yet, and those that have just ended.
    """
    now = timezone.now()
    holds = Q(until__isnull=True) | Q(until__gt=now)
    holds &= Q(kind__in=KEEPS_FROM_PLAY) | Q(seen_at__isnull=True)
    ended = Q(lifted_at__gt=now - JUST_NOW) | Q(until__gt=now - JUST_NOW, until__lte=now)
    rows = Sanction.objects.filter(
        (holds & Q(lifted_at__isnull=True)) | ended, user_id__in=users, starts_at__lte=now
    )
    return list(rows.order_by("pk").values_list("pk", flat=True))
