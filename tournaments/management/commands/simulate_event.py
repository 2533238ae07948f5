"""``manage.py simulate_event --pairs 200 --rounds 9 [--chaos]``."""

from __future__ import annotations

import time
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.simulation import Simulation


class Command(BaseCommand):
    """Play a whole event through the real verbs and check that it is consistent."""

    help = "Play a whole event through the real verbs and check that what is left agrees."

    def add_arguments(self, parser: CommandParser) -> None:
        """Size, disorder, seed."""
        parser.add_argument("--pairs", type=int, default=200)
        parser.add_argument("--rounds", type=int, default=9)
        parser.add_argument("--chaos", action="store_true", help="withdrawals, late entries …")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--game", default="guandan")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play, check, report."""
        start = time.perf_counter()
        simulation = Simulation(
            options["pairs"],
            options["rounds"],
            options["seed"],
            options["chaos"],
            options["game"],
            self.stdout.write,
        )
        event = simulation.run()
        seconds = time.perf_counter() - start
        self.stdout.write(
            f"{event.slug}: {simulation.happened or 'in good order'}; {seconds:.1f} s"
        )
        if simulation.found:
            raise CommandError("\n".join(simulation.found))
        self.stdout.write(self.style.SUCCESS("Stored and recomputed agree."))
