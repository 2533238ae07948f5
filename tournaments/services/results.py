"""Verbs of results: enter, confirm, dispute, rule, forfeit (CP-5, CP-7, CP-8).

A result counts when it is confirmed: by the other side, by a scorer or referee, or by the record
of a table on line. Of two that confirm at once one does: the match's row is locked, and its
revisions are unique in the database.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal
from uuid import uuid4

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import User
from accounts.permissions import REFEREE, SCORE
from tournaments.engine.matches import Ending
from tournaments.models import (
    BoardScore,
    Entry,
    EventMatch,
    MatchSide,
    ResultChange,
    ResultEntry,
    Round,
    ScorerToken,
    Stage,
)
from tournaments.result import Result
from tournaments.services.errors import No, Refused
from tournaments.services.news import News, announce, results_changed
from tournaments.services.result import checked, standing
from tournaments.services.trail import SYSTEM, Actor, By, as_role, record, require
from tournaments.settings import Confirming

RESULT = (
    "state", "ending", "deals", "level_0", "level_1", "winner",
    "confirmed_at", "ended_at", "revision",
)  # fmt: skip
"""The columns that hold a result."""

State = EventMatch.State
Origin = ResultEntry.Origin
Kind = ResultChange.Kind


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of an entered result.

    ``conflict``: it differs from what the other side entered, or from what is confirmed already;
    it is kept either way. ``duplicate``: it had been received before.
    """

    match: EventMatch
    state: str
    conflict: bool = False
    duplicate: bool = False


@dataclass(frozen=True, slots=True)
class Who:
    """Who enters: the actor, and the side if it is one of the two."""

    actor: Actor
    origin: Origin
    side: int | None = None


@transaction.atomic
def enter_result(
    *,
    match: EventMatch,
    by: By = None,
    code: str = "",
    result: Result,
    client_id: str,
    entered_at: datetime | None = None,
    origin: str | None = None,
) -> Answer:
    """A result from a side, a scorer, a referee or a program.

    With ``code`` (of the pair's card) it comes from that side's phone. A player who is also a
    scorer enters for his side unless ``origin="scorer"``. The same ``client_id`` again changes
    nothing, so that a phone may send as often as it likes.
    """
    row, sides = locked_match(match)
    who = _who(row, sides, by, code, origin)
    known = row.entries.filter(client_id=client_id).first()
    if known is not None:
        differs = not Result.from_json(known.result).same_as(result)
        return Answer(row, row.state, conflict=differs, duplicate=True)
    _being_played(row)
    if who.origin is Origin.SIDE and not row.event.config.sides_enter:
        raise Refused(No.SCORER_ONLY)
    numbers = [s.entry.number for s in sides]
    said = checked(row, result, numbers)
    _keep(row, who, said, client_id, entered_at)
    standing_now = standing(row, [s.entry_id for s in sides])
    if standing_now is not None:
        _record_entry(row, who, said)
        return Answer(row, row.state, conflict=not standing_now.same_as(said))
    if who.origin is Origin.SIDE:
        conflict = _from_side(row, sides, who, said)
        return Answer(row, row.state, conflict=conflict)
    if row.state == State.DISPUTED and who.origin is not Origin.REFEREE:
        raise Refused(No.DISPUTED)
    settle(row, sides, said, who.actor, who.origin)
    return Answer(row, row.state)


def _from_side(row: EventMatch, sides: list[MatchSide], who: Who, said: Result) -> bool:
    """A side's result waits for the other's; alike they count, unlike the referee decides."""
    assert who.side is not None
    other = latest(row, 1 - who.side)
    if row.state == State.DISPUTED:
        _record_entry(row, who, said)
        return True
    if other is None:
        _to(row, State.ENTERED)
    elif not other.same_as(said):
        _to(row, State.DISPUTED)
    elif row.event.config.confirming is Confirming.OTHER_SIDE:
        settle(row, sides, said, who.actor, Origin.SIDE)
        return False
    _record_entry(row, who, said)
    announce(row.event, News.RESULTS, match=row.pk, state=str(row.state))
    return row.state == State.DISPUTED


@transaction.atomic
def confirm_result(
    *, match: EventMatch, by: By = None, code: str = "", client_id: str = ""
) -> Answer:
    """Agree with what is entered: the other side does, or a scorer. Twice is once."""
    row, sides = locked_match(match)
    who = _who(row, sides, by, code, None)
    if row.state == State.CONFIRMED:
        return Answer(row, row.state, duplicate=True)
    if row.state == State.DISPUTED and who.origin is not Origin.REFEREE:
        raise Refused(No.DISPUTED)
    _being_played(row)
    said = _said(row, None if who.side is None else 1 - who.side)
    if said is None:
        raise Refused(No.OWN_RESULT if _said(row, None) else No.NOTHING_ENTERED)
    if who.side is not None and row.event.config.confirming is Confirming.SCORER:
        raise Refused(No.SCORER_ONLY)
    _keep(row, who, said, client_id or uuid4().hex, None)
    settle(row, sides, said, who.actor, who.origin)
    return Answer(row, row.state)


@transaction.atomic
def dispute_result(
    *, match: EventMatch, by: By = None, code: str = "", reason: str = ""
) -> EventMatch:
    """A side does not agree with what is entered: the referee decides."""
    row, sides = locked_match(match)
    who = _who(row, sides, by, code, None)
    if row.state == State.CONFIRMED:
        raise Refused(No.CONFIRMED)
    if row.state != State.ENTERED:
        raise Refused(No.NOTHING_ENTERED)
    _to(row, State.DISPUTED)
    record(row.event, who.actor, "dispute_result", about=title(row), match=row, reason=reason)
    announce(row.event, News.RESULTS, match=row.pk, state=str(row.state))
    return row


@transaction.atomic
def rule_result(*, match: EventMatch, by: User, result: Result, reason: str) -> Answer:
    """The referee decides an open or disputed match; its table on line is needed no more."""
    from tournaments.services.online import close_table

    actor = require(match.event, by, REFEREE)
    if not reason.strip():
        raise Refused(No.REASON_NEEDED)
    row, sides = locked_match(match)
    if row.state == State.CONFIRMED:
        raise Refused(No.CONFIRMED)
    _being_played(row, published=True)
    said = checked(row, result, [s.entry.number for s in sides])
    _keep(row, Who(actor, Origin.REFEREE), said, uuid4().hex, None)
    settle(row, sides, said, actor, Origin.REFEREE, reason=reason)
    close_table(row)
    return Answer(row, row.state)


@transaction.atomic
def forfeit(
    *, match: EventMatch, by: User | None, side: Literal[0, 1, "both"], reason: str = ""
) -> Answer:
    """CP-5: ``side`` does not appear; the other has the points, or both have none."""
    from tournaments.services.online import close_table

    actor = require(match.event, by, REFEREE)
    row, sides = locked_match(match)
    if row.state == State.CONFIRMED:
        raise Refused(No.CONFIRMED)
    _being_played(row, published=True)
    winner = None if side == "both" else 1 - side
    said = checked(row, Result(None, 0, Ending.FORFEIT, winner), [s.entry.number for s in sides])
    origin = Origin.SYSTEM if by is None else Origin.REFEREE
    settle(row, sides, said, actor, origin, reason=reason)
    close_table(row)  # ``table_again`` opens another one
    return Answer(row, row.state)


# ---------------------------------------------------------------------------- the steps


def locked_match(match: EventMatch) -> tuple[EventMatch, list[MatchSide]]:
    """The match's row, locked to the end of the transaction, with its sides.

    In a bracket a result reaches into later matches, so there the whole stage is locked first.
    """
    stage = match.round.stage
    if stage.knockout:
        Stage.objects.select_for_update(no_key=True).get(pk=stage.pk)
    row = (
        EventMatch.objects.select_for_update(no_key=True, of=("self",))
        .select_related("round__stage", "event")
        .get(pk=match.pk)
    )
    return row, list(row.sides.select_related("entry").order_by("side"))


def lock_matches(matches: QuerySet[EventMatch]) -> None:
    """Lock all rows of matches before the first of them is settled, always in the same order.

    Settling writes the stage's row: who held that and waited for another match could wait for ever.
    """
    ids = matches.order_by().values("pk")
    stages = Stage.objects.filter(
        rounds__matches__in=ids, kind__in=(Stage.Kind.KNOCKOUT, Stage.Kind.DOUBLE)
    )
    brackets = Stage.objects.filter(pk__in=stages.values("pk")).order_by("pk")
    list(brackets.select_for_update(no_key=True).values_list("pk"))
    rows = EventMatch.objects.filter(pk__in=ids).order_by("pk")
    list(rows.select_for_update(no_key=True).values_list("pk"))


def _who(row: EventMatch, sides: list[MatchSide], by: By, code: str, origin: str | None) -> Who:
    """From which side it comes, or in which role."""
    if code:
        for side in sides:
            if side.entry.code == code:
                return Who(as_role(by if isinstance(by, User) else None, "player"),
                           Origin.SIDE, side.side)  # fmt: skip
        raise Refused(No.NOT_OF_THE_PAIR)
    if isinstance(by, User) and origin in (None, Origin.SIDE):
        own = side_of(sides, by)
        if own is not None:
            return Who(as_role(by, "player"), Origin.SIDE, own)
    actor = require(row.event, by, SCORE)
    if by is None:
        return Who(SYSTEM, Origin(origin or Origin.SYSTEM))
    if isinstance(by, ScorerToken):
        return Who(actor, Origin.TOKEN)
    return Who(actor, Origin.SCORER if actor.role == "scorer" else Origin.REFEREE)


def side_of(sides: list[MatchSide], user: User) -> int | None:
    """The side somebody plays for, or is the captain of."""
    entries = {s.entry_id: s.side for s in sides}
    mine = Q(players__user=user) | Q(team__captain=user)
    own = Entry.objects.filter(mine, pk__in=entries).values_list("pk", flat=True).first()
    return None if own is None else entries[own]


def _being_played(row: EventMatch, *, published: bool = False) -> None:
    """Results are taken once the round has begun; a ruling as soon as the draw is public."""
    statuses = {Round.Status.RUNNING, Round.Status.FINISHED}
    if published:
        statuses.add(Round.Status.PUBLISHED)
    if row.round.status not in statuses:
        raise Refused(No.NOT_BEGUN)
    if row.ending == EventMatch.Ending.BYE:
        raise Refused(No.IS_BYE)


def _keep(
    row: EventMatch, who: Who, said: Result, client_id: str, entered_at: datetime | None
) -> None:
    ResultEntry.objects.create(
        match=row,
        origin=who.origin,
        side=who.side,
        user=who.actor.user,
        token=who.actor.token,
        client_id=client_id,
        result=said.as_json(),
        revision=row.revision,
        entered_at=entered_at,
    )


def _record_entry(row: EventMatch, who: Who, said: Result) -> None:
    after = {**said.as_json(), "side": who.side, "state": str(row.state)}
    record(row.event, who.actor, "enter_result", about=title(row), match=row, after=after)


def latest(row: EventMatch, side: int) -> Result | None:
    """What a side last said since the last change."""
    said = row.entries.filter(side=side, revision=row.revision).order_by("-pk").first()
    return None if said is None else Result.from_json(said.result)


def _said(row: EventMatch, side: int | None) -> Result | None:
    """What is there to agree with: what that side, or (nothing) either side, last said."""
    said = row.entries.filter(revision=row.revision, side__isnull=False)
    if side is not None:
        said = said.filter(side=side)
    last = said.order_by("-pk").first()
    return None if last is None else Result.from_json(last.result)


def _to(row: EventMatch, state: State) -> None:
    row.state = state
    row.save(update_fields=["state"])


def settle(
    row: EventMatch,
    sides: list[MatchSide],
    said: Result,
    actor: Actor,
    origin: Origin,
    *,
    kind: Kind = Kind.CONFIRMED,
    reason: str = "",
) -> None:
    """The result counts from now on; the row of the match is locked."""
    before = standing(row, [s.entry_id for s in sides])
    write_result(row, sides, said)
    change(row, kind, actor, origin, before, said, reason)
    verb = "confirm_result" if kind is Kind.CONFIRMED else "correct_result"
    record(
        row.event, actor, verb, about=title(row, sides), match=row,
        before=before and before.as_json(), after=said.as_json(), reason=reason,
    )  # fmt: skip
    if row.penalties.exists():
        from tournaments.services.judging import refresh_ruled

        refresh_ruled(row.event, [row.pk])
    results_changed(row.round.stage)
    announce(row.event, News.RESULTS, match=row.pk, state=str(row.state))


def write_result(row: EventMatch, sides: list[MatchSide], said: Result) -> None:
    """Put a result into the columns of its match; its referees are needed there no more."""
    from tournaments.services.attending import end_attendance

    now = timezone.now()
    numbers = said.numbers()
    row.state, row.ending, row.deals = State.CONFIRMED, EventMatch.Ending(said.ending), said.deals
    row.level_0, row.level_1 = numbers or (None, None)
    row.winner_id = None if said.winner is None else sides[said.winner].entry_id
    row.confirmed_at = now
    row.ended_at = row.ended_at or now
    row.revision += 1
    row.save(update_fields=RESULT)
    end_attendance(row)
    if row.event.duplicate:
        _write_boards(row, said)


def _write_boards(row: EventMatch, said: Result) -> None:
    deals = dict(row.board_scores.values_list("board__number", "deal_id"))
    row.board_scores.all().delete()
    boards = {b.number: b for b in row.round.boards.all()}
    BoardScore.objects.bulk_create(
        BoardScore(match=row, board=boards[number], score=score, deal_id=deals.get(number))
        for number, score in enumerate(said.boards, 1)
    )


def change(
    row: EventMatch,
    kind: Kind,
    actor: Actor,
    origin: Origin,
    before: Result | None,
    after: Result | None,
    reason: str = "",
    **extra: Any,
) -> None:
    """A line of the match's history; ``row.revision`` is its number, unique in the database."""
    ResultChange.objects.create(
        match=row,
        revision=row.revision,
        kind=kind,
        origin=origin,
        before=None if before is None else before.as_json(),
        after=extra or (None if after is None else after.as_json()),
        reason=reason[:300],
        by=actor.user,
        by_name=actor.name[:60],
    )


def title(row: EventMatch, sides: Sequence[MatchSide] | None = None) -> str:
    """A match in a line of the trail."""
    there = row.sides.select_related("entry") if sides is None else sides
    names = " – ".join(s.entry.name for s in there)
    return f"{row.table_no or ''} {names}".strip()
