"""Sanctions: warn, mute, suspend or ban somebody; everywhere, in a club, or in an event.

Who may do it is the caller's to ask (``accounts.permissions``): moderators for the site and their
club, referees for their event. What a sanction keeps somebody from is asked here by everybody:
``active_for``, ``barred_from_play``, ``muted``.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection
from datetime import datetime
from typing import TYPE_CHECKING, Final

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import formats, timezone
from django.utils.translation import gettext as _

from accounts.models import Club, Sanction, User

if TYPE_CHECKING:
    from tournaments.models import Event

log = logging.getLogger(__name__)

Kind = Sanction.Kind
Stage = Sanction.Stage
KEEPS_FROM_PLAY: Final = frozenset({Kind.SUSPENSION, Kind.BAN})
"""Kinds that bar from entering events and from seats."""
KEEPS_FROM_WRITING: Final = frozenset({Kind.MUTE, Kind.BAN})
"""Kinds that bar from chat and other words to all."""

Listener = Callable[[Sanction], None]
_listeners: Final[list[Listener]] = []


def on_change(listener: Listener) -> Listener:
    """Call ``listener(sanction)`` when one is imposed, begins, ends or is lifted (once committed).

    Registered when the site starts (``AppConfig.ready``); it reaches open sockets by this.
    """
    if listener not in _listeners:
        _listeners.append(listener)
    return listener


def sanction(
    *,
    user: User,
    kind: str,
    by: User | None,
    reason: str,
    club: Club | None = None,
    event: Event | None = None,
    starts_at: datetime | None = None,
    until: datetime | None = None,
) -> Sanction:
    """Impose a sanction; with neither ``club`` nor ``event`` it holds on the whole site.

    ``ValueError`` (a msgid) without a reason, or when it would end before it begins.
    """
    if not reason.strip():
        raise ValueError(_("Please give a reason; it is kept."))
    begins = require_span(starts_at, until)
    scope = Sanction.Scope.SITE
    if event is not None:
        scope, club = Sanction.Scope.EVENT, None
    elif club is not None:
        scope = Sanction.Scope.CLUB
    row = Sanction.objects.create(
        user=user,
        kind=Kind(kind),
        scope=scope,
        club=club,
        event=event,
        reason=reason.strip()[:300],
        by=by,
        starts_at=begins,
        until=until,
        stage=Stage.HOLDS if begins <= timezone.now() else Stage.AHEAD,
    )
    _tell(row)
    return row


def require_span(starts_at: datetime | None, until: datetime | None) -> datetime:
    """When a sanction begins (nothing said: now); ``ValueError`` if it would end before that."""
    begins = starts_at or timezone.now()
    if until is not None and until <= max(begins, timezone.now()):
        raise ValueError(_("It would end before it begins."))
    return begins


@transaction.atomic
def lift(*, sanction: Sanction, by: User | None, reason: str = "") -> Sanction:
    """End a sanction before its time; lifted twice it is lifted once."""
    row = Sanction.objects.select_for_update(no_key=True).get(pk=sanction.pk)
    if row.lifted_at is None:
        row.lifted_at, row.lifted_by = timezone.now(), by
        row.lift_reason, row.stage = reason.strip()[:300], Stage.OVER
        row.save(update_fields=["lifted_at", "lifted_by", "lift_reason", "stage"])
        _tell(row)
    return row


@transaction.atomic
def announce_changes(*, now: datetime | None = None) -> int:
    """Tell of the sanctions that have begun or ended by the clock; answers how many.

    Each is told of once; any number of workers may do it at the same time.
    """
    now = now or timezone.now()
    begun, ended = Q(stage=Stage.AHEAD, starts_at__lte=now), Q(stage=Stage.HOLDS, until__lte=now)
    rows = Sanction.objects.select_for_update(no_key=True, skip_locked=True)
    changed = list(rows.filter(begun | ended, lifted_at__isnull=True))
    for row in changed:
        over = row.until is not None and row.until <= now
        row.stage = Stage.OVER if over else Stage.HOLDS
        row.save(update_fields=["stage"])
        _tell(row)
    return len(changed)


def active_for(
    user: User | AnonymousUser | None,
    scope: Club | Event | None = None,
    *,
    kinds: Collection[str] | None = None,
    at: datetime | None = None,
) -> QuerySet[Sanction]:
    """The sanctions that hold for somebody now (or ``at`` a time), the newest first.

    In an event: its own, its club's, and the site's; in a club: the club's and the site's;
    without a scope: the site's alone.
    """
    if user is None or not user.is_authenticated:
        return Sanction.objects.none()
    at = at or timezone.now()
    where = Q(scope=Sanction.Scope.SITE)
    if isinstance(scope, Club):
        where |= Q(club=scope)
    elif scope is not None:
        where |= Q(event=scope)
        if scope.club_id is not None:
            where |= Q(club_id=scope.club_id)
    rows = Sanction.objects.filter(
        where,
        Q(until__isnull=True) | Q(until__gt=at),
        user_id=user.pk,
        starts_at__lte=at,
        lifted_at__isnull=True,
    )
    return rows if kinds is None else rows.filter(kind__in=kinds)


def barred_from_play(
    user: User | AnonymousUser | None,
    scope: Club | Event | None = None,
    *,
    at: datetime | None = None,
) -> Sanction | None:
    """The suspension or ban that keeps somebody from entering and from seats, if there is one."""
    return active_for(user, scope, kinds=KEEPS_FROM_PLAY, at=at).first()


def muted(user: User | AnonymousUser | None, scope: Club | Event | None = None) -> Sanction | None:
    """What keeps somebody from writing to others, if anything does."""
    return active_for(user, scope, kinds=KEEPS_FROM_WRITING).first()


def words(sanction: Sanction) -> str:
    """What the person is told: which it is, where, why, and until when, in the active language."""
    span = _("without end")
    if sanction.until is not None:
        span = _("until %(when)s") % {"when": _when(sanction.until)}
    if sanction.starts_at > timezone.now():
        span = _("from %(when)s, %(until)s") % {"when": _when(sanction.starts_at), "until": span}
    if sanction.kind == Kind.WARNING and sanction.until is None:
        return _("%(kind)s (%(scope)s) · Reason: %(reason)s") % {
            "kind": sanction.get_kind_display(),
            "scope": where(sanction),
            "reason": sanction.reason,
        }
    return _("%(kind)s (%(scope)s), %(until)s · Reason: %(reason)s") % {
        "kind": sanction.get_kind_display(),
        "scope": where(sanction),
        "until": span,
        "reason": sanction.reason,
    }


def lifted_words(sanction: Sanction) -> str:
    """By whom, when and why it was ended before its time; empty when it was not."""
    if sanction.lifted_at is None:
        return ""
    who = "–" if sanction.lifted_by is None else str(sanction.lifted_by)
    return " · ".join(filter(None, (_when(sanction.lifted_at), who, sanction.lift_reason)))


def where(sanction: Sanction) -> str:
    """What a sanction covers, by name."""
    if sanction.club is not None:
        return _("the club %(name)s and its events") % {"name": sanction.club.name}
    if sanction.event is not None:
        return _("the event %(name)s") % {"name": sanction.event.name}
    return sanction.get_scope_display()


def _when(time: datetime) -> str:
    return formats.date_format(timezone.localtime(time), "DATETIME_FORMAT")


def _tell(row: Sanction) -> None:
    """Everybody who listens hears of it once it is in the database."""
    for listener in _listeners:
        transaction.on_commit(lambda tell=listener: _call(tell, row))  # type: ignore[misc]


def _call(listener: Listener, row: Sanction) -> None:
    try:
        listener(row)
    except Exception:
        log.exception("a listener failed over sanction %s", row.pk)
