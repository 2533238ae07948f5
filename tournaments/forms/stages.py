"""The stages of an event: up to three, one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.engine.pairing.field import Acceleration
from tournaments.engine.stages import Seeding
from tournaments.models import Stage
from tournaments.settings import StageConfig, read, write

PLACES: Final = 3
ACCELERATION: Final = {
    Acceleration.OFF: _("as drawn"),
    Acceleration.AUTO: _("accelerated when the field is large"),
    Acceleration.ON: _("accelerated"),
}
SEEDING: Final = {
    Seeding.ACROSS: _("across the groups: who has met meets late"),
    Seeding.RANK: _("by rank"),
    Seeding.LOTS: _("by lots"),
}


def _number(label: Any, low: int, high: int, **kwargs: Any) -> Any:
    return forms.IntegerField(label=label, min_value=low, max_value=high, required=False, **kwargs)


class StageForm(forms.Form):
    """One stage; which of the fields matter goes by its kind. No kind: there is none."""

    kind = forms.ChoiceField(label=_("Played as"), required=False)
    rounds = _number(_("Rounds"), 1, 40)
    groups = _number(_("Groups"), 1, 512)
    top = _number(_("So many of each table go on"), 0, 512, help_text=_("0 in the last stage."))
    name = forms.CharField(label=_("Name of the stage"), max_length=60, required=False)
    best_next = _number(_("and so many of the best behind them"), 0, 512)
    seeding = forms.ChoiceField(
        label=_("They are seeded"), choices=list(SEEDING.items()), required=False
    )
    double = forms.BooleanField(label=_("everybody meets twice"), required=False)
    third_place = forms.BooleanField(label=_("a match for the third place"), required=False)
    second_final = forms.BooleanField(
        label=_("a second final when the unbeaten pair loses the first"), required=False
    )
    club_rounds = _number(_("Clubs are kept apart in the first rounds"), 0, 40)
    acceleration = forms.ChoiceField(
        label=_("First rounds"), choices=list(ACCELERATION.items()), required=False
    )
    spare_forfeits = forms.BooleanField(
        label=_("no bye for who has won by forfeit, while others are eligible"), required=False
    )
    carry = forms.BooleanField(label=_("points of the stage before come along"), required=False)
    minutes_between = _number(
        _("Minutes from one round to the next"),
        0,
        60 * 24 * 31,
        help_text=_("For the times in the schedule; 0: they are set by hand."),
    )

    FOR: Final = {
        "rounds": "swiss", "groups": "groups", "top": "any", "name": "any",
        "best_next": "any", "seeding": "any", "double": "tables", "third_place": "knockout",
        "second_final": "double", "club_rounds": "swiss", "acceleration": "swiss",
        "spare_forfeits": "swiss", "carry": "any", "minutes_between": "any",
    }  # fmt: skip
    """For which kinds of stages a field is; the style sheet hides the others."""

    def __init__(
        self, data: Mapping[str, Any] | None, *, place: int, config: StageConfig | None, name: str
    ) -> None:
        super().__init__(data, prefix=f"stage{place}", initial=_initial(config, name))
        self.place, self.last = place, False
        first = [("", _("— no more —"))] if place > 1 else []
        self.fields["kind"].choices = [*first, *Stage.Kind.choices]  # type: ignore[attr-defined]

    def essentials(self) -> list[tuple[forms.BoundField, str]]:
        """What the wizard asks at once, each field with the kinds it is for."""
        return [(self[name], self.FOR[name]) for name in self._asked()]

    def _asked(self) -> tuple[str, ...]:
        return ("rounds", "groups") if self.last else ("rounds", "groups", "top")

    def details(self) -> list[tuple[forms.BoundField, str]]:
        """The rest."""
        asked = self._asked()
        return [(self[name], kinds) for name, kinds in self.FOR.items() if name not in asked]

    def config(self) -> dict[str, Any] | None:
        """The stage as ``create_event`` takes it; nothing when there is none."""
        data = self.cleaned_data
        if not data["kind"]:
            return None
        top = data["top"] or 0
        qualify = {
            "top": top,
            "best_next": data["best_next"] or 0,
            "seeding": data["seeding"] or "across",
        }
        return {
            "name": data["name"],
            "kind": data["kind"],
            "rounds": data["rounds"] or 5,
            "groups": data["groups"] or 1,
            "double": data["double"],
            "third_place": data["third_place"],
            "second_final": data["second_final"],
            "club_rounds": data["club_rounds"] or 0,
            "acceleration": data["acceleration"] or "off",
            "spare_forfeits": data["spare_forfeits"],
            "carry": data["carry"],
            "minutes_between": data["minutes_between"] or 0,
            "qualify": qualify if top else None,
        }


def _initial(config: StageConfig | None, name: str) -> dict[str, Any]:
    if config is None:
        return {**_initial(StageConfig(), ""), "kind": ""}
    data = write(config)
    qualify = data.pop("qualify") or {}
    return {
        **data,
        "name": name,
        "top": qualify.get("top", 0),
        "best_next": qualify.get("best_next", 0),
        "seeding": qualify.get("seeding", "across"),
    }


class StageForms:
    """The forms of all stages, as one."""

    def __init__(
        self, data: Mapping[str, Any] | None, stages: Sequence[tuple[StageConfig, str]]
    ) -> None:
        self.kept = [write(config) for config, _name in stages]
        self.forms = []
        for place in range(1, max(PLACES, len(stages)) + 1):
            config, name = stages[place - 1] if place <= len(stages) else (None, "")
            self.forms.append(StageForm(data, place=place, config=config, name=name))

        planned = self.planned()
        for form in planned[-1:]:
            form.last = True

    def is_valid(self) -> bool:
        """All of them are."""
        return all(form.is_valid() for form in self.forms)

    def wrong(self) -> bool:
        """There is something to be put right."""
        return any(form.is_bound and form.errors for form in self.forms)

    def planned(self) -> list[StageForm]:
        """The forms of the stages there are."""
        return [form for form in self.forms if form["kind"].value()]

    def configs(self) -> list[dict[str, Any]]:
        """The stages as services take them; what has no field stays as it was."""
        found = []
        for place, form in enumerate(self.forms):
            config = form.config()
            if config is None:
                break
            if place < len(self.kept):
                kept = {k: self.kept[place].get(k) for k in ("metrics", "ending")}
                config |= kept
            found.append(config)
        return found

    def put_errors(self, errors: Mapping[str, Iterable[str]]) -> dict[str, list[str]]:
        """Errors of ``stages.2`` to the second form; answers those that belong elsewhere."""
        rest: dict[str, list[str]] = {}
        for field, texts in errors.items():
            head, _dot, place = field.partition(".")
            if head == "stages" and place.isdigit() and int(place) <= len(self.forms):
                for text in texts:
                    self.forms[int(place) - 1].add_error(None, text)
            else:
                rest[field] = list(texts)
        return rest


def stages_of_preset(stages: Iterable[Mapping[str, Any]]) -> list[tuple[StageConfig, str]]:
    """The stages of a preset, typed."""
    return [
        (read(StageConfig, {k: v for k, v in stage.items() if k != "name"}),
         str(stage.get("name") or ""))
        for stage in stages
    ]  # fmt: skip
