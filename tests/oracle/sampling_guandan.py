"""Random deals of guandan, with wild cards in every kind of combination."""

from __future__ import annotations

import random
from typing import Any

from tests.oracle.cards import DECK, RANKS, SUITS, Refused
from tests.oracle.guandan import LOW, Deal, readings
from tests.oracle.sampling import shuffled

OPTIONS: dict[str, list[str]] = {
    "ace_attempts": ["unlimited", "3"],
    "show_counts": ["ten", "always"],
    "return_limit": ["any", "ten"],
    "tie_tribute": ["counterclockwise", "clockwise"],
}


def some_record(rng: random.Random) -> dict[str, Any]:
    first = rng.random() < 0.2
    levels = ["2", "2"] if first else [rng.choice(RANKS + "AAAAKQ") for _ in "12"]
    deck = shuffled(rng)
    if rng.random() < 0.5:
        deck = sorted(DECK, key=lambda c: (c[1], rng.random() < 0.2, rng.random()))
        turn = rng.randrange(108)
        deck = deck[turn:] + deck[:turn]
    hands = [deck[27 * s : 27 * s + 27] for s in range(4)]
    for _ in range(rng.choice((0, 4, 12, 60))):
        (a, b), i, j = rng.sample(range(4), 2), rng.randrange(27), rng.randrange(27)
        hands[a][i], hands[b][j] = hands[b][j], hands[a][i]
    if rng.random() < 0.3:  # the best cards to one or two seats
        to = rng.sample(range(4), 2)
        for card in ("HR", "HR", "SB", "SB", "H" + levels[0]):
            give(hands, card, rng.choice(to), rng)
    rng.shuffle(hands)
    for hand in hands:
        rng.shuffle(hand)
    record = {
        "format": "sgr/1",
        "game": "guandan",
        "options": {n: rng.choice(v) for n, v in OPTIONS.items() if rng.random() < 0.6},
        "levels": levels,
        "first_deal": first,
        "previous": None if first else rng.sample(range(4), 4),
        "hands": hands,
        "turned": None,
        "actions": [],
    }
    if first:
        seat = rng.randrange(4)
        card = next(c for c in hands[seat] if c not in ("SB", "HR"))
        record["turned"] = {"card": card, "seat": seat}
    if record["options"].get("ace_attempts") == "3":
        record["ace_failures"] = [rng.randrange(3), rng.randrange(3)]
    return record


def give(hands: list[list[str]], card: str, to: int, rng: random.Random) -> None:
    """Exchange a card for one of the hand that is to hold it."""
    owner = next(s for s in range(4) if card in hands[s])
    place = rng.randrange(27)
    hands[owner][hands[owner].index(card)], hands[to][place] = hands[to][place], card


def some_action(deal: Deal, rng: random.Random) -> dict[str, Any]:
    turn = deal.turn()
    seat = rng.choice(turn) if rng.random() < 0.98 else rng.randrange(4)
    hand = deal.hands[seat]
    if deal.phase != "play":
        if rng.random() < 0.02:
            return {"seat": seat, "do": "pass"}
        best = sorted(hand, key=deal.order, reverse=deal.phase == "tribute")
        cards = [rng.choice(best[:4] if rng.random() < 0.7 else best)]
        return {"seat": seat, "do": deal.phase, "cards": cards}
    if not hand or (deal.open and rng.random() < 0.35):
        return {"seat": seat, "do": "pass"}
    cards = hand if rng.random() < 0.05 else choice(hand, deal, rng)
    action: dict[str, Any] = {"seat": seat, "do": "play", "cards": rng.sample(cards, len(cards))}
    if "H" + deal.level in cards and rng.random() < 0.5 and len(cards) < 11:
        ways = list(readings(tuple(sorted(cards)), deal.level))
        if ways and rng.random() < 0.9:
            action["as"] = list(rng.choice(ways))
        else:
            other = [c if c[0] != "H" else rng.choice(SUITS) + rng.choice(RANKS) for c in cards]
            action["as"] = other
    return action


def choice(hand: list[str], deal: Deal, rng: random.Random) -> list[str]:
    """Cards that are likely to be a combination, of the kind that lies on the table or any."""
    wild = "H" + deal.level
    wilds = [c for c in hand if c == wild]
    rest = [c for c in hand if c != wild]
    shapes = {
        "single": [1], "pair": [2], "triple": [3], "full_house": [3, 2], "straight": [1] * 5,
        "tube": [2] * 3, "plate": [3] * 2, "bomb": [rng.randint(4, 8)], "straight_flush": [1] * 5,
    }  # fmt: skip
    kinds = list(shapes)
    if deal.open and deal.open.kind in shapes and rng.random() < 0.7:
        kinds = [deal.open.kind, "bomb", "straight_flush"]
    for _ in range(6):
        kind = rng.choice(kinds)
        shape = shapes[kind]
        if kind in ("straight", "tube", "plate", "straight_flush"):
            start = rng.randrange(len(LOW) - len(shape) + 1)
            ranks = list(LOW[start : start + len(shape)])
        else:
            there = sorted({c[1] for c in hand})
            ranks = rng.sample(there, min(len(shape), len(there)))
        suit = rng.choice(SUITS)
        chosen, spare = [], list(wilds) if rng.random() < 0.8 else []
        for rank, count in zip(ranks, shape, strict=False):
            have = [c for c in rest if c[1] == rank]
            if kind == "straight_flush":
                have = [c for c in have if c[0] == suit]
            if spare and rng.random() < 0.15:
                have = have[:-1]
            got = rng.sample(have, min(len(have), count))
            while len(got) < count and spare:
                got.append(spare.pop())
            chosen += got
        if len(chosen) == sum(shape):
            return chosen
        if chosen and rng.random() < 0.03:
            return chosen
    return [rng.choice(hand)]


def play_record(rng: random.Random) -> dict[str, Any]:
    """A record whose last action may be illegal; most go to the end of the deal."""
    record = some_record(rng)
    deal = Deal(record)
    forgiving = 400
    while deal.phase != "done":
        action = some_action(deal, rng)
        record["actions"].append(action)
        try:
            deal.apply(action, len(record["actions"]) - 1)
        except Refused as refused:
            forgiving -= 1
            common = refused.code in ("does_not_beat", "not_a_combination")
            if rng.random() < (0.003 if common else 0.15) or not forgiving:
                break
            record["actions"].pop()
    return record
