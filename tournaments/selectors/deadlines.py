"""Until when the pairs of a match may come to their table (CP-3, CP-4)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta

from tournaments.models import Due, EventMatch, Leave, MatchSide


def no_show_key(side: MatchSide) -> str:
    """The key of the ``Due`` that judges whether this side has come (CP-6)."""
    return f"no-show:{side.match_id}:{side.pk}"


def roll_called(matches: Iterable[EventMatch]) -> set[int]:
    """Of which matches the roll was called with their round (CP-3); their ids.

    The deadlines that were planned at the call say so: the setting of the event is for the rounds
    that are called next. Of a round that is still to be called it is the setting.
    """
    matches = list(matches)
    ahead = {m.pk for m in matches if m.round.started_at is None and m.event.config.call_tables}
    called = [match for match in matches if match.round.started_at is not None]
    of_key = {no_show_key(side): match.pk for match in called for side in match.sides.all()}
    planned = Due.objects.filter(key__in=of_key).values_list("key", flat=True) if of_key else ()
    return ahead | {of_key[key] for key in planned}


def awaited(match: EventMatch, *, rolled: bool | None = None) -> bool:
    """Whether who does not come forfeits by itself: on line always, in a hall by ``roll_called``.

    In a match that was decided since its round was called and is open again the referee judges who
    is late: the deadlines of the call are over, or were given up with the decision.
    """
    if not match.online:
        if rolled is None:
            rolled = match.pk in roll_called([match])
        if not rolled:
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
