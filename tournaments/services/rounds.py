"""Verbs of rounds up to their publication: draw, edit by hand, check, publish, take back."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from accounts.models import User
from accounts.permissions import LEAD
from tournaments.engine.pairing.check import Warned, check
from tournaments.engine.pairing.field import Competitor, SwissRules
from tournaments.engine.pairing.model import Bye, Pairing, Reason, Unsatisfiable, Why
from tournaments.engine.pairing.tables import assign_tables
from tournaments.engine.scoring import ZERO
from tournaments.engine.text import N_, Text
from tournaments.models import Entry, Event, EventMatch, MatchSide, Round, Stage
from tournaments.selectors import facts as known
from tournaments.selectors.field import swiss_field
from tournaments.selectors.words import words
from tournaments.services import boards, draws, dues
from tournaments.services.draws import Drawn, Proposal
from tournaments.services.errors import Invalid, No, Refused
from tournaments.services.news import News, announce
from tournaments.services.stages import locked_stage
from tournaments.services.trail import record, require

Pairs = Sequence[tuple[Entry, Entry]]


@transaction.atomic
def draw_round(
    *, stage: Stage, by: User | None, choice: int | None = None
) -> Round | Unsatisfiable:
    """The next round of a stage as a draft.

    When no draw obeys the hard rules nothing is saved and the ways out are answered; ``choice``
    is the index of one of them.
    """
    actor = require(stage.event, by, LEAD)
    row = locked_stage(stage, Stage.Status.RUNNING)
    _event_runs(row.event)
    number = _next_number(row)
    if row.kind == Stage.Kind.SWISS:
        if number > row.plan.rounds:
            raise Refused(No.NO_MORE_ROUNDS)
        proposal: Proposal | Unsatisfiable | None = draws.draw_swiss(row, number, choice)
    elif row.knockout:
        proposal = draws.draw_knockout(row, number)
    else:
        proposal = draws.draw_round_robin(row, number)
    if isinstance(proposal, Unsatisfiable):
        return proposal
    if proposal is None:
        raise Refused(No.NO_MORE_ROUNDS)
    drawn = _save(row, number, proposal)
    after = {**_pairs_of(drawn), "allowed": proposal.allowed}
    record(row.event, actor, "draw_round", about=drawn, round=drawn, after=after)
    return drawn


@transaction.atomic
def draw_all(*, stage: Stage, by: User | None) -> list[Round]:
    """All rounds of a round robin or of groups that are not drawn yet, as drafts."""
    actor = require(stage.event, by, LEAD)
    row = locked_stage(stage, Stage.Status.RUNNING)
    _event_runs(row.event)
    if row.kind not in (Stage.Kind.ROUND_ROBIN, Stage.Kind.GROUPS):
        raise Refused(No.NO_MORE_ROUNDS)
    made = []
    while True:
        number = (row.rounds.aggregate(last=Max("number"))["last"] or 0) + 1
        proposal = draws.draw_round_robin(row, number)
        if proposal is None:
            break
        made.append(_save(row, number, proposal))
    record(row.event, actor, "draw_all", about=row, stage=row, after={"rounds": len(made)})
    return made


def _event_runs(event: Event) -> None:
    if event.status != Event.Status.RUNNING:
        raise Refused(No.WRONG_STATUS, status=event.get_status_display())


def _next_number(stage: Stage) -> int:
    """The number of the round to draw; the one before must be finished, except in schedules.

    Rounds of a bracket that a correction has emptied are drawn anew.
    """
    filled = stage.rounds.filter(matches__sides__isnull=False).distinct()
    last = filled.order_by("-number").first()
    if last is None:
        return 1
    if last.status in (Round.Status.DRAFT, Round.Status.CHECKED):
        raise Refused(No.ALREADY_DRAWN, round=last.number)
    scheduled = stage.kind in (Stage.Kind.ROUND_ROBIN, Stage.Kind.GROUPS)
    if last.status != Round.Status.FINISHED and not scheduled:
        raise Refused(No.OPEN_ROUND, round=last.number)
    return last.number + 1


# ------------------------------------------------------------------------------ by hand


@transaction.atomic
def set_pairings(
    *,
    round: Round,
    by: User,
    pairs: Pairs,
    byes: Sequence[Entry] = (),
    tables: Sequence[int | None] | None = None,
    reason: str = "",
) -> list[Warned]:
    """The draft as edited by hand. What bars it is ``Invalid``; other warnings need a ``reason``.

    Pairs that stay keep the reasons of the draw.
    """
    actor = require(round.stage.event, by, LEAD)
    stage = locked_stage(round.stage)
    row = _draft(round)
    if stage.knockout:
        raise Refused(No.BARRED_DRAW, problem=words(stage.event)(Text(_BY_SEEDS)))
    found = check_pairings(round=row, pairs=pairs, byes=byes, tables=tables)
    say = words(stage.event)
    if any(w.bars for w in found):
        raise Invalid({"": [say(w.text) for w in found if w.bars]})
    if found and not reason.strip():
        raise Refused(No.REASON_NEEDED)
    before = _pairs_of(row)
    reasons = {frozenset(m["sides"]): m["reasons"] for m in _written(row)}
    group_of = dict(stage.entrants.values_list("entry__number", "group"))
    row.matches.all().delete()
    by_hand = (Reason(Why.BY_HAND, Text(N_("Set by hand."))),)
    drawn: list[Drawn] = []
    for a, b in pairs:
        pairing = Pairing(a.number, b.number, by_hand)
        drawn.append(Drawn(pairing, group_of.get(a.number)))
    drawn += [Drawn(Bye(e.number, by_hand), group_of.get(e.number)) for e in byes]
    _write_matches(stage, row, drawn, tables, reasons)
    if row.status == Round.Status.CHECKED:
        row.status = Round.Status.DRAFT
        row.save(update_fields=["status"])
    after = _pairs_of(row)
    record(
        stage.event, actor, "set_pairings", about=row, round=row,
        before=before, after=after, reason=reason,
    )  # fmt: skip
    return found


_BY_SEEDS = N_("A bracket follows from the seeds: change those before its first round.")


def check_pairings(
    *,
    round: Round,
    pairs: Pairs,
    byes: Sequence[Entry] = (),
    tables: Sequence[int | None] | None = None,
) -> list[Warned]:
    """What is wrong with a draw by hand, the worst first. Saves nothing."""
    stage = round.stage
    couples = [(a.number, b.number) for a, b in pairs]
    field, rules = _field(stage, round)
    found = check(couples, [e.number for e in byes], field, rules, tables or ())
    if stage.kind == Stage.Kind.GROUPS:  # every group of odd size has its own bye
        found = tuple(w for w in found if w.problem != "several_byes")
    return list(found)


def _field(stage: Stage, round: Round) -> tuple[Sequence[Competitor], SwissRules]:
    if stage.kind == Stage.Kind.SWISS:
        field, rules = swiss_field(stage, round.number)
        return field, draws.rules_of(round, rules)
    numbers = known.seeded(stage)
    if stage.knockout:
        numbers = tuple(round.sides.values_list("entry__number", flat=True))
    field = tuple(Competitor(n, ZERO, index) for index, n in enumerate(numbers))
    return field, SwissRules(stage.event.seed_bytes, round.number, round.number)


def _draft(round: Round) -> Round:
    row = Round.objects.select_for_update(no_key=True).get(pk=round.pk)
    if row.status not in (Round.Status.DRAFT, Round.Status.CHECKED):
        raise Refused(No.WRONG_STATUS, status=row.get_status_display())
    return row


@transaction.atomic
def move_table(*, match: EventMatch, by: User, table_no: int) -> EventMatch:
    """Another table for a match that has not begun; who has that table takes this one's."""
    actor = require(match.event, by, LEAD)
    Round.objects.select_for_update(no_key=True).get(pk=match.round_id)
    row = EventMatch.objects.select_for_update(no_key=True).get(pk=match.pk)
    if row.state != EventMatch.State.PENDING:
        raise Refused(No.BEGUN)
    other = row.round.matches.filter(table_no=table_no).exclude(pk=row.pk).first()
    if other is not None:
        EventMatch.objects.filter(pk=other.pk).update(table_no=row.table_no)
    before, row.table_no = row.table_no, table_no
    row.save(update_fields=["table_no"])
    record(row.event, actor, "move_table", about=row, match=row, before=before, after=table_no)
    if row.round.public:
        announce(row.event, News.DRAW, stage=row.round.stage.order, round=row.round.number)
    return row


@transaction.atomic
def set_online(*, match: EventMatch, by: User, online: bool) -> EventMatch:
    """In an event of both kinds: this match is played on line, or in the hall."""
    actor = require(match.event, by, LEAD)
    row = EventMatch.objects.select_for_update(no_key=True).get(pk=match.pk)
    if row.state != EventMatch.State.PENDING:
        raise Refused(No.BEGUN)
    if online and not can_play_online(row):
        raise Refused(No.CANNOT_PLAY_ONLINE)
    row.online = online
    row.save(update_fields=["online"])
    record(row.event, actor, "set_online", about=row, match=row, after=online)
    return row


def can_play_online(match: EventMatch) -> bool:
    """Everybody of both pairs has an account, or is a bot."""
    players = [p for side in match.sides.all() for p in side.entry.players.all()]
    return len(players) == 4 and all(p.user_id or p.bot for p in players)


@transaction.atomic
def set_times(*, round: Round, by: User, starts_at: datetime | None) -> Round:
    """When the round is to be called."""
    actor = require(round.stage.event, by, LEAD)
    row = Round.objects.select_for_update(no_key=True).get(pk=round.pk)
    if row.started_at is not None:
        raise Refused(No.BEGUN)
    before, row.starts_at = row.starts_at, starts_at
    row.save(update_fields=["starts_at"])
    record(
        row.stage.event, actor, "set_times", about=row, round=row,
        before=before and before.isoformat(), after=starts_at and starts_at.isoformat(),
    )  # fmt: skip
    if row.public:
        announce(row.stage.event, News.ROUND, stage=row.stage.order, round=row.number)
    return row


@transaction.atomic
def discard_round(*, round: Round, by: User | None) -> None:
    """Throw a draft away; the round can be drawn anew."""
    actor = require(round.stage.event, by, LEAD)
    stage = locked_stage(round.stage)
    row = _draft(round)
    before = _pairs_of(row)
    row.matches.all().delete()
    row.boards.all().delete()
    record(stage.event, actor, "discard_round", about=row, round=row, before=before)
    row.delete()


# --------------------------------------------------------------------------- publication


@transaction.atomic
def check_round(*, round: Round, by: User | None) -> Round:
    """The draft has been looked at: everybody is in it once, at a table of their own."""
    actor = require(round.stage.event, by, LEAD)
    row = _draft(round)
    _must_stand(row)
    row.status = Round.Status.CHECKED
    row.save(update_fields=["status"])
    record(row.stage.event, actor, "check_round", about=row, round=row)
    return row


@transaction.atomic
def publish_round(*, round: Round, by: User | None) -> Round:
    """Everybody may see the draw."""
    actor = require(round.stage.event, by, LEAD)
    row = _draft(round)
    _must_stand(row)
    row.status, row.published_at = Round.Status.PUBLISHED, timezone.now()
    row.save(update_fields=["status", "published_at"])
    record(row.stage.event, actor, "publish_round", about=row, round=row, after=_pairs_of(row))
    announce(row.stage.event, News.DRAW, stage=row.stage.order, round=row.number)
    return row


@transaction.atomic
def withdraw_publication(*, round: Round, by: User | None, reason: str) -> Round:
    """Take a published draw back; it is a draft again."""
    actor = require(round.stage.event, by, LEAD)
    if not reason.strip():
        raise Refused(No.REASON_NEEDED)
    row = Round.objects.select_for_update(no_key=True).get(pk=round.pk)
    if row.status != Round.Status.PUBLISHED:
        raise Refused(No.BEGUN if row.started_at else No.WRONG_STATUS,
                      status=row.get_status_display())  # fmt: skip
    if row.matches.filter(revision__gt=0).exists():
        raise Refused(No.HAS_RESULTS)
    row.status, row.published_at = Round.Status.DRAFT, None
    row.save(update_fields=["status", "published_at"])
    dues.call_off(f"round:{row.pk}:call")
    record(row.stage.event, actor, "withdraw_publication", about=row, round=row, reason=reason)
    announce(row.stage.event, News.DRAW, stage=row.stage.order, round=row.number)
    return row


def _must_stand(round: Round) -> None:
    """Nobody is missing, twice, or withdrawn; no table is given twice. ``Refused`` otherwise."""
    if round.stage.knockout:
        return
    pairs, byes, tables = [], [], []
    for match in round.matches.prefetch_related("sides__entry"):
        sides = [side.entry for side in match.sides.all()]
        if len(sides) == 2:
            pairs.append((sides[0], sides[1]))
            tables.append(match.table_no)
        else:
            byes += sides
    found = check_pairings(round=round, pairs=pairs, byes=byes, tables=tables)
    if round.stage.kind != Stage.Kind.SWISS:  # who has withdrawn is a walk-over there
        found = [w for w in found if w.problem != "missing"]
    barring = [words(round.stage.event)(w.text) for w in found if w.bars]
    if barring:
        raise Refused(No.BARRED_DRAW, problem=" ".join(barring))


# ------------------------------------------------------------------------------ the rows


def _save(stage: Stage, number: int, proposal: Proposal) -> Round:
    """The round as a draft with its matches; a bracket's emptied round is filled anew."""
    row, _new = Round.objects.get_or_create(stage=stage, number=number)
    row.status, row.allowed = Round.Status.DRAFT, proposal.allowed
    row.started_at = row.published_at = row.finished_at = None
    row.starts_at = _start_time(stage, number)
    row.save()
    _write_matches(stage, row, proposal.drawn)
    if stage.event.duplicate:
        boards.make(row)
    stage.rounds.filter(matches__isnull=True).exclude(pk=row.pk).delete()
    return row


def _start_time(stage: Stage, number: int) -> datetime | None:
    """From the plan: the event's start for the first round, then so many minutes later."""
    between = stage.plan.minutes_between
    before = stage.rounds.filter(number=number - 1).first()
    if before is not None and before.starts_at is not None and between:
        return before.starts_at + timedelta(minutes=between)
    return stage.event.starts_at if stage.order == number == 1 else None


def _write_matches(
    stage: Stage,
    round: Round,
    drawn: Sequence[Drawn],
    tables: Sequence[int | None] | None = None,
    reasons: dict[frozenset[int], list[Any]] | None = None,
) -> None:
    """The rows of matches and sides; ``tables`` go with the pairings, ``reasons`` replace."""
    event = stage.event
    entries = {
        r.entry.number: r.entry
        for r in stage.entrants.select_related("entry").prefetch_related("entry__players")
    }
    pairings = [d.pairing for d in drawn if isinstance(d.pairing, Pairing)]
    given = list(tables or _tables(event, pairings, entries))
    orphans = {m.slot: m for m in EventMatch.objects.filter(
        round__stage=stage, sides__isnull=True).exclude(slot="")}  # fmt: skip
    rows, sides = [], []
    for order, d in enumerate(drawn):
        pairing = d.pairing
        pair = isinstance(pairing, Pairing)
        numbers = (
            (pairing.first, pairing.second) if isinstance(pairing, Pairing) else (pairing.entrant,)
        )
        match = orphans.get(d.slot) if d.slot else None
        row = match or EventMatch(event=event, slot=d.slot)
        row.round, row.order, row.group = round, order, d.group
        row.table_no = given.pop(0) if pair else None
        row.ending = EventMatch.Ending.PLAYED if pair else EventMatch.Ending.BYE
        kept = (reasons or {}).get(frozenset(numbers))
        row.reasons = kept or [
            {"why": str(r.why), "text": r.text.as_json()} for r in pairing.reasons
        ]
        row.online = pair and _online(event, [entries[n] for n in numbers])
        rows.append(row)
        sides += [
            MatchSide(match=row, round=round, entry=entries[n], side=side)
            for side, n in enumerate(numbers)
        ]
    for row in rows:
        if row.pk:
            row.save()
    EventMatch.objects.bulk_create([row for row in rows if not row.pk])
    MatchSide.objects.bulk_create(sides)


def _tables(event: Event, pairings: Sequence[Pairing], entries: dict[int, Entry]) -> list[int]:
    """A table for each pairing; more of them follow where the hall's list is too short."""
    numbers = list(event.config.tables) or list(range(1, len(pairings) + 1))
    following = max(numbers, default=0)
    numbers += range(following + 1, following + 1 + len(pairings) - len(numbers))
    fixed = {n: e.fixed_table for n, e in entries.items() if e.fixed_table is not None}
    numbers += sorted({t for t in fixed.values() if t not in numbers})
    return list(assign_tables(pairings, numbers, fixed))


def _online(event: Event, entries: Sequence[Entry]) -> bool:
    """On line where the event is; in one of both kinds those who all can."""
    if event.mode == Event.Mode.HALL:
        return False
    return all(p.user_id or p.bot for e in entries for p in e.players.all())


def _written(round: Round) -> list[dict[str, Any]]:
    return [
        {
            "sides": [s.entry.number for s in m.sides.all()],
            "reasons": m.reasons,
            "table": m.table_no,
        }
        for m in round.matches.prefetch_related("sides__entry")
    ]


def _pairs_of(round: Round) -> dict[str, Any]:
    """A draw as the trail keeps it: who meets whom, by number."""
    return {"pairs": [m["sides"] for m in _written(round)]}
