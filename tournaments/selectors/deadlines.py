"""Until when the pairs of a match may come to their table (CP-3, CP-4)."""

from __future__ import annotations

from datetime import datetime, timedelta

from tournaments.models import EventMatch, Leave, MatchSide


def awaited(match: EventMatch) -> bool:
    """Whether who does not come forfeits by itself: on line always, in a hall where it is set."""
    return match.online or match.event.config.call_tables


def deadline(side: MatchSide, *, leave: bool | None = None) -> datetime | None:
    """Until when a side may come; nothing before the round is called.

    ``noshow_minutes`` after the call, ``leave_minutes`` with leave (CP-3, CP-4).
    """
    called = side.round.started_at
    if called is None:
        return None
    config = side.round.stage.event.config
    granted = on_leave(side) if leave is None else leave
    minutes = config.leave_minutes if granted else config.noshow_minutes
    return called + timedelta(minutes=minutes)


def on_leave(side: MatchSide) -> bool:
    """Leave has been granted to the pair for this round."""
    leaves = Leave.objects.filter(round=side.round_id, entry=side.entry_id)
    return leaves.filter(state=Leave.State.GRANTED).exists()
