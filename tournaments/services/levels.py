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
    row.played_made = None
    row.save(update_fields=["played_change", "played_levels", "played_made"])
    if match.table_id is not None:
        offender = next(s.side for s in sides if s.entry_id == row.entry_id)
        levels = by_team(row, offender) if stands else (0, 0)
        games.rule_levels(table=match.table_id, key=key_of(row), levels=levels)


def by_team(row: Penalty, offender: int) -> tuple[int, int]:
    """The levels that both sides are given, or (negative) lose; the sides are the table's teams."""
    down = row.change == law.Change.OFFENDER_DOWN
    steps = -row.levels if down else row.levels
    return (steps, 0) if (offender == 0) is down else (0, steps)


def take_along(match: EventMatch) -> None:
    """A table of the match has been opened, the first or another: rulings that stand act there."""
    rows = match.penalties.exclude(grade__in=(Grade.WARNING, Grade.VERBAL), played_change="")
    for row in rows.select_related("match__round__stage").order_by("pk"):
        act_on_match(row)


def with_rulings(match: EventMatch, levels: list[str]) -> list[str]:
    """The levels a match on line has ended at, with the rulings that no deal had in it any more.

    Each penalty keeps what has really been made of it, which is what a revocation gives back.
    """
    if match.table_id is None or match.event.duplicate:
        return levels
    done = games.levels_made(table=match.table_id)
    made = dict(done.made)
    start = level_number(str(match.event.options.get("start_level", "2")))
    numbers = [level_number(level) for level in levels]
    for key, team, steps in done.late:
        was = numbers[team]
        numbers[team] = law.change_level(was, steps, start=start)
        made[key, team] = made.get((key, team), 0) + numbers[team] - was
    sides = dict(match.sides.values_list("entry", "side"))
    for row in match.penalties.exclude(played_change=""):
        down = row.played_change == law.Change.OFFENDER_DOWN
        team = sides[row.entry_id] if down else 1 - sides[row.entry_id]
        row.played_made = abs(made.get((key_of(row), team), 0))
        row.save(update_fields=["played_made"])
    return [level_name(number) for number in numbers]


def key_of(row: Penalty) -> str:
    """What the level rulings of a penalty are known by at a table."""
    return f"penalty:{row.pk}"
