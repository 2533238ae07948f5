"""The shuffle: from a secret seed to a deal, and the commitment that is published beforehand.

Everything is a function of a 256-bit seed, which is drawn elsewhere. ``docs/shuffle.md`` says
the same in words for those who want to recompute a deal.

* Random numbers: bytes of HMAC-SHA256(key=seed, message=label + counter), the counter being
  four bytes, big-endian, from 0. A number below n is the next byte b with
  b < 256 - 256 % n, taken modulo n; other bytes are skipped.
* Deck: Fisher-Yates from the last place down over the 108 cards in ``DECK`` order, label
  ``deck``. Place 0 is the top.
* Commitment: SHA-256 of seed (32 bytes), deal number (4 bytes, big-endian), table id (UTF-8).
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from games.engine.api import DealSetup, Game, NextDeal, Options, Seat
from games.engine.cards import DECK, SMALL_JOKER, Card, rank_of

SEED_BYTES: Final = 32


@dataclass(frozen=True, slots=True)
class Dealt:
    """A shuffled deck dealt out.

    ``hands`` are in the order drawn, going round from ``first_drawer``; ``kitty`` from top to
    bottom. ``turned`` is the (card, seat that draws it) of guandan's first deal (GD-17).
    """

    hands: tuple[tuple[Card, ...], ...]
    kitty: tuple[Card, ...]
    first_drawer: Seat
    turned: tuple[Card, Seat] | None = None


class Source:
    """Unbiased small random numbers from a seed, one independent stream a label."""

    def __init__(self, seed: bytes, label: str) -> None:
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
        self._bytes = _stream(seed, label.encode())

    def below(self, n: int) -> int:
        """A number 0 … n-1, for n from 1 to 256."""
        limit = 256 - 256 % n
        for byte in self._bytes:
            if byte < limit:
                return byte % n
        raise AssertionError("the stream has no end")


def _stream(seed: bytes, label: bytes) -> Iterator[int]:
    for counter in range(1 << 32):
        yield from hmac.digest(seed, label + counter.to_bytes(4, "big"), "sha256")


def commitment(seed: bytes, table: str, deal: int) -> str:
    """What is published before the first card: hexadecimal SHA-256 of seed, deal and table."""
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
    return hashlib.sha256(seed + deal.to_bytes(4, "big") + table.encode()).hexdigest()


def deck(seed: bytes) -> tuple[Card, ...]:
    """The 108 cards as shuffled, from top to bottom."""
    source = Source(seed, "deck")
    cards = list(DECK)
    for place in range(len(cards) - 1, 0, -1):
        other = source.below(place + 1)
        cards[place], cards[other] = cards[other], cards[place]
    return tuple(cards)


def deal(seed: bytes, *, kitty: int, first_drawer: Seat | None) -> Dealt:
    """The deal of a seed.

    ``kitty`` is 8 or 0 (guandan). Without a ``first_drawer`` it is the first deal of a match:
    the seed also names the seat that draws first (GD-17 where there is no kitty).
    """
    cards = deck(seed)
    turned: tuple[Card, Seat] | None = None
    if first_drawer is None:
        if kitty:
            first_drawer = Source(seed, "seat").below(4)
        else:
            place, first_drawer = turn(seed, cards)
            turned = (cards[place], (first_drawer + place) % 4)
    drawn = cards[: len(cards) - kitty]
    hands = tuple(drawn[(seat - first_drawer) % 4 :: 4] for seat in range(4))
    return Dealt(hands, cards[len(drawn) :], first_drawer, turned)


def turn(seed: bytes, cards: tuple[Card, ...]) -> tuple[int, Seat]:
    """GD-17: where the turned card lies in the deck, and who draws first.

    The shuffler's 下家 cuts and turns a card, again after a joker; its rank (ace 1 … king 13)
    is counted round from the cutter, who is 1. The card stays where it lies.
    """
    cutter = (Source(seed, "seat").below(4) + 1) % 4
    cut = Source(seed, "cut")
    place = cut.below(len(cards))
    while cards[place] >= SMALL_JOKER:
        place = cut.below(len(cards))
    count = (rank_of(cards[place]) + 1) % 13 + 1
    return place, (cutter + count - 1) % 4


def set_up(game: Game[Any], options: Options, ahead: NextDeal, seed: bytes) -> DealSetup:
    """The deal that ``ahead`` announces, with the cards of ``seed``.

    ``options`` hold a value for every option of the game (``Game.complete``).
    """
    dealt = deal(
        seed,
        kitty=len(DECK) - 4 * game.hand_size,
        first_drawer=None if ahead.first_deal else ahead.first_drawer,
    )
    return DealSetup(
        game=game.id,
        options=options,
        levels=ahead.levels,
        first_deal=ahead.first_deal,
        hands=dealt.hands,
        kitty=dealt.kitty,
        dealer=ahead.dealer,
        previous=ahead.previous,
        first_drawer=dealt.first_drawer,
        turned=dealt.turned,
        ace_failures=ahead.ace_failures,
    )
