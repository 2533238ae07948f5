"""A deal in its stations: about to begin, read back from its rows, and step by step."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from games.engine.api import DealSetup, NextDeal
from games.engine.rulings import Made

if TYPE_CHECKING:
    from games.live.sockets import Socket


@dataclass(frozen=True, slots=True)
class Fresh:
    """A deal that is to begin: everything about it but its row's id."""

    number: int
    ahead: NextDeal
    setup: DealSetup
    seed: str
    commitment: str
    ruled: tuple[Made, ...] = ()
    """The rulings that changed its levels (CP-12)."""


@dataclass(slots=True)
class Past:
    """What a log says about a deal, for going on with it."""

    id: int
    fresh: Fresh
    state: Any
    seq: int = 0
    public: int = 0
    """How many of the steps everybody could notice: all that may be told of their number."""
    ids: dict[str, int] = field(default_factory=dict)
    """The public number of each action that came with an id (see ``public``)."""
    earlier: dict[str, int] = field(default_factory=dict)
    """The same of the deal before, for what is sent again across its end."""
    banks: list[float | None] = field(default_factory=lambda: [None] * 4)
    missed: list[int] = field(default_factory=lambda: [0] * 4)
    anew: dict[str, int] | None = None
    """How many ``times`` it was rolled back, and the ``trick`` that was played anew from last."""


@dataclass(slots=True)
class Step:
    """What an entry of the log needs to be shown once it is written."""

    state: Any
    events: tuple[Any, ...]
    public: int
    auto: bool
    action_id: str
    listeners: list[Socket]
    """Whom the action is acknowledged to."""
