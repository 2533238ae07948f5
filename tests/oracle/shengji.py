"""A second, slow checker of the three shengji games, written from the rulebooks alone.

It shares nothing with the engines: what they say of a record is compared with what it says.
"""

from __future__ import annotations

import copy
from typing import Any

from tests.oracle.cards import (
    JOKERS,
    RANKS,
    SUITS,
    Refused,
    holds,
    points,
    refuse_unless,
    without,
)
from tests.oracle.results import Results
from tests.oracle.suits import Suits, size

VERBS = {
    "wangkou": {"declare", "bury", "swap", "play"},
    "shuangsheng": {"declare", "bury", "play"},
    "tycoon": {"declare", "riot", "bury", "overturn", "play"},
}
TAKEABLE = set("2346789")
COLOUR = {"H": "HR", "D": "HR", "S": "SB", "C": "SB"}


class Deal(Results):
    """A deal as it stands; ``apply`` raises ``Refused`` and then nothing has changed."""

    def __init__(self, record: dict[str, Any]) -> None:
        self.game = record["game"]
        self.options = record.get("options", {})
        self.levels = tuple(record["levels"])
        self.first = record["first_deal"]
        self.dealer = record.get("dealer")
        self.drawer = record.get("first_drawer") or 0
        self.drawn = record["hands"]
        self.hands = [list(hand) for hand in record["hands"]]
        self.kitty = list(record["kitty"])
        self.phase = "declare"
        self.shows: list[tuple[int, list[str]]] = []
        self.after = 0
        self.answered: set[int] = set()
        self.trump: str | None = None
        self.fixed = False
        self.strength, self.stander, self.overturned = 0, None, False
        self.asked: list[int] = []
        self.burier: int | None = None
        self.dry = False
        self.leader = 0
        self.table: list[list[str]] = []
        self.forced: list[str] | None = None
        self.tricks: list[dict[str, Any]] = []
        self.collected = 0
        self.fines = [0, 0]
        self.result: dict[str, Any] | None = None

    # ---- what a record's report says

    def level(self) -> str:
        return self.levels[0 if self.dealer is None else self.dealer % 2]

    def turn(self) -> list[int]:
        match self.phase:
            case "declare":
                if seats := self.questions():
                    return seats[:1]
                if self.game == "tycoon" and not self.first:
                    return sorted([self.dealer, (self.dealer + 2) % 4])
                return [0, 1, 2, 3]
            case "bury":
                return [self.burier]
            case "swap" | "overturn":
                return self.asked[:1]
            case "play":
                return [(self.leader + len(self.table)) % 4]
        return []

    def report(self, applied: int, error: tuple[int, str] | None) -> dict[str, Any]:
        trump = None
        if self.fixed or self.shows:
            trump = {"suit": self.trump, "level": self.level()}
        tricks = list(self.tricks)
        if self.table:
            tricks.append(self.trick(None))
        return {
            "ok": error is None,
            "applied": applied,
            "phase": self.phase,
            "turn": self.turn(),
            "error": error,
            "trump": trump,
            "dealer": self.dealer if self.fixed or not self.first else None,
            "tricks": tricks,
            "points": self.collected,
            "readings": [],
            "result": self.result,
        }

    def trick(self, winner: int | None) -> dict[str, Any]:
        return {
            "leader": self.leader,
            "plays": [list(cards) for cards in self.table],
            "winner": winner,
            "points": sum(map(points, self.table)),
            "forced": self.forced,
        }

    # ---- actions

    def apply(self, action: dict[str, Any]) -> None:
        # Only what closes declaring may be refused when something has changed already.
        saved = copy.deepcopy(self.__dict__) if self.phase == "declare" else {}
        try:
            self._apply(action)
        except Refused:
            self.__dict__.update(saved)
            raise

    def _apply(self, action: dict[str, Any]) -> None:
        do, seat = action["do"], action["seat"]
        refuse_unless(self.phase != "done", "deal_is_over")
        refuse_unless(do in VERBS[self.game], "wrong_phase")
        if self.phase == "declare" and do != "declare":
            refuse_unless(not self.questions(), "wrong_phase")
            self.close()
        if do == "riot":
            self.riot(seat)
            return
        refuse_unless(do == self.phase, "wrong_phase")
        if do == "declare":
            self.declare(seat, action["cards"], action.get("after", 100))
            return
        refuse_unless(seat in self.turn(), "not_your_turn")
        cards = action["give"] if do == "swap" else action["cards"]
        refuse_unless(holds(self.hands[seat], cards), "not_your_cards")
        match do:
            case "bury":
                self.bury(seat, cards)
            case "swap":
                self.swap(seat, cards, action["take"])
            case "overturn":
                self.overturn(seat, cards)
            case "play":
                self.play(seat, cards)

    # ---- declaring

    def questions(self) -> list[int]:
        """TY-5: who is asked when the dealer's side can show nothing."""
        if self.game != "tycoon" or self.first or self.shows or self.phase != "declare":
            return []
        if any(self.couple(self.drawn[s], self.levels[s % 2]) for s in self.side()):
            return []
        others = [(self.dealer + 1) % 4, (self.dealer + 3) % 4]
        return [
            s
            for s in others
            if s not in self.answered and self.couple(self.drawn[s], self.levels[s % 2])
        ]

    def side(self) -> list[int]:
        return [self.dealer, (self.dealer + 2) % 4]

    @staticmethod
    def couple(hand: list[str], level: str) -> bool:
        return any(holds(hand, [s + level, COLOUR[s]]) for s in SUITS)

    def declare(self, seat: int, cards: list[str], after: int) -> None:
        asked = self.questions()
        if asked:
            refuse_unless(seat == asked[0], "not_your_turn")
            if not cards:
                self.answered.add(seat)
                if not self.questions():
                    self.close()
                return
        had = sum((self.drawer + n) % 4 == seat for n in range(after))
        refuse_unless(holds(self.drawn[seat][:had], cards), "not_your_cards")
        refuse_unless(after >= self.after, "bad_declaration")
        self.judge_show(seat, cards, bool(asked))
        self.after = after
        self.shows.append((seat, cards))
        suits = {c[0] for c in cards if c not in JOKERS}
        self.trump = suits.pop() if suits else None
        if asked:
            self.dealer = seat
            self.close()

    def is_level_show(self, cards: list[str], level: str) -> bool:
        return len(cards) in (1, 2) and len(set(cards)) == 1 and cards[0][1] == level

    def judge_show(self, seat: int, cards: list[str], asked: bool) -> None:
        match self.game:
            case "wangkou":
                self.show_wangkou(seat, cards)
            case "shuangsheng":
                self.show_shuangsheng(seat, cards)
            case _:
                self.show_tycoon(seat, cards, asked)

    def show_wangkou(self, seat: int, cards: list[str]) -> None:
        refuse_unless(self.is_level_show(cards, self.level()), "bad_declaration")
        if not self.shows:
            return
        stander, shown = self.shows[-1]
        refuse_unless(seat != stander, "not_allowed_to_declare")
        refuse_unless(len(cards) == 2, "declaration_too_weak")
        refuse_unless(cards[0] != shown[0], "declaration_too_weak")
        order = "CSDH"
        refuse_unless(
            len(shown) == 1 or order.index(cards[0][0]) > order.index(shown[0][0]),
            "declaration_too_weak",
        )

    def show_shuangsheng(self, seat: int, cards: list[str]) -> None:
        jokers = len(cards) == 2 and len(set(cards)) == 1 and cards[0] in JOKERS
        refuse_unless(
            self.is_level_show(cards, self.level())
            or (jokers and self.options.get("joker_override") == "on"),
            "bad_declaration",
        )
        if not self.shows:
            refuse_unless(not jokers, "bad_declaration")
            return
        stander, shown = self.shows[-1]
        if seat == stander:
            refuse_unless(cards == shown * 2, "not_allowed_to_declare")
            return

        def worth(show: list[str]) -> int:
            return len(show) + (1 + JOKERS.index(show[0]) if show[0] in JOKERS else 0)

        refuse_unless(worth(cards) > worth(shown), "declaration_too_weak")

    def show_tycoon(self, seat: int, cards: list[str], asked: bool) -> None:
        level = self.levels[seat % 2]
        levels = [c for c in cards if c not in JOKERS]
        jokers = [c for c in cards if c in JOKERS]
        refuse_unless(
            self.is_level_show(levels, level) and jokers == [COLOUR[levels[0][0]]],
            "bad_declaration",
        )
        refuse_unless(
            self.first or asked or seat in self.side(),
            "not_allowed_to_declare",
        )
        refuse_unless(not self.shows, "declaration_too_weak")

    def close(self) -> None:
        """Declaring ends: who deals, what is trump, what comes next."""
        self.fixed = True
        if self.shows:
            seat, cards = self.shows[-1]
            if self.first:
                self.dealer = seat
            self.stander, self.strength = seat, min(2, len(cards) - 1)
        else:
            self.turn_a_card()
        match self.game:
            case "wangkou":
                self.after_declaring_wangkou()
            case "tycoon" if self.first:
                self.ask_overturn(self.dealer)
            case _:
                self.take_kitty(self.dealer)

    def turn_a_card(self) -> None:
        if self.game == "shuangsheng":
            refuse_unless(not self.first, "wrong_phase")
            self.trump = next(c for c in self.kitty if c not in JOKERS)[0]
            return
        card = self.kitty[5 if self.game == "wangkou" else 2]
        if self.game == "wangkou":
            self.trump = card[0]  # the jokers' codes say it: SB spades, HR hearts
            if self.first:
                self.dealer = self.drawer
            return
        self.trump = None if card in JOKERS else card[0]
        twin = [s for s in range(4) if card in self.hands[s]]
        if not twin:
            refuse_unless(not self.first, "wrong_phase")
        elif self.first or twin[0] % 2 != self.dealer % 2:
            self.dealer = twin[0]

    def after_declaring_wangkou(self) -> None:
        choice = self.options.get("dry_kitty", "when_turned")
        self.dry = choice == "always" or (choice == "when_turned" and not self.shows)
        if self.dry:
            self.to_play()
        else:
            self.take_kitty(self.dealer)

    def take_kitty(self, seat: int) -> None:
        self.hands[seat] += self.kitty
        self.kitty = []
        self.phase, self.burier = "bury", seat

    # ---- kitty

    def bury(self, seat: int, cards: list[str]) -> None:
        refuse_unless(len(cards) == 8, "wrong_bury")
        self.hands[seat] = without(self.hands[seat], cards)
        self.kitty = list(cards)
        if self.game == "wangkou":
            self.phase = "swap"
            self.asked = [(self.dealer + i) % 4 for i in (1, 2, 3)]
            self.next_swap()
        elif self.game == "tycoon" and not self.first:
            self.ask_overturn(seat)
        else:
            self.to_play()

    def next_swap(self) -> None:
        while self.asked and not (
            any(j in self.hands[self.asked[0]] for j in JOKERS)
            and any(c[1] in TAKEABLE for c in self.kitty)
        ):
            self.asked.pop(0)
        if not self.asked:
            self.to_play()

    def swap(self, seat: int, give: list[str], take: list[str]) -> None:
        refuse_unless(
            all(c in JOKERS for c in give)
            and all(c[1] in TAKEABLE for c in take)
            and len(give) == len(take)
            and holds(self.kitty, take),
            "bad_swap",
        )
        self.hands[seat] = without(self.hands[seat], give) + list(take)
        self.kitty = without(self.kitty, take) + list(give)
        self.asked.pop(0)
        self.next_swap()

    def riot(self, seat: int) -> None:
        early = self.phase == "bury" or (self.first and self.phase == "overturn")
        refuse_unless(early and not self.overturned, "wrong_phase")
        refuse_unless(seat % 2 != self.dealer % 2, "no_riot")
        refuse_unless(points(self.drawn[seat]) < 15, "no_riot")
        self.phase = "done"
        nothing = {"kitty_points": 0, "kitty_factor": 0, "score": [0, 0], "redeal": True}
        self.result = self.outcome(self.levels, None, self.dealer) | nothing

    def overturn_class(self, cards: list[str]) -> int:
        match sorted(cards, key=lambda c: c in JOKERS):
            case ["SB", "SB"]:
                return 3
            case ["HR", "HR"]:
                return 4
            case [a, b, j] if a == b and a[1] == self.level() and j == COLOUR[a[0]]:
                return 2
        return 0

    def can_overturn(self, seat: int) -> bool:
        hand = self.hands[seat]
        ways = [["SB"] * 2, ["HR"] * 2]
        ways += [[s + self.level()] * 2 + [COLOUR[s]] for s in SUITS]
        return any(holds(hand, w) and self.overturn_class(w) > self.strength for w in ways)

    def ask_overturn(self, after: int) -> None:
        self.phase = "overturn"
        self.asked = [
            s
            for s in ((after + i) % 4 for i in (1, 2, 3, 4))
            if s != self.stander and self.can_overturn(s)
        ]
        self.go_on()

    def go_on(self) -> None:
        if self.asked:
            return
        if self.first:
            self.take_kitty(self.dealer)
        else:
            self.to_play()

    def overturn(self, seat: int, cards: list[str]) -> None:
        if not cards:
            self.asked.pop(0)
            self.go_on()
            return
        strength = self.overturn_class(cards)
        refuse_unless(strength > self.strength, "cannot_overturn")
        self.strength, self.stander, self.overturned = strength, seat, True
        self.trump = None if strength > 2 else next(c for c in cards if c not in JOKERS)[0]
        if self.first:
            self.dealer = seat
            self.ask_overturn(seat)
        else:
            self.take_kitty(seat)

    # ---- play

    def to_play(self) -> None:
        self.phase, self.leader, self.asked = "play", self.dealer, []
        links = "bridged"
        if self.game == "wangkou":
            links = self.options.get("level_pair_links", "natural")
        self.suits = Suits(self.trump, self.level(), links)

    def play(self, seat: int, cards: list[str]) -> None:
        refuse_unless(cards, "not_a_combination")
        if self.table:
            self.follow(seat, cards)
            on_table = cards
        else:
            on_table = self.lead(seat, cards)
        self.hands[seat] = without(self.hands[seat], on_table)
        self.table.append(list(on_table))
        if len(self.table) == 4:
            self.end_trick()

    def lead(self, seat: int, cards: list[str]) -> list[str]:
        suits = {self.suits.suit(c) for c in cards}
        refuse_unless(len(suits) == 1, "not_a_combination")
        suit = suits.pop()
        self.forced = None
        read = self.suits.read(cards)
        if len(read) == 1:
            return cards
        refuse_unless(self.game != "wangkou" or suit != "T", "cannot_throw")
        others = [self.suits.of(self.hands[s], suit) for s in range(4) if s != seat]
        beatable = [
            part for part in read if any(self.suits.best_of(h, part[0]) > part[1] for h in others)
        ]
        if self.game == "wangkou":
            top = RANKS.replace(self.level(), "")[-3:]
            if not any(c[1] in top for hand in others for c in hand):
                return cards
        if not beatable:
            return cards
        smallest = min(
            beatable, key=lambda p: (size(p[0]), p[1], [SUITS.index(c[0]) for c in p[2]])
        )[2]
        self.forced = [card for card in cards if card in smallest]
        self.fine(seat)
        return self.forced

    def fine(self, seat: int) -> None:
        if self.game == "tycoon":
            half = self.options.get("stake", 2) // 2
            self.fines[seat % 2] -= half
            self.fines[1 - seat % 2] += half
        if self.options.get("failed_throw") == "force_and_fine":
            ours = seat % 2 == self.dealer % 2
            self.collected = max(0, self.collected + (10 if ours else -10))

    def shapes(self) -> list[int]:
        return [shape for shape, _, _ in self.suits.read(self.table[0])]

    def follow(self, seat: int, cards: list[str]) -> None:
        led = self.table[0]
        refuse_unless(len(cards) == len(led), "wrong_count")
        suit = self.suits.suit(led[0])
        held, played = self.suits.of(self.hands[seat], suit), self.suits.of(cards, suit)
        refuse_unless(len(played) == min(len(led), len(held)), "must_follow_suit")
        shapes = self.shapes()
        if self.game == "tycoon" and len(shapes) == 1 and len(held) > len(led):
            longest = self.options.get("follow_runs", "longest") == "longest"
            refuse_unless(
                self.suits.follows_shape(held, played, shapes[0], longest), "must_follow_shape"
            )

    def winner(self) -> int:
        """The place in the trick that wins it."""
        shapes, led = self.shapes(), self.suits.suit(self.table[0][0])
        best, best_rank = 0, (0, self.suits.arrange(self.table[0], shapes))
        for i in (1, 2, 3):
            suits = {self.suits.suit(c) for c in self.table[i]}
            if suits == {led} and len(shapes) > 1:
                continue
            if suits not in ({led}, {"T"}):
                continue
            height = self.suits.arrange(self.table[i], shapes)
            rank = (int(suits != {led}), height)
            if height is not None and rank > best_rank:
                best, best_rank = i, rank
        return best

    def end_trick(self) -> None:
        place = self.winner()
        seat = (self.leader + place) % 4
        trick = self.trick(seat)
        self.tricks.append(trick)
        defending = seat % 2 != self.dealer % 2
        if defending:
            self.collected += trick["points"]
        shapes, won_with = self.shapes(), self.table[place]
        self.table, self.leader, self.forced = [], seat, None
        if not any(self.hands):
            self.phase = "done"
            self.end(shapes, won_with, defending)


def check(record: dict[str, Any]) -> dict[str, Any]:
    """The report of a well-formed record; ``error`` is ``(action, code)`` or None."""
    deal = Deal(record)
    for i, action in enumerate(record["actions"]):
        try:
            deal.apply(action)
        except Refused as refused:
            return deal.report(i, (i, refused.code))
    return deal.report(len(record["actions"]), None)
