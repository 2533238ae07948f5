"""Suspensions from play: what a penalty of grade ⑥ keeps a pair and its persons from (CP-12)."""

from __future__ import annotations

from accounts import sanctions
from accounts.models import User
from accounts.permissions import event_roles
from tournaments.engine.catalogue import Grade
from tournaments.engine.matches import Ending
from tournaments.engine.penalties import Scope
from tournaments.models import Event, EventMatch, Penalty, Round
from tournaments.result import Result
from tournaments.selectors import facts as known
from tournaments.selectors.judged import PENALTY, suspended
from tournaments.services.errors import No, Refused
from tournaments.services.noshows import mark_decided
from tournaments.services.results import Origin, State, lock_matches, locked_match, settle
from tournaments.services.trail import SYSTEM


def require_unbarred(event: Event, user: User | None) -> None:
    """Nobody enters who is suspended or banned from the event, its club, or the site."""
    barred = sanctions.barred_from_play(user, event)
    if barred is not None:
        raise Refused(No.SUSPENDED, name=str(user), why=sanctions.words(barred))


def forfeit_suspended(round: Round) -> int:
    """Pairs that are suspended from a round that begins forfeit it; answers how many matches."""
    penalties = known.penalties_of(round.stage.event)
    barred = {p.offender for p in penalties if p.grade is Grade.SUSPENSION and not p.revoked}
    count = 0
    rows = round.matches.filter(state=State.RUNNING, sides__entry__number__in=barred).distinct()
    lock_matches(EventMatch.objects.filter(pk__in=rows.values("pk")))
    for match in rows.order_by("pk"):
        row, sides = locked_match(match)
        if row.state == State.CONFIRMED or len(sides) != 2:
            continue
        out = [suspended(penalties, s.entry.number, round) is not None for s in sides]
        if any(out):
            winner = None if all(out) else out.index(False)
            said = Result(None, 0, Ending.FORFEIT, winner)
            settle(row, sides, said, SYSTEM, Origin.SYSTEM, reason="suspended")
            mark_decided(row, PENALTY)
            count += 1
    return count


def impose(penalty: Penalty, by: User | None) -> None:
    """Bar the persons of a suspension that stands; what it barred before and no more is lifted.

    So many rounds of the event need no sanction: the pair forfeits them when they begin.
    """
    stands = penalty.revoked_at is None and penalty.grade == Grade.SUSPENSION
    for row in penalty.sanctions.filter(lifted_at__isnull=True):
        sanctions.lift(sanction=row, by=by, reason="CP-13")
    if not stands or penalty.scope == Scope.ROUNDS:
        return
    event = penalty.event
    club = event.club if penalty.scope == Scope.CLUB else None
    players = penalty.entry.players.filter(user__isnull=False).select_related("user")
    if penalty.player_id is not None:
        players = players.filter(pk=penalty.player_id)
    for player in players:
        assert player.user is not None
        if "staff" in event_roles(player.user, event):
            continue
        row = sanctions.sanction(
            user=player.user,
            kind="suspension",
            by=by,
            reason=f"{event.name} · {penalty.clause} {penalty.note}".strip(),
            club=club,
            event=None if club is not None else event,
            until=penalty.until,
        )
        penalty.sanctions.add(row)
