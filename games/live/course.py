"""What happens in a deal by itself: drawing, countdowns, turns that run out, bots."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from games.engine.api import Action, Declare, Draw, IllegalAction, Phase, Seat
from games.live.people import SEATS

if TYPE_CHECKING:
    from games.live.deal import LiveDeal
    from games.live.world import Timer

DRAWN: Final = 100
"""Cards that are drawn in a deal with a kitty."""


class Course:
    """One timer, always set for the next thing that is to happen in the deal."""

    def __init__(self, deal: LiveDeal) -> None:
        self._deal = deal
        self._draw_at = 0.0
        self._timer: Timer | None = None
        self.stopped = False

    def start(self) -> None:
        """Begin, or go on after an interruption."""
        self.stopped = False
        self._draw_at = self._deal.world.now() + self._deal.world.pace.draw
        self.go_on()

    def stop(self) -> None:
        """Nothing happens by itself any more, until it is started again."""
        self.stopped = True
        if self._timer is not None:
            self._timer.cancel()

    def go_on(self) -> None:
        """Something has happened: see what follows from it."""
        self._ask_declarers()
        self.arm()

    def arm(self) -> None:
        """Set the timer for the next thing that happens by itself."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self.stopped:
            return
        due = self._next()
        if due is not None:
            self._timer = self._deal.world.at(*due)

    def _next(self) -> tuple[float, Callable[[], None]] | None:
        """When something is to happen by itself, and what."""
        deal = self._deal
        if deal.window is not None:
            return deal.window.ends, self._place_over
        if deal.clock.since:
            when, seat = min((self._patience(seat), seat) for seat in deal.clock.since)
            return when, partial(self._time_up, seat)
        if isinstance(deal.game.due(deal.state), Draw):
            return self._draw_at, self._draw
        return None

    def _patience(self, seat: Seat) -> float:
        """When a seat on turn is acted for."""
        deal = self._deal
        pace, since = deal.world.pace, deal.clock.since[seat]
        if deal.people.is_bot(seat):
            return since + pace.think + (pace.linger if since == deal.swept_at else 0)
        if deal.people.is_away(seat):
            return min(since + pace.away, deal.clock.deadline(seat))
        return deal.clock.deadline(seat)

    def _draw(self) -> None:
        """One card a seat; all at once where the table is in a hurry."""
        deal, pace = self._deal, self._deal.world.pace
        action = deal.game.due(deal.state)
        if isinstance(action, Draw):
            self._draw_at = deal.world.now() + pace.draw
            deal.do(action if pace.draw else Draw(DRAWN))

    # ------------------------------------------------------------------ asking in secret

    def _place_over(self) -> None:
        """Who was asked in secret and did not answer has said no; then the next, or the end."""
        deal, window = self._deal, self._deal.window
        assert window is not None
        asked = deal.asked(deal.state)
        if asked is not None:
            deal.do(deal.game.default_action(deal.state, asked), seat=asked, auto=True)
        if deal.window is not window:
            return
        if window.advance():
            self.ask()
            self.arm()
            return
        deal.window = None
        action = deal.game.due(deal.state)
        assert action is not None, "somebody is still asked, in no place of the window"
        deal.do(action)

    def ask(self) -> None:
        """The place of a seat has begun: if it is asked, its bot is, or its player sees it."""
        seat = self._deal.asked(self._deal.state)
        if seat is None:
            return
        if self._stands_in(seat):
            self._ask_bot(seat)
        else:
            self._deal.tell_asked(seat)

    # ---------------------------------------------------------------------------- turns

    def _time_up(self, seat: Seat) -> None:
        """A bot's or an absent player's turn is decided by a bot, anybody else's by default."""
        if self._stands_in(seat):
            self._ask_bot(seat)
        else:
            self._default(seat)

    def _stands_in(self, seat: Seat) -> bool:
        """Whether a bot acts for a seat."""
        return self._deal.people.is_bot(seat) or self._deal.people.is_away(seat)

    def _default(self, seat: Seat) -> None:
        deal = self._deal
        action = deal.game.default_action(deal.state, seat)
        deal.do(action, seat=seat, auto=not deal.people.is_bot(seat))

    def _ask_bot(self, seat: Seat) -> None:
        deal = self._deal
        can = deal.game.can(deal.state, seat)
        if can is None:
            self._default(seat)
            return
        view, strength = deal.game.view(deal.state, seat), deal.people.seats[seat].bot
        deal.world.choose(strength, view, can, partial(self._bot_says, seat, deal.seq))

    def _bot_says(self, seat: Seat, seq: int, action: Action | None) -> None:
        """The answer of a bot that was asked when the log stood at ``seq``."""
        deal = self._deal
        if self.stopped or deal.seq != seq:
            return
        if not self._stands_in(seat):
            self.arm()  # the player is back
            return
        if action is not None:
            try:
                deal.do(action, seat=seat, auto=not deal.people.is_bot(seat))
            except IllegalAction:
                pass
            else:
                return
        self._default(seat)

    # ------------------------------------------------------------------------- declaring

    def _ask_declarers(self) -> None:
        """Every bot that could show something is asked whether it does."""
        deal = self._deal
        if deal.game.phase(deal.state) is not Phase.DECLARE:
            return
        for seat in SEATS:
            if deal.people.seats[seat].bot:
                can = deal.game.can(deal.state, seat)
                if can is not None and can.shows:
                    view, strength = deal.game.view(deal.state, seat), deal.people.seats[seat].bot
                    deal.world.choose(strength, view, can, self._bot_declares)

    def _bot_declares(self, action: Action | None) -> None:
        deal = self._deal
        if self.stopped or not isinstance(action, Declare) or not action.cards:
            return
        try:
            deal.do(Declare(action.seat, action.cards, deal.drawn()), seat=action.seat)
        except IllegalAction:
            return  # somebody was quicker
