"""The simple bot of the shengji family: sound habits, no counting of cards.

It is given what a seat sees and nothing else, and answers an action, or nothing where it would
rather not act (no show, no riot).
"""

from __future__ import annotations

from games.engine.api import (
    Action,
    Bury,
    Can,
    Declare,
    Overturn,
    Phase,
    Play,
    Seat,
    Swap,
    team_of,
)
from games.engine.cards import RANKS, SUITS, Card, cards
from games.engine.shengji import advice
from games.engine.shengji.advice import Position
from games.engine.shengji.hands import pack
from games.engine.shengji.options import Follow
from games.engine.shengji.order import TRUMP, Links, Order, order_of
from games.engine.shengji.shapes import decompose, shape_of, weigh
from games.engine.shengji.variant import declared_suit
from games.engine.shengji.views import ShengjiView, TrickView

EAGER, SURE = 0.36, 0.42
"""The share of a hand that must be trumps for a show: in a first deal, where it wins the deal,
and later; a third would be the average."""
FEWEST = 4
"""With fewer cards than this many trumps nothing is shown."""


def choose(view: ShengjiView, can: Can) -> Action | None:
    """What the seat that sees ``view`` does, of what it ``can``."""
    seat = view.viewer
    assert seat is not None  # watchers are never asked
    match view.phase:
        case Phase.PLAY:
            return Play(seat, _play(view, seat))
        case Phase.DECLARE:
            return _declare(view, can, seat)
        case Phase.BURY if "bury" in can.verbs:
            # In wangkou the kitty's points count for nobody (WK-24): there they are well buried.
            hide = view.game == "wangkou"
            return Bury(seat, advice.shorten(_order(view), _hand(view), hide_points=hide))
        case Phase.OVERTURN if "overturn" in can.verbs:
            return Overturn(seat, _overturn(view, can))
        case Phase.SWAP:
            return Swap(seat, (), ())
        case _:
            return None


def _order(view: ShengjiView) -> Order:
    suit = view.trump.suit if view.trump else None
    trump = None if suit is None else SUITS.index(suit)
    return order_of(RANKS.index(view.level), trump, Links(view.links))


def _hand(view: ShengjiView) -> int:
    return pack(card for group in view.hand for card in cards(group))


# -------------------------------------------------------------------------------- playing


def _play(view: ShengjiView, seat: Seat) -> tuple[Card, ...]:
    position = position_of(view, seat)
    return next(advice.plays(position), None) or advice.lowest(position)


def position_of(view: ShengjiView, seat: Seat) -> Position:
    """The position as the view shows it."""
    assert view.dealer is not None
    order, trick = _order(view), view.trick
    position = Position(
        seat=seat,
        hand=_hand(view),
        order=order,
        follow=Follow(view.follow),
        dealer=view.dealer,
    )
    return position if trick is None else _in_trick(position, trick)


def _in_trick(position: Position, trick: TrickView) -> Position:
    order = position.order
    lead = cards(trick.plays[0][1])
    shape = shape_of(order, lead, pack(lead))
    best = next(cards(played) for who, played in trick.plays if who == trick.winning)
    if trick.winning == trick.leader:
        weight = decompose(order, shape.suit, pack(lead))[0].rank
    else:
        weight = weigh(order, shape, pack(best))
    return Position(
        seat=position.seat,
        hand=position.hand,
        order=order,
        follow=position.follow,
        dealer=position.dealer,
        shape=shape,
        best=trick.winning,
        weight=weight,
        points=trick.points,
        last=len(trick.plays) == 3,
    )


# ------------------------------------------------------------------------ before the play


def _declare(view: ShengjiView, can: Can, seat: Seat) -> Action | None:
    """Shows the longest suit if it is long enough; never against the partner's show."""
    asked = "decline" in can.verbs
    standing = view.declaration
    if can.shows and (standing is None or team_of(standing.seat) != team_of(seat)):
        hand = _hand(view)
        show = max((cards(codes) for codes in can.shows), key=lambda c: _length(view, c, hand))
        share = EAGER if view.first_deal else SURE
        length = _length(view, show, hand)
        if asked or length >= max(FEWEST, share * hand.bit_count()):
            return Declare(seat, show, view.drawn)
    return Declare(seat, (), view.drawn) if asked else None


def _length(view: ShengjiView, show: tuple[Card, ...], hand: int) -> int:
    level = RANKS.index(view.level)
    if show[0] < 52:
        level = show[0] % 13  # the other side declares with its own level (TY-5)
    return advice.trump_length(level, declared_suit(show), hand)


def _overturn(view: ShengjiView, can: Can) -> tuple[Card, ...]:
    """Overturns when that leaves clearly more trumps than what stands, else passes."""
    hand, order = _hand(view), _order(view)
    now = (hand & order.mask[TRUMP]).bit_count()
    level = order.level
    best: tuple[Card, ...] = ()
    most = now + 2
    for codes in can.shows:
        show = cards(codes)
        length = advice.trump_length(level, declared_suit(show), hand)
        if length >= most:
            best, most = show, length
    return best
