"""Reads of match rules: who is there, what a penalty would bring about, rulings, appeals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from accounts.models import User
from accounts.permissions import event_roles, may_play_for, may_referee
from tournaments.engine import penalties as law
from tournaments.engine.catalogue import AWARD, Grade, foul
from tournaments.engine.matches import Ending, level_name
from tournaments.models import Entry, Event, EventMatch, Leave, MatchSide, Penalty, Round
from tournaments.ruling import Ruling
from tournaments.selectors import facts as known
from tournaments.selectors.deadlines import awaited, deadline, roll_called
from tournaments.selectors.judged import followed
from tournaments.selectors.standings import MoveLine, compare
from tournaments.selectors.words import words

# -------------------------------------------------------------------------------- penalties


@dataclass(frozen=True, slots=True)
class PenaltyPreview:
    """What a penalty would bring about (CP-11): sentences, the match, the standings."""

    remedy: str
    texts: list[str]
    before: law.Tally
    after: law.Tally
    result_before: str
    result_after: str
    metrics: list[tuple[str, str]]
    moves: list[MoveLine]
    pairings_change: bool


def penalty_count(event: Event, entry: Entry) -> law.Tally:
    """A pair's count: warnings and violations that are not used up (CP-11)."""
    return law.tally(known.penalties_of(event, [entry.number]), entry.number)


def penalty_preview(event: Event, ruling: Ruling) -> PenaltyPreview:
    """What would follow if this were recorded; nothing is."""
    row = ruling.row(event)
    fact = replace(known.engine_penalty(row), id=2**62)
    now = known.facts(event)
    then = followed(event, now.with_penalty(fact), fact.offender)
    seen = law.preview(now.penalties, fact)
    say = words(event)
    stage = ruling.round.stage
    difference = compare(stage, now, then)
    match = ruling.match
    return PenaltyPreview(
        _(foul(ruling.foul).remedy),
        [*_when(ruling), *(say(text) for text in seen.texts)],
        seen.before,
        seen.after,
        result_by(now, match),
        result_by(then, match),
        difference.metrics,
        difference.moves,
        difference.pairings_change,
    )


def _when(ruling: Ruling) -> list[str]:
    """From when on a level change counts that is given while the match is played (CP-12)."""
    match = ruling.match
    if ruling.grade != Grade.LEVEL or match is None or match.state != EventMatch.State.RUNNING:
        return []
    if match.online:
        text = _(
            "The next deal begins with the changed levels; after the last they change the result."
        )
    else:
        text = _("The pairs go on with the changed levels: they are in the result that is entered.")
    return [text]


def result_by(facts: known.Facts, match: EventMatch | None) -> str:
    """A match's result in short by these facts."""
    found = next((m for m in facts.matches if match is not None and m.id == match.pk), None)
    if found is None or not found.confirmed:
        return ""
    if found.ending is not Ending.PLAYED:
        return _("forfeit") if found.ending is Ending.FORFEIT else _("decided by ruling")
    return "" if found.levels is None else " : ".join(map(level_name, found.levels))


def supposing_penalty(now: known.Facts, penalty: Penalty, changed: Penalty | None) -> known.Facts:
    """The facts without a penalty, or with another in its place; as after an upheld appeal."""
    fact = known.engine_penalty(changed or penalty)
    then = now.with_penalty(fact if changed else replace(fact, revoked=True))
    return followed(now.event, then, fact.offender)


def effect_words(row: Penalty) -> str:
    """What a penalty does, in a few words."""
    award = row.foul == AWARD and row.grade == Grade.VERBAL  # nobody is warned
    parts = [] if award else [_(row.grade_label)]
    match row.grade:
        case Grade.LEVEL:
            down = row.change == law.Change.OFFENDER_DOWN
            text = _("%(n)d down") if down else _("the other side %(n)d up")
            parts.append(text % {"n": row.levels})
        case Grade.SUSPENSION if row.scope == law.Scope.ROUNDS:
            parts.append(_("%(n)d rounds") % {"n": row.rounds})
        case Grade.SUSPENSION:
            parts.append(_("the event") if row.scope == law.Scope.EVENT else _("the club"))
    if row.points:
        parts.append(_("%(points)s points") % {"points": f"{row.points.normalize():+f}"})
    return " · ".join(parts)


def penalties(
    event: Event, user: User | None = None, *, entry: Entry | None = None
) -> QuerySet[Penalty]:
    """The rulings that somebody may see, the newest first.

    Everybody where the event shows them; else referees and the committee all, parties their own.
    """
    rows = (
        event.penalties.select_related("entry", "round__stage", "match", "player", "deal")
        .prefetch_related("history", "match__sides__entry")
        .order_by("-at", "-pk")
    )
    if entry is not None:
        rows = rows.filter(entry=entry)
    if event.config.show_rulings or _oversees(event, user):
        return rows
    if user is None or not user.is_authenticated:
        return rows.none()
    own = own_entries(event, user)
    return (
        rows.filter(match__sides__entry__in=own).distinct() | rows.filter(entry__in=own).distinct()
    )


def sees_rulings_of(event: Event, user: User | None, matches: Iterable[EventMatch]) -> set[int]:
    """Of which matches somebody may know how they were ruled: as ``penalties``; their ids."""
    if event.config.show_rulings or _oversees(event, user):
        return {match.pk for match in matches}
    if user is None or not user.is_authenticated:
        return set()
    own = {entry.pk for entry in own_entries(event, user)}
    return {m.pk for m in matches if any(s.entry_id in own for s in m.sides.all())}


REASONS: Final = {
    "no_show": gettext_noop("not at the table in time (CP-3)"),
    "in time": gettext_noop("was in time after all (CP-6)"),
    "changed": gettext_noop("a changed pair (CP-1)"),
    "withdrawn": gettext_noop("withdrawn (CP-5)"),
    "suspended": gettext_noop("suspended from play (CP-12)"),
    "CP-1": gettext_noop("partners are fixed (CP-1)"),
    "CP-11": gettext_noop("decided by penalties (CP-11)"),
    "CP-13": gettext_noop("penalties have changed (CP-13)"),
    "CP-33": gettext_noop("an appeal was upheld (CP-33)"),
}
"""What the system writes as its reason."""


def reason_words(reason: str) -> str:
    """A reason as it was typed, or the system's in words."""
    return _(REASONS[reason]) if reason in REASONS else reason


def _oversees(event: Event, user: User | None) -> bool:
    if user is None or not user.is_authenticated:
        return False
    return may_referee(user, event) or "committee" in event_roles(user, event)


def own_entries(event: Event, user: User) -> list[Entry]:
    """The pairs somebody plays for or is the captain of."""
    rows = event.entries.select_related("team").prefetch_related("players")
    return [entry for entry in rows if may_play_for(user, entry)]


# ---------------------------------------------------------------------------------- presence


@dataclass(frozen=True, slots=True)
class SideThere:
    """A pair and its deadline; ``left`` in seconds, negative when it has passed."""

    side: MatchSide
    here: tuple[int, ...]
    leave: Leave | None
    until: datetime | None
    left: int | None

    @property
    def late(self) -> bool:
        """Not there, and the time is over (a deadline is inclusive, CP-6)."""
        return self.side.present_at is None and self.left is not None and self.left <= 0


@dataclass(frozen=True, slots=True)
class MatchThere:
    """A match of a round that has been called, with who is at the table."""

    match: EventMatch
    sides: list[SideThere]
    by_itself: bool
    """Who is late forfeits without anybody's doing."""

    @property
    def waiting(self) -> bool:
        """Somebody is not there yet and nothing is decided."""
        return self.match.state == EventMatch.State.RUNNING and any(
            s.side.present_at is None for s in self.sides
        )

    @property
    def late(self) -> bool:
        """Somebody is too late, and a referee has to decide what becomes of it."""
        return self.waiting and any(s.late for s in self.sides)

    @property
    def nobody(self) -> bool:
        """Both pairs are too late."""
        return self.waiting and all(s.late for s in self.sides)


def presence(round: Round, *, match: EventMatch | None = None) -> list[MatchThere]:
    """Who is at the tables of a round (CP-3); who is too late first, then who is waited for."""
    event = round.stage.event
    rows = round.matches.exclude(ending=EventMatch.Ending.BYE)
    if match is not None:
        rows = rows.filter(pk=match.pk)
    leaves = {leave.entry_id: leave for leave in round.leaves.all()}
    rows = rows.prefetch_related("sides__entry__players", "sides__attendance")
    matches = list(rows.order_by("table_no", "order"))
    for row in matches:
        row.event, row.round = event, round
    rolled = roll_called(row for row in matches if not row.online)
    found = []
    for row in matches:
        sides = [_there(s, round, leaves.get(s.entry_id)) for s in row.sides.all()]
        if len(sides) == 2:
            found.append(MatchThere(row, sides, awaited(row, rolled=row.pk in rolled)))
    return sorted(found, key=lambda line: (not line.late, not line.waiting))


def _there(side: MatchSide, round: Round, leave: Leave | None) -> SideThere:
    side.round = round
    granted = leave is not None and leave.state == Leave.State.GRANTED
    until = deadline(side, leave=granted)
    left = None if until is None else int((until - timezone.now()).total_seconds())
    here = tuple(a.position for a in side.attendance.all() if a.here)
    return SideThere(side, here, leave, until, left)


def about_table(table_id: int, user: User | None = None) -> dict[str, Any] | None:
    """What the page of a table on line says of its event: the pairs, and until when they may come.

    A pair's seats are those of its side: 0 and 2, 1 and 3. The call's deadlines do not move (CP-4);
    they are none of a match that was decided and is open again. Of a ruling that has ended it only
    those are told who may see it.
    """
    rows = EventMatch.objects.filter(table=table_id).select_related("round__stage__event", "winner")
    match = rows.first()
    if match is None:
        return None
    line = next(iter(presence(match.round, match=match)), None)
    by_itself = line is not None and line.by_itself
    event = match.round.stage.event
    closed = match.state == EventMatch.State.CONFIRMED
    return {
        "name": event.name,
        "url": reverse("tournaments:mine", args=[event.slug]),
        "now": timezone.now().isoformat(),
        "why": why_closed(match, ruling=closed and bool(sees_rulings_of(event, user, [match]))),
        "sides": [
            {
                "name": there.side.entry.name,
                "until": there.until.isoformat() if there.until and by_itself else None,
                "leave": there.leave is not None and there.leave.state == Leave.State.GRANTED,
                "here": there.side.present_at is not None,
            }
            for there in (line.sides if line else ())
        ],
    }


DECIDED: Final = {
    "no_show": gettext_noop("Not both of a pair were at the table in time: a forfeit (CP-3)."),
    "changed": gettext_noop("A pair had been changed: a forfeit (CP-1)."),
    "penalty": gettext_noop("A penalty has ended the match (CP-12)."),
}
"""What ended a match without play, by ``EventMatch.decided_by``."""


def why_closed(match: EventMatch, *, ruling: bool = True) -> str:
    """What those who sat at a table are told when it closes; empty while the match is open.

    Who may not know of the ruling (``sees_rulings_of``) reads the result as the event shows it.
    """
    from tournaments.selectors.draws import result_words

    if match.state != EventMatch.State.CONFIRMED:
        return ""
    how = match.decided_by if match.decided_revision == match.revision else ""
    if how not in DECIDED or not ruling:
        return f"{_('The match is over.')} {result_words(match)}".strip()
    if how == "no_show" and match.winner is None:
        return _("Neither pair was at the table in time: both forfeit (CP-5).")
    goes = _("The match goes to %(pair)s.")
    winner = goes % {"pair": match.winner.name} if match.winner else ""
    return f"{_(DECIDED[how])} {winner}".strip()


def current_rounds(event: Event) -> Sequence[Round]:
    """The rounds that are called or about to be: published or running."""
    rows = Round.objects.filter(
        stage__event=event, status__in=(Round.Status.PUBLISHED, Round.Status.RUNNING)
    )
    return list(rows.select_related("stage__event").order_by("stage__order", "number"))


def match_of(event: Event, entry: Entry) -> EventMatch | None:
    """The match of a pair in the round that runs or comes next."""
    rows = event.matches.filter(
        sides__entry=entry, round__status__in=(Round.Status.RUNNING, Round.Status.PUBLISHED)
    )
    return rows.select_related("round__stage").order_by("-round__status", "round__number").first()
