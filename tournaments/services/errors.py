"""How a verb of tournaments says no."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop


class No(StrEnum):
    """Why a verb is refused."""

    NOT_ALLOWED = "not_allowed"
    WRONG_STATUS = "wrong_status"
    ENTRIES_CLOSED = "entries_closed"
    ALREADY_ENTERED = "already_entered"
    PARTNERS_FIXED = "partners_fixed"
    NOT_OF_THE_PAIR = "not_of_the_pair"
    NO_SUCH_INVITE = "no_such_invite"
    GUEST = "guest"
    TOO_LATE = "too_late"
    TOO_FEW = "too_few"
    PLAN = "plan"
    OPEN_ROUND = "open_round"
    OPEN_STAGE = "open_stage"
    OPEN_APPEALS = "open_appeals"
    NO_MORE_ROUNDS = "no_more_rounds"
    ALREADY_DRAWN = "already_drawn"
    NO_SUCH_CHOICE = "no_such_choice"
    BARRED_DRAW = "barred_draw"
    BEGUN = "begun"
    NOT_BEGUN = "not_begun"
    NOT_CONFIRMED = "not_confirmed"
    CONFIRMED = "confirmed"
    DISPUTED = "disputed"
    NOTHING_ENTERED = "nothing_entered"
    OWN_RESULT = "own_result"
    SCORER_ONLY = "scorer_only"
    NO_DRAWS = "no_draws"
    IS_BYE = "is_bye"
    CANNOT_PLAY_ONLINE = "cannot_play_online"
    REASON_NEEDED = "reason_needed"
    DRAWS_TO_COME = "draws_to_come"
    HAS_RESULTS = "has_results"
    SUSPENDED = "suspended"
    LEAVE_LATE = "leave_late"
    LEAVE_ANSWERED = "leave_answered"
    NOT_DECIDED_SO = "not_decided_so"
    REVOKED = "revoked"
    NOT_OF_THE_MATCH = "not_of_the_match"
    APPEAL_LATE = "appeal_late"
    APPEAL_AGAIN = "appeal_again"
    APPEAL_THE_PENALTY = "appeal_the_penalty"
    NO_RULING = "no_ruling"
    APPEAL_CLOSED = "appeal_closed"
    BARRED_MEMBER = "barred_member"
    NOT_A_MEMBER = "not_of_the_committee"
    HAS_VOTED = "has_voted"
    VOTES_MISSING = "votes_missing"
    LATER_BEGUN = "later_begun"
    LOST_BY_PENALTY = "lost_by_penalty"
    PLAYS_HERE = "plays_here"
    MATCH_OVER = "match_over"
    CALLED = "called"
    NOT_CALLED = "not_called"
    CALLED_OFTEN = "called_often"
    NOT_AT_TABLE = "not_at_table"
    NO_TABLE = "no_table"
    STOPPED = "stopped"
    NOT_STOPPED = "not_stopped"
    FROZEN = "frozen"
    DEAL_OVER = "deal_over"
    NO_TRICK = "no_trick"


TEXTS: Mapping[No, tuple[str, str | None]] = {
    No.NOT_ALLOWED: (gettext_noop("Your role in this event does not allow that."), "CP-2"),
    No.WRONG_STATUS: (gettext_noop("Not now: the event is “%(status)s”."), None),
    No.ENTRIES_CLOSED: (gettext_noop("Entries are closed. Ask the organiser."), "CP-1"),
    No.ALREADY_ENTERED: (gettext_noop("%(name)s is already entered in this event."), "CP-1"),
    No.PARTNERS_FIXED: (
        gettext_noop("Partners are fixed for the whole event: no change, no substitute."),
        "CP-1",
    ),
    No.NOT_OF_THE_PAIR: (gettext_noop("Only the pair itself can do that."), "CP-1"),
    No.NO_SUCH_INVITE: (gettext_noop("This invitation is not valid any more."), None),
    No.GUEST: (gettext_noop("Keep your account first: events are played by name."), None),
    No.TOO_LATE: (gettext_noop("Late entries were taken until round %(round)d."), None),
    No.TOO_FEW: (gettext_noop("At least two pairs are needed."), None),
    No.PLAN: (gettext_noop("The plan of stages does not hold together: %(problem)s"), None),
    No.OPEN_ROUND: (gettext_noop("Round %(round)d is not finished yet."), None),
    No.OPEN_STAGE: (gettext_noop("A stage is not finished yet."), None),
    No.OPEN_APPEALS: (gettext_noop("Appeals that wait for an answer: %(count)d"), "CP-33"),
    No.NO_MORE_ROUNDS: (gettext_noop("All rounds of this stage have been drawn."), None),
    No.ALREADY_DRAWN: (
        gettext_noop("Round %(round)d is drawn already. Discard the draft to draw anew."),
        None,
    ),
    No.NO_SUCH_CHOICE: (gettext_noop("This choice is not offered any more. Draw again."), None),
    No.BARRED_DRAW: (gettext_noop("The draw cannot stand: %(problem)s"), None),
    No.BEGUN: (gettext_noop("The round has begun."), None),
    No.NOT_BEGUN: (gettext_noop("The round has not begun."), None),
    No.NOT_CONFIRMED: (gettext_noop("Results that are missing: %(count)d"), None),
    No.CONFIRMED: (
        gettext_noop("The result is confirmed. A referee can correct it, with a reason."),
        None,
    ),
    No.DISPUTED: (gettext_noop("The result is disputed: the referee decides."), None),
    No.NOTHING_ENTERED: (gettext_noop("No result has been entered yet."), None),
    No.OWN_RESULT: (gettext_noop("The other side confirms, or a scorer."), None),
    No.SCORER_ONLY: (gettext_noop("In this event a scorer enters the results."), None),
    No.NO_DRAWS: (
        gettext_noop("A knock-out match has no draw. Say which side goes on."),
        "CP-8",
    ),
    No.IS_BYE: (gettext_noop("This is a bye: there is no result to enter."), "CP-5"),
    No.CANNOT_PLAY_ONLINE: (
        gettext_noop("Not everybody of these pairs has an account to play on line with."),
        None,
    ),
    No.REASON_NEEDED: (gettext_noop("Please give a reason; it is kept."), None),
    No.DRAWS_TO_COME: (
        gettext_noop("The seed stays secret while draws are still to come."),
        None,
    ),
    No.HAS_RESULTS: (gettext_noop("There are results of this round already."), None),
    No.SUSPENDED: (gettext_noop("%(name)s is kept from play: %(why)s"), "CP-12"),
    No.LEAVE_LATE: (
        gettext_noop("The round has been called: leave is asked and granted before that."),
        "CP-4",
    ),
    No.LEAVE_ANSWERED: (gettext_noop("This leave has been answered already."), "CP-4"),
    No.NOT_DECIDED_SO: (
        gettext_noop("There is nothing to lift: the match was not decided by a forfeit."),
        "CP-3",
    ),
    No.REVOKED: (gettext_noop("The penalty is revoked already; its history is kept."), "CP-13"),
    No.NOT_OF_THE_MATCH: (gettext_noop("This pair does not play in that match."), "CP-13"),
    No.APPEAL_LATE: (gettext_noop("Appeals against it were taken until %(until)s."), "CP-30"),
    No.APPEAL_AGAIN: (
        gettext_noop("There has been an appeal on this matter: there is no second one."),
        "CP-30",
    ),
    No.APPEAL_THE_PENALTY: (
        gettext_noop("A penalty has ended this match: appeal against the penalty."),
        "CP-30",
    ),
    No.NO_RULING: (gettext_noop("There is no ruling here to appeal against."), "CP-30"),
    No.APPEAL_CLOSED: (gettext_noop("The appeal has been answered: the vote is closed."), "CP-31"),
    No.BARRED_MEMBER: (
        gettext_noop("You are barred from this vote: %(why)s."),
        "CP-31",
    ),
    No.NOT_A_MEMBER: (gettext_noop("Only the committee of this appeal votes."), "CP-31"),
    No.HAS_VOTED: (
        gettext_noop("The substitute has voted already: nobody takes their place any more."),
        "CP-31",
    ),
    No.VOTES_MISSING: (
        gettext_noop("Votes are missing; they are waited for until %(due)s."),
        "CP-31",
    ),
    No.LATER_BEGUN: (
        gettext_noop(
            "A later match of the bracket has begun. Strike or keep that one first, then rule."
        ),
        "CP-33",
    ),
    No.LOST_BY_PENALTY: (
        gettext_noop("A penalty that stands decides this match. Revoke the penalty that ended it."),
        "CP-13",
    ),
    No.PLAYS_HERE: (
        gettext_noop("Who plays in this event is no referee at its tables. Ask another referee."),
        "CP-2",
    ),
    No.MATCH_OVER: (gettext_noop("This match is over."), None),
    No.CALLED: (gettext_noop("The referee has been called to this table already."), None),
    No.NOT_CALLED: (gettext_noop("No referee is being called to this table."), None),
    No.CALLED_OFTEN: (
        gettext_noop("Your pair has called the referee often. Wait ten minutes."),
        None,
    ),
    No.NOT_AT_TABLE: (
        gettext_noop("Declare first that you are the referee at this table; the players are told."),
        "CP-2",
    ),
    No.NO_TABLE: (gettext_noop("This match has no table on line."), None),
    No.STOPPED: (gettext_noop("The play is stopped already."), None),
    No.NOT_STOPPED: (gettext_noop("The play is not stopped. Stop it first."), None),
    No.FROZEN: (
        gettext_noop("The staff of the site has frozen this table; only they release it."),
        None,
    ),
    No.DEAL_OVER: (gettext_noop("Only a deal that is being played can be rolled back."), None),
    No.NO_TRICK: (gettext_noop("This trick has not begun yet."), None),
}


class Refused(Exception):
    """The verb cannot be done now, or not by this person.

    ``str()`` is a sentence in the language that is active; ``clause`` the rule behind it.
    """

    def __init__(self, code: No, **params: Any) -> None:
        super().__init__(code)
        self.code = code
        self.params = params

    @property
    def clause(self) -> str | None:
        """The clause of the rules of competition, if there is one."""
        return TEXTS[self.code][1]

    def __str__(self) -> str:
        return _(TEXTS[self.code][0]) % self.params


class Invalid(Exception):
    """Values that cannot be: ``errors`` are sentences by field (empty field: the whole)."""

    def __init__(self, errors: Mapping[str, Sequence[str]]) -> None:
        super().__init__(dict(errors))
        self.errors = {field: list(texts) for field, texts in errors.items()}

    def __str__(self) -> str:
        return " ".join(text for texts in self.errors.values() for text in texts)


def invalid(field: str, text: str) -> Invalid:
    """One wrong value."""
    return Invalid({field: [text]})
