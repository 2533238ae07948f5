"""Reads of entries, for lists, cards and phones."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db.models import Count, F, Q, QuerySet, Value
from django.db.models.functions import Replace
from django.urls import NoReverseMatch, reverse

from accounts.models import User
from tournaments.models import Entry, EntryPlayer, Event, EventMatch, Team

ORDERS: Final = {
    "number": ("number",),
    "pinyin": ("sort_key", "number"),
    "club": ("club_name", "sort_key"),
    "seed": (F("seed_rank").asc(nulls_last=True), "number"),
    "waiting": ("created_at", "number"),
}


def entries(
    event: Event, *, status: str | None = None, search: str = "", order: str = "number"
) -> QuerySet[Entry]:
    """The entries with their players; withdrawn and rejected ones only when asked for."""
    rows = event.entries.select_related("club", "team").prefetch_related("players__user")
    if status:
        rows = rows.filter(status=status)
    else:
        rows = rows.exclude(status__in=(Entry.Status.WITHDRAWN, Entry.Status.REJECTED))
    if search:
        rows = _matching(rows, search)
    return rows.order_by(*ORDERS[order])


def _matching(rows: QuerySet[Entry], text: str) -> QuerySet[Entry]:
    text = text.strip()
    plain = "".join(text.lower().split())
    found = (
        Q(name__icontains=text)
        | Q(club_name__icontains=text)
        | Q(players__name__icontains=text)
        | Q(sort_key__icontains=text.lower())
        | Q(run_together__contains=plain)
        | Q(team__name__icontains=text)
    )
    if plain.isdecimal() and len(plain) < 9:
        found |= Q(number=int(plain))
    together = Replace("sort_key", Value(" "), Value(""))
    return rows.annotate(run_together=together).filter(found).distinct()


def search(event: Event, text: str, limit: int = 30) -> list[Entry]:
    """Entries by name, pinyin, club, team or number."""
    if not text.strip():
        return []
    rows = event.entries.filter(status=Entry.Status.CONFIRMED).select_related("club", "team")
    return list(_matching(rows, text).order_by("sort_key")[:limit])


def entry_counts(event: Event) -> dict[str, int | None]:
    """How many entries of each status, checked in, and places left (nothing: no limit)."""
    counts: dict[str, int | None] = {str(status): 0 for status in Entry.Status}
    counts.update(event.entries.values_list("status").annotate(count=Count("pk")))
    confirmed = counts[Entry.Status.CONFIRMED] or 0
    counts["checked_in"] = event.entries.filter(
        status=Entry.Status.CONFIRMED, checked_in_at__isnull=False
    ).count()
    limit = event.max_entries
    counts["places_left"] = None if limit is None else max(0, limit - confirmed)
    return counts


def entry_by_code(code: str) -> Entry | None:
    """The entry of a pair's QR code."""
    return Entry.objects.filter(code=code).select_related("event").first()


def match_by_code(code: str) -> EventMatch | None:
    """The match of a score slip's QR code."""
    rows = EventMatch.objects.select_related("event", "round__stage")
    return rows.filter(code=code).prefetch_related("sides__entry__players").first()


def entry_of(event: Event, user: User) -> Entry | None:
    """Somebody's own entry, if it stands."""
    rows = Entry.objects.filter(event=event, players__user=user, players__active=True)
    return rows.order_by("-pk").first()


def invited(invite: str) -> EntryPlayer | None:
    """The place that an invitation is for; nothing once it is taken or void."""
    rows = EntryPlayer.objects.select_related("entry", "event")
    found = rows.filter(invite=invite, confirmed_at__isnull=True).first()
    return found if found is not None and found.entry.status == Entry.Status.INVITED else None


def invite_link(entry: Entry) -> str:
    """The path of the link by which the partner accepts; empty when there is nothing to accept."""
    partner = entry.players.filter(confirmed_at__isnull=True).order_by("position").first()
    if partner is None:
        return ""
    try:
        return reverse("tournaments:invited", args=[partner.invite])
    except NoReverseMatch:
        return f"{settings.LOGIN_REDIRECT_URL}events/invited/{partner.invite}/"


def teams(event: Event) -> QuerySet[Team]:
    """The teams with their pairs."""
    return event.teams.prefetch_related("entries__players").order_by("name")
