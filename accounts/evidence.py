"""What is reported, and the evidence that the system attaches to a report.

A report is made at a place: a table, a match, one deal of it. From the place follow whom and what
one may report, whose moderators look at it, and what they are shown. Ids and names are kept, for a
seat may have changed hands by then; the record of a deal is read when it has ended.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from django.urls import reverse
from django.utils import timezone

from accounts.models import Club, User
from accounts.permissions import (
    event_at,
    may_read_match,
    may_see_event,
    may_see_line,
    may_watch,
)

if TYPE_CHECKING:
    from games.models import ChatLine, Deal, Match, Table
    from tournaments.models import Event


@dataclass(frozen=True, slots=True)
class Place:
    """Where something happened; all empty: nowhere in particular, a person was met."""

    table: Table | None = None
    match: Match | None = None
    deal: Deal | None = None
    event: Event | None = None
    line: ChatLine | None = None
    """What was said there."""
    people: dict[int, str] = field(default_factory=dict)
    """Who was there, by id: at the seats, and the players of the match."""

    @property
    def club(self) -> Club | None:
        """Whose moderators look at it."""
        return None if self.event is None else self.event.club

    @property
    def words(self) -> str:
        """What was said, in the reader's language."""
        return "" if self.line is None else _words(self.line.text, self.line.phrase)


AROUND: Final = 10
"""So many lines before and after one that is reported go along."""


def place_of(
    user: User,
    *,
    table: str = "",
    line: int | None = None,
    match: int | None = None,
    deal: int | None = None,
    event: str = "",
    person: int | None = None,
    invites: Collection[str] = (),
) -> Place | None:
    """The place of an address: a table's code, a line said there, a match (and a deal's number),
    or an event.

    In an event ``person`` is one of its players. Nothing when there is no such place, or ``user``
    may not look at it.
    """
    from games.models import Match, Table

    if event:
        return _at_event(user, event, person)
    if line is not None:
        return _of_line(user, line, invites)
    found: Match | None = None
    if match is not None:
        found = Match.objects.filter(pk=match).select_related("table").first()
        if found is None or not may_read_match(user, found, invites):
            return None
        where = found.table
    else:
        seated = Table.objects.filter(code=table).prefetch_related("seats__user").first()
        if seated is None or not may_watch(user, seated, invites):
            return None
        where = seated
        found = where.matches.order_by("-number").first()
    deals = None if found is None else found.deals.order_by("-number")
    if deals is not None and deal is not None:
        deals = deals.filter(number=deal)
    one = None if deals is None or (match is not None and deal is None) else deals.first()
    return Place(where, found, one, event_at(where), people=_people(where, found))


def _of_line(user: User, pk: int, invites: Collection[str]) -> Place | None:
    """A line of chat, with the deal that was being played."""
    from games.models import ChatLine

    rows = ChatLine.objects.select_related("table", "match", "deal", "user")
    line = rows.filter(pk=pk).first()
    if line is None or not may_see_line(user, line, invites):
        return None
    people = {line.user_id: line.name}
    return Place(line.table, line.match, line.deal, event_at(line.table), line, people)


def _at_event(user: User, slug: str, person: int | None) -> Place | None:
    """Somebody met as a player of an event, not at one of its tables."""
    from tournaments.models import EntryPlayer, Event

    event = Event.objects.filter(slug=slug).select_related("club").first()
    if event is None or not may_see_event(user, event):
        return None
    player = EntryPlayer.objects.filter(event=event, active=True, user=person).first()
    if player is None or player.user_id is None:
        return None
    return Place(event=event, people={player.user_id: player.name})


def _people(table: Table, match: Match | None) -> dict[int, str]:
    """Who sits at the table, and who plays the match."""
    seats = table.seats.filter(user__isnull=False).select_related("user")
    people = {seat.user_id: str(seat.user) for seat in seats if seat.user_id is not None}
    for player in match.players if match is not None else ():
        if player["user"] is not None:
            people.setdefault(player["user"], player["name"])
    return people


def gather(place: Place) -> dict[str, Any]:
    """``Report.evidence``: where it was, what was played, who was there, at this moment."""
    evidence: dict[str, Any] = {"at": timezone.now().isoformat()}
    if place.table is not None:
        evidence["table"] = {"code": place.table.code, "name": place.table.name}
        seats = place.table.seats.select_related("user").order_by("index")
        evidence["seats"] = [
            {"seat": seat.index, "user": seat.user_id, "name": str(seat.user or "")}
            for seat in seats
        ]
    if place.match is not None:
        evidence["match"] = {"id": place.match.pk, "game": place.match.game}
        evidence["players"] = place.match.players
    if place.deal is not None:
        log = place.deal.events.order_by("-seq").values_list("seq", flat=True).first()
        evidence["deal"] = {"number": place.deal.number, "seq": log or 0}
    if place.event is not None:
        evidence["event"] = {"slug": place.event.slug, "name": place.event.name}
    if place.line is not None:
        evidence["line"] = _said(place.line)
        evidence["lines"] = [_said(line) for line in _around(place.line)]
    return evidence


def _said(line: ChatLine) -> dict[str, Any]:
    """A line as the evidence keeps it, should the row be gone one day."""
    return {
        "id": line.pk,
        "at": line.at.isoformat(),
        "user": line.user_id,
        "name": line.name,
        "seat": line.seat,
        "phrase": line.phrase,
        "text": line.text,
        "watchers": line.watchers_only,
    }


def _around(line: ChatLine) -> list[ChatLine]:
    """The line among those before and after it at its table."""
    rows = line.table.chat.order_by("pk")
    before = reversed(rows.filter(pk__lt=line.pk).reverse()[:AROUND])
    return [*before, line, *rows.filter(pk__gt=line.pk)[:AROUND]]


def _words(text: str, phrase: str) -> str:
    from games.labels import phrase_text

    return text or phrase_text(phrase)


def said(evidence: dict[str, Any]) -> list[dict[str, Any]]:
    """The lines of the evidence in words, with their times, the reported one marked."""
    reported = evidence.get("line", {}).get("id")
    return [
        {
            **line,
            "words": _words(line["text"], line["phrase"]),
            "at": datetime.fromisoformat(line["at"]),
            "reported": line["id"] == reported,
        }
        for line in evidence.get("lines", ())
    ]


def links(evidence: dict[str, Any]) -> dict[str, str]:
    """Addresses of what the evidence names; of a deal only once it has ended and can be read."""
    from games.models import Deal

    found: dict[str, str] = {}
    if "table" in evidence:
        found["table"] = reverse("games:table", args=[evidence["table"]["code"]])
    if "event" in evidence:
        found["event"] = reverse("tournaments:event", args=[evidence["event"]["slug"]])
    if "match" in evidence:
        match = evidence["match"]["id"]
        found["match"] = reverse("games:match", args=[match])
        number = evidence.get("deal", {}).get("number")
        ended = Deal.objects.filter(match_id=match, number=number, ended_at__isnull=False)
        if number is not None and ended.exists():
            for name in ("deal", "replay", "record"):
                found[name] = reverse(f"games:{name}", args=[match, number])
    return found
