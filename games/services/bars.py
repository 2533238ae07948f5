"""Whom a sanction keeps from a table, and what they are told."""

from __future__ import annotations

from django.db.models import Q
from django.utils import timezone, translation

from accounts import sanctions
from accounts.models import Sanction, User
from accounts.permissions import bar_at_table, kept_out
from accounts.sanctions import KEEPS_FROM_PLAY, barred_from_play
from games.models import Table
from games.services.errors import Barred


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


def barred_somewhere() -> list[int]:
    """Everybody (by id) whom a ban or a suspension keeps from some seat now."""
    now = timezone.now()
    rows = Sanction.objects.filter(
        Q(until__isnull=True) | Q(until__gt=now),
        kind__in=KEEPS_FROM_PLAY,
        starts_at__lte=now,
        lifted_at__isnull=True,
    )
    return list(rows.values_list("user_id", flat=True).distinct().order_by("user_id"))
