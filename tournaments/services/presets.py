"""What a new event starts from (CP-9 for the lists of metrics)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from django.utils.translation import gettext_noop as N_

from tournaments.engine.metrics import PRESETS as METRICS

Config = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Preset:
    """A way to run an event; settings and stages in their JSON form, partial."""

    id: str
    label: str
    about: str
    settings: Config = field(default_factory=dict)
    stages: tuple[Config, ...] = ()
    duplicate: bool = False


def _ending(kind: str, minutes: int = 60, deals: int = 8) -> dict[str, Any]:
    return {"kind": kind, "minutes": minutes, "deals": deals}


_ALL: Final = (
    Preset(
        "tea_house",
        N_("Tea-house evening"),
        N_("8 to 16 pairs, three short Swiss rounds of 40 minutes, prizes the same evening."),
        {"ending": _ending("time", 40), "metrics": METRICS["national"], "late_until_round": 1},
        ({"kind": "swiss", "rounds": 3},),
    ),
    Preset(
        "one_day",
        N_("One-day Swiss"),
        N_("20 to 200 pairs, seven Swiss rounds of an hour; clubs are kept apart at first."),
        {"ending": _ending("time", 60), "metrics": METRICS["national"], "late_until_round": 1},
        ({"kind": "swiss", "rounds": 7, "club_rounds": 2, "acceleration": "auto"},),
    ),
    Preset(
        "weekend",
        N_("Weekend: groups and knock-out"),
        N_("Groups on the first day, the first two of each play a knock-out on the second."),
        {"ending": _ending("time", 60), "metrics": METRICS["groups"]},
        (
            {"kind": "groups", "groups": 4, "qualify": {"top": 2, "seeding": "across"}},
            {"kind": "knockout", "third_place": True},
        ),
    ),
    Preset(
        "league",
        N_("League: round robin"),
        N_("Everybody meets everybody twice, over weeks; matches of eight deals."),
        {"ending": _ending("deals", deals=8), "metrics": METRICS["groups"], "check_in": False},
        ({"kind": "round_robin", "double": True},),
    ),
    Preset(
        "duplicate",
        N_("Duplicate"),
        N_("The same deals at all tables; who makes more of them than the field wins."),
        {
            "ending": _ending("deals", deals=8),
            "scoring": {"scale": "continuous20", "planned_deals": 8},
            "metrics": ("total", "wins", "level_difference"),
        },
        ({"kind": "swiss", "rounds": 5},),
        duplicate=True,
    ),
)

PRESETS: Final[Mapping[str, Preset]] = {preset.id: preset for preset in _ALL}
