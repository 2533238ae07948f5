"""The event from the first entry to the published seed, compared after every round."""

from __future__ import annotations

from tournaments import services
from tournaments.models import Entry, Event, EventMatch, Round, Stage
from tournaments.simulation.checks import inconsistencies
from tournaments.simulation.rulings import Rulings


class Simulation(Rulings):
    """One simulated event; ``found`` is what did not agree."""

    def run(self) -> Event:
        """Play it; standings are counted once a round, as the worker does after many results."""
        self.prepare()
        stage = services.start_event(event=self.event, by=self.organiser)
        for number in range(1, self.rounds + 1):
            drawn = self.draw(stage)
            if drawn is None:
                break
            self.play(drawn)
            if self.chaos:
                self.between(stage, drawn)
            services.recount(stage_id=stage.pk)
            self.compare(f"round {number}")
            self.say(f"round {number}: {drawn.matches.count()} matches")
        services.end_stage(stage=stage, by=self.organiser)
        services.recount(stage_id=stage.pk)
        event = services.finish_event(event=self.event, by=self.organiser)
        self.compare("the end")
        return event

    def compare(self, when: str) -> None:
        """All that is kept with what its histories make of it."""
        self.found += [f"{when}: {fault}" for fault in inconsistencies(self.event)]

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

    # --------------------------------------------------------------------------- between rounds

    def between(self, stage: Stage, drawn: Round) -> None:
        """Rulings, corrections, withdrawals and late entries; then appeals."""
        # a forfeit that becomes a match afterwards may have been drawn again by then
        rows = EventMatch.objects.filter(round__stage=stage, state="confirmed", ending="played")
        rows = rows.select_related("event", "round__stage")
        self.rule(rows)
        self.lift(drawn)
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
        if drawn.number < self.rounds:
            self.drawn_early(stage)
        self.hear(drawn)
        self.play_again(stage)

    def drawn_early(self, stage: Stage) -> None:
        """The next round may be drawn, or published, before the appeals are heard."""
        how = self.chance.random()
        if how < 0.35:
            self.drafted(stage)
        elif how < 0.7:
            self.published(stage)

    def withdraw(self, match: EventMatch) -> None:
        """One of the two goes home in mid-round."""
        entry = self.chance.choice(list(match.sides.all())).entry
        services.withdraw(entry=entry, by=self.organiser, reason="gone home")
        self.count("withdrawal")

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
