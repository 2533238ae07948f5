"""Penalties: CP-10 … CP-13 and the catalogue CP-20 … CP-25."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest

from tests.tournaments.engine.make import LEVELS, beats, bye, forfeit, table
from tournaments.engine.catalogue import FOULS, GRADE_LABELS, Grade, foul
from tournaments.engine.matches import Ending, Match
from tournaments.engine.penalties import (
    Change,
    Effect,
    Penalty,
    Scope,
    adjustments,
    change_level,
    consequences,
    preview,
    ruled,
    standing_penalties,
    suspension,
    tally,
)
from tournaments.engine.scoring import lines_of
from tournaments.engine.text import render

START = datetime(2026, 5, 1, 9, 0, tzinfo=UTC)


def penalty(
    id_: int, grade: Grade, *, match: int | None = 1, who: int = 1, **more: object
) -> Penalty:
    """A penalty; its number is the minute of the foul and, divided by ten, its round."""
    base = Penalty(
        id_, who, "CP-22", grade, START + timedelta(minutes=id_), 1, id_ // 10 + 1, match
    )
    return replace(base, **more)  # type: ignore[arg-type]


def test_cp_10_six_grades() -> None:
    """CP-10: verbal warning, warning, violation, level change, loss, suspension."""
    assert [*GRADE_LABELS] == [*Grade]
    assert len(Grade) == 6


def test_cp_11_two_warnings_are_a_violation() -> None:
    """CP-11: the second warning becomes a violation; both are used up."""
    one, two, three = (penalty(i, Grade.WARNING) for i in (1, 2, 3))
    assert tally([one], 1).warnings == 1
    count = tally([one, two], 1)
    assert (count.warnings, count.violations) == (0, 1)
    assert [(c.grade, c.causes) for c in count.consequences] == [(Grade.VIOLATION, (1, 2))]
    assert (tally([one, two, three], 1).warnings, tally([one, two, three], 1).violations) == (1, 1)


def test_cp_11_three_violations_lose_the_match_of_the_third() -> None:
    """CP-11: the loss falls on the match in which the third was incurred; all are used up."""
    history = [
        penalty(1, Grade.VIOLATION, match=1),
        penalty(11, Grade.WARNING, match=2),
        penalty(21, Grade.WARNING, match=3),
        penalty(31, Grade.VIOLATION, match=4),
        penalty(41, Grade.VIOLATION, match=5),
    ]
    count = tally(history, 1)
    loss = count.consequences[-1]
    assert (loss.grade, loss.match, loss.round) == (Grade.LOSS, 4, 4)
    assert loss.causes == (1, 11, 21, 31)
    assert (count.warnings, count.violations) == (0, 1)


def test_cp_11_verbal_warnings_are_not_counted() -> None:
    """CP-11: nothing follows from any number of them."""
    count = tally([penalty(i, Grade.VERBAL) for i in range(1, 9)], 1)
    assert (count.warnings, count.violations, count.consequences) == (0, 0, ())
    assert standing_penalties([penalty(1, Grade.VERBAL)]) == {}


def test_cp_11_counted_for_the_pair() -> None:
    """CP-11: another pair's warnings are its own."""
    mixed = [penalty(1, Grade.WARNING, who=1), penalty(2, Grade.WARNING, who=2)]
    assert consequences(mixed) == ()


def test_cp_11_after_a_revocation_the_count_is_made_anew() -> None:
    """CP-11: in order of the time of the fouls."""
    history = [penalty(10 * i + 1, Grade.VIOLATION, match=i) for i in range(1, 5)]
    assert [c.match for c in consequences(history)] == [3]
    revoked = [replace(history[0], revoked=True), *history[1:]]
    assert [c.match for c in consequences(revoked)] == [4]
    warned = [penalty(i, Grade.WARNING, match=i) for i in (1, 2, 3, 4)]
    assert [c.match for c in consequences(warned)] == [2, 4]
    without = [warned[0], replace(warned[1], revoked=True), *warned[2:]]
    assert [c.match for c in consequences(without)] == [3]


def test_cp_11_order_of_time_and_not_of_entry() -> None:
    """CP-11: however the penalties are stored, the fouls' times decide."""
    history = [
        penalty(i, Grade.WARNING if i % 2 else Grade.VIOLATION, match=i) for i in range(1, 14)
    ]
    expected = consequences(history)
    for seed in range(5):
        shuffled = [*history]
        random.Random(seed).shuffle(shuffled)
        assert consequences(shuffled) == expected


def test_cp_11_the_referee_sees_what_follows_before_confirming() -> None:
    """CP-11: escalation is shown before it is confirmed."""
    history = [penalty(1, Grade.VIOLATION), penalty(2, Grade.VIOLATION), penalty(3, Grade.WARNING)]
    shown = preview(history, penalty(14, Grade.WARNING, match=7))
    assert [(c.grade, c.match) for c in shown.follows] == [(Grade.VIOLATION, 7), (Grade.LOSS, 7)]
    assert [render(t) for t in shown.texts] == [
        "This is the second warning: it becomes a recorded violation.",
        "This is the third violation: the match is lost.",
        "Then count: warnings 0, violations 0",
    ]
    assert preview([], penalty(1, Grade.VERBAL)).follows == ()


def test_cp_11_a_loss_gives_seventeen_to_the_other_side() -> None:
    """CP-11: 17 and 0, also when the result was already confirmed."""
    match = beats(1, 1, 2, by=9, id=1)
    history = [penalty(i, Grade.VIOLATION) for i in (1, 2, 3)]
    after = ruled(match, history)
    assert after.ending is Ending.JUDGED
    assert [x.points for x in lines_of(after, LEVELS)] == [0, 17]
    assert ruled(match, history[:2]) == match
    revoked = [*history[:2], replace(history[2], revoked=True)]
    assert ruled(match, revoked) == match


def test_cp_12_a_loss_by_ruling_falls_on_its_match_only() -> None:
    """CP-12: ⑤ loses the match it was given in; both sides may lose one."""
    loss = penalty(1, Grade.LOSS, match=1, who=1)
    assert ruled(beats(1, 1, 2, id=2), [loss]).ending is Ending.PLAYED
    both = ruled(beats(1, 1, 2, id=1), [loss, penalty(2, Grade.LOSS, match=1, who=2)])
    assert [x.points for x in lines_of(both, LEVELS)] == [0, 0]
    won_by_forfeit = ruled(forfeit(1, 1, 1, 2, id=1), [loss])
    assert [x.points for x in lines_of(won_by_forfeit, LEVELS)] == [0, 0]
    assert ruled(bye(1, 1, 1), [loss]) == bye(1, 1, 1)


@pytest.mark.parametrize(
    ("level", "steps", "after"),
    [
        pytest.param(5, -1, 4, id="CP-12: down one"),
        pytest.param(5, -9, 0, id="CP-12: never below the start level"),
        pytest.param(5, 1, 6, id="CP-12: up one"),
        pytest.param(12, 1, 12, id="CP-12: 升级 never gives A+"),
        pytest.param(11, 3, 12, id="CP-12: never past the last"),
        pytest.param(13, 1, 13, id="CP-12: who has passed it stays"),
        pytest.param(13, -1, 12, id="CP-12: down from A+"),
    ],
)
def test_cp_12_level_changes_have_limits(level: int, steps: int, after: int) -> None:
    """CP-12: never below the start level or past the last."""
    assert change_level(level, steps) == after


def test_cp_12_the_start_level_may_be_another() -> None:
    """CP-12: in a match from level 5 nobody falls below it."""
    assert change_level(4, -3, start=3) == 3


def levels_after(*penalties: Penalty) -> tuple[int, int] | None:
    """The levels of a match of 1 (level 9) and 2 (level 5)."""
    return ruled(Match(1, 1, 1, 2, levels=(9, 5), id=1), penalties).levels


def test_cp_12_a_level_change_after_the_match_changes_its_result() -> None:
    """CP-12: down for the offender or up for the other, one level unless the referee says more."""
    down = penalty(1, Grade.LEVEL)
    assert levels_after(down) == (8, 5)
    assert levels_after(replace(down, effect=Effect(levels=2))) == (7, 5)
    up = replace(down, effect=Effect(change=Change.OTHER_UP))
    assert levels_after(up) == (9, 6)
    assert levels_after(replace(up, offender=2)) == (10, 5)
    assert levels_after(replace(down, revoked=True)) == (9, 5)
    assert levels_after(replace(down, match=2)) == (9, 5)


def test_cp_13_a_level_change_that_was_played_in_is_taken_out_when_revoked() -> None:
    """CP-13: given during the match it is in the levels already; revoked, it goes out of them."""
    during = penalty(1, Grade.LEVEL, played=(Change.OFFENDER_DOWN, 1))
    assert levels_after(during) == (9, 5)
    assert levels_after(replace(during, revoked=True)) == (10, 5)


def test_cp_13_one_that_was_played_in_and_is_changed_later_counts_as_it_stands() -> None:
    """CP-13: what was played goes out of the levels, what stands now comes in."""
    two_down = Effect(levels=2)
    during = penalty(1, Grade.LEVEL, effect=two_down, played=(Change.OFFENDER_DOWN, 2))
    assert levels_after(during) == (9, 5)
    assert levels_after(replace(during, effect=Effect(levels=1))) == (10, 5)
    assert levels_after(replace(during, grade=Grade.WARNING)) == (11, 5)
    up = Effect(levels=1, change=Change.OTHER_UP)
    assert levels_after(replace(during, effect=up)) == (11, 6)


def test_cp_13_standings_follow_at_once() -> None:
    """CP-13: points, penalties and results of rulings are in the next table."""
    matches = [beats(1, 1, 2, by=3, id=1), beats(1, 3, 4, by=2, id=2)]
    rulings = [
        penalty(1, Grade.WARNING, effect=Effect(points=Decimal(-2))),
        penalty(2, Grade.LOSS, match=2, who=3),
    ]
    after = table(
        range(1, 5),
        [ruled(m, rulings) for m in matches],
        ("total", "penalties"),
        adjustments=adjustments(rulings),
        fouls=standing_penalties(rulings),
    )
    assert [(p.entrant, *p.values[:2]) for p in after.places] == [
        (4, 17, 0), (1, 14, 1), (2, 10, 0), (3, 0, 1),
    ]  # fmt: skip
    none = [replace(p, revoked=True) for p in rulings]
    assert adjustments(none) == ()
    assert standing_penalties(none) == {}


def test_cp_12_suspension() -> None:
    """CP-12: for a number of rounds, the event, or a period across the club."""

    def barred(p: Penalty, round_: int, days: int = 0, entrant: int = 1) -> bool:
        at = START + timedelta(days=days, hours=1)
        return suspension([p], entrant, stage=1, round_=round_, at=at) is p

    rounds = penalty(11, Grade.SUSPENSION, effect=Effect(rounds=2))
    assert [barred(rounds, n) for n in range(1, 6)] == [False, False, True, True, False]
    assert not barred(rounds, 3, entrant=2)
    assert not barred(replace(rounds, revoked=True), 3)
    event = penalty(11, Grade.SUSPENSION, effect=Effect(scope=Scope.EVENT))
    assert barred(event, 9)
    until = START + timedelta(days=30)
    club = penalty(11, Grade.SUSPENSION, effect=Effect(scope=Scope.CLUB, until=until))
    assert barred(club, 1, days=29)
    assert not barred(club, 1, days=30)


@pytest.mark.parametrize(
    ("id_", "clause", "usual"),
    [
        pytest.param("exposed_card", "CP-20", Grade.VERBAL, id="CP-20: exposed card"),
        pytest.param("wrong_play", "CP-20", Grade.VERBAL, id="CP-20: wrong play"),
        pytest.param("play_in_goes", "CP-21", Grade.VERBAL, id="CP-21: several goes"),
        pytest.param("out_of_turn", "CP-22", Grade.VERBAL, id="CP-22: out of turn"),
        pytest.param("cards_left", "CP-23", Grade.VERBAL, id="CP-23: cards left"),
        pytest.param("information_suspected", "CP-24", Grade.VIOLATION, id="CP-24: suspected ③"),
        pytest.param("information_proven", "CP-24", Grade.LOSS, id="CP-24: proven ⑤"),
        pytest.param("ruling_refused", "CP-25", Grade.LOSS, id="CP-25: refusing a ruling ⑤"),
        pytest.param("disturbance", "CP-25", Grade.LOSS, id="CP-25: disturbing play ⑤"),
        pytest.param("serious", "CP-12", Grade.VIOLATION, id="CP-12: serious ③"),
        pytest.param("deal_spoilt", "CP-12", Grade.LEVEL, id="CP-12: deal spoilt ④"),
    ],
)
def test_the_catalogue(id_: str, clause: str, usual: Grade) -> None:
    """CP-20 … CP-25: each foul has its clause, a remedy, and the usual grade first."""
    entry = foul(id_)
    assert (entry.clause, entry.grades[0]) == (clause, usual)
    assert entry.remedy
    assert len({f.id for f in FOULS}) == len(FOULS)
    with pytest.raises(KeyError):
        foul("none")


def test_cp_13_of_a_change_that_was_cut_short_only_what_was_made_is_taken_out() -> None:
    """CP-12, CP-13: at the ends of the ladder less is given; a revocation gives back no more."""
    during = penalty(1, Grade.LEVEL, effect=Effect(levels=3), played=(Change.OFFENDER_DOWN, 3))
    assert levels_after(replace(during, made=1)) == (9, 5)
    assert levels_after(replace(during, made=1, revoked=True)) == (10, 5)
    assert levels_after(replace(during, made=0, revoked=True)) == (9, 5)
