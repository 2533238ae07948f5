"""Duplicate play 复式: the same deals at all tables of a round, compared with the field (CP-8).

Scores are those of the side in seats 0 and 2, which is ``first`` at every table. Compared with the
field a board has a margin for that side; the other side's is its negative, so that a table's two
margins always add up to nothing.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from enum import StrEnum
from statistics import median

from tournaments.engine.matches import Match
from tournaments.engine.scoring import CENT, ZERO
from tournaments.engine.text import N_, EntrantId, Text


class Method(StrEnum):
    """What a score is compared with."""

    MEDIAN = "median"
    """The datum: the median of all tables' scores on the board."""
    CROSS = "cross"
    """Each other table in turn, the mean of the differences."""


@dataclass(frozen=True, slots=True)
class BoardResult:
    """What happened on a board at a table: ``score`` of the first side, e.g. in levels."""

    board: int
    table: int
    first: EntrantId
    second: EntrantId
    score: Decimal


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A table's result on a board beside the field's: ``datum`` is what it is compared with."""

    result: BoardResult
    datum: Decimal
    margin: Decimal
    text: Text


def compare(results: Iterable[BoardResult], method: Method) -> tuple[BoardLine, ...]:
    """All results of a round beside the field's, by board, the best first sides first.

    A board played at one table only has nothing to be compared with: its margin is 0.
    """
    boards: dict[int, list[BoardResult]] = {}
    for result in results:
        boards.setdefault(result.board, []).append(result)
    lines = []
    for _, played in sorted(boards.items()):
        for result in sorted(played, key=lambda r: (-r.score, r.table)):
            lines.append(_line(result, played, method))
    return tuple(lines)


def _line(result: BoardResult, played: Sequence[BoardResult], method: Method) -> BoardLine:
    scores = [r.score for r in played]
    if method is Method.MEDIAN or len(played) == 1:
        datum = Decimal(median(scores))
        key = N_("Score %(score)s, the field's median %(datum)s")
    else:
        others = sum(scores, ZERO) - result.score
        datum = others / (len(played) - 1)
        key = N_("Score %(score)s, the other tables' mean %(datum)s")
    margin = (result.score - datum).quantize(CENT, ROUND_HALF_UP)
    datum = datum.quantize(CENT, ROUND_HALF_UP)
    return BoardLine(result, datum, margin, Text(key, {"score": result.score, "datum": datum}))


def matches(
    lines: Iterable[BoardLine], *, stage: int, round_number: int, confirmed: bool = True
) -> tuple[Match, ...]:
    """The tables' matches: the margins summed, on so many deals, ready to be scored."""
    tables: dict[tuple[int, EntrantId, EntrantId], list[BoardLine]] = {}
    for line in lines:
        r = line.result
        tables.setdefault((r.table, r.first, r.second), []).append(line)
    return tuple(
        Match(
            stage,
            round_number,
            first,
            second,
            deals=len(played),
            margin=sum((line.margin for line in played), ZERO),
            confirmed=confirmed,
        )
        for (_, first, second), played in sorted(tables.items(), key=lambda item: item[0])
    )


def board_seed(seed: bytes, stage: int, round_number: int, board: int) -> bytes:
    """The 32-byte seed of a board's shuffle, from the event's committed seed.

    HMAC-SHA256(key = seed, message = ``board:stage:round:board``). The event's seed is published
    after the event (``lots.commitment`` before it), so that every deal can be recomputed.
    """
    message = f"board:{stage}:{round_number}:{board}".encode()
    return hmac.digest(seed, message, hashlib.sha256)
