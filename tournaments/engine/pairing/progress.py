"""A bracket as far as it has been played: who is in which match, and what a correction does."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournaments.engine.matches import Match, winner_of
from tournaments.engine.pairing.knockout import Bracket, LoserOf, Node, Seed, Source, WinnerOf
from tournaments.engine.pairing.model import Reason, Why
from tournaments.engine.text import N_, EntrantId, Text, Who


class Absent(StrEnum):
    """A side of a match that is no entrant."""

    PENDING = "pending"
    """Not yet known."""
    NOBODY = "nobody"
    """Nobody comes: a bye, or the match before had no winner (both missing)."""


Side = EntrantId | Absent


class MatchState(StrEnum):
    """How far a match of the bracket is."""

    WAITING = "waiting"
    READY = "ready"
    DECIDED = "decided"
    WALKOVER = "walkover"
    """One side goes on without playing: the other is nobody, or has withdrawn."""
    EMPTY = "empty"
    NOT_NEEDED = "not_needed"
    CONFLICT = "conflict"
    """A result is recorded of others than those who are in it now: the director decides."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who played a match and who won; no winner when both lost (CP-5: both missing)."""

    sides: tuple[EntrantId, EntrantId]
    winner: EntrantId | None

    @staticmethod
    def of(match: Match) -> Outcome:
        """The outcome of a match; a tie must have been broken (CP-8).

        Raises ValueError for a bye and for a draw.
        """
        winner = winner_of(match)
        if match.second is None:
            raise ValueError("a bye has no outcome")
        if winner is None and match.met and match.difference == 0 and match.ending == "played":
            raise ValueError(N_("A knock-out match has no draw: the tie is to be broken first."))
        return Outcome((match.first, match.second), winner)


@dataclass(frozen=True, slots=True)
class Stand:
    """A match as it stands."""

    node: Node
    sides: tuple[Side, Side]
    state: MatchState
    winner: Side
    loser: Side


@dataclass(frozen=True, slots=True)
class Progress:
    """All matches of a bracket as they stand, by key."""

    bracket: Bracket
    stands: Mapping[str, Stand]

    @property
    def ready(self) -> tuple[Stand, ...]:
        """The matches that can be played now."""
        return tuple(s for s in self.stands.values() if s.state is MatchState.READY)


def progress(
    bracket: Bracket,
    seeded: Sequence[EntrantId],
    outcomes: Mapping[str, Outcome],
    withdrawn: Collection[EntrantId] = (),
) -> Progress:
    """The bracket with its entrants (seed 1 first) and the outcomes so far, worked out anew.

    Who has ``withdrawn`` loses what is not decided yet; the opponent has a walk-over. An outcome
    counts only in a match of just these two sides.
    """
    stands: dict[str, Stand] = {}
    for node in bracket.nodes:
        first, second = (_side(s, seeded, stands) for s in node.sources)
        stands[node.key] = _stand(node, (first, second), outcomes.get(node.key), withdrawn, stands)
    return Progress(bracket, stands)


def _side(source: Source, seeded: Sequence[EntrantId], stands: Mapping[str, Stand]) -> Side:
    match source:
        case Seed(number):
            return seeded[number - 1] if number <= len(seeded) else Absent.NOBODY
        case WinnerOf(key):
            return stands[key].winner
        case LoserOf(key):
            return stands[key].loser


def _stand(
    node: Node,
    sides: tuple[Side, Side],
    outcome: Outcome | None,
    withdrawn: Collection[EntrantId],
    stands: Mapping[str, Stand],
) -> Stand:
    first, second = sides
    nobody, pending = Absent.NOBODY, Absent.PENDING
    if node.if_needed:
        final = stands["F1"]
        if final.winner is not pending and final.winner == final.sides[0]:
            return Stand(node, (nobody, nobody), MatchState.NOT_NEEDED, final.winner, final.loser)
    if outcome is not None:
        if {*outcome.sides} != {*sides}:
            return Stand(node, sides, MatchState.CONFLICT, pending, pending)
        if outcome.winner is None:
            return Stand(node, sides, MatchState.DECIDED, nobody, nobody)
        loser = second if outcome.winner == first else first
        return Stand(node, sides, MatchState.DECIDED, outcome.winner, loser)
    if pending in sides:
        return Stand(node, sides, MatchState.WAITING, pending, pending)
    there = [s for s in sides if s is not nobody and s not in withdrawn]
    gone = next((s for s in sides if s is not nobody and s in withdrawn), nobody)
    match there:
        case []:
            return Stand(node, sides, MatchState.EMPTY, nobody, nobody)
        case [one]:
            return Stand(node, sides, MatchState.WALKOVER, one, gone)
        case _:
            return Stand(node, sides, MatchState.READY, pending, pending)


@dataclass(frozen=True, slots=True)
class Remade:
    """A later match whose sides a correction changes."""

    key: str
    before: tuple[Side, Side]
    after: tuple[Side, Side]


@dataclass(frozen=True, slots=True)
class Correction:
    """A correction that can be made: the new outcomes, and the matches that are re-made."""

    outcomes: Mapping[str, Outcome]
    remade: tuple[Remade, ...]


@dataclass(frozen=True, slots=True)
class Undecided:
    """Matches have begun that the correction would change: the director chooses.

    ``keep`` leaves the bracket as it is (the correction is noted beside it); ``replay`` makes the
    correction and strikes what was played of the matches in ``begun``.
    """

    begun: tuple[Remade, ...]
    text: Text
    keep: Correction
    replay: Correction


def correct(
    before: Progress,
    seeded: Sequence[EntrantId],
    outcomes: Mapping[str, Outcome],
    key: str,
    outcome: Outcome | None,
    begun: Collection[str],
    withdrawn: Collection[EntrantId] = (),
) -> Correction | Undecided:
    """Change the outcome of the match ``key`` (or strike it) after later matches were made.

    A later match is re-made if it has not begun; else the director must decide. In no case are
    both sides of the corrected match in the next one. ``begun`` are the keys of matches with a
    card on the table; a match with an outcome counts as begun.
    """
    changed = {k: o for k, o in outcomes.items() if k != key}
    if outcome is not None:
        changed[key] = outcome
    struck = dict(changed)
    touched: list[Remade] = []
    while True:
        after = progress(before.bracket, seeded, struck, withdrawn)
        differ = [
            Remade(k, before.stands[k].sides, s.sides)
            for k, s in after.stands.items()
            if k != key and s.sides != before.stands[k].sides
        ]
        stale = [r for r in differ if r.key in struck]
        touched = differ
        if not stale:
            break
        for r in stale:
            del struck[r.key]
    open_ones = tuple(r for r in touched if r.key in outcomes or r.key in begun)
    replay = Correction(struck, tuple(touched))
    if not open_ones:
        return replay
    text = Text(N_("Later matches have begun: %(count)d. Keep them, or play them again?"),
                {"count": len(open_ones)})  # fmt: skip
    return Undecided(open_ones, text, Correction(dict(outcomes), ()), replay)


def placings(played: Progress) -> tuple[tuple[int, tuple[EntrantId, ...]], ...]:
    """The places decided so far: (place, those who share it), the best first."""
    places: dict[int, list[EntrantId]] = {}
    for stand in played.stands.values():
        if stand.state in (MatchState.DECIDED, MatchState.WALKOVER):
            again = played.stands.get("F2") if stand.node.key == "F1" else None
            if again is not None and again.state is not MatchState.NOT_NEEDED:
                continue
            both = stand.winner is Absent.NOBODY
            lost = stand.sides if both else (stand.loser,)
            for place, sides in (
                (stand.node.winner_place, (stand.winner,)),
                (stand.node.loser_place, lost),
            ):
                named = [s for s in sides if not isinstance(s, Absent)]
                if place is not None and named:
                    places.setdefault(place, []).extend(named)
    return tuple((place, tuple(sorted(who))) for place, who in sorted(places.items()))


def reason(stand: Stand, seeded: Sequence[EntrantId]) -> Reason:
    """Why these two are in this match, or why one goes on without playing."""
    named = tuple(s for s in stand.sides if not isinstance(s, Absent))
    if stand.state is MatchState.WALKOVER and not isinstance(stand.winner, Absent):
        text = N_("%(who)s goes on without playing: there is no opponent.")
        return Reason(Why.BYE, Text(text, {"who": Who((stand.winner,))}))
    match stand.node.sources:
        case Seed(upper), Seed(lower):
            text = N_("Seed %(a)d meets seed %(b)d.")
            return Reason(Why.SEEDING, Text(text, {"a": upper, "b": lower}))
        case LoserOf(), LoserOf():
            text = N_("The losers of two matches meet: %(who)s")
        case WinnerOf(), WinnerOf():
            text = N_("The winners of two matches meet: %(who)s")
        case _:
            text = N_("A winner and a loser of earlier matches meet: %(who)s")
    return Reason(Why.SCHEDULE, Text(text, {"who": Who(named)}))
