"""The operations of the API: addresses and description are both made of this list."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_noop as N_

from tournaments.api import reads, shapes, writes
from tournaments.api.door import Operation, Query

EVENT: Final = "events/{event}/"
ROUND: Final = EVENT + "rounds/{stage}/{round}/"
STAGE: Final = EVENT + "stages/{stage}/"
MATCH: Final = EVENT + "matches/{match}/"

WHEN: Final = Query("when", "Which events; running if left out.", ("upcoming", "running", "past"))

OPERATIONS: Final = (
    Operation(
        "listEvents", "GET", "events/", N_("Events"), shapes.EventList, reads.events, query=(WHEN,)
    ),
    Operation("getEvent", "GET", EVENT, N_("One event"), shapes.EventInfo, reads.event),
    Operation(
        "listEntries", "GET", EVENT + "entries/", N_("Its entries"), shapes.EntryList, reads.entries
    ),
    Operation(
        "listRounds", "GET", EVENT + "rounds/", N_("Its rounds"), shapes.RoundList, reads.rounds
    ),
    Operation(
        "getDraw", "GET", ROUND + "draw/", N_("The draw of a round"), shapes.MatchList, reads.draw
    ),
    Operation(
        "listResults",
        "GET",
        EVENT + "results/",
        N_("Matches and results"),
        shapes.MatchList,
        reads.results,
        query=(Query("stage", "Only of this stage."), Query("round", "Only of this round.")),
    ),
    Operation(
        "getStandings",
        "GET",
        STAGE + "standings/",
        N_("The standings of a stage"),
        shapes.Standings,
        reads.standings,
        query=(Query("round", "After this round; the newest if left out."),),
    ),
    Operation(
        "getBracket",
        "GET",
        STAGE + "bracket/",
        N_("The bracket of a knock-out"),
        shapes.Bracket,
        reads.bracket,
    ),
    Operation(
        "enterResult",
        "POST",
        MATCH + "result/",
        N_("Enter a result"),
        shapes.ResultTaken,
        writes.enter_result,
        body=shapes.ResultBody,
    ),
    Operation(
        "confirmResult",
        "POST",
        MATCH + "confirm/",
        N_("Confirm what a side has entered"),
        shapes.ResultTaken,
        writes.confirm_result,
        body=shapes.ConfirmBody,
    ),
    Operation(
        "checkIn",
        "POST",
        EVENT + "entries/{number}/check-in/",
        N_("Check a pair in"),
        shapes.CheckedIn,
        writes.check_in,
        body=shapes.CheckInBody,
    ),
)
