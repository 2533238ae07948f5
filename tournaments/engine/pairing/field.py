"""The field of a Swiss round: what pairing has to know of everybody, drawn from the results."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from math import ceil

from tournaments.engine.account import Accounts, Adjustment, open_accounts
from tournaments.engine.lots import lot
from tournaments.engine.matches import Ending, Match
from tournaments.engine.metrics import metrics_of
from tournaments.engine.pairing.model import NO_EXCEPTIONS, Allowed, Pair
from tournaments.engine.scoring import ZERO, Line, Scoring
from tournaments.engine.text import EntrantId


class Acceleration(StrEnum):
    """Whether the first rounds of a large field are accelerated."""

    OFF = "off"
    ON = "on"
    AUTO = "auto"
    """When the rounds planned cannot leave a single winner of all matches."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An entrant of the stage: the number in the starting list and the club, if any."""

    id: EntrantId
    number: int
    club: int | None = None


@dataclass(frozen=True, slots=True)
class Competitor:
    """An entrant to be paired now.

    ``score`` is the value in the first metric of the standings; ``number`` orders equals, by the
    event's lots where numbers are equal too. ``met`` are those not to be met again (both
    know it of each other); ``floats``
    tell of the last round and the one before: −1 floated down (or had a bye), 1 up, 0 neither.
    """

    id: EntrantId
    score: Decimal
    number: int
    club: int | None = None
    met: frozenset[EntrantId] = frozenset()
    byes: int = 0
    forfeits_won: int = 0
    floats: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class SwissRules:
    """How a round is paired.

    ``club_rounds``: the first rounds in which members of a club do not meet; ``spare_forfeits``:
    who won by forfeit is given no bye while others are eligible (CP-9a, an option); ``fixed``:
    pairs set by hand; ``win_value``: how far a win lifts above a loss in ``score`` (acceleration).
    """

    seed: bytes
    round: int
    planned_rounds: int
    club_rounds: int = 0
    spare_forfeits: bool = True
    acceleration: Acceleration = Acceleration.OFF
    win_value: Decimal = Decimal(2)
    allowed: Allowed = NO_EXCEPTIONS
    fixed: tuple[Pair, ...] = ()

    @property
    def avoids_clubs(self) -> bool:
        """Members of a club do not meet in this round."""
        return self.round <= self.club_rounds


def field_of(
    entries: Iterable[Entry],
    matches: Collection[Match],
    *,
    metric: str,
    scoring: Scoring,
    stage: int,
    seed: bytes,
    present: Collection[EntrantId] | None = None,
    adjustments: Iterable[Adjustment] = (),
) -> tuple[Competitor, ...]:
    """The competitors of the next round, those in ``present`` (everybody when it is None).

    ``entries`` are all who ever played in the stage, also those withdrawn. Scores and meetings are
    of this stage; byes are counted over all ``matches`` (CP-5: one in an event). An unconfirmed
    match counts nowhere, but its sides have met. Raises ValueError as ``open_accounts`` does.
    """
    entries = tuple(entries)
    accounts = open_accounts(
        (e.id for e in entries),
        matches,
        scoring=scoring,
        stages=(stage,),
        seed=seed,
        adjustments=adjustments,
    )
    scores = metrics_of((metric,))[0].values(accounts)
    floats = _floats(accounts, metric)
    met: dict[EntrantId, set[EntrantId]] = {e.id: set() for e in entries}
    byes = dict.fromkeys(met, 0)
    forfeits = dict.fromkeys(met, 0)
    for match in matches:
        if match.ending is Ending.BYE and match.first in byes:
            byes[match.first] += 1
        elif match.ending is Ending.FORFEIT and match.winner in forfeits:
            forfeits[match.winner] += 1
        elif match.met and match.second is not None and match.stage == stage:
            met[match.first].add(match.second)
            met[match.second].add(match.first)
    return tuple(
        Competitor(
            e.id,
            Decimal(scores[e.id]),
            e.number,
            e.club,
            frozenset(met[e.id]),
            byes[e.id],
            forfeits[e.id],
            floats.get(e.id, (0, 0)),
        )
        for e in entries
        if present is None or e.id in present
    )


def _floats(accounts: Accounts, metric: str) -> dict[EntrantId, tuple[int, int]]:
    """Who floated in the last two rounds; a bye and a forfeit won are floats down."""
    last = accounts.rounds
    now = {e: _scores_before(accounts, metric, e) for e in accounts.entrants}
    found: dict[EntrantId, tuple[int, int]] = {}
    for entrant, lines in accounts.lines.items():
        recent = [0, 0]
        for line in lines[-2:]:
            back = last - line.round
            if back <= 1:
                other = now[line.opponent] if line.opponent is not None else now[entrant]
                recent[back] = _float(line, now[entrant][back], other[back])
        found[entrant] = (recent[0], recent[1])
    return found


def _scores_before(accounts: Accounts, metric: str, entrant: EntrantId) -> tuple[Decimal, Decimal]:
    """The scores before the last round and before the one before it."""
    scores = [ZERO, ZERO]
    place, last = metric == "match_points", accounts.rounds
    for line in accounts.lines[entrant]:
        if line.round < last:
            worth = Decimal(line.place) if place else line.points
            scores[0] += worth
            if line.round < last - 1:
                scores[1] += worth
    if metric == "total":
        for given in accounts.adjustments.get(entrant, ()):
            scores[0] += given.points if given.round < last else 0
            scores[1] += given.points if given.round < last - 1 else 0
    return scores[0], scores[1]


def _float(line: Line, own: Decimal, other: Decimal) -> int:
    if line.ending is Ending.BYE or (line.ending is Ending.FORFEIT and line.won):
        return -1
    return (other > own) - (other < own) if line.met else 0


def starting_list(field: Iterable[Competitor], seed: bytes) -> list[Competitor]:
    """The field by number, equal numbers by the event's lots."""
    return sorted(field, key=lambda c: (c.number, lot(seed, "pairing", c.id), c.id))


def candidates_for_bye(
    ordered: Sequence[Competitor], rules: SwissRules
) -> Sequence[Competitor | None]:
    """Who may have the bye, the first choice first; just nobody when the number is even.

    CP-5: those with the fewest byes; CP-9a: of them those who won no round by forfeit, if there
    are such. The lowest in the order comes first.
    """
    if len(ordered) % 2 == 0:
        return (None,)
    fewest = min(c.byes for c in ordered)
    eligible = [c for c in ordered if c.byes == fewest]
    if rules.spare_forfeits:
        eligible = [c for c in eligible if not c.forfeits_won] or eligible
    granted = [c for c in ordered if c.id in rules.allowed.byes and c not in eligible]
    return [*reversed(eligible), *reversed(granted)]


def virtual_points(field: Collection[Competitor], rules: SwissRules) -> dict[EntrantId, Decimal]:
    """The points that the upper half of the starting list is lent in accelerated rounds.

    The first half of the planned rounds is accelerated: a whole win in the first half of those,
    half a win in the rest (the Baku way).
    """
    size = len(field)
    large = size > 2**rules.planned_rounds
    wanted = rules.acceleration is Acceleration.ON or (
        rules.acceleration is Acceleration.AUTO and large
    )
    accelerated = ceil(rules.planned_rounds / 2)
    if not wanted or rules.round > accelerated:
        return {}
    whole = rules.round <= ceil(accelerated / 2)
    lent = rules.win_value if whole else rules.win_value / 2
    upper = starting_list(field, rules.seed)[: 2 * ceil(size / 4)]
    return {c.id: lent for c in upper}
