"""The tally: what the log of an ended deal amounts to, for the deal and for its match.

Recomputed from the log whenever it is asked for, so that doing it twice or late is harmless.
"""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from games.models import Deal, Match, Table
from games.services.matches import end_match
from games.services.records import outcome, replay


@transaction.atomic
def tally_deal(*, deal_id: int) -> Deal:
    """Write the result of a deal that has ended, and what its match has come to.

    ``ValueError`` if its log does not reach the end of the deal.
    """
    Table.objects.select_for_update(no_key=True).get(matches__deals=deal_id)  # before its match
    match = Match.objects.select_for_update(no_key=True).get(deals=deal_id)
    deal = Deal.objects.select_related("match__table").get(pk=deal_id)
    played = replay(deal)
    result = outcome(played.game, played.state)
    if deal.ended_at is None or result is None:
        raise ValueError(f"deal {deal_id} has not ended")
    deal.result = result
    deal.tallied_at = timezone.now()
    deal.save(update_fields=["result", "tallied_at"])
    _tally_match(match)
    return deal


def _tally_match(match: Match) -> None:
    """Levels, score and winner from the results of all its deals so far."""
    results = [
        deal.result
        for deal in match.deals.filter(result__isnull=False).order_by("number")
        if deal.result and not deal.result["redeal"]
    ]
    scores = [result["score"] for result in results if result["score"] is not None]
    if results:
        match.levels = results[-1]["levels"]
    match.score = [sum(score[team] for score in scores) for team in (0, 1)]
    match.tallied_at = timezone.now()
    match.save(update_fields=["levels", "score", "tallied_at"])
    winner = results[-1]["match_won_by"] if results else None
    if winner is not None:
        end_match(match=match, won_by=winner)
