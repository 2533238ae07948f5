"""The catalogue of fouls (CP-12, CP-20 … CP-25): the referee picks, the remedy is offered."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from tournaments.engine.text import N_


class Grade(StrEnum):
    """The six grades of CP-10, ① to ⑥."""

    VERBAL = "verbal"
    WARNING = "warning"
    VIOLATION = "violation"
    LEVEL = "level"
    LOSS = "loss"
    SUSPENSION = "suspension"


GRADE_LABELS: Final = {
    Grade.VERBAL: N_("Verbal warning"),
    Grade.WARNING: N_("Warning"),
    Grade.VIOLATION: N_("Recorded violation"),
    Grade.LEVEL: N_("Level change"),
    Grade.LOSS: N_("Loss of the match"),
    Grade.SUSPENSION: N_("Suspension"),
}


@dataclass(frozen=True, slots=True)
class Foul:
    """A foul: its clause, what is done at the table, and the grades offered, the usual first."""

    id: str
    clause: str
    label: str
    remedy: str
    grades: tuple[Grade, ...]


_BY_GRADE = (Grade.VERBAL, Grade.WARNING, Grade.VIOLATION, Grade.LEVEL)

AWARD: Final = "award"
"""The entry for levels and points that a referee awards without anybody's foul."""

FOULS: Final = (
    Foul(
        "exposed_card",
        "CP-20",
        N_("Exposed or shown card"),
        N_("Once seen and named, the card may not be taken back."),
        _BY_GRADE,
    ),
    Foul(
        "wrong_play",
        "CP-20",
        N_("Wrong play"),
        N_("The player loses one turn; the next player goes on."),
        _BY_GRADE,
    ),
    Foul(
        "play_in_goes",
        "CP-21",
        N_("Play made in several goes, or cards carried along"),
        N_("The player loses the turn; the next player goes on."),
        _BY_GRADE,
    ),
    Foul(
        "out_of_turn",
        "CP-22",
        N_("Play out of turn"),
        N_("The player skipped plays first; the offender's next turn is passed over."),
        _BY_GRADE,
    ),
    Foul(
        "cards_left",
        "CP-23",
        N_("Cards left (10 or fewer) concealed or announced wrongly"),
        N_("Cards played since may be taken back and replayed."),
        _BY_GRADE,
    ),
    Foul(
        "information_suspected",
        "CP-24",
        N_("Passing illegal information, suspected"),
        N_("Play goes on; the violation is recorded."),
        (Grade.VIOLATION,),
    ),
    Foul(
        "information_proven",
        "CP-24",
        N_("Passing illegal information, proven"),
        N_("The match is over."),
        (Grade.LOSS, Grade.SUSPENSION),
    ),
    Foul(
        "ruling_refused",
        "CP-25",
        N_("Refusing a ruling of the referee"),
        N_("The match is over."),
        (Grade.LOSS, Grade.SUSPENSION),
    ),
    Foul(
        "disturbance",
        "CP-25",
        N_("Disturbing play"),
        N_("The match is over."),
        (Grade.LOSS, Grade.SUSPENSION),
    ),
    Foul(
        "serious",
        "CP-12",
        N_("Serious foul that affects normal play"),
        N_("Play goes on; the violation is recorded."),
        (Grade.VIOLATION, Grade.LEVEL, Grade.LOSS, Grade.SUSPENSION),
    ),
    Foul(
        "deal_spoilt",
        "CP-12",
        N_("Serious foul that affects the deal and cannot be put right"),
        N_("The level is changed; the deal stands as the referee rules."),
        (Grade.LEVEL, Grade.LOSS, Grade.SUSPENSION),
    ),
    Foul(
        "other",
        "CP-12",
        N_("Other foul"),
        N_("As the referee rules."),
        (*_BY_GRADE, Grade.LOSS, Grade.SUSPENSION),
    ),
    Foul(
        AWARD,
        "CP-12",
        N_("No foul: levels or points by ruling"),
        N_("As the referee rules; for points alone take the lowest grade."),
        (Grade.LEVEL, Grade.VERBAL),
    ),
)


def foul(id_: str) -> Foul:
    """A foul of the catalogue by its id; raises KeyError."""
    for entry in FOULS:
        if entry.id == id_:
            return entry
    raise KeyError(id_)
