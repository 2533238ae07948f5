"""What is told of matches and deals once they are over, ready for a page."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.utils.translation import gettext

from games.engine import cards
from games.engine.cards import RANKS, SMALL_JOKER, SUITS, Card
from games.models import Deal, Match
from games.selectors import sheet
from games.services.records import replay
from games.texts import seat_name

BLOCKS = (0, 1, 3, 2)
"""Spades, hearts, clubs, diamonds: black and red in turn, as people hold them."""


@dataclass(frozen=True, slots=True)
class Trick:
    """One trick or round: who led, ``(seat, card codes)`` in order, who won it, its points."""

    number: int
    leader: int
    plays: tuple[tuple[int, tuple[str, ...]], ...]
    winner: int | None
    points: int | None
    forced: bool


@dataclass(frozen=True, slots=True)
class DealReport:
    """The cards of a finished deal: hands as dealt, in ``groups``; kitty, trump, tricks."""

    hands: tuple[tuple[tuple[str, ...], ...], ...]
    kitty: tuple[str, ...]
    buried: tuple[str, ...]
    trump: dict[str, str | None] | None
    tricks: tuple[Trick, ...]


def player_names(match: Match) -> list[str]:
    """The names of the four who sat down; bots are called as at the table, by their seat."""
    return [
        seat_name(seat, player["name"])
        if player["name"] or player["bot"]
        else gettext("Seat %d") % (seat + 1)
        for seat, player in enumerate(match.players)
    ]


def score_lines(match: Match) -> list[dict[str, Any]]:
    """The score sheet, the newest deal last, with the dealer's name and who won each deal."""
    names = player_names(match)
    lines = sheet(match)
    for line in lines:
        dealer = line["dealer"]
        line["dealer_name"] = names[dealer] if dealer is not None else ""
    return lines


def deal_report(deal: Deal) -> DealReport:
    """The cards of a deal that has ended, folded from its log."""
    played = replay(deal)
    told = played.game.report(played.state)
    trump = told["trump"]
    return DealReport(
        hands=tuple(groups(played.game.family, hand, trump) for hand in played.setup.hands),
        kitty=cards.codes(played.setup.kitty),
        buried=tuple(getattr(played.game.view(played.state, None), "kitty", None) or ()),
        trump=trump,
        tricks=tuple(_trick(number, told) for number, told in enumerate(told["tricks"], 1)),
    )


def _trick(number: int, told: dict[str, Any]) -> Trick:
    """A trick of the record's report; guandan's plays name their seat, shengji's go round."""
    leader = told["leader"]
    plays = tuple(
        (play[0], tuple(play[1]))
        if len(play) == 2 and isinstance(play[0], int)
        else ((leader + place) % 4, tuple(play))
        for place, play in enumerate(told["plays"])
    )
    return Trick(
        number, leader, plays, told["winner"], told.get("points"), bool(told.get("forced"))
    )


def groups(
    family: str, hand: tuple[Card, ...], trump: dict[str, str | None] | None
) -> tuple[tuple[str, ...], ...]:
    """Codes of a hand as people hold it, high to low.

    Shengji: the trumps, then suit by suit. Guandan: rank by rank, the level above the ace.
    """
    level = RANKS.index(trump["level"]) if trump and trump["level"] else None
    suit = SUITS.index(trump["suit"]) if trump and trump["suit"] else None
    by_rank = family == "guandan"

    def place(card: Card) -> tuple[int, int, int]:
        if card >= SMALL_JOKER:
            return (-2 if by_rank else 0, 0, -card)
        own, rank = divmod(card, 13)
        if by_rank:
            return (-1 if rank == level else 12 - rank, BLOCKS.index(own), 0)
        if rank == level:
            return (0, 1, -1 if own == suit else BLOCKS.index(own))
        return (0 if own == suit else 1 + BLOCKS.index(own), 2, -rank)

    ordered = sorted(hand, key=place)
    return tuple(
        cards.codes(group) for _, group in groupby(ordered, key=lambda card: place(card)[0])
    )
