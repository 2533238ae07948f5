"""The wizard: from a preset to an event, an old one again, later changes."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from accounts import clubs
from tournaments import services
from tournaments.models import Event
from tournaments.services import PRESETS

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_as_it_stands_with_a_name_is_an_event(chief: Any, preset: str) -> None:
    page = chief.send(f"/events/new/{preset}/", name="Spring cup")
    event = Event.objects.get()
    assert "Spring cup" in page
    assert event.status == "draft"
    fresh = services.create_event(
        by=chief.user, name="Other", game=event.game, preset=preset, starts_at=event.starts_at
    )
    assert event.settings == fresh.settings
    assert event.duplicate == fresh.duplicate
    assert list(event.stages.values_list("kind", "config")) == list(
        fresh.stages.values_list("kind", "config")
    )


def test_the_start_is_meant_by_the_clock_of_the_place(chief: Any) -> None:
    chief.send(
        "/events/new/tea_house/",
        name="Evening",
        starts_at="2027-03-05T19:30",
        time_zone="Europe/Berlin",
    )
    assert Event.objects.get().starts_at == datetime(2027, 3, 5, 18, 30, tzinfo=UTC)


def test_what_is_wrong_is_said_at_its_field_and_nothing_typed_is_lost(chief: Any) -> None:
    page = chief.send(
        "/events/new/tea_house/", name="", place="Old tea house", tables="1-x", stage1__rounds="99"
    )
    assert not Event.objects.exists()
    assert "Old tea house" in page
    assert "1-x" in page
    assert "This cannot be read" in page
    assert page.count('aria-invalid="true"') == 3


def test_details_reach_the_event(chief: Any) -> None:
    """CP-6, CP-7, CP-8, CP-9"""
    chief.send(
        "/events/new/one_day/",
        name="Cup",
        ending_kind="time_deals",
        ending_minutes="45",
        ending_deals="6",
        scale="table",
        rows="0 5 5\n1 7 3\n4 10 0",
        metrics="own",
        metric_1="match_points",
        metric_2="level_difference",
        metric_3="",
        metric_4="",
        metric_5="",
        noshow_minutes="12",
        tables="1-4, 9",
        max_entries="32",
        stage1__rounds="5",
        stage1__club_rounds="3",
    )
    event = Event.objects.get()
    config = event.config
    assert (config.ending.kind, config.ending.minutes, config.ending.deals) == (
        "time_deals", 45, 6,
    )  # fmt: skip
    assert [str(n) for n in config.scoring.rows[1]] == ["1", "7", "3"]
    assert config.metrics == ("match_points", "level_difference")
    assert config.noshow_minutes == 12
    assert config.tables == (1, 2, 3, 4, 9)
    assert event.max_entries == 32
    assert event.stages.get().plan.rounds == 5
    assert event.stages.get().plan.club_rounds == 3


def test_a_second_stage_is_added(chief: Any) -> None:
    chief.send(
        "/events/new/tea_house/", name="Cup", stage1__top="4", stage2__kind="knockout",
        stage2__third_place="on",
    )  # fmt: skip
    first, second = Event.objects.get().stages.all()
    assert first.plan.qualify.top == 4
    assert second.kind == "knockout"
    assert second.plan.third_place


def test_rule_options_are_those_of_the_chosen_game(chief: Any) -> None:
    chief.send("/events/new/tea_house/", name="A", option__base="3")
    assert Event.objects.get(name="A").options["base"] == 3
    # without scripts the page still has the options of the other game
    chief.send("/events/new/tea_house/", name="B", game="guandan", option__base="3")
    event = Event.objects.get(name="B")
    assert event.game == "guandan"
    assert "base" not in event.options


def test_another_game_brings_its_options(chief: Any) -> None:
    response = chief.client.get(
        "/events/new/tea_house/", {"game": "guandan"}, headers={"HX-Request": "true"}
    )
    assert 'value="guandan"' in response.content.decode()


def test_guests_are_led_to_keep_their_account(visitor: Any, make_user: Any) -> None:
    guest = visitor(make_user("g", is_guest=True))
    assert "Keep this account" in guest.get("/events/new/")
    guest.get("/events/new/tea_house/", expect=403)


def test_for_a_club_only_its_organisers(chief: Any, stranger: Any) -> None:
    club = clubs.create_club(by=chief.user, name="East")
    clubs.join_club(user=stranger.user, invite=club.invite)
    chief.send("/events/new/tea_house/?club=east", name="Club night")
    assert Event.objects.get().club == club
    assert ">East<" not in stranger.get("/events/new/tea_house/")


def test_an_old_event_again(desk: Any, chief: Any) -> None:
    assert desk.event.name in chief.get("/events/new/")
    chief.send(f"/events/{desk.event.slug}/desk/clone/", name="Second cup")
    copy = Event.objects.get(name="Second cup")
    assert copy.status == "draft"
    assert copy.settings == desk.event.settings
    assert copy.seed != desk.event.seed


def test_saving_the_set_up_unchanged_changes_nothing(desk: Any, chief: Any) -> None:
    before = Event.objects.filter(pk=desk.event.pk).values().get()
    stages = list(desk.event.stages.values_list("order", "name", "kind", "config"))
    page = chief.send(f"/events/{desk.event.slug}/desk/set-up/", starts_at=None)
    assert "field is required" in page
    address = f"/events/{desk.event.slug}/desk/set-up/"
    assert "Saved." in chief.send(address)
    after = Event.objects.filter(pk=desk.event.pk).values().get()
    for key in before.keys() - {"version", "starts_at"}:
        assert after[key] == before[key], key
    assert list(desk.event.stages.values_list("order", "name", "kind", "config")) == stages


def test_after_the_start_what_changes_results_is_refused(make_desk: Any, chief: Any) -> None:
    desk = make_desk(4)
    desk.start()
    page = chief.send(f"/events/{desk.event.slug}/desk/set-up/", scale="place", place="Hall B")
    assert "the event has begun" in page
    assert "Hall B" in page
    assert Event.objects.get().place == ""
    chief.send(f"/events/{desk.event.slug}/desk/set-up/", place="Hall B")
    assert Event.objects.get().place == "Hall B"


def test_cancelling_needs_a_reason(desk: Any, chief: Any) -> None:
    address = f"/events/{desk.event.slug}/desk/cancel/"
    assert "Please give a reason" in chief.post(address, reason=" ")
    chief.post(address, reason="The hall is flooded")
    desk.event.refresh_from_db()
    assert desk.event.status == "cancelled"
