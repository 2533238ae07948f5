"""抠底: the last trick that decides a deal of wangkou by itself (WK-25, WK-29)."""

from __future__ import annotations

from games.engine.api import N_, Line
from games.engine.cards import BIG_JOKER, RANKS, SMALL_JOKER
from games.engine.shengji.scoring import defends
from games.engine.shengji.states import State, settled
from games.engine.shengji.variant import is_pair

STOPS = "JQK"
"""The levels that must be made (WK-28)."""


def kou_of(state: State) -> str | None:
    """How the defenders' last trick takes the stage at once, if it does (WK-25, WK-29)."""
    last = state.play.tricks[-1]
    if not defends(state, last.winner):
        return None
    cards = last.plays[(last.winner - last.leader) & 3]
    if BIG_JOKER in cards:
        return "big"
    if SMALL_JOKER in cards:
        return "small"
    level = settled(state).order.level
    alike = len(cards) == 1 or is_pair(cards)
    if alike and cards[0] % 13 == level and RANKS[level] in STOPS:
        return RANKS[level]
    return None


def exchanged(own: str, other: str, kou: str | None) -> tuple[str, str]:
    """The levels of the dealer's side and the defenders after WK-29."""
    match kou:
        case "J":
            return "A", other
        case "Q":
            return "6", other
        case "K":
            return other, own
        case _:
            return own, other


def verdict(kou: str | None, points: int) -> Line:
    """The line that says whether the deal is made, and why."""
    match kou:
        case "big":
            return Line(N_("The last trick was won with a big joker: down"), "WK-25")
        case "small":
            return Line(N_("The last trick was won with a small joker: down"), "WK-25")
        case "J":
            return Line(N_("J to the bottom: the dealer's side goes back to A"), "WK-29")
        case "Q":
            return Line(N_("Q halfway: the dealer's side goes back to 6"), "WK-29")
        case "K":
            return Line(N_("K turns the sky: the two levels are exchanged"), "WK-29")
    if points == 0:
        return Line(N_("Made without a point for the defenders"), "WK-26")
    if points < 80:
        return Line(N_("Fewer than 80 points: made"), "WK-26")
    return Line(N_("80 points or more: down"), "WK-27")
