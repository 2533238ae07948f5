"""Matches and penalties as their append-only histories have them, not as the columns do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from functools import cached_property
from typing import Any

from tournaments.engine import penalties as law
from tournaments.engine.catalogue import Grade
from tournaments.engine.matches import Ending, Match, level_name
from tournaments.models import Event, EventMatch, MatchSide, ResultChange, Stage
from tournaments.result import Result
from tournaments.selectors.deadlines import deadline
from tournaments.selectors.facts import PUBLIC


def penalties_of(event: Event) -> list[law.Penalty]:
    """The penalties as their append-only history has them."""
    found = []
    rows = event.penalties.select_related("entry", "round__stage").prefetch_related("history")
    for row in rows.order_by("at", "pk"):
        last = list(row.history.all())[-1]  # in the order in which they were written
        said = last.after or last.before
        assert said is not None
        found.append(
            law.Penalty(
                row.pk,
                row.entry.number,
                said["clause"],
                Grade(said["grade"]),
                row.at,
                row.round.stage.order,
                row.round.number,
                row.match_id,
                law.Effect(
                    said["levels"], law.Change(said["change"]), Decimal(said["points"]),
                    law.Scope(said["scope"]), said["rounds"],
                    said["until"] and datetime.fromisoformat(said["until"]),
                ),
                (law.Change(row.played_change), row.played_levels) if row.played_change else None,
                last.after is None,
                row.played_made,
            )
        )  # fmt: skip
    return found


@dataclass(frozen=True)
class History:
    """A match with what its history and that of the penalties make of it."""

    row: EventMatch
    changes: tuple[ResultChange, ...]
    entries: tuple[int, ...]
    numbers: tuple[int, ...]
    penalties: tuple[law.Penalty, ...]
    """Those of its pairs."""

    @cached_property
    def said(self) -> Result | None:
        """The result that counts, of nothing: it is open."""
        last = self.changes[-1] if self.changes else None
        return None if last is None or last.after is None else Result.from_json(last.after)

    @cached_property
    def played(self) -> Match | None:
        """The result as it came to be, before any penalty."""
        said = self.said
        if said is None or not self.numbers:
            return None
        bye = said.ending is Ending.BYE
        return Match(
            self.row.round.stage.order,
            self.row.round.number,
            self.numbers[0],
            self.numbers[1] if len(self.numbers) == 2 else None,
            said.ending,
            levels=said.numbers(),
            deals=said.deals,
            winner=None if said.winner is None or bye else self.numbers[said.winner],
            margin=sum(said.boards, Decimal(0)) if said.boards else None,
            id=self.row.pk,
        )

    @cached_property
    def ruled(self) -> Match | None:
        """The result as the penalties leave it."""
        played = self.played
        return None if played is None else law.ruled(played, self.penalties)

    @cached_property
    def listed(self) -> Match | None:
        """As standings take it: with its result, or as one that is open; nothing before that."""
        row, who = self.row, self.numbers
        if self.ruled is not None or len(who) != 2 or row.round.status not in PUBLIC:
            return self.ruled
        stage, number = row.round.stage.order, row.round.number
        return Match(stage, number, *who, levels=(0, 0), confirmed=False, id=row.pk)

    def faults(self) -> Iterator[str]:
        """Where the columns say something else."""
        row, where = self.row, f"match {self.row.pk}"
        if row.revision != len(self.changes):
            yield f"{where}: revision {row.revision} after {len(self.changes)} changes"
        if (row.state == EventMatch.State.CONFIRMED) != (self.said is not None):
            yield f"{where}: {row.state}, its history says otherwise"
        elif not row.event.duplicate:
            if self.columns() != self.said:
                yield f"{where}: the result is not that of its history"
            if row.ruled != self.shown():
                yield f"{where}: shown as {row.ruled}, the penalties make {self.shown()} of it"
        yield from self._decided(where)

    def columns(self) -> Result | None:
        """The result as it is kept."""
        row = self.row
        if row.state != EventMatch.State.CONFIRMED:
            return None
        levels = row.levels
        winner = 0 if row.ending == EventMatch.Ending.BYE else None
        return Result(
            None if levels is None else (level_name(levels[0]), level_name(levels[1])),
            row.deals,
            Ending(row.ending),
            winner if row.winner_id is None else self.entries.index(row.winner_id),
        )

    def shown(self) -> dict[str, Any] | None:
        """What ``EventMatch.ruled`` is to be."""
        now = self.ruled
        if now is None or now == self.played:
            return None
        levels = now.levels
        winner = None if now.winner is None else self.numbers.index(now.winner)
        names = None if levels is None else (level_name(levels[0]), level_name(levels[1]))
        return Result(names, now.deals, now.ending, winner).as_json()

    def _decided(self, where: str) -> Iterator[str]:
        """Whether what has ended it without play is still so, and what should have has."""
        row, losers = self.row, self.losers()
        current = row.decided_by if row.decided_revision == row.revision else ""
        winner = None if row.winner_id is None else self.numbers[self.entries.index(row.winner_id)]
        if losers and row.started_at is not None and row.state != EventMatch.State.CONFIRMED:
            yield f"{where}: lost by ruling, and still open"
        barred = {n for n in self.numbers if self._barred(n)}
        if len(self.numbers) == 2 and winner in barred:
            yield f"{where}: won by {winner}, who is suspended"
        if current == "penalty":
            out = losers | barred | {n for n in self.numbers if self._suspended(n)}
            if not out or winner in out or (winner is None and len(out) < 2):
                yield f"{where}: ended by penalties that do not stand"
        elif current == "no_show":
            missing = {s.entry.number for s in row.sides.all() if _missing(s)}
            expected = {*self.numbers} - ({winner} if winner is not None else set())
            if missing != expected:
                yield f"{where}: forfeited by {sorted(expected)}, missing {sorted(missing)}"

    def losers(self) -> set[int]:
        """Who has lost it by ruling or by three violations (CP-11, CP-12)."""
        lost = {
            p.offender
            for p in self.penalties
            if p.grade is Grade.LOSS and p.match == self.row.pk and not p.revoked
        } | {
            c.offender
            for c in law.consequences(self.penalties)
            if c.grade is Grade.LOSS and c.match == self.row.pk
        }
        return lost & {*self.numbers}

    def _barred(self, number: int) -> bool:
        """Suspended when its round was called."""
        at = self.row.round.started_at
        return at is not None and self._suspended(number, at)

    def _suspended(self, number: int, at: datetime | None = None) -> bool:
        when = at or self.row.confirmed_at
        if when is None:
            return False
        place = {"stage": self.row.round.stage.order, "round_": self.row.round.number}
        return law.suspension(self.penalties, number, **place, at=when) is not None


def _missing(side: MatchSide) -> bool:
    until = deadline(side)
    return side.present_at is None or (until is not None and side.present_at > until)


def histories(stage: Stage, penalties: Mapping[int, Sequence[law.Penalty]]) -> list[History]:
    rows = EventMatch.objects.filter(round__stage=stage).select_related(
        "event", "round__stage__event"
    )
    changes: dict[int, list[ResultChange]] = {}
    for change in ResultChange.objects.filter(match__round__stage=stage).order_by("revision"):
        changes.setdefault(change.match_id, []).append(change)
    found = []
    for row in rows.prefetch_related("sides__entry", "sides__round__stage__event").order_by("pk"):
        sides = sorted(row.sides.all(), key=lambda side: side.side)
        numbers = tuple(side.entry.number for side in sides)
        found.append(
            History(
                row,
                tuple(changes.get(row.pk, ())),
                tuple(side.entry_id for side in sides),
                numbers,
                tuple(p for number in numbers for p in penalties.get(number, ())),
            )
        )
    return found
