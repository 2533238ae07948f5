"""Matches that have been played, made from the engine, for tests of pages and tallies."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from games import services
from games.engine import codec, record, shuffle
from games.engine.api import CloseDeclaring, Declare, Draw, NextDeal, Phase, game_of
from games.models import Deal, DealEvent, Match, Table
from games.services.records import shuffle_id, write_start


def begin_match(host: Any, game: str = "shuangsheng") -> Match:
    """A match of ``host`` and three bots at a closed table, so that no running site deals at it."""
    with transaction.atomic():
        table = services.open_table(host=host, game=game)
        services.fill(table=table, by=host)
        match = services.start_match(table=table)
        Table.objects.filter(pk=table.pk).update(status=Table.Status.CLOSED)
    return match


def play_deal(match: Match, *, number: int = 1, ahead: NextDeal | None = None) -> Deal:
    """A whole deal in which everybody does what a time-out would do; ended, not yet tallied.

    Where the rules would redeal for want of a declaration the seed is tried anew.
    """
    game = game_of(match.game)
    ahead = ahead or game.first(match.options)
    for seed in (bytes([number, salt]) + bytes(30) for salt in range(50)):
        rows, state = _run(game, shuffle.set_up(game, match.options, ahead, seed))
        result = game.result(state)
        if result and not result.redeal:
            break
    started = timezone.now() - timedelta(minutes=5)
    deal = Deal.objects.create(
        match=match,
        number=number,
        start=write_start(ahead),
        seed=seed.hex(),
        commitment=shuffle.commitment(seed, shuffle_id(match.table.code, match.number), number),
        ended_at=timezone.now(),
    )
    DealEvent.objects.bulk_create(
        DealEvent(deal=deal, seq=seq, at=started + timedelta(seconds=seq), **row)
        for seq, row in enumerate(rows, 1)
    )
    return deal


def finish_deal(match: Match, **how: Any) -> Deal:
    """The same, and tallied."""
    return services.tally_deal(deal_id=play_deal(match, **how).pk)


def _run(game: Any, setup: Any) -> tuple[list[dict[str, Any]], Any]:
    state = game.start(setup)
    rows: list[dict[str, Any]] = []

    def do(action: Any, words: dict[str, Any] | None) -> None:
        nonlocal state
        events = game.decide(state, action)
        for event in events:
            state = game.evolve(state, event)
        rows.append(
            {
                "action": words,
                "events": [codec.encode(event) for event in events],
                "seat": getattr(action, "seat", None),
            }
        )

    if game.family == "shengji":
        do(Draw(100), None)
        declare = _first_show(game, state)
        if declare:
            do(declare, record.write_action(declare))
        do(CloseDeclaring(), None)
    while game.phase(state) is not Phase.DONE:
        if due := game.due(state):
            do(due, None)
            continue
        action = game.default_action(state, game.turn(state)[0])
        do(action, record.write_action(action))
    return rows, state


def _first_show(game: Any, state: Any) -> Declare | None:
    for seat in range(4):
        can = game.can(state, seat)
        if can and can.shows:
            return Declare(seat, tuple(map(_card, can.shows[0])))
    return None


def _card(code: str) -> int:
    from games.engine.cards import card

    return card(code)
