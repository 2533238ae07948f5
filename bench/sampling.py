"""Random legal actions, one sampler a family, for the benchmarks of the engines.

A sampler answers some legal action of a deal that is not over, the table's own actions included.
It is kept cheap, so that the time measured is the engine's.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Final

from bench import guandan
from games.engine.api import (
    Action,
    Bury,
    Declare,
    Family,
    Game,
    Overturn,
    Phase,
    Play,
    Swap,
)
from games.engine.cards import SMALL_JOKER, Card
from games.engine.shengji.advice import fill
from games.engine.shengji.declaring import possible_shows
from games.engine.shengji.hands import SPAN, TWIN, unpack
from games.engine.shengji.helper import position_of
from games.engine.shengji.options import Follow
from games.engine.shengji.order import Order
from games.engine.shengji.shapes import Shape, runs_of
from games.engine.shengji.states import State, settled

Sampler = Callable[[Game[Any], Any, Random], Action]

SHOWS: Final = 0.1
"""How often, after a draw, some seat shows if it can."""


def shengji(game: Game[State], state: State, rng: Random) -> Action:
    """An action of the shengji family."""
    match state.phase:
        case Phase.PLAY:
            return Play(state.play.turn, _cards(state, rng))
        case Phase.DECLARE:
            return _declare(game, state, rng)
        case Phase.BURY:
            seat = state.play.turn
            return Bury(seat, tuple(rng.sample(unpack(state.play.hands[seat]), 8)))
    if due := game.due(state):
        return due
    seat = settled(state).pending[0]
    if state.phase is Phase.OVERTURN:
        return Overturn(seat, rng.choice([(), *state.deal.variant.overturns(state, seat)]))
    return _swap(state, seat, rng)


def _declare(game: Game[State], state: State, rng: Random) -> Action:
    due = game.due(state)
    if due is None:
        seat = game.turn(state)[0]
        return Declare(seat, rng.choice([(), *possible_shows(state, seat)]))
    if rng.random() < SHOWS:
        seat = rng.choice(state.deal.variant.declarers(state))
        if shows := possible_shows(state, seat):
            return Declare(seat, rng.choice(shows), state.bids.drawn)
    return due


def _swap(state: State, seat: int, rng: Random) -> Action:
    jokers = [c for c in unpack(state.play.hands[seat]) if c >= SMALL_JOKER]
    takes = state.deal.variant.takes(settled(state).kitty)
    count = rng.randint(0, min(len(jokers), len(takes)))
    return Swap(seat, tuple(rng.sample(jokers, count)), tuple(rng.sample(takes, count)))


def _cards(state: State, rng: Random) -> tuple[Card, ...]:
    play, order = state.play, settled(state).order
    hand, shape = play.hands[play.turn], play.shape
    if shape is None:
        return _lead(order, hand, rng)
    held = hand & order.mask[shape.suit]
    if shape.count == 1:
        return (_any_card(held or hand, rng),)
    suited = unpack(held)
    missing = shape.count - len(suited)
    if missing > 0:
        others = unpack(hand ^ held)
        return (*suited, *rng.sample(others, missing))
    if missing == 0:
        return suited
    return _follow(state, shape, suited, rng)


def _any_card(hand: int, rng: Random) -> Card:
    """One of the cards of a hand, each copy as likely."""
    for _ in range(int(rng.random() * hand.bit_count())):
        hand &= hand - 1
    return ((hand & -hand).bit_length() - 1) % SPAN


def _follow(state: State, shape: Shape, suited: tuple[Card, ...], rng: Random) -> tuple[Card, ...]:
    if state.deal.rules.follow is Follow.FREE or len(shape.sizes) > 1:
        return tuple(rng.sample(suited, shape.count))
    dice = {card: (rng.getrandbits(16), 0, 0) for card in suited}
    return fill(position_of(state, state.play.turn), shape, dice.__getitem__)


def _lead(order: Order, hand: int, rng: Random) -> tuple[Card, ...]:
    """A single, as often as not with its twin; now and then a run or a throw of its suit."""
    card = _any_card(hand, rng)
    if not hand & TWIN[card] or rng.random() < 0.5:
        if rng.random() < 0.95:
            return (card,)
        suited = unpack(hand & order.mask[order.suit[card]])
        cards = tuple(rng.sample(suited, min(len(suited), rng.randint(2, 4))))
        return cards if order.suit[card] < 4 else (card,)
    if rng.random() < 0.5 and (runs := runs_of(order, order.suit[card], hand, 2)):
        return rng.choice(runs)
    return (card, card)


SAMPLERS: Final[dict[Family, Sampler]] = {"shengji": shengji, "guandan": guandan.sample}
