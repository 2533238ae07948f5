"""Reads of tables, matches and deals for pages and rooms."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.hashers import check_password
from django.db.models import Count, F, Prefetch, Q, QuerySet
from django.utils.crypto import constant_time_compare

from accounts.models import User
from games.models import Deal, Match, Seat, Table

SEATS = 4


def table_of(code: str) -> Table | None:
    """The table of a code, with its seats and people loaded; nothing when there is none."""
    return _with_seats(Table.objects.filter(code=code)).select_related("host").first()


def open_tables(*, game: str = "", free: bool = False) -> QuerySet[Table]:
    """Public tables that wait or play, those with free seats first, then the newest.

    ``game`` narrows to one game, ``free`` to tables where one can sit down: waiting, with a
    seat that nobody or a bot has. Each has ``people`` (persons seated) and ``taken``.
    """
    tables = Table.objects.exclude(status=Table.Status.CLOSED).filter(private=False)
    tables = tables.annotate(
        people=Count("seats", filter=Q(seats__user__isnull=False)), taken=Count("seats")
    )
    if game:
        tables = tables.filter(game=game)
    if free:
        tables = tables.filter(status=Table.Status.OPEN, people__lt=SEATS)
    return _with_seats(tables).select_related("host").order_by(F("status").asc(), "-created_at")


def my_tables(user: User) -> QuerySet[Table]:
    """The tables that are not closed where a person sits or is the host, the newest first."""
    mine = Table.objects.exclude(status=Table.Status.CLOSED).filter(
        Q(host=user) | Q(seats__user=user)
    )
    return _with_seats(mine.distinct()).select_related("host").order_by("-active_at")


def opens(table: Table, *, invite: str = "", password: str = "") -> bool:
    """Whether somebody is let in to a private table: by its password if it has one, else its link.

    Whoever has been let in is so for the whole session (``accounts.permissions.INVITES``).
    """
    if table.password:
        return check_password(password, table.password)
    return constant_time_compare(invite, table.invite)


def matches_of(user: User) -> QuerySet[Match]:
    """The matches a person has played in, the newest first."""
    return (
        Match.objects.filter(parts__user=user)
        .select_related("table")
        .annotate(deal_count=Count("deals", filter=Q(deals__tallied_at__isnull=False)))
        .order_by("-started_at")
    )


def match_of(match_id: int) -> Match | None:
    """A match with its table."""
    return Match.objects.select_related("table").filter(pk=match_id).first()


def deals_of(match: Match) -> QuerySet[Deal]:
    """The ended deals of a match in order; ``result`` is null until the tally is made."""
    return match.deals.filter(ended_at__isnull=False).order_by("number")


def deal_of(match: Match, number: int) -> Deal | None:
    """An ended deal of a match by its number."""
    return deals_of(match).filter(number=number).select_related("match__table").first()


def sheet(match: Match) -> list[dict[str, Any]]:
    """The score sheet from the tallies: one line a deal, as ``room.match.sheet`` has it."""
    lines: list[dict[str, Any]] = []
    for deal in deals_of(match).filter(result__isnull=False):
        assert deal.result is not None
        lines.append(sheet_line(deal.number, deal.result, lines[-1] if lines else None, deal.start))
    return lines


def sheet_line(
    number: int, result: dict[str, Any], before: dict[str, Any] | None, start: dict[str, Any]
) -> dict[str, Any]:
    """One deal of a score sheet; ``score`` is the running sum of the match.

    ``ruled`` are the levels it began with (``start``, as ``Deal.start``), where a ruling had
    changed what the deal before it left (CP-12).
    """
    so_far = before["score"] if before else (0, 0)
    score = result["score"] or (0, 0)
    return {
        "deal": number,
        "points": result["points"],
        "change": list(result["change"]),
        "score": [so_far[0] + score[0], so_far[1] + score[1]],
        "levels": list(result["levels"]),
        "dealer": result["dealer"],
        "void": result["redeal"],
        "ruled": ruled_levels(before, start),
    }


def ruled_levels(before: dict[str, Any] | None, start: dict[str, Any]) -> list[str] | None:
    """The levels that a deal began with by ruling; nothing when the play had brought them about."""
    if before is None or start["first_deal"]:
        return None
    levels = list(start["levels"])
    return levels if levels != before["levels"] else None


def _with_seats(tables: QuerySet[Table]) -> QuerySet[Table]:
    seats = Seat.objects.select_related("user").order_by("index")
    return tables.prefetch_related(Prefetch("seats", queryset=seats))
