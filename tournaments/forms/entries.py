"""Entries: by the organiser, by the players, from a file; teams."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.names import tidy
from games.services.tables import BOT
from tournaments.models import Entry, Event, Team

LARGEST = 2_000_000
"""A list of entries is no larger than this, in bytes."""


class PersonField(forms.CharField):
    """The name somebody signs in with; cleaned to the ``User`` or nothing."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"})
        super().__init__(max_length=150, widget=widget, **kwargs)

    def clean(self, value: Any) -> Any:
        """The person; an error when there is none of that name."""
        name = str(super().clean(value) or "").strip().lstrip("@")
        if not name:
            return None
        user = User.objects.filter(username__iexact=name, is_active=True, is_guest=False).first()
        if user is None:
            raise forms.ValidationError(gettext("Nobody here signs in with this name."))
        return user


class EntryForm(forms.Form):
    """A pair, as the organiser enters or changes it."""

    name_0 = forms.CharField(label=_("First player"), max_length=40)
    user_0 = PersonField(
        label=_("First player: account"),
        required=False,
        help_text=_("The name to sign in with. Needed for play on line only."),
    )
    name_1 = forms.CharField(label=_("Second player"), max_length=40)
    user_1 = PersonField(label=_("Second player: account"), required=False)
    bot = forms.ChoiceField(
        label=_("Played by a bot"),
        required=False,
        help_text=_("For trials and to fill up a field on line."),
    )
    name = forms.CharField(
        label=_("Name of the pair"),
        max_length=90,
        required=False,
        help_text=_("Empty: both names."),
    )
    club_name = forms.CharField(label=_("Club"), max_length=60, required=False)
    team = forms.CharField(label=_("Team"), max_length=60, required=False)
    ranking = forms.DecimalField(
        label=_("Ranking points"), max_digits=9, decimal_places=2, required=False
    )
    seed_rank = forms.IntegerField(label=_("Seed"), min_value=1, required=False)
    fixed_table = forms.IntegerField(
        label=_("Fixed table"),
        min_value=1,
        required=False,
        help_text=_("For a pair that cannot move."),
    )
    note = forms.CharField(
        label=_("Remark"), max_length=200, required=False, help_text=_("For the desk only.")
    )

    MORE = ("user_0", "user_1", "bot", "name", "team", "ranking", "seed_rank", "fixed_table",
            "note")  # fmt: skip

    def __init__(
        self, data: Mapping[str, Any] | None, *, event: Event, entry: Entry | None = None
    ) -> None:
        self.event, self.entry = event, entry
        super().__init__(data, initial={} if entry is None else _initial(entry))
        choices = [("", gettext("nobody: people play")), (BOT, gettext("a bot plays for both"))]
        self.fields["bot"].choices = choices  # type: ignore[attr-defined]
        if event.unit == Event.Unit.TEAM:
            self.fields["team"].required = True
        elif entry is None or entry.team_id is None:
            del self.fields["team"]
        self.open = entry is None or event.status in (Event.Status.DRAFT, Event.Status.OPEN)
        if not self.open:  # CP-1: only the spelling
            for name in ("user_0", "user_1", "bot"):
                del self.fields[name]

    def first(self) -> list[forms.BoundField]:
        """What is always asked."""
        names = ("name_0", "name_1", "club_name", "team")
        return [
            self[name]
            for name in names
            if name in self.fields and (name != "team" or self.fields[name].required)
        ]

    def more(self) -> list[forms.BoundField]:
        """What may be asked."""
        shown = {field.name for field in self.first()}
        return [self[n] for n in self.MORE if n in self.fields and n not in shown]

    def players(self) -> list[dict[str, Any]]:
        """The two as ``services.add_entry`` takes them."""
        data = self.cleaned_data
        return [
            {
                "name": tidy(data[f"name_{i}"]),
                "user": data.get(f"user_{i}"),
                "bot": data.get("bot", ""),
            }
            for i in (0, 1)
        ]

    def fields_of_entry(self) -> dict[str, Any]:
        """Everything beside the players."""
        data = self.cleaned_data
        found = {
            "club_name": data["club_name"], "ranking": data["ranking"],
            "seed_rank": data["seed_rank"], "fixed_table": data["fixed_table"],
            "note": data["note"],
        }  # fmt: skip
        if data["name"]:
            found["name"] = data["name"]
        if "team" in self.fields:
            found["team"] = data["team"]
        return found


def _initial(entry: Entry) -> dict[str, Any]:
    players = list(entry.players.select_related("user"))
    found: dict[str, Any] = {
        "club_name": entry.club_name,
        "team": entry.team.name if entry.team else "",
        "ranking": entry.ranking,
        "seed_rank": entry.seed_rank,
        "fixed_table": entry.fixed_table,
        "note": entry.note,
        "bot": players[0].bot if players else "",
    }
    for player in players:
        found[f"name_{player.position}"] = player.name
        found[f"user_{player.position}"] = player.user.username if player.user else ""
    if entry.name != " / ".join(p.name for p in players)[:90]:
        found["name"] = entry.name
    return found


class TeamForm(forms.Form):
    """A team's name and captain."""

    name = forms.CharField(label=_("Name of the team"), max_length=60)
    captain = PersonField(
        label=_("Captain: account"),
        required=False,
        help_text=_("The captain may enter results and check in for all pairs of the team."),
    )
    captain_name = forms.CharField(
        label=_("Captain: name"),
        max_length=40,
        required=False,
        help_text=_("Without an account."),
    )

    def __init__(self, data: Mapping[str, Any] | None, *, team: Team) -> None:
        captain = team.captain.username if team.captain is not None else ""
        name = "" if captain else team.captain_name
        initial = {"name": team.name, "captain": captain, "captain_name": name}
        super().__init__(data, initial=initial, prefix=f"team{team.pk}")


class FileForm(forms.Form):
    """A list from a file, or pasted from a spreadsheet."""

    file = forms.FileField(
        label=_("File"),
        required=False,
        help_text=_("CSV or XLSX, up to 2 MB."),
        widget=forms.ClearableFileInput(attrs={"accept": ".csv,.tsv,.txt,.xlsx"}),
    )
    text = forms.CharField(
        label=_("or paste the lines here"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "wrap": "off"}),
    )

    def clean(self) -> dict[str, Any]:
        """One of both; the bytes and a name for them."""
        data: dict[str, Any] = super().clean() or {}
        upload, text = data.get("file"), data.get("text") or ""
        if upload is not None and upload.size > LARGEST:
            raise forms.ValidationError(gettext("The file is too large."))
        if upload is not None:
            data["data"], data["filename"] = upload.read(), upload.name
        elif text.strip():
            data["data"] = text.encode()
            data["filename"] = "pasted.tsv" if "\t" in text else "pasted.csv"
        else:
            raise forms.ValidationError(gettext("Choose a file, or paste its lines."))
        return data


class EnterForm(forms.Form):
    """A player enters with a partner."""

    partner = PersonField(
        label=_("Your partner’s account"),
        required=False,
        help_text=_("The name they sign in with. Or leave it empty and send them the link."),
    )
    partner_name = forms.CharField(
        label=_("Your partner’s name"),
        max_length=40,
        required=False,
        help_text=_("As long as they have not accepted."),
    )
    name = forms.CharField(
        label=_("Name of the pair"),
        max_length=90,
        required=False,
        help_text=_("Empty: both names."),
    )
    club_name = forms.CharField(label=_("Club"), max_length=60, required=False)
    team = forms.CharField(label=_("Team"), max_length=60)

    def __init__(self, data: Mapping[str, Any] | None, *, event: Event) -> None:
        super().__init__(data)
        if event.unit != Event.Unit.TEAM:
            del self.fields["team"]
