"""Tables as rooms read them from the database, and who owns them. Synchronous; run in threads."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any

from django.db import connection, transaction
from django.db.models import Min, Prefetch

from games.engine import codec, record
from games.engine.api import Game, game_of
from games.engine.rulings import LevelChange
from games.live.loaded import Bout, Facts, Loaded
from games.live.people import AWAY_AFTER, SEATS, Occupant
from games.live.steps import Fresh, Past
from games.models import Deal, Match, Seat, Table
from games.selectors import sheet_line
from games.services.records import outcome, read_start, replay, setup_of

CLAIM = """
UPDATE games_table SET owner = %s, epoch = epoch + 1 WHERE id IN (
    SELECT t.id FROM games_table t
    WHERE t.id = %s AND t.status <> 'closed' AND (t.owner = %s OR NOT EXISTS (
        SELECT 1 FROM games_server s WHERE s.name = t.owner AND s.lease_until > now()))
    FOR UPDATE SKIP LOCKED
)
"""
"""A table belongs to a server as long as that has a lease; whoever claims it raises the epoch.

``SKIP LOCKED`` lets two that claim at once go on without waiting for one another: one wins."""

ORPHANS = """
SELECT t.id FROM games_table t
WHERE t.status = 'playing' AND t.id <> ALL(%s) AND (t.owner = %s OR NOT EXISTS (
    SELECT 1 FROM games_server s WHERE s.name = t.owner AND s.lease_until > now()))
ORDER BY t.id LIMIT 100
"""


def claim(table_id: int, server: str) -> Loaded | None:
    """Make a table ours and read it; nothing when another living server has it."""
    with connection.cursor() as cursor:
        cursor.execute(CLAIM, [server, table_id, server])
        won = cursor.rowcount == 1
    return _loaded(table_id) if won else None


def orphans(server: str, running: Collection[int]) -> list[int]:
    """Tables at which a match is under way and that nobody runs, with those that run here."""
    with connection.cursor() as cursor:
        cursor.execute(ORPHANS, [list(running), server])
        return [table_id for (table_id,) in cursor.fetchall()]


def release(table_id: int, epoch: int) -> None:
    """Give a table up, unless somebody else has it by now."""
    Table.objects.filter(pk=table_id, epoch=epoch).update(owner="")


def look(table_id: int, epoch: int) -> tuple[Facts, list[Occupant], Bout | None] | None:
    """The table, its seats, and the match under way as far as it has just begun.

    Nothing when the table has another epoch by now: another process has it, or its log was
    rolled back.
    """
    table = _table(table_id)
    if table.epoch != epoch:
        return None
    match = _match_of(table)
    bout = None if match is None else Bout(match.pk, match.number, match.options)
    return _facts(table), _seats(table), bout


# ------------------------------------------------------------------------------- reading


@transaction.atomic
def _loaded(table_id: int) -> Loaded:
    table = _table(table_id)
    match = _match_of(table)
    loaded = Loaded(_facts(table), table.epoch, _seats(table))
    if match is None:
        return loaded
    loaded.bout = bout = Bout(match.pk, match.number, match.options)
    deals = list(match.deals.order_by("number"))
    if not deals:
        return loaded
    for deal in deals:
        if deal.ended_at is not None:
            result = deal.result or _outcome(deal)
            before = bout.sheet[-1] if bout.sheet else None
            bout.sheet.append(sheet_line(deal.number, result, before, deal.start))
    loaded.past = past = _past(deals[-1], match)
    if len(deals) > 1:
        past.earlier = _past(deals[-2], match).ids
    game = game_of(match.game)
    result = game.result(past.state)
    if result is not None:
        first = game.first(match.options) if table.boards else None
        loaded.ahead = first or game.next(past.fresh.setup, result)
        bout.won_by = result.match_won_by
    return loaded


def _table(table_id: int) -> Table:
    seats = Prefetch("seats", queryset=Seat.objects.select_related("user"))
    return Table.objects.prefetch_related(seats).get(pk=table_id)


def _match_of(table: Table) -> Match | None:
    if table.status != Table.Status.PLAYING:
        return None
    return table.matches.filter(ended_at__isnull=True).order_by("-number").first()


def _facts(table: Table) -> Facts:
    return Facts(
        id=table.pk,
        code=table.code,
        name=table.name,
        game=table.game,
        options=table.options,
        status=table.status,
        private=table.private,
        host=table.host_id,
        turn_seconds=table.turn_seconds,
        bank_seconds=table.bank_seconds,
        managed=table.managed,
        max_deals=table.max_deals,
        ends_at=_ends_at(table),
        cut_off=table.cut_off,
        boards=tuple(table.boards),
        hold=table.hold,
        hold_note=table.hold_note,
        desk=table.desk,
        rulings=_rulings(table),
    )


def _ends_at(table: Table) -> datetime | None:
    """The end of the match, so much later as the table has been on hold; none while it is."""
    if table.ends_at is None or table.hold:
        return None
    return table.ends_at + timedelta(seconds=table.held_for)


def _rulings(table: Table) -> tuple[LevelChange, ...]:
    """The levels that rulings give or take when the next deal begins."""
    rows = table.level_rulings.filter(deal=None, cancelled_at=None).order_by("pk")
    return tuple(LevelChange(*row) for row in rows.values_list("pk", "team", "levels"))


def _seats(table: Table) -> list[Occupant]:
    seats = [Occupant()] * len(SEATS)
    for row in table.seats.all():
        if row.user is None:
            seats[row.index] = Occupant(bot=row.bot)
        else:
            seats[row.index] = Occupant(row.user.pk, str(row.user), row.user.is_guest)
    return seats


def _past(deal: Deal, match: Match) -> Past:
    """A deal read back from its log, as far as that goes."""
    game = game_of(match.game)
    setup = setup_of(deal, match)
    fresh = Fresh(deal.number, read_start(deal.start), setup, deal.seed, deal.commitment)
    past = Past(deal.pk, fresh, game.start(setup))
    struck = _struck(deal)
    for row in deal.events.order_by("seq"):
        if struck and row.seq == struck[-1]:
            past.anew = _anew(game, past.state, len(struck))
        events = [codec.decode(game.id, event) for event in row.events]
        past.state = record.fold(game, past.state, events)
        past.seq = row.seq
        public = any(game.show(event, None) is not None for event in events)
        past.public += public
        if row.action_id:
            past.ids[row.action_id] = past.public
        if row.seat is not None:
            past.banks[row.seat] = None if row.bank_ms is None else row.bank_ms / 1000
            if public:
                missed = past.missed[row.seat] + 1 if row.auto else 0
                past.missed[row.seat] = min(missed, AWAY_AFTER)
    if struck and past.seq < struck[-1]:
        past.anew = _anew(game, past.state, len(struck))
    for action_id in deal.struck.exclude(action_id="").values_list("action_id", flat=True):
        past.ids.setdefault(action_id, past.public)  # sent again it is not played again
    return past


def _struck(deal: Deal) -> list[int]:
    """The first row that each ruling struck from a deal's log, ruling by ruling."""
    rulings = deal.struck.order_by("struck_at").values_list("struck_at")
    return [first for _, first in rulings.annotate(first=Min("seq"))]


def _anew(game: Game[Any], state: Any, times: int) -> dict[str, int]:
    """``room.match.anew`` of a frame, from the state before the first row that was struck."""
    return {"times": times, "trick": len(game.report(state)["tricks"]) + 1}


def _outcome(deal: Deal) -> dict[str, Any]:
    """The result of an ended deal that is not tallied yet."""
    played = replay(deal)
    result = outcome(played.game, played.state)
    assert result is not None
    return result
