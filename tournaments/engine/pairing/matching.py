"""The core of the Swiss draw: a minimum-cost perfect matching along the layout of the field.

The layout is cut into chunks, each chunk matched over the nearest opponents only, and where that
finds no perfect matching the neighbourhood and then the chunk is widened, up to everybody against
everybody.

Hard rules are missing edges. What the edges cost, in falling weight: the distance in score
(squared, so that no pair floats far), floating again in the same direction, and the distance from
the place in the group that is a pair's by order. Costs are whole numbers so far apart that a
lighter reason never outweighs a heavier one, and lots from the event's seed break what ties are
left, so that the best matching is the only one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import rustworkx as rx

from tournaments.engine.pairing.field import SwissRules
from tournaments.engine.pairing.layout import Node
from tournaments.engine.pairing.model import pair_of

CHUNK: Final = 100
ONE_PIECE: Final = 300
"""Up to this size a field is not cut, and in the end everybody is tried against everybody."""
WHOLE_FIELD: Final = 1200
"""Up to this size no field is called unpairable before everybody was tried against everybody."""
NEAREST: Final = 6
"""Opponents looked for on either side of a pair: the 12 nearest."""
WIDER: Final = 48
FAR: Final = 8
"""Opponents anywhere in the field, taken by lots, when the near ones do not suffice."""
SOFT: Final = 3
"""Of the opponents that need an exception so many are looked at."""

ORDER: Final = 1 << 28
FLOAT: Final = 1 << 62
SCORE: Final = 1 << 78
BREACH: Final = 1 << 118
"""Units of cost: over 2,500 pairs the costs in one unit add up to less than the next unit."""
MAX_SHIFT: Final = 1000
MAX_DISTANCE: Final = (1 << 14) - 1
SOFT_SCORE: Final = 1 << 30
SOFT_BREACH: Final = 1 << 60
SPREAD: Final = 0x9E3779B97F4A7C15
NOBODY: Final = -(1 << 63)
"""The opponent of the one who has the bye, where exceptions are being counted."""

Edge = tuple[int, int, int]
Couples = list[tuple[Node, Node]]


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

    def match(self) -> Couples | None:
        """The best perfect matching, or none when there is none."""
        segments = self._cut()
        done: list[tuple[int, Couples]] = []
        while segments:
            low, high = segments.pop(0)
            found = self._match_segment(low, high)
            if found is not None:
                done.append((low, found))
            elif segments:
                end = 2 * high - low
                while segments and segments[0][0] < end:
                    high = segments.pop(0)[1]
                segments.insert(0, (low, high))
            elif done:
                segments = [(done.pop()[0], high)]
            else:
                return None
        return [couple for _, couples in done for couple in couples]

    def _cut(self) -> list[tuple[int, int]]:
        """Chunks of an even number; the last takes what would be less than half a chunk."""
        size = len(self.nodes)
        if size <= (WHOLE_FIELD if self.soft else ONE_PIECE):
            return [(0, size)] if size else []
        starts = list(range(0, size, CHUNK))
        if size - starts[-1] < CHUNK // 2:
            starts.pop()
        return list(zip(starts, [*starts[1:], size], strict=True))

    def _match_segment(self, low: int, high: int) -> Couples | None:
        size = high - low
        for edges in self._attempts(low, high):
            found = _perfect(size, edges)
            if found is not None:
                return [(self.nodes[low + a], self.nodes[low + b]) for a, b in found]
        return None

    def _attempts(self, low: int, high: int) -> Iterator[list[Edge]]:
        """Ever more edges: the nearest opponents, more of them, far ones, everybody."""
        size = high - low
        whole = size == len(self.nodes)
        if whole and (size <= CHUNK or (self.soft and size <= ONE_PIECE)):
            yield self._edges(low, high, size)
            return
        if not self.soft:
            yield self._edges(low, high, NEAREST)
        if not whole or size <= ONE_PIECE:
            yield self._edges(low, high, WIDER)
            if size <= ONE_PIECE:
                yield self._edges(low, high, size)
            return
        wide = self._edges(low, high, WIDER) + self._far_edges()
        yield wide
        if size <= WHOLE_FIELD:
            everybody = self._edges(low, high, size)
            found = _perfect(size, [(a, b, 1) for a, b, _ in everybody])
            if found is not None:
                needed = {*found}
                yield wide + [e for e in everybody if (e[0], e[1]) in needed]

    def _edges(self, low: int, high: int, width: int) -> list[Edge]:
        """Everybody's ``width`` nearest opponents further down the layout, costs negated."""
        nodes, edges = self.nodes, []
        lenient = self._lenient
        for i in range(low, high):
            a = nodes[i]
            met, club = a.met, a.club
            found = soft = 0
            for j in range(i + 1, high):
                b = nodes[j]
                breach = b.id in met or b.club == club
                if breach:
                    if not lenient or not self._excused(a, b):
                        continue
                    soft += 1
                    if self.soft and soft > SOFT and width < high - low:
                        continue
                edges.append((i - low, j - low, -self._cost(a, b, breach)))
                found += not breach
                if found == width:
                    break
        return edges

    def _far_edges(self) -> list[Edge]:
        """Some opponents of everybody anywhere in the field, and all pairs that are granted."""
        nodes, edges = self.nodes, []
        size = len(nodes)
        for i, a in enumerate(nodes):
            for k in range(1, FAR + 1):
                j = (i + 1 + (a.lot * SPREAD * k >> 16) % (size - 1)) % size
                b = nodes[j]
                if b.id not in a.met and b.club != a.club:
                    edges.append(self._edge(i, j))
        at = {node.id: index for index, node in enumerate(nodes)}
        allowed = self.rules.allowed
        for one, other in sorted(allowed.rematches | allowed.club_pairs):
            if one in at and other in at and self._excused(nodes[at[one]], nodes[at[other]]):
                edges.append(self._edge(at[one], at[other]))
        return edges

    def _edge(self, i: int, j: int) -> Edge:
        low, high = min(i, j), max(i, j)
        a, b = self.nodes[low], self.nodes[high]
        return low, high, -self._cost(a, b, b.id in a.met or b.club == a.club)

    @property
    def _lenient(self) -> bool:
        allowed = self.rules.allowed
        return self.soft or bool(allowed.rematches or allowed.club_pairs)

    def _excused(self, a: Node, b: Node) -> bool:
        if NOBODY in (a.id, b.id):
            return False
        pair = pair_of(a.id, b.id)
        met, mates = b.id in a.met, b.club == a.club
        allowed = self.rules.allowed
        return (not met or self.soft_rematches or pair in allowed.rematches) and (
            not mates or self.soft_clubs or pair in allowed.club_pairs
        )

    def _cost(self, a: Node, b: Node, breach: bool) -> int:
        """What it costs that ``a`` meets ``b``, who comes after it in the layout."""
        tie = ((a.lot ^ b.lot) * SPREAD >> 40) & 0xFFFF
        if self.soft:
            return SOFT_BREACH * breach + SOFT_SCORE * abs(a.score - b.score) + tie
        if b.group == a.group:
            shift = abs(a.place - b.place) - a.half
            same_half = (a.place < a.half) == (b.place < b.half)
            cost = (2 * min(shift * shift, MAX_SHIFT * MAX_SHIFT) + same_half) * ORDER
        else:
            cost = _cost_of_float(a, b)
        return cost + tie + BREACH if breach else cost + tie


def _perfect(size: int, edges: list[Edge]) -> list[tuple[int, int]] | None:
    """The heaviest matching of all nodes, each couple in order; none if some are left over."""
    graph: rx.PyGraph[None, int] = rx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * size)
    graph.add_edges_from(edges)
    found = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=_as_it_is)
    if 2 * len(found) < size:
        return None
    return sorted((min(pair), max(pair)) for pair in found)


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
