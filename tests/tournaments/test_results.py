"""Results: entered by sides and scorers, confirmed, disputed, ruled, corrected (CP-5, CP-8)."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

import pytest
from django.db import IntegrityError, transaction

from accounts.models import User
from tests.tournaments.conftest import Desk, pairs
from tests.tournaments.test_entries import refused
from tournaments import selectors, services
from tournaments.models import EventMatch, ResultChange, ResultEntry, Round, Stage
from tournaments.services import Invalid, No, Result

WON = Result(("A+", "9"), 7)
LOST = Result(("5", "A+"), 7)


@pytest.fixture
def desk(make_desk: Callable[..., Desk]) -> Desk:
    return make_desk(5)


@pytest.fixture
def stage(desk: Desk) -> Stage:
    return desk.start()


@pytest.fixture
def round(desk: Desk, stage: Stage) -> Round:
    return desk.draw(stage)


@pytest.fixture
def match(round: Round) -> EventMatch:
    return round.matches.get(order=0)


def codes(match: EventMatch) -> tuple[str, str]:
    first, second = match.sides.all()
    return first.entry.code, second.entry.code


def points(desk: Desk, stage: Stage) -> dict[str, str]:
    """Everybody's total."""
    services.recount(stage_id=stage.pk)
    table = selectors.standings(stage)
    assert table is not None
    return {row.entry.name: row.values[0] for row in table.groups[0].rows}


# -------------------------------------------------------------------------------- two sides


def test_one_side_enters_and_the_other_confirms(match: EventMatch) -> None:
    first, second = codes(match)
    answer = services.enter_result(match=match, code=first, result=WON, client_id="a")
    assert (answer.state, answer.conflict) == ("entered", False)
    refused(No.OWN_RESULT, lambda: services.confirm_result(match=match, code=first))
    answer = services.confirm_result(match=match, code=second)
    assert answer.state == "confirmed"
    match.refresh_from_db()
    assert (match.levels, match.deals) == ((13, 7), 7)
    change = match.changes.get()
    assert (change.revision, change.kind, change.before) == (1, "confirmed", None)


def test_both_sides_enter_the_same(match: EventMatch) -> None:
    first, second = codes(match)
    services.enter_result(match=match, code=first, result=WON, client_id="a")
    answer = services.enter_result(
        match=match, code=second, result=Result(("a+", "9"), 8), client_id="b"
    )
    assert answer.state == "confirmed"


def test_sides_that_differ_go_to_the_referee(
    desk: Desk, match: EventMatch, make_user: Callable[..., User]
) -> None:
    first, second = codes(match)
    scorer = make_user("scorer")
    services.give_role(event=desk.event, by=desk.by, user=scorer, role="scorer")
    services.enter_result(match=match, code=first, result=WON, client_id="a")
    answer = services.enter_result(match=match, code=second, result=LOST, client_id="b")
    assert (answer.state, answer.conflict) == ("disputed", True)
    refused(No.DISPUTED, lambda: services.confirm_result(match=match, by=scorer))
    refused(
        No.NOT_ALLOWED,
        lambda: services.rule_result(match=match, by=scorer, result=WON, reason="x"),
    )
    refused(
        No.REASON_NEEDED,
        lambda: services.rule_result(match=match, by=desk.by, result=WON, reason=" "),
    )
    services.rule_result(match=match, by=desk.by, result=WON, reason="the slip says so")
    match.refresh_from_db()
    assert match.state == "confirmed"
    assert match.changes.get().reason == "the slip says so"


def test_a_side_disputes(match: EventMatch) -> None:
    first, second = codes(match)
    services.enter_result(match=match, code=first, result=WON, client_id="a")
    services.dispute_result(match=match, code=second, reason="we had 10")
    match.refresh_from_db()
    assert match.state == "disputed"


def test_a_phone_may_send_as_often_as_it_likes(match: EventMatch) -> None:
    """Without network a phone keeps what was entered and sends it again and again."""
    first, _ = codes(match)
    services.enter_result(match=match, code=first, result=WON, client_id="phone-1")
    again = services.enter_result(match=match, code=first, result=WON, client_id="phone-1")
    assert again.duplicate
    assert not again.conflict
    assert ResultEntry.objects.count() == 1


def test_a_late_phone_that_differs_is_kept_and_shown(desk: Desk, match: EventMatch) -> None:
    first, _ = codes(match)
    desk.score(match)
    answer = services.enter_result(match=match, code=first, result=LOST, client_id="late")
    assert (answer.state, answer.conflict) == ("confirmed", True)
    assert match.entries.filter(client_id="late").exists()
    match.refresh_from_db()
    assert match.levels == (13, 7)
    same = services.enter_result(match=match, code=first, result=WON, client_id="late-2")
    assert not same.conflict


def test_a_scorers_result_counts_at_once(desk: Desk, match: EventMatch) -> None:
    desk.score(match)
    match.refresh_from_db()
    assert match.state == "confirmed"
    assert services.confirm_result(match=match, by=desk.by).duplicate


def test_only_a_scorer_where_the_event_says_so(make_desk: Callable[..., Desk]) -> None:
    desk = make_desk(4, settings={"confirming": "scorer"})
    match = desk.draw(desk.start()).matches.get(order=0)
    first, second = codes(match)
    services.enter_result(match=match, code=first, result=WON, client_id="a")
    services.enter_result(match=match, code=second, result=WON, client_id="b")
    match.refresh_from_db()
    assert match.state == "entered"
    refused(No.SCORER_ONLY, lambda: services.confirm_result(match=match, code=second))
    services.confirm_result(match=match, by=desk.by)
    match.refresh_from_db()
    assert match.state == "confirmed"


def test_a_program_with_a_token(desk: Desk, match: EventMatch) -> None:
    token, secret = services.make_token(event=desk.event, by=desk.by, name="hall app")
    assert secret not in token.digest
    by = services.token_of(secret)
    answer = services.enter_result(match=match, by=by, result=WON, client_id="t")
    assert answer.state == "confirmed"
    services.revoke_token(token=token, by=desk.by)
    assert services.token_of(secret) is None


def test_strangers_enter_nothing(match: EventMatch, make_user: Callable[..., User]) -> None:
    stranger = make_user("s")
    refused(
        No.NOT_ALLOWED,
        lambda: services.enter_result(match=match, by=stranger, result=WON, client_id="x"),
    )
    refused(
        No.NOT_OF_THE_PAIR,
        lambda: services.enter_result(match=match, code="zzz", result=WON, client_id="x"),
    )


@pytest.mark.parametrize(
    "result",
    [Result(("B", "2")), Result(None), Result(("A", "2"), -1), Result(("A", "2"), 1, winner=7)],
)
def test_what_is_no_result(desk: Desk, match: EventMatch, result: Result) -> None:
    if result.winner == 7:
        result = Result(None, 0, result.ending.FORFEIT, 7)
    with pytest.raises(Invalid):
        services.enter_result(match=match, by=desk.by, result=result, client_id="x")


def test_no_result_before_the_round_has_begun(make_desk: Callable[..., Desk]) -> None:
    desk = make_desk(4)
    drawn = services.draw_round(stage=desk.start(), by=desk.by)
    assert isinstance(drawn, Round)
    match = drawn.matches.get(order=0)
    refused(No.NOT_BEGUN, lambda: desk.score(match))


# ----------------------------------------------------------------------------------- points


def test_cp_5_forfeit_and_bye_are_worth_seventeen(desk: Desk, stage: Stage, round: Round) -> None:
    services.forfeit(match=desk.match(round, "A", "C"), by=desk.by, side=1)
    services.forfeit(match=desk.match(round, "B", "D"), by=desk.by, side="both")
    assert points(desk, stage) == {"A": "17", "B": "0", "C": "0", "D": "0", "E": "17"}


def test_cp_5_the_walkover_is_a_setting(make_desk: Callable[..., Desk]) -> None:
    desk = make_desk(3, settings={"scoring": {"scale": "levels26", "walkover": "18.5"}})
    stage = desk.start()
    round = desk.draw(stage)
    desk.win(round, "A", "B")
    assert points(desk, stage) == {"A": "19", "B": "7", "C": "18.5"}


def test_cp_8_thirteen_plus_and_minus_the_difference(
    desk: Desk, stage: Stage, round: Round
) -> None:
    desk.win(round, "A", "C", "J")
    desk.win(round, "D", "B", "2")
    assert points(desk, stage) == {"A": "17", "C": "9", "D": "26", "B": "0", "E": "17"}


def test_case_15_an_unconfirmed_result_counts_nowhere(
    desk: Desk, stage: Stage, match: EventMatch
) -> None:
    """Case 15."""
    first, _ = codes(match)
    services.enter_result(match=match, code=first, result=WON, client_id="a")
    assert points(desk, stage) == {"A": "0", "B": "0", "C": "0", "D": "0", "E": "17"}


def test_why_am_i_third(desk: Desk, stage: Stage, round: Round) -> None:
    desk.win(round, "A", "C", "J")
    desk.win(round, "D", "B", "2")
    found = selectors.explain(stage, desk.event.entries.get(name="A"))
    assert found is not None
    assert (found.rank, found.of) == (2, 5) or found.rank == 3
    assert found.above
    assert found.accounts[0].value == "17"
    assert "C" in found.accounts[0].rows[0][0]


# ------------------------------------------------------------------------------ corrections


def test_a_correction_has_a_reason_and_a_history(
    desk: Desk, stage: Stage, match: EventMatch
) -> None:
    desk.score(match)
    refused(
        No.REASON_NEEDED,
        lambda: services.correct_result(match=match, by=desk.by, result=LOST, reason=""),
    )
    services.correct_result(match=match, by=desk.by, result=LOST, reason="sides mixed up")
    assert points(desk, stage)["A"] == "3"
    changes = list(match.changes.order_by("revision"))
    assert [c.kind for c in changes] == ["confirmed", "corrected"]
    assert changes[1].before == changes[0].after
    assert changes[1].reason == "sides mixed up"
    detail = selectors.match_detail(match)
    assert len(detail.changes) == 2


def test_the_history_cannot_be_rewritten(desk: Desk, match: EventMatch) -> None:
    desk.score(match)
    for change in (
        lambda: ResultChange.objects.update(reason="nothing"),
        lambda: ResultChange.objects.all().delete(),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            change()


def test_a_struck_result_is_open_again(desk: Desk, stage: Stage, match: EventMatch) -> None:
    desk.score(match)
    services.strike_result(match=match, by=desk.by, reason="wrong table")
    match.refresh_from_db()
    assert (match.state, match.levels) == ("running", None)
    assert points(desk, stage)["A"] == "0"
    desk.score(match, "4", "A+")
    assert points(desk, stage)["A"] == "2"


def test_an_old_result_corrected_changes_the_old_standings_too(
    desk: Desk, stage: Stage, round: Round
) -> None:
    desk.play(round)
    services.recount(stage_id=stage.pk)
    second = desk.draw(stage)
    desk.play(second)
    services.recount(stage_id=stage.pk)
    match = desk.match(round, "A", "C")
    services.correct_result(match=match, by=desk.by, result=LOST, reason="misread")
    services.recount(stage_id=stage.pk)
    after_first = selectors.standings(stage, round)
    assert after_first is not None
    totals = {row.entry.name: row.values[0] for row in after_first.groups[0].rows}
    assert totals["A"] == "3"
    assert totals["C"] == "23"


def test_what_if_a_pair_withdraws_or_a_result_changes(
    desk: Desk, stage: Stage, round: Round
) -> None:
    desk.play(round)
    services.recount(stage_id=stage.pk)
    match = desk.match(round, "A", "C")
    preview = selectors.what_if(stage, results={match: LOST})
    moved = {m.entry.name: (m.values_before[0], m.values_after[0]) for m in preview.moves}
    assert moved["A"] == ("19", "3")
    assert preview.pairings_change
    second = desk.draw(stage)
    gone = second.matches.get(order=0).sides.get(side=1).entry
    preview = selectors.what_if(stage, withdrawn=[gone])
    assert preview.moves
    assert desk.event.entries.get(pk=gone.pk).status == "confirmed"
    assert not preview.moves[0].entry.withdrawn_at


def test_standings_say_whether_they_are_of_now(desk: Desk, stage: Stage, round: Round) -> None:
    services.recount(stage_id=stage.pk)
    table = selectors.standings(stage)
    assert table is not None
    assert not table.stale
    desk.win(round, "A", "C")
    table = selectors.standings(stage)
    assert table is not None
    assert table.stale
    assert services.recount_stale() == 1
    table = selectors.standings(stage)
    assert table is not None
    assert not table.stale
    assert services.recount_stale() == 0


def test_results_from_a_file(desk: Desk, round: Round) -> None:
    data = "桌号,级数1,级数2,副数\n1,A+,9,7\n2,5,a+,8\n".encode()
    reading = services.read_results(round=round, data=data, filename="r.csv")
    assert reading.ok
    services.import_results(round=round, by=desk.by, data=data, filename="r.csv")
    assert [m.levels for m in round.matches.filter(ending="played").order_by("order")] == [
        (13, 7),
        (3, 13),
    ]
    bad = b"table,level 1,level 2\n9,A,2\n1,Z,2\n"
    reading = services.read_results(round=round, data=bad, filename="r.csv")
    assert [bool(line.errors) for line in reading.rows] == [True, True]
    with pytest.raises(Invalid):
        services.import_results(round=round, by=desk.by, data=bad, filename="r.csv")


# -------------------------------------------------------------------------------- duplicate


def test_duplicate_scores_are_compared_with_the_field(make_desk: Callable[..., Desk]) -> None:
    """CP-8: the same boards at both tables; a table's margin is what it made more of them."""
    ending = {"kind": "deals", "deals": 2}
    settings = {"ending": ending, "scoring": {"scale": "continuous20", "planned_deals": 2}}
    desk = make_desk(6, preset="duplicate", stages=[{"kind": "swiss", "rounds": 1}],
                     settings=settings)  # fmt: skip
    stage = desk.start()
    round = desk.draw(stage)
    seeds = list(round.boards.values_list("seed", flat=True))
    assert len(set(seeds)) == 2
    for match, scores in zip(round.matches.order_by("order"), ((3, 1), (1, 1), (-2, 1)),
                             strict=True):  # fmt: skip
        result = Result(boards=tuple(map(Decimal, scores)))
        services.enter_result(match=match, by=desk.by, result=result, client_id=str(match.pk))
    services.recount(stage_id=stage.pk)
    margins = list(round.matches.order_by("order").values_list("margin", flat=True))
    assert margins == [2, 0, -3]
    (_board, lines), _ = selectors.board_table(round)
    assert [(line.score, line.datum, line.margin) for line in lines] == [
        (3, 1, 2),
        (1, 1, 0),
        (-2, 1, -3),
    ]
    totals = points(desk, stage)
    assert totals["B"] == totals["E"] == "10"
    assert Decimal(totals["A"]) > 10
    assert Decimal(totals["A"]) + Decimal(totals["D"]) == 20
    assert pairs(round) == ["A-D", "B-E", "C-F"]
