"""The Swiss draw (CP-5, CP-9a): hard rules, score groups, and a reason for all of it.

Hard rules: nobody meets an opponent twice (a forfeit is not a meeting); nobody has a second bye
while another may have one; members of a club do not meet in the first rounds. Within them score
groups are respected as far as possible, nobody floats the same way twice running without need, and
in a group the upper half meets the lower half. A draw is a function of the field and of the event's
seed, whatever order the field is given in.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from decimal import Decimal

from tournaments.engine.pairing import choices
from tournaments.engine.pairing.field import (
    Competitor,
    SwissRules,
    starting_list,
    virtual_points,
)
from tournaments.engine.pairing.layout import Node, lay_out
from tournaments.engine.pairing.matching import Matcher
from tournaments.engine.pairing.model import (
    Bye,
    Choice,
    Draw,
    Pairing,
    Reason,
    Unsatisfiable,
    Why,
)
from tournaments.engine.pairing.reasons import reason_bye, reason_pairing
from tournaments.engine.text import N_, EntrantId, Text


def pair(field: Collection[Competitor], rules: SwissRules) -> Draw | Unsatisfiable:
    """The draw of a round, or the choices when none obeys the hard rules.

    Raises ValueError for a competitor named twice and for a pair set by hand that is not of the
    field.
    """
    ordered = in_order(field, rules)
    fixed, free = _set_apart(ordered, rules)
    lent = virtual_points(field, rules)
    if choices.one_club_too_large(free, rules):
        return choices.unsatisfiable(free, rules)
    for resting in choices.worth_trying(free, rules):
        playing = [c for c in free if c is not resting]
        nodes = lay_out(playing, lent, rules)
        found = Matcher(rules, nodes).match()
        if found is not None:
            bye = reason_bye(resting, free, rules) if resting is not None else None
            rank = {c.id: index for index, c in enumerate(ordered)}
            return Draw(_in_words(found, nodes, fixed, rank, lent, bye, rules), bye)
        if resting is not None and not choices.pairable(free, rules):
            break
    return choices.unsatisfiable(free, rules)


def in_order(field: Collection[Competitor], rules: SwissRules) -> list[Competitor]:
    """The field by score and number, with what acceleration lends counted in."""
    lent = virtual_points(field, rules)
    ordered = starting_list(field, rules.seed)
    if len({c.id for c in ordered}) != len(ordered):
        raise ValueError("a competitor is named twice")
    ordered.sort(key=lambda c: c.score + lent.get(c.id, Decimal(0)), reverse=True)
    return ordered


def _set_apart(
    ordered: list[Competitor], rules: SwissRules
) -> tuple[list[tuple[EntrantId, EntrantId]], list[Competitor]]:
    """The pairs set by hand, and the rest of the field."""
    known = {c.id: index for index, c in enumerate(ordered)}
    taken = [e for couple in rules.fixed for e in couple]
    if len(set(taken)) != len(taken) or not known.keys() >= set(taken):
        raise ValueError("a pair set by hand is not of the field, or overlaps another")
    fixed = [(a, b) if known[a] < known[b] else (b, a) for a, b in rules.fixed]
    return fixed, [c for c in ordered if c.id not in set(taken)]


def _in_words(
    found: list[tuple[Node, Node]],
    nodes: list[Node],
    fixed: list[tuple[EntrantId, EntrantId]],
    rank: dict[EntrantId, int],
    lent: dict[EntrantId, Decimal],
    bye: Bye | None,
    rules: SwissRules,
) -> tuple[Pairing, ...]:
    """All pairings with their reasons, the highest first."""
    groups: dict[int, list[Node]] = {}
    for node in nodes:
        groups.setdefault(node.group, []).append(node)
    for members in groups.values():
        members.sort(key=lambda n: n.place)
    partner = {a.id: b for a, b in found} | {b.id: a for a, b in found}
    pairings = []
    for a, b in found:
        upper, lower = (a, b) if rank[a.id] < rank[b.id] else (b, a)
        pairings.append(reason_pairing(upper, lower, groups, partner, lent, rules))
    by_hand = (Reason(Why.BY_HAND, Text(N_("Set by hand."))),)
    pairings += [Pairing(first, second, by_hand) for first, second in fixed]
    return tuple(sorted(pairings, key=lambda p: rank[p.first]))


def with_choice(rules: SwissRules, choice: Choice) -> SwissRules:
    """The rules with the exceptions that a choice stands for."""
    if choice.allowed is None:
        return rules
    return replace(rules, allowed=rules.allowed | choice.allowed)
