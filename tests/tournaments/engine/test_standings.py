"""Standings: CP-9."""

from __future__ import annotations

import random
from decimal import Decimal

import pytest

from tests.tournaments.engine.make import LEVELS, PLACE, SEED, beats, bye, draws, forfeit, table
from tournaments.engine.account import Adjustment
from tournaments.engine.explain import Explanation, explain
from tournaments.engine.lots import draw, lot
from tournaments.engine.matches import Ending, Match
from tournaments.engine.metrics import METRIC_IDS, PRESETS, metrics_of
from tournaments.engine.standings import Standings, changes
from tournaments.engine.text import render

H2H = ("match_points", "head_to_head", "level_difference")


def words(explanation: Explanation, metric: str) -> list[tuple[str, Decimal | int]]:
    """The lines of a metric's account."""
    account = next(a for a in explanation.accounts if a.metric == metric)
    return [(render(row.text), row.value) for row in account.rows]


EVENT = [
    beats(1, 1, 2, by=3),
    forfeit(1, 3, 3, 4),
    bye(1, 1, 5),
    beats(2, 1, 3, by=5),
    draws(2, 2, 5),
    bye(1, 2, 4),
]


def values(metric: str, scoring: object = LEVELS, **more: object) -> list[Decimal | int | None]:
    """The values of entrants 1 … 5 of ``EVENT`` in a metric, behind 场分."""
    standing = table(range(1, 6), EVENT, ("match_points", metric), LEVELS, **more)
    return [standing.value(e, metric) for e in range(1, 6)]


def test_cp_9_total_points() -> None:
    """CP-9: 总积分 is the sum of the points, penalties and carried points counted in."""
    assert values("total") == [34, 23, 25, 17, 30]
    given = [Adjustment(1, 1, 2, Decimal(-3)), Adjustment(2, 1, 0, Decimal(10))]
    assert values("total", adjustments=given) == [31, 33, 25, 17, 30]
    assert values("level_points", adjustments=given) == [34, 23, 25, 17, 30]


def test_cp_9_progressive_total_without_the_first_round() -> None:
    """CP-9: 去首累进分, the running total after each round, summed, the first's left out."""
    matches = [beats(r, 1, 2, by=d) for r, d in ((1, 1), (2, 2), (3, 3))]
    standing = table((1, 2), matches, ("total", "progress"))
    assert standing.value(1, "progress") == (14 + 15) + (14 + 15 + 16)
    assert standing.value(2, "progress") == (12 + 11) + (12 + 11 + 10)
    assert table((1, 2), matches[:1], ("total", "progress")).value(1, "progress") == 0


def test_cp_9_a_round_that_is_being_played_has_no_running_total_yet() -> None:
    """CP-9: "after each round": who has finished early is not ahead by it, nor who plays on."""
    first = [beats(1, 1, 2, by=1), beats(1, 3, 4, by=2)]
    second = [beats(2, 1, 3, by=3), beats(2, 2, 4, by=4)]
    third = [beats(3, 4, 1, by=5), Match(1, 3, 2, 3, Ending.PLAYED, levels=(0, 0), confirmed=False)]
    metrics = ("total", "progress")
    running = table((1, 2, 3, 4), first + second + third, metrics)
    before = table((1, 2, 3, 4), first + second, metrics)
    for entrant in (1, 2, 3, 4):
        assert running.value(entrant, "progress") == before.value(entrant, "progress")
    assert running.value(4, "total") == 11 + 9 + 18
    assert words(explain(running, 4), "progress") == [
        ("Round 1: lost to 3", 11),
        ("Round 2: lost to 2", 9),
        ("Round 3: won against 1", 0),
    ]
    over = table((1, 2, 3, 4), [*first, *second, third[0], beats(3, 2, 3, by=1)], metrics)
    assert over.value(4, "progress") == (11 + 9) + (11 + 9 + 18)


def test_cp_9_an_older_round_that_is_open_again_leaves_the_later_totals() -> None:
    """A result struck in round 2: the totals after rounds 3 and 4 are still there."""
    matches = [beats(r, 1, 2, by=1) for r in (1, 3, 4)]
    struck = Match(1, 2, 1, 2, Ending.PLAYED, levels=(0, 0), confirmed=False)
    given = [Adjustment(1, 1, 2, Decimal(-3))]
    standing = table((1, 2), [*matches, struck], ("total", "progress"), adjustments=given)
    assert standing.value(1, "progress") == (14 + 14 - 3) + (14 + 14 + 14 - 3)


def test_cp_9_wins_levels_and_differences() -> None:
    """CP-9, CP-5: a bye or forfeit won is a win of 2 场分 without levels."""
    standing = table(range(1, 6), EVENT, ("match_points",))
    assert [standing.value(e, "match_points") for e in range(1, 6)] == [4, 1, 2, 2, 3]
    assert values("wins") == [2, 0, 1, 1, 1]
    assert values("level_difference") == [8, -3, -5, 0, 0]
    assert values("levels_won") == [8, 3, 0, 0, 3]


def test_cp_9_opponents_points() -> None:
    """CP-9: 对手分, the opponents' totals in the first metric; a bye or forfeit is a line of 0."""
    assert values("opponents") == [1 + 2, 4 + 3, 4, 0, 1]
    assert values("opponents_cut1") == [2, 4, 4, 0, 1]
    assert values("opponents_median") == [0, 0, 0, 0, 0]
    first = table(range(1, 6), EVENT, ("total", "opponents"))
    assert first.value(1, "opponents") == 23 + 25


def test_cp_9_a_round_not_played_is_a_line_of_0() -> None:
    """CP-9: a late entry has no advantage from the cut."""
    matches = [beats(1, 1, 2), beats(2, 1, 3), beats(2, 4, 2)]
    standing = table((1, 2, 3, 4), matches, ("match_points", "opponents_cut1"))
    assert standing.value(4, "opponents_cut1") == standing.value(2, "match_points") == 0
    assert standing.value(3, "opponents_cut1") == 4, "the line of 0 is the one cut"


def test_cp_9_fewer_penalties() -> None:
    """CP-9: fewer penalties stand higher."""
    standing = table((1, 2), [draws(1, 1, 2)], ("total", "penalties"), fouls={1: 2, 2: 1})
    assert standing.order == (2, 1)


def test_cp_9_lots_are_recorded_with_their_seed() -> None:
    """CP-9: lots end every list and can be recomputed from the seed."""
    standing = table(range(1, 9), [], ("total",))
    assert standing.order == draw(SEED, "standings", range(1, 9))
    assert standing.places[0].values[-1] == lot(SEED, "standings", standing.order[0])
    assert {p.parted_by for p in standing.places[1:]} == {"lots"}


def test_case_12_three_tied_one_beat_both() -> None:
    """CP-9, case 12: A beat B and C, B-C drawn: A first, B and C go to the next tie-break."""
    a, b, c = 1, 2, 3
    matches = [
        *(beats(1, a, b, by=1), beats(2, a, c, by=1), draws(3, b, c)),
        *(beats(4, b, 4, by=2), beats(5, c, 4, by=9), draws(6, b, 5), draws(7, c, 5)),
    ]
    standing = table(range(1, 6), matches, H2H, PLACE)
    assert {standing.value(e, "match_points") for e in (a, b, c)} == {4}
    assert [e for e in standing.order if e in (a, b, c)] == [a, c, b]
    assert standing.place_of(b).parted_by == "level_difference"
    assert render(explain(standing, a).below) == "Ahead of 3 by “Head-to-head”: 4 to 1."
    assert words(explain(standing, a), "head_to_head") == [
        ("Round 1: won against 2", 2),
        ("Round 2: won against 3", 2),
    ]


def test_case_13_not_all_have_met() -> None:
    """CP-9, case 13: tied, but not all have met: head-to-head is not applied among them."""
    matches = [beats(1, 1, 2, by=1), beats(1, 3, 4, by=5), beats(2, 2, 4, by=4)]
    standing = table((1, 2, 3, 4), matches, H2H, PLACE)
    assert {standing.value(e, "match_points") for e in (1, 2, 3)} == {2}
    assert standing.order == (3, 2, 1, 4), "by level difference, though 1 beat 2"
    account = next(a for a in explain(standing, 1).accounts if a.metric == "head_to_head")
    assert render(account.text) == "Not applied: tied with 2, 3, and not all of them have met."


def test_case_5_a_forfeit_is_no_meeting_in_head_to_head() -> None:
    """CP-9, CP-9a: who won by forfeit has not met the other."""
    matches = [forfeit(1, 1, 1, 2), beats(2, 2, 3, by=6), beats(2, 4, 1, by=2)]
    standing = table((1, 2, 3, 4), matches, H2H, PLACE)
    assert standing.order.index(2) < standing.order.index(1)


def test_cp_9_a_circle_goes_to_the_next_metric() -> None:
    """CP-9: three who beat each other in a circle are level, and all have met."""
    circle = [beats(1, 1, 2, by=1), beats(2, 2, 3, by=5), beats(3, 3, 1, by=2)]
    standing = table((1, 2, 3), circle, H2H, PLACE)
    assert standing.order == (2, 1, 3)
    assert [p.parted_by for p in standing.places] == [None, "level_difference", "level_difference"]


def test_cp_9_those_still_level_are_compared_among_themselves() -> None:
    """CP-9: of four tied one is parted off; the three left are a tie of their own."""
    matches = [
        beats(1, 1, 2), beats(2, 1, 3), beats(3, 1, 4),
        beats(1, 3, 4), beats(2, 2, 4), beats(3, 2, 3, by=1),
    ]  # fmt: skip
    level = [
        *(beats(4, 4, 8), beats(5, 4, 8), beats(6, 4, 8)),
        *(beats(4, 3, 7), beats(5, 3, 7), beats(4, 2, 6)),
    ]
    standing = table(range(1, 9), [*matches, *level], ("match_points", "head_to_head"), PLACE)
    assert {standing.value(e, "match_points") for e in (1, 2, 3, 4)} == {6}
    assert standing.order[:4] == (1, 2, 3, 4)


def test_case_15_a_knock_out_never_touches_the_swiss_head_to_head() -> None:
    """CP-9, case 15: results of another stage and unconfirmed ones count nowhere."""
    swiss = [draws(1, 1, 2)]
    before = table((1, 2), swiss, H2H, PLACE)
    noise = [beats(1, 2, 1, by=9, stage=2), Match(1, 2, 1, 2, levels=(9, 0), confirmed=False)]
    after = table((1, 2), [*swiss, *noise], H2H, PLACE)
    assert after.places == before.places


def test_case_16_a_withdrawal_after_the_stage_changes_no_rank() -> None:
    """CP-9, case 16: the table is made of results; who leaves later stays in it."""
    assert table(range(1, 6), EVENT).order == (1, 5, 3, 2, 4)


@pytest.mark.parametrize(
    ("preset", "ids"),
    [
        ("national", ["total", "progress", "wins", "level_difference", "levels_won", "lots"]),
        ("groups", ["match_points", "head_to_head", "level_difference", "levels_won", "lots"]),
        ("swiss", ["match_points", "opponents", "wins", "level_difference", "lots"]),
    ],
)
def test_cp_9_presets(preset: str, ids: list[str]) -> None:
    """CP-9: the presets, with lots at the end."""
    assert [m.id for m in metrics_of(PRESETS[preset])] == ids


def test_cp_9_a_list_that_makes_no_sense_is_refused() -> None:
    """CP-9: no metric twice, none unknown, and one that counts points first."""
    for ids in ((), ("total", "total"), ("opponents",), ("head_to_head", "total"), ("luck",)):
        with pytest.raises(ValueError, match=r"\w+"):
            metrics_of(ids)


def random_event(seed: int) -> tuple[list[int], list[Match]]:
    """An event of everything: draws, byes, forfeits, rulings."""
    chance = random.Random(seed)
    entrants = list(range(1, 10))
    matches = []
    for number in range(1, 5):
        chance.shuffle(entrants)
        matches.append(bye(1, number, entrants[-1]))
        for a, b in zip(entrants[0:8:2], entrants[1:8:2], strict=True):
            match chance.randrange(6):
                case 0:
                    matches.append(forfeit(number, chance.choice((a, b, None)), a, b))
                case 1:
                    matches.append(
                        Match(1, number, a, b, Ending.JUDGED, levels=(3, 1), winner=a, deals=4)
                    )
                case _:
                    levels = (chance.randrange(4), chance.randrange(4))
                    matches.append(Match(1, number, a, b, levels=levels, deals=4))
    return sorted(entrants), matches


@pytest.mark.parametrize("seed", range(12))
def test_cp_9_a_total_order_whatever_the_order_of_insertion(seed: int) -> None:
    """CP-9: everybody once, ranks without gaps, the same table from shuffled results."""
    entrants, matches = random_event(seed)
    for preset in PRESETS.values():
        one = table(entrants, matches, preset)
        assert sorted(one.order) == entrants
        assert [p.rank for p in one.places] == list(range(1, 10))
        chance = random.Random(seed)
        shuffled, mixed = [*matches], [*entrants]
        chance.shuffle(shuffled)
        chance.shuffle(mixed)
        assert table(mixed, shuffled, preset).places == one.places


@pytest.mark.parametrize("seed", range(6))
def test_cp_9_the_lines_of_an_account_add_up(seed: int) -> None:
    """CP-9: "why am I third?": each metric is the sum of the lines that explain it."""
    entrants, matches = random_event(seed)
    metrics = [m for m in METRIC_IDS if m not in ("head_to_head", "lots", "penalties")]
    metrics = [m for m in metrics if "cut" not in m and "median" not in m]
    given = [Adjustment(3, 1, 2, Decimal(-2)), Adjustment(4, 1, 0, Decimal(5))]
    standing = table(entrants, matches, metrics, adjustments=given)
    for entrant in entrants:
        explanation = explain(standing, entrant)
        assert explanation.rank == standing.place_of(entrant).rank
        for account in explanation.accounts[:-1]:
            assert sum(row.value for row in account.rows) == account.value, account.metric


def test_cp_9_the_explanation_names_what_parts_neighbours() -> None:
    """CP-9: who is next above and below, and by which metric."""
    standing = table(range(1, 6), EVENT)
    middle = explain(standing, 3)
    assert (middle.rank, middle.of) == (3, 5)
    assert render(middle.above) == "Behind 5 by “Total points”: 25 to 30."
    assert render(middle.below) == "Ahead of 2 by “Total points”: 25 to 23."
    assert words(middle, "total") == [
        ("Round 1: won by forfeit, 4 missing", 17),
        ("Round 2: lost to 1", 8),
    ]
    assert explain(standing, 1).above is None
    assert explain(standing, 4).below is None
    with pytest.raises(KeyError):
        explain(standing, 99)


def test_cp_33_what_a_ruling_changes_is_shown() -> None:
    """CP-33: the moves between the table before and the table after."""
    before = table(range(1, 6), EVENT)
    after = table(range(1, 6), EVENT, adjustments=[Adjustment(1, 1, 2, Decimal(-10))])
    moves = {m.entrant: (m.before, m.after) for m in changes(before, after)}
    assert moves == {1: (1, 3), 5: (2, 1), 3: (3, 2)}
    assert changes(before, before) == ()
    without: Standings = table((1, 2, 3), EVENT[:1])
    assert {m.entrant for m in changes(table((1, 2), EVENT[:1]), without)} == {3}


def test_a_stranger_in_the_results_is_an_error() -> None:
    """A match of somebody who is not entered is a mistake of the caller."""
    with pytest.raises(ValueError, match="not an entrant"):
        table((1,), [beats(1, 1, 2)])
    with pytest.raises(ValueError, match="twice"):
        table((1, 1), [])
