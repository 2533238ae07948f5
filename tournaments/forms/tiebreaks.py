"""The ordered list of metrics (CP-9): one of the usual lists, or places one by one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import gettext, gettext_noop

from tournaments.engine.metrics import METRIC_IDS, PRESETS, metrics_of

PLACES: Final = 6
METRIC_FIELDS: Final = tuple(f"metric_{place}" for place in range(1, PLACES + 1))
LISTS: Final = {
    "national": gettext_noop("national: total, progressive total, wins, level difference, levels"),
    "groups": gettext_noop("groups: match points, head-to-head, level difference, levels"),
    "swiss": gettext_noop("Swiss: match points, opponents’ points, wins, level difference"),
    "own": gettext_noop("own list"),
}


def label_of(metric: str) -> str:
    """What a metric is called."""
    first = ("match_points",) if metric not in _FIRST else ()
    return gettext(metrics_of((*first, metric))[len(first)].label)


_FIRST: Final = frozenset(
    {"total", "match_points", "level_points", "progress", "wins", "level_difference", "levels_won"}
)
"""Metrics that may stand first in a list."""


def add_metric_fields(form: forms.Form, metrics: Sequence[str]) -> None:
    """A choice of the usual lists, and a select for each place of an own one."""
    current = next((name for name, ids in PRESETS.items() if ids == tuple(metrics)), "own")
    form.fields["metrics"] = forms.ChoiceField(
        label=gettext("Order of the standings"),
        choices=[(name, gettext(text)) for name, text in LISTS.items()],
        widget=forms.RadioSelect,
        help_text=gettext("Who is level in the first is parted by the second, and so on."),
    )
    form.initial["metrics"] = current
    choices = [("", "—"), *((id_, label_of(id_)) for id_ in METRIC_IDS if id_ != "lots")]
    for place, name in enumerate(METRIC_FIELDS):
        form.fields[name] = forms.ChoiceField(
            label=gettext("Own list, place %(place)d") % {"place": place + 1},
            choices=choices,
            required=False,
        )
        form.initial[name] = metrics[place] if place < len(metrics) else ""


def chosen_metrics(form: forms.Form, data: Mapping[str, Any]) -> tuple[str, ...]:
    """The list that was chosen; what is wrong with an own one is said at its first place."""
    chosen = data.get("metrics", "")
    if chosen in PRESETS:
        return PRESETS[chosen]
    own = tuple(data[name] for name in METRIC_FIELDS if data.get(name))
    try:
        metrics_of(own)
    except ValueError as error:
        form.add_error(METRIC_FIELDS[0], gettext(str(error)))
    return own
