"""Deals and positions of the shengji family for tests, written in codes.

``deal`` begins a whole deal in which what matters is given and the rest is filled up; ``table``
is a position in mid-play with hands as short as the point of the test allows.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games.engine.api import (
    Action,
    Bury,
    CloseDeclaring,
    DealSetup,
    Declare,
    GoOn,
    IllegalAction,
    Overturn,
    Phase,
    Play,
    Result,
    Seat,
    game_of,
)
from games.engine.cards import DECK, RANKS, SUITS, Card, cards, codes
from games.engine.shengji.hands import pack, unpack
from games.engine.shengji.order import order_of
from games.engine.shengji.states import Stage, State

SHUANGSHENG = game_of("shuangsheng")
WANGKOU = game_of("wangkou")
TYCOON = game_of("tycoon")


def deal(
    game: str,
    *given: str,
    kitty: str = "",
    level: str = "2",
    levels: tuple[str, str] | None = None,
    dealer: Seat | None = 0,
    options: dict[str, Any] | None = None,
    first_drawer: Seat = 0,
    avoid: str = "",
) -> State:
    """A deal before the first card is drawn; the given cards are drawn first.

    ``dealer`` nobody: a first deal. ``avoid``: cards that seats without given cards do not get
    (they go to the kitty's end or to the first seats that have room).
    """
    hands = [list(cards(text)) for text in (*given, *[""] * (4 - len(given)))]
    bottom = list(cards(kitty))
    rest = list(DECK)
    for card in (*(c for hand in hands for c in hand), *bottom):
        rest.remove(card)
    held_back = [c for c in cards(avoid) if c in rest]
    for card in held_back:
        rest.remove(card)
    rest = [card for start in range(7) for card in rest[start::7]]
    bottom += held_back[: 8 - len(bottom)]
    rest += held_back[max(0, 8 - len(cards(kitty))) :]
    while len(bottom) < 8:
        bottom.append(rest.pop(0))
    for hand in hands:
        while len(hand) < 25:
            hand.append(rest.pop(0))
    setup = DealSetup(
        game=game,
        options=game_of(game).complete(options or {}),
        levels=levels or (level, level),
        first_deal=dealer is None,
        hands=tuple(tuple(hand) for hand in hands),
        kitty=tuple(bottom),
        dealer=dealer,
        first_drawer=first_drawer,
    )
    return game_of(game).start(setup)


def table(
    game: str,
    trump: str | None,
    level: str,
    *given: str,
    dealer: Seat = 0,
    leader: Seat = 0,
    kitty: str = "",
    points: int = 0,
    levels: tuple[str, str] | None = None,
    options: dict[str, Any] | None = None,
    dry: bool = False,
) -> State:
    """A position in which ``leader`` is to lead."""
    hands = tuple(cards(text) for text in (*given, *[""] * (4 - len(given))))
    setup = DealSetup(
        game=game,
        options=game_of(game).complete(options or {}),
        levels=levels or (level, level),
        first_deal=False,
        hands=hands,
        kitty=cards(kitty),
        dealer=dealer,
    )
    state: State = game_of(game).start(setup)
    suit = None if trump is None else SUITS.index(trump)
    stage = Stage(
        order=order_of(RANKS.index(level), suit, state.deal.rules.links),
        dealer=dealer,
        declarer=dealer,
        strength=0,
        kitty=cards(kitty),
        kitty_by=None if dry else dealer,
        dry=dry,
    )
    play = replace(
        state.play,
        hands=tuple(pack(hand) for hand in hands),
        turn=leader,
        leader=leader,
        points=points,
    )
    return replace(state, phase=Phase.PLAY, stage=stage, play=play)


def act(state: State, *actions: Action) -> State:
    """The state after some actions."""
    game = game_of(state.deal.setup.game)
    for action in actions:
        for event in game.decide(state, action):
            state = game.evolve(state, event)
    return state


def play(state: State, *texts: str) -> State:
    """The state after plays, each by the seat whose turn it is."""
    for text in texts:
        state = act(state, Play(state.play.turn, cards(text)))
    return state


def refusal(state: State, action: Action) -> IllegalAction:
    """Why an action is refused."""
    try:
        game_of(state.deal.setup.game).decide(state, action)
    except IllegalAction as refused:
        return refused
    raise AssertionError(f"{action} is not refused")


def code(state: State, action: Action) -> str:
    """The code with which an action is refused."""
    return str(refusal(state, action).code)


def refused_play(state: State, text: str) -> str:
    """The code with which a play by the seat on turn is refused."""
    return code(state, Play(state.play.turn, cards(text)))


def show(seat: Seat, text: str, after: int = 100) -> Declare:
    """A declaration."""
    return Declare(seat, cards(text), after)


def overturn(seat: Seat, text: str = "") -> Overturn:
    """An overturn, or a pass."""
    return Overturn(seat, cards(text))


def bury(state: State, text: str = "") -> State:
    """The state after the one who holds the kitty buried these and then his lowest cards."""
    seat = state.play.turn
    wanted = list(cards(text))
    rest = list(unpack(state.play.hands[seat]))
    for card in wanted:
        rest.remove(card)
    rest = [c for c in rest if c < 52 and c % 13 != state.stage.order.level]  # type: ignore[union-attr]
    return act(state, Bury(seat, tuple([*wanted, *rest][:8])))


def closed(state: State) -> State:
    """Declaring closed."""
    return act(state, CloseDeclaring())


def went_on(state: State) -> State:
    """The table went on after an asking."""
    return act(state, GoOn())


def led_as(state: State, text: str) -> list[str]:
    """What a lead leaves on the table: the cards of the first play of the trick."""
    return list(codes(play(state, text).play.plays[0]))


def winner(state: State, *texts: str) -> Seat:
    """The winner of a trick of four plays."""
    return play(state, *texts).play.tricks[-1].winner


def result(state: State) -> Result:
    """The result of a deal that is over."""
    assert state.result is not None
    return state.result


def finished(
    game: str,
    points: int,
    *,
    dealer: Seat = 0,
    levels: tuple[str, str] = ("2", "2"),
    defenders_win: bool = False,
    kitty: str = "",
    last: tuple[str, str, str, str] | None = None,
    options: dict[str, Any] | None = None,
    trump: str = "S",
    dry: bool = False,
) -> Result:
    """The result of a deal that ends with one trick without points.

    Before it the defenders have ``points``. ``last`` are its plays, from the dealer on; without
    them each seat plays one low club, and the dealer, or with ``defenders_win`` the dealer's
    next player, wins.
    """
    order = ["C9", "C8", "C7", "C6"]
    if defenders_win:
        order = ["C8", "C9", "C7", "C6"]
    plays = list(last or order)
    hands = [""] * 4
    for n, text in enumerate(plays):
        hands[(dealer + n) & 3] = text
    state = table(
        game,
        trump,
        levels[dealer & 1],
        *hands,
        dealer=dealer,
        leader=dealer,
        kitty=kitty,
        points=points,
        levels=levels,
        options=options,
        dry=dry,
    )
    return result(play(state, *plays))


def same(one: tuple[Card, ...], text: str) -> bool:
    """Whether cards are those of a text, in any order."""
    return sorted(one) == sorted(cards(text))
