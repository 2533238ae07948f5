"""Penalties: escalation, level changes, losses, suspensions, history (CP-10 … CP-25)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone, translation

from accounts.clubs import create_club
from accounts.models import User
from accounts.sanctions import barred_from_play
from tests.tournaments.conftest import Desk
from tests.tournaments.test_entries import refused
from tests.tournaments.test_online import online
from tests.tournaments.test_results import points
from tournaments import selectors, services
from tournaments.engine.catalogue import FOULS
from tournaments.models import (
    Appeal,
    Entry,
    EventMatch,
    Penalty,
    PenaltyChange,
    Round,
    Stage,
)
from tournaments.services import Invalid, No, Ruling


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    with translation.override("en"):
        yield


@pytest.fixture
def desk(make_desk: Callable[..., Desk]) -> Desk:
    """Four pairs in a hall on the scale of 26 points."""
    return make_desk(4, stages=[{"kind": "swiss", "rounds": 3}])


@pytest.fixture
def stage(desk: Desk) -> Stage:
    return desk.start()


@pytest.fixture
def match(desk: Desk, stage: Stage) -> EventMatch:
    return desk.draw(stage).matches.get(order=0)


def side(match: EventMatch, index: int = 0) -> Entry:
    return match.sides.get(side=index).entry


def ruling(match: EventMatch, grade: str, foul: str = "other", **more: object) -> Ruling:
    """A penalty for side 0 of a match."""
    match = EventMatch.objects.select_related("round__stage").get(pk=match.pk)
    entry = more.pop("entry", None) or side(match)
    base = Ruling(match.round, entry, foul, grade, match=match)  # type: ignore[arg-type]
    return replace(base, **more)  # type: ignore[arg-type]


def give(desk: Desk, match: EventMatch, grade: str, foul: str = "other", **more: object) -> Penalty:
    return services.record_penalty(
        event=desk.event, by=desk.by, ruling=ruling(match, grade, foul, **more)
    )


def looked_ahead(desk: Desk, match: EventMatch, grade: str, **more: object) -> list[str]:
    seen = selectors.penalty_preview(desk.event, ruling(match, grade, **more))
    return seen.texts


def state(match: EventMatch) -> tuple[str, str, str]:
    row = EventMatch.objects.get(pk=match.pk)
    return row.state, row.ending, selectors.result_words(row)


# --------------------------------------------------------------------- grades and escalation


def test_cp_10_all_six_grades_can_be_given(desk: Desk, match: EventMatch) -> None:
    """CP-10 ① … ⑥."""
    for grade in ("verbal", "warning", "violation", "level"):
        give(desk, match, grade)
    give(desk, match, "suspension", rounds=1)
    give(desk, match, "loss")
    assert desk.event.penalties.count() == 6


def test_cp_11_two_warnings_are_a_violation_and_it_is_shown_before(
    desk: Desk, match: EventMatch
) -> None:
    assert "second warning" not in looked_ahead(desk, match, "warning")[0]
    give(desk, match, "warning")
    assert "second warning" in looked_ahead(desk, match, "warning")[0]
    assert desk.event.penalties.count() == 1, "looking ahead records nothing"
    give(desk, match, "warning")
    count = selectors.penalty_count(desk.event, side(match))
    assert (count.warnings, count.violations) == (0, 1)
    assert state(match)[0] == "running"


def test_cp_11_three_violations_lose_the_match_with_17_to_the_other_side(
    desk: Desk, stage: Stage, match: EventMatch
) -> None:
    give(desk, match, "violation")
    give(desk, match, "violation")
    assert "third violation" in " ".join(looked_ahead(desk, match, "violation"))
    give(desk, match, "violation")
    assert state(match)[:2] == ("confirmed", "judged")
    total = points(desk, stage)
    assert (total[side(match).name], total[side(match, 1).name]) == ("0", "17")


def test_cp_11_the_third_violation_names_its_match(desk: Desk, match: EventMatch) -> None:
    """In the hall, at no table, it would be used up and nothing be lost; two warnings alike."""

    def away(grade: str) -> Penalty:
        said = replace(ruling(match, grade), match=None)
        return services.record_penalty(event=desk.event, by=desk.by, ruling=said)

    for grade in ("violation", "violation", "warning"):
        away(grade)
    for grade in ("violation", "warning"):
        with pytest.raises(Invalid) as why:
            away(grade)
        assert "third violation" in why.value.errors["match"][0]
    other = away("verbal")
    with pytest.raises(Invalid):
        services.change_penalty(penalty=other, by=desk.by, reason="worse", grade="violation")
    assert desk.event.penalties.count() == 4
    assert state(match)[0] == "running"
    give(desk, match, "warning")
    assert state(match)[:2] == ("confirmed", "judged")


def test_cp_11_counted_over_the_event_the_loss_falls_on_the_last_match(
    desk: Desk, stage: Stage, match: EventMatch
) -> None:
    """Two in round 1, the third in round 2: round 2 is lost, also when it was confirmed."""
    entry = side(match)
    give(desk, match, "violation")
    give(desk, match, "violation")
    desk.play(match.round)
    second = desk.draw(stage)
    later = second.matches.get(sides__entry=entry)
    desk.score(later)
    give(desk, later, "violation", entry=entry)
    assert state(match)[1:] == ("played", "A+ : 9")
    assert state(later)[2] == "decided by ruling"
    other = later.sides.exclude(entry=entry).get().entry
    total = points(desk, stage)
    won = "19" if match.sides.get(entry=entry).side == 0 else "7"
    assert total[entry.name] == won
    assert Decimal(total[other.name]) >= 17


def test_cp_11_after_a_revocation_the_count_is_made_anew(
    desk: Desk, stage: Stage, match: EventMatch
) -> None:
    """The match that three violations had ended is open again."""
    first = give(desk, match, "violation")
    for _ in range(2):
        give(desk, match, "violation")
    assert state(match)[0] == "confirmed"
    services.revoke_penalty(penalty=first, by=desk.by, reason="mistaken for another pair")
    assert state(match) == ("running", "played", "")
    count = selectors.penalty_count(desk.event, side(match))
    assert count.violations == 2
    desk.score(match)
    assert points(desk, stage)[side(match).name] == "19"


def test_cp_11_a_preview_follows_the_match_that_the_third_violation_had_ended(
    desk: Desk, stage: Stage, match: EventMatch
) -> None:
    """CP-33: revoking the first, of an earlier match, gives the later one back."""
    entry = side(match)
    first = give(desk, match, "violation")
    give(desk, match, "violation")
    desk.play(match.round)
    later = desk.draw(stage).matches.get(sides__entry=entry)
    give(desk, later, "violation", entry=entry)
    assert state(later)[0] == "confirmed"
    other = later.sides.exclude(entry=entry).get().entry
    before = points(desk, stage)
    appeal = Appeal(event=desk.event, match=match, penalty=first)
    foretold = {m.entry: m.values_after[0] for m in selectors.appeal_preview(appeal).moves}
    services.revoke_penalty(penalty=first, by=desk.by, reason="mistaken for another pair")
    assert state(later)[0] == "running"
    after = points(desk, stage)
    assert Decimal(before[other.name]) - Decimal(after[other.name]) == 17
    assert foretold[other] == after[other.name]


def test_cp_11_verbal_warnings_are_not_counted(desk: Desk, match: EventMatch) -> None:
    for _ in range(9):
        give(desk, match, "verbal")
    count = selectors.penalty_count(desk.event, side(match))
    assert (count.warnings, count.violations) == (0, 0)


# ------------------------------------------------------------------------------ level changes


def test_cp_12_a_level_change_after_the_match_changes_its_result(
    desk: Desk, stage: Stage, match: EventMatch
) -> None:
    """A+ : 9 becomes A : 9, and the points follow at once."""
    desk.score(match)
    assert points(desk, stage)[side(match).name] == "19"
    penalty = give(desk, match, "level")
    assert state(match) == ("confirmed", "played", "A : 9")
    assert points(desk, stage)[side(match).name] == "18"
    services.revoke_penalty(penalty=penalty, by=desk.by, reason="no foul")
    assert state(match)[2] == "A+ : 9"
    assert points(desk, stage)[side(match).name] == "19"


def test_cp_12_given_while_they_play_it_is_in_the_levels_they_enter(
    desk: Desk, stage: Stage, match: EventMatch
) -> None:
    """It acts from the next deal on; revoked later, it is taken out of the result."""
    penalty = give(desk, match, "level")
    assert (penalty.played_change, penalty.played_levels) == ("offender_down", 1)
    desk.score(match, "8", "9")
    assert state(match)[2] == "8 : 9"
    services.revoke_penalty(penalty=penalty, by=desk.by, reason="no foul")
    assert state(match)[2] == "9 : 9"
    assert points(desk, stage)[side(match).name] == "13"


def test_cp_12_never_below_the_start_nor_past_the_last(desk: Desk, match: EventMatch) -> None:
    """升级 never gives A+."""
    desk.score(match, "3", "A")
    give(desk, match, "level", levels=5)
    give(desk, match, "level", levels=3, change="other_up")
    assert state(match)[2] == "2 : A"


def test_cp_12_a_correction_keeps_what_penalties_make_of_it(desk: Desk, match: EventMatch) -> None:
    desk.score(match, "9", "8")
    give(desk, match, "level")
    services.correct_result(
        match=match, by=desk.by, result=services.Result(("K", "8"), 8), reason="misread"
    )
    assert state(match)[2] == "Q : 8"


def test_cp_12_in_a_knockout_the_draw_after_it_follows(make_desk: Callable[..., Desk]) -> None:
    """CP-33: the next match has not begun, so the other pair is in it."""
    desk = make_desk(4, stages=[{"kind": "knockout"}])
    stage = desk.start()
    first = desk.draw(stage)
    for match in first.matches.all():
        desk.score(match, "9", "8")
    services.finish_round(round=first, by=desk.by)
    final = services.draw_round(stage=stage, by=desk.by)
    assert isinstance(final, Round)
    semi = first.matches.order_by("order").first()
    assert semi is not None
    give(desk, semi, "level", levels=2)
    assert side(semi) not in [s.entry for s in final.matches.get().sides.all()]
    assert side(semi, 1) in [s.entry for s in final.matches.get().sides.all()]


def test_cp_12_points_are_taken_in_the_standings(
    desk: Desk, stage: Stage, match: EventMatch
) -> None:
    desk.score(match)
    give(desk, match, "warning", points=Decimal("-2.5"))
    assert points(desk, stage)[side(match).name] == "16.5"


# ------------------------------------------------------------------------- losses, suspensions


def test_cp_12_a_loss_ends_the_match_and_a_revocation_gives_it_back(
    desk: Desk, match: EventMatch
) -> None:
    penalty = give(desk, match, "loss", "ruling_refused")
    assert state(match)[:2] == ("confirmed", "judged")
    services.revoke_penalty(penalty=penalty, by=desk.by, reason="it was the other table")
    assert state(match)[0] == "running"


def test_cp_13_a_match_that_a_penalty_ended_is_not_struck_but_the_penalty_revoked(
    desk: Desk, match: EventMatch
) -> None:
    """CP-13: struck it would be ended again by the next ruling, without a word."""
    penalty = give(desk, match, "loss")
    why = refused(
        No.LOST_BY_PENALTY,
        lambda: services.strike_result(match=match, by=desk.by, reason="let them play"),
    )
    assert "Revoke the penalty that ended it." in str(why)
    assert state(match)[:2] == ("confirmed", "judged")
    services.revoke_penalty(penalty=penalty, by=desk.by, reason="it was the other table")
    desk.score(match)
    services.strike_result(match=match, by=desk.by, reason="the wrong slip")
    assert state(match)[0] == "running"


def test_cp_13_a_forfeit_by_suspension_is_not_lifted_while_it_stands(
    desk: Desk, stage: Stage, match: EventMatch
) -> None:
    entry = side(match)
    give(desk, match, "suspension", rounds=1)
    desk.play(match.round)
    row = desk.draw(stage).matches.get(sides__entry=entry)
    assert row.ending == "forfeit"
    refused(
        No.LOST_BY_PENALTY,
        lambda: services.lift_forfeit(match=row, by=desk.by, reason="let them play"),
    )


def test_cp_12_both_sides_can_lose_a_match(desk: Desk, stage: Stage, match: EventMatch) -> None:
    give(desk, match, "loss")
    give(desk, match, "loss", entry=side(match, 1))
    row = EventMatch.objects.get(pk=match.pk)
    assert (row.ending, row.winner) == ("judged", None)
    total = points(desk, stage)
    assert total[side(match).name] == total[side(match, 1).name] == "0"


def test_cp_12_a_suspension_for_rounds_forfeits_those_that_begin(
    desk: Desk, stage: Stage, match: EventMatch
) -> None:
    """The match under way is played; the next one is not; the one after it is."""
    entry = side(match)
    give(desk, match, "suspension", rounds=1)
    assert state(match)[0] == "running"
    desk.play(match.round)
    for expected in ("forfeit", "played"):
        round = desk.draw(stage)
        row = round.matches.get(sides__entry=entry)
        assert row.ending == expected
        desk.play(round)


def test_cp_12_a_suspension_from_the_event_acts_at_once(
    make_desk: Callable[..., Desk], make_user: Callable[..., User]
) -> None:
    """The match is over, its table closed, the persons barred; revoked, all of it comes back."""
    people = [make_user(f"p{index}") for index in range(4)]
    desk = online(make_desk, people)
    match = desk.draw(desk.start()).matches.get()
    penalty = give(desk, match, "suspension", scope="event")
    row = EventMatch.objects.get(pk=match.pk)
    assert (row.state, row.ending) == ("confirmed", "judged")
    assert row.table is not None
    assert row.table.status == "closed"
    barred = [p.user for p in side(match).players.all()]
    assert all(barred_from_play(user, desk.event) for user in barred)
    assert barred_from_play(barred[0]) is None, "elsewhere they may play"
    assert barred_from_play(side(match, 1).players.all()[0].user, desk.event) is None
    services.revoke_penalty(penalty=penalty, by=desk.by, reason="another pair")
    assert barred_from_play(barred[0], desk.event) is None
    row = EventMatch.objects.get(pk=match.pk)
    assert row.state == "running"
    assert row.table is not None
    assert row.table.status == "open"


def test_cp_12_a_suspension_across_the_club_bars_from_its_next_event(
    make_desk: Callable[..., Desk], organiser: User, make_user: Callable[..., User]
) -> None:
    """Until its end, and no longer; a plain referee may not give it."""
    club = create_club(by=organiser, name="Tea house")
    desk = make_desk(0, club=club, stages=[{"kind": "swiss", "rounds": 1}])
    rude, partner = make_user("rude"), make_user("partner")
    services.add_entry(
        event=desk.event, by=desk.by, players=[{"user": rude}, {"user": partner}], name="A"
    )
    desk.add(1)
    match = desk.draw(desk.start()).matches.get()
    entry = desk.event.entries.get(name="A")
    until = timezone.now() + timedelta(days=30)
    decided = ruling(
        match, "suspension", "disturbance", entry=entry, scope="club", until=until,
        player=entry.players.get(user=rude), note="shouting",
    )  # fmt: skip
    referee = make_user("ref")
    services.give_role(event=desk.event, by=desk.by, user=referee, role="referee")
    refused(
        No.NOT_ALLOWED,
        lambda: services.record_penalty(event=desk.event, by=referee, ruling=decided),
    )
    services.record_penalty(event=desk.event, by=desk.by, ruling=decided)
    other = make_desk(0, club=club, name="Next cup")
    why = refused(No.SUSPENDED, lambda: services.enter(event=other.event, by=rude))
    assert "shouting" in str(why)
    services.enter(event=other.event, by=partner)
    assert barred_from_play(rude, club, at=until) is None


# --------------------------------------------------------------------------------- keeping it


def test_cp_13_a_penalty_names_everything_and_is_never_deleted(
    desk: Desk, match: EventMatch
) -> None:
    """Event, round, match, deal, trick, offender, clause, grade, effect, referee, time, note."""
    player = side(match).players.all()[0]
    row = give(
        desk, match, "warning", "out_of_turn", player=player, deal_number=3, trick_number=7,
        note="second time today",
    )  # fmt: skip
    assert (row.clause, row.deal_number, row.trick_number) == ("CP-22", 3, 7)
    assert (row.referee, row.match, row.player) == (desk.by, match, player)
    with pytest.raises(IntegrityError), transaction.atomic():
        Penalty.objects.filter(pk=row.pk).delete()
    with pytest.raises(IntegrityError), transaction.atomic():
        PenaltyChange.objects.update(reason="nothing happened")


def test_cp_13_changed_with_its_history(
    desk: Desk, match: EventMatch, make_user: Callable[..., User]
) -> None:
    row = give(desk, match, "loss")
    referee = make_user("ref")
    services.give_role(event=desk.event, by=desk.by, user=referee, role="referee")
    refused(
        No.NOT_ALLOWED,
        lambda: services.change_penalty(penalty=row, by=referee, reason="x", grade="warning"),
    )
    services.change_penalty(penalty=row, by=desk.by, reason="too hard", grade="warning")
    assert state(match)[0] == "running"
    services.revoke_penalty(penalty=row, by=desk.by, reason="no foul at all")
    refused(No.REVOKED, lambda: services.revoke_penalty(penalty=row, by=desk.by, reason="again"))
    kinds = [(h.kind, (h.before or {}).get("grade")) for h in row.history.all()]
    assert kinds == [("recorded", None), ("changed", "loss"), ("revoked", "warning")]
    verbs = desk.event.audit.filter(verb__contains="penalty").values_list("verb", flat=True)
    assert list(verbs) == ["record_penalty", "change_penalty", "revoke_penalty"]


def test_a_phone_that_sends_twice_records_once(desk: Desk, match: EventMatch) -> None:
    decided = ruling(match, "warning")
    for _ in range(2):
        services.record_penalty(event=desk.event, by=desk.by, ruling=decided)
    assert desk.event.penalties.count() == 1


@pytest.mark.parametrize("foul", FOULS, ids=lambda foul: f"{foul.clause} {foul.id}")
def test_the_catalogue_offers_its_grades_and_no_others(
    desk: Desk, match: EventMatch, foul: object
) -> None:
    """CP-20, CP-21, CP-22, CP-23, CP-24, CP-25: each foul with its remedy and grades."""
    seen = next(f for f in FOULS if f is foul)
    assert seen.remedy
    for grade in ("verbal", "violation", "loss"):
        decided = ruling(match, grade, seen.id)
        if grade in seen.grades:
            assert selectors.penalty_preview(desk.event, decided).texts
        else:
            with pytest.raises(Invalid):
                services.record_penalty(event=desk.event, by=desk.by, ruling=decided)


def test_who_is_no_referee_records_nothing(
    desk: Desk, match: EventMatch, make_user: Callable[..., User]
) -> None:
    """CP-2."""
    for name, role in (("scorer", "scorer"), ("member", "committee")):
        user = make_user(name)
        services.give_role(event=desk.event, by=desk.by, user=user, role=role)
        refused(
            No.NOT_ALLOWED,
            lambda user=user: services.record_penalty(
                event=desk.event, by=user, ruling=ruling(match, "warning")
            ),
        )
    stranger = desk.event.entries.exclude(sides__match=match).first()
    with pytest.raises(services.Refused):
        give(desk, match, "warning", entry=stranger)


def test_what_is_seen_before_confirming(desk: Desk, stage: Stage, match: EventMatch) -> None:
    """The result before and after, and whose place in the standings moves."""
    desk.play(match.round)
    seen = selectors.penalty_preview(desk.event, ruling(match, "loss"))
    assert (seen.result_before, seen.result_after) == ("A+ : 9", "decided by ruling")
    assert side(match) in [move.entry for move in seen.moves]
    assert state(match)[2] == "A+ : 9"
