"""The field laid out for matching: score groups in order, in each the halves interleaved.

Those who should meet lie side by side, so that the matching needs to look at near neighbours only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from tournaments.engine.lots import lot
from tournaments.engine.pairing.field import Competitor, SwissRules
from tournaments.engine.text import EntrantId


@dataclass(slots=True)
class Node:
    """A competitor in the layout: ``place`` of ``size`` in the score group ``group``."""

    id: EntrantId
    who: Competitor
    score: int
    met: frozenset[EntrantId]
    club: int
    lot: int
    group: int = 0
    place: int = 0
    size: int = 0
    half: int = 0
    weary_down: int = 0
    """How much speaks against floating down (again); likewise ``weary_up``."""
    weary_up: int = 0


def lay_out(
    ordered: Sequence[Competitor], lent: dict[EntrantId, Decimal], rules: SwissRules
) -> list[Node]:
    """The layout of a field that is in order of score (with what is lent) and number."""
    nodes = []
    for index, c in enumerate(ordered):
        score = c.score + lent[c.id] if c.id in lent else c.score
        club = -1 - index
        if rules.avoids_clubs and c.club is not None:
            club = c.club
        node = Node(c.id, c, int(score * 100), c.met, club, lot(rules.seed, "pairing", c.id) >> 32)
        last, before = c.floats
        node.weary_down = 2 * (last < 0) + (before < 0)
        node.weary_up = 2 * (last > 0) + (before > 0)
        nodes.append(node)
    laid: list[Node] = []
    start, group = 0, 0
    while start < len(nodes):
        end = start
        while end < len(nodes) and nodes[end].score == nodes[start].score:
            end += 1
        members = nodes[start:end]
        half = len(members) // 2
        for place, node in enumerate(members):
            node.group, node.place, node.size, node.half = group, place, end - start, half
        for upper, lower in zip(members[:half], members[half:], strict=False):
            laid += (upper, lower)
        laid += members[2 * half :]
        start, group = end, group + 1
    return laid
