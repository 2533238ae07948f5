"""The objects of the API, typed; their JSON schemas are made of these classes."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from msgspec import Meta, Struct

Level = Annotated[str, Meta(description="A level as scorers write it: 2 … 10, J, Q, K, A, or A+.")]
ClientId = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=64,
        description="Made up by the sender, unique for the match: sent again it changes nothing.",
    ),
]

# --------------------------------------------------------------------------------- answers


class Failure(Struct, frozen=True):
    """Why not: a code for programs, the clause of the rules behind it, a sentence for people."""

    code: str
    clause: str | None
    sentence: str
    fields: dict[str, list[str]] = {}


class Failed(Struct, frozen=True):
    """The body of every answer that is no success."""

    error: Failure


class StageInfo(Struct, frozen=True):
    """A stage; ``order`` names it in addresses."""

    order: int
    name: str
    kind: str
    status: str


class EventInfo(Struct, frozen=True):
    """An event; ``version`` grows with every change."""

    event: str
    version: int
    name: str
    game: str
    mode: str
    status: str
    unit: str
    duplicate: bool
    place: str
    time_zone: str
    starts_at: datetime
    ends_at: datetime | None
    description: str
    fees: str
    club: str
    options: dict[str, str | int]
    commitment: str
    seed: Annotated[str | None, Meta(description="Once it is published.")]
    stages: list[StageInfo]
    page: Annotated[str, Meta(description="The address of the event's page.")]


class EventLine(Struct, frozen=True):
    """An event in a list."""

    event: str
    name: str
    game: str
    mode: str
    status: str
    place: str
    starts_at: datetime
    version: int


class EventList(Struct, frozen=True):
    """Events, at most a hundred."""

    events: list[EventLine]


class EntryInfo(Struct, frozen=True):
    """A pair; ``number`` names it everywhere."""

    number: int
    name: str
    players: list[str]
    club: str
    team: str
    status: str
    seed: int | None
    checked_in: bool


class EntryList(Struct, frozen=True):
    """The entries of an event by number."""

    event: str
    version: int
    entries: list[EntryInfo]


class RoundInfo(Struct, frozen=True):
    """A round; ``open`` and ``played`` count its matches without and with a result."""

    stage: int
    number: int
    status: str
    starts_at: datetime | None
    started_at: datetime | None
    clock_ends_at: datetime | None
    paused: bool
    open: int
    played: int


class RoundList(Struct, frozen=True):
    """The public rounds of an event in order."""

    event: str
    version: int
    rounds: list[RoundInfo]


class SideInfo(Struct, frozen=True):
    """A side of a match: 0 holds seats 0 and 2, 1 seats 1 and 3."""

    side: int
    number: int
    name: str
    level: str
    won: bool | None


class MatchInfo(Struct, frozen=True):
    """A match; ``result`` is what counts, in words, empty while it is open."""

    id: int
    stage: int
    round: int
    table: int | None
    state: str
    ending: str
    online: bool
    bye: bool
    sides: list[SideInfo]
    result: str
    deals: int
    reasons: Annotated[list[str], Meta(description="Why these two meet.")]


class MatchList(Struct, frozen=True):
    """Matches by round and table."""

    event: str
    version: int
    matches: list[MatchInfo]


class Metric(Struct, frozen=True):
    """A column of the standings."""

    id: str
    label: str


class StandingsRow(Struct, frozen=True):
    """A pair in the standings; ``moved`` is how many ranks it has gone up since last round."""

    rank: int
    number: int
    name: str
    players: list[str]
    club: str
    values: Annotated[list[str], Meta(description="One for each metric; empty: does not apply.")]
    moved: int


class StandingsGroup(Struct, frozen=True):
    """A table of the standings; its name is empty where there are no groups."""

    name: str
    rows: list[StandingsRow]


class Standings(Struct, frozen=True):
    """The standings of a stage after a round; ``stale``: being counted anew."""

    event: str
    version: int
    stage: int
    round: int | None
    stale: bool
    final: bool
    metrics: list[Metric]
    groups: list[StandingsGroup]


class BracketSlot(Struct, frozen=True):
    """A side in a bracket; without ``number`` it is not known yet, or nobody (a bye)."""

    number: int | None
    name: str
    seed: int | None
    level: str
    won: bool | None


class BracketMatch(Struct, frozen=True):
    """A match of a bracket; ``x`` is its column, ``y`` its height in rows."""

    key: str
    name: str
    x: float
    y: float
    state: str
    match: int | None
    table: int | None
    sides: list[BracketSlot]


class BracketPlace(Struct, frozen=True):
    """A place that is decided; it may be shared."""

    place: int
    numbers: list[int]


class Bracket(Struct, frozen=True):
    """A knock-out."""

    event: str
    version: int
    stage: int
    matches: list[BracketMatch]
    places: list[BracketPlace]


class ResultTaken(Struct, frozen=True):
    """What became of a result: ``conflict`` when it differs from what was said already."""

    match: int
    state: str
    conflict: bool
    duplicate: bool


class CheckedIn(Struct, frozen=True):
    """A pair and whether it is there."""

    number: int
    checked_in: bool


# ---------------------------------------------------------------------------------- bodies


class ResultBody(Struct, frozen=True, forbid_unknown_fields=True):
    """A result from side 0's view, as on the score slip."""

    client_id: ClientId
    levels: tuple[Level, Level] | None = None
    deals: Annotated[int, Meta(ge=0, le=999)] = 0
    winner: Annotated[
        Literal[0, 1] | None,
        Meta(description="In a tied knock-out match the side that goes on."),
    ] = None
    boards: Annotated[
        list[Annotated[float, Meta(ge=-99, le=99)]],
        Meta(max_length=99, description="Duplicate play: side 0's score board by board."),
    ] = []
    entered_at: (
        Annotated[datetime, Meta(tz=True, description="When it was written down, if earlier.")]
        | None
    ) = None


class ConfirmBody(Struct, frozen=True, forbid_unknown_fields=True):
    """Agreement with what is entered."""

    client_id: ClientId


class CheckInBody(Struct, frozen=True, forbid_unknown_fields=True):
    """``on`` false takes a check-in back."""

    on: bool = True
