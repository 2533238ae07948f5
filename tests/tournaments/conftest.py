"""Events to try the verbs on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from tournaments import services
from tournaments.models import Entry, Event, EventMatch, Round, Stage
from tournaments.services import Result

SWISS = {"kind": "swiss", "rounds": 3}


class Desk:
    """An organiser with an event: the shortest way to any situation."""

    def __init__(self, organiser: User, event: Event) -> None:
        self.by, self.event = organiser, event

    def add(self, count: int, **fields: Any) -> list[Entry]:
        """So many pairs: A1 / A2, B1 / B2 …"""
        first = self.event.entries.count()
        names = [chr(65 + i) if i < 26 else f"N{i}-" for i in range(first, first + count)]
        return [
            services.add_entry(
                event=self.event,
                by=self.by,
                players=[{"name": f"{n}1"}, {"name": f"{n}2"}],
                name=n,
                **fields,
            )
            for n in names
        ]

    def start(self) -> Stage:
        """Entries in the order they came are the seeds; the event begins."""
        order = list(self.event.entries.filter(status="confirmed").order_by("number"))
        services.seed_entries(event=self.event, by=self.by, how="by_hand", order=order)
        if self.event.status == "draft":
            services.open_entries(event=self.event, by=self.by)
        stage = services.start_event(event=self.event, by=self.by)
        self.event.refresh_from_db()
        return stage

    def draw(self, stage: Stage) -> Round:
        """The next round, begun."""
        drawn = services.draw_round(stage=stage, by=self.by)
        assert isinstance(drawn, Round)
        services.publish_round(round=drawn, by=self.by)
        return services.start_round(round=drawn, by=self.by)

    def match(self, round: Round, *names: str) -> EventMatch:
        """The match of these pairs."""
        for match in round.matches.prefetch_related("sides__entry"):
            if {s.entry.name for s in match.sides.all()} == set(names):
                return match
        raise AssertionError(f"no match of {names}: {pairs(round)}")

    def score(self, match: EventMatch, first: str = "A+", second: str = "9", **more: Any) -> None:
        """A scorer's result, of side 0 and side 1."""
        services.enter_result(
            match=match,
            by=self.by,
            result=Result((first, second), 8, **more),
            client_id=f"{match.pk}:{match.revision}",
        )

    def win(self, round: Round, winner: str, loser: str, level: str = "9") -> EventMatch:
        """``winner`` beats ``loser`` by A+ to ``level``."""
        match = self.match(round, winner, loser)
        first = match.sides.get(side=0).entry.name == winner
        self.score(match, *(("A+", level) if first else (level, "A+")))
        return match

    def play(self, round: Round) -> Round:
        """Everywhere side 0 wins; the round is finished."""
        for match in round.matches.exclude(state="confirmed").filter(sides__side=1):
            self.score(match)
        return services.finish_round(round=round, by=self.by)


def pairs(round: Round) -> list[str]:
    """Who meets whom: ``A-B``, a bye is ``C-``."""
    return [
        "-".join([s.entry.name for s in m.sides.all()]) + ("-" if m.ending == "bye" else "")
        for m in round.matches.order_by("order").prefetch_related("sides__entry")
    ]


@pytest.fixture
def organiser(make_user: Callable[..., User]) -> User:
    return make_user("org")


@pytest.fixture
def make_desk(organiser: User) -> Callable[..., Desk]:
    """``make_desk(pairs=6, stages=[…], settings={…})``; entries are open."""

    def make(pairs: int = 0, stages: Sequence[Any] = (SWISS,), **more: Any) -> Desk:
        event = services.create_event(
            by=organiser,
            name=more.pop("name", "Test cup"),
            game=more.pop("game", "guandan"),
            starts_at=timezone.now() + timedelta(hours=1),
            preset=more.pop("preset", "tea_house"),
            stages=stages,
            **more,
        )
        services.open_entries(event=event, by=organiser)
        event.refresh_from_db()
        desk = Desk(organiser, event)
        desk.add(pairs)
        return desk

    return make


@pytest.fixture
def desk(make_desk: Callable[..., Desk]) -> Desk:
    """An event with open entries and no pairs."""
    return make_desk()
