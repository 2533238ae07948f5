"""Why these two, why this float, why this bye: the reasons of a Swiss draw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal

from tournaments.engine.pairing.field import Competitor, SwissRules
from tournaments.engine.pairing.layout import Node
from tournaments.engine.pairing.model import Bye, Pairing, Reason, Why
from tournaments.engine.text import N_, EntrantId, Text, Who

NAMED: int = 6
"""No more entrants than this are named in one reason."""

Groups = Mapping[int, Sequence[Node]]


def reason_pairing(
    upper: Node,
    lower: Node,
    groups: Groups,
    partner: Mapping[EntrantId, Node],
    lent: Mapping[EntrantId, Decimal],
    rules: SwissRules,
) -> Pairing:
    """The pairing of two nodes with its reasons; ``groups`` by place, ``partner`` of everybody."""
    reasons = []
    if upper.id in lent or lower.id in lent:
        most = max(lent.get(upper.id, Decimal(0)), lent.get(lower.id, Decimal(0)))
        text = N_(
            "Accelerated round: the upper half of the starting list plays as if with "
            "%(points)s more points."
        )
        reasons.append(Reason(Why.ACCELERATED, Text(text, {"points": most})))
    if upper.group == lower.group:
        reasons += _in_group(upper, lower, groups, partner)
        down = None
    else:
        reasons += _float(upper, lower, groups, partner)
        down = upper.id
    reasons += _exceptions(upper, lower)
    return Pairing(upper.id, lower.id, tuple(reasons), down)


def _in_group(
    upper: Node, lower: Node, groups: Groups, partner: Mapping[EntrantId, Node]
) -> list[Reason]:
    size = upper.size
    same = Text(
        N_(
            "Both have %(points)s points: number %(a)d of their group of %(size)d meets "
            "number %(b)d."
        ),
        {"points": upper.who.score, "a": upper.place + 1, "b": lower.place + 1, "size": size},
    )
    if upper.who.score != lower.who.score:  # level only with the points that are lent
        same = Text(
            N_("Number %(a)d of a group of %(size)d meets number %(b)d."),
            {"a": upper.place + 1, "b": lower.place + 1, "size": size},
        )
    reasons = [Reason(Why.SAME_SCORE, same)]
    due = upper.place + upper.half
    if due == lower.place:
        return reasons
    if due >= size:
        return [*reasons, Reason(Why.FITS, Text(_FITS))]
    return [*reasons, _why_not(upper, groups[upper.group][due], partner)]


_FITS = N_("So that everybody in the group finds an opponent they may meet.")


def _why_not(node: Node, due: Node, partner: Mapping[EntrantId, Node]) -> Reason:
    """Why a node does not meet the one who was due by order."""
    who = {"who": Who((due.id,))}
    if due.id in node.met:
        return Reason(Why.ALREADY_MET, Text(N_("%(who)s, next by order, was met before."), who))
    if due.club == node.club:
        return Reason(Why.SAME_CLUB, Text(N_("%(who)s, next by order, is of the same club."), who))
    other = partner.get(due.id)
    if other is not None and other.group != due.group:
        text = N_("%(who)s, next by order, meets somebody of another score group.")
        return Reason(Why.FITS, Text(text, who))
    return Reason(Why.FITS, Text(_FITS))


def _float(
    upper: Node, lower: Node, groups: Groups, partner: Mapping[EntrantId, Node]
) -> list[Reason]:
    """Why somebody of a score group meets somebody of a lower one."""
    group = groups[upper.group]
    text = Text(
        N_("%(who)s (%(high)s points) floats down to %(other)s (%(low)s points)."),
        {
            "who": Who((upper.id,)),
            "other": Who((lower.id,)),
            "high": upper.who.score,
            "low": lower.who.score,
        },
    )
    points = {"points": upper.who.score}
    reasons = [Reason(Why.FLOAT, text)]
    mates = [n for n in group if n is not upper]
    if not mates:
        reasons.append(Reason(Why.FLOAT, Text(N_("Nobody else has %(points)s points."), points)))
    elif not any(_may_meet(upper, n) for n in mates):
        met = N_("All others on %(points)s points were met before or are of the same club.")
        reasons.append(Reason(Why.ALREADY_MET, Text(met, points)))
    elif len(group) % 2:
        odd = N_("The number of pairs on %(points)s points is odd.")
        reasons.append(Reason(Why.FLOAT, Text(odd, points)))
    else:
        odd = N_("The others on %(points)s points cannot all meet each other.")
        reasons.append(Reason(Why.FITS, Text(odd, points)))
    reasons += _spared(
        [n for n in group if n.place > upper.place and n.weary_down and _stays(n, partner)]
    )
    return reasons + _nearer(upper, lower, groups)


def _stays(node: Node, partner: Mapping[EntrantId, Node]) -> bool:
    return node.id in partner and partner[node.id].group <= node.group


def _spared(spared: list[Node]) -> list[Reason]:
    """Those lower in the group who floated (or had a bye) lately and do not float again."""
    if not spared:
        return []
    who = Who(tuple(n.id for n in spared[:NAMED]))
    text = N_("Lower in the group, but floated down or had a bye lately: %(who)s")
    return [Reason(Why.NOT_AGAIN, Text(text, {"who": who}))]


def _nearer(upper: Node, lower: Node, groups: Groups) -> list[Reason]:
    """Those nearer to the upper one whom he may not meet."""
    met: list[EntrantId] = []
    mates: list[EntrantId] = []
    for number in range(upper.group + 1, lower.group + 1):
        for node in groups[number]:
            if (node.group, node.place) >= (lower.group, lower.place):
                break
            if node.id in upper.met:
                met.append(node.id)
            elif node.club == upper.club:
                mates.append(node.id)
            if len(met) >= NAMED or len(mates) >= NAMED:
                break
    reasons = []
    if met:
        text = Text(N_("Nearer, but met before: %(who)s"), {"who": Who(tuple(met))})
        reasons.append(Reason(Why.ALREADY_MET, text))
    if mates:
        text = Text(N_("Nearer, but of the same club: %(who)s"), {"who": Who(tuple(mates))})
        reasons.append(Reason(Why.SAME_CLUB, text))
    return reasons


def _may_meet(a: Node, b: Node) -> bool:
    return b.id not in a.met and a.club != b.club


def _exceptions(upper: Node, lower: Node) -> list[Reason]:
    """The exceptions that the organiser granted and this pairing uses."""
    reasons = []
    if lower.id in upper.met:
        text = Text(N_("A rematch, allowed by the organiser."))
        reasons.append(Reason(Why.EXCEPTION, text))
    if lower.club == upper.club:
        text = Text(N_("Of the same club, allowed by the organiser."))
        reasons.append(Reason(Why.EXCEPTION, text))
    return reasons


def reason_bye(resting: Competitor, ordered: Sequence[Competitor], rules: SwissRules) -> Bye:
    """Why the bye falls on this competitor (CP-5, CP-9a)."""
    fewest = min(c.byes for c in ordered)
    text = N_("The number of pairs is odd; %(who)s is the lowest who may have the bye.")
    reasons = [Reason(Why.BYE, Text(text, {"who": Who((resting.id,))}))]
    if resting.byes > fewest:
        second = Text(N_("A further bye, allowed by the organiser."))
        reasons.append(Reason(Why.EXCEPTION, second))
    lower = ordered[ordered.index(resting) + 1 :]
    had = [c.id for c in lower if c.byes > fewest]
    forfeit = [c.id for c in lower if c.byes == fewest and c.forfeits_won and rules.spare_forfeits]
    others = [c.id for c in lower if c.id not in {*had, *forfeit}]
    for ids, key in (
        (had, N_("Lower, but had a bye before: %(who)s")),
        (forfeit, N_("Lower, but won by forfeit before: %(who)s")),
        (others, N_("Lower, but without them the rest cannot be paired: %(who)s")),
    ):
        if ids:
            reasons.append(Reason(Why.PASSED_OVER, Text(key, {"who": Who(tuple(ids[:NAMED]))})))
    return Bye(resting.id, tuple(reasons))
