"""Reads of rounds and their matches: the draw by table and by name, what is missing, the clock."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, F, Prefetch, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.permissions import may_referee
from tournaments.engine.matches import level_name
from tournaments.engine.pairing.progress import MatchState
from tournaments.engine.text import plain
from tournaments.models import (
    Entry,
    Event,
    EventMatch,
    MatchSide,
    ResultChange,
    ResultEntry,
    Round,
    Stage,
)
from tournaments.result import Result
from tournaments.selectors import facts as known
from tournaments.selectors.words import Words, words
from tournaments.settings import MatchEnding


def rounds(event: Event, user: User | AnonymousUser | None = None) -> QuerySet[Round]:
    """The rounds with ``open`` (results missing) and ``played``; drafts only for who runs it."""
    rows = Round.objects.filter(stage__event=event).select_related("stage")
    if user is None or not may_referee(user, event):
        rows = rows.filter(status__in=known.PUBLIC)
    sided = Q(matches__sides__side=0)
    return rows.annotate(
        open=Count("matches", filter=sided & ~Q(matches__state="confirmed"), distinct=True),
        played=Count("matches", filter=sided & Q(matches__state="confirmed"), distinct=True),
    ).order_by("stage__order", "number")


def rounds_left(stage: Stage) -> bool:
    """Another round of the stage is to be drawn."""
    drawn = stage.rounds.filter(matches__sides__isnull=False).distinct().count()
    match stage.kind:
        case Stage.Kind.SWISS:
            return drawn < stage.plan.rounds
        case Stage.Kind.ROUND_ROBIN | Stage.Kind.GROUPS:
            return drawn < planned_rounds(stage)
        case _:
            played = known.bracket_progress(stage, known.facts(stage.event, stages=[stage.order]))
            left = (MatchState.READY, MatchState.WAITING)
            return any(s.state in left for s in played.stands.values())


def planned_rounds(stage: Stage) -> int:
    """How many rounds a stage has when it is played as planned."""
    if stage.kind == Stage.Kind.SWISS:
        return stage.plan.rounds
    if stage.knockout:
        count = stage.entrants.count()
        return known.bracket_of(stage).rounds if count > 1 else 0
    sizes = [len(members) for _group, members in known.groups(stage)]
    size = max(sizes, default=0)
    rounds = size - 1 + size % 2 if size > 1 else 0
    return rounds * (2 if stage.plan.double else 1)


# ---------------------------------------------------------------------------------- lines


@dataclass(frozen=True, slots=True)
class SideLine:
    """One side of a match as it is listed; ``score`` and ``rank`` before the round, if known."""

    entry: Entry
    side: int
    level: str
    won: bool | None
    score: str = ""
    rank: int | None = None

    @property
    def players(self) -> list[str]:
        """The names of the two."""
        return [p.name for p in self.entry.players.all()]


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A match as it is listed; ``result`` is what counts, in short (``A+ : 9``), or empty."""

    match: EventMatch
    table_no: int | None
    sides: list[SideLine]
    reasons: list[str]
    state: str
    result: str
    bye: bool


def with_sides(matches: QuerySet[EventMatch]) -> QuerySet[EventMatch]:
    """Matches with sides, entries and players loaded."""
    sides = MatchSide.objects.select_related("entry__team", "entry__club").prefetch_related(
        "entry__players"
    )
    return matches.select_related("event", "round__stage", "table", "game_match").prefetch_related(
        Prefetch("sides", queryset=sides.order_by("side"))
    )


def match_lines(
    matches: Iterable[EventMatch], say: Words | None = None, before: dict[int, Any] | None = None
) -> list[MatchLine]:
    """Lines of matches loaded by ``with_sides``; ``before``: rows of a snapshot by number."""
    lines = []
    for match in matches:
        if say is None:
            say = words(match.event)
        sides = [_side(match, side, before or {}) for side in match.sides.all()]
        lines.append(
            MatchLine(
                match,
                match.table_no,
                sides,
                [say(reason["text"]) for reason in match.reasons],
                match.state,
                result_words(match),
                len(sides) == 1,
            )
        )
    return lines


def _side(match: EventMatch, side: MatchSide, before: dict[int, Any]) -> SideLine:
    levels = match.levels if match.state == EventMatch.State.CONFIRMED else None
    row = before.get(side.entry.number)
    return SideLine(
        side.entry,
        side.side,
        "" if levels is None else level_name(levels[side.side]),
        side_won(match, side),
        (row["values"][0] or "") if row else "",
        row["rank"] if row else None,
    )


def side_won(match: EventMatch, side: MatchSide) -> bool | None:
    """Whether this side has won; nothing while it is open, and in a draw."""
    if match.state != EventMatch.State.CONFIRMED:
        return None
    if match.ending == EventMatch.Ending.BYE:
        return True
    if match.ending != EventMatch.Ending.PLAYED:
        return match.winner_id == side.entry_id
    difference = margin_of(match)
    if difference:
        return (difference > 0) == (side.side == 0)
    return None if match.winner_id is None else match.winner_id == side.entry_id


def margin_of(match: EventMatch) -> Any:
    """Side 0's difference: of levels, or against the field in duplicate play."""
    if match.margin is not None:
        return match.margin
    levels = match.levels
    return 0 if levels is None else levels[0] - levels[1]


def result_words(match: EventMatch) -> str:
    """A result that counts in short, from side 0's view; empty while there is none."""
    if match.state != EventMatch.State.CONFIRMED:
        return ""
    if match.ruled:  # CP-12: what penalties have made of it
        ruled = Result.from_json(match.ruled)
        if ruled.ending == EventMatch.Ending.PLAYED and ruled.levels is not None:
            return " : ".join(ruled.levels)
        return _("decided by ruling")
    match match.ending:
        case EventMatch.Ending.BYE:
            return _("bye")
        case EventMatch.Ending.FORFEIT if match.winner_id is None:
            return _("both missing")
        case EventMatch.Ending.FORFEIT:
            return _("forfeit")
        case EventMatch.Ending.JUDGED:
            return _("decided by ruling")
    if match.levels is not None:
        return " : ".join(map(level_name, match.levels))
    if match.margin is None:
        return ""
    return ("+" if match.margin > 0 else "") + plain(match.margin)


def draw(round: Round) -> list[MatchLine]:
    """The draw by table, byes last."""
    rows = with_sides(round.matches.filter(sides__isnull=False).distinct())
    order = (F("table_no").asc(nulls_last=True), "order")
    return match_lines(rows.order_by(*order), words(round.stage.event), _before(round))


def _before(round: Round) -> dict[int, Any]:
    """Rows of the standings before a round by number."""
    snapshot = round.stage.snapshots.filter(round_number__lt=round.number).order_by(
        "-round_number"
    ).first()  # fmt: skip
    if snapshot is None:
        return {}
    tables = snapshot.data.get("tables", ())
    return {row["entry"]: row for table in tables for row in table["rows"]}


def draw_by_name(round: Round) -> list[tuple[Entry, int | None, Entry | None]]:
    """The draw by pair in pinyin order: the pair, its table, its opponent."""
    found = []
    for line in draw(round):
        for side in line.sides:
            other = next((s.entry for s in line.sides if s is not side), None)
            found.append((side.entry, line.table_no, other))
    return sorted(found, key=lambda item: (item[0].sort_key, item[0].number))


# -------------------------------------------------------------------------------- missing


@dataclass(frozen=True, slots=True)
class MissingLine:
    """A match without a confirmed result; ``minutes`` since the round began, ``slow`` if over."""

    line: MatchLine
    minutes: int
    slow: bool
    waits_for: str

    @property
    def match(self) -> EventMatch:
        """The match."""
        return self.line.match


def missing(round: Round) -> list[MissingLine]:
    """What a half-finished round lacks, disputes first, then the slowest tables."""
    rows = with_sides(round.matches.exclude(state=EventMatch.State.CONFIRMED))
    lines = match_lines(rows.filter(sides__isnull=False).distinct(), words(round.stage.event))
    now = timezone.now()
    minutes = 0 if round.started_at is None else int((now - round.started_at).total_seconds() // 60)
    over = round.clock_ends_at is not None and now > round.clock_ends_at
    found = [MissingLine(line, minutes, over, _waits_for(line)) for line in lines]
    urgency = {"disputed": 0, "entered": 1, "running": 2, "pending": 3}
    return sorted(found, key=lambda m: (urgency[m.match.state], m.match.table_no or 0))


def _waits_for(line: MatchLine) -> str:
    match line.state:
        case EventMatch.State.DISPUTED:
            return _("the referee")
        case EventMatch.State.ENTERED:
            said = {e.side for e in line.match.entries.filter(revision=line.match.revision)}
            return ", ".join(s.entry.name for s in line.sides if s.side not in said)
        case EventMatch.State.RUNNING if line.match.online:
            return _("the table")
        case EventMatch.State.RUNNING:
            return _("both sides")
        case _:
            return _("the start of the round")


@dataclass(frozen=True, slots=True)
class Detail:
    """A match with all that was said about its result."""

    line: MatchLine
    entries: Sequence[ResultEntry]
    changes: Sequence[ResultChange]


def match_detail(match: EventMatch) -> Detail:
    """One match with its entries and its history."""
    row = with_sides(EventMatch.objects.filter(pk=match.pk)).get()
    return Detail(
        match_lines([row])[0],
        list(row.entries.select_related("user", "token")),
        list(row.changes.all()),
    )


# ---------------------------------------------------------------------------------- clock


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of a round (CP-7); times are instants, nothing where there is no clock.

    ``left`` is what remains now (also while paused), never less than nothing.
    """

    starts_at: datetime | None
    started_at: datetime | None
    ends_at: datetime | None
    warning_at: datetime | None
    paused: bool
    left: timedelta | None
    time_up: bool
    ending: MatchEnding


def clock(round: Round) -> Clock:
    """Where the clock of a round stands."""
    ending = round.stage.plan.ending or round.stage.event.config.ending
    ends, now = round.clock_ends_at, round.paused_at or timezone.now()
    left = None if ends is None else max(timedelta(0), ends - now)
    warning = None if ends is None else ends - timedelta(minutes=ending.warning_minutes)
    return Clock(
        round.starts_at,
        round.started_at,
        ends,
        warning,
        round.paused_at is not None,
        left,
        left == timedelta(0),
        ending,
    )
