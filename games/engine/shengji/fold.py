"""The fold: the state after an event. Events are trusted; nothing is judged here."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from games.engine.api import Phase, team_of
from games.engine.cards import POINTS
from games.engine.shengji.events import (
    Buried,
    DealEnded,
    Declared,
    Drawn,
    Event,
    KittyShown,
    KittyTaken,
    Overturned,
    Passed,
    Played,
    Rioted,
    Swapped,
    TrickWon,
    TrumpFixed,
    WentOn,
)
from games.engine.shengji.hands import add, pack, take
from games.engine.shengji.order import order_of
from games.engine.shengji.shapes import SINGLES, shape_of
from games.engine.shengji.states import Bids, Hands, Play, Show, Stage, State, Trick, settled


def evolve(state: State, event: Event) -> State:
    """The state after ``event``."""
    match event:
        case Played():
            return _played(state, event)
        case TrickWon():
            return _trick_won(state, event)
        case Drawn(upto):
            bids = state.bids
            return _bidding(state, Bids(upto, bids.shows, bids.declined))
        case Declared(seat, cards, after, strength):
            shows = (*state.bids.shows, Show(seat, cards, after, strength))
            return _bidding(state, Bids(after, shows, state.bids.declined))
        case Passed():
            return _passed(state, event)
        case TrumpFixed():
            return _trump_fixed(state, event)
        case KittyShown():
            stage = replace(settled(state), dry=True)
            return state.deal.variant.begin_play(replace(state, stage=stage))
        case KittyTaken():
            return _kitty_taken(state, event)
        case Buried():
            return _buried(state, event)
        case Swapped():
            return _swapped(state, event)
        case Overturned():
            return _overturned(state, event)
        case WentOn():
            return state.deal.variant.after_asking(state)
        case Rioted():
            return state
        case DealEnded(result):
            return replace(state, phase=Phase.DONE, result=result)
        case _:
            assert_never(event)


def _bidding(state: State, bids: Bids) -> State:
    return State(state.deal, state.phase, bids, state.stage, state.play)


def _with_hand(hands: Hands, seat: int, hand: int) -> Hands:
    changed = list(hands)
    changed[seat] = hand
    return (changed[0], changed[1], changed[2], changed[3])


# ---------------------------------------------------------------------- before the play


def _passed(state: State, event: Passed) -> State:
    if state.phase is Phase.DECLARE:
        bids = state.bids
        return _bidding(state, Bids(100, bids.shows, (*bids.declined, event.seat)))
    stage = settled(state)
    return replace(
        state, stage=replace(stage, pending=tuple(s for s in stage.pending if s != event.seat))
    )


def _trump_fixed(state: State, event: TrumpFixed) -> State:
    deal = state.deal
    stage = Stage(
        order=order_of(event.level, event.suit, deal.rules.links),
        dealer=event.dealer,
        declarer=event.declarer,
        strength=event.strength,
        turned=event.turned,
        kitty=deal.setup.kitty,
    )
    bids = replace(state.bids, drawn=100)
    return deal.variant.after_fixed(replace(state, bids=bids, stage=stage))


def _kitty_taken(state: State, event: KittyTaken) -> State:
    hands = state.play.hands
    hand = add(hands[event.seat], event.cards)
    return replace(
        state,
        phase=Phase.BURY,
        stage=replace(settled(state), burier=event.seat),
        play=replace(state.play, hands=_with_hand(hands, event.seat, hand), turn=event.seat),
    )


def _buried(state: State, event: Buried) -> State:
    hands = state.play.hands
    hand = take(hands[event.seat], event.cards)
    stage = replace(settled(state), kitty=event.cards, kitty_by=event.seat, burier=None)
    play = replace(state.play, hands=_with_hand(hands, event.seat, hand))
    return state.deal.variant.after_bury(replace(state, stage=stage, play=play))


def _swapped(state: State, event: Swapped) -> State:
    stage, hands, seat = settled(state), state.play.hands, event.seat
    kitty = list(stage.kitty)
    for card in event.take:
        kitty.remove(card)
    swapped = replace(state, stage=replace(stage, kitty=(*kitty, *event.give)))
    hand = add(take(hands[seat], event.give), event.take)
    swapped = replace(swapped, play=replace(state.play, hands=_with_hand(hands, seat, hand)))
    still = tuple(s for s in stage.pending if s != seat and state.deal.variant.swaps(swapped, s))
    return replace(swapped, stage=replace(settled(swapped), pending=still))


def _overturned(state: State, event: Overturned) -> State:
    stage, deal = settled(state), state.deal
    first = deal.setup.first_deal
    overturned = replace(
        stage,
        order=order_of(stage.order.level, event.suit, deal.rules.links),
        dealer=event.seat if first else stage.dealer,
        strength=event.strength,
        overturns=(*stage.overturns, (event.seat, event.cards)),
        pending=(),
    )
    return deal.variant.after_fixed(replace(state, stage=overturned))


# ------------------------------------------------------------------------------ the play


def _played(state: State, event: Played) -> State:
    play = state.play
    seat, cards = event.seat, event.cards
    changed = list(play.hands)
    changed[seat] = take(changed[seat], cards)
    hands = (changed[0], changed[1], changed[2], changed[3])
    points = play.trick_points + sum([POINTS[card] for card in cards])
    if play.shape is None:
        return State(
            state.deal, state.phase, state.bids, state.stage, _led(state, event, hands, points)
        )
    beats = event.weight > play.weight
    return State(
        state.deal,
        state.phase,
        state.bids,
        state.stage,
        Play(
            hands,
            (seat + 1) & 3,
            play.leader,
            (*play.plays, cards),
            play.shape,
            seat if beats else play.best,
            event.weight if beats else play.weight,
            play.thrown,
            points,
            play.points,
            play.tricks,
            play.failed,
            play.captured,
        ),
    )


def _led(state: State, event: Played, hands: Hands, points: int) -> Play:
    play, order = state.play, settled(state).order
    seat, cards = event.seat, event.cards
    if len(cards) == 1:
        shape = SINGLES[order.suit[cards[0]]]
    else:
        shape = shape_of(order, cards, pack(cards))
    total, failed = play.points, play.failed
    if event.thrown is not None:
        team = team_of(seat)
        failed = (failed[0] + (team == 0), failed[1] + (team == 1))
        fine = state.deal.rules.throw_fine  # WK-23
        if team == team_of(settled(state).dealer):
            total += fine
        else:
            total = max(0, total - fine)
    return Play(
        hands,
        (seat + 1) & 3,
        seat,
        (cards,),
        shape,
        seat,
        event.weight,
        event.thrown,
        points,
        total,
        play.tricks,
        failed,
        play.captured,
    )


def _trick_won(state: State, event: TrickWon) -> State:
    play, winner = state.play, event.seat
    defended = (winner ^ settled(state).dealer) & 1
    captured = play.captured
    if defended and event.points:
        captured += tuple([card for cards in play.plays for card in cards if POINTS[card]])
    trick = Trick(play.leader, play.plays, winner, event.points, play.thrown)
    return State(
        state.deal,
        state.phase,
        state.bids,
        state.stage,
        Play(
            play.hands,
            winner,
            winner,
            (),
            None,
            winner,
            0,
            None,
            0,
            play.points + event.points if defended else play.points,
            (*play.tricks, trick),
            play.failed,
            captured,
        ),
    )
