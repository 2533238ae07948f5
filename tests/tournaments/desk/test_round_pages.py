"""Rounds and results at the desk."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.utils import translation

from tests.tournaments.conftest import pairs
from tournaments import services
from tournaments.models import EventMatch, ResultEntry, Round

pytestmark = pytest.mark.django_db


def address(desk: Any, page: str = "") -> str:
    return f"/events/{desk.event.slug}/desk/{page}"


def press(chief: Any, desk: Any, label: str) -> str:
    """The step of that name on the desk's first page."""
    from tournaments import selectors
    from tournaments.views.desk.home import address_of

    with translation.override("en"):
        step = next(s for s in selectors.next_steps(desk.event) if s.label == label)
    page = chief.post(address(desk, "step/"), verb=step.verb, **address_of(step))
    desk.event.refresh_from_db()
    return page


def test_an_event_is_run_from_the_next_steps(make_desk: Any, chief: Any) -> None:
    desk = make_desk(4, stages=[{"kind": "swiss", "rounds": 1}])
    press(chief, desk, "Close entries")
    press(chief, desk, "Start the event")
    assert "Publish the draw" in press(chief, desk, "Draw round 1")
    press(chief, desk, "Publish round 1")
    press(chief, desk, "Start round 1")
    page = chief.get(address(desk))
    assert "Results that are missing: 2" in page
    assert "waits for both sides" in page
    for match in desk.event.matches.all():
        chief.send(address(desk, f"matches/{match.pk}/"), level_0="A+", level_1="9", deals="8")
    press(chief, desk, "Finish round 1")
    press(chief, desk, "End the stage")
    press(chief, desk, "Finish the event")
    assert desk.event.status == "finished"


def test_starting_without_those_who_are_not_there(make_desk: Any, chief: Any) -> None:
    desk = make_desk(4)
    for number in (1, 2, 3):
        services.check_in(entry=desk.event.entries.get(number=number), by=desk.by)
    chief.post(address(desk, "step/"), verb="start_event", absent="withdraw")
    assert desk.event.entries.get(number=4).status == "withdrawn"


def test_every_pairing_and_the_bye_have_a_reason(make_desk: Any, chief: Any) -> None:
    desk = make_desk(5)
    desk.start()
    page = chief.post(address(desk, "stages/1/draw/"))
    assert page.count('class="reasons"') == 3
    assert "The number of pairs is odd" in page


def test_where_no_draw_is_possible_the_choices_are_shown(make_desk: Any, chief: Any) -> None:
    desk = make_desk(4)
    stage = desk.start()
    first = desk.draw(stage)
    desk.play(first)
    one, two = first.matches.order_by("order")
    for side in two.sides.all():  # those who are left have met
        services.withdraw(entry=side.entry, by=desk.by)
    page = chief.post(address(desk, "stages/1/draw/"), expect=409)
    assert "No draw is possible" in page
    assert "This gives up" in page
    assert stage.rounds.count() == 1
    page = chief.post(address(desk, "stages/1/draw/"), choice="0")
    assert stage.rounds.count() == 2
    for side in one.sides.all():
        assert side.entry.name in page


def test_pairs_are_exchanged_by_hand_with_warnings_and_a_reason(make_desk: Any, chief: Any) -> None:
    desk = make_desk(4)
    stage = desk.start()
    first = desk.draw(stage)
    before = pairs(first)
    desk.play(first)
    drawn = services.draw_round(stage=stage, by=desk.by)
    edit = address(desk, "rounds/1/2/edit/")
    met = before[0].split("-")
    there = {name: pair for pair in pairs(drawn) for name in pair.split("-")}
    other = there[met[0]].replace(met[0], "").strip("-")
    numbers = dict(desk.event.entries.values_list("name", "number"))
    swap = {"swap": "1", "swap-a": str(numbers[met[1]]), "swap-b": str(numbers[other])}
    page = chief.send(edit, **swap)
    assert "have met before" in page
    assert pairs(drawn) == pairs(Round.objects.get(pk=drawn.pk))
    from tests.tournaments.desk.forms import as_shown

    filled = as_shown(page)
    refused = chief.client.post(edit, filled, follow=True).content.decode()
    assert "Please give a reason" in refused
    filled["reason"] = "The hall asked for it"
    chief.client.post(edit, filled, follow=True)
    assert before[0] in pairs(drawn) or "-".join(reversed(met)) in pairs(drawn)
    assert desk.event.audit.filter(verb="set_pairings", reason="The hall asked for it").exists()


def test_what_cannot_stand_is_said_as_one_types(make_desk: Any, chief: Any) -> None:
    desk = make_desk(4)
    services.draw_round(stage=desk.start(), by=desk.by)
    check = address(desk, "rounds/1/1/edit/check/")
    text = chief.post(check, lines="2", **{"a-0": "1", "b-0": "2", "a-1": "1", "b-1": "77"})
    assert "This cannot stand" in text
    assert "No pair of this stage has the number “77”" in text


def test_publication_taken_back_needs_a_reason(make_desk: Any, chief: Any) -> None:
    desk = make_desk(4)
    drawn = services.draw_round(stage=desk.start(), by=desk.by)
    do = address(desk, "rounds/1/1/do/")
    chief.post(f"{do}check/")
    chief.post(f"{do}publish/")
    assert "Please give a reason" in chief.post(f"{do}withdraw/")
    chief.post(f"{do}withdraw/", reason="A pair is missing")
    drawn.refresh_from_db()
    assert drawn.status == "draft"
    chief.post(f"{do}discard/")
    assert not Round.objects.exists()


def test_the_clock_is_stopped_and_moved(make_desk: Any, chief: Any) -> None:
    """CP-7"""
    desk = make_desk(4)
    round = desk.draw(desk.start())
    do, before = address(desk, "rounds/1/1/do/"), round.clock_ends_at
    chief.post(f"{do}extend/", minutes="7")
    round.refresh_from_db()
    assert (round.clock_ends_at - before).total_seconds() == 7 * 60
    assert "the clock stands still" in chief.post(f"{do}pause/")
    assert "Stop the clock" in chief.post(f"{do}resume/")


def test_the_whole_schedule_of_a_round_robin(make_desk: Any, chief: Any) -> None:
    desk = make_desk(4, stages=[{"kind": "round_robin"}])
    desk.start()
    assert "Rounds drawn: 3" in chief.post(address(desk, "stages/1/draw-all/"))


# ---------------------------------------------------------------------------------- results


def test_the_grid_keeps_what_is_wrong_and_takes_the_rest(make_desk: Any, chief: Any) -> None:
    desk = make_desk(4)
    round = desk.draw(desk.start())
    one, two = round.matches.order_by("table_no")
    grid = address(desk, "rounds/1/1/results/")
    page = chief.send(
        grid,
        **{f"l0-{one.pk}": "a+", f"l1-{one.pk}": "9", f"l0-{two.pk}": "X", f"l1-{two.pk}": "3"},
    )
    assert "Results entered: 1" in page
    assert "Levels are 2" in page
    assert 'value="X"' in page
    one.refresh_from_db()
    assert one.levels == (13, 7)


def test_a_line_of_the_grid_is_sent_twice_and_counts_once(make_desk: Any, chief: Any) -> None:
    desk = make_desk(4)
    round = desk.draw(desk.start())
    match = round.matches.first()
    body = {"match": match.pk, "client_id": "x1", "levels": ["A", "5"], "deals": 7}
    for _ in range(2):
        response = chief.client.post(
            address(desk, "rounds/1/1/results/send/"), json.dumps(body), "application/json"
        )
        answer = response.json()
        assert answer["ok"]
        assert answer["state"] == "confirmed"
    assert ResultEntry.objects.filter(match=match).count() == 1
    response = chief.client.post(
        address(desk, "rounds/1/1/results/send/"),
        json.dumps({**body, "client_id": "x2", "levels": ["A", "6"]}),
        "application/json",
    )
    assert response.json()["conflict"]


def test_results_from_a_file(make_desk: Any, chief: Any) -> None:
    desk = make_desk(4)
    round = desk.draw(desk.start())
    page = address(desk, "rounds/1/1/results/import/")
    text = "table,level 1,level 2,deals\n1,A+,4,8\n2,7,9,8\n"
    assert "Enter these results" in chief.post(page, text=text)
    chief.post(page, text=text, **{"import": "1"})
    assert not round.matches.exclude(state="confirmed").exists()


def test_a_correction_needs_a_reason_and_has_a_history(make_desk: Any, chief: Any) -> None:
    desk = make_desk(4)
    round = desk.draw(desk.start())
    match = round.matches.first()
    desk.score(match)
    page = address(desk, f"matches/{match.pk}/")
    assert "This field is required" in chief.send(page, level_0="K", reason="")
    text = chief.send(page, level_0="K", level_1="9", reason="Slip misread")
    assert "Slip misread" in text
    assert "A+ : 9 →" in text
    match.refresh_from_db()
    assert match.levels == (11, 7)
    assert "does not count any more" in chief.post(
        address(desk, f"matches/{match.pk}/do/strike/"), reason="Wrong match"
    )


def test_a_forfeit(make_desk: Any, chief: Any) -> None:
    """CP-5"""
    desk = make_desk(4)
    match = desk.draw(desk.start()).matches.first()
    chief.post(address(desk, f"matches/{match.pk}/do/forfeit/"), side="1", reason="Not there")
    match.refresh_from_db()
    assert match.ending == "forfeit"
    assert match.winner == match.sides.get(side=0).entry


def test_a_scorer_cannot_correct(make_desk: Any, stranger: Any) -> None:
    """CP-2"""
    desk = make_desk(4)
    match = desk.draw(desk.start()).matches.first()
    services.give_role(event=desk.event, by=desk.by, user=stranger.user, role="scorer")
    desk.score(match)
    page = stranger.get(address(desk, f"matches/{match.pk}/"))
    assert "A referee can correct it" in page
    said = stranger.post(address(desk, f"matches/{match.pk}/do/strike/"), reason="x")
    assert "Your role in this event does not allow that. (CP-2)" in said
    match.refresh_from_db()
    assert match.state == EventMatch.State.CONFIRMED


def test_a_tied_knock_out_match_asks_who_goes_on(make_desk: Any, chief: Any) -> None:
    """CP-8"""
    desk = make_desk(4, stages=[{"kind": "knockout"}])
    match = desk.draw(desk.start()).matches.first()
    page = address(desk, f"matches/{match.pk}/")
    assert "has no draw" in chief.send(page, level_0="9", level_1="9")
    chief.send(page, level_0="9", level_1="9", winner="1")
    match.refresh_from_db()
    assert match.winner == match.sides.get(side=1).entry


def test_a_correction_in_a_bracket_that_goes_on_asks_first(make_desk: Any, chief: Any) -> None:
    """Case 20: the later match has begun; the director chooses."""
    desk = make_desk(4, stages=[{"kind": "knockout"}])
    stage = desk.start()
    first = desk.draw(stage)
    match = first.matches.order_by("order").first()
    desk.play(first)
    desk.draw(stage)
    page = address(desk, f"matches/{match.pk}/")
    text = chief.send(page, level_0="2", level_1="A+", reason="Sides mixed up")
    assert "Keep the bracket" in text
    match.refresh_from_db()
    assert match.levels == (13, 7)
    chief.send(page, level_0="2", level_1="A+", reason="Sides mixed up", later="replay")
    match.refresh_from_db()
    assert match.levels == (0, 13)


def test_what_if_shows_before_and_after_and_changes_nothing(make_desk: Any, chief: Any) -> None:
    desk = make_desk(4)
    round = desk.draw(desk.start())
    desk.play(round)
    match = round.matches.order_by("order").first()
    text = chief.get(address(desk, "what-if/"), match=match.pk, l0="2", l1="A+")
    assert "What would change" in text
    assert "Rank now" in text
    match.refresh_from_db()
    assert match.levels == (13, 7)


def test_a_stage_is_seeded_by_hand_before_its_first_round(make_desk: Any, chief: Any) -> None:
    desk = make_desk(4, stages=[{"kind": "knockout"}])
    stage = desk.start()
    page = address(desk, "stages/1/seeding/")
    assert page in chief.get(address(desk, "rounds/"))
    chief.send(page, **{"seed-4": "0.5"})
    assert list(stage.entrants.values_list("entry__name", flat=True)) == ["D", "A", "B", "C"]
    desk.draw(stage)
    assert "The round has begun" in chief.send(page, up="2")
