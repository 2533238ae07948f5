"""Match rules on pages: the referee's pad, who is at the table, rulings, appeals."""

from tournaments.views.rulings.appeals import (
    act_on_appeal,
    appeal,
    evidence_picture,
    new_appeal,
)
from tournaments.views.rulings.lists import penalty, rulings
from tournaments.views.rulings.live import live, live_act, live_steps
from tournaments.views.rulings.pad import act, all_here, answer_leave, calling, pad, tables
from tournaments.views.rulings.pairs import here

__all__ = [
    "act",
    "act_on_appeal",
    "all_here",
    "answer_leave",
    "appeal",
    "calling",
    "evidence_picture",
    "here",
    "live",
    "live_act",
    "live_steps",
    "new_appeal",
    "pad",
    "penalty",
    "rulings",
    "tables",
]
