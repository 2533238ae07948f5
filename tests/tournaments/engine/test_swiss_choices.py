"""No draw obeys the hard rules: what is offered, and that it works (CP-5, CP-9a)."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from tests.tournaments.engine.make import (
    SEED,
    beats,
    bye,
    drawn,
    field,
    reasons,
    refused,
    rests,
    swiss,
)
from tournaments.engine.pairing.field import (
    Competitor,
    SwissRules,
)
from tournaments.engine.pairing.model import ChoiceKind, pairs_of
from tournaments.engine.pairing.swiss import pair, with_choice
from tournaments.engine.text import render


def test_case_2_a_second_bye_is_a_choice_when_all_else_is_a_rematch() -> None:
    """CP-5, case 2: if the only bye allowed forces a rematch there is no pairing, but choices."""
    matches = [
        *(beats(1, 2, 3), bye(1, 1, 4)),
        *(beats(2, 2, 4), bye(1, 2, 3)),
        *(beats(3, 4, 3), bye(1, 3, 2)),
    ]
    result = refused(swiss(4, matches, round=4, present=(1, 2, 3)))
    assert render(result.problem).endswith("without a rematch or a further bye.")
    offers = {c.kind: [render(text) for text in c.gives_up] for c in result.choices}
    assert offers[ChoiceKind.ALLOW_BYE] == ["3 has a further bye while others have had fewer."]
    assert offers[ChoiceKind.ALLOW_REMATCHES] == ["2, 3 meet again."]


ALL_MET = [
    *(beats(1, 1, 2), beats(1, 3, 4)),
    *(beats(2, 1, 3), beats(2, 2, 4)),
    *(beats(3, 1, 4), beats(3, 2, 3)),
]


def test_case_4_all_have_met() -> None:
    """Case 4: nothing is saved; rematches, the end of the stage and shortening are offered."""
    result = refused(swiss(4, ALL_MET, round=4))
    assert render(result.problem) == "Round 4 cannot be paired without a rematch."
    kinds = [choice.kind for choice in result.choices]
    assert kinds == [ChoiceKind.ALLOW_REMATCHES, ChoiceKind.END_STAGE, ChoiceKind.SHORTEN]
    assert [render(text) for text in result.choices[0].gives_up] == [
        "1, 2 meet again.",
        "3, 4 meet again.",
    ]
    assert [render(text) for text in result.choices[1].gives_up] == [
        "Rounds that are not played: 2"
    ]


def test_a_choice_taken_makes_a_draw() -> None:
    """Case 4: with the rematches allowed there is a draw of just these, and it says so."""
    rules = SwissRules(SEED, 4, 5)
    choice = refused(pair(field(4, ALL_MET), rules)).choices[0]
    result = drawn(pair(field(4, ALL_MET), with_choice(rules, choice)))
    assert result.pairs == pairs_of([(1, 2), (3, 4)])
    assert "A rematch, allowed by the organiser." in reasons(result, 1)


def test_cp_9a_a_bye_after_a_forfeit_is_offered() -> None:
    """CP-9a: where only a forfeit's winner can have the bye without a rematch, that is a choice."""
    people = [
        Competitor(1, Decimal(4), 1, met=frozenset({3})),
        Competitor(2, Decimal(2), 2, met=frozenset({3})),
        Competitor(3, Decimal(0), 3, met=frozenset({1, 2}), forfeits_won=1),
    ]
    rules = SwissRules(SEED, 3, 5)
    result = refused(pair(people, rules))
    assert render(result.problem).endswith("without a rematch or a further bye.")
    choice = result.choices[0]
    assert choice.kind is ChoiceKind.ALLOW_BYE
    assert render(choice.gives_up[0]).startswith("3 has a bye after winning by forfeit")
    assert rests(drawn(pair(people, with_choice(rules, choice)))) == 3


def test_a_further_bye_is_offered_and_granted() -> None:
    """CP-5: the choice names who would have a second bye."""
    people = [
        Competitor(1, Decimal(4), 1, met=frozenset({3})),
        Competitor(2, Decimal(2), 2, met=frozenset({3})),
        Competitor(3, Decimal(0), 3, met=frozenset({1, 2}), byes=1),
    ]
    rules = SwissRules(SEED, 3, 5)
    choice = refused(pair(people, rules)).choices[0]
    assert render(choice.text) == "Give 3 the bye"
    result = drawn(pair(people, with_choice(rules, choice)))
    assert rests(result) == 3
    assert "A further bye, allowed by the organiser." in reasons(result, 3)


def test_a_club_too_large_to_keep_apart_is_a_choice() -> None:
    """Dropping club avoidance is offered with the meetings it would bring, and as few as can be."""
    clubs = {1: 7, 2: 7, 3: 7, 4: 7}
    rules = SwissRules(SEED, 1, 5, club_rounds=1)
    people = field(6, clubs=clubs)
    result = refused(pair(people, rules))
    assert [c.kind for c in result.choices] == [ChoiceKind.DROP_CLUB]
    assert len(result.choices[0].gives_up) == 1
    again = drawn(pair(people, with_choice(rules, result.choices[0])))
    assert sum(clubs.get(a) == clubs.get(b) == 7 for a, b in again.pairs) == 1


def test_several_exceptions_where_one_kind_is_not_enough() -> None:
    """Two club-mates who have also met: both rules must be given up."""
    people = [Competitor(i, Decimal(0), i, club=1, met=frozenset({3 - i})) for i in (1, 2)]
    rules = SwissRules(SEED, 1, 5, club_rounds=1)
    result = refused(pair(people, rules))
    assert [c.kind for c in result.choices] == [ChoiceKind.ALLOW_SEVERAL]
    assert drawn(pair(people, with_choice(rules, result.choices[0]))).pairs == pairs_of([(1, 2)])


@pytest.mark.parametrize("number", [330, 331])
def test_a_large_club_in_a_large_field(number: int) -> None:
    """Also where the field is matched in chunks a choice offered is a choice that works."""
    clubs = dict.fromkeys(range(1, number * 6 // 10), 1)
    rules = SwissRules(SEED, 1, 9, club_rounds=1)
    people = field(number, clubs=clubs)
    choice = refused(pair(people, rules)).choices[0]
    needed = (len(clubs) - (number - len(clubs)) - number % 2) / 2
    assert needed <= len(choice.gives_up) <= 1.1 * needed + 1
    granted = drawn(pair(people, with_choice(rules, choice)))
    assert len(granted.pairings) == number // 2


def test_half_the_field_of_one_club_is_kept_apart() -> None:
    """However unevenly the club lies in the order."""
    clubs = dict.fromkeys(range(1, 160), 1) | {310: 1}
    people = [replace(c, score=Decimal(c.id // 40)) for c in field(320, clubs=clubs)]
    result = drawn(pair(people, SwissRules(SEED, 1, 9, club_rounds=1)))
    assert all((a in clubs) != (b in clubs) for a, b in result.pairs)
