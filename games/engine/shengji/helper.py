"""Help for the one who has to act: what is possible, hints, and what a time-out does."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.api import (
    N_,
    Action,
    Bury,
    Can,
    CloseDeclaring,
    Declare,
    Overturn,
    Phase,
    Play,
    Seat,
    Swap,
)
from games.engine.cards import RANKS, SMALL_JOKER, Card, codes
from games.engine.shengji import advice
from games.engine.shengji.advice import Position
from games.engine.shengji.declaring import drawn_cards, possible_shows
from games.engine.shengji.hands import KINDS_MASK, SPAN, both, pack, unpack
from games.engine.shengji.order import TRUMP
from games.engine.shengji.phases import due
from games.engine.shengji.shapes import Shape, places, shape_of, tops, weigh
from games.engine.shengji.states import State, settled
from games.engine.shengji.tricks import demands
from games.engine.shengji.variant import declared_suit

# ------------------------------------------------------------------------------------ can


def can(state: State, seat: Seat) -> Can | None:
    """What ``seat`` may do now; it depends on nothing that the seat does not know."""
    match state.phase:
        case Phase.PLAY:
            if seat != state.play.turn:
                return None
            return _can_lead(state) if state.play.shape is None else _can_follow(state)
        case Phase.DECLARE:
            return _can_declare(state, seat)
        case Phase.BURY:
            return _can_bury(state, seat)
        case Phase.OVERTURN:
            return _can_overturn(state, seat)
        case Phase.SWAP:
            return _can_swap(state, seat)
        case _:
            return None


def _can_declare(state: State, seat: Seat) -> Can | None:
    variant = state.deal.variant
    asked = variant.asking(state) if state.bids.drawn == 100 else None
    if asked is not None and seat not in asked:
        return None
    if asked is None and seat not in variant.declarers(state):
        return None
    shows = possible_shows(state, seat)
    if not shows:
        return None
    return Can(("declare", "decline") if asked else ("declare",), shows=tuple(map(codes, shows)))


def _can_bury(state: State, seat: Seat) -> Can | None:
    riot = ("riot",) if state.deal.variant.may_riot(state, seat) else ()
    if seat == settled(state).burier:
        return Can(("bury", *riot), count=(8, 8))
    return Can(riot) if riot else None


def _can_overturn(state: State, seat: Seat) -> Can | None:
    variant = state.deal.variant
    riot = ("riot",) if variant.may_riot(state, seat) else ()
    if seat in settled(state).pending:
        shows = tuple(map(codes, variant.overturns(state, seat)))
        return Can(("overturn", *riot), shows=shows)
    return Can(riot) if riot else None


def _can_swap(state: State, seat: Seat) -> Can | None:
    stage = settled(state)
    if seat not in stage.pending:
        return None
    takes = state.deal.variant.takes(stage.kitty)
    jokers = tuple(c for c in unpack(state.play.hands[seat]) if c >= SMALL_JOKER)
    return Can(
        ("swap",),
        count=(0, min(len(jokers), len(takes))),
        pool=codes(jokers),
        takes=codes(takes),
    )


def _can_lead(state: State) -> Can:
    hand = state.play.hands[state.play.turn]
    order = settled(state).order
    most = max((hand & mask).bit_count() for mask in order.mask)
    only = codes(unpack(hand)) if hand.bit_count() == 1 else None
    return Can(("play",), count=(1, most), only=only)


def _can_follow(state: State) -> Can:
    play, order = state.play, settled(state).order
    shape, hand = play.shape, play.hands[play.turn]
    assert shape is not None
    need = shape.count
    suited = hand & order.mask[shape.suit]
    held = suited.bit_count()
    count = (need, need)
    if held > need:
        return _can_follow_in_suit(state, shape, suited)
    must = unpack(suited)
    others = unpack(hand ^ suited)
    missing = need - held
    only = None
    if missing == 0 or missing == len(others) or len(set(others)) == 1:
        only = codes((*must, *others[:missing]))
    pool = codes(must) if missing == 0 else None
    return Can(("play",), count=count, pool=pool, must=codes(must), only=only)


def _can_follow_in_suit(state: State, shape: Shape, suited: int) -> Can:
    """There are more cards of the suit than are needed; TY-16 may bind the shape."""
    order, need = settled(state).order, shape.count
    run, pairs = demands(state.deal.rules.follow, order, shape, suited)
    held = suited >> SPAN
    pool, must = suited, 0
    if pairs and need == 2:
        pool = both(held)
    elif run and run == shape.sizes[0]:
        pool = both(_kinds_in_runs(order.ladder[shape.suit], held, run))
    elif pairs and pairs == held.bit_count():
        must = both(held)
    only = None
    if pool.bit_count() == need or (pool & KINDS_MASK).bit_count() == 1:
        only = unpack(pool)[:need]
    return Can(
        ("play",),
        count=(need, need),
        pool=codes(unpack(pool)),
        must=codes(unpack(must) if only is None else only),
        only=None if only is None else codes(only),
    )


def _kinds_in_runs(ladder: tuple[int, ...], pairs: int, length: int) -> int:
    """The kinds of ``pairs`` that are part of some run of this length."""
    found = 0
    ends = tops(places(ladder, pairs), length)
    for top in range(length - 1, len(ladder)):
        if ends >> top & 1:
            for there in ladder[top - length + 1 : top + 1]:
                found |= pairs & there
    return found


# ---------------------------------------------------------------------------------- hints


def position_of(state: State, seat: Seat) -> Position:
    """What ``seat`` knows when it is to play."""
    play, stage = state.play, settled(state)
    return Position(
        seat=seat,
        hand=play.hands[seat],
        order=stage.order,
        follow=state.deal.rules.follow,
        dealer=stage.dealer,
        shape=play.shape,
        best=play.best,
        weight=play.weight,
        points=play.trick_points,
        last=len(play.plays) == 3,
    )


def hints(state: State, seat: Seat) -> Iterator[Action]:
    """Sensible legal actions of a seat that has to act, best first."""
    match state.phase:
        case Phase.PLAY if seat == state.play.turn:
            for cards in advice.plays(position_of(state, seat)):
                yield Play(seat, cards)
        case Phase.DECLARE:
            yield from _show_hints(state, seat)
        case Phase.BURY if seat == settled(state).burier:
            order, hand = settled(state).order, state.play.hands[seat]
            yield Bury(seat, advice.shorten(order, hand))
            yield Bury(seat, advice.bury(order, hand))
        case Phase.OVERTURN if seat in settled(state).pending:
            yield Overturn(seat, ())
            for cards in state.deal.variant.overturns(state, seat):
                yield Overturn(seat, cards)
        case Phase.SWAP if seat in settled(state).pending:
            yield Swap(seat, (), ())


def _show_hints(state: State, seat: Seat) -> Iterator[Action]:
    possible = can(state, seat)
    if possible is None:
        return
    after, variant = state.bids.drawn, state.deal.variant
    level = RANKS.index(state.deal.setup.levels[variant.declared_team(state, seat)])
    hand = pack(drawn_cards(state, seat, after))
    shows = sorted(
        possible_shows(state, seat),
        key=lambda cards: -advice.trump_length(level, declared_suit(cards), hand),
    )
    for cards in shows:
        yield Declare(seat, cards, after)
    if "decline" in possible.verbs:
        yield Declare(seat, (), after)


def default_action(state: State, seat: Seat) -> Action:
    """What is done for a seat whose time is up. While declaring is open it is the table's."""
    match state.phase:
        case Phase.PLAY:
            return Play(seat, advice.lowest(position_of(state, seat)))
        case Phase.BURY:
            return Bury(seat, advice.bury(settled(state).order, state.play.hands[seat]))
        case Phase.OVERTURN:
            return Overturn(seat, ())
        case Phase.SWAP:
            return Swap(seat, (), ())
        case Phase.DECLARE:
            if state.bids.drawn == 100 and state.deal.variant.asking(state):
                return Declare(seat, ())
            return due(state) or CloseDeclaring()
        case _:
            raise ValueError(f"nothing is to be done in phase {state.phase}")


# ---------------------------------------------------------------------------------- names


def name_play(state: State, cards: tuple[Card, ...]) -> str:
    """The kind of a play: what it is in the trick, in the words of the game."""
    order, play = settled(state).order, state.play
    packed = pack(cards)
    suit = order.suit[cards[0]]
    if packed & ~order.mask[suit]:
        return N_("discard")
    kind = _kind(shape_of(order, cards, packed).sizes, state.deal.variant.run_name)
    shape = play.shape
    if shape is None or suit == shape.suit:
        return kind
    if suit == TRUMP:
        return N_("ruff") if weigh(order, shape, packed) else N_("discard")
    return N_("discard")


def _kind(sizes: tuple[int, ...], run: str) -> str:
    match sizes:
        case (0,):
            return N_("single")
        case (1,):
            return N_("pair")
        case (_,):
            return run
        case _:
            return N_("throw")
