"""Rounds: drawn with reasons, edited by hand, published, taken back, played against the clock."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone, translation

from accounts.models import User
from tests.tournaments.conftest import Desk, pairs
from tests.tournaments.test_entries import refused
from tournaments import selectors, services
from tournaments.engine.pairing.model import ChoiceKind, Unsatisfiable
from tournaments.models import Due, Round
from tournaments.services import Invalid, No

PLACE = {"scoring": {"scale": "place"}, "metrics": ["match_points", "level_difference"]}


def test_every_pairing_has_its_reason_in_words(make_desk: Callable[..., Desk]) -> None:
    desk = make_desk(5)
    stage = desk.start()
    drawn = services.draw_round(stage=stage, by=desk.by)
    assert isinstance(drawn, Round)
    with translation.override("en"):
        lines = selectors.draw(drawn)
    assert [line.table_no for line in lines] == [1, 2, None]
    assert all(line.reasons for line in lines)
    assert "E is the lowest who may have the bye" in lines[2].reasons[0]


def test_case_1_a_bye_counts_as_a_float(make_desk: Callable[..., Desk]) -> None:
    """Case 1: five pairs on 场分; 1>3, 2>4, 5 bye; then 1-5, 2-3, and 4 has the bye."""
    desk = make_desk(5, settings=PLACE)
    stage = desk.start()
    first = desk.draw(stage)
    assert pairs(first) == ["A-C", "B-D", "E-"]
    desk.win(first, "A", "C")
    desk.win(first, "B", "D")
    services.finish_round(round=first, by=desk.by)
    assert pairs(desk.draw(stage)) == ["A-E", "B-C", "D-"]


def test_case_4_when_all_have_met_nothing_is_saved_and_choices_are_offered(
    make_desk: Callable[..., Desk],
) -> None:
    """Case 4: four pairs, three rounds, all have met."""
    desk = make_desk(4)
    stage = desk.start()
    for _ in range(3):
        desk.play(desk.draw(stage))
    stages = [{"kind": "swiss", "rounds": 4}]
    services.update_event(event=desk.event, by=desk.by, stages=stages)
    stage = desk.event.stages.get()
    found = services.draw_round(stage=stage, by=desk.by)
    assert isinstance(found, Unsatisfiable)
    assert stage.rounds.count() == 3
    kinds = [choice.kind for choice in found.choices]
    assert ChoiceKind.ALLOW_REMATCHES in kinds
    assert ChoiceKind.END_STAGE in kinds
    index = kinds.index(ChoiceKind.ALLOW_REMATCHES)
    refused(
        No.NO_SUCH_CHOICE,
        lambda: services.draw_round(
            stage=stage, by=desk.by, choice=kinds.index(ChoiceKind.END_STAGE)
        ),
    )
    fourth = services.draw_round(stage=stage, by=desk.by, choice=index)
    assert isinstance(fourth, Round)
    assert fourth.allowed["kind"] == "allow_rematches"
    services.publish_round(round=fourth, by=desk.by)


def test_case_5_a_forfeit_won_is_no_meeting(make_desk: Callable[..., Desk]) -> None:
    """Case 5, CP-9a: they may be paired later."""
    desk = make_desk(2, stages=[{"kind": "swiss", "rounds": 1}])
    stage = desk.start()
    first = desk.draw(stage)
    services.forfeit(match=desk.match(first, "A", "B"), by=desk.by, side=1)
    services.finish_round(round=first, by=desk.by)
    services.update_event(event=desk.event, by=desk.by, stages=[{"kind": "swiss", "rounds": 2}])
    assert pairs(desk.draw(desk.event.stages.get())) == ["A-B"]


def test_a_round_is_drawn_once(make_desk: Callable[..., Desk]) -> None:
    desk = make_desk(4)
    stage = desk.start()
    drawn = services.draw_round(stage=stage, by=desk.by)
    assert isinstance(drawn, Round)
    refused(No.ALREADY_DRAWN, lambda: services.draw_round(stage=stage, by=desk.by))
    before = pairs(drawn)
    services.discard_round(round=drawn, by=desk.by)
    again = services.draw_round(stage=stage, by=desk.by)
    assert isinstance(again, Round)
    assert pairs(again) == before
    services.publish_round(round=again, by=desk.by)
    services.start_round(round=again, by=desk.by)
    refused(No.OPEN_ROUND, lambda: services.draw_round(stage=stage, by=desk.by))


def test_pairs_who_cannot_move_keep_their_table(make_desk: Callable[..., Desk]) -> None:
    desk = make_desk(4, settings={"tables": [11, 12, 13]})
    entry = desk.event.entries.get(name="B")
    services.update_entry(entry=entry, by=desk.by, fixed_table=13)
    drawn = services.draw_round(stage=desk.start(), by=desk.by)
    assert isinstance(drawn, Round)
    tables = {line.sides[0].entry.name: line.table_no for line in selectors.draw(drawn)}
    assert tables == {"A": 11, "B": 13}


# --------------------------------------------------------------------------------- by hand


def test_editing_by_hand_warns_and_asks_for_a_reason(make_desk: Callable[..., Desk]) -> None:
    desk = make_desk(4)
    stage = desk.start()
    desk.play(desk.draw(stage))
    drawn = services.draw_round(stage=stage, by=desk.by)
    assert isinstance(drawn, Round)
    a, b, c, d = desk.event.entries.order_by("number")
    rematch = [(a, c), (b, d)]
    warned = services.check_pairings(round=drawn, pairs=rematch)
    assert {w.problem for w in warned} == {"rematch"}
    refused(
        No.REASON_NEEDED,
        lambda: services.set_pairings(round=drawn, by=desk.by, pairs=rematch),
    )
    services.set_pairings(round=drawn, by=desk.by, pairs=rematch, reason="as agreed")
    assert pairs(drawn) == ["A-C", "B-D"]
    line = desk.event.audit.filter(verb="set_pairings").get()
    assert line.reason == "as agreed"
    assert line.before != line.after


def test_a_draw_that_cannot_stand_is_refused(make_desk: Callable[..., Desk]) -> None:
    desk = make_desk(4)
    drawn = services.draw_round(stage=desk.start(), by=desk.by)
    assert isinstance(drawn, Round)
    a, b, c, d = desk.event.entries.order_by("number")
    for wrong in ([(a, b)], [(a, b), (a, c)], [(a, b), (c, d), (a, d)]):
        with pytest.raises(Invalid):
            services.set_pairings(round=drawn, by=desk.by, pairs=wrong, reason="x")
    with pytest.raises(Invalid):
        services.set_pairings(
            round=drawn, by=desk.by, pairs=[(a, b), (c, d)], tables=[4, 4], reason="x"
        )
    assert len(pairs(drawn)) == 2


def test_a_pair_that_withdraws_bars_the_draft(make_desk: Callable[..., Desk]) -> None:
    desk = make_desk(4)
    drawn = services.draw_round(stage=desk.start(), by=desk.by)
    assert isinstance(drawn, Round)
    services.withdraw(entry=desk.event.entries.get(name="A"), by=desk.by)
    no = refused(No.BARRED_DRAW, lambda: services.publish_round(round=drawn, by=desk.by))
    assert "A" in str(no)


def test_tables_are_swapped(make_desk: Callable[..., Desk]) -> None:
    desk = make_desk(4)
    drawn = services.draw_round(stage=desk.start(), by=desk.by)
    assert isinstance(drawn, Round)
    services.move_table(match=drawn.matches.get(table_no=1), by=desk.by, table_no=2)
    assert pairs(drawn) == ["A-C", "B-D"]
    assert list(drawn.matches.order_by("order").values_list("table_no", flat=True)) == [2, 1]


def test_a_publication_is_taken_back(
    make_desk: Callable[..., Desk], make_user: Callable[..., User]
) -> None:
    desk = make_desk(4)
    drawn = services.draw_round(stage=desk.start(), by=desk.by)
    assert isinstance(drawn, Round)
    stranger = make_user("s")
    assert not selectors.rounds(desk.event, stranger).exists()
    services.check_round(round=drawn, by=desk.by)
    services.publish_round(round=drawn, by=desk.by)
    assert selectors.rounds(desk.event, stranger).get() == drawn
    services.withdraw_publication(round=drawn, by=desk.by, reason="a name is wrong")
    assert not selectors.rounds(desk.event, stranger).exists()
    services.publish_round(round=drawn, by=desk.by)
    services.start_round(round=drawn, by=desk.by)
    refused(
        No.BEGUN,
        lambda: services.withdraw_publication(round=drawn, by=desk.by, reason="too late"),
    )


def test_only_those_who_lead_draw(
    make_desk: Callable[..., Desk], make_user: Callable[..., User]
) -> None:
    """CP-2: a scorer enters results, a chief referee draws."""
    desk = make_desk(4)
    stage = desk.start()
    scorer, chief = make_user("scorer"), make_user("chief")
    services.give_role(event=desk.event, by=desk.by, user=scorer, role="scorer")
    services.give_role(event=desk.event, by=desk.by, user=chief, role="chief_referee")
    refused(No.NOT_ALLOWED, lambda: services.draw_round(stage=stage, by=scorer))
    assert isinstance(services.draw_round(stage=stage, by=chief), Round)


# --------------------------------------------------------------------------- round robin


def test_case_11_berger(make_desk: Callable[..., Desk]) -> None:
    """Case 11: round robin of six."""
    desk = make_desk(6, stages=[{"kind": "round_robin"}])
    stage = desk.start()
    made = services.draw_all(stage=stage, by=desk.by)
    names = "ABCDEF"
    table = "1-6 2-5 3-4 · 6-4 5-3 1-2 · 2-6 3-1 4-5 · 6-5 1-4 2-3 · 3-6 4-2 5-1"
    expected = [
        ["-".join(names[int(n) - 1] for n in pair.split("-")) for pair in part.split()]
        for part in table.split("·")
    ]
    assert [pairs(round) for round in made] == expected
    assert not selectors.rounds_left(stage)


def test_double_round_robin_is_drawn_ahead_and_ends(make_desk: Callable[..., Desk]) -> None:
    desk = make_desk(3, stages=[{"kind": "round_robin", "double": True}])
    stage = desk.start()
    for round in services.draw_all(stage=stage, by=desk.by):
        services.publish_round(round=round, by=desk.by)
        services.start_round(round=round, by=desk.by)
        desk.play(round)
    assert stage.rounds.count() == 6
    refused(No.NO_MORE_ROUNDS, lambda: services.draw_round(stage=stage, by=desk.by))
    services.end_stage(stage=stage, by=desk.by)
    assert sorted(stage.entrants.values_list("final_rank", flat=True)) == [1, 2, 3]


def test_who_withdraws_from_a_round_robin_forfeits_what_is_left(
    make_desk: Callable[..., Desk],
) -> None:
    """CP-5: the schedule stays; the opponents have their points without play."""
    desk = make_desk(4, stages=[{"kind": "round_robin"}])
    stage = desk.start()
    rounds = services.draw_all(stage=stage, by=desk.by)
    gone = desk.event.entries.get(name="A")
    services.withdraw(entry=gone, by=desk.by)
    for round in rounds:
        services.publish_round(round=round, by=desk.by)
        round = services.start_round(round=round, by=desk.by)
        match = round.matches.get(sides__entry=gone)
        assert (match.state, match.ending) == ("confirmed", "forfeit")
        assert match.winner != gone
        desk.play(round)
    services.end_stage(stage=stage, by=desk.by)
    assert stage.entrants.get(entry=gone).final_rank == 4


# ---------------------------------------------------------------------------------- clock


def test_cp_7_warning_three_minutes_before_and_time_up(make_desk: Callable[..., Desk]) -> None:
    desk = make_desk(4, settings={"ending": {"kind": "time", "minutes": 40}})
    round = desk.draw(desk.start())
    ends = round.clock_ends_at
    assert ends is not None
    assert ends - round.started_at == timedelta(minutes=40)  # type: ignore[operator]
    due = dict(Due.objects.values_list("kind", "due_at"))
    assert due["round_warning"] == ends - timedelta(minutes=3)
    assert due["round_time"] == ends
    assert services.fire_due(now=ends - timedelta(minutes=3, seconds=1)) == 0
    assert services.fire_due(now=ends - timedelta(minutes=3)) == 1
    assert services.fire_due(now=ends) == 1
    assert services.fire_due(now=ends + timedelta(hours=1)) == 0
    round.refresh_from_db()
    assert round.warned_at == ends - timedelta(minutes=3)
    assert round.time_up_at == ends


def test_the_clock_of_a_hall_is_stopped_and_extended(make_desk: Callable[..., Desk]) -> None:
    desk = make_desk(4)
    round = desk.draw(desk.start())
    ends = round.clock_ends_at
    assert ends is not None
    round = services.pause_round(round=round, by=desk.by)
    assert selectors.clock(round).paused
    assert services.fire_due(now=ends + timedelta(hours=1)) == 0
    Round.objects.filter(pk=round.pk).update(paused_at=timezone.now() - timedelta(minutes=10))
    round = services.resume_round(round=round, by=desk.by)
    assert round.clock_ends_at is not None
    assert round.clock_ends_at - ends >= timedelta(minutes=10)
    longer = services.extend_round(round=round, by=desk.by, minutes=5)
    assert longer.clock_ends_at == round.clock_ends_at + timedelta(minutes=5)
    assert Due.objects.get(kind="round_time").due_at == longer.clock_ends_at


def test_what_is_missing_and_who_is_waited_for(make_desk: Callable[..., Desk]) -> None:
    desk = make_desk(6)
    round = desk.draw(desk.start())
    first, second, third = round.matches.order_by("order")
    desk.score(first)
    code = second.sides.get(side=0).entry.code
    result = services.Result(("A+", "5"))
    services.enter_result(match=second, code=code, result=result, client_id="1")
    with translation.override("en"):
        lines = selectors.missing(round)
    assert [(m.match, m.waits_for) for m in lines] == [
        (second, second.sides.get(side=1).entry.name),
        (third, "both sides"),
    ]
    no = refused(No.NOT_CONFIRMED, lambda: services.finish_round(round=round, by=desk.by))
    assert no.params["count"] == 2


def test_without_pairs_nothing_invites_to_start(make_desk: Callable[..., Desk]) -> None:
    desk = make_desk(1)
    first = selectors.next_steps(desk.event)[0]
    assert (first.verb, bool(first.blocked)) == ("start_event", True)
    services.close_entries(event=desk.event, by=desk.by)
    desk.event.refresh_from_db()
    steps = [(step.verb, bool(step.blocked)) for step in selectors.next_steps(desk.event)]
    assert steps == [("open_entries", False), ("start_event", True)]


def test_next_steps_lead_through_the_event(make_desk: Callable[..., Desk]) -> None:
    desk = make_desk(4, stages=[{"kind": "swiss", "rounds": 1}])

    def step() -> str:
        desk.event.refresh_from_db()
        return selectors.next_steps(desk.event)[0].verb

    assert step() == "close_entries"
    services.close_entries(event=desk.event, by=desk.by)
    assert step() == "start_event"
    stage = services.start_event(event=desk.event, by=desk.by)
    assert step() == "draw_round"
    drawn = services.draw_round(stage=stage, by=desk.by)
    assert isinstance(drawn, Round)
    assert step() == "publish_round"
    services.publish_round(round=drawn, by=desk.by)
    assert step() == "start_round"
    services.start_round(round=drawn, by=desk.by)
    assert step() == "finish_round"
    assert selectors.next_steps(desk.event)[0].blocked
    desk.play(drawn)
    assert step() == "end_stage"
    services.end_stage(stage=stage, by=desk.by)
    assert step() == "finish_event"
    services.finish_event(event=desk.event, by=desk.by)
    desk.event.refresh_from_db()
    assert selectors.next_steps(desk.event) == []
