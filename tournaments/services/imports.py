"""Entry lists and results from files: CSV or XLSX, with a dry run that says what is wrong.

Nothing is saved unless every line is right.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from typing import Any, Final
from uuid import uuid4

import tablib
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.permissions import ORGANISE, SCORE
from tournaments.engine.matches import level_name, level_number
from tournaments.models import Entry, Event, EventMatch, Round
from tournaments.result import Result
from tournaments.services.entries import add_entry
from tournaments.services.errors import Invalid, Refused, invalid
from tournaments.services.results import Answer, enter_result
from tournaments.services.trail import require

MAX_BYTES: Final = 2_000_000
MAX_LINES: Final = 10_000


@dataclass(slots=True)
class Line:
    """A line of a file: its number there, what it says, and what is wrong or odd about it."""

    number: int
    values: dict[str, Any]
    errors: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Reading:
    """A file as it was understood; ``columns`` are the field of each head (empty: not known)."""

    columns: dict[str, str]
    rows: list[Line]

    @property
    def ok(self) -> bool:
        """It can be imported as it is."""
        return bool(self.rows) and not any(line.errors for line in self.rows)

    def errors(self) -> dict[str, list[str]]:
        """What is wrong, by line, as ``Invalid`` has it."""
        if not self.rows:
            return {"": [_("The file has no lines.")]}
        return {str(line.number): line.errors for line in self.rows if line.errors}


ENTRY_HEADS: Final[Mapping[str, tuple[str, ...]]] = {
    "player_1": ("player 1", "player1", "选手1", "选手一", "队员1", "姓名1", "甲"),
    "player_2": (
        "player 2",
        "player2",
        "选手2",
        "选手二",
        "队员2",
        "姓名2",
        "乙",
        "partner",
        "搭档",
    ),
    "name": ("name", "pair", "pair name", "队名", "对名", "组合"),
    "club_name": ("club", "俱乐部", "单位", "代表队", "协会"),
    "team": ("team", "团队", "队伍"),
    "ranking": ("ranking", "ranking points", "points", "积分", "等级分", "排名分"),
    "seed_rank": ("seed", "种子", "种子号"),
    "fixed_table": ("table", "fixed table", "桌号", "固定桌"),
    "note": ("note", "remark", "备注"),
}
RESULT_HEADS: Final[Mapping[str, tuple[str, ...]]] = {
    "table": ("table", "桌号", "台号", "桌"),
    "level_0": ("level 1", "levels 1", "first", "级数1", "主队级数", "南北级数", "甲方"),
    "level_1": ("level 2", "levels 2", "second", "级数2", "客队级数", "东西级数", "乙方"),
    "deals": ("deals", "副数", "局数"),
    "winner": ("winner", "胜方"),
}


def read_entries(*, event: Event, data: bytes, filename: str) -> Reading:
    """An entry list, line by line, with what is wrong with it. Saves nothing."""
    reading = _read(data, filename, ENTRY_HEADS)
    known = {
        name: pair
        for name, pair in event.entries.exclude(
            status__in=(Entry.Status.WITHDRAWN, Entry.Status.REJECTED)
        ).values_list("players__name", "name")
        if name
    }
    seen: dict[str, int] = {}
    clubs: dict[str, int] = {}
    for line in reading.rows:
        _check_entry(event, line)
        for head in ("player_1", "player_2"):
            name = line.values.get(head)
            if name and name in known:
                text = _("%(name)s is entered already, with %(pair)s.")
                line.warnings.append(text % {"name": name, "pair": known[name]})
            if name and name in seen:
                text = _("%(name)s stands in line %(line)d too.")
                line.errors.append(text % {"name": name, "line": seen[name]})
            elif name:
                seen[name] = line.number
        club = line.values.get("club_name")
        if club:
            clubs[club] = clubs.get(club, 0) + 1
            if event.max_per_club is not None and clubs[club] > event.max_per_club:
                text = _("More than %(count)d pairs of %(club)s: the waiting list.")
                line.warnings.append(text % {"count": event.max_per_club, "club": club})
    return reading


def _check_entry(event: Event, line: Line) -> None:
    values = line.values
    for head in ("player_1", "player_2"):
        if not values.get(head):
            line.errors.append(_("A pair is two persons."))
            break
    if values.get("player_1") and values.get("player_1") == values.get("player_2"):
        line.errors.append(_("A pair is two persons."))
    if event.unit == Event.Unit.TEAM and not values.get("team"):
        line.errors.append(_("Say which team the pair belongs to."))
    _number(line, "ranking", Decimal)
    _number(line, "seed_rank", int)
    _number(line, "fixed_table", int)


def _number(line: Line, head: str, kind: Callable[[str], Any]) -> None:
    text = line.values.get(head, "")
    try:
        line.values[head] = kind(text) if text else None
        if line.values[head] is not None and line.values[head] < 0:
            raise ValueError
    except (ValueError, InvalidOperation):
        line.errors.append(_("“%(text)s” is not a number.") % {"text": text})


@transaction.atomic
def import_entries(*, event: Event, by: User, data: bytes, filename: str) -> list[Entry]:
    """All pairs of a file, or none: ``Invalid`` with the errors of every line."""
    require(event, by, ORGANISE)
    reading = read_entries(event=event, data=data, filename=filename)
    if not reading.ok:
        raise Invalid(reading.errors())
    made = []
    for line in reading.rows:
        values = dict(line.values)
        players = [{"name": values.pop("player_1")}, {"name": values.pop("player_2")}]
        try:
            made.append(add_entry(event=event, by=by, players=players, **values))
        except Refused as refused:
            raise Invalid({str(line.number): [str(refused)]}) from refused
    return made


def read_results(*, round: Round, data: bytes, filename: str) -> Reading:
    """Results by table, with what is wrong. Saves nothing."""
    reading = _read(data, filename, RESULT_HEADS)
    matches = {m.table_no: m for m in round.matches.all()}
    seen: set[int] = set()
    for line in reading.rows:
        _number(line, "table", int)
        _number(line, "deals", int)
        table = line.values.get("table")
        match = matches.get(table) if table is not None else None
        if table is None or match is None:
            line.errors.append(_("There is no match at this table."))
        elif table in seen:
            line.errors.append(_("This table stands in the file twice."))
        elif match.state == EventMatch.State.CONFIRMED:
            line.warnings.append(_("This result is confirmed already; the line is left out."))
        if table is not None:
            seen.add(table)
        for head in ("level_0", "level_1"):
            text = str(line.values.get(head) or "")
            try:
                line.values[head] = level_name(level_number(text))
            except ValueError:
                line.errors.append(_("“%(text)s” is not a level.") % {"text": text})
        winner = line.values.get("winner") or ""
        if winner not in ("", "1", "2"):
            line.errors.append(_("The winner is 1 or 2, or empty."))
    return reading


@transaction.atomic
def import_results(*, round: Round, by: User, data: bytes, filename: str) -> list[Answer]:
    """All results of a file, or none; they count at once, as a scorer's."""
    require(round.stage.event, by, SCORE)
    reading = read_results(round=round, data=data, filename=filename)
    if not reading.ok:
        raise Invalid(reading.errors())
    matches = {m.table_no: m for m in round.matches.select_related("event", "round__stage")}
    answers = []
    for line in reading.rows:
        match, values = matches[line.values["table"]], line.values
        if match.state == EventMatch.State.CONFIRMED:
            continue
        winner = int(values["winner"]) - 1 if values.get("winner") else None
        result = Result(
            (values["level_0"], values["level_1"]), values.get("deals") or 0, winner=winner
        )
        try:
            answers.append(
                enter_result(
                    match=match, by=by, result=result, client_id=uuid4().hex, origin="scorer"
                )
            )
        except (Refused, Invalid) as no:
            raise Invalid({str(line.number): [str(no)]}) from no
    return answers


# ---------------------------------------------------------------------------------- files


def _read(data: bytes, filename: str, heads: Mapping[str, tuple[str, ...]]) -> Reading:
    table = _table(data, filename)
    columns = {head: _column(head, heads) for head in table.headers or ()}
    rows = []
    for number, cells in enumerate(table, 2):
        texts = [_text(cell) for cell in cells]
        if any(texts):
            values = {
                field: text
                for (_head, field), text in zip(columns.items(), texts, strict=False)
                if field
            }
            rows.append(Line(number, values))
    if len(rows) > MAX_LINES:
        raise invalid("file", _("The file has more than %(count)d lines.") % {"count": MAX_LINES})
    return Reading(columns, rows)


def _table(data: bytes, filename: str) -> tablib.Dataset:
    if len(data) > MAX_BYTES:
        raise invalid("file", _("The file is too large."))
    try:
        if filename.lower().endswith(".xlsx"):
            return tablib.Dataset().load(io.BytesIO(data), format="xlsx")
        for encoding in ("utf-8-sig", "gb18030"):
            try:
                text = data.decode(encoding)
            except UnicodeDecodeError:
                continue
            delimiter = max(",;\t", key=text.partition("\n")[0].count)
            return tablib.Dataset().load(text, format="csv", delimiter=delimiter)
    except Exception as error:
        raise invalid("file", _("This is not a CSV or XLSX file.")) from error
    raise invalid("file", _("This is not a CSV or XLSX file."))


def _column(head: str, heads: Mapping[str, tuple[str, ...]]) -> str:
    name = " ".join(str(head or "").replace("_", " ").lower().split())
    for field_name, known in heads.items():
        if name == field_name.replace("_", " ") or name in known:
            return field_name
    return ""


def _text(cell: object) -> str:
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return "" if cell is None else str(cell).strip()
