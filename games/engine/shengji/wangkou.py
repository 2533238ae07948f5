"""打升级（王抠底）: what it has of its own (rulebook WK)."""

from __future__ import annotations

from dataclasses import replace

from games.engine.api import (
    N_,
    Choice,
    IllegalAction,
    Line,
    Option,
    Options,
    Phase,
    Refusal,
    Result,
    Seat,
    Swap,
    team_of,
)
from games.engine.cards import BIG_JOKER, POINTS, RANKS, SMALL_JOKER, Card
from games.engine.shengji.events import Event, KittyShown, KittyTaken, Passed, Swapped, TrumpFixed
from games.engine.shengji.hands import BIT, TWIN, take
from games.engine.shengji.kou import STOPS, exchanged, kou_of, verdict
from games.engine.shengji.options import Clauses, Follow, Rules, start_level
from games.engine.shengji.order import Links, level_rank
from games.engine.shengji.refusals import (
    bad_declaration,
    may_not_declare,
    not_your_cards,
    not_your_turn,
    too_weak,
    wrong_phase,
)
from games.engine.shengji.scoring import (
    by_team,
    changes,
    climb,
    level_lines,
    next_dealer_line,
)
from games.engine.shengji.states import State, settled
from games.engine.shengji.variant import Variant, is_pair

LADDER = "A23456789TJQK"
HEARTS, SPADES = 1, 0
WORTH_OF_SUIT = (1, 3, 0, 2)
"""S H C D: hearts > diamonds > spades > clubs (WK-4)."""
SINGLE, PAIR = 1, 2
JOKERS = BIT[SMALL_JOKER] | BIT[BIG_JOKER]

LEVEL_PAIR_LINKS = Option(
    name="level_pair_links",
    label=N_("Runs in trump"),
    help=N_(
        "Natural: the pair of trump level cards keeps its natural place. Trump order: ace, "
        "off-suit level, trump level, small joker and big joker are neighbours."
    ),
    clause="WK-7",
    default="natural",
    choices=(
        Choice("natural", N_("by natural rank")),
        Choice("trump_order", N_("in the order of trumps")),
    ),
)
DRY_KITTY = Option(
    name="dry_kitty",
    label=N_("Dry kitty"),
    help=N_("When the kitty is shown to all and lies as it is."),
    clause="WK-15",
    default="when_turned",
    choices=(
        Choice("when_turned", N_("when trump was turned from it")),
        Choice("never", N_("never")),
        Choice("always", N_("always")),
    ),
)
FAILED_THROW = Option(
    name="failed_throw",
    label=N_("A failed throw"),
    help=N_("With a fine it also moves 10 points to the other side's favour."),
    clause="WK-23",
    default="force",
    choices=(
        Choice("force", N_("the smallest combination is played")),
        Choice("force_and_fine", N_("the smallest combination is played, and 10 points are fined")),
    ),
)
EIGHTY_STEP = Option(
    name="eighty_step",
    label=N_("A level for each 80 points"),
    help=N_("Whether the first 80 points raise the defenders by a level too."),
    clause="WK-27",
    default="beyond",
    choices=(
        Choice("beyond", N_("for each 80 beyond the first")),
        Choice("each", N_("for each 80")),
    ),
)

CLAUSES = Clauses(
    declare="WK-8",
    undeclared="WK-11",
    bury="WK-12",
    turn="WK-16",
    lead="WK-16",
    follow="WK-17",
    shape="WK-17",
    throw="WK-22",
    failed_throw="WK-23",
    points="WK-24",
    kitty="WK-24",
    table="WK-26",
    levels="WK-26",
    stops="WK-28",
    next_dealer="WK-26",
    match="WK-28",
)


class Wangkou(Variant):
    """王抠底: the kitty lies face up and jokers count, in it and in the last trick."""

    id = "wangkou"
    ladder = LADDER
    options = (
        LEVEL_PAIR_LINKS,
        DRY_KITTY,
        FAILED_THROW,
        EIGHTY_STEP,
        start_level(LADDER, "WK-1"),
    )
    lays_open = True
    run_name = N_("run")

    def rules(self, options: Options) -> Rules:
        return Rules(
            options=options,
            links=Links(str(options["level_pair_links"])),
            follow=Follow.FREE,
            trump_throws=False,
            loose_throws=True,
            throw_fine=10 if options["failed_throw"] == "force_and_fine" else 0,
            open_kitty=True,
            clauses=CLAUSES,
        )

    # ------------------------------------------------------------------------ declaring

    def shows(self, state: State, seat: Seat, hand: int) -> tuple[tuple[Card, ...], ...]:
        level = level_rank(state.deal.setup.levels[state.level_team])
        cards = [suit * 13 + level for suit in range(4)]
        return (
            *((card,) for card in cards if hand & BIT[card]),
            *((card, card) for card in cards if hand & TWIN[card]),
        )

    def strength(self, cards: tuple[Card, ...]) -> int:
        return SINGLE if len(cards) == 1 else PAIR

    def objection(
        self, state: State, seat: Seat, cards: tuple[Card, ...], after: int
    ) -> IllegalAction | None:
        """WK-8, WK-9."""
        level = level_rank(state.deal.setup.levels[state.level_team])
        is_level = cards[0] < SMALL_JOKER and cards[0] % 13 == level
        if not is_level or not (len(cards) == 1 or is_pair(cards)):
            return bad_declaration("WK-8", "one level card or two of one suit are shown")
        standing = state.bids.standing
        if standing is None:
            return None
        if standing.seat == seat:
            return may_not_declare("WK-9", "one's own show may not be over-declared")
        if len(cards) == 1:
            return too_weak("WK-8", "the first show stands against a single card")
        worth = WORTH_OF_SUIT[cards[0] // 13]
        if len(standing.cards) == 2 and worth <= WORTH_OF_SUIT[standing.cards[0] // 13]:
            return too_weak("WK-9", "a pair of a higher suit is needed")
        return None

    def turn_up(self, state: State) -> tuple[int | None, tuple[Card, ...], Seat | None]:
        """WK-11: 底三颗; in a first deal the player who drew the first card is the dealer."""
        setup = state.deal.setup
        card = setup.kitty[5]
        suit = {BIG_JOKER: HEARTS, SMALL_JOKER: SPADES}.get(card, card // 13)
        return suit, (card,), setup.first_drawer if setup.dealer is None else setup.dealer

    # ------------------------------------------------------- between declaring and play

    def open_kitty(self, state: State, fixed: TrumpFixed) -> tuple[Event, ...]:
        """WK-15: 干巴锅; else the dealer takes the kitty (WK-12)."""
        kitty = state.deal.setup.kitty
        when = state.deal.rules.options["dry_kitty"]
        if when == "always" or (when == "when_turned" and fixed.declarer is None):
            return (KittyShown(kitty),)
        return (KittyTaken(fixed.dealer, kitty),)

    def after_bury(self, state: State) -> State:
        """WK-13: the three others are asked, unless all can see that nothing is to be taken."""
        stage = settled(state)
        if not self.takes(stage.kitty):
            return self.begin_play(state)
        pending = tuple(seat for seat in self.asking_order(state) if self.swaps(state, seat))
        return replace(state, phase=Phase.SWAP, stage=replace(stage, pending=pending))

    def asking_order(self, state: State) -> tuple[Seat, ...]:
        """WK-13: the other three, from the dealer's next player on."""
        dealer = settled(state).dealer
        return tuple((dealer + n) & 3 for n in (1, 2, 3))

    def takes(self, kitty: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(
            card
            for card in kitty
            if card < SMALL_JOKER and RANKS[card % 13] in "2346789" and not POINTS[card]
        )

    def swaps(self, state: State, seat: Seat) -> bool:
        holds = state.play.hands[seat] & JOKERS
        return bool(holds and self.takes(settled(state).kitty))

    def swap(self, state: State, action: Swap) -> tuple[Event, ...]:
        """WK-13: 潇洒."""
        if state.phase is not Phase.SWAP:
            raise wrong_phase("swap", state.phase)
        stage, seat = settled(state), action.seat
        if seat not in stage.pending[:1]:
            raise not_your_turn("WK-13", seat)
        if take(state.play.hands[seat], action.give) < 0:
            raise not_your_cards("WK-13", action.give)
        if not action.give and not action.take:
            return (Passed(seat),)
        free = list(self.takes(stage.kitty))
        for card in action.take:
            if card not in free:
                raise _bad_swap()
            free.remove(card)
        if len(action.give) != len(action.take) or min(action.give) < SMALL_JOKER:
            raise _bad_swap()
        return (Swapped(seat, action.give, action.take),)

    # --------------------------------------------------------------------------- result

    def reckon(self, state: State) -> Result:
        """WK-14, WK-24 … WK-30."""
        setup, play = state.deal.setup, state.play
        dealer = settled(state).dealer
        team = team_of(dealer)
        kou = kou_of(state)
        made = kou is None and play.points < 80
        own, other = setup.levels[team], setup.levels[1 - team]
        bonus = self._kitty_jokers(state)
        points = Line(
            N_("Points in the defenders' tricks: %(points)s"), "WK-24", {"points": play.points}
        )
        if made:
            steps = (3 if play.points == 0 else 1) + bonus
            own = "K+" if own == "K" else climb(self.ladder, own, steps, STOPS)
            wanted = (steps, 0)
        else:
            own, other = exchanged(own, other, kou)
            steps = self._gain(state, kou) + bonus
            if other not in STOPS:  # WK-28: those who stand there stay
                other = climb(self.ladder, other, steps, STOPS)
            wanted = (0, 0 if kou == "K" else steps)
        after = by_team(state, own, other)
        won = own == "K+"
        next_dealer = None if won else (dealer + (2 if made else 1)) & 3
        lines = [points, verdict(kou, play.points)]
        if bonus:
            lines.append(
                Line(N_("Jokers in the kitty: worth %(steps)s"), "WK-14", {"steps": bonus})
            )
        lines += level_lines(state, setup.levels, after, wanted)
        if next_dealer is None:
            lines.append(Line(N_("The deal at the last level is made: the match is won"), "WK-28"))
        else:
            lines.append(next_dealer_line(state, next_dealer, "WK-26" if made else "WK-27"))
        return Result(
            levels=after,
            change=changes(self.ladder, setup.levels, after),
            winner_team=team if made else 1 - team,
            next_dealer=next_dealer,
            points=play.points,
            kou=kou,
            match_won_by=team if won else None,
            lines=tuple(lines),
        )

    def _kitty_jokers(self, state: State) -> int:
        """The levels that the jokers in a kitty that was buried are worth (WK-14)."""
        stage = settled(state)
        if stage.dry:
            return 0
        return 2 * stage.kitty.count(SMALL_JOKER) + 3 * stage.kitty.count(BIG_JOKER)

    def _gain(self, state: State, kou: str | None) -> int:
        """The levels that the defenders win when the dealer's side is down (WK-25, 27, 29)."""
        if kou in ("J", "Q", "K"):
            return 0
        eighties = state.play.points // 80
        if state.deal.rules.options["eighty_step"] == "beyond":
            eighties = max(0, eighties - 1)
        return max(eighties, {"big": 3, "small": 2}.get(kou or "", 0))


def _bad_swap() -> IllegalAction:
    return IllegalAction(
        Refusal.BAD_SWAP,
        "WK-13",
        "jokers are given for as many kitty cards of 2 3 4 6 7 8 9",
    )
