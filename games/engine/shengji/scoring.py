"""Levels, the kitty's factor, and the lines of a reckoning."""

from __future__ import annotations

from games.engine.api import N_, Line, Seat, team_of
from games.engine.cards import points
from games.engine.shengji.hands import pack
from games.engine.shengji.shapes import shape_of
from games.engine.shengji.states import State, settled


def level_index(ladder: str, level: str) -> int:
    """The number of a level on its ladder; a passed last level is one more than the last."""
    return len(ladder) if level.endswith("+") else ladder.index(level)


def climb(ladder: str, level: str, steps: int, stops: str) -> str:
    """The level after going up ``steps``, never past one of ``stops`` (SS-13, WK-28, TY-21)."""
    at = ladder.index(level)
    while steps > 0 and at + 1 < len(ladder):
        at += 1
        steps -= 1
        if ladder[at] in stops:
            break
    return ladder[at]


def fall(ladder: str, level: str, steps: int) -> str:
    """The level after going down ``steps``, never below the first (SS-12)."""
    return ladder[max(0, ladder.index(level) - steps)]


def changes(ladder: str, before: tuple[str, str], after: tuple[str, str]) -> tuple[int, int]:
    """The change of both levels as numbers of steps on the ladder."""
    first, second = (
        level_index(ladder, new) - level_index(ladder, old)
        for old, new in zip(before, after, strict=True)
    )
    return first, second


def by_team(state: State, dealers: str, defenders: str) -> tuple[str, str]:
    """Two values, of the dealer's side and of the defenders, in the order of the teams."""
    if team_of(settled(state).dealer) == 0:
        return dealers, defenders
    return defenders, dealers


def last_lead_sizes(state: State) -> tuple[int, ...]:
    """The sizes of the last trick's lead, as it lay on the table (SS-10, TY-19)."""
    lead = state.play.tricks[-1].plays[0]
    return shape_of(settled(state).order, lead, pack(lead)).sizes


def kitty_count(state: State, factor: int) -> tuple[int, int, int, list[Line]]:
    """Plain points of the kitty, its factor, the defenders' total, and the lines that say so.

    ``factor`` counts when the defenders won the last trick; else the factor is 0.
    """
    stage, play = settled(state), state.play
    clauses = state.deal.rules.clauses
    plain = points(stage.kitty)
    lines = [
        Line(
            N_("Points in the defenders' tricks: %(points)s"),
            clauses.points,
            {"points": play.points},
        )
    ]
    if defends(state, play.tricks[-1].winner):
        lines.append(
            Line(
                N_("Kitty, last trick won by the defenders: %(points)s × %(factor)s = %(total)s"),
                clauses.kitty,
                {"points": plain, "factor": factor, "total": plain * factor},
            )
        )
    else:
        factor = 0
        lines.append(
            Line(
                N_("Kitty, last trick won by the declarers: its %(points)s points do not count"),
                clauses.kitty,
                {"points": plain},
            )
        )
    total = play.points + plain * factor
    lines.append(Line(N_("The defenders' total: %(points)s"), clauses.table, {"points": total}))
    return plain, factor, total, lines


def defends(state: State, seat: Seat) -> bool:
    """Whether ``seat`` is a defender."""
    return team_of(seat) != team_of(settled(state).dealer)


def next_dealer_line(state: State, seat: Seat, clause: str) -> Line:
    """Who deals next."""
    text = (
        N_("Next dealer: the dealer's partner, %(seat)s")
        if team_of(seat) == team_of(settled(state).dealer)
        else N_("Next dealer: the old dealer's next player, %(seat)s")
    )
    return Line(text, clause, {"seat": seat})


def level_lines(
    state: State, before: tuple[str, str], after: tuple[str, str], steps: tuple[int, int]
) -> list[Line]:
    """A line for each side: what it was to go up or down, and where it stands now.

    ``steps`` are of the dealer's side and of the defenders, before any stop.
    """
    clauses = state.deal.rules.clauses
    dealers = team_of(settled(state).dealer)
    ladder = state.deal.variant.ladder
    lines = []
    for team, wanted, up, down, still in (
        (
            dealers,
            steps[0],
            N_("Dealer's side up %(steps)s: level %(before)s to %(after)s"),
            N_("Dealer's side down %(steps)s: level %(before)s to %(after)s"),
            N_("Dealer's side stays at level %(after)s"),
        ),
        (
            1 - dealers,
            steps[1],
            N_("Defenders up %(steps)s: level %(before)s to %(after)s"),
            N_("Defenders down %(steps)s: level %(before)s to %(after)s"),
            N_("Defenders stay at level %(after)s"),
        ),
    ):
        old, new = level_index(ladder, before[team]), level_index(ladder, after[team])
        text = up if new > old else down if new < old else still
        lines.append(
            Line(
                text,
                clauses.levels,
                {"steps": abs(new - old), "before": before[team], "after": after[team]},
            )
        )
        if wanted > new - old and new < len(ladder):
            lines.append(
                Line(
                    N_("No level past %(after)s may be reached in this deal"),
                    clauses.stops,
                    {"after": after[team]},
                )
            )
    return lines
