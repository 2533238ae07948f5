"""The set-up of an event: what the wizard asks at once, and what stands under "more"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from django import forms
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from accounts.models import Club
from accounts.names import tidy
from games.labels import game_name, offered
from tournaments.engine.duplicate import Method
from tournaments.engine.scoring import SCALES, TieRule
from tournaments.forms.tables import read_numbers, read_rows, write_numbers, write_rows
from tournaments.forms.tiebreaks import METRIC_FIELDS, add_metric_fields, chosen_metrics
from tournaments.forms.zones import zone_choices
from tournaments.models import Event
from tournaments.settings import Confirming, EndingKind, EventSettings, write

ENDINGS: Final = {
    EndingKind.TIME: _("by the clock"),
    EndingKind.DEALS: _("after a number of deals"),
    EndingKind.TIME_DEALS: _("clock or deals, what comes first"),
    EndingKind.LEVELS: _("when a side passes its last level"),
}
TIES: Final = {
    TieRule.EXTRA_DEAL: _("one more deal at level 2"),
    TieRule.NEXT_LEVEL: _("the side whose level would be played next"),
    TieRule.LOTS: _("lots"),
}
METHODS: Final = {
    Method.MEDIAN: _("the median of all tables"),
    Method.CROSS: _("each other table in turn"),
}
CONFIRMING: Final = {
    Confirming.OTHER_SIDE: _("the other side, or a scorer"),
    Confirming.SCORER: _("a scorer only"),
}
FORMAT: Final = "%Y-%m-%dT%H:%M"

ESSENTIALS: Final = (
    "name", "club", "starts_at", "time_zone", "mode", "place", "game",
)  # fmt: skip
ENDING: Final = ("ending_kind", "ending_minutes", "ending_deals")
GROUPS: Final = (
    (gettext_noop("Match"), ("cut_off", "warning_minutes", "turn_seconds", "bank_seconds", "tie",
                             "duplicate", "method")),
    (gettext_noop("Points and standings"), ("scale", "rows", "walkover", "planned_deals",
                                            "metrics", *METRIC_FIELDS)),
    (gettext_noop("Entries"), ("unit", "policy", "entries_close_at", "max_entries",
                               "max_per_club", "late_until_round", "check_in")),
    (gettext_noop("Hall and results"), ("noshow_minutes", "leave_minutes", "sides_enter",
                                        "confirming", "tables", "delay_minutes")),
    (gettext_noop("Announcement"), ("ends_at", "description", "fees")),
)  # fmt: skip
COLUMNS: Final = (
    "name", "place", "mode", "time_zone", "starts_at", "ends_at", "entries_close_at",
    "description", "fees", "unit", "duplicate", "policy", "max_entries", "max_per_club",
)  # fmt: skip
PLAIN: Final = (
    "tie", "method", "late_until_round", "noshow_minutes", "leave_minutes", "confirming",
    "sides_enter", "check_in", "turn_seconds", "bank_seconds", "delay_minutes",
)  # fmt: skip
"""Settings that are a field each."""


class MomentField(forms.DateTimeField):
    """A date and time of day; the zone is a field of its own."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.DateTimeInput(format=FORMAT, attrs={"type": "datetime-local"})
        super().__init__(widget=widget, **kwargs)

    def to_python(self, value: Any) -> Any:
        """Without a zone: what the clock on the wall shows."""
        if isinstance(value, datetime):
            return value.replace(tzinfo=None)
        text = str(value or "").strip()
        if not text:
            return None
        for shape in (FORMAT, f"{FORMAT}:%S"):
            try:
                return datetime.strptime(text, shape)
            except ValueError:
                continue
        raise forms.ValidationError(self.error_messages["invalid"], code="invalid")

    def prepare_value(self, value: Any) -> Any:
        """The initial value is written as the browser wants it."""
        return value.strftime(FORMAT) if isinstance(value, datetime) else value


def _radio(choices: Any, label: Any, **kwargs: Any) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=list(choices), widget=forms.RadioSelect, **kwargs)


def _number(label: Any, low: int, high: int, *, required: bool = True, **kwargs: Any) -> Any:
    return forms.IntegerField(
        label=label, min_value=low, max_value=high, required=required, **kwargs
    )


def _switch(label: Any, **kwargs: Any) -> forms.BooleanField:
    return forms.BooleanField(label=label, required=False, **kwargs)


class EventForm(forms.Form):
    """All of an event but its stages and the options of its game."""

    name = forms.CharField(label=_("Name of the event"), max_length=80)
    club = forms.ChoiceField(label=_("Held by"), required=False)
    starts_at = MomentField(label=_("Begins"))
    time_zone = forms.ChoiceField(label=_("Time zone"), initial="Asia/Shanghai")
    mode = _radio(Event.Mode.choices, _("Played"), initial="hall")
    place = forms.CharField(
        label=_("Place"), max_length=120, required=False, help_text=_("Hall, street, town.")
    )
    game = _radio((), _("Game"))

    ending_kind = _radio(ENDINGS.items(), _("A match ends"))
    ending_minutes = _number(_("Minutes of a match"), 1, 1440, required=False)
    ending_deals = _number(_("Deals of a match"), 1, 99, required=False)
    cut_off = _switch(_("when the time is up, the deal in play is cut off"))
    warning_minutes = _number(_("Warning before the end, minutes"), 0, 60)
    turn_seconds = _number(_("On line: seconds for a turn"), 5, 600)
    bank_seconds = _number(_("On line: seconds in the bank"), 0, 3600)
    tie = _radio(TIES.items(), _("A tie in the knock-out is broken by"))
    duplicate = _switch(_("duplicate: all tables play the same deals"))
    method = _radio(METHODS.items(), _("Duplicate: a score is compared with"))

    scale = forms.ChoiceField(label=_("Table of points"))
    rows = forms.CharField(
        label=_("Own table of points"),
        required=False,
        help_text=_(
            "A line each: from which level difference, winner’s points, loser’s. So: 0 10 10"
        ),
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    walkover = forms.DecimalField(
        label=_("Points for a bye or a forfeit won"),
        required=False,
        min_value=0,
        max_digits=6,
        decimal_places=2,
        help_text=_("Empty: what a win by four levels gives, 17 on the scale of 26."),
    )
    planned_deals = _number(_("Deals planned for a match, for the continuous scale"), 1, 99)

    unit = _radio(Event.Unit.choices, _("Entered are"))
    policy = _radio(Event.Policy.choices, _("Entries are"))
    entries_close_at = MomentField(label=_("Entries close by themselves at"), required=False)
    max_entries = _number(_("At most so many pairs"), 1, 10000, required=False)
    max_per_club = _number(_("At most so many pairs of a club"), 1, 1000, required=False)
    late_until_round = _number(
        _("Late entries until round"), 0, 40, help_text=_("0: none after the start.")
    )
    check_in = _switch(_("pairs check in before the start"))

    noshow_minutes = _number(_("A pair that is not there forfeits after minutes"), 0, 240)
    leave_minutes = _number(_("With leave asked for in time, after minutes"), 0, 240)
    sides_enter = _switch(_("pairs enter results on their own phones"))
    confirming = _radio(CONFIRMING.items(), _("Such a result is confirmed by"))
    tables = forms.CharField(
        label=_("Numbers of the tables"),
        required=False,
        help_text=_("In order of rank, for example 1-20, 31-40. Empty: 1, 2, 3 …"),
    )
    delay_minutes = _number(_("All hands are shown to commentators after minutes"), 0, 600)

    ends_at = MomentField(label=_("Ends"), required=False)
    description = forms.CharField(
        label=_("Description"), required=False, widget=forms.Textarea(attrs={"rows": 4})
    )
    fees = forms.CharField(
        label=_("Fees"),
        required=False,
        help_text=_("Text only. No money is handled here."),
        widget=forms.Textarea(attrs={"rows": 2}),
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None,
        *,
        initial: Mapping[str, Any],
        clubs: Sequence[Club] = (),
        club_is_fixed: bool = False,
    ) -> None:
        super().__init__(data, initial=dict(initial))
        self.clubs = {club.slug: club for club in clubs}
        choices: dict[str, Any] = {
            "club": [("", gettext("me")), *((c.slug, c.name) for c in clubs)],
            "game": [(game.id, game_name(game.id)) for game in offered()],
            "time_zone": zone_choices(),
            "scale": [(id_, gettext(scale.label)) for id_, scale in SCALES.items()],
        }
        for name, values in choices.items():
            self.fields[name].choices = values  # type: ignore[attr-defined]
        add_metric_fields(self, initial["metrics"])
        if club_is_fixed or not clubs:
            del self.fields["club"]

    # what the templates walk through

    def essentials(self) -> list[forms.BoundField]:
        """What is asked at once."""
        return [self[name] for name in ESSENTIALS if name in self.fields]

    def endings(self) -> list[forms.BoundField]:
        """How a match ends."""
        return [self[name] for name in ENDING]

    def groups(self) -> list[tuple[str, list[forms.BoundField], bool]]:
        """What stands under "more": heading, fields, whether one of them is wrong."""
        return [
            (gettext(title), [self[n] for n in names], any(self[n].errors for n in names))
            for title, names in GROUPS
        ]

    # what services are given

    def clean_name(self) -> str:
        """The name without what cannot be seen."""
        name = tidy(self.cleaned_data["name"])
        if not name:
            raise forms.ValidationError(_("The event needs a name."))
        return name

    def clean(self) -> dict[str, Any]:
        """Times in the event's zone; lists out of their texts."""
        data: dict[str, Any] = super().clean() or {}
        if "time_zone" in data:
            zone = ZoneInfo(data["time_zone"])
            for name in ("starts_at", "ends_at", "entries_close_at"):
                if data.get(name) is not None:
                    data[name] = data[name].replace(tzinfo=zone)
        for name, read in (("rows", read_rows), ("tables", read_numbers)):
            try:
                data[name] = read(data.get(name, ""))
            except ValueError:
                self.add_error(name, gettext("This cannot be read. See the example."))
        if data.get("scale") == "table" and not data.get("rows") and "rows" not in self.errors:
            self.add_error("rows", gettext("Give the table, or choose another one."))
        data["metrics"] = chosen_metrics(self, data)
        kind = data.get("ending_kind")
        if kind in ("time", "time_deals") and not data.get("ending_minutes"):
            self.add_error("ending_minutes", gettext("Say how many minutes a match takes."))
        if kind in ("deals", "time_deals") and not data.get("ending_deals"):
            self.add_error("ending_deals", gettext("Say how many deals a match has."))
        return data

    def chosen_club(self) -> Club | None:
        """The club that holds the event; nobody for the person alone."""
        return self.clubs.get(self.cleaned_data.get("club", ""))

    def columns(self) -> dict[str, Any]:
        """Columns as ``create_event`` and ``update_event`` take them."""
        return {name: self.cleaned_data[name] for name in COLUMNS}

    def settings(self) -> dict[str, Any]:
        """Settings in their JSON form."""
        data = self.cleaned_data
        walkover = data["walkover"]
        return {
            **{name: data[name] for name in PLAIN},
            "metrics": list(data["metrics"]),
            "tables": list(data["tables"]),
            "scoring": {
                "scale": data["scale"],
                "rows": [[str(n) for n in row] for row in data["rows"]]
                if data["scale"] == "table"
                else [],
                "walkover": None if walkover is None else str(walkover),
                "planned_deals": data["planned_deals"],
            },
            "ending": {
                "kind": data["ending_kind"],
                "minutes": data["ending_minutes"] or 60,
                "deals": data["ending_deals"] or 8,
                "cut_off": data["cut_off"],
                "warning_minutes": data["warning_minutes"],
            },
        }


def initial_of_settings(settings: EventSettings) -> dict[str, Any]:
    """The fields that stand for an event's settings."""
    data = write(settings)
    scoring, ending = settings.scoring, settings.ending
    return {
        **{name: data[name] for name in PLAIN},
        "metrics": settings.metrics,
        "tables": write_numbers(settings.tables),
        "scale": scoring.scale,
        "rows": write_rows(scoring.rows),
        "walkover": scoring.walkover,
        "planned_deals": scoring.planned_deals,
        "ending_kind": str(ending.kind),
        "ending_minutes": ending.minutes,
        "ending_deals": ending.deals,
        "cut_off": ending.cut_off,
        "warning_minutes": ending.warning_minutes,
    }


def initial_of_event(event: Event) -> dict[str, Any]:
    """The fields as they are in an event, times as the clock in its place shows them."""
    zone = ZoneInfo(event.time_zone)
    values: dict[str, Any] = {name: getattr(event, name) for name in (*COLUMNS, "game")}
    for name in ("starts_at", "ends_at", "entries_close_at"):
        if values[name] is not None:
            values[name] = values[name].astimezone(zone).replace(tzinfo=None)
    return {**values, **initial_of_settings(event.config)}


def next_evening(zone: str) -> datetime:
    """A start to propose: the coming day at seven, by the clock of the place."""
    today = timezone.now().astimezone(ZoneInfo(zone)).replace(tzinfo=None)
    return (today + timedelta(days=1)).replace(hour=19, minute=0, second=0, microsecond=0)


class CloneForm(forms.Form):
    """The same event again: how it is called and when."""

    name = forms.CharField(label=_("Name of the event"), max_length=80)
    starts_at = MomentField(label=_("Begins"))

    def __init__(self, data: Mapping[str, Any] | None, *, event: Event) -> None:
        self.zone = ZoneInfo(event.time_zone)
        start = event.starts_at.astimezone(self.zone).replace(tzinfo=None)
        while start < timezone.now().astimezone(self.zone).replace(tzinfo=None):
            start += timedelta(days=7)
        super().__init__(data, initial={"name": event.name, "starts_at": start})

    def clean_starts_at(self) -> datetime:
        """In the zone of the event."""
        value: datetime = self.cleaned_data["starts_at"]
        return value.replace(tzinfo=self.zone)
