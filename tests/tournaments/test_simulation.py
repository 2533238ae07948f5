"""Whole events through the real verbs."""

from __future__ import annotations

import pytest

from tournaments.simulation import Simulation, inconsistencies


def test_an_event_in_good_order(db: None) -> None:
    event = Simulation(12, 3, seed=3).run()
    assert event.status == "finished"
    assert event.seed_published_at is not None
    assert inconsistencies(event) == []


@pytest.mark.parametrize("seed", [1, 2])
def test_an_event_in_disorder(db: None, seed: int) -> None:
    simulation = Simulation(24, 4, seed=seed, chaos=True)
    event = simulation.run()
    assert simulation.happened["correction"]
    assert simulation.happened["withdrawal"]
    assert simulation.happened["late entry"]
    assert simulation.happened["penalty"]
    assert simulation.happened["revocation"]
    assert simulation.happened["no-show"]
    assert any(what.startswith("appeal") for what in simulation.happened)
    assert inconsistencies(event) == []
