"""The part of the ``sgr`` command that needs no database, and therefore not Django.

    manage.py sgr check FILE…       judge game records; - reads standard input
    manage.py sgr shuffle …         recompute a shuffle from its seed

``manage.py`` comes here before it would load Django, so that a check costs milliseconds.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from games.engine import record, strict

LEGAL, ILLEGAL, NO_RECORD = 0, 1, 2
"""The exit statuses."""
CUT_OFF = 141
"""The exit status when nobody reads on: as a shell calls the end by SIGPIPE."""

PURE = ("check", "shuffle")
"""The subcommands that ``main`` knows."""


def main(arguments: Sequence[str]) -> int:
    """Run ``check FILE…`` or ``shuffle …``; answers the exit status."""
    command, *rest = arguments
    try:
        status = check(rest) if command == "check" else shuffle(rest)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader has seen enough (``| head``)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return CUT_OFF
    return status


# ---------------------------------------------------------------------------------- check


def check(paths: Sequence[str]) -> int:
    """Print one report a record; answers the worst of the exit statuses."""
    if not paths or any(path in ("-h", "--help") for path in paths):
        print("usage: manage.py sgr check FILE…   (- reads standard input)", file=sys.stderr)
        return LEGAL if paths else NO_RECORD
    worst = LEGAL
    for path in paths:
        for report in reports(path):
            print(json.dumps(report))
            worst = max(worst, _status(report))
    return worst


def reports(path: str) -> Iterator[dict[str, Any]]:
    """The reports of the records in a file, in order."""
    try:
        found = source(path)
    except (OSError, ValueError) as error:
        yield record.bad_report(strict.BadRecord(ascii(path), f"cannot be read: {error}"))
        return
    for text in split(found):
        try:
            data = strict.parse(text)
        except strict.BadRecord as bad:
            yield record.bad_report(bad)
        else:
            yield record.check(data)


def source(path: str) -> bytes:
    """The bytes of a file; ``-`` is standard input."""
    if path == "-":
        return sys.stdin.buffer.read()
    with open(path, "rb") as file:
        return file.read()


def split(source: bytes) -> list[bytes]:
    """The texts of the records in a file: one JSON object, or one a line (JSON Lines).

    A file of several lines is JSON Lines unless it begins like an object that is laid out over
    lines, with a bracket alone on the first one; a broken line then spoils only itself.
    """
    lines = [line for line in source.split(b"\n") if line.strip()]
    if len(lines) < 2 or lines[0].strip() in (b"{", b"[", b"\xef\xbb\xbf{"):
        return [source]
    if all(line.lstrip(b"\xef\xbb\xbf \t").startswith(b"{") for line in lines):
        return lines
    return lines if any(_is_object(line) for line in lines) else [source]


def _is_object(line: bytes) -> bool:
    try:
        return isinstance(strict.parse(line), dict)
    except strict.BadRecord:
        return False


def _status(report: dict[str, Any]) -> int:
    if report["ok"]:
        return LEGAL
    return NO_RECORD if report["error"]["code"] == "bad_record" else ILLEGAL


# -------------------------------------------------------------------------------- shuffle


def shuffle(arguments: Sequence[str]) -> int:
    """Print the commitment and the cards of a seed as one JSON object."""
    import argparse

    from games.engine.api import games
    from games.engine.cards import DECK, codes
    from games.engine.shuffle import commitment, deal, deck

    parser = argparse.ArgumentParser(
        prog="manage.py sgr shuffle", description="Recompute a shuffle (see docs/shuffle.md)."
    )
    by_id = {game.id: game for game in games()}
    parser.add_argument("--seed", required=True, type=_seed, help="64 hexadecimal digits")
    parser.add_argument("--table", required=True, help="the table's id")
    parser.add_argument("--deal", required=True, type=int, help="the number of the deal")
    parser.add_argument("--game", required=True, choices=by_id)
    parser.add_argument(
        "--first-drawer",
        type=int,
        choices=range(4),
        help="the seat that draws first; left out in the first deal of a match",
    )
    given = parser.parse_args(arguments)
    kitty = len(DECK) - 4 * by_id[given.game].hand_size
    dealt = deal(given.seed, kitty=kitty, first_drawer=given.first_drawer)
    turned = dealt.turned
    print(
        json.dumps(
            {
                "commitment": commitment(given.seed, given.table, given.deal),
                "deck": codes(deck(given.seed)),
                "first_drawer": dealt.first_drawer,
                "hands": [codes(hand) for hand in dealt.hands],
                "kitty": codes(dealt.kitty),
                "turned": turned and {"card": codes(turned[:1])[0], "seat": turned[1]},
            }
        )
    )
    return LEGAL


def _seed(text: str) -> bytes:
    from games.engine.shuffle import SEED_BYTES

    seed = bytes.fromhex(text)
    if len(seed) != SEED_BYTES:
        raise ValueError
    return seed
