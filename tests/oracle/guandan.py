"""A second, slow checker of guandan: a wild card is tried as every card, nothing is clever."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

from tests.oracle.cards import JOKERS, RANKS, SUITS, Refused, holds, refuse_unless, without

CARDS = [s + r for s in SUITS for r in RANKS]
LOW = "A" + RANKS
"""Natural ranks with the ace low and high: places 0 … 13."""


SEQUENCES = {
    "".join(sorted(LOW[start : start + length] * each)): (kind, LOW[start + length - 1])
    for kind, length, each in (("straight", 5, 1), ("tube", 3, 2), ("plate", 2, 3))
    for start in range(len(LOW) - length + 1)
}
"""The ranks of every sequence (GD-9 … GD-11), its kind and its top."""


class Reading(NamedTuple):
    kind: str
    rank: str | None
    size: int


def natural(cards: Sequence[str]) -> Reading | None:
    """What cards without wild ones are (GD-5 … GD-14); straights and flushes as GD-13 says."""
    ranks = Counter(c[1] for c in cards)
    counts, n = sorted(ranks.values()), len(cards)
    top = max(ranks, key=lambda r: ranks[r]) if cards else ""
    jokers = [c for c in cards if c in JOKERS]
    if len(jokers) == n == 4:
        return Reading("four_jokers", None, 4)
    if counts == [n]:
        if n in (1, 2, 3) and not (jokers and n == 3):
            return Reading(("single", "pair", "triple")[n - 1], top, n)
        return None if jokers or n > 10 else Reading("bomb", top, n)
    if counts == [2, 3] and top not in "BR":
        return Reading("full_house", top, 5)
    kind, top = SEQUENCES.get("".join(sorted(c[1] for c in cards)), ("", ""))
    if kind == "straight" and len({c[0] for c in cards}) == 1:
        kind = "straight_flush"
    return Reading(kind, top, n) if kind else None


@lru_cache(maxsize=100_000)
def readings(cards: tuple[str, ...], level: str) -> dict[tuple[str, ...], Reading]:
    """Every legal reading of the cards (GD-4, GD-16), by the natural cards that it is read as."""
    wild = "H" + level
    fixed = [c for c in cards if c != wild]
    wilds = len(cards) - len(fixed)
    found: dict[tuple[str, ...], Reading] = {}
    for stand_in in combinations_with_replacement(CARDS, wilds):
        if not fixed and any(c[1] != level for c in stand_in):
            continue
        whole = tuple(sorted([*fixed, *stand_in]))
        if what := natural(whole):
            found[whole] = what
    flushes = {r.rank for r in found.values() if r.kind == "straight_flush"}
    return {
        whole: r for whole, r in found.items() if not (r.kind == "straight" and r.rank in flushes)
    }


def height(reading: Reading, level: str) -> int:
    """GD-2 for what is compared by rank, GD-3 for sequences."""
    if reading.kind in ("straight", "tube", "plate", "straight_flush"):
        return RANKS.index(reading.rank or "")
    order = RANKS.replace(level, "") + level + "BR"
    return order.index(reading.rank or "R")


def power(reading: Reading) -> int:
    """GD-15: 0 for what is no bomb, else the class of the bomb."""
    match reading.kind:
        case "four_jokers":
            return 100
        case "bomb":
            return 2 * reading.size
        case "straight_flush":
            return 11
    return 0


def beats(one: Reading, other: Reading, level: str) -> bool:
    if power(one) != power(other):
        return power(one) > power(other)
    if (one.kind, one.size) != (other.kind, other.size):
        return False
    return height(one, level) > height(other, level)


def strongest(choices: Sequence[Reading], level: str) -> Reading:
    """GD-16: plate before tube where nothing else decides."""
    return max(choices, key=lambda r: (power(r), r.kind == "plate", height(r, level)))


class Deal:
    """A deal as it stands; ``apply`` raises ``Refused`` before anything has changed."""

    def __init__(self, record: dict[str, Any]) -> None:
        self.options = record.get("options", {})
        self.levels = list(record["levels"])
        self.previous = record["previous"]
        self.failures = list(record.get("ace_failures", [0, 0]))
        self.owner = 0 if record["first_deal"] else self.previous[0] % 2
        self.level = self.levels[self.owner]
        self.hands = [list(hand) for hand in record["hands"]]
        self.paid: dict[int, str] = {}
        self.owing: list[int] = []
        self.receives: dict[int, int] = {}
        self.rounds: list[dict[str, Any]] = []
        self.readings: list[dict[str, Any]] = []
        self.open: Reading | None = None
        self.last: int | None = None
        self.out: list[int] = []
        self.result: dict[str, Any] | None = None
        self.phase = "play"
        if record["first_deal"]:
            self.seat = record["turned"]["seat"]
        else:
            self.begin_tribute()

    # ---- tribute

    def order(self, card: str) -> int:
        return (RANKS.replace(self.level, "") + self.level + "BR").index(card[1])

    def double(self) -> bool:
        return self.previous[0] % 2 == self.previous[1] % 2

    def begin_tribute(self) -> None:
        payers = self.previous[2:] if self.double() else self.previous[3:]
        if sum(self.hands[s].count("HR") for s in payers) == 2:
            self.seat = self.previous[0]
            return
        self.phase, self.owing = "tribute", sorted(payers)

    def tribute(self, seat: int, cards: list[str]) -> None:
        refuse_unless(len(cards) == 1, "bad_tribute")
        payable = [c for c in self.hands[seat] if c != "H" + self.level]
        best = max(map(self.order, payable))
        refuse_unless(cards[0] in payable and self.order(cards[0]) == best, "bad_tribute")
        self.paid[seat] = cards[0]
        self.owing.remove(seat)
        if self.owing:
            return
        first, second = self.previous[0], self.previous[1]
        if not self.double():
            (payer,) = self.paid
            self.receives, self.seat = {payer: first}, payer
        else:
            one, two = sorted(self.paid, key=lambda s: -self.order(self.paid[s]))
            if self.order(self.paid[one]) > self.order(self.paid[two]):
                self.receives, self.seat = {one: first, two: second}, one
            else:
                clockwise = self.options.get("tie_tribute") == "clockwise"
                step = 3 if clockwise else 1
                self.receives = {s: (s + step) % 4 for s in (one, two)}
                self.seat = (first + (1 if clockwise else 3)) % 4
        for payer, winner in self.receives.items():
            self.hands[payer].remove(self.paid[payer])
            self.hands[winner].append(self.paid[payer])
        self.phase, self.owing = "return", sorted(self.receives.values())
        self.returned: dict[int, str] = {}

    def give_back(self, seat: int, cards: list[str]) -> None:
        refuse_unless(len(cards) == 1, "bad_return")
        if self.options.get("return_limit") == "ten":
            low = [c for c in self.hands[seat] if c[1] in "23456789T" and c[1] != self.level]
            if not low:
                least = min(map(self.order, self.hands[seat]))
                low = [c for c in self.hands[seat] if self.order(c) == least]
            refuse_unless(cards[0] in low, "bad_return")
        self.returned[seat] = cards[0]
        self.owing.remove(seat)
        if self.owing:
            return
        for payer, winner in self.receives.items():
            self.hands[winner].remove(self.returned[winner])
            self.hands[payer].append(self.returned[winner])
        self.phase = "play"

    # ---- actions

    def turn(self) -> list[int]:
        match self.phase:
            case "done":
                return []
            case "play":
                return [self.seat]
        return self.owing

    def apply(self, action: dict[str, Any], number: int) -> None:
        do, seat = action["do"], action["seat"]
        refuse_unless(self.phase != "done", "deal_is_over")
        refuse_unless({"pass": "play"}.get(do, do) == self.phase, "wrong_phase")
        refuse_unless(seat in self.turn(), "not_your_turn")
        if do == "pass":
            refuse_unless(self.open is not None, "cannot_pass")
            self.move_on()
            return
        cards = action["cards"]
        refuse_unless(holds(self.hands[seat], cards), "not_your_cards")
        match do:
            case "tribute":
                self.tribute(seat, cards)
            case "return":
                self.give_back(seat, cards)
            case "play":
                self.play(seat, cards, action.get("as"), number)

    def play(self, seat: int, cards: list[str], as_: list[str] | None, number: int) -> None:
        possible = readings(tuple(sorted(cards)), self.level)
        refuse_unless(possible, "not_a_combination")
        if as_ is not None:
            fixed = [c for c in cards if c != "H" + self.level]
            refuse_unless(holds(as_, fixed) and tuple(sorted(as_)) in possible, "bad_reading")
            choices = [possible[tuple(sorted(as_))]]
        else:
            choices = list(possible.values())
        if self.open is not None:
            choices = [r for r in choices if beats(r, self.open, self.level)]
            refuse_unless(choices, "does_not_beat")
        else:
            self.rounds.append(
                {"leader": seat, "plays": [], "winner": None, "points": None, "forced": None}
            )
        self.open = strongest(choices, self.level)
        self.rounds[-1]["plays"].append([seat, list(cards)])
        self.readings.append({"action": number, **self.open._asdict()})
        self.last = seat
        self.hands[seat] = without(self.hands[seat], cards)
        if not self.hands[seat]:
            self.out.append(seat)
            if len(self.out) == 3 or (len(self.out) == 2 and self.out[0] % 2 == self.out[1] % 2):
                self.end()
                return
        self.move_on()

    def move_on(self) -> None:
        """The next seat with cards, or a new round (GD-18, GD-19)."""
        seat = self.seat
        while True:
            seat = (seat + 1) % 4
            if seat == self.last:
                self.rounds[-1]["winner"] = seat
                self.open = None
                self.seat = seat if self.hands[seat] else (seat + 2) % 4
                return
            if self.hands[seat]:
                self.seat = seat
                return

    # ---- result

    def end(self) -> None:
        self.phase = "done"
        self.rounds[-1]["winner"] = self.last
        first = self.out[0]
        rest = [(first + i) % 4 for i in range(4) if (first + i) % 4 not in self.out]
        order = self.out + rest
        team = first % 2
        place = order.index((first + 2) % 4)
        levels, change = list(self.levels), [0, 0]
        won = None
        passed = self.levels[team] == "A" and self.owner == team and place < 3
        if passed:
            levels[team], change[team], won = "A+", 1, team
        else:
            up = min(12, RANKS.index(levels[team]) + 4 - place)
            change[team] = up - RANKS.index(levels[team])
            levels[team] = RANKS[up]
        failures = list(self.failures)
        if self.level == "A" and not passed:
            failures[self.owner] += 1
            if failures[self.owner] >= 3 and self.options.get("ace_attempts") == "3":
                failures[self.owner] = 0
                levels[self.owner], change[self.owner] = "2", -12
        self.result = {
            "levels": levels,
            "change": change,
            "winner_team": team,
            "next_dealer": None,
            "points": None,
            "kitty_points": None,
            "kitty_factor": None,
            "kou": None,
            "score": None,
            "order": order,
            "match_won_by": won,
            "redeal": False,
        }
        if self.options.get("ace_attempts") == "3":
            self.result["ace_failures"] = failures

    def report(self, applied: int, error: tuple[int, str] | None) -> dict[str, Any]:
        return {
            "ok": error is None,
            "applied": applied,
            "phase": self.phase,
            "turn": self.turn(),
            "error": error,
            "trump": {"suit": None, "level": self.level},
            "dealer": None,
            "tricks": self.rounds,
            "points": None,
            "readings": self.readings,
            "result": self.result,
        }


def check(record: dict[str, Any]) -> dict[str, Any]:
    """The report of a well-formed record; ``error`` is ``(action, code)`` or None."""
    deal = Deal(record)
    for i, action in enumerate(record["actions"]):
        try:
            deal.apply(action, i)
        except Refused as refused:
            return deal.report(i, (i, refused.code))
    return deal.report(len(record["actions"]), None)
