"""Who does something, in which role, and the line that is kept of it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from accounts.models import User
from accounts.permissions import offices
from tournaments.models import AuditLine, Entry, Event, EventMatch, Round, ScorerToken, Stage
from tournaments.services.errors import No, Refused

By = User | ScorerToken | None
"""Who asks for a verb: a person, a program with a token, or nobody: the system."""

ORDER = (
    "organiser",
    "chief_referee",
    "referee",
    "scorer",
    "committee",
    "staff",
)
"""Of several roles the trail names the first."""


@dataclass(frozen=True, slots=True)
class Actor:
    """Who does it, in which role."""

    user: User | None
    name: str
    role: str
    token: ScorerToken | None = None


SYSTEM = Actor(None, "", "system")


def require(event: Event, by: By, roles: Collection[str]) -> Actor:
    """The actor, if one of ``roles`` is theirs; ``Refused`` otherwise. The system may do all."""
    match by:
        case None:
            return SYSTEM
        case ScorerToken():
            if by.event_id != event.pk or by.revoked_at is not None or "scorer" not in roles:
                raise Refused(No.NOT_ALLOWED)
            return Actor(None, by.name, "token", by)
        case User():
            theirs = offices(by, event)
            if theirs.isdisjoint(roles):
                raise Refused(No.NOT_ALLOWED)
            role = next(r for r in ORDER if r in theirs and r in roles)
            return Actor(by, str(by), role)


def as_role(by: User | None, role: str) -> Actor:
    """The actor in a role that has been found out otherwise (a player with the pair's code)."""
    return Actor(by, "" if by is None else str(by), role)


def record(
    event: Event,
    actor: Actor,
    verb: str,
    *,
    about: object = "",
    stage: Stage | None = None,
    round: Round | None = None,
    match: EventMatch | None = None,
    entry: Entry | None = None,
    before: Any = None,
    after: Any = None,
    reason: str = "",
) -> AuditLine:
    """Write a line of the audit trail."""
    if match is not None and round is None:
        round = match.round
    if round is not None and stage is None:
        stage = round.stage
    return AuditLine.objects.create(
        event=event,
        actor=actor.user,
        actor_name=actor.name[:60],
        role=actor.role,
        verb=verb,
        about=str(about)[:120],
        stage=None if stage is None else stage.order,
        round=None if round is None else round.number,
        match_id=None if match is None else match.pk,
        entry_id=None if entry is None else entry.pk,
        before=before,
        after=after,
        reason=reason[:300],
    )
