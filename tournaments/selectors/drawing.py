"""A bracket as it is drawn: from columns and rows to pixels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from unicodedata import east_asian_width

from tournaments.models import Entry, EventMatch
from tournaments.selectors.brackets import BracketNode, BracketPicture

WIDE, HIGH, APART, ROW, MARGIN, HEAD = 216, 52, 36, 74, 8, 34
"""Width and height of a match, the gap between columns, the height of a row, margins, headings.

Between two boxes there is room for the line of a label or a table's number.
"""
NAME: Final = 23
"""A name has room for so many Latin letters, half as many characters."""


@dataclass(frozen=True, slots=True)
class DrawnSide:
    """A line of a box: baseline and text; ``entry`` where it is known."""

    y: float
    text: str
    full: str
    seed: int | None
    level: str
    won: bool | None
    entry: Entry | None


@dataclass(frozen=True, slots=True)
class Box:
    """A match as it is drawn; ``label`` is its name where no heading of a column says it."""

    key: str
    label: str
    x: float
    y: float
    sides: list[DrawnSide]
    state: str
    match: EventMatch | None
    table_no: int | None

    @property
    def seed_x(self) -> float:
        """Where seeds end."""
        return self.x + 24

    @property
    def name_x(self) -> float:
        """Where names begin."""
        return self.x + 32

    @property
    def level_x(self) -> float:
        """Where levels end."""
        return self.x + WIDE - 8

    @property
    def rule_y(self) -> float:
        """The line between the two sides."""
        return self.y + HIGH / 2

    @property
    def label_y(self) -> float:
        """The line above the box."""
        return self.y - 4


@dataclass(frozen=True, slots=True)
class Drawing:
    """A bracket in pixels; ``paths`` lead from box to box, ``columns`` are headings."""

    width: float
    height: float
    boxes: list[Box]
    paths: list[str]
    columns: list[tuple[str, float]]


def drawn(picture: BracketPicture) -> Drawing:
    """The drawing of a picture."""
    return Drawing(
        width=2 * MARGIN + picture.width * (WIDE + APART) - APART,
        height=2 * MARGIN + HEAD + picture.height * ROW,
        boxes=_boxes(picture.nodes),
        paths=[
            f"M{_left(x1) + WIDE:g} {_middle(y1):g}H{_left(x2) - APART / 2:g}"
            f"V{_middle(y2):g}H{_left(x2):g}"
            for x1, y1, x2, y2 in picture.lines
        ],
        columns=[(name, _left(x)) for name, x in picture.columns],
    )


def _left(x: float) -> float:
    return MARGIN + x * (WIDE + APART)


def _middle(y: float) -> float:
    return MARGIN + HEAD + y * ROW


def _boxes(nodes: Sequence[BracketNode]) -> list[Box]:
    """All matches; beside the main section the topmost of each round is labelled."""
    labelled: set[str] = set()
    boxes = []
    for node in sorted(nodes, key=lambda node: node.y):
        label = "" if node.key.startswith(("M", "F")) or node.name in labelled else node.name
        labelled.add(label)
        boxes.append(_box(node, label))
    return sorted(boxes, key=lambda box: (box.x, box.y))


def _box(node: BracketNode, label: str) -> Box:
    top = _middle(node.y) - HIGH / 2
    sides = [
        DrawnSide(
            top + 18 + 26 * index,
            shortened(side.entry.name if side.entry else side.text),
            side.entry.name if side.entry else side.text,
            side.seed,
            side.level,
            side.won,
            side.entry,
        )
        for index, side in enumerate(node.sides)
    ]
    return Box(
        node.key,
        label,
        _left(node.x),
        top,
        sides,
        str(node.state),
        node.match,
        node.table_no,
    )


def shortened(text: str, room: int = NAME) -> str:
    """A name that fits; a Chinese character takes the room of two letters."""
    used = 0
    for index, sign in enumerate(text):
        used += 2 if east_asian_width(sign) in "WF" else 1
        if used > room:
            return text[: max(1, index - 1)].rstrip() + "…"
    return text
