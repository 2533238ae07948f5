"""Forms of the lobby: edges that check what a person typed; services do the rest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.names import tidy
from games.engine.api import Game, Option
from games.labels import game_name, offered


@dataclass(frozen=True, slots=True)
class Clock:
    """The time for a turn and the bank for the whole deal, in seconds."""

    turn: int
    bank: int
    label: Any


CLOCKS: Final = {
    "quick": Clock(15, 60, _("quick: 15 s a turn, 1 min bank")),
    "normal": Clock(30, 120, _("normal: 30 s a turn, 2 min bank")),
    "calm": Clock(60, 300, _("calm: 1 min a turn, 5 min bank")),
    "none": Clock(600, 3600, _("no hurry: 10 min a turn, for friends")),
}
FEW: Final = 4
"""So many choices are shown side by side; more become a list."""


class TableForm(forms.Form):
    """A new table, its rule options apart."""

    name = forms.CharField(
        label=_("Name of the table"),
        required=False,
        max_length=40,
        help_text=_("Optional. A line for those who look for a table."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    clock = forms.ChoiceField(
        label=_("Clock"),
        choices=[(key, clock.label) for key, clock in CLOCKS.items()],
        initial="normal",
        widget=forms.RadioSelect,
        help_text=_("When a turn and the bank have run out, a harmless card is played for you."),
    )
    private = forms.ChoiceField(
        label=_("Who may come"),
        choices=[("", _("everybody: the table stands in the lobby")), ("1", _("by invitation"))],
        required=False,
        initial="",
        widget=forms.RadioSelect,
    )
    password = forms.CharField(
        label=pgettext_lazy("of a table", "Password"),
        required=False,
        max_length=64,
        strip=True,
        help_text=_("Optional, for a table by invitation: whoever comes is asked for it."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def clean_name(self) -> str:
        """The name without what cannot be seen."""
        return tidy(self.cleaned_data["name"])

    def settings(self) -> dict[str, Any]:
        """What ``services.open_table`` needs of a valid form."""
        data = self.cleaned_data
        clock = CLOCKS[data["clock"]]
        return {
            "name": data["name"],
            "private": bool(data["private"]),
            "password": data["password"],
            "turn_seconds": clock.turn,
            "bank_seconds": clock.bank,
        }


class OptionsForm(forms.Form):
    """The [option]s of a game's rulebook, built from the engine's own descriptions."""

    def __init__(self, game: Game[Any], data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, prefix="option")
        self.game = game
        for option in game.options:
            self.fields[option.name] = _field(option)

    def clauses(self) -> list[tuple[forms.BoundField, str]]:
        """Each field with the clause of the rulebook that it varies."""
        return [(self[option.name], option.clause) for option in self.game.options]

    def _post_clean(self) -> None:
        """What a number must keep to beside its limits only the engine knows."""
        for option in self.game.options:
            if option.name in self.cleaned_data:
                try:
                    option.check(self.cleaned_data[option.name])
                except ValueError:
                    self.add_error(option.name, gettext("This value is not possible."))


def _field(option: Option) -> forms.Field:
    """The field for one option, at the standard of the rulebook."""
    label, text = gettext(option.label), gettext(option.help) if option.help else ""
    if option.choices:
        few = len(option.choices) <= FEW
        return forms.ChoiceField(
            label=label,
            help_text=text,
            initial=option.default,
            choices=[(choice.value, gettext(choice.label)) for choice in option.choices],
            widget=forms.RadioSelect if few else forms.Select,
        )
    return forms.IntegerField(
        label=label,
        help_text=text,
        initial=option.default,
        min_value=option.low,
        max_value=option.high,
        step_size=2 if option.even and not option.low % 2 else None,
    )


class FilterForm(forms.Form):
    """Which tables of the lobby are shown."""

    game = forms.ChoiceField(label=_("Game"), required=False)
    free = forms.BooleanField(label=_("with a free seat"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        games = [(game.id, game_name(game.id)) for game in offered()]
        self.fields["game"].choices = [("", gettext("all games")), *games]  # type: ignore[attr-defined]


class PasswordForm(forms.Form):
    """The password of a private table."""

    password = forms.CharField(
        label=pgettext_lazy("of a table", "Password"),
        max_length=64,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autofocus": True}),
    )
