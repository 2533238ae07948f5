"""What is offered when no draw obeys the hard rules: every way out says what it gives up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from tournaments.engine.pairing.field import Competitor, SwissRules, candidates_for_bye
from tournaments.engine.pairing.layout import Node, lay_out
from tournaments.engine.pairing.matching import NOBODY, ONE_PIECE, Matcher
from tournaments.engine.pairing.model import (
    Allowed,
    Choice,
    ChoiceKind,
    Pair,
    Unsatisfiable,
    pair_of,
)
from tournaments.engine.text import N_, EntrantId, Text, Who


def one_club_too_large(ordered: Sequence[Competitor], rules: SwissRules) -> bool:
    """A club of more than half the field cannot be kept apart: seen without any matching."""
    if not rules.avoids_clubs or rules.allowed.club_pairs:
        return False
    clubs = Counter(c.club for c in ordered if c.club is not None)
    return bool(clubs) and max(clubs.values()) > (len(ordered) + 1) // 2


def worth_trying(ordered: Sequence[Competitor], rules: SwissRules) -> Sequence[Competitor | None]:
    """Who is tried for the bye: in a large field, where it hardly matters, only the first choice.

    A club that is kept apart may be half of the field; then one of its own must rest.
    """
    candidates = candidates_for_bye(ordered, rules)
    if len(ordered) <= ONE_PIECE:
        return candidates
    clubs = Counter(c.club for c in ordered if rules.avoids_clubs and c.club is not None)
    largest = max(clubs, key=lambda club: (clubs[club], club), default=None)
    mates = [c for c in candidates[1:] if c and largest is not None and c.club == largest]
    return [candidates[0], *mates[:1]]


def pairable(ordered: Sequence[Competitor], rules: SwissRules) -> bool:
    """Whether some eligible bye leaves a field that can be paired by the hard rules.

    In a large field only the few worth trying are tried, and this is not known beforehand.
    """
    return len(ordered) > ONE_PIECE or _explore(ordered, rules) is not None


@dataclass(frozen=True, slots=True)
class _Found:
    """A pairing with breaches: who meets again, who meets within a club, who rests."""

    rematches: tuple[Pair, ...]
    club_pairs: tuple[Pair, ...]
    resting: Competitor | None


def _explore(
    ordered: Sequence[Competitor],
    rules: SwissRules,
    *,
    rematches: bool = False,
    clubs: bool = False,
    resting: Iterable[Competitor] | None = None,
) -> _Found | None:
    """The pairing with the fewest breaches of the kinds allowed, ``resting`` being eligible."""
    eligible = [c for c in resting or candidates_for_bye(ordered, rules) if c is not None]
    odd = len(ordered) % 2 == 1
    if odd and not eligible:
        return None
    playing = list(ordered)
    gone: Competitor | None = None
    if odd and len(ordered) > ONE_PIECE:
        gone = eligible[0]
        playing.remove(gone)
        odd = False
    nodes = lay_out(playing, {}, rules)
    if odd:
        nodes.append(_nobody(nodes, eligible))
    found = Matcher(rules, nodes, soft_rematches=rematches, soft_clubs=clubs, soft=True).match()
    if found is None:
        return None
    again, mates = [], []
    for a, b in found:
        if NOBODY in (a.id, b.id):
            gone = a.who if b.id == NOBODY else b.who
            continue
        if b.id in a.met:
            again.append(pair_of(a.id, b.id))
        if b.club == a.club:
            mates.append(pair_of(a.id, b.id))
    return _Found(tuple(sorted(again)), tuple(sorted(mates)), gone)


def _nobody(nodes: Sequence[Node], eligible: Sequence[Competitor]) -> Node:
    """The opponent of the one who has the bye: all but the eligible have "met" him."""
    may = {c.id for c in eligible}
    barred = [n for n in nodes if n.id not in may]
    for node in barred:
        node.met |= {NOBODY}
    who = Competitor(NOBODY, Decimal(0), 0)
    lowest = min(n.score for n in nodes)
    return Node(NOBODY, who, lowest, frozenset(n.id for n in barred), NOBODY, 0, group=-1)


def unsatisfiable(ordered: Sequence[Competitor], rules: SwissRules) -> Unsatisfiable:
    """The problem and the ways out, each tried before it is offered."""
    offers: list[Choice] = []
    if rules.avoids_clubs:
        offers += _offer(ChoiceKind.DROP_CLUB, _explore(ordered, rules, clubs=True))
    if not one_club_too_large(ordered, rules):
        offers += _byes(ordered, rules)
        offers += _offer(ChoiceKind.ALLOW_REMATCHES, _explore(ordered, rules, rematches=True))
    if not offers and rules.avoids_clubs:
        both = _explore(ordered, rules, rematches=True, clubs=True)
        offers += _offer(ChoiceKind.ALLOW_SEVERAL, both)
    params = {"round": rules.round}
    match offers[0].kind if offers else None:
        case ChoiceKind.DROP_CLUB:
            key = N_("Round %(round)d cannot be paired while members of a club are kept apart.")
        case ChoiceKind.ALLOW_BYE:
            key = N_("Round %(round)d cannot be paired without a rematch or a further bye.")
        case _:
            key = N_("Round %(round)d cannot be paired without a rematch.")
    return Unsatisfiable(Text(key, params), (*offers, *_endings(rules)))


_WORDS = {
    ChoiceKind.DROP_CLUB: N_("Let members of a club meet in this round"),
    ChoiceKind.ALLOW_REMATCHES: N_("Allow these rematches"),
    ChoiceKind.ALLOW_SEVERAL: N_("Allow these rematches and meetings within a club"),
}


def _offer(kind: ChoiceKind, found: _Found | None) -> list[Choice]:
    if found is None:
        return []
    gives_up = (
        *(Text(N_("%(who)s meet again."), {"who": Who(p)}) for p in found.rematches),
        *(
            Text(N_("%(who)s meet, though of the same club."), {"who": Who(p)})
            for p in found.club_pairs
        ),
    )
    allowed = Allowed(frozenset(found.rematches), frozenset(found.club_pairs))
    return [Choice(kind, Text(_WORDS[kind]), gives_up, allowed)]


def _byes(ordered: Sequence[Competitor], rules: SwissRules) -> list[Choice]:
    """A bye to one who is not eligible, first of all to one who only won by forfeit."""
    if len(ordered) % 2 == 0:
        return []
    fewest = min(c.byes for c in ordered)
    eligible = {c.id for c in candidates_for_bye(ordered, rules) if c is not None}
    tiers = (
        ([c for c in ordered if c.id not in eligible and c.byes == fewest], _FORFEIT_WON),
        ([c for c in ordered if c.id not in eligible and c.byes == fewest + 1], _FURTHER_BYE),
    )
    for tier, given_up in tiers:
        found = _explore(ordered, rules, resting=tier) if tier else None
        if found is not None and found.resting is not None:
            who: dict[str, Who] = {"who": Who((found.resting.id,))}
            text = Text(N_("Give %(who)s the bye"), who)
            allowed = Allowed(byes=frozenset({found.resting.id}))
            return [Choice(ChoiceKind.ALLOW_BYE, text, (Text(given_up, who),), allowed)]
    return []


_FORFEIT_WON = N_("%(who)s has a bye after winning by forfeit, while others are eligible.")
_FURTHER_BYE = N_("%(who)s has a further bye while others have had fewer.")


def _endings(rules: SwissRules) -> list[Choice]:
    """The choices that need no pairing."""
    played = rules.round - 1
    if not played:
        return []
    params = {"played": played, "left": max(1, rules.planned_rounds - played)}
    lost = Text(N_("Rounds that are not played: %(left)d"), params)
    return [
        Choice(
            ChoiceKind.END_STAGE,
            Text(N_("End the stage: the standings after round %(played)d are final"), params),
            (lost,),
        ),
        Choice(
            ChoiceKind.SHORTEN,
            Text(N_("Shorten the stage to %(played)d rounds and go on to what follows"), params),
            (lost,),
        ),
    ]


def exceptions_of(choice: Choice) -> tuple[EntrantId, ...]:
    """Everybody whom a choice touches, for highlighting."""
    if choice.allowed is None:
        return ()
    pairs = choice.allowed.rematches | choice.allowed.club_pairs
    return tuple(sorted({e for p in pairs for e in p} | choice.allowed.byes))
