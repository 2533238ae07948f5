"""What a tournament is made of, in the database.

``events`` the event and who has a part in running it; ``entries`` pairs and teams; ``stages``
stages, rounds, standings; ``matches`` matches and their results; ``trail`` the audit trail and
what falls due.
"""

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
from tournaments.models.stages import Round, Stage, StageEntrant, StandingsSnapshot
from tournaments.models.trail import AuditLine, Due

__all__ = [
    "AuditLine",
    "Board",
    "BoardScore",
    "Delivery",
    "Due",
    "Entry",
    "EntryPlayer",
    "Event",
    "EventMatch",
    "EventRole",
    "Follow",
    "MatchSide",
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
