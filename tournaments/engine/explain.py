""" "Why am I third?": an entrant's place, metric by metric and line by line (CP-9)."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.engine.account import Accounts, Value
from tournaments.engine.matches import Ending
from tournaments.engine.metrics import HeadToHead, Metric, OpponentsPoints
from tournaments.engine.scoring import Line
from tournaments.engine.standings import Place, Standings
from tournaments.engine.text import N_, EntrantId, Param, Text, Who


@dataclass(frozen=True, slots=True)
class Row:
    """One line of an entrant's account, with what it adds to the metric."""

    text: Text
    value: Value


@dataclass(frozen=True, slots=True)
class Account:
    """A metric's value and the lines it is made of; ``text`` says what else there is to know."""

    metric: str
    label: str
    value: Value | None
    rows: tuple[Row, ...]
    text: Text | None = None


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why an entrant stands where it does: its accounts, and what parts it from its neighbours."""

    entrant: EntrantId
    rank: int
    of: int
    accounts: tuple[Account, ...]
    above: Text | None
    below: Text | None


def explain(table: Standings, entrant: EntrantId) -> Explanation:
    """The line-by-line why of an entrant's place; raises KeyError for a stranger."""
    place = table.place_of(entrant)
    rank, places = place.rank, table.places
    return Explanation(
        entrant,
        rank,
        len(places),
        tuple(_account(table, place, index) for index in range(len(table.metrics))),
        above=_parted(table, places[rank - 2], place, behind=True) if rank > 1 else None,
        below=_parted(table, place, places[rank], behind=False) if rank < len(places) else None,
    )


def _parted(table: Standings, upper: Place, lower: Place, *, behind: bool) -> Text:
    """What puts ``lower`` behind ``upper``, told from the side of the one who asks."""
    index = next(i for i, m in enumerate(table.metrics) if m.id == lower.parted_by)
    metric = table.metrics[index]
    own, other = (lower, upper) if behind else (upper, lower)
    who = Who((other.entrant,))
    if metric.id == "lots":
        key = N_("Behind %(who)s by lots.") if behind else N_("Ahead of %(who)s by lots.")
        return Text(key, {"who": who})
    own_value, other_value = own.values[index], other.values[index]
    if isinstance(metric, HeadToHead):
        members = (own.entrant, other.entrant)
        compared = metric.narrow(_tied(table, own, index), members, table.accounts)
        assert compared is not None, "it parted them"
        own_value, other_value = (compared[1][e] for e in members)
    assert own_value is not None, "a metric that parts has values"
    assert other_value is not None, "a metric that parts has values"
    params: dict[str, Param] = {
        "who": who,
        "metric": metric.label,
        "own": own_value,
        "other": other_value,
    }
    if behind:
        return Text(N_("Behind %(who)s by “%(metric)s”: %(own)s to %(other)s."), params)
    return Text(N_("Ahead of %(who)s by “%(metric)s”: %(own)s to %(other)s."), params)


def _tied(table: Standings, place: Place, index: int) -> list[EntrantId]:
    """All who are equal to an entrant in the metrics before ``index``."""
    same = place.values[:index]
    return [p.entrant for p in table.places if p.values[:index] == same]


def _account(table: Standings, place: Place, index: int) -> Account:
    metric, value, accounts = table.metrics[index], place.values[index], table.accounts
    if isinstance(metric, HeadToHead):
        return _head_to_head(table, metric, place, index)
    if metric.id == "lots":
        text = Text(N_("Lots were not needed.")) if value is None else Text(_LOTS)
        return Account(metric.id, metric.label, value, (), text)
    if metric.id == "penalties":
        return Account(metric.id, metric.label, value, ())
    rows = [
        Row(_line(line, metric), part)
        for line, part in zip(
            accounts.lines[place.entrant], _parts(metric, place.entrant, accounts), strict=True
        )
    ]
    if metric.id in ("total", "progress"):
        rows += _adjustments(metric, place.entrant, accounts)
    return Account(metric.id, metric.label, value, tuple(rows), _note(metric, accounts))


def _adjustments(metric: Metric, entrant: EntrantId, accounts: Accounts) -> list[Row]:
    rows = []
    for own in accounts.adjustments.get(entrant, ()):
        weight = accounts.running_totals(own.round) if metric.id == "progress" else 1
        key = N_("Round %(round)d: points given or taken") if own.round else N_("Carried over")
        rows.append(Row(Text(key, {"round": own.round}), own.points * weight))
    return rows


_LOTS = N_("Drawn from the event's seed; the lower lot is ahead.")


def _parts(metric: Metric, entrant: EntrantId, accounts: Accounts) -> list[Value]:
    """What each line adds to the metric."""
    if isinstance(metric, OpponentsPoints):
        return metric.parts(entrant, accounts)
    lines = accounts.lines[entrant]
    match metric.id:
        case "match_points":
            return [x.place for x in lines]
        case "wins":
            return [int(x.won) for x in lines]
        case "level_difference":
            return [x.difference for x in lines]
        case "levels_won":
            return [x.levels for x in lines]
        case "progress":
            return [x.points * accounts.running_totals(x.round) for x in lines]
        case _:
            return [x.points for x in lines]


def _note(metric: Metric, accounts: Accounts) -> Text | None:
    if metric.id == "progress":
        if accounts.rounds not in (0, *accounts.over):
            text = N_("Round %(round)d is being played; it has no total yet.")
            return Text(text, {"round": accounts.rounds})
        return Text(N_("Each round's points count in the totals after it and after later rounds."))
    if isinstance(metric, OpponentsPoints):
        if metric.high:
            return Text(N_("The lowest and the highest line are left out."))
        if metric.low:
            return Text(N_("Lowest lines left out: %(count)d"), {"count": metric.low})
        return Text(N_("A bye and a forfeit are lines of 0."))
    return None


def _line(line: Line, metric: Metric) -> Text:
    params: dict[str, int | Who] = {"round": line.round}
    if line.opponent is None:
        return Text(N_("Round %(round)d: bye"), params)
    params["who"] = Who((line.opponent,))
    match line.ending, line.won:
        case Ending.FORFEIT, True:
            return Text(N_("Round %(round)d: won by forfeit, %(who)s missing"), params)
        case Ending.FORFEIT, False:
            return Text(N_("Round %(round)d: forfeited against %(who)s"), params)
        case Ending.JUDGED, True:
            return Text(N_("Round %(round)d: won by ruling against %(who)s"), params)
        case Ending.JUDGED, False:
            return Text(N_("Round %(round)d: lost by ruling against %(who)s"), params)
    if isinstance(metric, OpponentsPoints):
        return Text(N_("Round %(round)d: points of %(who)s"), params)
    if line.place == 1:
        return Text(N_("Round %(round)d: drawn with %(who)s"), params)
    if line.won:
        return Text(N_("Round %(round)d: won against %(who)s"), params)
    return Text(N_("Round %(round)d: lost to %(who)s"), params)


def _head_to_head(table: Standings, metric: HeadToHead, place: Place, index: int) -> Account:
    tied = _tied(table, place, index)
    if len(tied) == 1:
        text = Text(N_("Not needed: nobody is tied here."))
        return Account(metric.id, metric.label, None, (), text)
    compared = metric.narrow(tied, (place.entrant,), table.accounts)
    if compared is None:
        others = tuple(sorted(e for e in tied if e != place.entrant))
        text = Text(
            N_("Not applied: tied with %(who)s, and not all of them have met."),
            {"who": Who(others)},
        )
        return Account(metric.id, metric.label, None, (), text)
    inside = {*compared[0]}
    rows = tuple(
        Row(_line(line, metric), line.place)
        for line in table.accounts.lines[place.entrant]
        if line.met and line.opponent in inside
    )
    others = tuple(sorted(e for e in inside if e != place.entrant))
    text = Text(N_("Tied with %(who)s; all of them have met."), {"who": Who(others)})
    return Account(metric.id, metric.label, compared[1][place.entrant], rows, text)
