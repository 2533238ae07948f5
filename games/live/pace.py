"""How fast a table goes by itself: the pauses and countdowns that the rules leave open."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds, all of them; ``settings.LIVE`` may name others (tests and benchmarks do)."""

    draw: float = 0.35
    """Between two rounds of drawing, one card a seat; 0 draws all at once."""
    closing: float = 5.0
    """How long a show is still possible after the last card or the last show (WK-9)."""
    asking: float = 5.0
    """How long each seat has that may be asked in secret (WK-13, TY-5, TY-14), asked or not."""
    think: float = 0.6
    """What a bot takes over a play, so that people can follow."""
    linger: float = 0.9
    """How much longer a bot waits to lead, so that people see the trick that was just won."""
    away: float = 1.0
    """What passes before an absent player is played for."""
    ready: float = 20.0
    """The ready check between two deals."""
    void: float = 4.0
    """How long a void deal is shown before it is dealt again."""
    lease: float = 4.0
    """How long a process that does not answer any more keeps its tables."""

    @classmethod
    def of_settings(cls) -> Pace:
        """The pace that the settings name."""
        return cls(**getattr(settings, "LIVE", {}))
