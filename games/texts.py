"""What the players of a table are told in words: why not, and what instead."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games.engine.api import IllegalAction, Refusal
from games.engine.cards import Card, codes

SUITS: Final = {
    "S": "♠",
    "H": "♥",
    "C": "♣",
    "D": "♦",
    "trump": gettext_noop("trump"),
}

PLAIN: Final = {
    Refusal.BAD_RECORD: gettext_noop("The table did not understand that. Reload the page."),
    Refusal.WRONG_PHASE: gettext_noop("Not at this point of the deal."),
    Refusal.NOT_YOUR_TURN: gettext_noop("It is not your turn."),
    Refusal.BAD_DECLARATION: gettext_noop("Trump cannot be declared with these cards."),
    Refusal.DECLARATION_TOO_WEAK: gettext_noop("What has been shown is stronger."),
    Refusal.NOT_ALLOWED_TO_DECLARE: gettext_noop("You may not declare now."),
    Refusal.NO_RIOT: gettext_noop(
        "You may not call a riot: your hand or your side does not allow it."
    ),
    Refusal.BAD_SWAP: gettext_noop(
        "Put in your own jokers and take out as many cards from 2 to 9 that are no points."
    ),
    Refusal.CANNOT_OVERTURN: gettext_noop("These cards do not overturn the trump."),
    Refusal.NOT_A_COMBINATION: gettext_noop("These cards cannot be played together."),
    Refusal.CANNOT_THROW: gettext_noop("Trumps cannot be thrown: lead a single, a pair or a run."),
    Refusal.DOES_NOT_BEAT: gettext_noop("That does not beat what lies on the table."),
    Refusal.CANNOT_PASS: gettext_noop("Who leads must play."),
    Refusal.BAD_READING: gettext_noop("The wild cards cannot stand for that."),
    Refusal.DEAL_IS_OVER: gettext_noop("The deal is over."),
}

FEW: Final = 8
"""So many cards are named one by one in a sentence."""

TABLE: Final = {
    "not_seated": gettext_noop("You have no seat at this table."),
    "signed_out": gettext_noop("Sign in or play as a guest to take a seat."),
    "bad_message": PLAIN[Refusal.BAD_RECORD],
    "too_fast": gettext_noop("Not so fast."),
    "closed": gettext_noop("No deal is being played."),
    "busy": gettext_noop("The table could not do that just now. Try again."),
}
"""What a table says no with that has nothing to do with the rules."""


def refusal(illegal: IllegalAction) -> str:
    """Why an action was refused, in the language that is active, and what may be done instead."""
    params = illegal.params
    match illegal.code:
        case Refusal.WRONG_COUNT:
            return _cards_needed(params)
        case Refusal.MUST_FOLLOW_SUIT:
            return _must_follow_suit(params)
        case Refusal.MUST_FOLLOW_SHAPE:
            return _must_follow_shape(params)
        case Refusal.WRONG_BURY:
            return _("Bury exactly %(need)s cards.") % {"need": params.get("need", 8)}
        case Refusal.NOT_YOUR_CARDS:
            return _named(_("You do not hold these cards: %(cards)s."), params)
        case Refusal.BAD_TRIBUTE:
            return _named(_("Your highest card is paid: %(cards)s."), params)
        case Refusal.BAD_RETURN:
            return _give_back(tuple(dict.fromkeys(params.get("cards", ()))))
        case code:
            return _(PLAIN[code])


def names(cards: tuple[Card, ...]) -> str:
    """Cards as people write them: ♠9 ♥10, jokers in words."""
    return " ".join(_name(code) for code in codes(cards))


def _name(code: str) -> str:
    if code == "SB":
        return _("small joker")
    if code == "HR":
        return _("big joker")
    return SUITS[code[0]] + code[1].replace("T", "10")


def _named(text: str, params: Mapping[str, Any]) -> str:
    """``text`` with the cards named, each kind once."""
    return text % {"cards": names(tuple(dict.fromkeys(params.get("cards", ()))))}


def _cards_needed(params: Mapping[str, Any]) -> str:
    need = params["need"]
    return ngettext("Play %(need)s card.", "Play %(need)s cards.", need) % {"need": need}


def _must_follow_suit(params: Mapping[str, Any]) -> str:
    """The suit binds: how many cards of it must be played, and which if there is no choice."""
    forced = params.get("cards", ())
    if params["need"] == params["count"] == len(forced):
        return _("Follow suit: %(cards)s must be played.") % {"cards": names(forced)}
    return _("Follow suit: %(need)s of your %(count)s in %(suit)s.") % {
        "need": params["need"],
        "count": params["count"],
        "suit": _(SUITS[params["suit"]]),
    }


def _give_back(allowed: tuple[Card, ...]) -> str:
    """GD-25: which cards may be returned, by name while they are few."""
    if 0 < len(allowed) <= FEW:
        return _("Give back one of these: %(cards)s.") % {"cards": names(allowed)}
    if allowed and all(code[1] in "23456789T" for code in codes(allowed)):
        return _("Give back one card from 2 to 10 that is no level card.")
    return _("Give back one card.")


def _must_follow_shape(params: Mapping[str, Any]) -> str:
    """The shape binds too (TY-16)."""
    run, pairs = params["run"], params["pairs"]
    suit = _(SUITS[params["suit"]])
    if run:
        text = _("Follow the shape: a run of %(run)s pairs in %(suit)s.")
        return text % {"run": run, "suit": suit}
    text = ngettext(
        "Follow the shape: %(pairs)s pair in %(suit)s.",
        "Follow the shape: %(pairs)s pairs in %(suit)s.",
        pairs,
    )
    return text % {"pairs": pairs, "suit": suit}


def no(code: str) -> str:
    """Why the table said no, where no rule is behind it."""
    return _(TABLE[code])


def seat_name(seat: int, name: str) -> str:
    """What a seat is called in a sentence; a bot has no name of its own."""
    return name or _("Bot %(n)s") % {"n": seat + 1}
