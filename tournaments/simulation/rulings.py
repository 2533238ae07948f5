"""No-shows, penalties, appeals at random: what was foretold of each is what comes (CP-3 to 33)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from datetime import timedelta
from decimal import Decimal
from typing import Any

from tournaments import selectors, services
from tournaments.engine.penalties import Scope
from tournaments.models import Appeal, Entry, EventMatch, Penalty, Round, Stage
from tournaments.selectors import facts as known
from tournaments.selectors import hearings
from tournaments.selectors.standings import MoveLine, compare
from tournaments.simulation.basics import Basics
from tournaments.simulation.checks import drawn_otherwise

GRADES = ["warning"] * 4 + ["violation"] * 4 + ["level", "loss", "suspension", "verbal"]
INSTEAD = ("verbal", "warning", "violation", "level", "loss")


class Rulings(Basics):
    """What referees and the committee have to do with it."""

    # --------------------------------------------------------------------------- no-shows

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
        while services.fire_due(now=drawn.started_at + timedelta(minutes=10)):
            pass
        missed = list(drawn.matches.filter(decided_by="no_show").order_by("pk"))
        self.count("no-show", len(missed))
        for match in missed:
            if self.chance.random() < 0.2:
                self.heard_late(match, drawn)

    def heard_late(self, match: EventMatch, drawn: Round) -> None:
        """They were there in time; the word of it comes after the deadline (CP-6)."""
        for side in match.sides.select_related("entry"):
            services.check_in_at_table(match=match, code=side.entry.code, at=drawn.started_at)
        self.count("heard late")

    def lift(self, drawn: Round) -> None:
        """A forfeit or two are lifted: those matches are played after all."""
        rows = drawn.matches.filter(decided_by="no_show", ending="forfeit", state="confirmed")
        for match in rows.select_related("event", "round__stage").order_by("pk"):
            if self.chance.random() < 0.2:
                services.lift_forfeit(match=match, by=self.organiser, reason="the bus was late")
                self.count("forfeit lifted")

    # --------------------------------------------------------------------------- penalties

    def penalise(self, match: EventMatch, share: float) -> None:
        """A referee's penalty for one of the two, of any grade (CP-10)."""
        if self.chance.random() >= share:
            return
        ruling = services.Ruling(
            round=match.round,
            entry=self.chance.choice(list(match.sides.all())).entry,
            foul="other",
            grade=self.chance.choice(GRADES),
            match=EventMatch.objects.select_related("round__stage").get(pk=match.pk),
            levels=self.chance.randint(1, 3),
            points=Decimal(self.chance.choice((0, 0, 0, -1))),
            scope=self.chance.choice((Scope.ROUNDS, Scope.ROUNDS, Scope.ROUNDS, Scope.EVENT)),
            rounds=1,
        )

        def record() -> None:
            services.record_penalty(event=self.event, by=self.organiser, ruling=ruling)

        if self.chance.random() < 0.2:
            moves = selectors.penalty_preview(self.event, ruling).moves
            self.foretold(match.round.stage, moves, record, ruling.grade)
        else:
            record()
        self.count("penalty")

    def foretold(
        self, stage: Stage, moves: Iterable[MoveLine], verb: Callable[[], Any], what: str
    ) -> None:
        """Do it, and see whether the standings change as the preview had it."""
        before = known.facts(self.event)
        verb()
        came = compare(stage, before, known.facts(self.event)).moves
        if _places(moves) != _places(came):
            self.found.append(f"{what}: foretold {_places(moves)}, came {_places(came)}")

    def rule(self, rows: Any) -> None:
        """Penalties given after the match, others revoked."""
        for match in self.some(rows, 0.05):
            self.penalise(match, 1)
        standing = self.event.penalties.filter(revoked_at=None, appeals=None)
        for penalty in self.some(standing, 0.1):
            services.revoke_penalty(penalty=penalty, by=self.organiser, reason="a mistake")
            self.count("revocation")

    # --------------------------------------------------------------------------- appeals

    def hear(self, drawn: Round) -> None:
        """Appeals against a penalty and a no-show; the next round may be drawn already (CP-33)."""
        left = self.event.penalties.filter(revoked_at=None, appeals=None)
        for penalty in list(self.some(left.select_related("match", "entry"), 0))[:1]:
            self.appeal(self.filed(penalty))
        forfeits = drawn.matches.filter(decided_by="no_show", ending="forfeit", state="confirmed")
        for match in list(self.some(forfeits.select_related("event", "round__stage"), 0))[:1]:
            entry = self.chance.choice(list(match.sides.select_related("entry"))).entry
            self.appeal(self.filed_against(match, entry))

    def filed(self, penalty: Penalty) -> Appeal:
        """An appeal against a penalty by one of the pair."""
        assert penalty.match is not None
        return self.filed_against(penalty.match, penalty.entry, penalty)

    def filed_against(
        self, match: EventMatch, entry: Entry, penalty: Penalty | None = None
    ) -> Appeal:
        """An appeal by one of a pair, who has an account at the latest now."""
        player = entry.players.filter(position=0).get()
        if player.user is None:
            player.user = self.account(player.name)
            player.save(update_fields=["user"])
        return services.file_appeal(
            match=match, penalty=penalty, by=player.user, text="It was not so."
        )

    def appeal(self, filed: Appeal) -> None:
        """Three members vote, the answer is given, and what follows is what was foretold."""
        if filed.penalty is not None and self.chance.random() < 0.4:
            grade = self.chance.choice(INSTEAD)
            by = self.committee[0]
            services.set_remedy(appeal=filed, by=by, remedy="change", grade=grade)
            filed.refresh_from_db()
        for member in self.committee:
            vote = self.chance.choice(("uphold", "uphold", "reject", "abstain"))
            services.cast_vote(appeal=filed, by=member, vote=vote)
        before, moves = hearings.snapshot(filed), hearings.appeal_preview(filed).moves
        by = self.committee[0]
        answered = services.close_appeal(appeal=filed, by=by, answer="We looked.")
        self.count(f"appeal {answered.state}")
        if answered.state == Appeal.State.UPHELD:
            self.told(answered, before, moves)

    def told(self, answered: Appeal, before: dict[str, Any], moves: Iterable[MoveLine]) -> None:
        """The difference that is kept is the one there is, and the one that was foretold."""
        answered.refresh_from_db()
        kept = {k: v for k, v in answered.difference.items() if k != "redrawn"}
        real = hearings.difference(before, hearings.snapshot(answered))
        if kept != json.loads(json.dumps(real)):
            self.found.append(f"appeal {answered.pk}: the difference kept is another")
        came = {(m["entry"], *_ranks(m)) for m in kept["moves"]}
        if came != _places(moves):
            self.found.append(f"appeal {answered.pk}: foretold {_places(moves)}, came {came}")
        if answered.difference["redrawn"]:
            self.count("draw made anew")
        for drawn in answered.match.round.stage.rounds.filter(started_at=None):
            if drawn_otherwise(drawn):
                self.found.append(f"appeal {answered.pk}: round {drawn.number} is not drawn by it")


def _places(moves: Iterable[MoveLine]) -> set[tuple[int, int | None, int | None]]:
    return {(m.entry.number, m.before, m.after) for m in moves}


def _ranks(move: dict[str, Any]) -> tuple[int | None, int | None]:
    before, after = move["before"], move["after"]
    return before and before["rank"], after and after["rank"]
