"""What a deal of the shengji family comes to, straight from the tables of the rulebooks."""

from __future__ import annotations

from typing import Any

from tests.oracle.cards import RANKS, points

LADDER = {"wangkou": "A23456789TJQK", "tycoon": RANKS, "shuangsheng": RANKS}
STOPS = {"wangkou": "JQK", "tycoon": "A", "shuangsheng": "TKA"}


class Results:
    """The end of a deal; what it needs to know is set by ``Deal``."""

    game: str
    options: dict[str, Any]
    levels: tuple[str, ...]
    dealer: int
    collected: int
    kitty: list[str]
    dry: bool
    fines: list[int]
    result: dict[str, Any] | None

    def end(self, shapes: list[int], won_with: list[str], defending: bool) -> None:
        """``shapes`` of the last lead, the cards that won it, and whether a defender did."""
        match self.game:
            case "wangkou":
                self.end_wangkou(won_with, defending)
            case "shuangsheng":
                self.end_shuangsheng(shapes, defending)
            case _:
                self.end_tycoon(shapes, defending)

    def up(self, level: str, steps: int) -> str:
        for i in range(steps):
            if (i and level in STOPS[self.game]) or level.endswith("+"):
                return level
            ladder = LADDER[self.game]
            place = ladder.index(level) + 1
            level = ladder[place] if place < len(ladder) else level + "+"
        return level

    def down(self, level: str, steps: int) -> str:
        ladder = LADDER[self.game]
        return ladder[max(0, ladder.index(level) - steps)]

    def outcome(
        self, levels: tuple[str, ...], winner: int | None, next_dealer: int | None
    ) -> dict[str, Any]:
        ladder = [*LADDER[self.game], LADDER[self.game][-1] + "+"]
        won = next((t for t in (0, 1) if levels[t].endswith("+")), None)
        return {
            "levels": list(levels),
            "change": [
                ladder.index(a) - ladder.index(b) for a, b in zip(levels, self.levels, strict=True)
            ],
            "winner_team": winner,
            "next_dealer": None if won is not None else next_dealer,
            "points": self.collected,
            "kitty_points": None,
            "kitty_factor": None,
            "kou": None,
            "score": None,
            "order": None,
            "match_won_by": won,
            "redeal": False,
        }

    def finish(self, made: bool, dealers: str, defenders: str) -> dict[str, Any]:
        team = self.dealer % 2
        levels = (dealers, defenders) if team == 0 else (defenders, dealers)
        return self.outcome(
            levels, team if made else 1 - team, (self.dealer + (2 if made else 1)) % 4
        )

    def end_wangkou(self, won_with: list[str], defending: bool) -> None:
        ours, theirs = self.levels[self.dealer % 2], self.levels[1 - self.dealer % 2]
        kou, gain = None, 0
        p = self.collected
        if defending:
            if "HR" in won_with:
                kou, gain = "big", 3
            elif "SB" in won_with:
                kou, gain = "small", 2
            elif ours in "JQK" and won_with in ([won_with[0]], [won_with[0]] * 2):
                kou = ours if won_with[0][1] == ours else None
        made = kou is None and p < 80
        if made:
            ours = self.up(ours, 3 if p == 0 else 1)
        elif kou == "J":
            ours = "A"
        elif kou == "Q":
            ours = "6"
        elif kou == "K":
            ours, theirs = theirs, ours
        else:
            by_points = p // 80
            if self.options.get("eighty_step", "beyond") == "beyond":
                by_points = max(0, by_points - 1)
            if theirs not in "JQK":
                theirs = self.up(theirs, max(gain, by_points))
        if not self.dry:
            extra = sum({"SB": 2, "HR": 3}.get(c, 0) for c in self.kitty)
            if made and ours[0] not in "JQK":
                ours = self.up(ours, extra)
            elif not made and theirs not in "JQK":
                theirs = self.up(theirs, extra)
        self.result = self.finish(made, ours, theirs) | {"kou": kou}

    def add_kitty(self, factor: int, defending: bool) -> dict[str, Any]:
        plain = points(self.kitty)
        if defending:
            self.collected += plain * factor
        return {"kitty_points": plain, "kitty_factor": factor if defending else 0}

    def end_shuangsheng(self, shapes: list[int], defending: bool) -> None:
        kitty = self.add_kitty(4 if max(shapes) else 2, defending)
        ours, theirs = self.levels[self.dealer % 2], self.levels[1 - self.dealer % 2]
        p = self.collected
        made = p < 80
        rows = [(0, 3), (35, 2), (75, 1), (115, 1), (155, 2), (195, 3), (10**6, 4)]
        step = next(n for limit, n in rows if p <= limit)
        falls = self.options.get("relegation", "on") == "on"
        if made:
            ours = self.up(ours, step)
            theirs = self.down(theirs, step) if falls else theirs
        else:
            theirs = self.up(theirs, step) if theirs != "A" else theirs
            ours = self.down(ours, step) if falls else ours
        score = step * self.options.get("base", 1)
        result = self.finish(made, ours, theirs) | kitty
        self.result = result | {"score": [score if t == result["winner_team"] else -score
                                          for t in (0, 1)]}  # fmt: skip

    def end_tycoon(self, shapes: list[int], defending: bool) -> None:
        factor = 2 ** (max(shapes) + 1)
        if self.options.get("kitty_table") == "pairs":
            factor = min(factor, 4)
        kitty = self.add_kitty(factor, defending)
        ours, theirs = self.levels[self.dealer % 2], self.levels[1 - self.dealer % 2]
        p = self.collected
        made = p < 80
        rows = [(0, 3), (35, 2), (75, 1), (115, 0), (155, 1), (200, 2), (10**6, 3)]
        step = next(n for limit, n in rows if p <= limit)
        if made:
            ours = self.up(ours, step)
        elif theirs != "A":
            theirs = self.up(theirs, step)
        result = self.finish(made, ours, theirs) | kitty
        paid = max(1, step) * self.options.get("stake", 2)
        self.result = result | {
            "score": [
                (paid if t == result["winner_team"] else -paid) + self.fines[t] for t in (0, 1)
            ]
        }
