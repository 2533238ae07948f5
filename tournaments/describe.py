"""An event's format in words, for announcements, papers and score sheets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.engine.metrics import metrics_of
from tournaments.models import Event, Stage
from tournaments.settings import EndingKind, MatchEnding


def ending_words(ending: MatchEnding) -> str:
    """How a match ends (CP-7), in a sentence."""
    minutes = ngettext("%(n)d minute", "%(n)d minutes", ending.minutes) % {"n": ending.minutes}
    deals = ngettext("%(n)d deal", "%(n)d deals", ending.deals) % {"n": ending.deals}
    match ending.kind:
        case EndingKind.LEVELS:
            return _("A match goes on until a side passes its last level.")
        case EndingKind.DEALS:
            return _("A match has %(deals)s.") % {"deals": deals}
        case EndingKind.TIME:
            text = _("A match takes %(minutes)s.") % {"minutes": minutes}
        case EndingKind.TIME_DEALS:
            text = _("A match takes %(minutes)s or %(deals)s, whichever comes first.") % {
                "minutes": minutes,
                "deals": deals,
            }
    rest = (
        _("When time is up the deal in play is broken off.")
        if ending.cut_off
        else _("When time is up no new deal is begun; the deal in play is finished.")
    )
    return f"{text} {rest}"


def stage_words(stage: Stage) -> str:
    """How a stage is played, in a few words: ``Swiss, 7 rounds``."""
    plan = stage.plan
    match stage.kind:
        case Stage.Kind.SWISS:
            text = ngettext("Swiss, %(n)d round", "Swiss, %(n)d rounds", plan.rounds)
            return text % {"n": plan.rounds}
        case Stage.Kind.ROUND_ROBIN:
            if plan.double:
                return _("Round robin, everybody meets everybody twice")
            return _("Round robin, everybody meets everybody once")
        case Stage.Kind.GROUPS:
            text = ngettext(
                "Round robin in %(n)d group", "Round robin in %(n)d groups", plan.groups
            )
            return text % {"n": plan.groups}
        case Stage.Kind.KNOCKOUT:
            if plan.third_place:
                return _("Knock-out, with a match for the third place")
            return _("Knock-out")
        case _:
            return _("Double elimination: out with the second defeat")


def stage_notes(stage: Stage) -> list[str]:
    """What else holds for a stage: clubs apart, who goes on, its own way to end a match."""
    plan, notes = stage.plan, []
    if plan.club_rounds:
        text = ngettext(
            "In the first round pairs of one club do not meet.",
            "In the first %(n)d rounds pairs of one club do not meet.",
            plan.club_rounds,
        )
        notes.append(text % {"n": plan.club_rounds})
    if plan.qualify is not None:
        many = stage.kind == Stage.Kind.GROUPS and plan.groups > 1
        if many:
            text = ngettext(
                "The first of each group goes on.",
                "The first %(n)d of each group go on.",
                plan.qualify.top,
            )
        else:
            text = ngettext("The first goes on.", "The first %(n)d go on.", plan.qualify.top)
        notes.append(text % {"n": plan.qualify.top})
        if plan.qualify.best_next:
            text = ngettext(
                "So does the best of the next place.",
                "So do the %(n)d best of the next place.",
                plan.qualify.best_next,
            )
            notes.append(text % {"n": plan.qualify.best_next})
    if plan.carry:
        notes.append(_("Points of the stage before are carried along."))
    if plan.ending is not None and plan.ending != stage.event.config.ending:
        notes.append(ending_words(plan.ending))
    return notes


def metric_labels(metrics: Sequence[str]) -> list[str]:
    """The metrics of a list in words, in order (CP-9)."""
    return [_(metric.label) for metric in metrics_of(tuple(metrics))]


@dataclass(frozen=True, slots=True)
class Fact:
    """A line of an announcement: what it is about, and what is said, a sentence each."""

    label: str
    texts: tuple[str, ...]


def format_facts(event: Event) -> list[Fact]:
    """The format of an event: stages, matches, points, standings."""
    config = event.config
    stages = list(event.stages.all())
    found = []
    for stage in stages:
        label = stage.name or (
            _("Stage %(n)d") % {"n": stage.order} if len(stages) > 1 else _("Format")
        )
        found.append(
            Fact(label, (_("%(text)s.") % {"text": stage_words(stage)}, *stage_notes(stage)))
        )
    found.append(Fact(_("Matches"), (ending_words(config.ending),)))
    if event.duplicate:
        text = _("Duplicate: all tables of a round play the same deals and are compared.")
        found.append(Fact(_("Deals"), (text,)))
    scale = config.scoring.build().scale
    found.append(Fact(_("Points for a match"), (_(scale.label),)))
    found.append(Fact(_("Standings by"), (" → ".join(metric_labels(config.metrics)),)))
    return found
