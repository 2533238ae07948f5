"""Round robin by Berger's tables: everybody meets everybody, once or twice."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.engine.pairing.model import Bye, Draw, Pairing, Reason, Why
from tournaments.engine.text import N_, EntrantId, Text

Round = tuple[tuple[int, int], ...]
"""The pairs of a round by their numbers 1 … n; the first of a pair is named first."""


def berger(number: int, *, double: bool = False) -> tuple[Round, ...]:
    """Berger's table for ``number`` entrants: n − 1 rounds, n when the number is odd.

    With an odd number, who meets number n + 1 has the bye. ``double`` repeats the table with the
    pairs turned round.
    """
    if number < 2:
        return ()
    size = number + number % 2
    rounds = tuple(_round(size, index) for index in range(size - 1))
    if double:
        rounds += tuple(tuple((b, a) for a, b in pairs) for pairs in rounds)
    return rounds


def _round(size: int, index: int) -> Round:
    """The last number moves from opponent to opponent; the others close in on its opponent."""
    circle = size - 1
    middle = index * (size // 2) % circle
    first = (middle + 1, size) if index % 2 == 0 else (size, middle + 1)
    others = (((middle + k) % circle + 1, (middle - k) % circle + 1) for k in range(1, size // 2))
    return (first, *others)


def schedule(entrants: Sequence[EntrantId], *, double: bool = False) -> tuple[Draw, ...]:
    """All rounds of a round robin, the entrants numbered in the order given."""
    return tuple(
        _draw(entrants, pairs, number)
        for number, pairs in enumerate(berger(len(entrants), double=double), 1)
    )


def _draw(entrants: Sequence[EntrantId], pairs: Round, number: int) -> Draw:
    pairings, bye = [], None
    for a, b in pairs:
        if max(a, b) > len(entrants):
            resting = entrants[min(a, b) - 1]
            text = N_("Round %(round)d of the table: number %(a)d has no opponent.")
            reason = Reason(Why.BYE, Text(text, {"round": number, "a": min(a, b)}))
            bye = Bye(resting, (reason,))
        else:
            text = N_("Round %(round)d of the table: number %(a)d meets number %(b)d.")
            reason = Reason(Why.SCHEDULE, Text(text, {"round": number, "a": a, "b": b}))
            pairings.append(Pairing(entrants[a - 1], entrants[b - 1], (reason,)))
    return Draw(tuple(pairings), bye)
