"""What an organiser sets for an event and for a stage: typed, checked, kept as JSON.

``EventSettings`` and ``StageConfig`` are read from JSON columns by ``read`` and written by
``write``. Numbers with a clause are the defaults of the rules of competition (CP-6).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum
from typing import Any, TypeVar

import msgspec

from tournaments.engine.duplicate import Method
from tournaments.engine.metrics import PRESETS, metrics_of
from tournaments.engine.pairing.field import Acceleration
from tournaments.engine.scoring import Scoring, TieRule, scale_from_json
from tournaments.engine.stages import Rule, Seeding, StageKind, StagePlan
from tournaments.engine.text import N_


class EndingKind(StrEnum):
    """The four ways to end a match (CP-7)."""

    LEVELS = "levels"
    DEALS = "deals"
    TIME = "time"
    TIME_DEALS = "time_deals"


@dataclass(frozen=True, slots=True)
class MatchEnding:
    """CP-7: how a match ends. A side that passes its last level ends it in every kind.

    When the time is up no new deal is begun; the deal in play is finished unless ``cut_off``.
    """

    kind: EndingKind = EndingKind.TIME
    minutes: int = 60
    deals: int = 8
    cut_off: bool = False
    warning_minutes: int = 3

    def __post_init__(self) -> None:
        if self.timed and not 1 <= self.minutes <= 24 * 60:
            raise ValueError(N_("A timed match takes between 1 minute and 24 hours."))
        if self.counted and not 1 <= self.deals <= 99:
            raise ValueError(N_("A match has between 1 and 99 deals."))
        if not 0 <= self.warning_minutes <= 60:
            raise ValueError(N_("The warning is given at most an hour before."))

    @property
    def timed(self) -> bool:
        """A clock runs."""
        return self.kind in (EndingKind.TIME, EndingKind.TIME_DEALS)

    @property
    def counted(self) -> bool:
        """The deals are counted."""
        return self.kind in (EndingKind.DEALS, EndingKind.TIME_DEALS)


@dataclass(frozen=True, slots=True)
class ScoringSettings:
    """CP-8: the table of points. ``rows`` belong to the scale ``table`` alone.

    ``walkover`` of nothing is what the scale gives for a forfeit or bye (17 on 26 points, CP-5);
    ``planned_deals`` serve the continuous scale.
    """

    scale: str = "levels26"
    rows: tuple[tuple[Decimal, Decimal, Decimal], ...] = ()
    walkover: Decimal | None = None
    planned_deals: int = 8

    def __post_init__(self) -> None:
        if self.planned_deals < 1:
            raise ValueError(N_("At least one deal is planned for a match."))
        self.build()

    def build(self) -> Scoring:
        """As the engine takes it."""
        scale = scale_from_json({"scale": self.scale, "rows": self.rows})
        return Scoring(scale, self.walkover, self.planned_deals)


class Confirming(StrEnum):
    """Who has to confirm a result that one side has entered in a hall."""

    OTHER_SIDE = "other_side"
    """The other side, or a scorer or referee."""
    SCORER = "scorer"
    """A scorer or referee only."""


@dataclass(frozen=True, slots=True)
class EventSettings:
    """All that an organiser may set and that has no column of its own.

    ``late_until_round``: entries are taken until this round of the first stage (0: none after the
    start). ``tables``: numbers of the hall's tables in order of rank; none: 1, 2, 3 …
    """

    scoring: ScoringSettings = field(default_factory=ScoringSettings)
    metrics: tuple[str, ...] = PRESETS["national"]
    ending: MatchEnding = field(default_factory=MatchEnding)
    tie: TieRule = TieRule.EXTRA_DEAL
    method: Method = Method.MEDIAN
    late_until_round: int = 0
    noshow_minutes: int = 10
    leave_minutes: int = 15
    appeal_minutes: int = 30
    answer_minutes: int = 120
    confirming: Confirming = Confirming.OTHER_SIDE
    sides_enter: bool = True
    check_in: bool = True
    turn_seconds: int = 30
    bank_seconds: int = 120
    tables: tuple[int, ...] = ()
    delay_minutes: int = 15
    """So long after the deal the commentators' feed shows all hands."""
    show_rulings: bool = False
    call_tables: bool = False
    """In a hall too who is not checked in at the table by the deadline forfeits by itself (CP-3);
    else the referee sees who is late and decides. On line it always does."""

    def __post_init__(self) -> None:
        metrics_of(self.metrics)
        if self.late_until_round < 0 or self.noshow_minutes < 0 or self.leave_minutes < 0:
            raise ValueError(N_("Minutes and rounds are not negative."))
        if len(set(self.tables)) != len(self.tables) or any(t < 1 for t in self.tables):
            raise ValueError(N_("Table numbers are whole numbers, each given once."))
        if not 5 <= self.turn_seconds <= 600 or not 0 <= self.bank_seconds <= 3600:
            raise ValueError(N_("A turn takes between 5 and 600 seconds, the bank up to an hour."))


@dataclass(frozen=True, slots=True)
class Qualification:
    """Who goes on from a stage to the next one; see ``tournaments.engine.stages.Rule``."""

    top: int = 0
    best_next: int = 0
    seeding: Seeding = Seeding.ACROSS

    def build(self) -> Rule:
        """As the engine takes it."""
        return Rule(self.top, self.best_next, self.seeding)


@dataclass(frozen=True, slots=True)
class StageConfig:
    """How a stage is played; which fields matter depends on ``kind``.

    ``rounds``: of a Swiss stage. ``groups``, ``double``: of round robins. ``third_place``,
    ``second_final``: of knock-outs. ``club_rounds``: the first rounds in which members of a club
    do not meet. ``metrics`` and ``ending`` of nothing are the event's. ``carry``: points of the
    stage before come along. ``minutes_between``: from the start of a round to the next one's.
    """

    kind: StageKind = StageKind.SWISS
    rounds: int = 5
    groups: int = 1
    double: bool = False
    third_place: bool = False
    second_final: bool = True
    club_rounds: int = 0
    acceleration: Acceleration = Acceleration.OFF
    spare_forfeits: bool = True
    metrics: tuple[str, ...] = ()
    ending: MatchEnding | None = None
    qualify: Qualification | None = None
    carry: bool = False
    minutes_between: int = 0

    def __post_init__(self) -> None:
        if self.metrics:
            metrics_of(self.metrics)
        if self.kind is StageKind.SWISS and not 1 <= self.rounds <= 40:
            raise ValueError(N_("A Swiss stage has between 1 and 40 rounds."))
        if self.kind is StageKind.GROUPS and not 1 <= self.groups <= 512:
            raise ValueError(N_("There is at least one group."))
        if self.qualify is not None and self.qualify.top < 1:
            raise ValueError(N_("At least the first of each table goes on."))

    @property
    def knockout(self) -> bool:
        """Single or double elimination."""
        return self.kind in (StageKind.KNOCKOUT, StageKind.DOUBLE)

    def plan(self) -> StagePlan:
        """As the engine checks a chain of stages."""
        return StagePlan(
            self.kind,
            self.rounds,
            self.groups,
            self.double,
            self.third_place,
            None if self.qualify is None else self.qualify.build(),
        )


T = TypeVar("T", EventSettings, StageConfig, MatchEnding)


def read(kind: type[T], data: Mapping[str, Any]) -> T:
    """From JSON; what is left out is as standard. ``ValueError`` says what is wrong."""
    try:
        return msgspec.convert(data, kind, strict=False)
    except msgspec.ValidationError as error:
        raise ValueError(str(error).partition(" - at `")[0]) from error


def write(value: EventSettings | StageConfig | MatchEnding) -> dict[str, Any]:
    """As JSON, complete."""
    data = msgspec.json.decode(msgspec.json.encode(value))
    assert isinstance(data, dict)
    return data
