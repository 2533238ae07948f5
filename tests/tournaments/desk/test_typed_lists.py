"""What is typed as text: table numbers, tables of points, levels."""

from __future__ import annotations

from decimal import Decimal

import pytest

from tournaments.forms.results import read_boards, tidy_level
from tournaments.forms.tables import read_numbers, read_rows, write_numbers, write_rows


@pytest.mark.parametrize(
    ("text", "numbers"),
    [("", ()), ("1-4, 9", (1, 2, 3, 4, 9)), ("7，9、12–13", (7, 9, 12, 13)), ("5", (5,))],
)
def test_numbers_of_tables(text: str, numbers: tuple[int, ...]) -> None:
    assert read_numbers(text) == numbers
    assert read_numbers(write_numbers(numbers)) == numbers


@pytest.mark.parametrize("text", ["x", "4-1", "0", "1-99999", "-3"])
def test_what_is_no_list_of_tables(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        read_numbers(text)


def test_a_table_of_points() -> None:
    """CP-8"""
    rows = read_rows("0 10 10\n1, 12.5 / 7.5\n\n4：20：0")
    assert rows[1] == (Decimal(1), Decimal("12.5"), Decimal("7.5"))
    assert read_rows(write_rows(rows)) == rows
    with pytest.raises(ValueError, match="1 2"):
        read_rows("1 2")


def test_levels_and_boards_as_people_type_them() -> None:
    typed = ["a", " A+", "t", "１０", "j", "1"]
    assert [tidy_level(text) for text in typed] == ["A", "A+", "10", "10", "J", "A"]
    assert read_boards("3 −2，0；1.5") == (Decimal(3), Decimal(-2), Decimal(0), Decimal("1.5"))
