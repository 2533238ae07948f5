"""The refusals that the games of the family share, each with its clause and its numbers."""

from __future__ import annotations

from games.engine.api import IllegalAction, Phase, Refusal, Seat
from games.engine.cards import Card, codes


def wrong_phase(verb: str, phase: Phase) -> IllegalAction:
    """The verb has no place in this phase of the deal."""
    if phase is Phase.DONE:
        return IllegalAction(Refusal.DEAL_IS_OVER, None, "the deal is over")
    return IllegalAction(
        Refusal.WRONG_PHASE,
        None,
        f"{verb} is not possible in phase {phase}",
        verb=verb,
        phase=str(phase),
    )


def not_your_turn(clause: str, seat: Seat) -> IllegalAction:
    """Another seat is to act."""
    return IllegalAction(Refusal.NOT_YOUR_TURN, clause, f"seat {seat} is not to act", seat=seat)


def not_your_cards(clause: str, cards: tuple[Card, ...]) -> IllegalAction:
    """The cards are not in the hand."""
    return IllegalAction(
        Refusal.NOT_YOUR_CARDS,
        clause,
        f"not all in the hand: {' '.join(codes(cards))}",
        cards=cards,
    )


def bad_declaration(clause: str, message: str) -> IllegalAction:
    """Such cards show nothing."""
    return IllegalAction(Refusal.BAD_DECLARATION, clause, message)


def may_not_declare(clause: str, message: str) -> IllegalAction:
    """This seat may not show now."""
    return IllegalAction(Refusal.NOT_ALLOWED_TO_DECLARE, clause, message)


def too_weak(clause: str, message: str) -> IllegalAction:
    """What stands is not overridden by this."""
    return IllegalAction(Refusal.DECLARATION_TOO_WEAK, clause, message)


def not_a_combination(clause: str, message: str) -> IllegalAction:
    """The cards cannot be led together."""
    return IllegalAction(Refusal.NOT_A_COMBINATION, clause, message)
