"""What a ruling changes in a match on line: levels at the next deal, tricks played anew."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import F, Max
from django.utils import timezone

from games.engine import codec
from games.engine.api import game_of
from games.models import Deal, DealEvent, LevelRuling, StruckEvent, Table
from games.services.errors import No, Refused
from games.services.news import announce
from games.services.records import setup_of

TEAMS = (0, 1)


@dataclass(frozen=True, slots=True)
class RolledBack:
    """Where a deal stood, and where it stands after rows of its log were struck."""

    deal: Deal
    trick: int
    """The trick that is played anew."""
    before: int
    """The last row of the log until now."""
    after: int
    """The last row that is left."""


@transaction.atomic
def roll_back(*, deal: Deal, trick: int, why: str) -> RolledBack:
    """Play the running deal anew from the beginning of a trick (1, 2, …); the table is on hold.

    The rows from there on are struck, not lost (``StruckEvent``). The table is given another
    epoch: what its room has decided meanwhile is not written, and whoever runs it next reads the
    log anew.
    """
    row = Deal.objects.select_related("match").get(pk=deal.pk)
    keep = rows_before(row, list(row.events.order_by("seq")), trick)
    # from here on nothing of any table is written: what is slow is done before
    table = Table.objects.select_for_update().get(matches=deal.match_id)
    row.refresh_from_db()
    if not table.hold:
        raise Refused(No.NOT_HELD)
    later = row.match.deals.filter(number__gt=row.number).exists()
    if row.ended_at is not None or row.match.ended_at is not None or later:
        raise Refused(No.DEAL_OVER)
    if keep is None:
        raise Refused(No.NO_TRICK)
    log = list(row.events.order_by("seq"))
    _strike(log[keep:], why)
    Table.objects.filter(pk=table.pk).update(epoch=F("epoch") + 1, owner="")
    announce(table.pk)
    return RolledBack(row, trick, len(log), keep)


def rows_before(deal: Deal, log: Sequence[DealEvent], trick: int) -> int | None:
    """How many rows of a log lie before a trick; nothing when the trick has not begun."""
    game = game_of(deal.match.game)
    state = game.start(setup_of(deal, deal.match))
    for count, row in enumerate(log):
        for event in row.events:
            state = game.evolve(state, codec.decode(game.id, event))
        if len(game.report(state)["tricks"]) >= trick >= 1:
            return count
    return None


def _strike(rows: Sequence[DealEvent], why: str) -> None:
    now = timezone.now()
    StruckEvent.objects.bulk_create(
        StruckEvent(
            deal_id=row.deal_id,
            seq=row.seq,
            action=row.action,
            events=row.events,
            action_id=row.action_id,
            seat=row.seat,
            auto=row.auto,
            bank_ms=row.bank_ms,
            at=row.at,
            struck_at=now,
            why=why[:300],
        )
        for row in rows
    )
    DealEvent.objects.filter(pk__in=[row.pk for row in rows]).delete()


# ---------------------------------------------------------------------------------- levels


@transaction.atomic
def rule_levels(*, table: int, key: str, levels: tuple[int, int]) -> None:
    """The levels that a ruling of this ``key`` gives both teams in all (CP-12), from the next deal.

    Asked again with other levels (none: it is revoked) it makes up for what was made of it so far.
    """
    Table.objects.select_for_update(no_key=True).get(pk=table)
    rows = LevelRuling.objects.select_for_update().filter(table_id=table, key=key)
    rows.filter(deal=None, cancelled_at=None).update(cancelled_at=timezone.now())
    made = [row for row in rows if row.deal_id is not None]
    for team in TEAMS:
        own = [row for row in made if row.team == team]
        missing = still_missing(
            levels[team], sum(row.levels for row in own), sum(row.given for row in own)
        )
        if missing:
            LevelRuling.objects.create(table_id=table, key=key, team=team, levels=missing)
    announce(table)


def still_missing(wanted: int, asked: int, given: int) -> int:
    """What a ruling that now wants so many levels has still to do (CP-12).

    ``asked`` and ``given`` is what it has done so far: at the ends of the ladder less is given
    than was asked, and what could not be given then is not made up for later.
    """
    if wanted * asked > 0 and abs(wanted) >= abs(asked):
        return wanted - asked
    if wanted * given > 0 and abs(given) <= abs(wanted):
        return 0
    return wanted - given


@dataclass(frozen=True, slots=True)
class LevelsMade:
    """What has become of the level rulings at a table.

    ``made``: by key and team the levels really given, in deals that the match's levels have in
    them. ``late``: key, team and levels of the others in order, whose next deal never began, or
    was broken off, or was void and the last: given so late they change the result (CP-12).
    """

    made: Mapping[tuple[str, int], int]
    late: Sequence[tuple[str, int, int]]


def levels_made(*, table: int) -> LevelsMade:
    """What the match at a table was played with."""
    played = Deal.objects.filter(match__table=table, result__isnull=False)
    last = played.exclude(result__redeal=True).aggregate(last=Max("number"))["last"] or 0
    made: dict[tuple[str, int], int] = {}
    late = []
    rows = LevelRuling.objects.filter(table=table, cancelled_at=None).select_related("deal")
    for row in rows.order_by("pk"):
        if row.deal is None or row.deal.number > last:
            late.append((row.key, row.team, row.levels))
        else:
            made[row.key, row.team] = made.get((row.key, row.team), 0) + row.given
    return LevelsMade(made, late)
