"""What a finished deal is worth, and the deal after it (GD-20 … GD-22)."""

from __future__ import annotations

from games.engine.api import N_, DealSetup, Line, NextDeal, Result, Seat, team_of
from games.engine.cards import RANKS
from games.engine.guandan.state import double_win, side_of

LEVELS = (*RANKS, "A+")
TOP = RANKS.index("A")
STEPS = {2: 3, 3: 2, 4: 1}
"""GD-21: levels won by the partner's place."""


def full_order(order: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """All four seats: who still holds cards is appended going round from 上游."""
    rest = [(order[0] + step) % 4 for step in range(1, 4)]
    return (*order, *(seat for seat in rest if seat not in order))


def is_over(order: tuple[Seat, ...]) -> bool:
    """GD-20: three are out, or partners are first and second."""
    return len(order) == 3 or (len(order) == 2 and double_win(order))


def result_of(setup: DealSetup, out: tuple[Seat, ...]) -> Result:
    """The result of a deal in which the seats went out in this order (GD-21, GD-22)."""
    order = full_order(out)
    winner = team_of(order[0])
    place = order.index((order[0] + 2) % 4) + 1
    before = [LEVELS.index(level) for level in setup.levels]
    after = list(before)
    failures = list(setup.ace_failures)
    lines = [_won(order, place)]
    own = side_of(setup)
    at_ace = own if own is not None and before[own] == TOP else None
    passed = at_ace == winner and place < 4
    if passed:
        after[winner] = TOP + 1
        lines.append(Line(N_("A is passed: the match is won."), "GD-22", {"team": winner}))
    else:
        after[winner] = min(before[winner] + STEPS[place], TOP)
        if after[winner] < before[winner] + STEPS[place]:
            lines.append(Line(N_("Going up stops at A."), "GD-22", {"team": winner}))
        if at_ace is not None:
            lines += _fail_at_ace(setup, at_ace, after, failures)
    counted = setup.options["ace_attempts"] != "unlimited"
    return Result(
        levels=(LEVELS[after[0]], LEVELS[after[1]]),
        change=(after[0] - before[0], after[1] - before[1]),
        winner_team=winner,
        next_dealer=None,
        order=order,
        match_won_by=winner if passed else None,
        ace_failures=(failures[0], failures[1]) if counted else None,
        lines=tuple(lines),
    )


def _won(order: tuple[Seat, ...], place: int) -> Line:
    text = {
        2: N_("First and second: %(steps)s levels."),
        3: N_("First and third: %(steps)s levels."),
        4: N_("First and last: %(steps)s level."),
    }[place]
    return Line(text, "GD-21", {"team": team_of(order[0]), "steps": STEPS[place]})


def _fail_at_ace(setup: DealSetup, side: int, after: list[int], failures: list[int]) -> list[Line]:
    """GD-22: ``side`` has not passed its own A; the third time it may fall back to 2."""
    lines = [Line(N_("A is not passed and is played again."), "GD-22", {"team": side})]
    if setup.options["ace_attempts"] == "unlimited":
        return lines
    failures[side] += 1
    if failures[side] < int(setup.options["ace_attempts"]):
        params = {"team": side, "count": failures[side]}
        return [*lines, Line(N_("Attempts at A that failed: %(count)s."), "GD-22", params)]
    failures[side] = 0
    after[side] = 0
    return [Line(N_("A has failed three times: back to 2."), "GD-22", {"team": side})]


def next_deal(result: Result) -> NextDeal | None:
    """The deal after one that ended so (GD-17); nothing once the match is won."""
    if result.match_won_by is not None:
        return None
    order = result.order
    assert order is not None
    return NextDeal(
        levels=result.levels,
        first_deal=False,
        previous=order,
        first_drawer=(order[0] + 1) % 4 if double_win(order) else order[3],
        ace_failures=result.ace_failures or (0, 0),
    )
