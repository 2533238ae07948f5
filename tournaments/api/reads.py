"""The reads of the API."""

from __future__ import annotations

from django.db.models import F, QuerySet
from django.urls import reverse

from tournaments import selectors
from tournaments.api import shapes
from tournaments.api.door import not_found
from tournaments.models import Entry, Event, EventMatch, Round, Stage

MOST_EVENTS = 100
SHOWN = (Entry.Status.CONFIRMED, Entry.Status.WAITING, Entry.Status.WITHDRAWN)
"""Entries that everybody may see."""


def events(*, when: str | None) -> shapes.EventList:
    """Events that are upcoming, running (the default) or past."""
    rows = selectors.events(when=when or "running")[:MOST_EVENTS]
    return shapes.EventList(
        [
            shapes.EventLine(
                e.slug, e.name, e.game, e.mode, e.status, e.place, e.starts_at, e.version
            )
            for e in rows
        ]
    )


def event(*, event: Event) -> shapes.EventInfo:
    """The event with its stages."""
    return shapes.EventInfo(
        event=event.slug,
        version=event.version,
        name=event.name,
        game=event.game,
        mode=event.mode,
        status=event.status,
        unit=event.unit,
        duplicate=event.duplicate,
        place=event.place,
        time_zone=event.time_zone,
        starts_at=event.starts_at,
        ends_at=event.ends_at,
        description=event.description,
        fees=event.fees,
        club=event.club.name if event.club else "",
        options=event.options,
        commitment=event.commitment,
        seed=event.seed if event.seed_published_at else None,
        stages=[shapes.StageInfo(s.order, str(s), s.kind, s.status) for s in event.stages.all()],
        page=reverse("tournaments:event", args=[event.slug]),
    )


def entries(*, event: Event) -> shapes.EntryList:
    """The entries by number."""
    rows = event.entries.filter(status__in=SHOWN).select_related("team")
    return shapes.EntryList(
        event.slug,
        event.version,
        [
            shapes.EntryInfo(
                e.number,
                e.name,
                _players(e),
                e.club_name,
                e.team.name if e.team else "",
                e.status,
                e.seed_rank,
                e.checked_in_at is not None,
            )
            for e in rows.prefetch_related("players").order_by("number")
        ],
    )


def _players(entry: Entry) -> list[str]:
    return [player.name for player in entry.players.all()]


def rounds(*, event: Event) -> shapes.RoundList:
    """The public rounds with their clocks."""
    return shapes.RoundList(
        event.slug,
        event.version,
        [
            shapes.RoundInfo(
                r.stage.order,
                r.number,
                r.status,
                r.starts_at,
                r.started_at,
                r.clock_ends_at,
                r.paused_at is not None,
                r.open,  # type: ignore[attr-defined]
                r.played,  # type: ignore[attr-defined]
            )
            for r in selectors.rounds(event)
        ],
    )


# --------------------------------------------------------------------------------- matches


def draw(*, event: Event, stage: int, round: int) -> shapes.MatchList:
    """A round's draw by table, byes last, with the reasons in words."""
    row = _round(event, stage, round)
    return _matches(event, event.matches.filter(round=row))


def results(*, event: Event, stage: int | None, round: int | None) -> shapes.MatchList:
    """The matches of all public rounds, or of one stage or round."""
    rows = event.matches.filter(round__in=selectors.rounds(event).values("pk"))
    if stage is not None:
        rows = rows.filter(round__stage__order=stage)
    if round is not None:
        rows = rows.filter(round__number=round)
    return _matches(event, rows)


def _matches(event: Event, rows: QuerySet[EventMatch]) -> shapes.MatchList:
    rows = selectors.with_sides(rows.filter(sides__isnull=False).distinct()).order_by(
        "round__stage__order", "round__number", F("table_no").asc(nulls_last=True), "order"
    )
    return shapes.MatchList(
        event.slug, event.version, [_match(line) for line in selectors.match_lines(rows)]
    )


def _match(line: selectors.MatchLine) -> shapes.MatchInfo:
    match = line.match
    return shapes.MatchInfo(
        id=match.pk,
        stage=match.round.stage.order,
        round=match.round.number,
        table=line.table_no,
        state=line.state,
        ending=match.ending if line.state == EventMatch.State.CONFIRMED else "",
        online=match.online,
        bye=line.bye,
        sides=[
            shapes.SideInfo(s.side, s.entry.number, s.entry.name, s.level, s.won)
            for s in line.sides
        ],
        result=line.result,
        deals=match.deals,
        reasons=line.reasons,
    )


# ------------------------------------------------------------------------------- standings


def standings(*, event: Event, stage: int, round: int | None) -> shapes.Standings:
    """The standings of a stage, the newest or after a round."""
    row = _stage(event, stage)
    after = None if round is None else _round(event, stage, round)
    table = selectors.standings(row, after)
    if table is None:
        return shapes.Standings(event.slug, event.version, stage, None, False, False, [], [])
    return shapes.Standings(
        event=event.slug,
        version=event.version,
        stage=stage,
        round=table.round_number,
        stale=table.stale,
        final=table.final,
        metrics=[shapes.Metric(id, label) for id, label in table.metrics],
        groups=[
            shapes.StandingsGroup(
                group.name,
                [
                    shapes.StandingsRow(
                        row.rank,
                        row.entry.number,
                        row.entry.name,
                        _players(row.entry),
                        row.entry.club_name,
                        row.values,
                        row.moved,
                    )
                    for row in group.rows
                ],
            )
            for group in table.groups
        ],
    )


def bracket(*, event: Event, stage: int) -> shapes.Bracket:
    """A knock-out as it stands."""
    picture = selectors.bracket(_stage(event, stage))
    if picture is None:
        raise not_found()
    return shapes.Bracket(
        event.slug,
        event.version,
        stage,
        [
            shapes.BracketMatch(
                node.key,
                node.name,
                node.x,
                node.y,
                str(node.state),
                node.match.pk if node.match else None,
                node.table_no,
                [
                    shapes.BracketSlot(
                        side.entry.number if side.entry else None,
                        side.entry.name if side.entry else side.text,
                        side.seed,
                        side.level,
                        side.won,
                    )
                    for side in node.sides
                ],
            )
            for node in picture.nodes
        ],
        [shapes.BracketPlace(place, [e.number for e in who]) for place, who in picture.places],
    )


def _stage(event: Event, order: int) -> Stage:
    stage = event.stages.filter(order=order).first()
    if stage is None:
        raise not_found()
    stage.event = event
    return stage


def _round(event: Event, order: int, number: int) -> Round:
    row = selectors.rounds(event).filter(stage__order=order, number=number).first()
    if row is None:
        raise not_found()
    return row
