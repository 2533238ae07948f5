"""Data of an event as tables: CSV and XLSX for people, JSON for programs.

The heads of entries and results are ones that the imports know, so a file goes round.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

import tablib
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import selectors
from tournaments.engine.matches import level_name
from tournaments.models import Event, EventMatch, Round, Stage
from tournaments.selectors import MatchLine

Value = str | int | float | bool | None


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table: ``(key, head)`` of each column (keys are for programs), and the rows."""

    title: str
    columns: Sequence[tuple[str, str]]
    rows: Sequence[Sequence[Value]]


# ------------------------------------------------------------------------------- formats

Write = Callable[[Sheet, Event], bytes]


def as_csv(sheet: Sheet, event: Event) -> bytes:
    """CSV in UTF-8 with the mark by which Excel knows it."""
    return b"\xef\xbb\xbf" + str(_dataset(sheet).export("csv")).encode()


def as_xlsx(sheet: Sheet, event: Event) -> bytes:
    """An Excel workbook."""
    data = _dataset(sheet)
    data.title = sheet.title[:31]
    exported: bytes = data.export("xlsx")
    return exported


def as_json(sheet: Sheet, event: Event) -> bytes:
    """A JSON object; each row is an object by the columns' keys."""
    keys = [key for key, _head in sheet.columns]
    data = {
        "event": event.slug,
        "version": event.version,
        "rows": [dict(zip(keys, row, strict=True)) for row in sheet.rows],
    }
    return json.dumps(data, ensure_ascii=False, indent=1).encode()


def _dataset(sheet: Sheet) -> tablib.Dataset:
    data = tablib.Dataset(headers=[head for _key, head in sheet.columns])
    for row in sheet.rows:
        data.append([harmless(value) for value in row])
    return data


FORMATS: Final[dict[str, tuple[str, Write]]] = {
    "csv": ("text/csv; charset=utf-8", as_csv),
    "xlsx": ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", as_xlsx),
    "json": ("application/json; charset=utf-8", as_json),
}


def harmless(value: Value) -> Value:
    """A cell that no spreadsheet takes for a formula.

    >>> harmless("=1+1"), harmless("-3"), harmless("王伟")
    ("'=1+1", '-3', '王伟')
    """
    if not isinstance(value, str) or not value.startswith(("=", "+", "-", "@", "\t", "\r")):
        return "" if value is None else value
    try:
        if Decimal(value).is_finite():
            return value
    except ArithmeticError:
        pass
    return f"'{value}"


# ---------------------------------------------------------------------------------- files


def entries(event: Event, stage: Stage | None, round: Round | None) -> Sheet:
    """All entries, also those that do not stand any more."""
    rows = event.entries.select_related("team").prefetch_related("players").order_by("number")
    return Sheet(
        _("Entries"),
        [
            ("number", _("No.")),
            ("name", _("Pair")),
            ("player_1", _("Player 1")),
            ("player_2", _("Player 2")),
            ("club", _("Club")),
            ("team", _("Team")),
            ("status", _("Status")),
            ("ranking", _("Ranking points")),
            ("seed", _("Seed")),
            ("fixed_table", _("Fixed table")),
            ("checked_in_at", _("Checked in at")),
            ("note", _("Note")),
        ],
        [
            [
                entry.number,
                entry.name,
                *_two([player.name for player in entry.players.all()]),
                entry.club_name,
                entry.team.name if entry.team else "",
                str(entry.get_status_display()),
                None if entry.ranking is None else float(entry.ranking),
                entry.seed_rank,
                entry.fixed_table,
                _time(entry.checked_in_at),
                entry.note,
            ]
            for entry in rows
        ],
    )


def draw(event: Event, stage: Stage | None, round: Round | None) -> Sheet:
    """A round's draw by table."""
    assert round is not None
    return Sheet(
        _("Draw"),
        [*_match_columns(), ("reasons", _("Reasons"))],
        [[*_match(line), " ".join(line.reasons)] for line in selectors.draw(round)],
    )


def results(event: Event, stage: Stage | None, round: Round | None) -> Sheet:
    """The results of a round, or of all public ones; what is open has empty cells."""
    rounds = [round] if round is not None else list(selectors.rounds(event))
    rows = event.matches.filter(round__in=rounds, sides__isnull=False).distinct()
    rows = selectors.with_sides(rows).order_by(
        "round__stage__order", "round__number", F("table_no").asc(nulls_last=True), "order"
    )
    return Sheet(
        _("Results"),
        [
            ("stage", _("Stage")),
            ("round", _("Round")),
            *_match_columns(),
            ("level_1", _("Level 1")),
            ("level_2", _("Level 2")),
            ("deals", _("Deals")),
            ("winner", _("Winner")),
            ("ending", _("Ending")),
            ("state", _("State")),
        ],
        [
            [line.match.round.stage.order, line.match.round.number, *_match(line), *_result(line)]
            for line in selectors.match_lines(rows)
        ],
    )


def standings(event: Event, stage: Stage | None, round: Round | None) -> Sheet:
    """The standings of a stage, now or after a round."""
    assert stage is not None
    stage.event = event
    table = selectors.standings(stage, round)
    metrics = table.metrics if table else []
    return Sheet(
        _("Standings"),
        [
            ("rank", _("Rank")),
            ("group", _("Group")),
            ("number", _("No.")),
            ("pair", _("Pair")),
            ("players", _("Players")),
            ("club", _("Club")),
            *metrics,
        ],
        [
            [
                row.rank,
                group.name,
                row.entry.number,
                row.entry.name,
                _players(row.entry),
                row.entry.club_name,
                *row.values,
            ]
            for group in (table.groups if table else ())
            for row in group.rows
        ],
    )


def ranking(event: Event, stage: Stage | None, round: Round | None) -> Sheet:
    """The final ranking over all stages."""
    return Sheet(
        _("Final ranking"),
        [
            ("rank", _("Rank")),
            ("number", _("No.")),
            ("pair", _("Pair")),
            ("club", _("Club")),
            ("stage", _("Stage")),
        ],
        [
            [rank, entry.number, entry.name, entry.club_name, str(stage_)]
            for rank, entry, stage_ in selectors.final_ranking(event)
        ],
    )


def audit(event: Event, stage: Stage | None, round: Round | None, **wanted: Any) -> Sheet:
    """The trail, the oldest line first; ``wanted`` as ``selectors.audit`` has it."""
    pairs = dict(event.entries.values_list("pk", "name"))
    tables = dict(event.matches.values_list("pk", "table_no"))
    return Sheet(
        _("Audit trail"),
        [
            ("at", _("Time")),
            ("who", _("Who")),
            ("role", _("Role")),
            ("verb", _("Verb")),
            ("what", _("What")),
            ("round", _("Round")),
            ("table", _("Table")),
            ("pair", _("Pair")),
            ("before", _("Before")),
            ("after", _("After")),
            ("reason", _("Reason")),
        ],
        [
            [
                _time(line.at),
                line.actor_name,
                line.role,
                line.verb,
                selectors.audit_words(line),
                line.round,
                tables.get(line.match_id or 0),
                pairs.get(line.entry_id or 0, ""),
                _json(line.before),
                _json(line.after),
                line.reason,
            ]
            for line in selectors.audit(event, **wanted).order_by("pk").iterator(2000)
        ],
    )


# ---------------------------------------------------------------------------------- cells


def _match_columns() -> list[tuple[str, str]]:
    return [
        ("table", _("Table")),
        ("number_1", _("No. 1")),
        ("pair_1", _("Pair 1")),
        ("number_2", _("No. 2")),
        ("pair_2", _("Pair 2")),
    ]


def _match(line: MatchLine) -> Iterator[Value]:
    yield line.table_no
    for index in (0, 1):
        side = line.sides[index] if index < len(line.sides) else None
        yield None if side is None else side.entry.number
        yield "" if side is None else side.entry.name


def _result(line: MatchLine) -> list[Value]:
    """Levels as scorers write them, deals, the side that won (1 or 2), how it ended, how far."""
    match = line.match
    if line.state != EventMatch.State.CONFIRMED:
        return ["", "", None, None, "", line.state]
    first, second = map(level_name, match.levels) if match.levels else ("", "")
    winner = next((side.side + 1 for side in line.sides if side.won), None)
    return [first, second, match.deals, winner, match.ending, line.state]


def _two(names: Sequence[str]) -> list[str]:
    return [*names, "", ""][:2]


def _players(entry: Any) -> str:
    return " · ".join(player.name for player in entry.players.all())


def _time(at: Any) -> str:
    return "" if at is None else timezone.localtime(at).isoformat(timespec="seconds")


def _json(value: Any) -> str:
    return "" if value is None else json.dumps(value, ensure_ascii=False)
