"""A deal as it was played, from its rows: the fold of its log, and its game record."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from games.engine import codec, record, shuffle
from games.engine.api import DealSetup, Game, NextDeal, game_of
from games.models import Deal, DealEvent, Match


@dataclass(frozen=True, slots=True)
class Played:
    """A deal with the state that its log has brought it to."""

    game: Game[Any]
    setup: DealSetup
    state: Any


def write_start(ahead: NextDeal) -> dict[str, Any]:
    """``Deal.start``: what a deal begins with, without its cards."""
    return asdict(ahead)


def read_start(data: Mapping[str, Any]) -> NextDeal:
    """The other way round; JSON's lists become tuples."""
    fields: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value for key, value in data.items()
    }
    return NextDeal(**fields)


def setup_of(deal: Deal, match: Match) -> DealSetup:
    """The deal with its cards, from its seed or the record it was imported from."""
    if deal.record is not None:
        return record.read({**deal.record, "actions": []}).setup
    game = game_of(match.game)
    start = read_start(deal.start)
    return shuffle.set_up(game, match.options, start, bytes.fromhex(deal.seed))


def fold(game: Game[Any], state: Any, rows: Iterable[DealEvent]) -> Any:
    """The state after the rows of a log, in order."""
    for row in rows:
        for event in row.events:
            state = game.evolve(state, codec.decode(game.id, event))
    return state


def replay(deal: Deal) -> Played:
    """The deal folded from its whole log."""
    match = deal.match
    game = game_of(match.game)
    setup = setup_of(deal, match)
    rows = deal.events.order_by("seq")
    return Played(game, setup, fold(game, game.start(setup), rows))


def outcome(game: Game[Any], state: Any) -> dict[str, Any] | None:
    """``Deal.result``: the fields and lines of the result and the ``dealer``; nothing if open."""
    result = game.result(state)
    if result is None:
        return None
    return {**asdict(result), "dealer": game.report(state)["dealer"]}


def shuffle_id(table_code: str, match_number: int) -> str:
    """The "table" of a commitment (``docs/shuffle.md``): unique for each match at a table."""
    return f"{table_code}/{match_number}"


def export_deal(*, deal: Deal) -> dict[str, Any]:
    """The record (SGR) of a deal that has ended; ``ValueError`` before, for it tells the cards.

    An imported deal gives back the record it was read from.
    """
    if deal.record is not None:
        return dict(deal.record)
    if deal.ended_at is None:
        raise ValueError("the deal has not ended")
    match = deal.match
    rows = [row for row in deal.events.order_by("seq") if row.action is not None]
    notes = []
    for row in rows:
        at = round((row.at - deal.started_at).total_seconds() * 1000)
        notes.append({"at": at, "auto": True} if row.auto else {"at": at})
    return record.write(
        setup_of(deal, match),
        [record.read_action(row.action) for row in rows],
        carried={
            "id": f"{shuffle_id(match.table.code, match.number)}/{deal.number}",
            "players": [player["name"] or player["bot"] for player in match.players],
            "table": shuffle_id(match.table.code, match.number),
            "played_at": deal.started_at.isoformat(),
            "seed": deal.seed,
            "commitment": deal.commitment,
        },
        notes=notes,
    )
