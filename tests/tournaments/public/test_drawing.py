"""A bracket in pixels: what is written above a box touches no other."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.tournaments.conftest import Desk
from tournaments import selectors
from tournaments.selectors.drawing import HIGH, drawn

TALL = 12
"""The height of what is written above a box."""


@pytest.mark.parametrize("pairs", [4, 7, 16])
@pytest.mark.parametrize("plan", [{"kind": "knockout", "third_place": True}, {"kind": "double"}])
def test_what_stands_above_a_box_is_clear_of_the_box_above(
    make_desk: Callable[..., Desk], pairs: int, plan: dict[str, object]
) -> None:
    """The name of the match for third place; the number of the table of any match."""
    picture = selectors.bracket(make_desk(pairs, stages=[plan]).start())
    assert picture is not None
    boxes = drawn(picture).boxes
    assert any(box.label for box in boxes)
    for box in boxes:
        others = [b for b in boxes if b.x == box.x and b.y < box.y]
        assert all(b.y + HIGH + 4 <= box.label_y - TALL for b in others), box.key
