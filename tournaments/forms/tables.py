"""Lists that are typed as text: numbers of tables, a table of points."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from decimal import Decimal, InvalidOperation

Row = tuple[Decimal, Decimal, Decimal]
LONGEST = 2000
"""A hall has fewer tables than this."""


def read_numbers(text: str) -> tuple[int, ...]:
    """``"1-4, 9"`` as 1, 2, 3, 4, 9; ValueError for what is none."""
    found: list[int] = []
    for part in filter(None, re.split(r"[\s,，、;；]+", text.strip())):
        first, dash, last = part.replace("–", "-").partition("-")
        low, high = int(first), int(last if dash else first)
        if not 1 <= low <= high <= 99999 or high - low > LONGEST:
            raise ValueError(part)
        found += range(low, high + 1)
    if len(found) > LONGEST:
        raise ValueError(text)
    return tuple(found)


def write_numbers(numbers: Sequence[int]) -> str:
    """The other way round, runs drawn together."""
    parts: list[str] = []
    start = last = None
    for number in [*numbers, None]:
        if last is not None and number == last + 1:
            last = number
            continue
        if start is not None:
            parts.append(f"{start}" if start == last else f"{start}-{last}")
        start = last = number
    return ", ".join(parts)


def read_rows(text: str) -> tuple[Row, ...]:
    """Three numbers a line; ValueError for what is none."""
    rows: list[Row] = []
    for line in filter(None, (line.strip() for line in text.splitlines())):
        try:
            numbers = [Decimal(part) for part in re.split(r"[\s,，;；:：/]+", line)]
        except InvalidOperation as error:
            raise ValueError(line) from error
        if len(numbers) != 3 or not all(n.is_finite() for n in numbers):
            raise ValueError(line)
        rows.append((numbers[0], numbers[1], numbers[2]))
    return tuple(rows)


def write_rows(rows: Iterable[Row]) -> str:
    """The other way round."""
    return "\n".join(" ".join(f"{number.normalize():f}" for number in row) for row in rows)
