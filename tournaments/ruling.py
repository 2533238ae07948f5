"""What a penalty is, as a referee is about to give it (CP-13)."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from uuid import uuid4

from django.utils import timezone

from games.models import Deal
from tournaments.engine import penalties as law
from tournaments.models import Entry, EntryPlayer, Event, EventMatch, Penalty, Round


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a referee is about to decide (CP-13); ``foul`` is an id of the catalogue."""

    round: Round
    entry: Entry
    foul: str
    grade: str
    match: EventMatch | None = None
    player: EntryPlayer | None = None
    levels: int = 1
    change: str = law.Change.OFFENDER_DOWN
    points: Decimal = Decimal(0)
    scope: str = law.Scope.ROUNDS
    rounds: int = 0
    until: datetime | None = None
    deal_number: int | None = None
    trick_number: int | None = None
    note: str = ""
    at: datetime | None = None
    client_id: str = field(default_factory=lambda: uuid4().hex)

    def row(self, event: Event) -> Penalty:
        """The penalty, not saved."""
        return Penalty(
            event=event,
            round=self.round,
            match=self.match,
            entry=self.entry,
            player=self.player,
            foul=self.foul,
            grade=self.grade,
            levels=self.levels,
            change=self.change,
            points=self.points,
            scope=self.scope,
            rounds=self.rounds,
            until=self.until,
            deal_number=self.deal_number,
            trick_number=self.trick_number,
            deal=_deal(self.match, self.deal_number),
            note=self.note.strip(),
            at=self.at or timezone.now(),
            client_id=self.client_id[:64],
        )


def _deal(match: EventMatch | None, number: int | None) -> Deal | None:
    """The record of a deal of a match on line."""
    if match is None or match.table_id is None or number is None:
        return None
    return Deal.objects.filter(match__table=match.table_id, number=number).first()
