"""Overturning and riot: what tycoon does between declaring and play (TY-8 … TY-14)."""

from __future__ import annotations

from dataclasses import replace

from games.engine.api import (
    N_,
    IllegalAction,
    Line,
    Overturn,
    Phase,
    Refusal,
    Riot,
    Seat,
    team_of,
)
from games.engine.cards import BIG_JOKER, SMALL_JOKER, Card
from games.engine.shengji.events import (
    DealEnded,
    Event,
    KittyTaken,
    Overturned,
    Passed,
    Rioted,
    TrumpFixed,
)
from games.engine.shengji.hands import BIT, TWIN, points_in, take
from games.engine.shengji.refusals import not_your_cards, not_your_turn, wrong_phase
from games.engine.shengji.states import State, settled
from games.engine.shengji.variant import Variant, declared_suit, is_pair

COUPLE, FIXED, SMALL_PAIR, BIG_PAIR = 0, 1, 2, 3
"""How strong what stands is: a couple (or a turned trump), a level pair with its joker (定主 or
an overturn), a pair of small jokers, a pair of big ones (TY-11)."""
JOKER_OF_SUIT = (SMALL_JOKER, BIG_JOKER, SMALL_JOKER, BIG_JOKER)
"""S H C D: the big joker goes with the red suits, the small one with the black (TY-3)."""
RIOT_BELOW = 15


class Overturning(Variant):
    """A rule set in which the trump that stands may be overturned."""

    def open_kitty(self, state: State, fixed: TrumpFixed) -> tuple[Event, ...]:
        """TY-13: in a first deal overturning comes before the kitty is taken."""
        if not is_later(state):
            return ()
        return (KittyTaken(fixed.dealer, state.deal.setup.kitty),)

    def after_fixed(self, state: State) -> State:
        """Trump is fixed or overturned: first deals ask at once, later ones after the bury."""
        return replace(state, phase=Phase.BURY) if is_later(state) else self._ask(state)

    def after_bury(self, state: State) -> State:
        """TY-14: later deals ask now, unless all know that nothing is stronger."""
        if is_later(state) and settled(state).strength < BIG_PAIR:
            return self._ask(state)
        return self.begin_play(state)

    def _ask(self, state: State) -> State:
        """TY-14: those who hold nothing strong enough are not asked."""
        seats = self.asking_order(state)
        pending = tuple(seat for seat in seats if self.overturns(state, seat))
        stage = replace(settled(state), pending=pending)
        return replace(state, phase=Phase.OVERTURN, stage=stage)

    def asking_order(self, state: State) -> tuple[Seat, ...]:
        """TY-12 … TY-14: from the last overturner's next player on, else from the dealer's."""
        stage = settled(state)
        if stage.overturns:
            last = stage.overturns[-1][0]
            return tuple((last + n) & 3 for n in (1, 2, 3))
        seats = ((stage.dealer + n) & 3 for n in (1, 2, 3, 4))
        return tuple(seat for seat in seats if seat != stage.declarer)

    def go_on(self, state: State) -> tuple[Event, ...]:
        if is_later(state):
            return ()
        return (KittyTaken(settled(state).dealer, state.deal.setup.kitty),)

    def after_asking(self, state: State) -> State:
        return self.begin_play(state) if is_later(state) else replace(state, phase=Phase.BURY)

    def overturns(self, state: State, seat: Seat) -> tuple[tuple[Card, ...], ...]:
        """TY-10, TY-11."""
        stage, hand = settled(state), state.play.hands[seat]
        level, found = stage.order.level, []
        if stage.strength < FIXED:
            for suit in range(4):
                card, joker = suit * 13 + level, JOKER_OF_SUIT[suit]
                if hand & TWIN[card] and hand & BIT[joker]:
                    found.append((card, card, joker))
        jokers = ((SMALL_JOKER, SMALL_PAIR), (BIG_JOKER, BIG_PAIR))
        pairs = [(j, j) for j, strength in jokers if hand & TWIN[j] and strength > stage.strength]
        return (*found, *pairs)

    def overturn(self, state: State, action: Overturn) -> tuple[Event, ...]:
        """TY-10 … TY-14."""
        if state.phase is not Phase.OVERTURN:
            raise wrong_phase("overturn", state.phase)
        stage, seat, cards = settled(state), action.seat, action.cards
        if seat not in stage.pending[:1]:
            raise not_your_turn("TY-14", seat)
        if not cards:
            return (Passed(seat),)
        if take(state.play.hands[seat], cards) < 0:
            raise not_your_cards("TY-10", cards)
        strength = overturn_strength(cards, stage.order.level)
        if strength == 0:
            raise _cannot_overturn(
                "TY-10", "a level pair with the joker of its colour, or a pair of jokers"
            )
        if strength <= stage.strength:
            raise _cannot_overturn("TY-11", "what stands is as strong")
        overturned = Overturned(seat, cards, declared_suit(cards), strength)
        if is_later(state) or strength == BIG_PAIR:
            return overturned, KittyTaken(seat, stage.kitty)
        return (overturned,)

    def may_riot(self, state: State, seat: Seat) -> bool:
        return self._riot_time(state) and self._riotous(state, seat)

    def _riot_time(self, state: State) -> bool:
        """TY-8: trump is fixed, and nothing was overturned or buried yet."""
        stage = state.stage
        return (
            state.phase in (Phase.BURY, Phase.OVERTURN)
            and stage is not None
            and stage.kitty_by is None
            and not stage.overturns
        )

    def _riotous(self, state: State, seat: Seat) -> bool:
        return (
            team_of(seat) != team_of(settled(state).dealer)
            and points_in(state.play.hands[seat]) < RIOT_BELOW
        )

    def riot(self, state: State, action: Riot) -> tuple[Event, ...]:
        """TY-8: 暴动."""
        if not self._riot_time(state):
            raise wrong_phase("riot", state.phase)
        if not self._riotous(state, action.seat):
            raise IllegalAction(
                Refusal.NO_RIOT,
                "TY-8",
                "only a hand of fewer than 15 points that is not of the dealer's side may riot",
                need=RIOT_BELOW,
            )
        stage = settled(state)
        why = Line(
            N_("Riot by %(seat)s: fewer than 15 points in hand"), "TY-8", {"seat": action.seat}
        )
        ended = DealEnded(self.void(state, stage.dealer, why), stage.kitty)
        return Rioted(action.seat), ended


def is_later(state: State) -> bool:
    """Whether it is a later deal: its dealer was known beforehand."""
    return state.deal.setup.dealer is not None


def level_cards_with_joker(cards: tuple[Card, ...], level: int) -> int:
    """How many level cards of one suit are shown with one joker of its colour; 0: not so."""
    shown = sorted(cards)
    if len(shown) not in (2, 3) or shown[0] >= SMALL_JOKER or shown[0] % 13 != level:
        return 0
    if shown[:-1] != [shown[0]] * (len(shown) - 1):
        return 0
    return len(shown) - 1 if shown[-1] == JOKER_OF_SUIT[shown[0] // 13] else 0


def overturn_strength(cards: tuple[Card, ...], level: int) -> int:
    """The class of an overturn (TY-11); 0 when the cards are none (TY-10)."""
    if level_cards_with_joker(cards, level) == 2:
        return FIXED
    if not is_pair(cards):
        return 0
    return {SMALL_JOKER: SMALL_PAIR, BIG_JOKER: BIG_PAIR}.get(cards[0], 0)


def _cannot_overturn(clause: str, message: str) -> IllegalAction:
    return IllegalAction(Refusal.CANNOT_OVERTURN, clause, message)
