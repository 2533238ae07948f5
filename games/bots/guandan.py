"""A fair player of 掼蛋: a view and what may be done in, an action out. It knows no more."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from games.engine.api import Action, Can, Pass, Play, Return, Seat, Tribute
from games.engine.cards import Card, cards
from games.engine.guandan.advice import HIGH, arrange, follows
from games.engine.guandan.combos import (
    RANK,
    VALUES,
    Kind,
    Reading,
    level_rank,
    plain_reading,
)
from games.engine.guandan.moves import Move
from games.engine.guandan.views import GuandanView

NEAR: Final = 8
"""From this number of cards on an opponent is a danger worth a bomb."""

LOW: Final = 8
"""Up to this value (GD-2) a partner's play may be taken over cheaply."""


def choose(view: GuandanView, can: Can) -> Action:
    """What to do for the seat that ``view`` is made for; ``can`` is its own."""
    seat = view.viewer
    assert seat is not None, "a watcher is not asked"
    if "tribute" in can.verbs:
        return Tribute(seat, cards((can.pool or ())[:1]))
    if "return" in can.verbs:
        return Return(seat, (_spare(view, cards(can.pool or ())),))
    if view.trick is None:
        return _played(seat, _lead(view))
    if "play" not in can.verbs:
        return Pass(seat)
    move = _follow(view)
    return Pass(seat) if move is None else _played(seat, move)


def _played(seat: Seat, move: Move) -> Play:
    return Play(seat, move[0], move[1].stands)


def _hand(view: GuandanView) -> tuple[Card, ...]:
    return tuple(sorted(cards(code for group in view.hand for code in group)))


def _spare(view: GuandanView, pool: tuple[Card, ...]) -> Card:
    """The card to give back: the lowest that stands alone in the plan, else the lowest."""
    level = level_rank(view.level)
    alone = {
        played[0]
        for played, reading in arrange(level, _hand(view))
        if reading.kind is Kind.SINGLE and reading.value < HIGH
    }
    values = VALUES[level]
    return min([c for c in pool if c in alone] or pool, key=lambda c: (values[RANK[c]], c))


# ------------------------------------------------------------------------------------ lead


def _lead(view: GuandanView) -> Move:
    """The combination of the plan to be rid of next."""
    level = level_rank(view.level)
    plan = arrange(level, _hand(view))
    if len(plan) == 1:
        return plan[0]
    plain = [move for move in plan if not move[1].tier]
    if not plain:
        return min(plan, key=lambda move: (move[1].tier, move[1].value))
    partner, enemies = _counts(view)
    if partner in (1, 2):
        wanted = Kind.SINGLE if partner == 1 else Kind.PAIR
        gifts = [move for move in plain if move[1].kind is wanted]
        if gifts:
            return min(gifts, key=lambda move: move[1].value)
    # What an opponent could go out with is led last, and then as high as can be.
    safe = [move for move in plain if move[1].size not in enemies]
    if safe:
        return min(safe, key=_weight)
    bombs = [move for move in plan if move[1].tier]
    if bombs and len(plan) <= len(bombs) + 1:
        return bombs[0]
    return max(plain, key=lambda move: move[1].value)


def _weight(move: Move) -> float:
    """Low values and many cards go first; what can win a round waits."""
    reading = move[1]
    waits = 6 if reading.value >= HIGH and reading.size <= 3 else 0
    return reading.value - 1.5 * reading.size + waits


def _counts(view: GuandanView) -> tuple[int | None, set[int]]:
    """The partner's number of cards, and those of the opponents, as far as they are known."""
    assert view.viewer is not None
    partner = view.counts[(view.viewer + 2) % 4]
    others = (view.counts[(view.viewer + step) % 4] for step in (1, 3))
    return partner, {count for count in others if count}


# ---------------------------------------------------------------------------------- follow


def _follow(view: GuandanView) -> Move | None:
    """A play that beats what lies, or nothing when a pass is better."""
    assert view.trick is not None
    level, hand = level_rank(view.level), _hand(view)
    to_beat = _reading(level, view.trick.plays[-1][2]["as"])
    found = list(follows(level, hand, to_beat))
    out = next((move for move in found if len(move[0]) == len(hand)), None)
    if out is not None:
        return out
    if view.trick.winning == ((view.viewer or 0) + 2) % 4:
        return _over_partner(view, level, hand, to_beat, found)
    planned = {played for played, _ in arrange(level, hand)}
    fitting = [move for move in found if not move[1].tier and move[0] in planned]
    _, enemies = _counts(view)
    danger = bool(enemies) and min(enemies) <= NEAR
    if fitting and (danger or fitting[0][1].value <= HIGH or to_beat.value >= LOW):
        return fitting[-1] if enemies and min(enemies) <= 2 else fitting[0]
    breaking = [move for move in found if not move[1].tier and move[0] not in planned]
    if breaking and (danger or _cheap(breaking[0], level)):
        return breaking[0]
    bombs = [move for move in found if move[1].tier]
    ending = len(planned) <= 3
    if bombs and (danger or ending or (to_beat.tier and len(planned) <= 5)):
        return min(bombs, key=lambda move: (move[1].tier, move[1].value))
    return None


def _over_partner(
    view: GuandanView, level: int, hand: tuple[Card, ...], to_beat: Reading, found: list[Move]
) -> Move | None:
    """Over the partner only a low card of the plan goes, on something lower yet."""
    partner, enemies = _counts(view)
    if to_beat.tier or to_beat.value >= LOW or (partner is not None and partner <= NEAR):
        return None
    if enemies and min(enemies) <= NEAR:
        return None
    planned = {played for played, _ in arrange(level, hand)}
    return next(
        (
            move
            for move in found
            if move[0] in planned and not move[1].tier and move[1].value < HIGH - 2
        ),
        None,
    )


def _cheap(move: Move, level: int) -> bool:
    """Whether a play outside the plan spends neither wild cards nor anything high."""
    played, reading = move
    wild = 13 + level
    return wild not in played and reading.value < HIGH


def _reading(level: int, codes: Iterable[str]) -> Reading:
    """What lies on the table, from the cards that it is read as."""
    reading = plain_reading(level, cards(codes))
    assert reading is not None, "what was played is a combination"
    return reading
