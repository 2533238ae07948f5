"""双升 / 拖拉机: what it has of its own (rulebook SS)."""

from __future__ import annotations

from games.engine.api import (
    N_,
    Choice,
    IllegalAction,
    Line,
    Option,
    Options,
    Result,
    Seat,
    team_of,
)
from games.engine.cards import BIG_JOKER, RANKS, SMALL_JOKER, Card
from games.engine.shengji.hands import BIT, TWIN
from games.engine.shengji.options import Clauses, Follow, Rules, start_level
from games.engine.shengji.order import Links, level_rank
from games.engine.shengji.refusals import bad_declaration, may_not_declare, too_weak
from games.engine.shengji.scoring import (
    by_team,
    changes,
    climb,
    fall,
    kitty_count,
    last_lead_sizes,
    level_lines,
    next_dealer_line,
)
from games.engine.shengji.states import State, settled
from games.engine.shengji.variant import Variant, declared_suit, is_pair

JOKER_OVERRIDE = Option(
    name="joker_override",
    label=N_("Pairs of jokers override"),
    help=N_(
        "A pair of small jokers overrides a pair of level cards, a pair of big jokers overrides "
        "that; both mean that there is no trump suit."
    ),
    clause="SS-3",
    default="off",
    choices=(Choice("off", N_("off")), Choice("on", N_("on"))),
)
RELEGATION = Option(
    name="relegation",
    label=N_("The losing side goes down"),
    help=N_("Without it the level of the side that loses a deal never changes."),
    clause="SS-14",
    default="on",
    choices=(Choice("on", N_("on")), Choice("off", N_("off"))),
)
BASE = Option(
    name="base",
    label=N_("Base score"),
    help=N_("The score of each deal is multiplied by this."),
    clause="SS-12",
    default=1,
    low=1,
    high=1_000_000,
)

CLAUSES = Clauses(
    declare="SS-3",
    undeclared="SS-4",
    bury="SS-5",
    turn="SS-8",
    lead="SS-6",
    follow="SS-8",
    shape="SS-8",
    throw="SS-9",
    failed_throw="SS-9",
    points="SS-10",
    kitty="SS-10",
    table="SS-11",
    levels="SS-12",
    stops="SS-13",
    next_dealer="SS-11",
    match="SS-1",
)

STOPS = "TKA"
SINGLE, PAIR, SMALL_PAIR, BIG_PAIR = 1, 2, 3, 4


class Shuangsheng(Variant):
    """双升: a pair overrides a single; shape is free; both sides' levels move."""

    id = "shuangsheng"
    ladder = RANKS
    options = (JOKER_OVERRIDE, RELEGATION, BASE, start_level(RANKS, "SS-1"))

    def rules(self, options: Options) -> Rules:
        return Rules(
            options=options,
            links=Links.BRIDGED,
            follow=Follow.FREE,
            trump_throws=True,
            loose_throws=False,
            throw_fine=0,
            open_kitty=False,
            clauses=CLAUSES,
        )

    # ------------------------------------------------------------------------ declaring

    def shows(self, state: State, seat: Seat, hand: int) -> tuple[tuple[Card, ...], ...]:
        level = level_rank(state.deal.setup.levels[state.level_team])
        cards = [suit * 13 + level for suit in range(4)]
        found: list[tuple[Card, ...]] = [(card,) for card in cards if hand & BIT[card]]
        if state.deal.rules.options["joker_override"] == "on":
            cards += [SMALL_JOKER, BIG_JOKER]
        return (*found, *((card, card) for card in cards if hand & TWIN[card]))

    def strength(self, cards: tuple[Card, ...]) -> int:
        if len(cards) == 1:
            return SINGLE
        return {SMALL_JOKER: SMALL_PAIR, BIG_JOKER: BIG_PAIR}.get(cards[0], PAIR)

    def objection(
        self, state: State, seat: Seat, cards: tuple[Card, ...], after: int
    ) -> IllegalAction | None:
        """SS-3."""
        standing = state.bids.standing
        level = level_rank(state.deal.setup.levels[state.level_team])
        if len(cards) != 1 and not is_pair(cards):
            return bad_declaration("SS-3", "one level card or two of one suit are shown")
        if cards[0] >= SMALL_JOKER:
            if len(cards) == 1 or state.deal.rules.options["joker_override"] == "off":
                return bad_declaration("SS-3", "one level card or two of one suit are shown")
            if standing is None:
                return bad_declaration("SS-3", "jokers override, they do not open")
        elif cards[0] % 13 != level:
            return bad_declaration("SS-3", "one level card or two of one suit are shown")
        if standing is None:
            return None
        if standing.seat == seat:
            reinforces = len(standing.cards) == 1 and cards == standing.cards * 2
            if reinforces:
                return None
            return may_not_declare("SS-3", "one's own show can only be reinforced with its twin")
        if self.strength(cards) <= standing.strength:
            return too_weak("SS-3", "only a stronger show overrides the one that stands")
        return None

    def turn_up(self, state: State) -> tuple[int | None, tuple[Card, ...], Seat | None]:
        """SS-4: the first kitty card from the top that is no joker; a first deal is redealt."""
        kitty = state.deal.setup.kitty
        turned = next(n for n, card in enumerate(kitty) if card < SMALL_JOKER) + 1
        suit = declared_suit(kitty[:turned])
        return suit, kitty[:turned], state.deal.setup.dealer

    # --------------------------------------------------------------------------- result

    def reckon(self, state: State) -> Result:
        """SS-10 … SS-14."""
        setup, options = state.deal.setup, state.deal.rules.options
        sizes = last_lead_sizes(state)
        plain, factor, total, lines = kitty_count(state, 4 if sizes[0] else 2)
        dealer = settled(state).dealer
        made = total < 80
        steps = steps_for(total)
        lines.append(
            Line(
                N_("Worth %(steps)s to the dealer's side")
                if made
                else N_("Worth %(steps)s to the defenders"),
                "SS-11",
                {"steps": abs(steps)},
            )
        )
        before = setup.levels
        team = team_of(dealer)
        own, other = self._levels(before[team], before[1 - team], steps, options)
        after = by_team(state, own, other)
        relegated = options["relegation"] == "on"
        lines += level_lines(
            state,
            before,
            after,
            (steps if made or relegated else 0, -steps if not made or relegated else 0),
        )
        base = int(options["base"])
        score = (steps * base, -steps * base) if team == 0 else (-steps * base, steps * base)
        lines.append(
            Line(
                N_("Score: %(dealers)s for the dealer's side, %(defenders)s for the defenders"),
                "SS-12",
                {"dealers": steps * base, "defenders": -steps * base},
            )
        )
        won = own.endswith("+")
        next_dealer = None if won else (dealer + (2 if made else 1)) & 3
        if next_dealer is None:
            lines.append(Line(N_("The deal at the last level is made: the match is won"), "SS-1"))
        else:
            lines.append(next_dealer_line(state, next_dealer, "SS-11"))
        return Result(
            levels=after,
            change=changes(self.ladder, before, after),
            winner_team=team if made else 1 - team,
            next_dealer=next_dealer,
            points=total,
            kitty_points=plain,
            kitty_factor=factor,
            score=score,
            match_won_by=team if won else None,
            lines=tuple(lines),
        )

    def _levels(self, own: str, other: str, steps: int, options: Options) -> tuple[str, str]:
        """The levels of the dealer's side and of the defenders after ``steps`` (SS-12 … 14)."""
        falls = options["relegation"] == "on"
        if steps > 0:
            up = own + "+" if own == self.ladder[-1] else climb(self.ladder, own, steps, STOPS)
            return up, fall(self.ladder, other, steps) if falls else other
        return (
            fall(self.ladder, own, -steps) if falls else own,
            climb(self.ladder, other, -steps, STOPS),
        )


def steps_for(total: int) -> int:
    """The change of the dealer's side by the defenders' total (SS-11); never 0."""
    if total == 0:
        return 3
    if total < 80:
        return 2 if total < 40 else 1
    return -min(total // 40 - 1, 4)
