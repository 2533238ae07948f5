"""Whole events through the real verbs."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from tournaments.models import Appeal, Event, EventMatch, StageEntrant
from tournaments.simulation import Simulation, inconsistencies


def test_an_event_in_good_order(db: None) -> None:
    simulation = Simulation(12, 3, seed=3)
    event = simulation.run()
    assert event.status == "finished"
    assert event.seed_published_at is not None
    assert simulation.found == []


@pytest.mark.parametrize("seed", [1, 2])
def test_small_events_in_disorder(db: None, seed: int) -> None:
    """What is kept is what its histories make of it, after every round and at the end."""
    simulation = Simulation(12, 3, seed=seed, chaos=True)
    assert simulation.run().status == "finished"
    assert simulation.found == []


def test_an_event_in_disorder(db: None) -> None:
    """No-shows, penalties and appeals among results, corrections, withdrawals (CP-3 … CP-33).

    In what is left of it every kind of disagreement is found that is put there.
    """
    simulation = Simulation(32, 4, seed=4, chaos=True)
    event = simulation.run()
    assert simulation.found == []
    assert simulation.happened.keys() >= EXPECTED
    for spoil, said in FAULTS:
        with transaction.atomic():
            spoil(event)
            found = inconsistencies(Event.objects.get(pk=event.pk))
            transaction.set_rollback(True)
        assert any(said in fault for fault in found), (spoil.__name__, found)
    assert inconsistencies(event) == []


EXPECTED = {
    "no-show", "heard late", "penalty", "revocation", "appeal upheld", "draw made anew",
    "correction", "withdrawal", "late entry", "given back",
}  # fmt: skip


def _another_level(event: Event) -> None:
    match = event.matches.filter(ending="played", level_0__gt=0).order_by("pk")[0]
    EventMatch.objects.filter(pk=match.pk).update(level_0=F("level_0") - 1)


def _another_state(event: Event) -> None:
    match = event.matches.filter(ending="played").order_by("pk")[0]
    EventMatch.objects.filter(pk=match.pk).update(state="running")


def _shown_otherwise(event: Event) -> None:
    match = event.matches.filter(ending="played", ruled__isnull=True).order_by("pk")[0]
    EventMatch.objects.filter(pk=match.pk).update(ruled={"levels": ["2", "3"]})


def _ended_by_nothing(event: Event) -> None:
    match = event.matches.filter(ending="played", ruled__isnull=True).order_by("pk")[0]
    row = EventMatch.objects.filter(pk=match.pk)
    row.update(decided_by="penalty", decided_revision=F("revision"))


def _no_no_show(event: Event) -> None:
    match = event.matches.filter(ending="played", ruled__isnull=True).order_by("pk")[0]
    row = EventMatch.objects.filter(pk=match.pk)
    row.update(decided_by="no_show", decided_revision=F("revision"))


def _first_round_otherwise(event: Event) -> None:
    snapshot = event.stages.get().snapshots.get(round_number=1)
    rows = snapshot.data["tables"][0]["rows"]
    rows[0], rows[1] = rows[1], rows[0]
    snapshot.save()


def _another_final_rank(event: Event) -> None:
    StageEntrant.objects.filter(stage__event=event, final_rank=1).update(final_rank=2)


def _revoked_by_nobody(event: Event) -> None:
    penalty = event.penalties.filter(revoked_at=None, grade__in=("warning", "violation"))[0]
    event.penalties.filter(pk=penalty.pk).update(revoked_at=timezone.now())


def _another_answer(event: Event) -> None:
    appeal = event.appeals.order_by("pk")[0]
    other = "rejected" if appeal.state == "upheld" else "upheld"
    Appeal.objects.filter(pk=appeal.pk).update(state=other)


def _answered_later(event: Event) -> None:
    later = timezone.now() + timedelta(minutes=1)
    Appeal.objects.filter(event=event, state="upheld").update(answered_at=later)


FAULTS: list[tuple[Callable[[Event], None], str]] = [
    (_another_level, "not that of its history"),
    (_another_state, "its history says otherwise"),
    (_shown_otherwise, "shown as"),
    (_ended_by_nothing, "penalties that do not stand"),
    (_no_no_show, "forfeited by"),
    (_first_round_otherwise, "round 1, group None: standings differ"),
    (_another_final_rank, "final ranks differ"),
    (_revoked_by_nobody, "the count of its penalties is wrong"),
    (_another_answer, "appeal"),
    (_answered_later, "the ruling is otherwise"),
]
