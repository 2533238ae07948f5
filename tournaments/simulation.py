"""A whole event played by nobody, through the real verbs, and a check of what is left of it.

Used by ``manage.py simulate_event`` and by the tests. With ``chaos`` pairs withdraw, come late,
do not appear, disagree about results, and results are corrected afterwards.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from decimal import Decimal
from typing import Any
from uuid import uuid4

from django.utils import timezone

from accounts.models import User
from tournaments import services
from tournaments.engine import penalties as law
from tournaments.engine.catalogue import Grade
from tournaments.engine.matches import PASSED, Ending, Match, level_name
from tournaments.engine.pairing.model import Unsatisfiable
from tournaments.engine.standings import standings
from tournaments.models import (
    Appeal,
    Entry,
    Event,
    EventMatch,
    MatchSide,
    Penalty,
    ResultChange,
    Round,
    Stage,
    StandingsSnapshot,
)
from tournaments.selectors import facts as known
from tournaments.selectors.words import number as shown
from tournaments.services import Result

Say = Callable[[str], None]


@dataclass(slots=True)
class Simulation:
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

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)

    def run(self) -> Event:
        """Play it from the first entry to the published seed."""
        self.prepare()
        stage = services.start_event(event=self.event, by=self.organiser)
        for number in range(1, self.rounds + 1):
            drawn = self.draw(stage)
            if drawn is None:
                break
            self.play(drawn)
            services.recount(stage_id=stage.pk)
            self.say(f"round {number}: {drawn.matches.count()} matches")
            if self.chaos:
                self.between(stage, drawn)
        services.end_stage(stage=stage, by=self.organiser)
        services.recount(stage_id=stage.pk)
        return services.finish_event(event=self.event, by=self.organiser)

    def prepare(self) -> None:
        """The organiser, the event, its entries."""
        name = f"sim-{uuid4().hex[:8]}"
        self.organiser = User.objects.create_user(name, display_name="Organiser")
        self.event = services.create_event(
            by=self.organiser,
            name=f"Simulation {self.pairs} × {self.rounds}",
            game=self.game,
            starts_at=timezone.now() + timedelta(hours=1),
            preset="one_day",
            settings={
                "late_until_round": min(3, self.rounds) if self.chaos else 0,
                "call_tables": self.chaos,
            },
            stages=[
                {"kind": "swiss", "rounds": self.rounds, "club_rounds": min(2, self.rounds - 1)}
            ],
        )
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
        """One more pair; a club to each ten."""
        clubs = max(2, self.pairs // 10)
        entry = services.add_entry(
            event=self.event,
            by=self.organiser,
            players=[{"name": f"P{index}a"}, {"name": f"P{index}b"}],
            club_name=f"Club {index % clubs}",
        )
        self.strength[entry.number] = self.chance.gauss(0, 3)
        return entry

    # --------------------------------------------------------------------------- a round

    def draw(self, stage: Stage) -> Round | None:
        """Draw, publish and start the next round; nothing when there is no way to pair it."""
        drawn = self.published(stage)
        return drawn and services.start_round(round=drawn, by=self.organiser)

    def published(self, stage: Stage) -> Round | None:
        """The next round as far as it can be published."""
        drawn = services.draw_round(stage=stage, by=self.organiser)
        if isinstance(drawn, Unsatisfiable):
            choice = next((i for i, c in enumerate(drawn.choices) if c.allowed), None)
            self.count("unsatisfiable")
            if choice is None:
                return None
            drawn = services.draw_round(stage=stage, by=self.organiser, choice=choice)
            assert isinstance(drawn, Round)
        return services.publish_round(round=drawn, by=self.organiser)

    def play(self, drawn: Round) -> None:
        """All results of a round, in a random order."""
        rows = drawn.matches.exclude(ending="bye").prefetch_related("sides__entry")
        matches = list(rows.select_related("event", "round__stage").order_by("order"))
        self.chance.shuffle(matches)
        if self.chaos:
            self.call(drawn, matches)
        for match in matches:
            if self.chaos and self.chance.random() < 0.01:
                self.withdraw(match)
            self.result(match)
        services.finish_round(round=drawn, by=self.organiser)

    def result(self, match: EventMatch) -> None:
        """A result the way it might come in."""
        if self.chaos:
            self.penalise(match, 0.12)
        first, second = match.sides.all()
        how = self.chance.random()
        said = self.random_result(first.entry.number, second.entry.number)
        if EventMatch.objects.filter(pk=match.pk, state="confirmed").exists():
            return
        if self.chaos and how < 0.04:
            side = self.chance.choice((0, 1, "both"))
            services.forfeit(match=match, by=self.organiser, side=side)  # type: ignore[arg-type]
            self.count("forfeit")
        elif self.chaos and how < 0.08:
            self.disagree(match, first, second, said)
        elif how < 0.5:
            self.tell(match, said, code=first.entry.code)
            services.confirm_result(match=match, code=second.entry.code)
        elif how < 0.8:
            self.tell(match, said, code=first.entry.code)
            self.tell(match, said, code=second.entry.code)
        else:
            self.tell(match, said, by=self.organiser)

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

    # --------------------------------------------------------------------------- disorder

    def count(self, what: str, times: int = 1) -> None:
        """Remember that it happened."""
        self.happened[what] = self.happened.get(what, 0) + times

    def call(self, drawn: Round, matches: list[EventMatch]) -> None:
        """The pairs come to their tables; a few do not, or only one of the two does (CP-3)."""
        assert drawn.started_at is not None
        for match in matches:
            for side in match.sides.all():
                here = (0, 1) if self.chance.random() < 0.97 else (0,)
                if match.state != EventMatch.State.CONFIRMED:
                    services.check_in_at_table(
                        match=match, code=side.entry.code, positions=here, at=drawn.started_at
                    )
        services.fire_due(now=drawn.started_at + timedelta(minutes=10))
        missed = drawn.matches.filter(decided_by="no_show").count()
        self.count("no-show", missed)

    def penalise(self, match: EventMatch, share: float) -> None:
        """A referee's penalty for one of the two, of any grade (CP-10)."""
        if self.chance.random() >= share:
            return
        grades = ["warning"] * 4 + ["violation"] * 4 + ["level", "loss", "suspension", "verbal"]
        services.record_penalty(
            event=self.event,
            by=self.organiser,
            ruling=services.Ruling(
                round=match.round,
                entry=self.chance.choice(list(match.sides.all())).entry,
                foul="other",
                grade=self.chance.choice(grades),
                match=EventMatch.objects.select_related("round__stage").get(pk=match.pk),
                levels=self.chance.randint(1, 3),
                points=Decimal(self.chance.choice((0, 0, 0, -1))),
                rounds=1,
            ),
        )
        self.count("penalty")

    def appeal(self, penalty: Penalty) -> None:
        """A player appeals, three members vote, the answer is given (CP-30 … CP-33)."""
        filed = self.filed(penalty)
        for member in self.committee:
            vote = self.chance.choice(("uphold", "uphold", "reject", "abstain"))
            services.cast_vote(appeal=filed, by=member, vote=vote)
        answered = services.close_appeal(appeal=filed, by=self.committee[0], answer="We looked.")
        self.count(f"appeal {answered.state}")

    def filed(self, penalty: Penalty) -> Appeal:
        """An appeal against a penalty by one of the pair."""
        assert penalty.match is not None
        player = penalty.entry.players.filter(position=0).get()
        if player.user is None:
            name = f"{self.organiser.username}-{player.pk}"
            player.user = User.objects.create_user(name, display_name=player.name)
            player.save(update_fields=["user"])
        return services.file_appeal(
            match=penalty.match, penalty=penalty, by=player.user, text="It was not so."
        )

    def withdraw(self, match: EventMatch) -> None:
        """One of the two goes home in mid-round."""
        entry = self.chance.choice(list(match.sides.all())).entry
        services.withdraw(entry=entry, by=self.organiser, reason="gone home")
        self.count("withdrawal")

    def between(self, stage: Stage, drawn: Round) -> None:
        """Corrections, withdrawals and late entries between two rounds."""
        # a forfeit that becomes a match afterwards may have been drawn again by then
        rows = EventMatch.objects.filter(round__stage=stage, state="confirmed", ending="played")
        rows = rows.select_related("event", "round__stage")
        self.rule(rows)
        for match in self.some(rows, 0.02):
            first, second = match.sides.select_related("entry")
            said = self.random_result(first.entry.number, second.entry.number)
            services.correct_result(match=match, by=self.organiser, result=said, reason="misread")
            self.count("correction")
        self.play_again(stage)
        playing = self.event.entries.filter(status=Entry.Status.CONFIRMED)
        if playing.count() > max(8, self.rounds + 4):
            for entry in self.some(playing, 0.01):
                services.withdraw(entry=entry, by=self.organiser, reason="ill")
                self.count("withdrawal")
        late = self.event.config.late_until_round
        if drawn.number < late and drawn.number < self.rounds:
            self.enter(self.pairs + 100 * drawn.number)
            self.count("late entry")

    def rule(self, rows: Any) -> None:
        """Penalties given after the match, others revoked, one appealed against."""
        for match in self.some(rows, 0.05):
            self.penalise(match, 1)
        standing = self.event.penalties.filter(revoked_at=None, appeals=None)
        for penalty in self.some(standing, 0.1):
            services.revoke_penalty(penalty=penalty, by=self.organiser, reason="a mistake")
            self.count("revocation")
        left = list(standing.select_related("match", "entry").order_by("pk"))
        if left:
            self.appeal(self.chance.choice(left))

    def play_again(self, stage: Stage) -> None:
        """Matches that have been given back are played, and their rounds finished again."""
        for round in stage.rounds.filter(status=Round.Status.RUNNING).order_by("number"):
            open_ = round.matches.filter(sides__side=1).exclude(state="confirmed")
            for match in open_.select_related("event", "round__stage"):
                first, second = match.sides.select_related("entry")
                said = self.random_result(first.entry.number, second.entry.number)
                self.tell(match, said, by=self.organiser)
                self.count("given back")
            services.finish_round(round=round, by=self.organiser)

    def some(self, rows: Any, share: float) -> Iterator[Any]:
        """A share of the rows, at least one."""
        everything = list(rows.order_by("pk"))
        count = min(len(everything), max(1, round(share * len(everything))))
        return iter(self.chance.sample(everything, count))


# --------------------------------------------------------------------------------- checks


def inconsistencies(event: Event) -> list[str]:
    """What does not agree in an event: stored with recomputed, draws with their rules."""
    found = []
    for stage in event.stages.all():
        found += _rounds(stage)
        if not stage.knockout:
            found += _standings(stage)
    return found


def _standings(stage: Stage) -> list[str]:
    """The last snapshot against standings made anew from the history of the results alone."""
    last = StandingsSnapshot.objects.filter(stage=stage).order_by("-round_number").first()
    if last is None:
        return [f"stage {stage.order}: no standings"]
    penalties = _penalties(stage.event)
    matches = [law.ruled(m, penalties) for m in _from_history(stage)]
    given = [a for a in law.adjustments(penalties) if a.stage == stage.order]
    found = []
    for table, (group, members) in zip(last.data["tables"], known.groups(stage), strict=True):
        inside = frozenset(members)
        anew = standings(
            members,
            [m for m in matches if m.first in inside],
            metrics=known.metrics_for(stage),
            scoring=stage.event.config.scoring.build(),
            stages=(stage.order,),
            seed=stage.event.seed_bytes,
            adjustments=[a for a in (*known.carried(stage), *given) if a.entrant in inside],
            fouls={e: n for e, n in law.standing_penalties(penalties).items() if e in inside},
        )
        stored = [(row["entry"], row["values"]) for row in table["rows"]]
        fresh = [
            (p.entrant, [None if v is None else shown(v) for v in p.values]) for p in anew.places
        ]
        if stored != fresh:
            found.append(f"stage {stage.order}, group {group}: standings differ from the results")
    return found


def _penalties(event: Event) -> list[law.Penalty]:
    """The penalties as their append-only history has them."""
    found = []
    for row in event.penalties.select_related("entry", "round__stage").order_by("at", "pk"):
        last = row.history.order_by("-pk")[0]
        said = last.after or last.before
        assert said is not None
        found.append(
            law.Penalty(
                row.pk,
                row.entry.number,
                said["clause"],
                Grade(said["grade"]),
                row.at,
                row.round.stage.order,
                row.round.number,
                row.match_id,
                law.Effect(
                    said["levels"], law.Change(said["change"]), Decimal(said["points"]),
                    law.Scope(said["scope"]), said["rounds"],
                ),
                (law.Change(row.played_change), row.played_levels) if row.played_change else None,
                last.after is None,
            )
        )  # fmt: skip
    return found


def _from_history(stage: Stage) -> Iterator[Match]:
    """The matches as the append-only history has them, not as the columns do."""
    rows = EventMatch.objects.filter(round__stage=stage).prefetch_related("sides__entry")
    last = {
        c.match_id: c
        for c in ResultChange.objects.filter(match__round__stage=stage).order_by("revision")
    }
    for row in rows.select_related("round"):
        change = last.get(row.pk)
        if change is None or change.after is None:
            continue
        said = Result.from_json(change.after)
        who = [side.entry.number for side in row.sides.all()]
        numbers = said.numbers()
        yield Match(
            stage.order,
            row.round.number,
            who[0],
            who[1] if len(who) == 2 else None,
            said.ending,
            levels=numbers,
            deals=said.deals,
            winner=None if said.winner is None or said.ending is Ending.BYE else who[said.winner],
            id=row.pk,
        )


def _rounds(stage: Stage) -> list[str]:
    """Everybody once a round, no rematch and no further bye unless it was granted."""
    found, met, byes = [], set[frozenset[int]](), dict[int, int]()
    for round in stage.rounds.filter(status=Round.Status.FINISHED).order_by("number"):
        allowed = {frozenset(pair) for pair in round.allowed.get("rematches", ())}
        granted = set(round.allowed.get("byes", ()))
        where = f"stage {stage.order}, round {round.number}"
        seen: set[int] = set()
        for row in round.matches.prefetch_related("sides__entry"):
            who = [side.entry.number for side in row.sides.all()]
            if seen & set(who):
                found.append(f"{where}: somebody plays twice")
            seen |= set(who)
            if stage.kind == Stage.Kind.SWISS and len(who) == 1:
                byes[who[0]] = byes.get(who[0], 0) + 1
                if byes[who[0]] > 1 and who[0] not in granted and not _all_had(stage, byes):
                    found.append(f"{where}: a second bye for {who[0]}")
            elif stage.kind == Stage.Kind.SWISS:
                pair = frozenset(who)
                if pair in met and pair not in allowed:
                    found.append(f"{where}: {sorted(pair)} meet again")
                if row.ending in (EventMatch.Ending.PLAYED, EventMatch.Ending.JUDGED):
                    met.add(pair)
        if round.matches.exclude(state="confirmed").exists():
            found.append(f"{where}: finished with open results")
    return found


def _all_had(stage: Stage, byes: dict[int, int]) -> bool:
    playing = stage.entrants.filter(entry__status="confirmed").values_list(
        "entry__number", flat=True
    )
    return all(byes.get(number) for number in playing)
