"""The core of the Swiss draw: a minimum-cost perfect matching along the order of the field.

The field is laid out so that those who should meet lie side by side: score group after score
group, in each group the upper half and the lower half interleaved. The layout is cut into chunks,
each chunk matched over the nearest opponents only, and where that finds no perfect matching the
neighbourhood and then the chunk is widened, up to everybody against everybody.

Hard rules are missing edges. What the edges cost, in falling weight: the distance in score
(squared, so that no pair floats far), floating again in the same direction, and the distance from
the place in the group that is a pair's by order. Costs are whole numbers so far apart that a
lighter reason never outweighs a heavier one, and lots from the event's seed break what ties are
left, so that the best matching is the only one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

import rustworkx as rx

from tournaments.engine.lots import lot
from tournaments.engine.pairing.field import Competitor, SwissRules
from tournaments.engine.pairing.model import pair_of
from tournaments.engine.text import EntrantId

CHUNK: Final = 100
ONE_PIECE: Final = 300
"""Up to this size a field is not cut, and a chunk is tried everybody against everybody."""
WHOLE_FIELD: Final = 1200
"""Up to this size everybody is tried against everybody before the field is called unpairable."""
NEAREST: Final = 6
"""Opponents looked for on either side of a pair: the 12 nearest."""
WIDER: Final = 48

ORDER: Final = 1 << 28
FLOAT: Final = 1 << 62
SCORE: Final = 1 << 78
BREACH: Final = 1 << 118
"""Units of cost: over 2,500 pairs the costs in one unit add up to less than the next unit."""
MAX_SHIFT: Final = 1000
MAX_DISTANCE: Final = (1 << 14) - 1
SOFT_SCORE: Final = 1 << 30
SOFT_BREACH: Final = 1 << 60
NOBODY: Final = -(1 << 63)
"""The opponent of the one who has the bye, where exceptions are being counted."""
SPREAD: Final = 0x9E3779B97F4A7C15


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


@dataclass(slots=True)
class Matcher:
    """Finds the matching of a layout.

    ``soft`` serves to find out how few exceptions a pairing needs; a draw never uses it. Soft
    breaches are allowed then, at a cost beyond all others, and only distance costs beside.
    """

    rules: SwissRules
    nodes: list[Node]
    soft_rematches: bool = False
    soft_clubs: bool = False
    soft: bool = False

    def match(self) -> list[tuple[Node, Node]] | None:
        """The best perfect matching, or none when there is none."""
        segments = self._cut()
        done: list[tuple[tuple[int, int], list[tuple[Node, Node]]]] = []
        while segments:
            low, high = segments.pop(0)
            found = self._match_segment(low, high)
            if found is not None:
                done.append(((low, high), found))
            elif segments:
                while segments and high < 2 * segments[0][0] - low + 1:
                    high = segments.pop(0)[1]
                segments.insert(0, (low, high))
            elif done:
                segments = [(done.pop()[0][0], high)]
            else:
                return None
        return [couple for _, couples in done for couple in couples]

    def _cut(self) -> list[tuple[int, int]]:
        """Chunks of an even number; the last takes what would be less than half a chunk."""
        size = len(self.nodes)
        if size <= (WHOLE_FIELD if self.soft else ONE_PIECE):
            return [(0, size)] if size else []
        starts = list(range(0, size, CHUNK))
        if len(starts) > 1 and size - starts[-1] < CHUNK // 2:
            starts.pop()
        return list(zip(starts, [*starts[1:], size], strict=True))

    def _match_segment(self, low: int, high: int) -> list[tuple[Node, Node]] | None:
        size = high - low
        for width in self._widths(size):
            graph: rx.PyGraph[None, int] = rx.PyGraph(multigraph=False)
            graph.add_nodes_from([None] * size)
            graph.add_edges_from(self._edges(low, high, width))
            found = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=_as_it_is)
            if 2 * len(found) == size:
                return [(self.nodes[low + min(p)], self.nodes[low + max(p)]) for p in sorted(found)]
        return None

    def _widths(self, size: int) -> list[int]:
        """The neighbourhoods to try one after the other."""
        whole = size == len(self.nodes)
        if whole and (size <= CHUNK or (self.soft and size <= WHOLE_FIELD)):
            return [size]
        widths = [w for w in (NEAREST, WIDER) if 2 * w < size]
        if size <= ONE_PIECE or (whole and size <= WHOLE_FIELD):
            return [*widths, size]
        return [*widths, 4 * WIDER] if whole else widths

    def _edges(self, low: int, high: int, width: int) -> list[tuple[int, int, int]]:
        """Everybody's ``width`` nearest opponents further down the layout, costs negated."""
        nodes, edges, soft = self.nodes, [], self.soft
        granted = self.rules.allowed.rematches | self.rules.allowed.club_pairs
        for i in range(low, high):
            a = nodes[i]
            met, club, group, found = a.met, a.club, a.group, 0
            for j in range(i + 1, high):
                b = nodes[j]
                breach = b.id in met or b.club == club
                if breach and not ((granted or soft) and self._excused(a, b)):
                    continue
                if soft:
                    cost = SOFT_BREACH * breach + SOFT_SCORE * abs(a.score - b.score)
                elif b.group == group:
                    shift = abs(a.place - b.place) - a.half
                    cost = 2 * min(shift * shift, MAX_SHIFT * MAX_SHIFT) * ORDER
                    if (a.place < a.half) == (b.place < b.half):
                        cost += ORDER
                else:
                    cost = _cost_of_float(a, b)
                if breach and not soft:
                    cost += BREACH
                tie = ((a.lot ^ b.lot) * SPREAD >> 40) & 0xFFFF
                edges.append((i - low, j - low, -(cost + tie)))
                found += 1
                if found == width:
                    break
        return edges

    def _excused(self, a: Node, b: Node) -> bool:
        if NOBODY in (a.id, b.id):
            return False
        pair = pair_of(a.id, b.id)
        met, mates = b.id in a.met, b.club == a.club
        allowed = self.rules.allowed
        return (not met or self.soft_rematches or pair in allowed.rematches) and (
            not mates or self.soft_clubs or pair in allowed.club_pairs
        )


def _as_it_is(weight: int) -> int:
    return weight


def _cost_of_float(upper: Node, lower: Node) -> int:
    """What it costs that ``upper`` meets somebody of a lower score group."""
    distance = min(upper.score - lower.score, MAX_DISTANCE)
    off_bottom = min(upper.size - 1 - upper.place, MAX_SHIFT)
    off_top = min(lower.place, MAX_SHIFT)
    return (
        distance * distance * SCORE
        + (upper.weary_down + lower.weary_up) * FLOAT
        + (off_bottom * off_bottom + off_top * off_top) * ORDER
    )
