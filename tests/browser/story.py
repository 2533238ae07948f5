"""An event of four pairs for a whole story of match rules: its people, their pages, its time."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.apps import apps
from django.db.models import DateTimeField, F, Model
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from accounts import clubs
from accounts.models import User
from tests.browser.test_events import elsewhere
from tests.tournaments.conftest import Desk
from tournaments import services
from tournaments.models import Entry, Event, EventMatch, Round

PHONE: dict[str, Any] = {"width": 390, "height": 844, "reduced_motion": "reduce"}
CLUB = "Riverside"

TO_THE_EVENT = {
    "Round": "stage__event",
    "MatchSide": "match__event",
    "Attendance": "side__match__event",
    "Leave": "round__stage__event",
    "EventMatch": "event",
    "ResultEntry": "match__event",
    "Penalty": "event",
    "Appeal": "event",
    "Due": "event",
}
"""What knows a time, and how it belongs to its event."""


def minutes_later(event: Event, minutes: float) -> None:
    """So much time passes: all that has happened is so much longer ago; what is due happens."""

    def pass_by() -> None:
        for name, path in TO_THE_EVENT.items():
            model: type[Model] = apps.get_model("tournaments", name)
            times = [f.name for f in model._meta.fields if isinstance(f, DateTimeField)]
            ago = {time: F(time) - timedelta(minutes=minutes) for time in times}
            model._default_manager.filter(**{path: event}).update(**ago)

    elsewhere(pass_by)
    the_worker_works()


def the_worker_works() -> None:
    """What a worker would have done by now: deadlines, results of tables on line, standings."""
    for work in (services.fire_due, services.take_missed, services.recount_stale):
        elsewhere(work)


def after_the_call(event: Event, minutes: int) -> None:
    """So many minutes have passed since the first round was called, however slow this machine."""
    called = Round.objects.get(stage__event=event, number=1).started_at
    assert called is not None
    gone = (timezone.now() - called) / timedelta(minutes=1)
    minutes_later(event, minutes - gone)


class Story:
    """The late pair Ma and their opponents Gao of Riverside, the others; those who judge."""

    def __init__(
        self, new_context: Any, make_desk: Callable[..., Desk], make_user: Callable[..., User],
        **more: Any,
    ) -> None:  # fmt: skip
        self.new_context, self.make_user = new_context, make_user
        stages = [{"kind": "swiss", "rounds": 3}]
        self.desk = make_desk(0, name="Spring cup", stages=stages, **more)
        self.organiser = self.desk.by
        self.pages: dict[object, Page] = {}
        self.ma, self.gao = self.person("Ma Li", "Ma Jun"), self.person("Gao Wen", "Gao Fei")
        (self.chief,), (self.referee,) = self.person("Chief Xu"), self.person("Referee Lu")
        self.committee = self.person("Judge One", "Judge Two", "Judge Bian")
        (self.substitute,), (self.stranger,) = self.person("Judge Tang"), self.person("Nobody")
        self._offices()

    def person(self, *names: str) -> tuple[User, ...]:
        """People with accounts: ``Ma Li`` is ``ma-li``."""
        return tuple(
            self.make_user(name.lower().replace(" ", "-"), display_name=name) for name in names
        )

    def _offices(self) -> None:
        """Who does what; the third of the committee belongs to the club of a party."""
        roles = [(self.chief, "chief_referee"), (self.referee, "referee")]
        for user, role in [*roles, *((user, "committee") for user in self.committee)]:
            services.give_role(event=self.event, by=self.organiser, user=user, role=role)
        club = clubs.create_club(by=self.committee[2], name=CLUB)
        assert club.name == CLUB

    def enter(self, name: str, players: list[dict[str, Any]], club: str = "") -> Entry:
        """A pair."""
        return services.add_entry(
            event=self.event, by=self.organiser, name=name, players=players, club_name=club
        )

    @property
    def event(self) -> Event:
        """The event as it is now."""
        return Event.objects.get(pk=self.desk.event.pk)

    @property
    def match(self) -> EventMatch:
        """Their match as it is now."""
        return self.event.matches.get(round__number=1, sides__entry__name="Ma")

    def round(self, number: int) -> Round:
        """A round as it is now."""
        return Round.objects.get(stage__event=self.event, number=number)

    def pair(self, name: str) -> Entry:
        """A pair by name."""
        return self.event.entries.get(name=name)

    # ------------------------------------------------------------------------------ pages

    def page(self, user: User | None, device: str = "") -> Page:
        """Somebody's page: the organiser's is a desktop, all others are phones."""
        if (user, device) not in self.pages:
            look = {} if user == self.organiser else PHONE
            self.pages[user, device] = self.new_context(user=user, **look).new_page()
        return self.pages[user, device]

    def at_event(self, user: User | None, *links: str, device: str = "") -> Page:
        """Somebody opens the page of the event and follows links from there."""
        page = self.page(user, device)
        page.goto(f"/events/{self.event.slug}/")
        for link in links:
            page.get_by_role("link", name=link).first.click()
        return page

    def desk_step(self, label: str) -> Page:
        """The organiser presses what comes next."""
        page = self.at_event(self.organiser, "To the desk")
        page.get_by_role("button", name=label, exact=True).click()
        expect(page.locator(".notices, .reasons").first).to_be_visible()
        return page


def panel(page: Page, heading: str) -> Locator:
    """A section of a page by its heading."""
    inside = page.get_by_role("heading", name=heading)
    return page.locator("section, details").filter(has=inside).last
