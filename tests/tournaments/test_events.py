"""Events: presets, changes, clones, roles, what is a secret and when it is published."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts import clubs
from accounts.models import User
from accounts.permissions import may_organise, may_score, may_see_event
from tests.tournaments.conftest import Desk
from tests.tournaments.test_entries import refused
from tournaments import selectors, services
from tournaments.models import Due, Event
from tournaments.services import PRESETS, Invalid, No


def soon() -> object:
    return timezone.now() + timedelta(days=1)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_makes_an_event(organiser: User, preset: str) -> None:
    event = services.create_event(
        by=organiser,
        name="周末杯",
        game="shuangsheng",
        starts_at=soon(),  # type: ignore[arg-type]
        preset=preset,
    )
    assert event.slug.startswith("zhou-mo-bei")
    assert event.options, "a complete copy of the options"
    assert event.config.metrics
    assert event.stages.count() == len(PRESETS[preset].stages)
    assert event.duplicate == (preset == "duplicate")
    assert may_organise(organiser, event)


def test_wrong_values_are_named(organiser: User) -> None:
    wrong = [
        ({"time_zone": "Mars/Base"}, "time_zone"),
        ({"name": " "}, "name"),
        ({"max_entries": 0}, "max_entries"),
        ({"settings": {"metrics": ["opponents"]}}, "settings"),
        ({"settings": {"scoring": {"scale": "table", "rows": [[1, 2, 2]]}}}, "settings"),
        ({"stages": [{"kind": "swiss", "rounds": 0}]}, "stages.1"),
        ({"stages": [{"kind": "groups"}, {"kind": "knockout"}]}, "stages.1"),
        ({"stages": []}, "stages"),
        ({"options": {"no_such": 1}}, "options"),
    ]
    for values, field in wrong:
        given = {"name": "Cup", "game": "guandan", "starts_at": soon(), **values}
        with pytest.raises(Invalid) as info:
            services.create_event(by=organiser, **given)  # type: ignore[arg-type]
        assert list(info.value.errors) == [field]
        assert info.value.errors[field][0]


def test_guests_open_no_events(make_user: Callable[..., User]) -> None:
    guest = make_user("g", is_guest=True)
    refused(
        No.GUEST,
        lambda: services.create_event(by=guest, name="x", game="guandan", starts_at=soon()),  # type: ignore[arg-type]
    )


def test_a_clone_has_the_set_up_and_a_new_seed(make_desk: Callable[..., Desk]) -> None:
    desk = make_desk(4, settings={"late_until_round": 2}, fees="20 元")
    copy = services.clone_event(event=desk.event, by=desk.by, name="Next cup", starts_at=soon())  # type: ignore[arg-type]
    assert copy.status == "draft"
    assert copy.entries.count() == 0
    assert (copy.fees, copy.config.late_until_round) == ("20 元", 2)
    assert copy.seed != desk.event.seed
    assert [s.kind for s in copy.stages.all()] == ["swiss"]


def test_once_it_has_begun_what_changes_results_is_fixed(make_desk: Callable[..., Desk]) -> None:
    desk = make_desk(4)
    desk.start()
    services.update_event(event=desk.event, by=desk.by, name="Better name",
                          settings={"ending": {"kind": "deals", "deals": 6}})  # fmt: skip
    for late in (
        {"game": "wangkou"},
        {"settings": {"metrics": ["wins"]}},
        {"settings": {"scoring": {"scale": "place"}}},
        {"stages": [{"kind": "knockout"}]},
    ):
        with pytest.raises(Invalid):
            services.update_event(event=desk.event, by=desk.by, **late)
    desk.event.refresh_from_db()
    event = Event.objects.get(pk=desk.event.pk)
    assert event.name == "Better name"
    assert event.config.ending.deals == 6
    line = event.audit.filter(verb="update_event").first()
    assert line is not None
    assert line.after["name"] == "Better name"


def test_the_seed_is_committed_to_and_published_at_the_end(make_desk: Callable[..., Desk]) -> None:
    desk = make_desk(2, stages=[{"kind": "swiss", "rounds": 1}])
    stage = desk.start()
    refused(No.DRAWS_TO_COME, lambda: services.publish_seed(event=desk.event, by=desk.by))
    desk.play(desk.draw(stage))
    services.end_stage(stage=stage, by=desk.by)
    services.finish_event(event=desk.event, by=desk.by)
    event = Event.objects.get(pk=desk.event.pk)
    assert event.seed_published_at
    told = hashlib.sha256(bytes.fromhex(event.seed) + event.slug.encode()).hexdigest()
    assert told == event.commitment
    assert event.seed not in str(list(event.audit.exclude(verb="publish_seed").values()))


def test_entries_close_by_themselves(make_desk: Callable[..., Desk]) -> None:
    close = timezone.now() + timedelta(minutes=30)
    desk = make_desk(2, entries_close_at=close)
    assert services.fire_due(now=close - timedelta(seconds=1)) == 0
    later = close + timedelta(minutes=5)
    services.update_event(event=desk.event, by=desk.by, entries_close_at=later)
    assert services.fire_due(now=close) == 0
    assert services.fire_due(now=later) == 1
    desk.event.refresh_from_db()
    assert desk.event.status == "closed"
    assert Due.objects.get().fired_at


def test_drafts_are_for_those_who_make_them(
    organiser: User, make_user: Callable[..., User]
) -> None:
    event = services.create_event(by=organiser, name="x", game="guandan", starts_at=soon())  # type: ignore[arg-type]
    stranger = make_user("s")
    assert not may_see_event(stranger, event)
    assert may_see_event(organiser, event)
    assert list(selectors.events(organiser, when="mine")) == [event]
    assert not selectors.events(stranger, when="mine").exists()
    assert not selectors.events(when="upcoming").exists()
    services.open_entries(event=event, by=organiser)
    assert list(selectors.events(when="upcoming")) == [event]


def test_roles(desk: Desk, make_user: Callable[..., User]) -> None:
    """CP-2: roles are given and taken; the last organiser stays."""
    user = make_user("s")
    services.give_role(event=desk.event, by=desk.by, user=user, role="scorer")
    assert may_score(user, desk.event)
    assert not may_organise(user, desk.event)
    refused(
        No.NOT_ALLOWED,
        lambda: services.give_role(event=desk.event, by=user, user=user, role="organiser"),
    )
    services.take_role(event=desk.event, by=desk.by, user=user, role="scorer")
    assert not may_score(user, desk.event)
    refused(
        No.NOT_ALLOWED,
        lambda: services.take_role(event=desk.event, by=desk.by, user=desk.by, role="organiser"),
    )


def test_organisers_of_a_club_organise_its_events(
    organiser: User, make_user: Callable[..., User]
) -> None:
    club = clubs.create_club(by=organiser, name="东湖棋牌社")
    helper, member = make_user("helper"), make_user("member")
    for user in (helper, member):
        clubs.join_club(user=user, invite=club.invite)
    clubs.set_member_role(club=club, by=organiser, user=helper, role="organiser")
    refused(
        No.NOT_ALLOWED,
        lambda: services.create_event(
            by=member,
            name="x",
            game="guandan",
            starts_at=soon(),
            club=club,  # type: ignore[arg-type]
        ),
    )
    event = services.create_event(
        by=organiser,
        name="x",
        game="guandan",
        starts_at=soon(),
        club=club,  # type: ignore[arg-type]
    )
    assert may_organise(helper, event)
    assert not may_organise(member, event)
    assert list(selectors.events(when="mine", user=helper)) == [event]


def test_a_webhook_hears_of_what_it_asked_for(desk: Desk) -> None:
    hook = services.add_webhook(
        event=desk.event, by=desk.by, url="https://example.org/x", kinds=["results"]
    )
    desk.add(4)
    desk.score(desk.draw(desk.start()).matches.get(order=0))
    delivery = hook.deliveries.get()
    assert delivery.kind == "results"
    assert delivery.payload["event"] == desk.event.slug
    services.remove_webhook(webhook=hook, by=desk.by)


def test_cancelled(make_desk: Callable[..., Desk]) -> None:
    desk = make_desk(2, entries_close_at=timezone.now() + timedelta(minutes=1))
    refused(
        No.REASON_NEEDED, lambda: services.cancel_event(event=desk.event, by=desk.by, reason="")
    )
    services.cancel_event(event=desk.event, by=desk.by, reason="typhoon")
    assert services.fire_due(now=timezone.now() + timedelta(days=1)) == 0
    refused(No.WRONG_STATUS, lambda: desk.add(1))


def test_teams_are_summed(make_desk: Callable[..., Desk]) -> None:
    """CP-1: teams made of pairs; their pairs do not meet at first, and their points are summed."""
    stages = [{"kind": "swiss", "rounds": 1, "club_rounds": 1}]
    desk = make_desk(unit="team", stages=stages)
    with pytest.raises(Invalid):
        desk.add(1)
    desk.add(2, team="North")
    desk.add(2, team="South")
    round = desk.draw(desk.start())
    for match in round.matches.all():
        assert len({s.entry.team_id for s in match.sides.all()}) == 2
    desk.win(round, "A", "C")
    desk.win(round, "B", "D")
    assert [
        (rank, name, points) for rank, name, points, _ in selectors.team_standings(desk.event)
    ] == [
        (1, "North", "38"),
        (2, "South", "14"),
    ]
