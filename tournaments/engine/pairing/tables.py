"""Table numbers: the first pairing at the first table, except for those who cannot move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tournaments.engine.pairing.model import Pairing
from tournaments.engine.text import EntrantId


def assign_tables(
    pairings: Sequence[Pairing],
    tables: Sequence[int],
    fixed: Mapping[EntrantId, int] | None = None,
) -> tuple[int, ...]:
    """A table for each pairing, in the order of the pairings.

    ``fixed`` are the tables of entrants who cannot move; of two such who meet, the first one's
    table is taken, and of two pairings that want the same table the higher has it. Raises
    ValueError when there are fewer tables than pairings.
    """
    if len(set(tables)) < len(pairings):
        raise ValueError("there are fewer tables than pairings")
    fixed = fixed or {}
    known, taken = set(tables), set[int]()
    chosen: dict[int, int] = {}
    for index, pairing in enumerate(pairings):
        for entrant in (pairing.first, pairing.second):
            table = fixed.get(entrant)
            if table in known and table not in taken:
                chosen[index] = table
                taken.add(table)
                break
    free = iter([t for t in dict.fromkeys(tables) if t not in taken])
    return tuple(chosen[i] if i in chosen else next(free) for i in range(len(pairings)))
