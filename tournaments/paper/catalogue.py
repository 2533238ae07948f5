"""The papers there are: what each is of, and who may print it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from django.utils.translation import gettext_noop as N_

from accounts.models import User
from accounts.permissions import may_organise, may_score, may_see_event
from tournaments.models import Event, Round, Stage
from tournaments.paper import book, sheets


class Of(StrEnum):
    """What a paper is of."""

    EVENT = "event"
    STAGE = "stage"
    ROUND = "round"


@dataclass(frozen=True, slots=True)
class Subject:
    """What is printed, and ``address`` to make links that work outside of the site."""

    event: Event
    stage: Stage | None
    round: Round | None
    reader: User | None
    address: Callable[[str], str]
    wanted: dict[str, str]
    """What the reader asked for besides (``places`` of certificates)."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper; ``build`` answers what its template shows."""

    id: str
    label: str
    about: str
    of: Of
    may: Callable[[Any, Event], bool]
    build: Callable[[Any], dict[str, Any]]


PAPERS: Final = {
    paper.id: paper
    for paper in (
        Paper(
            "programme",
            N_("Programme"),
            N_("Schedule, format, rules and everybody who plays"),
            Of.EVENT,
            may_see_event,
            sheets.programme,
        ),
        Paper(
            "pair-cards",
            N_("Pair cards"),
            N_("A card for each pair with its code: check-in and results by phone"),
            Of.EVENT,
            may_score,
            sheets.pair_cards,
        ),
        Paper(
            "draw-by-table",
            N_("Draw by table"),
            N_("Who meets whom, to be posted"),
            Of.ROUND,
            may_see_event,
            sheets.draw_by_table,
        ),
        Paper(
            "draw-by-name",
            N_("Draw by name"),
            N_("Every player in the order of pinyin, with the table"),
            Of.ROUND,
            may_see_event,
            sheets.draw_by_name,
        ),
        Paper(
            "table-cards",
            N_("Table cards"),
            N_("The number of the table, large, and a code to enter the score"),
            Of.ROUND,
            may_score,
            sheets.table_cards,
        ),
        Paper(
            "score-slips",
            N_("Score slips"),
            N_("A slip for each table: deal by deal, signatures, a code to enter the score"),
            Of.ROUND,
            may_score,
            sheets.score_slips,
        ),
        Paper(
            "standings",
            N_("Standings"),
            N_("As they are now, or after a round"),
            Of.STAGE,
            may_see_event,
            sheets.standings,
        ),
        Paper(
            "result-book",
            N_("Result book"),
            N_("Final ranking, standings, bracket, every result and ruling"),
            Of.EVENT,
            may_see_event,
            book.result_book,
        ),
        Paper(
            "certificates",
            N_("Certificates"),
            N_("For the first in the final ranking"),
            Of.EVENT,
            may_organise,
            sheets.certificates,
        ),
    )
}
