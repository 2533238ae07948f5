"""Penalties: look ahead, record, change, revoke; and what follows by itself (CP-10 … CP-13)."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.permissions import LEAD, REFEREE
from tournaments.engine import penalties as law
from tournaments.engine.catalogue import Foul, Grade, foul
from tournaments.models import (
    Entry,
    Event,
    EventMatch,
    Penalty,
    PenaltyChange,
)
from tournaments.ruling import Ruling
from tournaments.selectors import facts as known
from tournaments.selectors.judged import loses_nowhere
from tournaments.services.errors import Invalid, No, Refused, invalid
from tournaments.services.events import locked
from tournaments.services.levels import act_on_match
from tournaments.services.news import News, announce
from tournaments.services.results import lock_matches
from tournaments.services.suspensions import impose
from tournaments.services.trail import SYSTEM, Actor, record, require

Kind = PenaltyChange.Kind
EFFECT = ("grade", "levels", "change", "points", "scope", "rounds", "until")
"""What a change may touch; who, when and which foul stay as they were seen."""


def check_penalty(event: Event, ruling: Ruling) -> Foul:
    """Whether a penalty can be so; ``Invalid`` says which field is wrong, or ``Refused``."""
    errors: dict[str, list[str]] = {}
    try:
        found = foul(ruling.foul)
        grade = Grade(ruling.grade)
    except (KeyError, ValueError):
        raise invalid("foul", _("Pick a foul of the catalogue and a grade.")) from None
    if grade not in found.grades:
        errors["grade"] = [_("This grade is not offered for this foul.")]
    if ruling.match is not None and not ruling.match.sides.filter(entry=ruling.entry).exists():
        raise Refused(No.NOT_OF_THE_MATCH)
    if grade in (Grade.LEVEL, Grade.LOSS) and ruling.match is None:
        errors["match"] = [_("Say in which match it was.")]
    elif ruling.match is None and loses_nowhere(ruling.row(event)):
        errors["match"] = [_("This is the third violation: say in which match it was.")]
    if grade is Grade.LEVEL and not 1 <= ruling.levels <= 13:
        errors["levels"] = [_("Between 1 and 13 levels.")]
    if not ruling.points.is_finite() or abs(ruling.points) > 999:
        errors["points"] = [_("This is not a number of points.")]
    if grade is Grade.SUSPENSION:
        if ruling.scope == law.Scope.ROUNDS and not 1 <= ruling.rounds <= 40:
            errors["rounds"] = [_("Between 1 and 40 rounds.")]
        if ruling.scope == law.Scope.CLUB and event.club_id is None:
            errors["scope"] = [_("The event belongs to no club.")]
        if ruling.until is not None and ruling.until <= timezone.now():
            errors["until"] = [_("It would end before it begins.")]
    if errors:
        raise Invalid(errors)
    return found


@transaction.atomic
def record_penalty(*, event: Event, by: User, ruling: Ruling) -> Penalty:
    """Record a penalty with what follows from it; the same ``client_id`` again changes nothing.

    A suspension across the club is the chief referee's or organiser's to give.
    """
    wide = ruling.grade == Grade.SUSPENSION and ruling.scope == law.Scope.CLUB
    actor = require(event, by, LEAD if wide else REFEREE)
    row = locked(event)
    same = row.penalties.filter(client_id=ruling.client_id).first()
    if same is not None:
        return same
    check_penalty(row, ruling)
    before = _facts_before(row, ruling.entry)
    penalty = ruling.row(row)
    penalty.referee, penalty.referee_name = by, actor.name[:60]
    penalty.save()
    act_on_match(penalty)
    _history(penalty, Kind.RECORDED, actor, None, "")
    impose(penalty, by)
    record(
        row, actor, "record_penalty", about=_about(penalty), round=penalty.round,
        match=penalty.match, entry=penalty.entry, after=effect_of(penalty), reason=ruling.note,
    )  # fmt: skip
    _follow(row, before, penalty, actor)
    return penalty


@transaction.atomic
def revoke_penalty(*, penalty: Penalty, by: User | None, reason: str) -> Penalty:
    """It has no effect any more; the count is made anew (CP-11). The row and its history stay.

    Its own referee may, or the chief referee; ``by`` of nothing is the committee.
    """
    actor = _may_change(penalty, by, reason)
    event = locked(penalty.event)
    row = _locked(penalty)
    before, was = _facts_before(event, row.entry), effect_of(row)
    row.revoked_at = timezone.now()
    row.save(update_fields=["revoked_at"])
    act_on_match(row)
    _history(row, Kind.REVOKED, actor, was, reason)
    impose(row, by)
    record(
        event, actor, "revoke_penalty", about=_about(row), round=row.round, match=row.match,
        entry=row.entry, before=was, reason=reason,
    )  # fmt: skip
    _follow(event, before, row, actor)
    return row


@transaction.atomic
def change_penalty(*, penalty: Penalty, by: User | None, reason: str, **effect: Any) -> Penalty:
    """Another grade or effect (``EFFECT``) for a penalty that stands, with its history kept."""
    actor = _may_change(penalty, by, reason)
    unknown = effect.keys() - set(EFFECT)
    if unknown:
        raise TypeError(f"no such fields of an effect: {sorted(unknown)}")
    event = locked(penalty.event)
    row = _locked(penalty)
    before, was = _facts_before(event, row.entry), effect_of(row)
    for name, value in effect.items():
        setattr(row, name, value)
    _check_change(row)
    row.save(update_fields=[*EFFECT])
    act_on_match(row)
    _history(row, Kind.CHANGED, actor, was, reason)
    impose(row, by)
    record(
        event, actor, "change_penalty", about=_about(row), round=row.round, match=row.match,
        entry=row.entry, before=was, after=effect_of(row), reason=reason,
    )  # fmt: skip
    _follow(event, before, row, actor)
    return row


def _facts_before(event: Event, entry: Entry) -> known.Facts:
    """What the penalties of a pair can change, as it stays until they are followed.

    Its matches are locked first: a result that comes in meanwhile waits, and counts after it.
    """
    lock_matches(EventMatch.objects.filter(sides__entry=entry))
    return known.facts_around(event, entry)


def _check_change(row: Penalty) -> None:
    """A changed penalty is one that could have been given; any grade may be put in its place."""
    if row.grade not in set(Grade):
        raise invalid("grade", _("Pick a foul of the catalogue and a grade."))
    if row.grade in (Grade.LEVEL, Grade.LOSS) and row.match_id is None:
        raise invalid("match", _("Say in which match it was."))
    if row.match_id is None and loses_nowhere(row):
        raise invalid("match", _("This is the third violation: say in which match it was."))
    if not 1 <= row.levels <= 13:
        raise invalid("levels", _("Between 1 and 13 levels."))
    if row.grade == Grade.SUSPENSION and row.scope == law.Scope.ROUNDS and not row.rounds:
        raise invalid("rounds", _("Between 1 and 40 rounds."))


def _may_change(penalty: Penalty, by: User | None, reason: str) -> Actor:
    own = by is not None and penalty.referee_id == by.pk
    actor = require(penalty.event, by, REFEREE if own else LEAD)
    if not reason.strip():
        raise Refused(No.REASON_NEEDED)
    return actor


def _locked(penalty: Penalty) -> Penalty:
    rows = Penalty.objects.select_for_update(no_key=True, of=("self",))
    row = rows.select_related("event", "entry", "round__stage", "match").get(pk=penalty.pk)
    if row.revoked_at is not None:
        raise Refused(No.REVOKED)
    return row


def _history(row: Penalty, kind: Kind, actor: Actor, before: Any, reason: str) -> None:
    PenaltyChange.objects.create(
        penalty=row,
        kind=kind,
        before=before,
        after=None if kind is Kind.REVOKED else effect_of(row),
        reason=reason[:300],
        by=actor.user,
        by_name=actor.name[:60],
    )


def effect_of(row: Penalty) -> dict[str, Any]:
    """What a penalty does, as its history keeps it."""
    return {
        "foul": row.foul,
        "clause": row.clause,
        "grade": str(row.grade),
        "levels": row.levels,
        "change": str(row.change),
        "points": str(row.points),
        "scope": str(row.scope),
        "rounds": row.rounds,
        "until": row.until and row.until.isoformat(),
    }


def _about(row: Penalty) -> str:
    return f"{row.entry.name}: {row.clause} {row.grade}"


def _follow(event: Event, before: known.Facts, penalty: Penalty, actor: Actor) -> None:
    """Matches, standings, pages: everything is as the penalties leave it now (CP-13)."""
    from tournaments.services.judging import apply

    saved = Penalty.objects.select_related("entry", "round__stage").get(pk=penalty.pk)
    apply(before, saved, actor if actor.user else SYSTEM)
    announce(event, News.PENALTIES, penalty=penalty.pk, stage=penalty.round.stage.order)
