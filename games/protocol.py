"""What a client may send to a table, checked as it is read (``docs/protocol.md``)."""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec

from games.chat import LONGEST as LONGEST_LINE
from games.chat import PHRASES

LONGEST: Final = 4096
"""Bytes; the longest message that makes sense has about 400."""

Id = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9._:-]{1,40}$")]
"""What a client calls its message; it is written into the log as it is."""

Cards = Annotated[list[Annotated[str, msgspec.Meta(max_length=2)]], msgspec.Meta(max_length=33)]


class Message(msgspec.Struct, tag_field="t", tag=str.lower, frozen=True, kw_only=True):
    """Any message; ``t`` is its name in small letters."""


class Ping(Message, frozen=True):
    """Is anybody there?"""


class Asking(Message, frozen=True, kw_only=True):
    """A message that is answered under its ``id``."""

    id: Id


class Doing(Asking, frozen=True, kw_only=True):
    """An action in the words of the game record, without the seat."""

    do: Annotated[str, msgspec.Meta(max_length=12)]
    cards: Cards | None = None
    as_: Cards | None = msgspec.field(default=None, name="as")
    give: Cards | None = None
    take: Cards | None = None

    def words(self) -> dict[str, Any]:
        """As ``games.engine.record.read_action`` wants it."""
        words: dict[str, Any] = {"do": self.do}
        if self.cards is not None:
            words["cards"] = self.cards
        if self.as_ is not None:
            words["as"] = self.as_
        if self.give is not None:
            words["give"] = self.give
        if self.take is not None:
            words["take"] = self.take
        return words


class Act(Doing, frozen=True):
    """Do it."""


class Try(Doing, frozen=True):
    """Would it be legal?"""


class Hint(Asking, frozen=True):
    """What might be played?"""


class Sit(Asking, frozen=True, kw_only=True):
    """Take a seat, any free one if none is named."""

    seat: Annotated[int, msgspec.Meta(ge=0, le=3)] | None = None


class Stand(Asking, frozen=True):
    """Give up the seat."""


class Ready(Asking, frozen=True, kw_only=True):
    """Ready for the match or for the next deal."""

    on: bool = True


class Fill(Asking, frozen=True):
    """Free seats to bots."""


class Back(Asking, frozen=True):
    """Stop playing for me."""


class Call(Asking, frozen=True, kw_only=True):
    """The referee is wanted here, or is not after all (at a table of an event)."""

    reason: Annotated[str, msgspec.Meta(max_length=200)] = ""
    on: bool = True


class Leave(Asking, frozen=True):
    """Leave the table for good."""


class Say(Asking, frozen=True, kw_only=True):
    """A line of chat: a quick phrase, or own words."""

    phrase: Annotated[str, msgspec.Meta(max_length=12)] | None = None
    text: Annotated[str, msgspec.Meta(max_length=LONGEST_LINE)] | None = None

    def __post_init__(self) -> None:
        """One of the two, and a phrase that there is."""
        if (self.phrase is None) == (self.text is None):
            raise ValueError("a phrase or a text")
        if self.phrase is not None and self.phrase not in PHRASES:
            raise ValueError("no such phrase")


AnyMessage = Ping | Act | Try | Hint | Sit | Stand | Ready | Fill | Back | Call | Leave | Say

_decoder: msgspec.json.Decoder[AnyMessage] = msgspec.json.Decoder(AnyMessage)


def read(text: str) -> AnyMessage:
    """The message in a text frame; ``ValueError`` when it is none."""
    if len(text) > LONGEST:
        raise ValueError("too long")
    return _decoder.decode(text)
