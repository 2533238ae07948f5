"""What holds in every Swiss event, whatever happens in it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.engine.make import LEVELS, PLACE, SEED, bye, forfeit
from tournaments.engine.matches import Match
from tournaments.engine.pairing import matching
from tournaments.engine.pairing.field import Acceleration, Entry, SwissRules, field_of
from tournaments.engine.pairing.model import Draw, Unsatisfiable, pair_of
from tournaments.engine.pairing.swiss import pair, with_choice
from tournaments.engine.standings import standings

ROUNDS = 5


def outcome(chance: random.Random, number: int, a: int, b: int) -> Match:
    """A result of any kind."""
    if chance.random() < 0.1:
        return forfeit(number, chance.choice((a, b, None)), a, b)
    levels = (chance.randrange(14), chance.randrange(14))
    return Match(1, number, a, b, levels=levels, deals=8)


@dataclass
class Event:
    """A random event as it goes."""

    chance: random.Random
    metric: str
    entries: list[Entry]
    matches: list[Match] = field(default_factory=list)

    def draw(
        self, present: Iterable[int], rules: SwissRules, mixed: bool = False
    ) -> Draw | Unsatisfiable:
        """The draw of a round; ``mixed``: from everything in another order."""
        entries, matches = [*self.entries], [*self.matches]
        if mixed:
            random.Random(1).shuffle(entries)
            random.Random(2).shuffle(matches)
        people = field_of(
            entries,
            matches,
            metric=self.metric,
            scoring=LEVELS if self.metric == "total" else PLACE,
            stage=1,
            seed=SEED,
            present=set(present),
        )
        return pair(people, rules)

    def play(self, result: Draw, number: int) -> None:
        """Results of any kind for a round."""
        self.matches += [outcome(self.chance, number, p.first, p.second) for p in result.pairings]
        if result.bye:
            self.matches.append(bye(1, number, result.bye.entrant))


@settings(max_examples=200, deadline=None)
@given(
    size=st.integers(2, 24),
    late=st.integers(0, 3),
    clubs=st.integers(0, 5),
    metric=st.sampled_from(("total", "match_points")),
    seed=st.integers(0, 10**6),
)
def test_hard_rules_hold_in_random_events(
    size: int, late: int, clubs: int, metric: str, seed: int
) -> None:
    """CP-5, CP-9a: no rematch, no second bye while others are eligible, everybody once.

    With late entries, withdrawals, forfeits and byes; the draw is the same from a shuffled field
    and shuffled results. Where the rules leave no draw, every choice offered gives one.
    """
    entries = [Entry(i, i, i % clubs if clubs else None) for i in range(1, size + 1)]
    event = Event(random.Random(seed), metric, entries)
    present = {e.id for e in event.entries}
    for number in range(1, ROUNDS + 1):
        if number == 2:
            event.entries += [Entry(size + i, size + i) for i in range(1, late + 1)]
            present |= {size + i for i in range(1, late + 1)}
        if number > 2 and len(present) > 2 and event.chance.random() < 0.3:
            present.discard(event.chance.choice(sorted(present)))
        club_rounds = 2 if clubs > 1 else 0
        rules = SwissRules(
            SEED, number, ROUNDS, club_rounds=club_rounds, acceleration=Acceleration.AUTO
        )
        result = event.draw(present, rules)
        assert event.draw(present, rules, mixed=True) == result
        if isinstance(result, Unsatisfiable):
            taken = [c for c in result.choices if c.allowed is not None]
            assert taken, "rematches can always be allowed"
            for choice in taken:
                assert choice.gives_up
                assert isinstance(event.draw(present, with_choice(rules, choice)), Draw)
            return
        check_draw(result, event.matches, present, rules, {e.id: e.club for e in event.entries})
        event.play(result, number)


def check_draw(
    result: Draw,
    matches: list[Match],
    present: set[int],
    rules: SwissRules,
    clubs: dict[int, int | None],
) -> None:
    """The hard rules, worked out in another way than the draw does."""
    met = {pair_of(m.first, m.second) for m in matches if m.met and m.second is not None}
    byes = Counter(m.first for m in matches if m.second is None)
    walkovers = Counter(m.winner for m in matches if m.second is not None and not m.met)
    resting = [result.bye.entrant] if result.bye else []
    assert Counter([*resting, *(e for p in result.pairs for e in p)]) == Counter(present)
    assert not result.pairs & met
    if rules.avoids_clubs:
        assert all(clubs[a] is None or clubs[a] != clubs[b] for a, b in result.pairs)
    for one in resting:
        fewest = min(byes[e] for e in present)
        assert byes[one] == fewest
        if walkovers[one]:
            assert all(walkovers[e] for e in present if byes[e] == fewest)
    assert all(p.reasons for p in result.pairings)


@pytest.mark.parametrize(("size", "metric"), [(301, "match_points"), (650, "total")])
def test_fields_that_are_matched_in_chunks(size: int, metric: str) -> None:
    """Large fields keep the hard rules as well, and score groups closely."""
    chance = random.Random(size)
    scoring = LEVELS if metric == "total" else PLACE
    entries = [Entry(i, i, i % 30) for i in range(size)]
    matches: list[Match] = []
    for number in range(1, 7):
        people = field_of(
            entries, matches, metric=metric, scoring=scoring, stage=1, seed=SEED
        )  # fmt: skip
        rules = SwissRules(SEED, number, 9, club_rounds=2)
        result = pair(people, rules)
        assert isinstance(result, Draw)
        check_draw(result, matches, {e.id for e in entries}, rules, {e.id: e.club for e in entries})
        score = {c.id: c.score for c in people}
        apart = sum(abs(score[a] - score[b]) for a, b in result.pairs) / len(result.pairs)
        assert apart < (0.1 if metric == "match_points" else 1)
        matches += [outcome(chance, number, p.first, p.second) for p in result.pairings]
        if result.bye:
            matches.append(bye(1, number, result.bye.entrant))


@settings(max_examples=30, deadline=None)
@given(size=st.integers(2, 9), seed=st.integers(0, 10**6))
def test_standings_of_random_events_are_total(size: int, seed: int) -> None:
    """CP-9: whatever the results, everybody has a place of his own, from any order of insertion."""
    chance = random.Random(seed)
    people = list(range(1, size + 1))
    matches = []
    for number in range(1, 4):
        chance.shuffle(people)
        for a, b in zip(people[::2], people[1::2], strict=False):
            matches.append(outcome(chance, number, a, b))
    metrics = ("match_points", "head_to_head", "opponents", "progress", "levels_won")

    def table() -> tuple[object, ...]:
        return standings(
            people, matches, metrics=metrics, scoring=PLACE, stages=(1,), seed=SEED
        ).places

    one = table()
    chance.shuffle(people)
    chance.shuffle(matches)
    assert table() == one
    assert len(one) == size


@pytest.mark.parametrize("metric", ["match_points", "total"])
def test_chunks_pair_as_well_as_the_whole_field(
    metric: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Matching in chunks floats no more pairs, and no farther, than one matching of all."""
    entries = [Entry(i, i, i % 30) for i in range(400)]
    event = Event(random.Random(7), metric, entries)
    for number in range(1, 7):
        rules = SwissRules(SEED, number, 9, club_rounds=2)
        chunks = event.draw(range(400), rules)
        with monkeypatch.context() as patch:
            patch.setattr(matching, "ONE_PIECE", 1000)
            whole = event.draw(range(400), rules)
        assert isinstance(chunks, Draw)
        assert isinstance(whole, Draw)
        assert abs(sum(p.down is not None for p in chunks.pairings)
                   - sum(p.down is not None for p in whole.pairings)) <= 2  # fmt: skip
        event.play(chunks, number)
