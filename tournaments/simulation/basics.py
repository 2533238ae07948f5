"""An event with its people, its draws and results that are entered as they come."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from hashlib import sha256
from typing import Any
from uuid import uuid4

from django.utils import timezone

from accounts.models import User
from tournaments import services
from tournaments.engine.lots import commitment
from tournaments.engine.matches import PASSED, level_name
from tournaments.engine.pairing.model import Unsatisfiable
from tournaments.models import Entry, Event, EventMatch, MatchSide, Round, Stage
from tournaments.services import Result

Say = Callable[[str], None]

METRICS = ("total", "penalties", "progress", "wins", "level_difference")
"""In disorder penalties decide early, so that a wrong count would show."""


@dataclass(slots=True)
class Basics:
    """One simulated event; everything random in it comes from ``seed``."""

    pairs: int
    rounds: int
    seed: int = 1
    chaos: bool = False
    game: str = "guandan"
    say: Say = lambda text: None
    chance: random.Random = field(init=False)
    organiser: User = field(init=False)
    event: Event = field(init=False)
    committee: list[User] = field(default_factory=list)
    strength: dict[int, float] = field(default_factory=dict)
    happened: dict[str, int] = field(default_factory=dict)
    found: list[str] = field(default_factory=list)
    """What did not agree, and when."""

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)

    def prepare(self) -> None:
        """The organiser, the event, its entries."""
        name = f"sim-{uuid4().hex[:8]}"
        self.organiser = User.objects.create_user(name, display_name="Organiser")
        disorder = {
            "late_until_round": min(3, self.rounds),
            "call_tables": True,
            "metrics": list(METRICS),
        }
        self.event = services.create_event(
            by=self.organiser,
            name=f"Simulation {self.pairs} × {self.rounds}",
            game=self.game,
            starts_at=timezone.now() + timedelta(hours=1),
            preset="one_day",
            settings=disorder if self.chaos else {"late_until_round": 0, "call_tables": False},
            stages=[
                {"kind": "swiss", "rounds": self.rounds, "club_rounds": min(2, self.rounds - 1)}
            ],
        )
        self.event.seed = sha256(f"simulation {self.seed}".encode()).hexdigest()
        self.event.commitment = commitment(self.event.seed_bytes, self.event.slug)
        self.event.save(update_fields=["seed", "commitment"])  # lots come out the same again
        for index in range(3 if self.chaos else 0):
            member = User.objects.create_user(f"{name}-m{index}", display_name=f"Member {index}")
            services.give_role(event=self.event, by=self.organiser, user=member, role="committee")
            self.committee.append(member)
        services.open_entries(event=self.event, by=self.organiser)
        for index in range(1, self.pairs + 1):
            self.enter(index)
        services.close_entries(event=self.event, by=self.organiser)
        services.seed_entries(event=self.event, by=self.organiser, how="lots")

    def enter(self, index: int) -> Entry:
        """One more pair; a club to each ten. In disorder a few have accounts."""
        clubs = max(2, self.pairs // 10)
        players: list[dict[str, Any]] = [{"name": f"P{index}a"}, {"name": f"P{index}b"}]
        for player in players if self.chaos and self.chance.random() < 0.15 else ():
            player["user"] = self.account(player["name"])
        entry = services.add_entry(
            event=self.event,
            by=self.organiser,
            players=players,
            club_name=f"Club {index % clubs}",
        )
        self.strength[entry.number] = self.chance.gauss(0, 3)
        return entry

    def account(self, name: str) -> User:
        """An account of a player."""
        return User.objects.create_user(f"{self.organiser.username}-{name}", display_name=name)

    # --------------------------------------------------------------------------- draws

    def draw(self, stage: Stage) -> Round | None:
        """Draw, publish and start the next round; nothing when there is no way to pair it."""
        drawn = self.published(stage)
        return drawn and services.start_round(round=drawn, by=self.organiser)

    def published(self, stage: Stage) -> Round | None:
        """The next round as far as it can be published, drawn if it is not yet."""
        begun = (Round.Status.RUNNING, Round.Status.FINISHED)
        drawn = stage.rounds.exclude(status__in=begun).first() or self.drafted(stage)
        if drawn is None or drawn.status == Round.Status.PUBLISHED:
            return drawn
        return services.publish_round(round=drawn, by=self.organiser)

    def drafted(self, stage: Stage) -> Round | None:
        """The next round as a draft."""
        drawn = services.draw_round(stage=stage, by=self.organiser)
        if isinstance(drawn, Unsatisfiable):
            choice = next((i for i, c in enumerate(drawn.choices) if c.allowed), None)
            self.count("unsatisfiable")
            if choice is None:
                return None
            drawn = services.draw_round(stage=stage, by=self.organiser, choice=choice)
            assert isinstance(drawn, Round)
        return drawn

    # --------------------------------------------------------------------------- results

    def tell(self, match: EventMatch, said: Result, **who: Any) -> None:
        """Enter a result, sometimes twice, as a phone does that has lost the answer."""
        client_id = uuid4().hex
        for _ in range(2 if self.chance.random() < 0.1 else 1):
            services.enter_result(match=match, result=said, client_id=client_id, **who)

    def disagree(
        self, match: EventMatch, first: MatchSide, second: MatchSide, said: Result
    ) -> None:
        """Two sides say different things; the referee decides."""
        other = self.random_result(first.entry.number, second.entry.number)
        self.tell(match, said, code=first.entry.code)
        self.tell(match, other, code=second.entry.code)
        match.refresh_from_db()
        if match.state == EventMatch.State.DISPUTED:
            services.rule_result(match=match, by=self.organiser, result=other, reason="slip")
            self.count("dispute")

    def random_result(self, first: int, second: int) -> Result:
        """Levels drawn from the pairs' strengths."""
        swing = self.strength[first] - self.strength[second] + self.chance.gauss(0, 4)
        d = max(-PASSED, min(PASSED, round(swing)))
        levels = (PASSED, PASSED - d) if d >= 0 else (PASSED + d, PASSED)
        return Result((level_name(levels[0]), level_name(levels[1])), self.chance.randint(4, 9))

    # --------------------------------------------------------------------------- chance

    def count(self, what: str, times: int = 1) -> None:
        """Remember that it happened."""
        self.happened[what] = self.happened.get(what, 0) + times

    def some(self, rows: Any, share: float) -> Iterator[Any]:
        """A share of the rows, at least one."""
        everything = list(rows.order_by("pk"))
        count = min(len(everything), max(1, round(share * len(everything))))
        return iter(self.chance.sample(everything, count))
