"""Forms of match rules."""

from __future__ import annotations

from decimal import Decimal
from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.engine.catalogue import FOULS, GRADE_LABELS, Grade
from tournaments.engine.penalties import Change, Scope
from tournaments.models import Event, EventMatch
from tournaments.services import Ruling

CHANGES = [
    (Change.OFFENDER_DOWN, _("the offending side goes down")),
    (Change.OTHER_UP, _("the other side goes up")),
]
SCOPES = [
    (Scope.ROUNDS, _("so many rounds")),
    (Scope.EVENT, _("the rest of the event")),
    (Scope.CLUB, _("all events of the club")),
]


class PenaltyForm(forms.Form):
    """A penalty as a referee decides it, at one match."""

    who = forms.ChoiceField(label=_("Whose foul"), widget=forms.RadioSelect)
    foul = forms.ChoiceField(label=_("Foul"))
    grade = forms.ChoiceField(label=_("Grade"), widget=forms.RadioSelect)
    levels = forms.IntegerField(
        label=_("Levels"), min_value=1, max_value=13, initial=1, required=False
    )
    change = forms.ChoiceField(label=_("Level change"), choices=CHANGES, required=False)
    points = forms.DecimalField(
        label=_("Points (minus takes away)"), initial=0, required=False, decimal_places=2,
        max_digits=6,
    )  # fmt: skip
    scope = forms.ChoiceField(label=_("Suspended from"), choices=SCOPES, required=False)
    rounds = forms.IntegerField(
        label=_("Rounds"), min_value=0, max_value=40, initial=1, required=False
    )
    until = forms.DateTimeField(
        label=_("Until"), required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}),
    )  # fmt: skip
    deal_number = forms.IntegerField(label=_("Deal"), min_value=1, required=False)
    trick_number = forms.IntegerField(label=_("Trick"), min_value=1, required=False)
    note = forms.CharField(
        label=_("Note"), required=False, max_length=1000, widget=forms.Textarea({"rows": 2})
    )
    client_id = forms.CharField(widget=forms.HiddenInput, max_length=64)

    def __init__(
        self,
        match: EventMatch,
        event: Event,
        data: Any = None,
        place: tuple[str, str] = ("", ""),
        **more: Any,
    ) -> None:
        """``place``: the deal and trick that a link has named."""
        deal, trick = (text if text.isdecimal() and len(text) < 5 else "" for text in place)
        first = {"deal_number": deal, "trick_number": trick, "grade": Grade.WARNING}
        more.setdefault("initial", {"client_id": uuid4().hex, **first})
        super().__init__(data, label_suffix="", **more)
        self.match, self.event = match, event
        self.sides = list(match.sides.select_related("entry").order_by("side"))
        self.fields["who"].choices = self._people()  # type: ignore[attr-defined]
        self.fields["foul"].choices = [  # type: ignore[attr-defined]
            (foul.id, f"{foul.clause} {gettext(foul.label)}") for foul in FOULS
        ]
        self.fields["grade"].choices = [  # type: ignore[attr-defined]
            (grade, gettext(label)) for grade, label in GRADE_LABELS.items()
        ]

    def _people(self) -> list[tuple[str, str]]:
        found = []
        for side in self.sides:
            found.append((f"{side.side}", side.entry.name))
            for player in side.entry.players.all():
                found.append((f"{side.side}:{player.position}", f"– {player.name}"))
        return found

    def ruling(self) -> Ruling:
        """The penalty of a valid form."""
        data = self.cleaned_data
        side, _colon, position = data["who"].partition(":")
        entry = self.sides[int(side)].entry
        player = entry.players.filter(position=int(position)).first() if position else None
        grade = data["grade"]
        return Ruling(
            round=self.match.round,
            entry=entry,
            foul=data["foul"],
            grade=grade,
            match=self.match,
            player=player,
            levels=data["levels"] or 1,
            change=data["change"] or Change.OFFENDER_DOWN,
            points=data["points"] or Decimal(0),
            scope=data["scope"] or Scope.ROUNDS,
            rounds=data["rounds"] or 0 if grade == Grade.SUSPENSION else 0,
            until=data["until"] if grade == Grade.SUSPENSION else None,
            deal_number=data["deal_number"],
            trick_number=data["trick_number"],
            note=data["note"],
            client_id=data["client_id"],
        )


class Pictures(forms.ClearableFileInput):
    """Several files at once."""

    allow_multiple_selected = True


class AppealForm(forms.Form):
    """An appeal in writing, with places in the record and pictures."""

    text = forms.CharField(
        label=_("What you appeal against, and why"), max_length=5000,
        widget=forms.Textarea({"rows": 6}),
    )  # fmt: skip
    deal_number = forms.IntegerField(label=_("Deal"), min_value=1, required=False)
    trick_number = forms.IntegerField(label=_("Trick"), min_value=1, required=False)
