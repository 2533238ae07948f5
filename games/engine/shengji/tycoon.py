"""超级大亨: what it has of its own (rulebook TY)."""

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
from games.engine.cards import RANKS, Card
from games.engine.shengji.hands import BIT, TWIN
from games.engine.shengji.options import Clauses, Follow, Rules, start_level
from games.engine.shengji.order import Links, level_rank
from games.engine.shengji.overturning import (
    COUPLE,
    FIXED,
    JOKER_OF_SUIT,
    Overturning,
    is_later,
    level_cards_with_joker,
)
from games.engine.shengji.refusals import (
    bad_declaration,
    may_not_declare,
    too_weak,
)
from games.engine.shengji.scoring import (
    by_team,
    changes,
    climb,
    kitty_count,
    last_lead_sizes,
    level_lines,
    next_dealer_line,
)
from games.engine.shengji.states import State, settled
from games.engine.shengji.variant import declared_suit

FOLLOW_RUNS = Option(
    name="follow_runs",
    label=N_("Following a run"),
    help=N_("What is to be played to a run by a hand that holds only shorter runs."),
    clause="TY-16",
    default="longest",
    choices=(
        Choice("longest", N_("the longest run held, then pairs")),
        Choice("pairs", N_("any pairs")),
    ),
)
KITTY_TABLE = Option(
    name="kitty_table",
    label=N_("The kitty's factor"),
    help=N_("How often the kitty's points count when the defenders win the last trick."),
    clause="TY-19",
    default="doubling",
    choices=(
        Choice("doubling", N_("2, 4, 8 …: doubled by each further pair")),
        Choice("pairs", N_("2 for a single, 4 for anything else")),
    ),
)
STAKE = Option(
    name="stake",
    label=N_("Base stake"),
    help=N_("The club points that a level is worth; an even number."),
    clause="TY-22",
    default=2,
    low=2,
    high=1_000_000,
    even=True,
)

CLAUSES = Clauses(
    declare="TY-3",
    undeclared="TY-6",
    bury="TY-9",
    turn="TY-15",
    lead="TY-17",
    follow="TY-16",
    shape="TY-16",
    throw="TY-17",
    failed_throw="TY-17",
    points="TY-19",
    kitty="TY-19",
    table="TY-20",
    levels="TY-20",
    stops="TY-21",
    next_dealer="TY-21",
    match="TY-21",
)


class Tycoon(Overturning):
    """超级大亨: a level card declares with a joker, trump is overturned, shape must be followed."""

    id = "tycoon"
    ladder = RANKS
    options = (FOLLOW_RUNS, KITTY_TABLE, STAKE, start_level(RANKS, "TY-1"))
    run_name = N_("run")

    def rules(self, options: Options) -> Rules:
        return Rules(
            options=options,
            links=Links.BRIDGED,
            follow=Follow(str(options["follow_runs"])),
            trump_throws=True,
            loose_throws=False,
            throw_fine=0,
            open_kitty=False,
            clauses=CLAUSES,
        )

    # ------------------------------------------------------------------------ declaring

    def declarers(self, state: State) -> tuple[Seat, ...]:
        """TY-4, TY-5: all in a first deal, later the two of the dealer's side."""
        dealer = state.deal.setup.dealer
        return (0, 1, 2, 3) if dealer is None else (team_of(dealer), team_of(dealer) + 2)

    def public_declarers(self, state: State) -> tuple[Seat, ...]:
        """Once all cards are drawn somebody of the other side may be asked (TY-5): a secret."""
        if is_later(state) and state.bids.drawn == 100 and not self._sides_show(state):
            return ()
        return self.declarers(state)

    def declared_team(self, state: State, declarer: Seat) -> int:
        """TY-5: the other side declares with its own level card."""
        return team_of(declarer)

    def asking(self, state: State) -> tuple[Seat, ...] | None:
        """TY-5: the other side, if nobody of the dealer's side could have declared."""
        dealer = state.deal.setup.dealer
        if dealer is None or self._sides_show(state):
            return None
        if any(self._couples(state, seat) for seat in (dealer, dealer ^ 2)):
            return None
        others = ((dealer + 1) & 3, (dealer + 3) & 3)
        asked = [seat for seat in others if self._couples(state, seat)]
        if not asked:
            return None
        if state.bids.shows:
            return ()
        return tuple(seat for seat in asked if seat not in state.bids.declined)

    def _sides_show(self, state: State) -> bool:
        """Whether somebody of the dealer's side has declared (a later deal)."""
        dealer = state.deal.setup.dealer
        shows = state.bids.shows
        return bool(shows) and dealer is not None and team_of(shows[0].seat) == team_of(dealer)

    def _couples(self, state: State, seat: Seat) -> bool:
        return bool(self.shows(state, seat, state.play.hands[seat]))

    def shows(self, state: State, seat: Seat, hand: int) -> tuple[tuple[Card, ...], ...]:
        """Couples, then 定主: the pair with its joker (TY-3, TY-7)."""
        level = level_rank(state.deal.setup.levels[team_of(seat)])
        couples = [(suit * 13 + level, JOKER_OF_SUIT[suit]) for suit in range(4)]
        return (
            *((c, joker) for c, joker in couples if hand & BIT[c] and hand & BIT[joker]),
            *((c, c, joker) for c, joker in couples if hand & TWIN[c] and hand & BIT[joker]),
        )

    def strength(self, cards: tuple[Card, ...]) -> int:
        return COUPLE if len(cards) == 2 else FIXED

    def objection(
        self, state: State, seat: Seat, cards: tuple[Card, ...], after: int
    ) -> IllegalAction | None:
        """TY-3, TY-5, TY-7."""
        level = level_rank(state.deal.setup.levels[team_of(seat)])
        if level_cards_with_joker(cards, level) == 0:
            return bad_declaration(
                "TY-3", "a level card (or the pair) with the joker of its colour is shown"
            )
        if seat not in self.declarers(state):
            asked = self.asking(state) if after == 100 else None
            if not asked or seat not in asked:
                return may_not_declare("TY-5", "only the dealer's side may declare")
        if state.bids.shows:
            return too_weak("TY-7", "the first couple shown stands")
        return None

    def dealer_by(self, state: State, declarer: Seat) -> Seat:
        """TY-4, TY-5: the declarer deals, unless it is the dealer's side that declared."""
        dealer = state.deal.setup.dealer
        if dealer is None or team_of(declarer) != team_of(dealer):
            return declarer
        return dealer

    def turn_up(self, state: State) -> tuple[int | None, tuple[Card, ...], Seat | None]:
        """TY-6: the third kitty card from the top, and the side that holds its twin."""
        setup = state.deal.setup
        card = setup.kitty[2]
        holder = next((seat for seat in range(4) if card in setup.hands[seat]), None)
        dealer = setup.dealer
        if holder is not None and (dealer is None or team_of(holder) != team_of(dealer)):
            dealer = holder
        return declared_suit((card,)), (card,), dealer

    # --------------------------------------------------------------------------- result

    def kitty_factor(self, sizes: tuple[int, ...], options: Options) -> int:
        """TY-19: by the largest combination of the last lead."""
        if options["kitty_table"] == "pairs":
            return 4 if sizes[0] else 2
        return 1 << (sizes[0] + 1)

    def reckon(self, state: State) -> Result:
        """TY-19 … TY-22."""
        setup, options = state.deal.setup, state.deal.rules.options
        factor = self.kitty_factor(last_lead_sizes(state), options)
        plain, factor, total, lines = kitty_count(state, factor)
        dealer = settled(state).dealer
        team = team_of(dealer)
        made, steps = steps_for(total)
        own, other = setup.levels[team], setup.levels[1 - team]
        if made:
            own = own + "+" if own == self.ladder[-1] else climb(self.ladder, own, steps, "")
        else:
            other = climb(self.ladder, other, steps, "")
        after = by_team(state, own, other)
        won = own.endswith("+")
        lines += level_lines(state, setup.levels, after, (steps, 0) if made else (0, steps))
        winner = team if made else 1 - team
        score, score_lines = self._score(state, winner, max(1, steps))
        next_dealer = None if won else (dealer + (2 if made else 1)) & 3
        lines += score_lines
        if next_dealer is None:
            lines.append(Line(N_("The deal at the last level is made: the match is won"), "TY-21"))
        else:
            lines.append(next_dealer_line(state, next_dealer, "TY-21"))
        return Result(
            levels=after,
            change=changes(self.ladder, setup.levels, after),
            winner_team=winner,
            next_dealer=next_dealer,
            points=total,
            kitty_points=plain,
            kitty_factor=factor,
            score=score,
            match_won_by=team if won else None,
            lines=tuple(lines),
        )

    def _score(self, state: State, winner: int, steps: int) -> tuple[tuple[int, int], list[Line]]:
        """TY-22, and half a stake for each failed throw (TY-17)."""
        stake = int(state.deal.rules.options["stake"])
        lines = [
            Line(
                N_("Club points: %(steps)s × %(stake)s = %(total)s to the winners"),
                "TY-22",
                {"steps": steps, "stake": stake, "total": steps * stake},
            )
        ]
        first = steps * stake if winner == 0 else -steps * stake
        dealers = team_of(settled(state).dealer)
        for team, failed in enumerate(state.play.failed):
            if failed:
                fine = failed * stake // 2
                first += -fine if team == 0 else fine
                text = (
                    N_("Failed throws of the dealer's side: %(fine)s to the defenders")
                    if team == dealers
                    else N_("Failed throws of the defenders: %(fine)s to the dealer's side")
                )
                lines.append(Line(text, "TY-17", {"fine": fine}))
        return (first, -first), lines


def steps_for(total: int) -> tuple[bool, int]:
    """Whether the deal is made, and the levels that the winners go up (TY-20)."""
    if total < 80:
        return True, 3 if total == 0 else 2 if total < 40 else 1
    if total > 200:
        return False, 3
    return False, total // 40 - 2 if total < 200 else 2
