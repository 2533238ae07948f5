"""What corrections and rulings do to a bracket: the matches after it follow (case 20)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from tournaments.engine.pairing.progress import (
    Absent,
    Correction,
    Outcome,
    Remade,
    Undecided,
    correct,
)
from tournaments.engine.pairing.progress import reason as reason_of
from tournaments.models import Entry, EventMatch, MatchSide, Round, Stage
from tournaments.result import Result
from tournaments.selectors import facts as known
from tournaments.services.news import News, announce
from tournaments.services.online import table_again
from tournaments.services.result import standing
from tournaments.services.results import Kind, Origin, State, change, title
from tournaments.services.trail import Actor, record

Later = Literal["keep", "replay"]


def outcome_of(sides: list[MatchSide], said: Result) -> Outcome:
    """Who goes on by a result that has been checked."""
    first, second = (s.entry.number for s in sides)
    numbers = said.numbers()
    winner = said.winner
    if said.ending == "played" and numbers is not None and numbers[0] != numbers[1]:
        winner = 0 if numbers[0] > numbers[1] else 1
    if said.ending == "played" and said.boards and winner is None:
        winner = 0 if sum(said.boards) >= 0 else 1
    return Outcome((first, second), None if winner is None else (first, second)[winner])


def corrected(
    stage: Stage,
    row: EventMatch,
    outcome: Outcome | None,
    later: Later | None,
    *,
    facts: known.Facts | None = None,
) -> Correction | Undecided:
    """What a correction does to the bracket (as the ``facts`` were), or what to ask."""
    facts = facts or known.facts(stage.event, stages=[stage.order])
    played = known.bracket_progress(stage, facts)
    begun = EventMatch.objects.filter(round__stage=stage, sides__isnull=False).exclude(
        state=State.PENDING
    )
    done = correct(
        played,
        known.seeded(stage),
        known.outcomes(stage, facts),
        row.slot,
        outcome,
        frozenset(begun.values_list("slot", flat=True)),
        facts.withdrawn,
    )
    match done, later:
        case Undecided(), None:
            return done
        case Undecided(), "keep":
            return done.keep
        case Undecided(), _:
            return done.replay
        case _:
            return done


@dataclass(frozen=True, slots=True)
class Follows:
    """What becomes of the bracket by a ruling: matches re-made, or those ``begun`` keep it so."""

    remade: tuple[Remade, ...] = ()
    begun: tuple[str, ...] = ()
    winner: int | None = None
    """Who goes on all the same, where matches have begun."""


def what_follows(
    row: EventMatch, outcome: Outcome | None, *, facts: known.Facts | None = None
) -> Follows:
    """What a ruling on a match does to its bracket, as the ``facts`` were before it.

    The ruling is made in any case (CP-11, CP-33): where a later match has begun, the bracket stays
    as it is.
    """
    stage = row.round.stage
    if not stage.knockout:
        return Follows()
    done = corrected(stage, row, outcome, None, facts=facts)
    if not isinstance(done, Undecided):
        return Follows(done.remade)
    was = done.keep.outcomes[row.slot]
    return Follows(begun=tuple(r.key for r in done.begun), winner=was.winner)


def follow(row: EventMatch, follows: Follows, actor: Actor, reason: str) -> None:
    """Bring the bracket to it, once the match is as the ruling says; the director reads of it."""
    if not row.round.stage.knockout:
        return
    set_goes_on(row, {"winner": follows.winner} if follows.begun else None)
    if follows.begun:
        record(
            row.event, actor, "note_correction", about=title(row), match=row,
            after={"begun": list(follows.begun)}, reason=reason,
        )  # fmt: skip
    remake(row.round.stage, follows.remade, actor, reason)


def set_goes_on(row: EventMatch, who: dict[str, int | None] | None) -> None:
    """Who goes on whatever the result is; nothing: who has won it."""
    if row.goes_on != who:
        row.goes_on = who
        row.save(update_fields=["goes_on"])


def remake(stage: Stage, remade: tuple[Remade, ...], actor: Actor, reason: str) -> None:
    """Put those who are in the later matches now in them; what was played there is struck.

    A match whose sides are not known any more stays without sides until it is drawn again.
    Never are both sides of the corrected match in one of them: all sides go before any come.
    """
    rows = {
        m.slot: m
        for m in EventMatch.objects.select_for_update(no_key=True)
        .filter(round__stage=stage, slot__in=[r.key for r in remade])
        .order_by("pk")
    }
    entries = {e.number: e for e in Entry.objects.filter(stages__stage=stage)}
    before = {slot: _strike(row, actor, reason) for slot, row in rows.items()}
    MatchSide.objects.filter(match__in=rows.values()).delete()
    for r in remade:
        row = rows.get(r.key)
        if row is not None:
            _fill(row, r, entries)
            table_again(row, others=True)
            _tidy(row)
            record(
                stage.event, actor, "remake_match", about=r.key, match=row,
                before={"sides": list(map(_plain, r.before)), "result": before[r.key]},
                after={"sides": list(map(_plain, r.after))}, reason=reason,
            )  # fmt: skip
    if rows:
        _reason_anew(stage, rows)
        announce(stage.event, News.DRAW, stage=stage.order)


def _reason_anew(stage: Stage, rows: Mapping[str, EventMatch]) -> None:
    """Why those meet who are in the re-made matches now."""
    played = known.bracket_progress(stage, known.facts(stage.event, stages=[stage.order]))
    order = known.seeded(stage)
    for slot, row in rows.items():
        why = reason_of(played.stands[slot], order)
        reasons = [{"why": str(why.why), "text": why.text.as_json()}]
        EventMatch.objects.filter(pk=row.pk, sides__isnull=False).update(reasons=reasons)


def _strike(row: EventMatch, actor: Actor, reason: str) -> object:
    """Take a later match's result away; answers it."""
    sides = list(row.sides.order_by("side"))
    before = standing(row, [s.entry_id for s in sides])
    if row.revision or row.state != State.PENDING:
        reopen(row, Kind.REMADE, actor, before, reason)
    return before and before.as_json()


def _fill(row: EventMatch, r: Remade, entries: Mapping[int, Entry]) -> None:
    there = [entries[s] for s in r.after if not isinstance(s, Absent)]
    if Absent.PENDING in r.after:
        return
    row.ending = EventMatch.Ending.PLAYED if len(there) == 2 else EventMatch.Ending.BYE
    row.save(update_fields=["ending"])
    MatchSide.objects.bulk_create(
        MatchSide(match=row, round_id=row.round_id, entry=entry, side=side)
        for side, entry in enumerate(there)
    )


def _tidy(row: EventMatch) -> None:
    """A match of which nothing is known or kept any more goes, and an empty round with it."""
    if row.revision == 0 and not row.sides.exists() and not row.entries.exists():
        round = row.round
        EventMatch.objects.filter(pk=row.pk).delete()
        if not round.matches.exists():
            round.boards.all().delete()
            round.delete()


def _plain(side: object) -> object:
    return str(side) if isinstance(side, Absent) else side


def reopen(row: EventMatch, kind: Kind, actor: Actor, before: Result | None, reason: str) -> None:
    """Back to a match without a result; its round is running again."""
    row.state = State.RUNNING if row.started_at else State.PENDING
    row.ending = EventMatch.Ending.PLAYED
    row.level_0 = row.level_1 = row.margin = row.winner = row.ruled = row.goes_on = None
    row.deals, row.confirmed_at, row.ended_at = 0, None, None
    row.revision += 1
    row.save()
    row.board_scores.all().delete()
    change(row, kind, actor, Origin.REFEREE, before, None, reason)
    Round.objects.filter(pk=row.round_id, status=Round.Status.FINISHED).update(
        status=Round.Status.RUNNING, finished_at=None
    )
