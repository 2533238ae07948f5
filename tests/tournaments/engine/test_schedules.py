"""Round robin, groups, tables, and the checks of a draw made by hand."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from tests.tournaments.engine.make import SEED, beats, bye, field
from tournaments.engine.pairing.check import Problem, check
from tournaments.engine.pairing.field import SwissRules
from tournaments.engine.pairing.groups import snake
from tournaments.engine.pairing.model import Pairing
from tournaments.engine.pairing.round_robin import berger, schedule
from tournaments.engine.pairing.tables import assign_tables
from tournaments.engine.text import render


def test_case_11_berger_for_six() -> None:
    """Case 11: 1-6 2-5 3-4 · 6-4 5-3 1-2 · 2-6 3-1 4-5 · 6-5 1-4 2-3 · 3-6 4-2 5-1."""
    assert berger(6) == (
        ((1, 6), (2, 5), (3, 4)),
        ((6, 4), (5, 3), (1, 2)),
        ((2, 6), (3, 1), (4, 5)),
        ((6, 5), (1, 4), (2, 3)),
        ((3, 6), (4, 2), (5, 1)),
    )


def test_case_11_five_pairs_play_the_table_of_six() -> None:
    """Case 11: five pairs: 6 = bye."""
    rounds = schedule([10, 20, 30, 40, 50])
    assert [r.bye.entrant for r in rounds if r.bye] == [10, 40, 20, 50, 30]
    assert rounds[0].pairs == {(20, 50), (30, 40)}
    assert render(rounds[0].pairings[0].reasons[0].text) == (
        "Round 1 of the table: number 2 meets number 5."
    )


@pytest.mark.parametrize("number", range(2, 17))
def test_everybody_meets_everybody_once(number: int) -> None:
    """A round robin is complete, and nobody is in a round twice."""
    rounds = schedule(range(1, number + 1))
    assert Counter(p for r in rounds for p in r.pairs) == Counter(
        combinations(range(1, number + 1), 2)
    )
    for r in rounds:
        resting = [r.bye.entrant] if r.bye else []
        assert sorted([*resting, *(e for p in r.pairs for e in p)]) == list(range(1, number + 1))


def test_a_double_round_robin_turns_the_pairs_round() -> None:
    """Everybody meets everybody twice, once named first and once second."""
    rounds = schedule(range(1, 5), double=True)
    assert len(rounds) == 6
    named = Counter((p.first, p.second) for r in rounds for p in r.pairings)
    assert set(named.values()) == {1}
    assert len(named) == 12
    assert schedule([1]) == ()


def test_the_snake() -> None:
    """Groups are filled back and forth."""
    assert snake(range(1, 15), 4) == ((1, 8, 9), (2, 7, 10), (3, 6, 11, 14), (4, 5, 12, 13))
    with pytest.raises(ValueError, match="more groups"):
        snake([1], 2)


def test_the_snake_keeps_clubs_apart_inside_its_rows() -> None:
    """Rows keep their strength; club-mates are spread over the groups."""
    clubs = {1: 5, 8: 5, 9: 5, 3: 6, 6: 6}
    made = snake(range(1, 13), 4, clubs=clubs)
    for group in made:
        known = [clubs[e] for e in group if e in clubs]
        assert len(set(known)) == len(known)
        assert [(e - 1) // 4 for e in group] == [0, 1, 2]
    assert snake(range(1, 13), 4, clubs={}) == snake(range(1, 13), 4)


def test_tables_go_down_the_list_except_for_those_who_cannot_move() -> None:
    """The higher pairing has the table that two want; nobody shares one."""
    pairings = [Pairing(1, 2), Pairing(3, 4), Pairing(5, 6), Pairing(7, 8)]
    assert assign_tables(pairings, range(1, 5)) == (1, 2, 3, 4)
    assert assign_tables(pairings, range(1, 6), {6: 1, 3: 4}) == (2, 4, 1, 3)
    assert assign_tables(pairings, range(1, 6), {2: 3, 7: 3, 5: 99}) == (3, 1, 2, 4)
    with pytest.raises(ValueError, match="fewer tables"):
        assign_tables(pairings, [1, 2, 2, 3])


def test_a_draw_by_hand_is_checked() -> None:
    """Rematch, club, second bye, twice, missing, unknown, table taken: each in words."""
    people = field(7, [beats(1, 1, 2), beats(1, 3, 4), bye(1, 1, 7)], clubs={3: 9, 5: 9})
    rules = SwissRules(SEED, 2, 5, club_rounds=2)
    fine = check([(1, 3), (2, 4), (5, 7)], [6], people, rules, [1, 2, 3])
    assert fine == ()
    found = check([(1, 2), (3, 5), (4, 99)], [7, 7], people, rules, [1, 1, None])
    by_kind = {w.problem: w for w in found}
    assert by_kind.keys() == {*Problem}
    assert render(by_kind[Problem.REMATCH].text) == "1, 2 have met before."
    assert render(by_kind[Problem.MISSING].text) == "Without a match: 6"
    assert render(by_kind[Problem.UNKNOWN].text) == "Not of this round: 99"
    assert render(by_kind[Problem.TABLE_TAKEN].text) == "Table 1 is given twice: 1, 2, 3, 5"
    assert by_kind[Problem.SECOND_BYE].entrants == (7,)
    assert [w.bars for w in found] == sorted((w.bars for w in found), reverse=True)
    assert not by_kind[Problem.REMATCH].bars
    assert by_kind[Problem.TWICE].bars
