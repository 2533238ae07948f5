"""A chain of stages: who goes on, with which seed, and whether the plan holds together."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final

import rustworkx as rx

from tournaments.engine.lots import draw, lot
from tournaments.engine.pairing.knockout import bracket_size, seed_order
from tournaments.engine.standings import Standings
from tournaments.engine.text import N_, EntrantId, Text


class StageKind(StrEnum):
    """The kinds of stages."""

    SWISS = "swiss"
    ROUND_ROBIN = "round_robin"
    GROUPS = "groups"
    KNOCKOUT = "knockout"
    DOUBLE = "double"


class Seeding(StrEnum):
    """How those who go on are seeded in the next stage."""

    RANK = "rank"
    ACROSS = "across"
    """By rank, group-mates as far apart as their tier allows, so that they meet late."""
    LOTS = "lots"


@dataclass(frozen=True, slots=True)
class Rule:
    """Who goes on: the first ``top`` of each table, and the ``best_next`` best of the next place.

    Four groups with ``Rule(2)`` send eight; six groups with ``Rule(2, best_next=4)`` send sixteen,
    four of them the best thirds.
    """

    top: int
    best_next: int = 0
    seeding: Seeding = Seeding.ACROSS


@dataclass(frozen=True, slots=True)
class Qualified:
    """One who goes on: from which table and rank, as which seed, and why."""

    entrant: EntrantId
    seed: int
    table: int
    rank: int
    tier: int
    text: Text


UNCOMPARED: Final = ("head_to_head", "lots")
"""Metrics that say nothing across groups."""


def qualify(
    tables: Sequence[Standings],
    rule: Rule,
    *,
    seed: bytes,
    withdrawn: Collection[EntrantId] = (),
) -> tuple[Qualified, ...]:
    """Those who go on, seed 1 first.

    Who has ``withdrawn`` keeps the rank of the finished stage; the next in rank moves up. Across
    groups, places are compared by the metrics of the tables, a match each when groups have played
    unequal numbers; lots decide in the end.
    """
    left = [[p for p in t.places if p.entrant not in withdrawn] for t in tables]
    ranks = {p.entrant: (i, p.rank) for i, places in enumerate(left) for p in places}
    strength = _strengths(tables, seed)
    tiers = []
    for place in range(rule.top + (rule.best_next > 0)):
        tier = [places[place].entrant for places in left if place < len(places)]
        tier.sort(key=strength.__getitem__)
        tiers.append(tier[: rule.best_next] if place == rule.top else tier)
    order = _seeded(tiers, {e: table for e, (table, _) in ranks.items()}, rule.seeding, seed)
    tier_of = {e: index for index, tier in enumerate(tiers) for e in tier}
    return tuple(
        Qualified(e, number, *ranks[e], tier_of[e], _why(tier_of[e], rule, len(tables)))
        for number, e in enumerate(order, 1)
    )


def _why(tier: int, rule: Rule, tables: int) -> Text:
    if tier == rule.top:
        return Text(N_("One of the best of place %(place)d."), {"place": tier + 1})
    if tables == 1:
        return Text(N_("Among the first %(top)d."), {"top": rule.top})
    return Text(N_("Place %(place)d of the group."), {"place": tier + 1})


def _strengths(
    tables: Sequence[Standings], seed: bytes
) -> dict[EntrantId, tuple[Fraction | int, ...]]:
    """A key that puts the stronger of two entrants of different tables first."""
    played = {len(t.accounts.lines[e]) for t in tables for e in t.accounts.entrants}
    uneven = len(tables) > 1 and len(played) > 1
    found: dict[EntrantId, tuple[Fraction | int, ...]] = {}
    for table in tables:
        for p in table.places:
            matches = max(1, len(table.accounts.lines[p.entrant])) if uneven else 1
            values = [
                Fraction(value or 0) / matches * (-1 if metric.more_is_better else 1)
                for metric, value in zip(table.metrics, p.values, strict=True)
                if metric.id not in UNCOMPARED
            ]
            rank = p.rank if len(tables) == 1 else 0
            found[p.entrant] = (rank, *values, lot(seed, "across", p.entrant))
    return found


def _seeded(
    tiers: Sequence[Sequence[EntrantId]],
    group: dict[EntrantId, int],
    seeding: Seeding,
    seed: bytes,
) -> list[EntrantId]:
    everyone = [e for tier in tiers for e in tier]
    match seeding:
        case Seeding.RANK:
            return everyone
        case Seeding.LOTS:
            return list(draw(seed, "seeding", everyone))
        case Seeding.ACROSS:
            return across(tiers, group)


def across(tiers: Sequence[Sequence[EntrantId]], group: dict[EntrantId, int]) -> list[EntrantId]:
    """The seeds of a knock-out, tier by tier, so that group-mates meet as late as can be.

    Each tier keeps its seeds; inside it the entrants change places as little as it takes.
    """
    size = bracket_size(sum(map(len, tiers)))
    where = {number: line for line, number in enumerate(seed_order(size))}
    seeds: list[EntrantId] = []
    for tier in tiers:
        start = len(seeds)
        graph: rx.PyGraph[None, int] = rx.PyGraph(multigraph=False)
        graph.add_nodes_from([None] * (2 * len(tier)))
        edges = []
        for index, entrant in enumerate(tier):
            mates = [where[i + 1] for i, e in enumerate(seeds) if group[e] == group[entrant]]
            for other in range(len(tier)):
                line = where[start + other + 1]
                early = sum(4 ** (20 - (line ^ mate).bit_length()) for mate in mates)
                cost = (early * 1000 + (index - other) ** 2) * 1000 + index * other
                edges.append((index, len(tier) + other, -cost))
        graph.add_edges_from(edges)
        found = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=_as_it_is)
        placed = {max(pair) - len(tier): tier[min(pair)] for pair in found}
        seeds += [placed[other] for other in range(len(tier))]
    return seeds


def _as_it_is(weight: int) -> int:
    return weight


@dataclass(frozen=True, slots=True)
class StagePlan:
    """A stage as it is planned; ``rule`` says who goes on to the next one."""

    kind: StageKind
    rounds: int = 0
    groups: int = 1
    double: bool = False
    third_place: bool = False
    rule: Rule | None = None


def problems(plan: Sequence[StagePlan], entrants: int) -> tuple[Text, ...]:
    """What does not hold together in a plan for so many entrants, in words; empty when all does."""
    found: list[Text] = []
    number = entrants
    for index, stage in enumerate(plan, 1):
        params = {"stage": index, "entrants": number}
        if number < 2:
            text = N_("Stage %(stage)d: fewer than two entrants (%(entrants)d)")
            return (*found, Text(text, params))
        if stage.kind is StageKind.SWISS and not 0 < stage.rounds < number + number % 2:
            text = N_("Stage %(stage)d: %(entrants)d entrants cannot play %(rounds)d Swiss rounds.")
            found.append(Text(text, {**params, "rounds": stage.rounds}))
        if stage.kind is StageKind.GROUPS and 2 * stage.groups > number:
            text = N_("Stage %(stage)d: %(groups)d groups are too many for %(entrants)d entrants.")
            found.append(Text(text, {**params, "groups": stage.groups}))
        if index == len(plan):
            break
        knockout = stage.kind in (StageKind.KNOCKOUT, StageKind.DOUBLE)
        if stage.rule is None or knockout:
            text = N_("Stage %(stage)d: nothing can follow it.")
            return (*found, Text(text, {"stage": index}))
        groups = stage.groups if stage.kind is StageKind.GROUPS else 1
        going_on = min(number, groups * stage.rule.top + min(stage.rule.best_next, groups))
        number = going_on
    return tuple(found)
