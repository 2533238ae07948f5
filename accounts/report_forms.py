"""The forms of reports and of moderators."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import reports
from accounts.evidence import Place
from accounts.models import Report, Sanction, User
from accounts.permissions import may_moderate

DEAL: Final = "deal"
LINE: Final = "line"

SPANS: Final = (
    ("1", _("1 day")),
    ("3", _("3 days")),
    ("7", _("7 days")),
    ("30", _("30 days")),
    ("90", _("90 days")),
    ("", _("without end")),
)


class ReportForm(forms.Form):
    """Whom or what it is about, and what happened."""

    about = forms.ChoiceField(label=_("Whom or what is it about?"), widget=forms.RadioSelect)
    reason = forms.ChoiceField(
        label=_("What about it?"), choices=Report.Reason.choices, widget=forms.RadioSelect
    )
    text = forms.CharField(
        label=_("What happened?"),
        help_text=_("In your own words. The table, the match and who was there go along."),
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 5}),
    )

    def __init__(self, *args: Any, place: Place, by: User, person: int | None, **kwargs: Any):
        super().__init__(*args, **kwargs)
        choices: list[tuple[str, Any]] = [
            (f"person:{pk}", name) for pk, name in place.people.items() if pk != by.pk
        ]
        if place.line is not None:
            quoted = {"name": place.line.name, "words": place.words}
            choices = [(LINE, _("what %(name)s said: “%(words)s”") % quoted)]
        elif place.deal is not None:
            label = _("the deal itself: deal %(number)s") % {"number": place.deal.number}
            choices.append((DEAL, label))
        about = self.fields["about"]
        assert isinstance(about, forms.ChoiceField)
        about.choices = choices
        wanted = LINE if place.line is not None else f"person:{person}"
        if wanted in dict(choices):
            about.initial = wanted
        elif len(choices) == 1:
            about.initial = choices[0][0]

    def person(self) -> User | None:
        """Whom it is about; nobody: the deal, or the line."""
        about = str(self.cleaned_data["about"])
        return None if about in (DEAL, LINE) else User.objects.get(pk=about.removeprefix("person:"))


def _line(report: Report) -> str:
    """A report in a line: its number, what about, by whom."""
    return f"#{report.pk} {report.get_reason_display()} · {report.reporter or '–'}"


class DecisionForm(forms.Form):
    """What becomes of a report."""

    kind = forms.ChoiceField(
        label=_("Decision"),
        choices=[("", _("no action")), *Sanction.Kind.choices],
        required=False,
        widget=forms.RadioSelect,
    )
    person = forms.ChoiceField(label=_("For whom"), required=False)
    scope = forms.ChoiceField(label=_("Where"), required=False)
    span = forms.ChoiceField(label=_("How long"), choices=SPANS, required=False, initial="7")
    until = forms.DateTimeField(
        label=_("Or until"),
        help_text=_("Counts instead of the span above."),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )
    reason = forms.CharField(
        label=_("Reason, as the person is told"),
        max_length=300,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    answer = forms.CharField(
        label=_("Answer to whoever reported it"),
        help_text=_("They are told the outcome anyway; say more if it helps."),
        max_length=300,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
    )

    also = forms.MultipleChoiceField(
        label=_("Decide these with it"), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args: Any, report: Report, by: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.report = report
        self.same = {str(each.pk): each for each in reports.about_the_same(report, by)}
        free = {pk: each for pk, each in self.same.items() if each.claimed_by_id in (None, by.pk)}
        if free:
            self._choices("also", [(pk, _line(each)) for pk, each in free.items()])
        else:
            del self.fields["also"]
        self.event = self._event()
        self._choices("person", self._people(by))
        self._choices("scope", self._scopes(by))

    def _choices(self, name: str, choices: list[tuple[str, Any]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField | forms.MultipleChoiceField)
        field.choices = choices

    def _event(self) -> Any:
        from tournaments.models import Event

        slug = self.report.evidence.get("event", {}).get("slug")
        return Event.objects.filter(slug=slug).select_related("club").first() if slug else None

    def _people(self, by: User) -> list[tuple[str, Any]]:
        """Who may be sanctioned: the one reported first, then who was there."""
        found: dict[int, str] = {}
        if self.report.person is not None:
            found[self.report.person.pk] = str(self.report.person)
        evidence = self.report.evidence
        for each in [*evidence.get("players", ()), *evidence.get("seats", ())]:
            if each["user"] is not None:
                found.setdefault(each["user"], each["name"])
        found.pop(by.pk, None)
        there = set(User.objects.filter(pk__in=found).values_list("pk", flat=True))
        return [(str(pk), name) for pk, name in found.items() if pk in there]

    def _scopes(self, by: User) -> list[tuple[str, Any]]:
        found: list[tuple[str, Any]] = []
        if self.report.club is not None and may_moderate(by, self.report.club):
            label = _("the club %(name)s: its events and their tables, and joining it")
            found.append(("club", label % {"name": self.report.club.name}))
        if self.event is not None and may_moderate(by, self.event.club):
            label = _("the event %(name)s alone, with its tables")
            found.append(("event", label % {"name": self.event.name}))
        if may_moderate(by):
            found.append(("site", _("the whole site")))
        return found

    def clean(self) -> dict[str, Any]:
        """A sanction has a reason."""
        data = super().clean() or {}
        if data.get("kind") and not data.get("reason", "").strip():
            self.add_error("reason", _("Please give a reason; it is kept."))
        return data

    def decision(self) -> dict[str, Any]:
        """The arguments of ``reports.decide``."""
        data = self.cleaned_data
        also = [self.same[pk] for pk in data.get("also", ())]
        words = {"answer": data["answer"], "kind": data["kind"], "also": also}
        if not data["kind"]:
            return words
        return words | {
            "person": User.objects.filter(pk=data["person"] or 0).first(),
            "reason": data["reason"],
            "until": self._until(),
            "club": self.report.club if data["scope"] == "club" else None,
            "event": self.event if data["scope"] == "event" else None,
        }

    def _until(self) -> datetime | None:
        until: datetime | None = self.cleaned_data["until"]
        if until is not None:
            return until
        days = self.cleaned_data["span"]
        return timezone.now() + timedelta(days=int(days)) if days else None
