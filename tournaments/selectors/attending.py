"""Reads around a referee at a table: calls, who is there, where the play is, who sees the hands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Prefetch, QuerySet, prefetch_related_objects

from accounts.models import User
from accounts.permissions import PLAY, event_roles, may_referee
from games.models import Deal
from games.reports import player_names
from games.services.records import replay
from tournaments.models import EntryPlayer, Event, EventMatch, RefereeAtTable, RefereeCall

Deals = QuerySet[Deal]

# ----------------------------------------------------------------------------- calls, referees


def open_calls(event: Event) -> QuerySet[RefereeCall]:
    """The calls that no referee has answered yet, the longest waiting first."""
    rows = RefereeCall.objects.filter(match__event=event, closed_at=None)
    return rows.select_related("match__round", "entry").order_by("at", "pk")


def call_at(match: EventMatch) -> RefereeCall | None:
    """The open call of a table, if there is one."""
    return match.calls.filter(closed_at=None).select_related("entry").first()


def referees_at(match: EventMatch) -> list[RefereeAtTable]:
    """Who has declared himself the referee at a table, in the order they came."""
    return list(match.referees.filter(until=None).select_related("user"))


def mark_tables(matches: Sequence[EventMatch]) -> None:
    """Load for each match its table on line and who attends to it (``attending``)."""
    here = RefereeAtTable.objects.filter(until=None)
    prefetch_related_objects(matches, "table", Prefetch("referees", here, to_attr="attending"))


def plays_in(user: User, match: EventMatch) -> bool:
    """Somebody is a player or captain in the event, or is of one of the match's pairs."""
    if event_roles(user, match.event) & PLAY:
        return True
    return EntryPlayer.objects.filter(entry__sides__match=match, user=user).exists()


def sees_hands(user: User, match: EventMatch) -> bool:
    """All hands of a running deal are for a referee who does not play in the event, from when he
    has declared himself at the table until he leaves it."""
    return (
        match.referees.filter(until=None, user=user).exists()
        and may_referee(user, match.event)
        and not plays_in(user, match)
    )


# ----------------------------------------------------------------------------------- the play


@dataclass(frozen=True, slots=True)
class Place:
    """Where the play at a table on line is."""

    deal: Deal
    trick: int
    """The trick under way, or the last one; 0 before the first."""
    actions: int
    turn: tuple[str, ...]
    """The names of those who are to act, as far as everybody knows it."""

    @property
    def running(self) -> bool:
        """The deal has not ended."""
        return self.deal.ended_at is None and self.deal.match.ended_at is None

    def as_json(self) -> dict[str, Any]:
        """As the trail keeps it."""
        return {
            "deal": self.deal.number,
            "trick": self.trick,
            "actions": self.actions,
            "turn": list(self.turn),
        }


def deals_at(match: EventMatch) -> Deals:
    """The deals at the table of a match, the newest first."""
    rows = Deal.objects.filter(match__table=match.table_id, match__table__isnull=False)
    return rows.select_related("match__table").order_by("-match__number", "-number")


def place_of(match: EventMatch) -> Place | None:
    """Where the newest deal at its table is; nothing in a hall, and before the first deal."""
    deal = None if match.table_id is None else deals_at(match).first()
    if deal is None:
        return None
    played = replay(deal)
    report = played.game.report(played.state)
    names = player_names(deal.match)
    turn = tuple(names[seat] for seat in played.game.view(played.state, None).turn)
    return Place(deal, len(report["tricks"]), deal.events.count(), turn)
