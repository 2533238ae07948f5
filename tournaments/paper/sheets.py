"""What stands on the papers of a few pages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.labels import departures
from tournaments import selectors
from tournaments.describe import ending_words, format_facts
from tournaments.models import Entry, Event, EventMatch, EventRole, Round
from tournaments.paper.qr import qr
from tournaments.selectors import MatchLine

if TYPE_CHECKING:
    from tournaments.paper.catalogue import Subject

SLIP_LINES: Final = 12
"""Deals that a slip has room for when their number is not fixed."""
MOST_CERTIFICATES: Final = 64


def programme(subject: Subject) -> dict[str, Any]:
    """秩序册: the announcement, the schedule, the format, who runs it, who plays."""
    event = subject.event
    entries = list(selectors.entries(event, status="confirmed", order="number"))
    return {
        "facts": format_facts(event),
        "departures": departures(event.game, event.options),
        "officials": officials(event),
        "rounds": [
            round
            for round in selectors.rounds(event).filter(starts_at__isnull=False)
            if round.starts_at
        ],
        "stages": list(event.stages.all()),
        "entries": entries,
        "clubs": _clubs(entries),
        "has_clubs": any(entry.club_name for entry in entries),
        "has_teams": any(entry.team_id for entry in entries),
    }


def officials(event: Event) -> list[tuple[str, list[str]]]:
    """Who runs it, by role (CP-2)."""
    rows = list(event.roles.select_related("user"))
    labels = EventRole.Role
    return [
        (str(role.label), names)
        for role in labels
        if (names := sorted(str(row.user) for row in rows if row.role == role))
    ]


def _clubs(entries: list[Entry]) -> list[tuple[str, int]]:
    counts: dict[str, int] = {}
    for entry in entries:
        if entry.club_name:
            counts[entry.club_name] = counts.get(entry.club_name, 0) + 1
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


# -------------------------------------------------------------------------------- rounds


def draw_by_table(subject: Subject) -> dict[str, Any]:
    """Who meets whom, table by table; byes last."""
    assert subject.round is not None
    lines = selectors.draw(subject.round)
    return {
        "lines": lines,
        "has_scores": any(side.score for line in lines for side in line.sides),
        "has_results": any(line.result and not line.bye for line in lines),
    }


@dataclass(frozen=True, slots=True)
class Place:
    """Where a player finds the table."""

    name: str
    entry: Entry
    table_no: int | None
    opponent: Entry | None


def draw_by_name(subject: Subject) -> dict[str, Any]:
    """Every player by the initial of the pinyin."""
    assert subject.round is not None
    places = []
    for entry, table_no, opponent in selectors.draw_by_name(subject.round):
        for player in entry.players.all():
            key = player.sort_key or player.name.lower()
            places.append((key, Place(player.name, entry, table_no, opponent)))
    places.sort(key=lambda item: (item[0], item[1].entry.number))
    initials = [
        (initial, [place for _key, place in group])
        for initial, group in groupby(places, key=lambda item: _initial(item[0]))
    ]
    return {"initials": initials}


def _initial(key: str) -> str:
    first = key[:1].upper()
    return first if "A" <= first <= "Z" else "#"


@dataclass(frozen=True, slots=True)
class Slip:
    """A match with the code that leads to its score page."""

    line: MatchLine
    qr: SafeString
    code: str


def table_cards(subject: Subject) -> dict[str, Any]:
    """The card that stands on each table of a round."""
    return {"slips": list(_slips(subject))}


def score_slips(subject: Subject) -> dict[str, Any]:
    """The slip that lies on each table of a round."""
    round, event = subject.round, subject.event
    assert round is not None
    ending = round.stage.plan.ending or event.config.ending
    count = ending.deals if ending.counted else SLIP_LINES
    if event.duplicate:
        count = round.boards.count()
    return {
        "slips": list(_slips(subject)),
        "deals": range(1, min(count, 16) + 1),
        "ending": ending_words(ending),
        "departures": departures(event.game, event.options),
    }


def _slips(subject: Subject) -> Iterator[Slip]:
    assert subject.round is not None
    for line in selectors.draw(subject.round):
        if not line.bye and not line.match.online:
            yield Slip(line, qr(score_address(subject, line.match)), line.match.code)


def score_address(subject: Subject, match: EventMatch) -> str:
    """Where the result of a match is entered."""
    path = reverse("tournaments:score", args=[subject.event.slug, match.code])
    return subject.address(path)


# -------------------------------------------------------------------------------- entries


@dataclass(frozen=True, slots=True)
class PairCard:
    """A pair with the code that is its key."""

    entry: Entry
    qr: SafeString


def pair_cards(subject: Subject) -> dict[str, Any]:
    """The card each pair is handed: its code checks it in and enters its results."""
    event = subject.event
    entries = selectors.entries(event, status="confirmed", order="number")
    return {"cards": [PairCard(entry, qr(card_address(subject, entry))) for entry in entries]}


def card_address(subject: Subject, entry: Entry) -> str:
    """Where a pair checks in."""
    path = reverse("tournaments:check_in_by_code", args=[subject.event.slug, entry.code])
    return subject.address(path)


# ------------------------------------------------------------------------------ standings


def standings(subject: Subject) -> dict[str, Any]:
    """The standings of a stage, now or after a round; with the teams where there are some."""
    stage, event = subject.stage, subject.event
    assert stage is not None
    stage.event = event
    teams = stage.order == 1 and subject.round is None and event.unit == Event.Unit.TEAM
    return {
        "table": selectors.standings(stage, subject.round),
        "teams": selectors.team_standings(event) if teams else [],
    }


@dataclass(frozen=True, slots=True)
class Certificate:
    """Who has won which place."""

    place: int
    honour: str
    entry: Entry


def certificates(subject: Subject) -> dict[str, Any]:
    """One for each of the first places; ``places`` says how many (3)."""
    wanted = subject.wanted.get("places", "")
    places = min(int(wanted), MOST_CERTIFICATES) if wanted.isdigit() else 3
    found = [
        Certificate(rank, honour(rank), entry)
        for rank, entry, _stage in selectors.final_ranking(subject.event)
        if rank <= places
    ]
    return {"certificates": found, "places": places}


def honour(place: int) -> str:
    """A place as it is called on a certificate."""
    match place:
        case 1:
            return _("first place")
        case 2:
            return _("second place")
        case 3:
            return _("third place")
        case _:
            return _("place %(place)d") % {"place": place}


def round_title(round: Round, event: Event) -> str:
    """A round in a heading, with its stage where there are several."""
    text = _("Round %(number)d") % {"number": round.number}
    return f"{round.stage} · {text}" if event.stages.count() > 1 else text
