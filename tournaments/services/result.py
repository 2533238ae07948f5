"""Whether a match can have a result, and the one it has (CP-7, CP-8)."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Final

from django.utils.translation import gettext as _

from tournaments.engine.matches import Ending, Match, level_name, level_number
from tournaments.engine.scoring import TieRule, break_tie
from tournaments.models import EventMatch
from tournaments.result import Result
from tournaments.services.errors import No, Refused, invalid

SIDES: Final = (0, 1)


def checked(match: EventMatch, result: Result, sides: Sequence[int]) -> Result:
    """The result as this match can have it, written in the usual way.

    ``sides`` are the numbers of the two entries. A tie of a knock-out is broken by lots where that
    is the event's rule. ``Invalid`` or ``Refused`` otherwise.
    """
    if len(sides) != 2:
        raise Refused(No.IS_BYE)
    if result.winner not in (None, *SIDES):
        raise invalid("winner", _("The winner is one of the two sides."))
    if not 0 <= result.deals <= 999:
        raise invalid("deals", _("This is not a number of deals."))
    if result.ending is Ending.BYE:
        raise invalid("ending", _("A match of two sides is no bye."))
    if result.ending is not Ending.PLAYED:
        return Result(_shown(result), result.deals, result.ending, result.winner)
    if match.event.duplicate:
        return _duplicate(match, result)
    levels = _shown(result)
    if levels is None:
        raise invalid("levels", _("Enter the levels of both sides."))
    tied = level_number(levels[0]) == level_number(levels[1])
    winner = result.winner if tied else None
    if tied and match.round.stage.knockout and winner is None:
        winner = _by_lots(match, levels, sides)
    if not match.round.stage.knockout:
        winner = None
    return Result(levels, result.deals, Ending.PLAYED, winner)


def _shown(result: Result) -> tuple[str, str] | None:
    try:
        numbers = result.numbers()
    except ValueError as error:
        raise invalid("levels", _("Levels are 2 … 10, J, Q, K, A and A+.")) from error
    return None if numbers is None else (level_name(numbers[0]), level_name(numbers[1]))


def _by_lots(match: EventMatch, levels: tuple[str, str], sides: Sequence[int]) -> int:
    """CP-8: who goes on from a tied match when nobody has said so."""
    event, round = match.event, match.round
    if event.config.tie is not TieRule.LOTS:
        raise Refused(No.NO_DRAWS)
    tied = Match(
        round.stage.order,
        round.number,
        sides[0],
        sides[1],
        levels=(level_number(levels[0]), level_number(levels[1])),
    )
    drawn = break_tie(tied, TieRule.LOTS, seed=event.seed_bytes)
    return sides.index(drawn) if drawn is not None else 0


def _duplicate(match: EventMatch, result: Result) -> Result:
    boards = match.round.boards.count()
    if len(result.boards) != boards:
        text = _("Enter a score for each of the %(count)d boards.") % {"count": boards}
        raise invalid("boards", text)
    if any(not score.is_finite() or abs(score) > 999 for score in result.boards):
        raise invalid("boards", _("This is not a score of a board."))
    winner = result.winner if match.round.stage.knockout else None
    return Result(None, boards, Ending.PLAYED, winner, result.boards)


def standing(match: EventMatch, sides: Sequence[int]) -> Result | None:
    """The confirmed result of a match, from its columns; ``sides`` are the entries' ids."""
    if match.state != EventMatch.State.CONFIRMED or len(sides) != 2:
        return None
    levels = match.levels
    boards: tuple[Decimal, ...] = ()
    if match.event.duplicate:
        scores = match.board_scores.order_by("board__number")
        boards = tuple(scores.values_list("score", flat=True))
    return Result(
        None if levels is None else (level_name(levels[0]), level_name(levels[1])),
        match.deals,
        Ending(match.ending),
        None if match.winner_id is None else list(sides).index(match.winner_id),
        boards,
    )
