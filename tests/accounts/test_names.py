"""Names that people read."""

from __future__ import annotations

import random

import pytest

from accounts.names import CREATURES, QUALITIES, guest_name, tidy


def test_a_guest_gets_a_name_in_the_language_of_the_page() -> None:
    assert guest_name(random.Random(1), "zh-hans")[:2] in {chinese for chinese, _ in QUALITIES}
    assert guest_name(random.Random(1), "en").split()[0] in {english for _, english in QUALITIES}


def test_every_name_fits() -> None:
    longest = max(len(a) + len(b) for (_, a) in QUALITIES for (_, b) in CREATURES)
    assert longest + len("  99") <= 24


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("  林  晓 ", "林 晓"),
        ("Li\u200bn", "Lin"),
        ("\u202eabc", "abc"),
        ("a\tb\nc", "a b c"),
        ("\u3000\u200d ", ""),
        ("Ｌｉｎ", "Lin"),
    ],
)
def test_what_cannot_be_seen_is_dropped(typed: str, read: str) -> None:
    assert tidy(typed) == read
