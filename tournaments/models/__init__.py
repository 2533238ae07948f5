"""What a tournament is made of, in the database.

``events`` the event and who has a part in running it; ``entries`` pairs and teams; ``stages``
stages, rounds, standings; ``matches`` matches and their results; ``rulings`` presence,
penalties and appeals; ``attending`` referees at tables; ``trail`` the audit trail and what falls
due.
"""

from tournaments.models.attending import RefereeAtTable, RefereeCall
from tournaments.models.entries import Entry, EntryPlayer, Follow, Team
from tournaments.models.events import Delivery, Event, EventRole, ScorerToken, Webhook
from tournaments.models.matches import (
    Board,
    BoardScore,
    EventMatch,
    MatchSide,
    ResultChange,
    ResultEntry,
)
from tournaments.models.rulings import (
    Appeal,
    Attendance,
    CommitteeSeat,
    Evidence,
    Leave,
    Penalty,
    PenaltyChange,
)
from tournaments.models.stages import Round, Stage, StageEntrant, StandingsSnapshot
from tournaments.models.trail import AuditLine, Due

__all__ = [
    "Appeal",
    "Attendance",
    "AuditLine",
    "Board",
    "BoardScore",
    "CommitteeSeat",
    "Delivery",
    "Due",
    "Entry",
    "EntryPlayer",
    "Event",
    "EventMatch",
    "EventRole",
    "Evidence",
    "Follow",
    "Leave",
    "MatchSide",
    "Penalty",
    "PenaltyChange",
    "RefereeAtTable",
    "RefereeCall",
    "ResultChange",
    "ResultEntry",
    "Round",
    "ScorerToken",
    "Stage",
    "StageEntrant",
    "StandingsSnapshot",
    "Team",
    "Webhook",
]
