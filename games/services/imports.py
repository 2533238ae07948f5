"""A game record becomes a deal of the site: its log is written as a live table would have."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from games.engine import codec, record
from games.engine.api import TABLE_ACTIONS, DealSetup, NextDeal, Phase, game_of
from games.engine.record import Record
from games.models import Deal, DealEvent, Match, Table
from games.services.records import write_start
from games.services.tally import tally_deal

A_DAY = 24 * 3600 * 1000


@transaction.atomic
def import_record(*, data: object) -> Deal:
    """The deal of a record (SGR) at a closed table of its own, tallied and ready to be replayed.

    ``BadRecord`` or ``ValueError`` say what is wrong; a deal has to reach its end.
    """
    read = record.read(data)
    report = record.replay(read)
    if error := report["error"]:
        raise ValueError(f"actions[{error['action']}]: {error['code']}: {error['message']}")
    if report["phase"] != Phase.DONE:
        raise ValueError("the record does not reach the end of the deal")
    words = _storable(
        record.write(read.setup, read.actions, carried=read.carried, notes=read.notes)
    )
    started = _started(read)
    match = _match(read, started, report["result"]["match_won_by"])
    deal = Deal.objects.create(match=match, number=1, start=_start(read.setup), record=words)
    rows = list(_rows(deal, read, started))
    DealEvent.objects.bulk_create(rows)
    ended = rows[-1].at if rows else started
    Deal.objects.filter(pk=deal.pk).update(started_at=started, ended_at=ended)
    Match.objects.filter(pk=match.pk).update(started_at=started, ended_at=ended)
    return tally_deal(deal_id=deal.pk)


def _match(read: Record, started: datetime, won_by: int | None) -> Match:
    setup = read.setup
    table = Table.objects.create(
        name=str(read.carried.get("event") or "")[:40],
        game=setup.game,
        options=dict(setup.options),
        status=Table.Status.CLOSED,
    )
    return Match.objects.create(
        table=table,
        game=setup.game,
        options=dict(setup.options),
        players=[{"user": None, "name": name, "bot": ""} for name in _names(read.carried)],
        levels=list(setup.levels),
        score=[0, 0],
        won_by=won_by,
        ended_at=started,
    )


def _names(carried: Mapping[str, Any]) -> list[str]:
    names = carried.get("players")
    if not (isinstance(names, list) and len(names) == 4):
        return [""] * 4
    return [name[:60] if isinstance(name, str) else "" for name in names]


def _start(setup: DealSetup) -> dict[str, Any]:
    return write_start(
        NextDeal(
            levels=setup.levels,
            first_deal=setup.first_deal,
            dealer=setup.dealer,
            previous=setup.previous,
            first_drawer=setup.first_drawer,
            ace_failures=setup.ace_failures,
        )
    )


def _started(read: Record) -> datetime:
    told = read.carried.get("played_at")
    try:
        at = parse_datetime(told) if isinstance(told, str) else None
    except ValueError:
        at = None
    if at is None or not 1900 < at.year < 9000:
        return timezone.now()
    return at if timezone.is_aware(at) else timezone.make_aware(at)


def _rows(deal: Deal, read: Record, started: datetime) -> Iterator[DealEvent]:
    """The log: a row an action, and one for each thing the table did before it by itself."""
    game = game_of(read.setup.game)
    state = game.start(read.setup)
    seq, at = 0, started
    for action, note in zip(read.actions, read.notes, strict=True):
        ms = note.get("at")
        if isinstance(ms, int) and 0 <= ms <= A_DAY:
            at = max(at, started + timedelta(milliseconds=ms))
        for happened, events in record.happenings(game, state, action):
            seq += 1
            by_table = isinstance(happened, TABLE_ACTIONS)
            yield DealEvent(
                deal=deal,
                seq=seq,
                action=None if by_table else record.write_action(happened),
                events=[codec.encode(event) for event in events],
                seat=getattr(happened, "seat", None),
                auto=not by_table and note.get("auto") is True,
                at=at,
            )
            state = record.fold(game, state, events)


def _storable(words: dict[str, Any]) -> dict[str, Any]:
    """``words`` if the database can keep its texts; what no rule looks at is not checked before."""
    try:
        text = json.dumps(words, ensure_ascii=False, allow_nan=False)
        text.encode()
    except ValueError as error:
        raise ValueError(f"a text or number cannot be kept: {error}") from None
    if "\\u0000" in text:
        raise ValueError("a text holds a NUL character and cannot be kept")
    return words
