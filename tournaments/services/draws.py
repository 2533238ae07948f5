"""The draws of a round as the engine makes them, for each kind of stage. Nothing is saved here."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from tournaments.engine.pairing import swiss
from tournaments.engine.pairing.field import SwissRules
from tournaments.engine.pairing.model import (
    Allowed,
    Bye,
    Choice,
    Draw,
    Pairing,
    Unsatisfiable,
    pair_of,
)
from tournaments.engine.pairing.progress import Absent, MatchState, Stand, reason
from tournaments.engine.pairing.round_robin import schedule
from tournaments.engine.text import EntrantId
from tournaments.models import Round, Stage
from tournaments.selectors import facts as known
from tournaments.selectors.field import swiss_field
from tournaments.services.errors import No, Refused


@dataclass(frozen=True, slots=True)
class Drawn:
    """A match of a draw: one entrant is a bye. ``slot`` in a bracket, ``group`` in groups."""

    pairing: Pairing | Bye
    group: int | None = None
    slot: str = ""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A whole round, ready to be saved; ``allowed`` are the exceptions it makes use of."""

    drawn: tuple[Drawn, ...]
    allowed: dict[str, Any]


# ---------------------------------------------------------------------------------- Swiss


def draw_swiss(stage: Stage, number: int, choice: int | None) -> Proposal | Unsatisfiable:
    """The draw of a Swiss round; with ``choice`` the exceptions of that offer are granted."""
    field, rules = swiss_field(stage, number)
    found = swiss.pair(field, rules)
    allowed: dict[str, Any] = {}
    if isinstance(found, Unsatisfiable):
        if choice is None:
            return found
        taken = _choice(found, choice)
        allowed = write_allowed(taken)
        found = swiss.pair(field, swiss.with_choice(rules, taken))
        if isinstance(found, Unsatisfiable):
            raise Refused(No.NO_SUCH_CHOICE)
    return Proposal(_of_draw(found), allowed)


def _choice(found: Unsatisfiable, index: int) -> Choice:
    if not 0 <= index < len(found.choices) or found.choices[index].allowed is None:
        raise Refused(No.NO_SUCH_CHOICE)
    return found.choices[index]


def write_allowed(choice: Choice) -> dict[str, Any]:
    """``Round.allowed``: the exceptions granted, and the choice in words."""
    allowed = choice.allowed or Allowed()
    return {
        "kind": str(choice.kind),
        "text": choice.text.as_json(),
        "gives_up": [text.as_json() for text in choice.gives_up],
        "rematches": sorted(map(list, allowed.rematches)),
        "club_pairs": sorted(map(list, allowed.club_pairs)),
        "byes": sorted(allowed.byes),
    }


def read_allowed(data: dict[str, Any]) -> Allowed:
    """The exceptions granted for a round."""
    return Allowed(
        frozenset(pair_of(a, b) for a, b in data.get("rematches", ())),
        frozenset(pair_of(a, b) for a, b in data.get("club_pairs", ())),
        frozenset(data.get("byes", ())),
    )


def rules_of(round: Round, rules: SwissRules) -> SwissRules:
    """The rules with what was granted for this round."""
    return replace(rules, allowed=rules.allowed | read_allowed(round.allowed))


def _of_draw(draw: Draw, group: int | None = None) -> tuple[Drawn, ...]:
    drawn = tuple(Drawn(pairing, group) for pairing in draw.pairings)
    return drawn if draw.bye is None else (*drawn, Drawn(draw.bye, group))


# ---------------------------------------------------------------- round robin and groups


def schedules(stage: Stage) -> dict[int | None, tuple[Draw, ...]]:
    """The tables of a round robin, or of every group, round by round."""
    return {
        group: schedule(members, double=stage.plan.double) for group, members in known.groups(stage)
    }


def draw_round_robin(stage: Stage, number: int) -> Proposal | None:
    """A round of all groups together; nothing when the tables are played to their end."""
    drawn: tuple[Drawn, ...] = ()
    for group, rounds in schedules(stage).items():
        if number <= len(rounds):
            drawn += _of_draw(rounds[number - 1], group)
    return Proposal(drawn, {}) if drawn else None


# -------------------------------------------------------------------------------- brackets


def waves(stage: Stage, stands: dict[str, Stand]) -> list[list[Stand]]:
    """A bracket's matches in the rounds in which they can be played."""
    depth: dict[str, int] = {}
    for key, stand in stands.items():
        before = [depth[s.match] for s in stand.node.sources if hasattr(s, "match")]
        depth[key] = 1 + max(before, default=0)
    if "T" in depth:  # the match for third place is played beside the final
        depth["T"] = max(depth.values())
    found: dict[int, list[Stand]] = {}
    for key, stand in stands.items():
        found.setdefault(depth[key], []).append(stand)
    return [found[wave] for wave in sorted(found)]


def draw_knockout(stage: Stage, number: int) -> Proposal | None:
    """The next matches of a bracket: those of the first wave with one that is to be played.

    Walk-overs of the wave are shown as byes. Nothing when the bracket is played to its end;
    ``Refused`` while a match before is open.
    """
    played = known.bracket_progress(stage, known.facts(stage.event, stages=[stage.order]))
    order = known.seeded(stage)
    for wave in waves(stage, dict(played.stands)):
        states = {stand.state for stand in wave}
        if MatchState.CONFLICT in states:
            raise Refused(No.OPEN_STAGE)
        if MatchState.READY not in states:
            if MatchState.WAITING in states:
                raise Refused(No.OPEN_ROUND, round=number - 1)
            continue
        drawn = []
        for stand in wave:
            if stand.state is MatchState.READY:
                first, second = _ids(stand)
                pairing = Pairing(first, second, (reason(stand, order),))
                drawn.append(Drawn(pairing, slot=stand.node.key))
            elif stand.state is MatchState.WALKOVER and not isinstance(stand.winner, Absent):
                bye = Bye(stand.winner, (reason(stand, order),))
                drawn.append(Drawn(bye, slot=stand.node.key))
        return Proposal(tuple(drawn), {})
    return None


def _ids(stand: Stand) -> tuple[EntrantId, EntrantId]:
    first, second = stand.sides
    assert not isinstance(first, Absent), "a match that is ready has both sides"
    assert not isinstance(second, Absent), "a match that is ready has both sides"
    return first, second
