"""Verbs of a match: begin it, end it."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from games.engine.api import game_of
from games.models import Match, MatchPlayer, Seat, Table
from games.services.errors import No, Refused
from games.services.news import announce
from shengji_site.celery import enqueue

SEATS = 4


@transaction.atomic
def start_match(*, table: Table) -> Match:
    """Begin a match between the four who are seated. The room deals as soon as it hears of it."""
    row = Table.objects.select_for_update(no_key=True).get(pk=table.pk)
    if row.status == Table.Status.CLOSED:
        raise Refused(No.CLOSED)
    if row.status == Table.Status.PLAYING:
        raise Refused(No.PLAYING)
    if row.managed and row.matches.exists():
        raise Refused(No.CLOSED)  # an event's match is played once
    seats = list(row.seats.select_related("user").order_by("index"))
    if len(seats) < SEATS:
        raise Refused(No.NOT_FULL)
    last = row.matches.aggregate(last=Max("number"))["last"] or 0
    match = Match.objects.create(
        table=row,
        number=last + 1,
        game=row.game,
        options=row.options,
        players=[_player(seat) for seat in seats],
        levels=list(game_of(row.game).first(row.options).levels),
        score=[0, 0],
    )
    MatchPlayer.objects.bulk_create(
        [MatchPlayer(match=match, seat=s.index, user=s.user) for s in seats if s.user]
    )
    row.status = table.status = Table.Status.PLAYING
    row.active_at = timezone.now()
    row.save(update_fields=["status", "active_at"])
    announce(row.pk)
    return match


def _player(seat: Seat) -> dict[str, object]:
    """Who sits there, as ``Match.players`` keeps it."""
    if seat.user is None:
        return {"user": None, "name": "", "bot": seat.bot}
    return {"user": seat.user.pk, "name": str(seat.user), "bot": ""}


@transaction.atomic
def end_match(*, match: Match, won_by: int | None) -> None:
    """The match is over, won by a team or (nothing) ended before that. Doing it again is idle."""
    Table.objects.select_for_update(no_key=True).get(pk=match.table_id)  # before its match
    row = Match.objects.select_for_update(no_key=True).get(pk=match.pk)
    if row.ended_at is not None:
        return
    row.ended_at = timezone.now()
    row.won_by = won_by
    row.save(update_fields=["ended_at", "won_by"])
    Table.objects.filter(pk=row.table_id, status=Table.Status.PLAYING).update(
        status=Table.Status.OPEN, active_at=row.ended_at
    )
    announce(row.table_id)
    enqueue("games.match_over", row.pk)


def abandon_match(*, table: Table) -> None:
    """End the match under way at a table without a winner."""
    table.matches.filter(ended_at__isnull=True).update(ended_at=timezone.now())
