"""The Swiss draw: CP-5, CP-9a and the cases of the organisers."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from tests.tournaments.engine.make import (
    LEVELS,
    SEED,
    beats,
    bye,
    drawn,
    draws,
    field,
    forfeit,
    reasons,
    rests,
    swiss,
)
from tournaments.engine.matches import Match
from tournaments.engine.pairing.field import (
    Acceleration,
    Competitor,
    Entry,
    SwissRules,
    field_of,
    virtual_points,
)
from tournaments.engine.pairing.model import Unsatisfiable, Why, pairs_of
from tournaments.engine.pairing.swiss import pair
from tournaments.engine.text import Text, render


def test_case_1_a_bye_counts_as_a_float() -> None:
    """CP-5, case 1: R1 1>3, 2>4, 5 bye. R2 {1-5, 2-3}, bye 4."""
    result = drawn(swiss(5, [beats(1, 1, 3), beats(1, 2, 4), bye(1, 1, 5)], round=2))
    assert result.pairs == pairs_of([(1, 5), (2, 3)])
    assert rests(result) == 4
    assert reasons(result, 4) == [
        "The number of pairs is odd; 4 is the lowest who may have the bye."
    ]
    assert "Lower in the group, but floated down or had a bye lately: 5" in reasons(result, 2)
    assert next(p.down for p in result.pairings if 2 in p.pair) == 2


def test_case_2_no_second_bye_while_another_is_eligible() -> None:
    """CP-5, case 2: the bye goes up the table."""
    matches = [
        *(beats(1, 1, 3), beats(1, 2, 4), bye(1, 1, 5)),
        *(beats(2, 1, 5), beats(2, 3, 2), bye(1, 2, 4)),
    ]
    result = drawn(swiss(5, matches, round=3))
    assert rests(result) == 3
    assert reasons(result, 3)[1] == "Lower, but had a bye before: 4, 5"


def test_case_3_score_groups_are_respected_as_far_as_possible() -> None:
    """Case 3: A, B on 3 points have met; C, D on 2: never A-B."""
    a, b, c, d = 1, 2, 3, 4
    people = [
        Competitor(a, Decimal(3), 1, met=frozenset({b})),
        Competitor(b, Decimal(3), 2, met=frozenset({a})),
        Competitor(c, Decimal(2), 3),
        Competitor(d, Decimal(2), 4),
    ]
    result = drawn(pair(people, SwissRules(SEED, 3, 5)))
    assert result.pairs in (pairs_of([(a, c), (b, d)]), pairs_of([(a, d), (b, c)]))
    assert "All others on 3 points were met before or are of the same club." in reasons(result, a)


def test_case_5_a_forfeit_won_is_not_a_meeting() -> None:
    """CP-9a, case 5: 1 won by forfeit over 2: they may meet later; had they played, not."""
    again = drawn(swiss(2, [forfeit(1, 1, 1, 2)], round=2))
    assert again.pairs == pairs_of([(1, 2)])
    assert isinstance(swiss(2, [beats(1, 1, 2)], round=2), Unsatisfiable)


def test_case_6_both_missing_may_meet_later() -> None:
    """CP-5, CP-9a, case 6: a double forfeit is 0 and 0 and no meeting either."""
    assert drawn(swiss(2, [forfeit(1, None, 1, 2)], round=2)).pairs == pairs_of([(1, 2)])
    assert [c.score for c in field(2, [forfeit(1, None, 1, 2)])] == [0, 0]


def test_case_7_a_withdrawal() -> None:
    """Case 7: R1 1>4, 2>5, 3>6; 4 withdraws. R2 {1-2, 3-5}, bye 6."""
    matches = [beats(1, 1, 4), beats(1, 2, 5), beats(1, 3, 6)]
    result = drawn(swiss(6, matches, round=2, present=(1, 2, 3, 5, 6)))
    assert result.pairs == pairs_of([(1, 2), (3, 5)])
    assert rests(result) == 6
    assert "The number of pairs on 2 points is odd." in reasons(result, 3)


def test_cp_9a_a_forfeit_won_bars_from_the_bye() -> None:
    """CP-9a: who won by forfeit has no bye while others are eligible, by option."""
    matches = [beats(1, 1, 2), forfeit(1, 5, 4, 5), bye(1, 1, 3)]
    matches += [beats(2, 1, 3), beats(2, 2, 5)]
    people = field(5, matches)
    spared = drawn(pair(people, SwissRules(SEED, 3, 5)))
    assert rests(spared) == 4, "the lowest of those without a bye or a forfeit won"
    lowest = [replace(c, score=Decimal(-1)) if c.id == 5 else c for c in people]
    assert rests(drawn(pair(lowest, SwissRules(SEED, 3, 5)))) == 4
    plain = drawn(pair(lowest, SwissRules(SEED, 3, 5, spare_forfeits=False)))
    assert rests(plain) == 5


def test_the_bye_passes_over_one_without_whom_the_rest_cannot_be_paired() -> None:
    """CP-5: the lowest has no bye if that would force a rematch."""
    people = [
        Competitor(1, Decimal(4), 1, met=frozenset({2})),
        Competitor(2, Decimal(2), 2, met=frozenset({1})),
        Competitor(3, Decimal(0), 3),
    ]
    result = drawn(pair(people, SwissRules(SEED, 2, 5)))
    assert rests(result) == 2
    assert "Lower, but without them the rest cannot be paired: 3" in reasons(result, 2)


def test_clubs_are_kept_apart_in_the_first_rounds() -> None:
    """Club avoidance is a hard rule for the first k rounds, and not after."""
    clubs = {1: 7, 3: 7}
    first = drawn(swiss(4, round=1, clubs=clubs, club_rounds=1))
    assert first.pairs == pairs_of([(1, 4), (2, 3)])
    assert "3, next by order, is of the same club." in reasons(first, 1)
    assert drawn(swiss(4, round=2, clubs=clubs, club_rounds=1)).pairs == pairs_of([(1, 3), (2, 4)])


def test_in_a_score_group_the_upper_half_meets_the_lower() -> None:
    """The first of eight meets the fifth."""
    result = drawn(swiss(8, round=1))
    assert result.pairs == pairs_of([(1, 5), (2, 6), (3, 7), (4, 8)])
    assert [p.first for p in result.pairings] == [1, 2, 3, 4]
    assert reasons(result, 1) == [
        "Both have 0 points: number 1 of their group of 8 meets number 5."
    ]


def test_the_order_is_the_starting_list_and_then_lots() -> None:
    """With equal numbers the event's lots draw the first round, and another seed differs."""
    people = [Competitor(i, Decimal(0), 0) for i in range(1, 21)]
    one = drawn(pair(people, SwissRules(SEED, 1, 5)))
    assert one.pairs == drawn(pair(people[::-1], SwissRules(SEED, 1, 5))).pairs
    assert one.pairs != drawn(pair(people, SwissRules(SEED[::-1], 1, 5))).pairs


def test_nobody_floats_twice_running_without_need() -> None:
    """Who floated down in the last round stays, the next one floats."""
    people = [
        Competitor(1, Decimal(2), 1),
        Competitor(2, Decimal(2), 2),
        Competitor(3, Decimal(2), 3, floats=(-1, 0)),
        Competitor(4, Decimal(0), 4),
    ]
    result = drawn(pair(people, SwissRules(SEED, 3, 5)))
    assert 3 not in next(p.pair for p in result.pairings if p.down)


def test_floats_are_read_from_the_results() -> None:
    """A bye and a forfeit won are floats down, a meeting across scores floats both."""
    matches = [
        *(beats(1, 1, 2), forfeit(1, 3, 3, 4), bye(1, 1, 5)),
        *(draws(2, 1, 2), beats(2, 3, 5)),
    ]
    floats = {c.id: c.floats for c in field(5, matches)}
    assert floats == {1: (-1, 0), 2: (1, 0), 3: (0, -1), 4: (0, 0), 5: (0, -1)}


def test_a_match_that_is_still_played_is_a_meeting() -> None:
    """CP-9a: an unconfirmed match counts nowhere, but its sides do not meet again."""
    running = Match(1, 1, 1, 2, levels=(0, 0), confirmed=False)
    people = {c.id: c for c in field(2, [running])}
    assert people[1].met == {2}
    assert people[1].score == 0


def test_byes_count_over_the_whole_event() -> None:
    """CP-5: a pair gets at most one bye in an event, whatever the stage."""
    entries = [Entry(i, i) for i in (1, 2, 3)]
    before = [bye(1, 1, 3), beats(1, 1, 2, stage=1)]
    people = field_of(
        entries, before, metric="total", scoring=LEVELS, stage=2, seed=SEED
    )  # fmt: skip
    assert [(c.score, c.byes, set(c.met)) for c in people] == [
        (0, 0, set()), (0, 0, set()), (0, 1, set()),
    ]  # fmt: skip
    assert rests(drawn(pair(people, SwissRules(SEED, 1, 3)))) == 2


def test_late_entries_join_with_nothing() -> None:
    """A late entry is in the field with 0 points and no byes."""
    result = drawn(swiss(5, [beats(1, 1, 2), beats(1, 3, 4)], round=2))
    assert rests(result) == 5


def test_pairs_set_by_hand_stay() -> None:
    """The rest of the field is drawn around them."""
    result = drawn(swiss(6, round=1, fixed=((6, 1),)))
    assert (1, 6) in result.pairs
    assert len(result.pairs) == 3
    assert reasons(result, 6) == ["Set by hand."]
    with pytest.raises(ValueError, match="by hand"):
        swiss(6, round=1, fixed=((1, 2), (2, 3)))
    with pytest.raises(ValueError, match="twice"):
        pair([Competitor(1, Decimal(0), 1)] * 2, SwissRules(SEED, 1, 3))


def test_accelerated_rounds_pair_the_upper_half_among_itself() -> None:
    """In a large field the first rounds lend the upper half a win, later half a win."""
    people = field(40)
    rules = SwissRules(SEED, 1, 5, acceleration=Acceleration.AUTO)
    result = drawn(pair(people, rules))
    assert (1, 11) in result.pairs
    assert all((a <= 20) == (b <= 20) for a, b in result.pairs)
    assert any(r.why is Why.ACCELERATED for r in result.pairings[0].reasons)
    lent = [
        max(virtual_points(people, replace(rules, round=n)).values(), default=0)
        for n in range(1, 6)
    ]
    assert lent == [2, 2, 1, 0, 0]
    assert virtual_points(field(32), rules) == {}, "five rounds leave one winner of 32"


def test_a_single_competitor_has_the_bye_and_none_is_no_draw() -> None:
    """The smallest fields."""
    assert rests(drawn(swiss(1, round=1))) == 1
    assert drawn(swiss(0, round=1)).pairings == ()


def test_every_pairing_and_bye_has_reasons_that_survive_storage() -> None:
    """Reasons are data: they go through JSON, and are put into words with names."""
    result = drawn(swiss(5, [beats(1, 1, 3), beats(1, 2, 4), bye(1, 1, 5)], round=2))
    assert result.bye is not None
    for reason in [*result.bye.reasons, *(r for p in result.pairings for r in p.reasons)]:
        stored = Text.from_json(reason.text.as_json())
        words = render(stored, name_of=lambda e: f"pair {e}")
        assert words == render(reason.text, name_of=lambda e: f"pair {e}")
        assert "%(" not in words
    assert all(p.reasons for p in result.pairings)
