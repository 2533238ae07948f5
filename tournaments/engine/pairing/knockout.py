"""Knock-out brackets as data: who comes from where, and where each match is drawn.

A bracket knows seeds, not entrants. ``progress`` fills it in from the results, always from the
beginning, so that a corrected result can leave nobody behind in a later match.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from tournaments.engine.text import N_, Text


class Section(StrEnum):
    """The parts of a bracket."""

    MAIN = "main"
    LOSERS = "losers"
    FINAL = "final"
    """The final of a double elimination, and the second one if it is needed."""
    THIRD = "third"


@dataclass(frozen=True, slots=True)
class Seed:
    """The side is the entrant of this seed; nobody when there are not so many (a bye)."""

    number: int


@dataclass(frozen=True, slots=True)
class WinnerOf:
    """The side is the winner of this match."""

    match: str


@dataclass(frozen=True, slots=True)
class LoserOf:
    """The side is the loser of this match."""

    match: str


Source = Seed | WinnerOf | LoserOf


@dataclass(frozen=True, slots=True)
class Node:
    """A match of a bracket.

    ``round`` counts from 1 in its section, ``index`` from 0 in its round. ``x`` and ``y`` are the
    middle of the match in a drawing: columns from 0, rows in heights of a first-round match.
    ``loser_place`` is the best place that its loser may still have (none when he plays on);
    likewise ``winner_place``. An ``if_needed`` match is played only if the winner of the final
    came from the losers' side.
    """

    key: str
    section: Section
    round: int
    index: int
    sources: tuple[Source, Source]
    x: float
    y: float
    loser_place: int | None = None
    winner_place: int | None = None
    if_needed: bool = False


@dataclass(frozen=True, slots=True)
class Bracket:
    """A bracket of ``entrants`` seeds; each match comes after those it waits for."""

    entrants: int
    size: int
    nodes: tuple[Node, ...]
    double: bool = False

    @property
    def rounds(self) -> int:
        """Rounds of the main section."""
        return self.size.bit_length() - 1

    def node(self, key: str) -> Node:
        """A match by its key; raises KeyError."""
        for node in self.nodes:
            if node.key == key:
                return node
        raise KeyError(key)


def seed_order(size: int) -> tuple[int, ...]:
    """The seeds of a bracket from top to bottom: 1 16 8 9 4 13 5 12 2 15 7 10 3 14 6 11."""
    order = [1]
    while len(order) < size:
        total = 2 * len(order) + 1
        order = [seed for upper in order for seed in (upper, total - upper)]
    return tuple(order)


def bracket_size(entrants: int) -> int:
    """The power of two that holds them."""
    return 1 << max(1, (entrants - 1).bit_length())


def meeting_round(size: int, one: int, other: int) -> int:
    """The round in which two seeds meet if both win until then."""
    order = seed_order(size)
    return (order.index(one) ^ order.index(other)).bit_length()


def single(entrants: int, *, third_place: bool = False) -> Bracket:
    """Single elimination with standard seeding; the best seeds have the byes.

    Raises ValueError for fewer than two entrants.
    """
    size = _checked_size(entrants)
    nodes = list(_main(size))
    if third_place and size >= 4:
        rounds = size.bit_length() - 1
        semis = [n.key for n in nodes if n.round == rounds - 1]
        sources = LoserOf(semis[0]), LoserOf(semis[1])
        nodes = [_without_loser_place(n) if n.key in semis else n for n in nodes]
        y = size / 4 + 1.0
        nodes.append(Node("T", Section.THIRD, 1, 0, sources, rounds - 1, y, 4, 3))
    return Bracket(entrants, size, tuple(nodes))


def _checked_size(entrants: int) -> int:
    if entrants < 2:
        raise ValueError("a knock-out has at least two entrants")
    return bracket_size(entrants)


def _main(size: int) -> Iterator[Node]:
    """The main section: round 1 by seeds, then winner against winner."""
    order = seed_order(size)
    count, number = size // 2, 1
    while count:
        for index in range(count):
            sources: tuple[Source, Source]
            if number == 1:
                sources = Seed(order[2 * index]), Seed(order[2 * index + 1])
            else:
                upper, lower = (f"M{number - 1}-{2 * index + i}" for i in (1, 2))
                sources = WinnerOf(upper), WinnerOf(lower)
            yield Node(
                f"M{number}-{index + 1}",
                Section.MAIN,
                number,
                index,
                sources,
                x=number - 1,
                y=(index + 0.5) * (size // 2 / count),
                loser_place=count + 1,
                winner_place=1 if count == 1 else None,
            )
        count, number = count // 2, number + 1


def _without_loser_place(node: Node, x: float | None = None) -> Node:
    """The same match, its loser playing on."""
    x = node.x if x is None else x
    return Node(node.key, node.section, node.round, node.index, node.sources, x, node.y)


def double(entrants: int, *, second_final: bool = True) -> Bracket:
    """Double elimination: who has lost twice is out.

    Losers of the main section drop into the losers' section crosswise, so that they meet those
    they have already met as late as possible. With ``second_final`` the final is played again if
    the one who had not lost before loses it.
    """
    size = _checked_size(entrants)
    rounds = size.bit_length() - 1
    main = [_without_loser_place(n, max(0, 2 * n.round - 3)) for n in _main(size)]
    losers = list(_losers(size, rounds))
    last = main[-1].key
    challenger: Source = WinnerOf(losers[-1].key) if losers else LoserOf(last)
    x, y = 2 * rounds - 1, size / 4
    finals = [Node("F1", Section.FINAL, 1, 0, (WinnerOf(last), challenger), x, y, 2, 1)]
    if second_final:
        again = WinnerOf("F1"), LoserOf("F1")
        finals.append(Node("F2", Section.FINAL, 2, 0, again, x + 1, y, 2, 1, if_needed=True))
    return Bracket(entrants, size, (*main, *losers, *finals), double=True)


def _losers(size: int, rounds: int) -> Iterator[Node]:
    """The losers' section: two rounds for each round of the main section from the second on.

    In odd rounds its survivors meet each other, in even rounds those who drop.
    """
    total = 2 * (rounds - 1)
    counts = [size >> (number // 2 + 2) for number in range(total)]
    for number in range(1, total + 1):
        count = counts[number - 1]
        dropped = _crosswise(count, number // 2 + 1) if number % 2 == 0 else []
        for index in range(count):
            sources: tuple[Source, Source]
            pair = 2 * index + 1, 2 * index + 2
            if number == 1:
                sources = LoserOf(f"M1-{pair[0]}"), LoserOf(f"M1-{pair[1]}")
            elif number % 2:
                sources = WinnerOf(f"L{number - 1}-{pair[0]}"), WinnerOf(f"L{number - 1}-{pair[1]}")
            else:
                fallen = LoserOf(f"M{number // 2 + 1}-{dropped[index] + 1}")
                sources = fallen, WinnerOf(f"L{number - 1}-{index + 1}")
            yield Node(
                f"L{number}-{index + 1}",
                Section.LOSERS,
                number,
                index,
                sources,
                x=number,
                y=size / 2 + 1 + (index + 0.5) * (size / 4 / count),
                loser_place=3 + sum(counts[number:]),
            )


def _crosswise(count: int, main_round: int) -> list[int]:
    """Which loser of a main round drops to which match: turned round and shifted by turns.

    The last two drop straight down: there the one they beat latest is on the other side.
    """
    if main_round % 2 == 0:
        return list(range(count - 1, -1, -1))
    half = count // 2 if count > 2 else 0
    return [*range(half, count), *range(half)]


def round_name(bracket: Bracket, node: Node) -> Text:
    """What the round of a match is called."""
    match node.section:
        case Section.THIRD:
            return Text(N_("Match for third place"))
        case Section.FINAL:
            return Text(N_("Second final") if node.if_needed else N_("Final"))
        case Section.LOSERS:
            return Text(N_("Losers' round %(round)d"), {"round": node.round})
    match bracket.rounds - node.round:
        case 0:
            return Text(N_("Winners' final") if bracket.double else N_("Final"))
        case 1:
            return Text(N_("Semi-final"))
        case 2:
            return Text(N_("Quarter-final"))
        case left:
            return Text(N_("Round of %(count)d"), {"count": 2 << left})
