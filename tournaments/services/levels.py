"""Level changes by penalty in a match that is not over yet (CP-12).

They act from the next deal on. On line the table's room makes them; in a hall the referee tells the
table. Either way the levels that the match comes to have them in them: ``Penalty.played_levels``.
"""

from __future__ import annotations

from games import services as games
from tournaments.engine import penalties as law
from tournaments.engine.catalogue import Grade
from tournaments.engine.matches import level_name, level_number
from tournaments.models import EventMatch, Penalty
from tournaments.services.results import locked_match

PLAYING = (EventMatch.State.PENDING, EventMatch.State.RUNNING)


def act_on_match(row: Penalty) -> None:
    """Bring a match under way to what a penalty that was recorded, changed or revoked now says."""
    if row.match is None:
        return
    match, sides = locked_match(row.match)
    if match.state not in PLAYING or match.event.duplicate:
        return
    stands = row.grade == Grade.LEVEL and row.revoked_at is None
    if not stands and not row.played_change:
        return
    row.played_change = row.change if stands else ""
    row.played_levels = row.levels if stands else 0
    row.save(update_fields=["played_change", "played_levels"])
    if match.table_id is not None:
        offender = next(s.side for s in sides if s.entry_id == row.entry_id)
        levels = by_team(row, offender) if stands else (0, 0)
        games.rule_levels(table=match.table_id, key=f"penalty:{row.pk}", levels=levels)


def by_team(row: Penalty, offender: int) -> tuple[int, int]:
    """The levels that both sides are given, or (negative) lose; the sides are the table's teams."""
    down = row.change == law.Change.OFFENDER_DOWN
    steps = -row.levels if down else row.levels
    return (steps, 0) if (offender == 0) is down else (0, steps)


def with_rulings(match: EventMatch, levels: list[str]) -> list[str]:
    """The levels a match on line has ended at, with the rulings that no deal had in it any more."""
    if match.table_id is None or match.event.duplicate:
        return levels
    late = games.unplayed_levels(table=match.table_id)
    if not late:
        return levels
    start = level_number(str(match.event.options.get("start_level", "2")))
    numbers = [level_number(level) for level in levels]
    for team, steps in late:
        numbers[team] = law.change_level(numbers[team], steps, start=start)
    return [level_name(number) for number in numbers]
