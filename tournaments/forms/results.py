"""Results as they are typed: by a scorer in a grid, on a phone, by the referee with a reason."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal, InvalidOperation
from typing import Any, Final

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.engine.matches import Ending, level_name
from tournaments.models import EventMatch
from tournaments.services import Result

LEVELS: Final = tuple(level_name(number) for number in range(14))
"""2 … A and A+, as they are written."""


def tidy_level(text: str) -> str:
    """A level as people type it: ``a``, ``t``, ``a +`` and full-width letters are understood."""
    plain = (
        "".join(text.split())
        .upper()
        .translate(str.maketrans("＋０１２３４５６７８９", "+0123456789"))
    )
    return {"T": "10", "1": "A", "14": "A"}.get(plain, plain)


def read_boards(text: str) -> tuple[Decimal, ...]:
    """Scores of boards with anything between them; ValueError for what is none."""
    parts = [part for part in re.split(r"[\s,，;；]+", text.strip().replace("−", "-")) if part]
    try:
        return tuple(Decimal(part) for part in parts)
    except InvalidOperation as error:
        raise ValueError(text) from error


class ResultForm(forms.Form):
    """The result of one match; winner only where a tie has to be broken."""

    level_0 = forms.ChoiceField(widget=forms.RadioSelect, required=False)
    level_1 = forms.ChoiceField(widget=forms.RadioSelect, required=False)
    winner = forms.ChoiceField(widget=forms.RadioSelect, required=False)
    deals = forms.IntegerField(
        label=_("Deals played"),
        min_value=0,
        max_value=999,
        required=False,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    boards = forms.CharField(
        label=_("Scores of the boards"),
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    reason = forms.CharField(label=_("Reason"), max_length=300)

    def __init__(
        self,
        data: Mapping[str, Any] | None,
        *,
        match: EventMatch,
        names: Sequence[str],
        initial: Mapping[str, Any] | None = None,
        with_reason: bool = False,
    ) -> None:
        super().__init__(data, initial=dict(initial or {}))
        self.match = match
        for side in (0, 1):
            field = self.fields[f"level_{side}"]
            field.label = names[side]
            field.choices = [(level, level) for level in LEVELS]  # type: ignore[attr-defined]
        self.fields["winner"].label = gettext("If the levels are the same, who goes on")
        self.fields["winner"].choices = [  # type: ignore[attr-defined]
            ("0", names[0]), ("1", names[1]),
        ]  # fmt: skip
        if not match.round.stage.knockout:
            del self.fields["winner"]
        if match.event.duplicate:
            for name in ("level_0", "level_1", "deals"):
                del self.fields[name]
            count = match.round.boards.count()
            self.fields["boards"].help_text = gettext(
                "%(count)d numbers, one for each deal: what %(name)s won, with a minus what it lost."  # noqa: E501
            ) % {"count": count, "name": names[0]}
        else:
            del self.fields["boards"]
        if not with_reason:
            del self.fields["reason"]

    def clean(self) -> dict[str, Any]:
        """Levels of both sides, or the boards."""
        data: dict[str, Any] = super().clean() or {}
        if self.match.event.duplicate:
            try:
                data["scores"] = read_boards(data.get("boards", ""))
            except ValueError:
                self.add_error("boards", gettext("These are not numbers."))
        elif not self.errors and not (data.get("level_0") and data.get("level_1")):
            self.add_error(None, gettext("Enter the levels of both sides."))
        return data

    def result(self) -> Result:
        """As services take it."""
        data = self.cleaned_data
        winner = data.get("winner")
        who = int(winner) if winner else None
        if self.match.event.duplicate:
            return Result(None, 0, winner=who, boards=data["scores"])
        return Result((data["level_0"], data["level_1"]), data["deals"] or 0, winner=who)


def initial_of(result: Result | None) -> dict[str, Any]:
    """The fields as a result fills them."""
    if result is None:
        return {}
    found: dict[str, Any] = {"deals": result.deals or ""}
    if result.levels is not None:
        found["level_0"], found["level_1"] = result.levels
    if result.winner is not None:
        found["winner"] = str(result.winner)
    if result.boards:
        found["boards"] = " ".join(f"{score.normalize():f}" for score in result.boards)
    return found


def result_of_words(data: Mapping[str, Any]) -> Result:
    """A result as a phone or the grid sends it; ``Invalid`` from services when it is none."""
    levels = data.get("levels")
    if isinstance(levels, (list, tuple)) and len(levels) == 2:
        levels = [tidy_level(str(level)) for level in levels]
    boards = data.get("boards") or ()
    if isinstance(boards, str):
        try:
            boards = [str(score) for score in read_boards(boards)]
        except ValueError:
            boards = ["?"]
    return Result.from_json({
        "levels": levels or None, "deals": data.get("deals") or 0,
        "ending": str(Ending.PLAYED), "winner": data.get("winner"), "boards": boards,
    })  # fmt: skip
