"""What penalties do to matches: end them, change their results, give them back (CP-11, CP-12).

Worked out anew from all penalties that stand, so that doing it twice changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from tournaments.engine.matches import Ending, Match, level_name
from tournaments.engine.pairing.progress import Outcome
from tournaments.models import Entry, Event, EventMatch, MatchSide, Penalty, Round
from tournaments.result import Result
from tournaments.selectors import facts as known
from tournaments.selectors.judged import PENALTY, losers
from tournaments.services import online
from tournaments.services.brackets import follow, what_follows
from tournaments.services.corrections import undo_result
from tournaments.services.news import News, announce, results_changed
from tournaments.services.noshows import decided_by, mark_decided
from tournaments.services.results import Kind, Origin, State, locked_match, settle
from tournaments.services.trail import Actor


def apply(before: known.Facts, penalty: Penalty, actor: Actor) -> None:
    """Bring matches and standings to what the penalties say once this one is saved.

    ``before`` are the facts till now (``facts_around``). A pair's penalties reach into its own
    matches alone, and from there into the bracket.
    """
    after = before.with_penalty(known.engine_penalty(penalty))
    stages = {penalty.round.stage_id: penalty.round.stage}
    touched = _touched(penalty.entry, before, after)
    for index, match in enumerate(touched):
        row, sides = locked_match(match)
        if len(sides) != 2:
            continue
        stages[row.round.stage_id] = row.round.stage
        lost = _losers(row, sides, after)
        till_now = _till_now(before, row, touched[index:])
        if row.state != State.CONFIRMED:
            if lost:
                _end(row, sides, lost, actor)
        elif decided_by(row) == PENALTY:
            _end_otherwise(row, sides, lost, actor, till_now)
        else:
            _result_follows(row, before, after, actor, till_now)
    for each in stages.values():
        results_changed(each)


def _till_now(before: known.Facts, row: EventMatch, left: list[EventMatch]) -> known.Facts:
    """The bracket of a match as it is while the matches ``left`` have not followed yet."""
    stage = row.round.stage
    if not stage.knockout:
        return before
    now = known.facts(stage.event, stages=[stage.order])
    there, ids = {m.id: m.entrants for m in now.matches}, {m.pk for m in left}
    return now.supposing(m for m in before.matches if m.id in ids and there.get(m.id) == m.entrants)


def _changed(before: known.Facts, after: known.Facts) -> set[int]:
    """The matches that are not what they were."""
    old = {m.id: m for m in before.matches}
    return {m.id for m in after.matches if m.id is not None and old.get(m.id) != m}


def _touched(pair: Entry, before: known.Facts, after: known.Facts) -> list[EventMatch]:
    """The pair's matches to look at: penalised, changed, ended by a penalty, or still open."""
    penalised = {p.match for p in after.penalties if p.offender == pair.number}
    ids = penalised | _changed(before, after)
    rows = EventMatch.objects.filter(sides__entry=pair).select_related("round__stage")
    return [
        m
        for m in rows.order_by("pk")
        if m.pk in ids
        or m.decided_by == PENALTY
        or (m.round.status == Round.Status.RUNNING and m.state != State.CONFIRMED)
    ]


def _losers(row: EventMatch, sides: list[MatchSide], facts: known.Facts) -> set[int]:
    """The sides that have lost the match by ruling, or may not play it."""
    numbers = {s.entry.number: s.side for s in sides}
    return {numbers[n] for n in losers(row, numbers, facts.penalties)}


def _end(row: EventMatch, sides: list[MatchSide], lost: set[int], actor: Actor) -> None:
    """CP-10 ⑤: the match is over."""
    left = {0, 1} - lost
    said = Result(None, 0, Ending.JUDGED, left.pop() if left else None)
    settle(row, sides, said, actor, Origin.REFEREE, reason="CP-11")
    mark_decided(row, PENALTY)
    online.close_table(row)


def _end_otherwise(
    row: EventMatch,
    sides: list[MatchSide],
    lost: set[int],
    actor: Actor,
    till_now: known.Facts,
) -> None:
    """A match that a penalty had ended: given back, or lost by others than before."""
    if not lost:
        undo_result(row, actor, "CP-13", facts=till_now)
        row.decided_by = ""
        row.save(update_fields=["decided_by"])
        return
    left = {0, 1} - lost
    winner = left.pop() if left else None
    now = None if row.winner_id is None else sides[0 if row.winner_id == sides[0].entry_id else 1]
    if (None if now is None else now.side) != winner:
        said = Result(None, 0, Ending(row.ending), winner)
        first, second = (s.entry.number for s in sides)
        goes_on = None if winner is None else (first, second)[winner]
        follows = what_follows(row, Outcome((first, second), goes_on), facts=till_now)
        settle(row, sides, said, actor, Origin.REFEREE, kind=Kind.CORRECTED, reason="CP-13")
        mark_decided(row, PENALTY)
        follow(row, follows, actor, "CP-13")


def _result_follows(
    row: EventMatch,
    before: known.Facts,
    after: known.Facts,
    actor: Actor,
    till_now: known.Facts,
) -> None:
    """The result counts as the penalties leave it; in a bracket the matches after it follow."""
    now = next((m for m in after.matches if m.id == row.pk), None)
    if now is None:
        return
    was = next((m for m in before.matches if m.id == row.pk), None)
    if row.round.stage.knockout and was is not None and _outcome(was) != _outcome(now):
        follows = what_follows(row, _outcome(now), facts=till_now)
        _write_ruled(row, now, after)
        follow(row, follows, actor, "CP-13")
        return
    _write_ruled(row, now, after)


def _outcome(match: Match) -> Outcome | None:
    with suppress(ValueError):
        return Outcome.of(match)
    return None


def _write_ruled(row: EventMatch, now: Match, facts: known.Facts) -> None:
    """``EventMatch.ruled``: what is shown in place of the result as it was played."""
    played = next(m for m in facts.played if m.id == row.pk)
    ruled = None if played == now else as_result(now).as_json()
    if row.ruled != ruled:
        row.ruled = ruled
        row.save(update_fields=["ruled"])
        announce(row.event, News.RESULTS, match=row.pk, state=str(row.state))


def as_result(match: Match) -> Result:
    """A match of the engine as a result."""
    levels = match.levels
    winner = None
    if match.winner is not None and match.second is not None:
        winner = match.entrants.index(match.winner)
    return Result(
        None if levels is None else (level_name(levels[0]), level_name(levels[1])),
        match.deals,
        match.ending,
        winner,
    )


def refresh_ruled(event: Event, matches: Iterable[int]) -> None:
    """After another result has come in: what the penalties make of it."""
    ids = list(matches)
    facts = known.facts(event, matches=ids)
    by_id = {m.id: m for m in facts.matches}
    for row in EventMatch.objects.filter(pk__in=ids):
        if row.pk in by_id:
            _write_ruled(row, by_id[row.pk], facts)
