"""Verbs of stages: the event begins, a stage ends, the next one is filled (CP-33, cases 16)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.permissions import LEAD, ORGANISE
from tournaments.engine.pairing.groups import snake
from tournaments.engine.pairing.progress import MatchState, placings
from tournaments.engine.stages import problems, qualify
from tournaments.models import Entry, Event, Round, Stage, StageEntrant
from tournaments.selectors import facts as known
from tournaments.selectors.words import words
from tournaments.services import dues
from tournaments.services.errors import No, Refused, invalid
from tournaments.services.events import locked
from tournaments.services.news import News, announce, results_changed
from tournaments.services.seeding import complete_seeding
from tournaments.services.trail import Actor, record, require


@dataclass(frozen=True, slots=True)
class Place:
    """Somebody's place in a stage that begins."""

    entry: Entry
    carried: Decimal = Decimal(0)
    reason: dict[str, Any] = field(default_factory=dict)


def locked_stage(stage: Stage, *statuses: Stage.Status) -> Stage:
    """The stage's row, locked to the end of the transaction; in one of ``statuses`` if given."""
    row = Stage.objects.select_for_update(no_key=True).get(pk=stage.pk)
    if statuses and row.status not in statuses:
        raise Refused(No.WRONG_STATUS, status=row.get_status_display())
    return row


@transaction.atomic
def start_event(*, event: Event, by: User | None, absent: str = "keep") -> Stage:
    """Begin: entries are closed, the seeding is completed, the first stage is filled.

    ``absent``: pairs that have not checked in are kept, or are withdrawn (``"withdraw"``).
    """
    actor = require(event, by, ORGANISE)
    row = locked(event, Event.Status.OPEN, Event.Status.CLOSED)
    left_out: list[int] = []
    if absent == "withdraw":
        gone = row.entries.filter(status=Entry.Status.CONFIRMED, checked_in_at__isnull=True)
        left_out = list(gone.values_list("number", flat=True))
        gone.update(status=Entry.Status.WITHDRAWN, withdrawn_at=timezone.now())
    entries = complete_seeding(row)
    if len(entries) < 2:
        raise Refused(No.TOO_FEW)
    plan = list(row.stages.order_by("order"))
    wrong = problems([stage.plan.plan() for stage in plan], len(entries))
    if wrong:
        say = words(row)
        raise Refused(No.PLAN, problem=" ".join(say(text) for text in wrong))
    row.status, row.started_at = Event.Status.RUNNING, timezone.now()
    row.save(update_fields=["status", "started_at"])
    dues.plan_entries_close(row)
    after = {"entries": len(entries), "withdrawn": left_out}
    record(row, actor, "start_event", about=row.name, after=after)
    stage = plan[0]
    begin_stage(stage, [Place(entry) for entry in entries], actor)
    announce(row, News.EVENT, status="running")
    return stage


def begin_stage(stage: Stage, places: Sequence[Place], actor: Actor) -> None:
    """Fill a stage with those who play in it, seed 1 first; groups by the snake."""
    group_of: dict[int, int] = {}
    if stage.kind == Stage.Kind.GROUPS:
        clubs: dict[str, int] = {}
        numbers = [p.entry.number for p in places]
        club = {p.entry.number: known.club_key(p.entry) for p in places}
        ids = {n: clubs.setdefault(key, len(clubs)) for n, key in club.items() if key}
        for index, members in enumerate(snake(numbers, stage.plan.groups, clubs=ids)):
            group_of.update(dict.fromkeys(members, index))
    StageEntrant.objects.bulk_create(
        StageEntrant(
            stage=stage,
            entry=place.entry,
            seed=seed,
            group=group_of.get(place.entry.number),
            carried=place.carried,
            reason=place.reason,
        )
        for seed, place in enumerate(places, 1)
    )
    stage.status, stage.started_at = Stage.Status.RUNNING, timezone.now()
    stage.save(update_fields=["status", "started_at"])
    record(
        stage.event,
        actor,
        "begin_stage",
        about=stage,
        stage=stage,
        after={"entrants": [place.entry.number for place in places]},
    )
    results_changed(stage)
    announce(stage.event, News.STAGE, stage=stage.order)


def join_stage(*, stage: Stage, entry: Entry) -> None:
    """A late entry takes the last seed of a stage that is played."""
    row = locked_stage(stage, Stage.Status.RUNNING)
    last = row.entrants.aggregate(last=Max("seed"))["last"] or 0
    StageEntrant.objects.create(stage=row, entry=entry, seed=last + 1)
    entry.seed_rank = last + 1
    results_changed(row)


@transaction.atomic
def reseed_stage(*, stage: Stage, by: User, order: Sequence[Entry]) -> None:
    """Seed a stage by hand while nothing of it is drawn; ``order`` names all its entrants."""
    actor = require(stage.event, by, ORGANISE)
    row = locked_stage(stage, Stage.Status.RUNNING)
    if row.rounds.exists():
        raise Refused(No.BEGUN)
    places = {r.entry_id: r for r in row.entrants.select_related("entry")}
    if {e.pk for e in order} != places.keys() or len(order) != len(places):
        raise invalid("order", _("Name every pair of the stage once."))
    before = [r.entry.number for r in sorted(places.values(), key=lambda r: r.seed)]
    again = [Place(e, places[e.pk].carried, places[e.pk].reason) for e in order]
    row.entrants.all().delete()
    begin_stage(row, again, actor)
    after = [e.number for e in order]
    record(row.event, actor, "reseed_stage", about=row, stage=row, before=before, after=after)


@transaction.atomic
def end_stage(*, stage: Stage, by: User | None, reason: str = "") -> Stage | None:
    """Final ranks; whoever qualifies goes on to the next stage, which is answered.

    A Swiss stage may be ended before all its rounds are played.
    """
    actor = require(stage.event, by, LEAD)
    event = locked(stage.event, Event.Status.RUNNING)
    row = locked_stage(stage, Stage.Status.RUNNING)
    _all_played(row)
    ranks = write_final_ranks(row)
    row.status, row.finished_at = Stage.Status.FINISHED, timezone.now()
    row.save(update_fields=["status", "finished_at"])
    results_changed(row)
    order = sorted(ranks, key=lambda number: ranks[number])
    after = {"order": order}
    record(event, actor, "end_stage", about=row, stage=row, after=after, reason=reason)
    announce(event, News.STAGE, stage=row.order, status="finished")
    following = event.stages.filter(order=row.order + 1).first()
    if following is not None:
        begin_stage(following, qualified(row), actor)
    return following


def _all_played(stage: Stage) -> None:
    unfinished = stage.rounds.exclude(status=Round.Status.FINISHED).order_by("number").first()
    if unfinished is not None:
        raise Refused(No.OPEN_ROUND, round=unfinished.number)
    if stage.knockout:
        played = known.bracket_progress(stage, known.facts(stage.event, stages=[stage.order]))
        waiting = (MatchState.READY, MatchState.WAITING, MatchState.CONFLICT)
        if any(s.state in waiting for s in played.stands.values()):
            raise Refused(No.OPEN_STAGE)
    elif not stage.rounds.exists():
        raise Refused(No.OPEN_STAGE)


def write_final_ranks(stage: Stage) -> dict[int, int]:
    """Put the final ranks where podium, certificates and result book read them."""
    ranks = final_ranks(stage)
    rows = list(stage.entrants.select_related("entry"))
    for entrant in rows:
        entrant.final_rank = ranks.get(entrant.entry.number)
    StageEntrant.objects.bulk_update(rows, ["final_rank"], batch_size=1000)
    return ranks


def final_ranks(stage: Stage) -> dict[int, int]:
    """Rank by number: of the table, of each group, or the places of a bracket (shared)."""
    facts = known.facts(stage.event, stages=[stage.order])
    if stage.knockout:
        places = placings(known.bracket_progress(stage, facts))
        return {number: place for place, who in places for number in who}
    return {
        place.entrant: place.rank
        for _group, table in known.tables(stage, facts)
        for place in table.places
    }


def qualified(stage: Stage) -> list[Place]:
    """Those who go on from a finished stage, seed 1 first; who has withdrawn is passed over."""
    facts = known.facts(stage.event, stages=[stage.order])
    tables = [table for _group, table in known.tables(stage, facts)]
    plan = stage.plan.qualify
    assert plan is not None, "the plan was checked when the event began"
    going = qualify(tables, plan.build(), seed=stage.event.seed_bytes, withdrawn=facts.withdrawn)
    entries = {e.number: e for e in stage.event.entries.select_related("team")}
    following = stage.event.stages.filter(order=stage.order + 1).first()
    carry = following is not None and following.plan.carry
    totals = {e: t.accounts.total(e) for t in tables for e in t.accounts.entrants} if carry else {}
    return [
        Place(entries[q.entrant], totals.get(q.entrant, Decimal(0)), q.text.as_json())
        for q in going
    ]


def fill_anew(stage: Stage, actor: Actor) -> bool:
    """Who qualified is worked out anew while no round of the stage has been published.

    A pair that drops out then makes room for the next in rank; the ranks of the stage before
    stay as they are (case 16).
    """
    row = locked_stage(stage)
    before = row.event.stages.filter(order=row.order - 1, status=Stage.Status.FINISHED).first()
    drafts = (Round.Status.DRAFT, Round.Status.CHECKED)
    if before is None or row.rounds.exclude(status__in=drafts).exists():
        return False
    for draft in row.rounds.all():
        draft.matches.all().delete()
        draft.delete()
    row.entrants.all().delete()
    begin_stage(row, qualified(before), actor)
    return True
