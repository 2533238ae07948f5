"""Knock-out: brackets, how they fill, and what a correction does (CP-5, CP-8)."""

from __future__ import annotations

import random

import pytest

from tests.tournaments.engine.make import beats, bye, draws, forfeit
from tournaments.engine.matches import Match
from tournaments.engine.pairing.knockout import (
    Bracket,
    Section,
    Seed,
    double,
    meeting_round,
    round_name,
    seed_order,
    single,
)
from tournaments.engine.pairing.progress import (
    Absent,
    Correction,
    MatchState,
    Outcome,
    Progress,
    Undecided,
    correct,
    placings,
    progress,
    reason,
)
from tournaments.engine.text import render


def seeds(number: int) -> list[int]:
    """Entrants named like their seeds."""
    return list(range(1, number + 1))


def first_round(number: int) -> tuple[list[tuple[object, object]], list[object]]:
    """The matches to be played in round 1, top-down, and the byes."""
    played = progress(single(number), seeds(number), {})
    opening = [s for s in played.stands.values() if s.node.round == 1]
    return (
        [s.sides for s in opening if s.state is MatchState.READY],
        [s.winner for s in opening if s.state is MatchState.WALKOVER],
    )


def play(
    bracket: Bracket, number: int, chance: random.Random
) -> tuple[Progress, dict[str, Outcome]]:
    """The whole bracket with results of chance, a few double forfeits among them."""
    outcomes: dict[str, Outcome] = {}
    while True:
        now = progress(bracket, seeds(number), outcomes)
        if not now.ready:
            return now, outcomes
        stand = chance.choice(now.ready)
        a, b = stand.sides
        assert isinstance(a, int)
        assert isinstance(b, int)
        winner = None if chance.random() < 0.04 else chance.choice((a, b))
        outcomes[stand.node.key] = Outcome((a, b), winner)


def test_case_8_sixteen() -> None:
    """Case 8: 1-16 8-9 4-13 5-12 2-15 7-10 3-14 6-11, top-down."""
    pairs, byes = first_round(16)
    assert pairs == [(1, 16), (8, 9), (4, 13), (5, 12), (2, 15), (7, 10), (3, 14), (6, 11)]
    assert byes == []


def test_case_9_eleven() -> None:
    """Case 9: byes 1–5; 8-9, 7-10, 6-11."""
    pairs, byes = first_round(11)
    assert set(pairs) == {(8, 9), (7, 10), (6, 11)}
    assert sorted(byes, key=str) == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(("number", "matches", "byes"), [(31, 15, 1), (45, 13, 19)])
def test_case_10_thirty_one_and_forty_five(number: int, matches: int, byes: int) -> None:
    """Case 10: (15 matches, 1 bye); (13 matches, 19 byes)."""
    pairs, resting = first_round(number)
    assert (len(pairs), len(resting)) == (matches, byes)
    assert sorted(resting, key=lambda e: int(str(e))) == seeds(byes)


@pytest.mark.parametrize("number", [2, 3, 4, 5, 8, 11, 16, 31, 45, 64])
def test_the_favourites_meet_as_late_as_their_seeds_say(number: int) -> None:
    """If the better seed always wins, the last 2ᵏ standing are the seeds 1 … 2ᵏ."""
    bracket = single(number, third_place=True)
    outcomes: dict[str, Outcome] = {}
    while ready := progress(bracket, seeds(number), outcomes).ready:
        for stand in ready:
            a, b = (int(str(side)) for side in stand.sides)
            outcomes[stand.node.key] = Outcome((a, b), min(a, b))
    done = progress(bracket, seeds(number), outcomes)
    for stand in done.stands.values():
        if stand.node.section is Section.MAIN and stand.winner is not Absent.NOBODY:
            assert int(str(stand.winner)) <= 2 ** (bracket.rounds - stand.node.round)
    order = [e for _, who in placings(done) for e in who]
    assert order[:4] == seeds(min(4, number))
    assert sorted(order) == seeds(number)
    assert sorted(seed_order(bracket.size)) == seeds(bracket.size)


def test_the_match_for_third_place() -> None:
    """The losers of the semi-finals meet; without it they share the place."""
    outcomes = {
        "M1-1": Outcome((1, 4), 1),
        "M1-2": Outcome((2, 3), 3),
        "M2-1": Outcome((1, 3), 3),
    }
    without = progress(single(4), seeds(4), outcomes)
    assert placings(without) == ((1, (3,)), (2, (1,)), (3, (2, 4)))
    bracket = single(4, third_place=True)
    ready = progress(bracket, seeds(4), outcomes).ready
    assert [s.sides for s in ready] == [(4, 2)]
    assert render(reason(ready[0], seeds(4)).text) == "The losers of two matches meet: 4, 2"
    outcomes["T"] = Outcome((4, 2), 4)
    done = progress(bracket, seeds(4), outcomes)
    assert placings(done) == ((1, (3,)), (2, (1,)), (3, (4,)), (4, (2,)))


def test_case_6_a_double_forfeit_gives_the_next_opponent_a_bye() -> None:
    """CP-5, case 6: both missing: the next opponent has a bye."""
    missing = Outcome.of(forfeit(1, None, 1, 4))
    now = progress(single(4), seeds(4), {"M1-1": missing, "M1-2": Outcome((2, 3), 2)})
    final = now.stands["M2-1"]
    assert (final.state, final.winner) == (MatchState.WALKOVER, 2)
    assert placings(now) == ((1, (2,)), (3, (1, 3, 4)))
    assert "there is no opponent" in render(reason(final, seeds(4)).text)


def test_case_16_a_withdrawal_after_the_bracket_is_published_is_a_walk_over() -> None:
    """Case 16: after publication the opponent has a walk-over; what was played stands."""
    outcomes = {"M1-1": Outcome((1, 4), 1)}
    now = progress(single(4), seeds(4), outcomes, withdrawn={1, 2})
    assert now.stands["M1-1"].winner == 1
    assert now.stands["M1-2"].state is MatchState.WALKOVER
    assert now.stands["M2-1"].state is MatchState.WALKOVER
    assert now.stands["M2-1"].winner == 3


PLAYED = {"M1-1": Outcome((1, 4), 1), "M1-2": Outcome((2, 3), 2)}


def test_case_20_the_next_match_is_re_made_if_not_begun() -> None:
    """Case 20: correcting a winner puts the other one into the next match."""
    bracket = single(4)
    before = progress(bracket, seeds(4), PLAYED)
    change = correct(before, seeds(4), PLAYED, "M1-1", Outcome((1, 4), 4), begun=())
    assert isinstance(change, Correction)
    assert [(r.key, r.before, r.after) for r in change.remade] == [("M2-1", (1, 2), (4, 2))]
    assert progress(bracket, seeds(4), change.outcomes).stands["M2-1"].sides == (4, 2)


def test_case_20_the_director_decides_when_it_has_begun() -> None:
    """Case 20: never both sides in the next match, whatever the director chooses."""
    bracket = single(4)
    before = progress(bracket, seeds(4), PLAYED)
    change = correct(before, seeds(4), PLAYED, "M1-1", Outcome((1, 4), 4), begun={"M2-1"})
    assert isinstance(change, Undecided)
    assert [r.key for r in change.begun] == ["M2-1"]
    for way, sides in ((change.keep, (1, 2)), (change.replay, (4, 2))):
        assert progress(bracket, seeds(4), way.outcomes).stands["M2-1"].sides == sides


def test_case_20_a_correction_far_back_strikes_all_that_hangs_on_it() -> None:
    """Case 20: replaying removes every later result of the wrong side."""
    bracket = single(8)
    outcomes = {
        "M1-1": Outcome((1, 8), 1), "M1-2": Outcome((4, 5), 4),
        "M1-3": Outcome((2, 7), 2), "M1-4": Outcome((3, 6), 3),
        "M2-1": Outcome((1, 4), 1), "M2-2": Outcome((2, 3), 2), "M3-1": Outcome((1, 2), 1),
    }  # fmt: skip
    before = progress(bracket, seeds(8), outcomes)
    change = correct(before, seeds(8), outcomes, "M1-1", Outcome((1, 8), 8), begun=())
    assert isinstance(change, Undecided)
    assert {r.key for r in change.begun} == {"M2-1", "M3-1"}
    assert "M2-1" not in change.replay.outcomes
    assert "M3-1" not in change.replay.outcomes
    after = progress(bracket, seeds(8), change.replay.outcomes)
    assert after.stands["M2-1"].sides == (8, 4)
    assert after.stands["M3-1"].sides == (Absent.PENDING, 2)


def test_case_20_a_stale_result_is_never_counted() -> None:
    """Case 20: a result of others than those in the match now is a conflict, and no winner."""
    outcomes = {**PLAYED, "M1-1": Outcome((1, 4), 4), "M2-1": Outcome((1, 2), 1)}
    stand = progress(single(4), seeds(4), outcomes).stands["M2-1"]
    assert (stand.state, stand.winner) == (MatchState.CONFLICT, Absent.PENDING)


def test_cp_8_a_knock_out_match_has_no_draw() -> None:
    """CP-8: a draw is possible except in knock-out."""
    with pytest.raises(ValueError, match="tie"):
        Outcome.of(draws(1, 1, 2))
    with pytest.raises(ValueError, match="bye"):
        Outcome.of(bye(1, 1, 1))
    tied = Match(2, 1, 1, 2, levels=(3, 3), winner=2)
    assert Outcome.of(tied).winner == 2
    assert Outcome.of(beats(1, 1, 2)).winner == 1


@pytest.mark.parametrize("number", [2, 3, 4, 5, 6, 7, 8, 12, 16, 23, 32])
def test_double_elimination_is_out_after_two_losses(number: int) -> None:
    """Whatever happens, everybody but the winner loses twice, and everybody has a place."""
    for run in range(6):
        chance = random.Random(100 * number + run)
        done, outcomes = play(double(number), number, chance)
        losses = dict.fromkeys(seeds(number), 0)
        both_missing = set()
        for outcome in outcomes.values():
            for side in outcome.sides:
                losses[side] += side != outcome.winner
            if outcome.winner is None:
                both_missing |= {*outcome.sides}
        champions = [who for place, who in placings(done) if place == 1]
        for entrant, lost in losses.items():
            if (entrant,) in champions:
                assert lost <= 1
            elif entrant not in both_missing:
                assert lost == 2
        placed = [e for _, who in placings(done) for e in who]
        assert len(placed) == len(set(placed))
        assert {*placed} >= {*seeds(number)} - both_missing


def test_double_elimination_without_needless_rematches() -> None:
    """Of sixteen nobody meets again before the fourth losers' round, and there only of round 1."""
    for run in range(40):
        _, outcomes = play(double(16), 16, random.Random(run))
        met: dict[frozenset[int], list[str]] = {}
        for key, outcome in outcomes.items():
            met.setdefault(frozenset(outcome.sides), []).append(key)
        for keys in met.values():
            if len(keys) > 1:
                later = sorted(keys, key=lambda k: ("MLF".index(k[0]), k))
                assert later[1][:2] in {"L4", "L5", "L6", "F1", "F2"}, keys
                assert later[1][:2] != "L4" or later[0][:2] == "M1", keys


def test_the_second_final_is_played_only_if_needed() -> None:
    """Who comes from the losers' side must win twice."""
    bracket = double(2)
    won = progress(bracket, [1, 2], {"M1-1": Outcome((1, 2), 1), "F1": Outcome((1, 2), 1)})
    assert won.stands["F2"].state is MatchState.NOT_NEEDED
    assert placings(won) == ((1, (1,)), (2, (2,)))
    lost = {"M1-1": Outcome((1, 2), 1), "F1": Outcome((1, 2), 2)}
    again = progress(bracket, [1, 2], lost)
    assert again.stands["F2"].state is MatchState.READY
    assert placings(again) == ()
    assert placings(progress(double(2, second_final=False), [1, 2], lost)) == (
        (1, (2,)),
        (2, (1,)),
    )


def test_names_and_places_for_the_drawing() -> None:
    """Rounds have names, and no two matches are drawn in the same spot."""
    for bracket in (single(16, third_place=True), double(16), double(5), single(3)):
        spots = {(n.x, n.y) for n in bracket.nodes}
        assert len(spots) == len(bracket.nodes)
        assert len({n.key for n in bracket.nodes}) == len(bracket.nodes)
        for node in bracket.nodes:
            for source in node.sources:
                if not isinstance(source, Seed):
                    assert bracket.node(source.match).x < node.x or node.section is Section.THIRD
    names = [render(round_name(single(16), n)) for n in single(16).nodes if n.index == 0]
    assert names == ["Round of 16", "Quarter-final", "Semi-final", "Final"]
    assert render(round_name(double(8), double(8).node("L2-1"))) == "Losers' round 2"
    assert meeting_round(16, 1, 2) == 4
    with pytest.raises(ValueError, match="two entrants"):
        single(1)
