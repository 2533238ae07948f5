"""The standings of a stage as they are kept (``StandingsSnapshot.data``)."""

from __future__ import annotations

from typing import Any

from tournaments.engine.pairing.progress import placings
from tournaments.engine.standings import Standings
from tournaments.models import Stage
from tournaments.selectors import facts as known
from tournaments.selectors.words import number as shown


def data_of(stage: Stage, facts: known.Facts, upto: int) -> dict[str, Any]:
    """``StandingsSnapshot.data``."""
    if stage.knockout:
        if stage.entrants.count() < 2:
            return {"places": []}
        places = placings(known.bracket_progress(stage, facts))
        return {"places": [{"place": p, "entries": list(who)} for p, who in places]}
    tables = known.tables(stage, facts, upto)
    metrics = tables[0][1].metrics if tables else ()
    return {
        "metrics": [{"id": m.id, "label": m.label} for m in metrics],
        "tables": [{"group": group, "rows": _rows(table)} for group, table in tables],
    }


def _rows(table: Standings) -> list[dict[str, Any]]:
    return [
        {
            "rank": place.rank,
            "entry": place.entrant,
            "values": [None if v is None else shown(v) for v in place.values],
            "parted_by": place.parted_by,
        }
        for place in table.places
    ]
