"""What a seat is asked: what it may do, what would be sensible, what a time-out does."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.api import Action, Can, Pass, Phase, Play, Return, Seat, Tribute
from games.engine.cards import Card, codes
from games.engine.guandan.advice import follows, leads
from games.engine.guandan.combos import RANK, Kind, in_order, wild_card
from games.engine.guandan.moves import Move, moves
from games.engine.guandan.state import State
from games.engine.guandan.tribute import lowest, payable, returnable


def can(state: State, seat: Seat) -> Can:
    """What ``seat``, which is in turn, may do."""
    if state.phase is Phase.TRIBUTE:
        return _one_of("tribute", payable(state.level, state.hands[seat]))
    if state.phase is Phase.RETURN:
        return _one_of("return", returnable(state, state.hands[seat]))
    hand = state.hands[seat]
    target = state.to_beat
    if target is None:
        only = codes(hand) if len(hand) == 1 else None
        return Can(verbs=("play",), count=(1, min(len(hand), 10)), only=only)
    found = list(moves(state.level, hand, target))
    if not found:
        return Can(verbs=("pass",))
    sizes = [len(cards) for cards, _ in found]
    pool = _pool(state.level, hand, found)
    return Can(
        verbs=("play", "pass"),
        count=(min(sizes), max(sizes)),
        pool=codes(in_order(state.level, pool)),
        only=codes(found[0][0]) if len(found) == 1 and sizes[0] == len(pool) else None,
    )


def _one_of(verb: str, choice: tuple[Card, ...]) -> Can:
    """One card out of ``choice`` is asked for."""
    only = codes(choice[:1]) if len(set(choice)) == 1 else None
    return Can(verbs=(verb,), count=(1, 1), pool=codes(choice), only=only)


def _pool(level: int, hand: tuple[Card, ...], found: list[Move]) -> tuple[Card, ...]:
    """The cards that some legal play may be made of.

    A move takes any cards of its ranks (a straight flush: of its suit), and wild cards may take
    the place of any but a single.
    """
    wild = wild_card(level)
    ranks: set[int] = set()
    flushes: set[Card] = set()
    for cards, reading in found:
        natural = [card for card in cards if card != wild]
        if reading.kind is Kind.STRAIGHT_FLUSH:
            flushes.update(natural)
        else:
            ranks.update(RANK[card] for card in natural)
    wilds_too = any(len(cards) > 1 or wild in cards for cards, _ in found) or level in ranks
    return tuple(
        card
        for card in hand
        if (card == wild and wilds_too)
        or (card != wild and (RANK[card] in ranks or card in flushes))
    )


def hints(state: State, seat: Seat) -> Iterator[Action]:
    """Sensible legal actions of ``seat``, which is in turn, best first."""
    hand, level = state.hands[seat], state.level
    if state.phase is Phase.TRIBUTE:
        choice = payable(level, hand)
        yield from (Tribute(seat, (card,)) for card in dict.fromkeys(choice))
        return
    if state.phase is Phase.RETURN:
        choice = in_order(level, returnable(state, hand))
        yield from (Return(seat, (card,)) for card in dict.fromkeys(reversed(choice)))
        return
    target = state.to_beat
    if target is None:
        yield from (_play(seat, move) for move in leads(level, hand))
        return
    assert state.current is not None
    by_partner = state.current.moves[-1].seat == (seat + 2) % 4
    if by_partner:
        yield Pass(seat)
    yield from (_play(seat, move) for move in follows(level, hand, target))
    if not by_partner:
        yield Pass(seat)


def _play(seat: Seat, move: Move) -> Play:
    """A move as an action; the reading is named where wild cards could be read otherwise."""
    cards, reading = move
    return Play(seat, cards, None if reading.stands == cards else reading.stands)


def default_action(state: State, seat: Seat) -> Action:
    """What a time-out does for ``seat``: nothing is spent that need not be."""
    hand = state.hands[seat]
    match state.phase:
        case Phase.TRIBUTE:
            return Tribute(seat, (payable(state.level, hand)[0],))
        case Phase.RETURN:
            return Return(seat, (lowest(state.level, returnable(state, hand)),))
        case _ if state.current is None:
            return Play(seat, (lowest(state.level, hand),))
    return Pass(seat)
