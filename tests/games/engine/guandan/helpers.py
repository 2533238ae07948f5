"""Deals and plays for the tests of 掼蛋, written in codes."""

from __future__ import annotations

from typing import Any

from games.engine.api import Action, DealSetup, Pass, Play, Refusal, Seat, game_of
from games.engine.cards import DECK, SUITS, Card, cards
from games.engine.guandan.combos import Reading, level_rank, readings
from games.engine.guandan.state import State

GAME = game_of("guandan")


def hand(text: str) -> tuple[Card, ...]:
    """Cards of codes; ``3*8`` are eight threes, suits in order, ``9S`` … as usual ``S9``.

    >>> len(hand("3*8 S4 HR"))
    10
    """
    found: list[Card] = []
    for word in text.split():
        if "*" in word:
            rank, count = word.split("*")
            found += cards([suit + rank for suit in SUITS for _ in "12"][: int(count)])
        else:
            found += cards(word)
    return tuple(found)


def setup(*given: str, fill: bool = True, **others: Any) -> DealSetup:
    """A deal in which each seat holds what is given; the rest of the deck fills the hands.

    A later deal if ``previous`` is given; otherwise the first one, led by ``leader`` (0).
    """
    options = GAME.complete(others.pop("options", {}))
    hands = [list(hand(text)) for text in given] + [[] for _ in range(4 - len(given))]
    rest = list(DECK)
    for each in hands:
        for card in each:
            rest.remove(card)
    # Spread: filling every hand from all of the rest keeps it free of accidental long suits.
    order = [card for start in range(7) for card in rest[start::7]]
    for each in hands:
        while len(each) < 27:
            each.append(order.pop(0))
    leader = others.pop("leader", 0)
    turned = None
    if others.get("previous") is None:
        turned = next((card, leader) for card in hands[leader] if card < 52)
    return DealSetup(
        game="guandan",
        options=options,
        levels=others.pop("levels", ("2", "2")),
        first_deal=turned is not None,
        hands=tuple(tuple(each) for each in hands),
        turned=turned,
        **others,
    )


def start(*given: str, **others: Any) -> State:
    """The state at the beginning of such a deal."""
    made = setup(*given, **others)
    assert GAME.check_setup(made) is None
    state: State = GAME.start(made)
    return state


def act(state: State, *actions: Action) -> State:
    """The state after some legal actions."""
    for action in actions:
        for event in GAME.decide(state, action):
            state = GAME.evolve(state, event)
    return state


def play(state: State, seat: Seat, text: str, as_: str | None = None) -> State:
    """The state after ``seat`` played."""
    return act(state, Play(seat, hand(text), None if as_ is None else hand(as_)))


def story(state: State, *plays: str) -> State:
    """Plays written ``2: S3 S3``; everybody asked in between passes."""
    for text in plays:
        who, what = text.split(":")
        seat = int(who)
        state = passes(state, seat)
        state = play(state, seat, what)
    return state


def passes(state: State, until: Seat) -> State:
    """Everybody asked before ``until`` passes."""
    while state.turn != until:
        state = act(state, Pass(state.turn))
    return state


def refused(state: State, action: Action) -> Refusal:
    """The code of the refusal; a legal action fails the test."""
    from games.engine.api import IllegalAction

    try:
        GAME.decide(state, action)
    except IllegalAction as illegal:
        return illegal.code
    raise AssertionError(f"{action} is legal")


def read(level: str, text: str) -> tuple[Reading, ...]:
    """The readings of cards."""
    return readings(level_rank(level), hand(text))


def names(level: str, text: str) -> list[str]:
    """The readings of cards in words, strongest first: ``full_house 9``, ``bomb 9 of 5``."""
    return [
        f"{r.kind} {r.rank} of {r.size}" if r.kind == "bomb" else f"{r.kind} {r.rank}"
        for r in read(level, text)
    ]


def beats(level: str, upper: str, lower: str) -> bool:
    """Whether some reading of ``upper`` beats the strongest one of ``lower``."""
    return any(r.beats(read(level, lower)[0]) for r in read(level, upper))
