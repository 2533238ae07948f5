"""Random deals and actions that reach what a rule is about: pairs together, suits that run out."""

from __future__ import annotations

import copy
import random
from collections import Counter
from typing import Any

from tests.oracle.cards import DECK, JOKERS, RANKS, SUITS, Refused
from tests.oracle.shengji import COLOUR, Deal

OPTIONS: dict[str, dict[str, list[Any]]] = {
    "wangkou": {
        "level_pair_links": ["natural", "trump_order"],
        "dry_kitty": ["when_turned", "never", "always"],
        "failed_throw": ["force", "force_and_fine"],
        "eighty_step": ["beyond", "each"],
    },
    "tycoon": {
        "follow_runs": ["longest", "pairs"],
        "kitty_table": ["doubling", "pairs"],
        "stake": [2, 6],
    },
    "shuangsheng": {
        "joker_override": ["off", "on"],
        "relegation": ["on", "off"],
        "base": [1, 3],
    },
}


def shuffled(rng: random.Random) -> list[str]:
    """The cards, more or less in pairs, more or less suit by suit."""
    kind = rng.random()
    deck = sorted(DECK)
    if kind < 0.2:
        rng.shuffle(deck)
        return deck
    suits = [[s + r for r in RANKS] for s in SUITS] + [list(JOKERS)]
    rng.shuffle(suits)
    singles = [card for suit in suits for card in suit]
    if kind < 0.5:
        rng.shuffle(singles)
    deck = [card for card in singles for _ in "12"]
    for _ in range(rng.choice((0, 5, 20, 60))):
        a, b = rng.randrange(108), rng.randrange(108)
        deck[a], deck[b] = deck[b], deck[a]
    turn = rng.randrange(108)
    return deck[turn:] + deck[:turn]


def dealt(
    deck: list[str], levels: list[str], rng: random.Random
) -> tuple[list[list[str]], list[str]]:
    """Hands and kitty; the pairs of these levels and of the jokers lie together in few places."""
    heaps: list[list[str]] = [[], [], [], [], []]
    if levels:
        pairs = [s + r for r in set(levels) for s in SUITS] + list(JOKERS)
        few = [*rng.sample(range(4), rng.randint(2, 4)), *([4] if rng.random() < 0.1 else [])]
        for card in pairs:
            a = rng.choice(few)
            b = a if rng.random() < 0.8 else rng.choice(few)
            heaps[a if len(heaps[a]) < 8 else 0].append(card)
            heaps[b if len(heaps[b]) < 8 else 1].append(card)
        deck = [card for card in deck if card not in pairs]
    for place, room in enumerate((25, 25, 25, 25, 8)):
        more = room - len(heaps[place])
        heaps[place] += deck[:more]
        deck = deck[more:]
        rng.shuffle(heaps[place])
    return heaps[:4], heaps[4]


def some_record(game: str, rng: random.Random) -> dict[str, Any]:
    """A record of the game without actions."""
    first = rng.random() < 0.35
    ranks = "23456789TJQKA" + ("JJJQQQKKK" if game == "wangkou" else "TKA29")
    levels = [rng.choice(ranks) for _ in "12"]
    if first:
        levels[1] = levels[0]
    places, kitty = dealt(shuffled(rng), levels if rng.random() < 0.6 else [], rng)
    options = {
        name: rng.choice(values)
        for name, values in OPTIONS[game].items()
        if rng.random() < 0.7
    }  # fmt: skip
    return {
        "format": "sgr/1",
        "game": game,
        "options": options,
        "levels": levels,
        "first_deal": first,
        "dealer": None if first else rng.randrange(4),
        "previous": None,
        "first_drawer": rng.randrange(4),
        "hands": places,
        "kitty": kitty,
        "turned": None,
        "actions": [],
    }


def some_action(deal: Deal, rng: random.Random) -> dict[str, Any]:
    """An action that is likely, but not certain, to be legal."""
    turn = deal.turn()
    seat = rng.choice(turn) if rng.random() < 0.97 else rng.randrange(4)
    hand = deal.hands[seat]
    match deal.phase:
        case "declare":
            return declaring(deal, seat, rng)
        case "bury":
            return {"seat": seat, "do": "bury", "cards": burying(hand, rng)}
        case "swap":
            give = [c for c in hand if c in JOKERS][: rng.randint(0, 3)]
            low = [c for c in deal.kitty if c[1] in "2346789" or rng.random() < 0.03]
            take = rng.sample(low, min(len(low), len(give)))
            if rng.random() < 0.9:
                give = give[: len(take)]
            return {"seat": seat, "do": "swap", "give": give, "take": take}
        case "overturn":
            if rng.random() < 0.03:
                return {"seat": rng.randrange(4), "do": "riot"}
            level = deal.level()
            ways = [[], ["SB"] * 2, ["HR"] * 2, *([s + level] * 2 + [COLOUR[s]] for s in SUITS)]
            return {
                "seat": seat,
                "do": "overturn",
                "cards": rng.choice(among(hand, ways, rng)[-3:]),
            }
    return {"seat": seat, "do": "play", "cards": playing(deal, seat, rng)}


def among(hand: list[str], ways: list[list[str]], rng: random.Random) -> list[list[str]]:
    return [w for w in ways if not Counter(w) - Counter(hand) or rng.random() < 0.02]


def declaring(deal: Deal, seat: int, rng: random.Random) -> dict[str, Any]:
    roll = rng.random()
    if roll < 0.03:
        return {"seat": rng.randrange(4), "do": "riot"}
    if roll < 0.45:
        return closing(deal, seat, rng)
    level = deal.levels[seat % 2] if deal.game == "tycoon" or deal.first else deal.level()
    if rng.random() < 0.05:
        level = rng.choice(RANKS)
    ways = [[s + level] for s in SUITS] + [[s + level] * 2 for s in SUITS]
    ways += [["SB"] * 2, ["HR"] * 2, []]
    if deal.game == "tycoon":
        couples = [[*w, COLOUR[w[0][0]]] for w in ways[:8]]
        ways = [[*w, rng.choice(JOKERS)] for w in ways] + couples
        ways += [[]] * 3
    held = among(deal.hands[seat], ways, rng) or [[]]
    action = {"seat": seat, "do": "declare", "cards": rng.choice(held)}
    if not deal.questions() and rng.random() < 0.5:
        action["after"] = (
            rng.randint(deal.after, 100) if rng.random() < 0.9 else rng.randint(0, 100)
        )
    return action


def closing(deal: Deal, seat: int, rng: random.Random) -> dict[str, Any]:
    """What may come next if declaring is closed now, or a verb that may have no place."""
    closed = copy.deepcopy(deal)
    try:
        closed.close()
    except Refused:
        return {"seat": seat, "do": "bury", "cards": deal.hands[seat][:8]}
    if rng.random() < 0.9:
        return some_action(closed, rng)
    verb = rng.choice(("bury", "overturn", "play"))
    return {"seat": seat, "do": verb, "cards": closed.hands[seat][:8]}


def burying(hand: list[str], rng: random.Random) -> list[str]:
    if rng.random() < 0.5:
        hand = sorted(hand, key=lambda c: (c[0], rng.random()))
        start = rng.randrange(len(hand) - 7)
        return hand[start : start + 8]
    return rng.sample(hand, 8 if rng.random() < 0.97 else 7)


def playing(deal: Deal, seat: int, rng: random.Random) -> list[str]:
    hand = deal.hands[seat]
    suits = deal.suits
    if not deal.table:
        held = suits.of(hand, suits.suit(rng.choice(hand)))
        kind = rng.random()
        if kind < 0.15:
            return rng.sample(held, min(len(held), rng.randint(1, 6)))
        if kind < 0.3:
            high = sorted(held, key=suits.place, reverse=True)
            return high[: rng.randint(1, 12)]
        if kind < 0.32:
            return rng.sample(hand, min(len(hand), 2))
        read = suits.read(held)
        parts = rng.sample(read, rng.choice([1] * 4 + [min(2, len(read)), min(3, len(read))]))
        return [card for _, _, cards in parts for card in cards]
    led = deal.table[0]
    held = suits.of(hand, suits.suit(led[0]))
    if rng.random() < 0.02:
        return rng.sample(hand, min(len(hand), len(led)))
    if len(held) >= len(led):
        return likely(deal, held, len(led), rng)
    rest = suits.of(hand, "T") if not held and rng.random() < 0.8 else []
    others = [c for c in hand if c not in held]
    if len(rest) >= len(led):
        return likely(deal, rest, len(led), rng)
    return held + rng.sample(others, min(len(others), len(led) - len(held)))


def likely(deal: Deal, held: list[str], count: int, rng: random.Random) -> list[str]:
    """So many cards of one suit, runs and pairs before singles."""
    if rng.random() < 0.25:
        return rng.sample(held, count)
    parts = deal.suits.read(held)
    if rng.random() < 0.5:
        rng.shuffle(parts)
    if rng.random() < 0.3:
        pairs = [c for c, n in Counter(held).items() if n == 2]
        rng.shuffle(pairs)
        chosen = [c for c in pairs for _ in "12"][: count - count % 2]
    else:
        chosen = []
        for _, _, cards in parts:
            if len(chosen) + len(cards) <= count:
                chosen += cards
    left = list((Counter(held) - Counter(chosen)).elements())
    return chosen + rng.sample(left, count - len(chosen))


def play_record(game: str, rng: random.Random) -> dict[str, Any]:
    """A record whose last action may be illegal; most go to the end of the deal."""
    record = some_record(game, rng)
    deal = Deal(record)
    forgiving = 60
    while deal.phase != "done":
        action = some_action(deal, rng)
        record["actions"].append(action)
        try:
            deal.apply(action)
        except Refused as refused:
            forgiving -= 1
            common = refused.code in ("bad_declaration", "wrong_phase", "cannot_throw")
            if rng.random() < (0.02 if common else 0.1) or not forgiving:
                break
            record["actions"].pop()
    return record
