"""Every clause of a rulebook is proved by a test that names it.

A test names a clause in its name (``test_ss_9_failed_throw``), its docstring or the ids of its
parameters ("SS-9: …"); a bare mention in a comment or a module's text does not count.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
RULEBOOKS = {
    **{
        book: tuple(map(str, range(1, last + 1)))
        for book, last in {"WK": 30, "TY": 22, "SS": 14, "GD": 30}.items()
    },
    "CP": (*"123456789", "9A", *map(str, (*range(10, 14), *range(20, 26), *range(30, 34)))),
}
"""The clauses of the rulebooks: those of the games run from 1, those of competition have gaps."""

NAMED = re.compile(r"(?<![A-Za-z])(WK|TY|SS|GD|CP)[-_](\d+(?:a(?![A-Za-z]))?)", re.IGNORECASE)


def _texts_that_name(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
    yield function.name
    yield ast.get_docstring(function) or ""
    for decorator in function.decorator_list:
        for node in ast.walk(decorator):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value


def named_clauses() -> set[str]:
    """All clauses that some test names."""
    found: set[str] = set()
    for path in TESTS.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith(
                "test_"
            ):
                for text in _texts_that_name(node):
                    found |= {f"{b.upper()}-{n.upper()}" for b, n in NAMED.findall(text)}
    return found


@pytest.mark.parametrize("book", RULEBOOKS)
def test_every_clause_has_a_test(book: str) -> None:
    """A rulebook's clause without a test is named here."""
    named = named_clauses()
    assert [
        clause for number in RULEBOOKS[book] if (clause := f"{book}-{number}") not in named
    ] == []


@pytest.mark.parametrize("book", RULEBOOKS)
def test_no_test_names_a_clause_that_is_not_there(book: str) -> None:
    """A test of a clause beyond the last proves nothing."""
    known = {f"{book}-{n}" for n in RULEBOOKS[book]}
    assert {c for c in named_clauses() if c.startswith(book)} <= known
