"""Until when the pairs of a match may come to their table (CP-3, CP-4)."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta

from tournaments.models import EventMatch, Leave, MatchSide


def awaited(match: EventMatch) -> bool:
    """Whether who does not come forfeits by itself: on line always, in a hall where it is set.

    In a match that was decided since its round was called and is open again the referee judges who
    is late: the deadlines of the call are over, or were given up with the decision.
    """
    if not (match.online or match.event.config.call_tables):
        return False
    called = match.round.started_at
    again = match.state == EventMatch.State.RUNNING and match.revision > 0 and called is not None
    return not (again and match.changes.filter(at__gte=called).exists())


def deadline(side: MatchSide, *, leave: bool | None = None) -> datetime | None:
    """Until when a side may come; nothing before the round is called.

    ``noshow_minutes`` after the call, ``leave_minutes`` with leave (CP-3, CP-4).
    """
    called = side.round.started_at
    if called is None:
        return None
    config = side.round.stage.event.config
    if leave is None:
        leave = side.entry_id in on_leave(side.round_id, [side.entry_id])
    minutes = config.leave_minutes if leave else config.noshow_minutes
    return called + timedelta(minutes=minutes)


def on_leave(round_id: int, entries: Collection[int]) -> set[int]:
    """Which of these pairs have leave for a round (ids of both)."""
    leaves = Leave.objects.filter(round=round_id, entry__in=entries, state=Leave.State.GRANTED)
    return set(leaves.values_list("entry_id", flat=True))
