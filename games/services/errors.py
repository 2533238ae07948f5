"""How a verb says no."""

from __future__ import annotations

from enum import StrEnum

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop


class No(StrEnum):
    """Why a verb of tables was refused; the codes go over the wire too (``docs/protocol.md``)."""

    NOT_SEATED = "not_seated"
    SEAT_TAKEN = "seat_taken"
    TABLE_FULL = "table_full"
    NOT_HOST = "not_host"
    PLAYING = "playing"
    NOT_FULL = "not_full"
    CLOSED = "closed"
    ELSEWHERE = "elsewhere"
    RESERVED = "reserved"
    MANAGED = "managed"
    BARRED = "barred"
    MUTED = "muted"
    GUEST_WORDS = "guest_words"
    EVENT_WORDS = "event_words"
    NOTHING_SAID = "nothing_said"
    TOO_MUCH = "too_much"
    HELD = "held"
    NOT_HELD = "not_held"
    FROZEN = "frozen"
    DEAL_OVER = "deal_over"
    NO_TRICK = "no_trick"
    NO_REFEREE = "no_referee"


TEXTS = {
    No.NOT_SEATED: gettext_noop("You have no seat at this table."),
    No.SEAT_TAKEN: gettext_noop("Somebody sits there already. Take another seat."),
    No.TABLE_FULL: gettext_noop("All four seats are taken. You can watch."),
    No.NOT_HOST: gettext_noop("Only the host of the table can do that."),
    No.PLAYING: gettext_noop("Not while a match is being played."),
    No.NOT_FULL: gettext_noop("Four players are needed to begin."),
    No.CLOSED: gettext_noop("The table is closed."),
    No.ELSEWHERE: gettext_noop("You are playing at another table. Finish or leave there first."),
    No.RESERVED: gettext_noop("The seats at this table belong to the pairs of an event (CP-1)."),
    No.MANAGED: gettext_noop("This table belongs to an event: your seat stays yours (CP-1)."),
    No.BARRED: gettext_noop("A sanction keeps you from playing here."),
    No.MUTED: gettext_noop("A sanction keeps you from writing here."),
    No.GUEST_WORDS: gettext_noop(
        "Guests write in their own words only at private tables. Keep your account to write here."
    ),
    No.EVENT_WORDS: gettext_noop(
        "While a deal of an event is played there are only quick phrases of courtesy (CP-24)."
    ),
    No.NOTHING_SAID: gettext_noop("Write something first."),
    No.TOO_MUCH: gettext_noop("That was a lot at once. Wait a few seconds."),
    No.HELD: gettext_noop("The play is stopped here. Wait until it is released."),
    No.NOT_HELD: gettext_noop("The play is not stopped. Stop it first."),
    No.FROZEN: gettext_noop("The staff of the site has frozen this table; only they release it."),
    No.DEAL_OVER: gettext_noop("Only a deal that is being played can be rolled back."),
    No.NO_TRICK: gettext_noop("This trick has not begun yet."),
    No.NO_REFEREE: gettext_noop("This table belongs to no event: there is no referee to call."),
}


class Refused(Exception):
    """The verb cannot be done now. ``str()`` is a sentence in the language that is active."""

    def __init__(self, code: No) -> None:
        super().__init__(code)
        self.code = code

    def __str__(self) -> str:
        return _(TEXTS[self.code])


class Barred(Refused):
    """A ban or a suspension keeps the person from it; the sentence says why and until when."""

    def __init__(self, words: str) -> None:
        super().__init__(No.BARRED)
        self.words = words

    def __str__(self) -> str:
        return self.words or super().__str__()


class Muted(Refused):
    """A sanction keeps the person from writing; the sentence says why and until when."""

    def __init__(self, words: str) -> None:
        super().__init__(No.MUTED)
        self.words = words

    def __str__(self) -> str:
        return self.words
