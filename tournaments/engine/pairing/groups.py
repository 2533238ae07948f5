"""Groups: the snake that fills them, and clubs kept apart where that is possible."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import rustworkx as rx

from tournaments.engine.text import EntrantId

CLASH: Final = 10_000
"""What a club-mate in the group costs; a step from the snake's group costs one squared."""


def snake(
    seeded: Sequence[EntrantId],
    groups: int,
    *,
    clubs: Mapping[EntrantId, int] | None = None,
) -> tuple[tuple[EntrantId, ...], ...]:
    """The groups of a field in the order of its seeding: 1 2 3 / 6 5 4 / 7 8 9 …

    With ``clubs``, each row of the snake is shifted as little as it takes to have the fewest
    club-mates together; the seeding rows themselves stay, so the groups remain equally strong.
    Raises ValueError unless there is an entrant for each group.
    """
    if not 1 <= groups <= len(seeded):
        raise ValueError("there are more groups than entrants")
    made: list[list[EntrantId]] = [[] for _ in range(groups)]
    for row, start in enumerate(range(0, len(seeded), groups)):
        members = seeded[start : start + groups]
        columns = range(groups) if row % 2 == 0 else range(groups - 1, -1, -1)
        places = list(columns)[: len(members)]
        if clubs:
            places = _apart(members, places, made, clubs)
        for entrant, group in zip(members, places, strict=True):
            made[group].append(entrant)
    return tuple(tuple(group) for group in made)


def _apart(
    members: Sequence[EntrantId],
    places: Sequence[int],
    made: Sequence[Sequence[EntrantId]],
    clubs: Mapping[EntrantId, int],
) -> list[int]:
    """The groups of a row's members, in their order: as few clashes and as near as may be."""
    graph: rx.PyGraph[None, int] = rx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * (2 * len(members)))
    edges = []
    for index, entrant in enumerate(members):
        club = clubs.get(entrant)
        for other, group in enumerate(places):
            mates = sum(club is not None and clubs.get(e) == club for e in made[group])
            cost = mates * CLASH * len(members) ** 2 + (index - other) ** 2 * CLASH + index * other
            edges.append((index, len(members) + other, -cost))
    graph.add_edges_from(edges)
    found = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=_as_it_is)
    chosen = dict(sorted((min(p), max(p) - len(members)) for p in found))
    return [places[chosen[index]] for index in range(len(members))]


def _as_it_is(weight: int) -> int:
    return weight
