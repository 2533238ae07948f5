"""Chained stages and brackets: qualification, walk-overs, corrections that reach further."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.tournaments.conftest import Desk, pairs
from tests.tournaments.test_entries import refused
from tests.tournaments.test_penalties import give
from tournaments import selectors, services
from tournaments.engine.pairing.progress import MatchState, Undecided
from tournaments.models import Penalty, Round, Stage
from tournaments.services import No, Result
from tournaments.services.corrections import Corrected
from tournaments.simulation import inconsistencies

KNOCKOUT = {"kind": "knockout"}
FIRST, SECOND = Result(("A+", "9"), 7), Result(("9", "A+"), 7)


def places(stage: Stage) -> dict[str, int]:
    rows = stage.entrants.select_related("entry")
    return {row.entry.name: row.final_rank or 0 for row in rows}


def finish(desk: Desk, stage: Stage) -> None:
    """Play a stage to its end, side 0 winning everywhere."""
    while selectors.rounds_left(stage):
        desk.play(desk.draw(stage))


# -------------------------------------------------------------------------------- chained


def test_groups_then_knockout(make_desk: Callable[..., Desk]) -> None:
    stages = [
        {"kind": "groups", "groups": 2, "qualify": {"top": 2, "seeding": "across"}},
        {"kind": "knockout", "third_place": True},
    ]
    desk = make_desk(8, stages=stages, preset="weekend")
    groups = desk.start()
    members: dict[int | None, str] = {}
    for row in groups.entrants.select_related("entry"):
        members[row.group] = members.get(row.group, "") + row.entry.name
    assert members == {0: "ADEH", 1: "BCFG"}
    finish(desk, groups)
    services.recount(stage_id=groups.pk)
    table = selectors.standings(groups)
    assert table is not None
    assert [group.name for group in table.groups] == ["A", "B"]
    knockout = services.end_stage(stage=groups, by=desk.by)
    assert knockout is not None
    assert knockout.entrants.count() == 4
    first = desk.draw(knockout)
    for match in first.matches.all():
        sides = [s.entry for s in match.sides.all()]
        groups_of = {e.stages.get(stage=groups).group for e in sides}
        assert groups_of == {0, 1}, "the first of a group meets the second of the other"
    desk.play(first)
    last = desk.draw(knockout)
    assert {m.slot for m in last.matches.all()} == {"M2-1", "T"}
    desk.play(last)
    assert not selectors.rounds_left(knockout)
    assert services.end_stage(stage=knockout, by=desk.by) is None
    assert sorted(places(knockout).values()) == [1, 2, 3, 4]
    ranking = selectors.final_ranking(desk.event)
    assert [rank for rank, _entry, _stage in ranking] == [1, 2, 3, 4, 5, 5, 7, 7]
    services.finish_event(event=desk.event, by=desk.by)
    desk.event.refresh_from_db()
    assert inconsistencies(desk.event) == []


def swiss_then_knockout(make_desk: Callable[..., Desk]) -> tuple[Desk, Stage, Stage]:
    stages = [
        {"kind": "swiss", "rounds": 2, "qualify": {"top": 4, "seeding": "rank"}},
        KNOCKOUT,
    ]
    desk = make_desk(6, stages=stages)
    swiss = desk.start()
    finish(desk, swiss)
    knockout = services.end_stage(stage=swiss, by=desk.by)
    assert knockout is not None
    return desk, swiss, knockout


def test_case_16_before_publication_the_next_in_rank_moves_up(
    make_desk: Callable[..., Desk],
) -> None:
    """Case 16: finished ranks do not change."""
    desk, swiss, knockout = swiss_then_knockout(make_desk)
    ranks = places(swiss)
    in_order = sorted(ranks, key=lambda name: ranks[name])
    draft = services.draw_round(stage=knockout, by=desk.by)
    assert isinstance(draft, Round)
    services.withdraw(entry=desk.event.entries.get(name=in_order[1]), by=desk.by)
    assert places(swiss) == ranks
    going = [row.entry.name for row in knockout.entrants.select_related("entry")]
    assert going == [in_order[0], *in_order[2:5]]
    assert not knockout.rounds.exists(), "the draft with the pair in it is gone"
    assert pairs(desk.draw(knockout)) == [
        f"{in_order[0]}-{in_order[4]}",
        f"{in_order[2]}-{in_order[3]}",
    ]


def test_case_16_after_publication_the_opponent_has_a_walkover(
    make_desk: Callable[..., Desk],
) -> None:
    """Case 16: and the finished ranks do not change either."""
    desk, swiss, knockout = swiss_then_knockout(make_desk)
    ranks = places(swiss)
    draft = services.draw_round(stage=knockout, by=desk.by)
    assert isinstance(draft, Round)
    services.publish_round(round=draft, by=desk.by)
    match = draft.matches.get(slot="M1-1")
    here, gone = (s.entry for s in match.sides.all())
    services.withdraw(entry=gone, by=desk.by)
    round = services.start_round(round=draft, by=desk.by)
    match.refresh_from_db()
    assert (match.ending, match.winner) == ("forfeit", here)
    assert places(swiss) == ranks
    desk.play(round)
    assert here.name in pairs(desk.draw(knockout))[0]


def test_a_swiss_stage_may_be_ended_early(make_desk: Callable[..., Desk]) -> None:
    """Case 4: end the stage is one of the ways out."""
    desk = make_desk(4, stages=[{"kind": "swiss", "rounds": 3}])
    stage = desk.start()
    refused(No.OPEN_STAGE, lambda: services.end_stage(stage=stage, by=desk.by))
    round = desk.draw(stage)
    refused(No.OPEN_ROUND, lambda: services.end_stage(stage=stage, by=desk.by))
    desk.play(round)
    services.end_stage(stage=stage, by=desk.by, reason="the hall closes")
    assert sorted(places(stage).values()) == [1, 2, 3, 4]


def test_final_ranks_follow_a_correction_after_the_end_of_the_stage(
    make_desk: Callable[..., Desk],
) -> None:
    """CP-9: of a table and of a bracket; what is printed afterwards has the new order."""
    for stages in ([{"kind": "swiss", "rounds": 1}], [KNOCKOUT]):
        desk = make_desk(2, stages=stages)
        stage = desk.start()
        finish(desk, stage)
        services.end_stage(stage=stage, by=desk.by)
        match = stage.rounds.get().matches.get()
        first, second = (s.entry.name for s in match.sides.all())
        assert places(stage) == {first: 1, second: 2}
        services.correct_result(match=match, by=desk.by, result=SECOND, reason="misread")
        services.recount_stale()
        assert places(stage) == {first: 2, second: 1}


def test_points_are_carried_over(make_desk: Callable[..., Desk]) -> None:
    stages = [
        {"kind": "swiss", "rounds": 1, "qualify": {"top": 2, "seeding": "rank"}},
        {"kind": "round_robin", "carry": True},
    ]
    desk = make_desk(4, stages=stages)
    finals = None
    stage = desk.start()
    finish(desk, stage)
    finals = services.end_stage(stage=stage, by=desk.by)
    assert finals is not None
    services.recount(stage_id=finals.pk)
    table = selectors.standings(finals)
    assert table is not None
    assert [row.values[0] for row in table.groups[0].rows] == ["19", "19"]


def test_a_plan_that_does_not_hold_together(make_desk: Callable[..., Desk]) -> None:
    desk = make_desk(3, stages=[{"kind": "swiss", "rounds": 7}])
    no = refused(No.PLAN, lambda: services.start_event(event=desk.event, by=desk.by))
    assert "7" in str(no)


# ------------------------------------------------------------------------------- brackets


def test_case_9_knockout_of_eleven(make_desk: Callable[..., Desk]) -> None:
    """Case 9: byes for seeds 1 to 5; 8-9, 7-10, 6-11."""
    desk = make_desk(11, stages=[KNOCKOUT])
    stage = desk.start()
    first = desk.draw(stage)
    assert {p for p in pairs(first) if p.endswith("-")} == {"A-", "B-", "C-", "D-", "E-"}
    assert {p for p in pairs(first) if not p.endswith("-")} == {"H-I", "G-J", "F-K"}
    picture = selectors.bracket(stage)
    assert picture is not None
    assert len(picture.columns) == 4
    assert picture.columns[-1][0]
    finish_from(desk, stage, first)
    assert places_of(stage)["A"] == 1


def finish_from(desk: Desk, stage: Stage, round: Round) -> None:
    desk.play(round)
    finish(desk, stage)


def places_of(stage: Stage) -> dict[str, int]:
    picture = selectors.bracket(stage)
    assert picture is not None
    return {entry.name: place for place, who in picture.places for entry in who}


def test_double_elimination_to_its_end(make_desk: Callable[..., Desk]) -> None:
    desk = make_desk(6, stages=[{"kind": "double"}])
    stage = desk.start()
    finish(desk, stage)
    services.end_stage(stage=stage, by=desk.by)
    ranks = places(stage)
    assert ranks["A"] == 1
    assert sorted(ranks.values())[:4] == [1, 2, 3, 4]
    services.recount(stage_id=stage.pk)
    table = selectors.standings(stage)
    assert table is not None
    assert table.groups[0].rows[0].entry.name == "A"


def test_case_6_both_missing_in_a_knockout(make_desk: Callable[..., Desk]) -> None:
    """Case 6: the next opponent has a bye."""
    desk = make_desk(4, stages=[KNOCKOUT])
    stage = desk.start()
    first = desk.draw(stage)
    services.forfeit(match=desk.match(first, "A", "D"), by=desk.by, side="both")
    desk.win(first, "B", "C")
    services.finish_round(round=first, by=desk.by)
    assert not selectors.rounds_left(stage)
    services.end_stage(stage=stage, by=desk.by)
    assert places(stage)["B"] == 1


def test_cp_8_a_knockout_match_has_no_draw(make_desk: Callable[..., Desk]) -> None:
    desk = make_desk(2, stages=[KNOCKOUT])
    match = desk.draw(desk.start()).matches.get()
    no = refused(No.NO_DRAWS, lambda: desk.score(match, "7", "7"))
    assert no.clause == "CP-8"
    desk.score(match, "7", "7", winner=1)
    match.refresh_from_db()
    assert match.winner is not None
    assert match.winner.name == "B"


def test_cp_8_a_tie_is_broken_by_lots_where_that_is_the_rule(
    make_desk: Callable[..., Desk],
) -> None:
    desk = make_desk(2, stages=[KNOCKOUT], settings={"tie": "lots"})
    match = desk.draw(desk.start()).matches.get()
    desk.score(match, "7", "7")
    match.refresh_from_db()
    assert match.winner is not None


# ------------------------------------------------------------------------------ corrections


@pytest.fixture
def semifinals(make_desk: Callable[..., Desk]) -> tuple[Desk, Stage, Round]:
    """A-D, B-C played; A and B have won."""
    desk = make_desk(4, stages=[{"kind": "knockout", "third_place": True}])
    stage = desk.start()
    return desk, stage, desk.play(desk.draw(stage))


def correct(desk: Desk, round: Round, later: str | None = None) -> Corrected | Undecided:
    """A-D was really won by D."""
    match = desk.match(round, "A", "D")
    return services.correct_result(
        match=match, by=desk.by, result=SECOND, reason="slip misread", later=later,  # type: ignore[arg-type]
    )  # fmt: skip


def test_case_20_a_later_match_that_has_not_begun_is_remade(
    semifinals: tuple[Desk, Stage, Round],
) -> None:
    """Case 20."""
    desk, stage, first = semifinals
    final = services.draw_round(stage=stage, by=desk.by)
    assert isinstance(final, Round)
    services.publish_round(round=final, by=desk.by)
    assert set(pairs(final)) == {"A-B", "D-C"}
    done = correct(desk, first)
    assert isinstance(done, Corrected)
    assert set(done.remade) == {"M2-1", "T"}
    assert set(pairs(final)) == {"D-B", "A-C"}
    why = {line.match.slot: line.reasons[0] for line in selectors.draw(final)}
    assert "D" in why["M2-1"]
    assert "A" not in why["M2-1"]


def test_case_20_once_it_has_begun_the_director_decides(
    semifinals: tuple[Desk, Stage, Round],
) -> None:
    """Case 20: nothing is done before; keep leaves the bracket, the correction is noted."""
    desk, stage, first = semifinals
    final = desk.draw(stage)
    asked = correct(desk, first)
    assert isinstance(asked, Undecided)
    assert {r.key for r in asked.begun} == {"M2-1", "T"}
    assert set(pairs(final)) == {"A-B", "D-C"}
    kept = correct(desk, first, "keep")
    assert isinstance(kept, Corrected)
    assert kept.kept
    assert set(pairs(final)) == {"A-B", "D-C"}
    assert desk.event.audit.filter(verb="note_correction").count() == 1
    desk.play(final)
    services.end_stage(stage=stage, by=desk.by)
    assert places(stage)["A"] == 1


def test_case_20_replay_strikes_what_was_played(semifinals: tuple[Desk, Stage, Round]) -> None:
    """Case 20: never both teams in the next match."""
    desk, stage, first = semifinals
    final = desk.draw(stage)
    desk.play(final)
    done = correct(desk, first, "replay")
    assert isinstance(done, Corrected)
    assert set(pairs(final)) == {"D-B", "A-C"}
    final.refresh_from_db()
    assert final.status == "running"
    assert {m.state for m in final.matches.all()} == {"running"}
    kinds = [c.kind for c in final.matches.get(slot="M2-1").changes.all()]
    assert kinds == ["confirmed", "remade"]
    desk.play(final)
    services.end_stage(stage=stage, by=desk.by)
    assert places(stage)["D"] == 1


def test_case_20_a_chain_of_later_matches_is_drawn_again(make_desk: Callable[..., Desk]) -> None:
    """Case 20: quarter-final corrected after the final; the final waits for the new semi-final."""
    desk = make_desk(8, stages=[KNOCKOUT])
    stage = desk.start()
    quarters = desk.play(desk.draw(stage))
    semis = desk.play(desk.draw(stage))
    final = desk.play(desk.draw(stage))
    match = desk.match(quarters, "A", "H")
    done = services.correct_result(
        match=match, by=desk.by, result=SECOND, reason="misread", later="replay"
    )
    assert isinstance(done, Corrected)
    assert "H-D" in pairs(semis) or "D-H" in pairs(semis)
    picture = selectors.bracket(stage)
    assert picture is not None
    states = {node.key: node.state for node in picture.nodes}
    assert states["M2-1"] is MatchState.READY
    assert states["M3-1"] is MatchState.WAITING
    refused(No.OPEN_ROUND, lambda: services.draw_round(stage=stage, by=desk.by))
    desk.win(semis, "H", "D")
    services.finish_round(round=semis, by=desk.by)
    again = desk.draw(stage)
    assert again.number == final.number == 3
    assert pairs(again) in (["H-B"], ["B-H"])
    desk.play(again)
    services.end_stage(stage=stage, by=desk.by)
    assert stage.rounds.count() == 3


def test_a_correction_that_changes_no_winner_changes_nothing_else(
    semifinals: tuple[Desk, Stage, Round],
) -> None:
    desk, stage, first = semifinals
    desk.draw(stage)
    match = desk.match(first, "A", "D")
    closer = Result(("A+", "K"), 9)
    done = services.correct_result(match=match, by=desk.by, result=closer, reason="misread")
    assert isinstance(done, Corrected)
    assert done.remade == ()


def test_case_15_a_knockout_result_never_touches_the_swiss_standings(
    make_desk: Callable[..., Desk],
) -> None:
    """Case 15."""
    desk, swiss, knockout = swiss_then_knockout(make_desk)
    services.recount(stage_id=swiss.pk)
    table = selectors.standings(swiss)
    assert table is not None
    before = [(row.entry.name, row.values) for row in table.groups[0].rows]
    finish(desk, knockout)
    services.recount(stage_id=swiss.pk)
    table = selectors.standings(swiss)
    assert table is not None
    assert [(row.entry.name, row.values) for row in table.groups[0].rows] == before


def test_a_pairs_path_through_the_event(make_desk: Callable[..., Desk]) -> None:
    desk, swiss, knockout = swiss_then_knockout(make_desk)
    services.recount(stage_id=swiss.pk)
    finish(desk, knockout)
    winner = min(places_of(knockout).items(), key=lambda item: item[1])[0]
    lines = selectors.path(desk.event.entries.get(name=winner))
    assert [line.round.stage.order for line in lines] == [1, 1, 2, 2]
    assert lines[0].points
    assert lines[1].rank is not None
    assert all(line.opponent for line in lines)
    assert lines[-1].won


# ---------------------------------------------------------------- rulings in a bracket


def lose(desk: Desk, round: Round, name: str) -> Penalty:
    match = round.matches.get(sides__entry__name=name)
    return give(desk, match, "loss", entry=match.sides.get(entry__name=name).entry)


def test_cp_11_a_match_that_a_penalty_ended_takes_the_bracket_along(
    make_desk: Callable[..., Desk],
) -> None:
    """CP-11, CP-13: A loses the semi-final; then D as well; then A's loss is revoked."""
    desk = make_desk(4, stages=[KNOCKOUT])
    stage = desk.start()
    first = desk.draw(stage)
    loss = lose(desk, first, "A")
    desk.win(first, "B", "C")
    services.finish_round(round=first, by=desk.by)
    final = services.draw_round(stage=stage, by=desk.by)
    assert isinstance(final, Round)
    assert set(pairs(final)) == {"D-B"}
    lose(desk, first, "D")
    assert "D" not in "".join(pairs(final))
    services.revoke_penalty(penalty=loss, by=desk.by, reason="it was the other table")
    match = first.matches.get(sides__entry__name="A")
    assert match.winner is not None
    assert match.winner.name == "A"
    drawn = stage.rounds.filter(number=2).first() or services.draw_round(stage=stage, by=desk.by)
    assert isinstance(drawn, Round)
    assert set(pairs(drawn)) == {"A-B"}


def test_cp_11_a_loss_after_the_next_match_has_begun_leaves_the_bracket(
    semifinals: tuple[Desk, Stage, Round],
) -> None:
    """CP-11, case 20: the result is D's, the final goes on as it is; the director reads of it."""
    desk, stage, first = semifinals
    final = desk.draw(stage)
    loss = lose(desk, first, "A")
    match = desk.match(first, "A", "D")
    assert match.ruled is not None
    assert match.ruled["ending"] == "judged"
    assert set(pairs(final)) == {"A-B", "D-C"}
    assert desk.event.audit.filter(verb="note_correction").count() == 1
    services.revoke_penalty(penalty=loss, by=desk.by, reason="it was the other table")
    assert desk.match(first, "A", "D").ruled is None
    lose(desk, first, "A")
    desk.play(final)
    services.end_stage(stage=stage, by=desk.by)
    assert places(stage)["A"] == 1


def test_case_20_after_a_ruling_the_director_can_still_have_it_played_again(
    semifinals: tuple[Desk, Stage, Round],
) -> None:
    """Case 20: never both teams in the next match."""
    desk, stage, first = semifinals
    final = desk.draw(stage)
    lose(desk, first, "A")
    done = correct(desk, first, "replay")
    assert isinstance(done, Corrected)
    assert set(pairs(final)) == {"D-B", "A-C"}


def test_cp_33_a_ruling_is_undone_after_the_next_match_has_begun(
    make_desk: Callable[..., Desk],
) -> None:
    """CP-33: A's loss ended the semi-final; given back it is open, the final goes on with D."""
    desk = make_desk(4, stages=[KNOCKOUT])
    stage = desk.start()
    first = desk.draw(stage)
    loss = lose(desk, first, "A")
    desk.win(first, "B", "C")
    services.finish_round(round=first, by=desk.by)
    final = desk.draw(stage)
    assert set(pairs(final)) == {"D-B"}
    services.revoke_penalty(penalty=loss, by=None, reason="CP-33")
    match = desk.match(first, "A", "D")
    assert match.state == "running"
    assert set(pairs(final)) == {"D-B"}
    assert desk.event.audit.filter(verb="note_correction").count() == 1
    desk.win(first, "A", "D")
    services.finish_round(round=first, by=desk.by)
    desk.win(final, "D", "B")
    services.finish_round(round=final, by=desk.by)
    services.end_stage(stage=stage, by=desk.by)
    assert places(stage)["D"] == 1


def test_cp_11_a_loss_that_moves_to_a_later_match_moves_in_the_bracket(
    make_desk: Callable[..., Desk],
) -> None:
    """CP-11: counted anew, the third violation is the one of the semi-final."""
    desk = make_desk(8, stages=[KNOCKOUT])
    stage = desk.start()
    quarters = desk.play(desk.draw(stage))
    semis = desk.draw(stage)

    def violation(round: Round) -> Penalty:
        match = round.matches.get(sides__entry__name="A")
        entry = match.sides.get(entry__name="A").entry
        return give(desk, match, "violation", entry=entry)

    first, *_others = [violation(quarters) for _ in range(3)]
    assert quarters.matches.filter(ruled__ending="judged").count() == 1
    desk.play(semis)
    violation(semis)
    final = services.draw_round(stage=stage, by=desk.by)
    assert isinstance(final, Round)
    assert set(pairs(final)) == {"A-B"}
    services.revoke_penalty(penalty=first, by=desk.by, reason="it was the other table")
    assert quarters.matches.filter(ruled__isnull=False).count() == 0
    assert set(pairs(final)) == {"D-B"}
    assert inconsistencies(desk.event) == []
