"""What one viewer may see of a deal, built field by field from what that viewer may know."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from games.engine.api import Level, Phase, Result, Seat, Viewer
from games.engine.cards import CODES, RANKS, SUITS, Card, codes
from games.engine.shengji.declaring import drawn_cards
from games.engine.shengji.hands import BIT, SPAN, pack
from games.engine.shengji.order import TRUMP, Order, order_of
from games.engine.shengji.states import Show, State, Trick
from games.engine.shengji.variant import declared_suit

Codes = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TrumpView:
    """The trump suit (S H C D, or nothing: no trump) and the level of the deal."""

    suit: str | None
    level: Level


@dataclass(frozen=True, slots=True)
class ShowView:
    """A show: who, what, and how many of the 100 cards were drawn by then."""

    seat: Seat
    cards: Codes
    after: int


@dataclass(frozen=True, slots=True)
class OverturnView:
    """An overturn: who, and with what."""

    seat: Seat
    cards: Codes


@dataclass(frozen=True, slots=True)
class TrickView:
    """A trick: ``plays`` as (seat, cards) from the leader on, who is winning, who has won."""

    leader: Seat
    plays: tuple[tuple[Seat, Codes], ...]
    winning: Seat
    winner: Seat | None
    points: int


@dataclass(frozen=True, slots=True)
class FailedThrow:
    """A throw that failed: what was tried, and what had to stay on the table."""

    seat: Seat
    cards: Codes
    forced: Codes


@dataclass(frozen=True, slots=True)
class ShengjiView:
    """One viewer's sight of a deal; cards are codes. ``hand`` is empty for watchers."""

    game: str
    phase: Phase
    viewer: Viewer
    levels: tuple[Level, Level]
    level: Level
    """The level of the deal, as far as it stands."""
    first_deal: bool
    links: str
    """How pairs link to runs (``order.Links``)."""
    follow: str
    """How the shape of a lead binds (``options.Follow``)."""
    trump: TrumpView | None
    dealer: Seat | None
    declaration: ShowView | None
    declarations: tuple[ShowView, ...]
    overturns: tuple[OverturnView, ...]
    turned: Codes
    """Kitty cards turned up for want of a declaration."""
    drawn: int
    turn: tuple[Seat, ...]
    hand: tuple[Codes, ...]
    """The trumps, then one group a side suit, each from the highest card down."""
    counts: tuple[int, ...]
    kitty: Codes | None
    kitty_by: Seat | None
    trick: TrickView | None
    last_trick: TrickView | None
    tricks_played: int
    points: int
    failed_throw: FailedThrow | None
    captured: Codes
    """The point cards that the defenders took."""
    hands: tuple[Codes, ...] | None
    """The four hands as dealt, once the deal is over."""
    result: Result | None


def view_of(state: State, viewer: Viewer) -> ShengjiView:
    """What ``viewer`` may see."""
    deal, stage, play, bids = state.deal, state.stage, state.play, state.bids
    setup = deal.setup
    standing = bids.standing
    level_team = state.level_team
    if stage is None and standing is not None:
        level_team = deal.variant.declared_team(state, standing.seat)
    level = setup.levels[level_team]
    dealer: Seat | None
    trump: TrumpView | None
    if stage is not None:
        order, dealer, trump = stage.order, stage.dealer, _trump(stage.order)
    else:
        suit = declared_suit(standing.cards) if standing else None
        order = order_of(RANKS.index(level), suit, deal.rules.links)
        dealer, trump = setup.dealer, _trump(order) if standing else None
    return ShengjiView(
        game=setup.game,
        phase=state.phase,
        viewer=viewer,
        levels=setup.levels,
        level=level,
        first_deal=setup.first_deal,
        links=deal.rules.links,
        follow=deal.rules.follow,
        trump=trump,
        dealer=dealer,
        declaration=_show(standing) if standing else None,
        declarations=tuple([_show(show) for show in bids.shows]),
        overturns=()
        if stage is None
        else tuple([OverturnView(seat, codes(cards)) for seat, cards in stage.overturns]),
        turned=() if stage is None else codes(stage.turned),
        drawn=bids.drawn,
        turn=public_turn(state),
        hand=_hand(state, viewer, order),
        counts=_counts(state),
        kitty=_kitty(state, viewer),
        kitty_by=None if stage is None else stage.kitty_by,
        trick=_trick_under_way(state),
        last_trick=_won(play.tricks[-1]) if play.tricks else None,
        tricks_played=len(play.tricks),
        points=play.points,
        failed_throw=_failed_throw(state),
        captured=codes(play.captured),
        hands=tuple(_sorted(order, hand) for hand in setup.hands)
        if state.phase is Phase.DONE
        else None,
        result=state.result,
    )


def public_turn(state: State) -> tuple[Seat, ...]:
    """The seats that everybody may know to be asked."""
    match state.phase:
        case Phase.PLAY:
            return (state.play.turn,)
        case Phase.BURY:
            return (state.play.turn,)
        case Phase.DECLARE:
            return state.deal.variant.public_declarers(state)
        case _:
            return ()


def _trump(order: Order) -> TrumpView:
    return TrumpView(None if order.trump is None else SUITS[order.trump], RANKS[order.level])


def _show(show: Show) -> ShowView:
    return ShowView(show.seat, codes(show.cards), show.after)


def _counts(state: State) -> tuple[int, ...]:
    if state.phase is Phase.DECLARE:
        return tuple(len(drawn_cards(state, seat, state.bids.drawn)) for seat in range(4))
    return tuple([hand.bit_count() for hand in state.play.hands])


def _hand(state: State, viewer: Viewer, order: Order) -> tuple[Codes, ...]:
    if viewer is None:
        return ()
    if state.phase is Phase.DECLARE:
        return groups(order, pack(drawn_cards(state, viewer, state.bids.drawn)))
    return groups(order, state.play.hands[viewer])


@lru_cache(maxsize=4096)
def groups(order: Order, hand: int) -> tuple[Codes, ...]:
    """A hand for the eye: the trumps, then one group a side suit, each from the highest down."""
    pairs = hand >> SPAN
    found = []
    for suit in (TRUMP, *(s for s in range(TRUMP) if s != order.trump)):
        group: list[str] = []
        for kind in order.falling[suit]:
            if hand & BIT[kind]:
                group.append(CODES[kind])
                if pairs & BIT[kind]:
                    group.append(CODES[kind])
        found.append(tuple(group))
    return tuple(found)


def _sorted(order: Order, cards: tuple[Card, ...]) -> Codes:
    return tuple(code for group in groups(order, pack(cards)) for code in group)


def _kitty(state: State, viewer: Viewer) -> Codes | None:
    """The kitty's cards, if this viewer may know them now (SS-5, TY-9, WK-12, WK-15)."""
    stage = state.stage
    if state.phase is Phase.DONE:
        return codes(state.deal.setup.kitty if stage is None else stage.kitty)
    if stage is None:
        return None
    if stage.dry:
        return codes(stage.kitty)
    if stage.burier is not None:
        return codes(stage.kitty) if viewer == stage.burier else None
    if stage.kitty_by is None:
        return None
    if state.deal.rules.open_kitty or viewer == stage.kitty_by:
        return codes(stage.kitty)
    return None


def _trick_under_way(state: State) -> TrickView | None:
    play = state.play
    if not play.plays:
        return None
    return TrickView(
        play.leader, _plays(play.leader, play.plays), play.best, None, play.trick_points
    )


def _won(trick: Trick) -> TrickView:
    plays = _plays(trick.leader, trick.plays)
    return TrickView(trick.leader, plays, trick.winner, trick.winner, trick.points)


def _plays(leader: Seat, plays: tuple[tuple[Card, ...], ...]) -> tuple[tuple[Seat, Codes], ...]:
    return tuple(
        [((leader + n) & 3, tuple([CODES[c] for c in cards])) for n, cards in enumerate(plays)]
    )


def _failed_throw(state: State) -> FailedThrow | None:
    """Of the trick under way, or else of the last one."""
    play = state.play
    if play.plays:
        leader, plays, thrown = play.leader, play.plays, play.thrown
    elif play.tricks:
        last = play.tricks[-1]
        leader, plays, thrown = last.leader, last.plays, last.thrown
    else:
        return None
    return None if thrown is None else FailedThrow(leader, codes(thrown), codes(plays[0]))
