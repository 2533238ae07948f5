"""The draw of a round as it is edited by hand: a line for each table, pairs by number."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext

from tournaments.models import Entry
from tournaments.selectors.draws import MatchLine


@dataclass(slots=True)
class Line:
    """A line as typed; without a second number it is a bye."""

    table: str
    first: str
    second: str
    reasons: list[str] = field(default_factory=list)


def _text(data: Mapping[str, str], name: str) -> str:
    return str(data.get(name, "")).strip()


@dataclass(slots=True)
class DrawForm:
    """The lines, and what they mean once they have been read."""

    lines: list[Line]
    entries: Mapping[int, Entry]
    errors: list[str] = field(default_factory=list)
    pairs: list[tuple[Entry, Entry]] = field(default_factory=list)
    tables: list[int | None] = field(default_factory=list)
    byes: list[Entry] = field(default_factory=list)

    @staticmethod
    def of_draw(lines: Iterable[MatchLine], entries: Mapping[int, Entry]) -> DrawForm:
        """As the round stands."""
        found = []
        for line in lines:
            numbers = [str(side.entry.number) for side in line.sides]
            first, second = (*numbers, "")[:2]
            found.append(Line(str(line.table_no or ""), first, second, line.reasons))
        form = DrawForm(found, entries)
        form.read()
        return form

    @staticmethod
    def of_data(data: Mapping[str, str], entries: Mapping[int, Entry]) -> DrawForm:
        """As it was typed, after an exchange of two pairs if one was asked for."""
        count = min(int(data.get("lines", "0") or 0) if data.get("lines", "0").isdecimal() else 0,
                    5000)  # fmt: skip
        lines = [
            Line(_text(data, f"table-{i}"), _text(data, f"a-{i}"), _text(data, f"b-{i}"))
            for i in range(count)
        ]
        form = DrawForm(lines, entries)
        if "swap" in data:
            form.swap(data.get("swap-a", "").strip(), data.get("swap-b", "").strip())
        form.read()
        return form

    def swap(self, one: str, other: str) -> None:
        """Two pairs change places."""
        for each in (one, other):
            if not any(each in (line.first, line.second) for line in self.lines) or not each:
                text = gettext("No pair with the number “%(number)s” is in this draw.")
                self.errors.append(text % {"number": each})
        if self.errors:
            return
        change = {one: other, other: one}
        for line in self.lines:
            line.first = change.get(line.first, line.first)
            line.second = change.get(line.second, line.second)

    def read(self) -> None:
        """Numbers become pairs; what cannot be read is said."""
        for line in self.lines:
            who = [self._entry(text) for text in (line.first, line.second) if text]
            if not all(who) or not who:
                continue
            table = None
            if line.table:
                if line.table.isdecimal() and 0 < int(line.table) < 100000:
                    table = int(line.table)
                else:
                    text = gettext("“%(text)s” is not the number of a table.")
                    self.errors.append(text % {"text": line.table})
            if len(who) == 2:
                self.pairs.append((who[0], who[1]))  # type: ignore[arg-type]
                self.tables.append(table)
            else:
                self.byes.append(who[0])  # type: ignore[arg-type]

    def _entry(self, text: str) -> Entry | None:
        entry = self.entries.get(int(text)) if text.isdecimal() else None
        if entry is None:
            sentence = gettext("No pair of this stage has the number “%(number)s”.")
            self.errors.append(sentence % {"number": text})
        return entry

    def rows(self) -> list[tuple[int, Line, str, str]]:
        """Each line with its place and the names of both pairs."""
        return [
            (i, line, self.name(line.first), self.name(line.second))
            for i, line in enumerate(self.lines)
        ]

    def name(self, text: str) -> str:
        """The pair of a number."""
        entry = self.entries.get(int(text)) if text.isdecimal() else None
        return entry.name if entry is not None else ""
