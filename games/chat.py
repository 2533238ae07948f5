"""What may be said at a table, and who hears it. Pure: a moment in, an answer out.

Hands are hidden and partners silent, so talk is limited where it could tell cards. Watchers may
know more than a player should (a friend has shown them a hand): while a deal is under way only
watchers hear watchers. At tables of an event pairs play for a result, and words between partners
would be illegal information (CP-24): there they have quick phrases of courtesy until the deal has
ended, and watchers are never heard by players.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final, NamedTuple

LONGEST: Final = 120
"""Characters of a line in one's own words."""
SHOWN: Final = 30
"""So many of the last lines are sent to who comes in."""

PHRASES: Final = (
    "hello",
    "luck",
    "thanks",
    "sorry",
    "wait",
    "hurry",
    "back",
    "net",
    "played",
    "close",
    "again",
    "bye",
)
"""Quick phrases; each reader has them in their language (``games.labels``, ``words.js``)."""
ON_THE_PLAY: Final = frozenset({"played", "close"})
"""Phrases that speak of the play: said over a partner's card they would be a signal (CP-24)."""
COURTESIES: Final = tuple(phrase for phrase in PHRASES if phrase not in ON_THE_PLAY)

UNDER_WAY: Final = frozenset({"drawing", "closing", "playing"})
"""Phases of a room in which hands are secret."""


class Moment(NamedTuple):
    """Who is about to speak, where, and when."""

    seated: bool
    guest: bool
    private: bool
    managed: bool
    phase: str

    @property
    def under_way(self) -> bool:
        """A deal is being played."""
        return self.phase in UNDER_WAY


@dataclass(frozen=True, slots=True)
class Voice:
    """What somebody may say now: which phrases, whether own words, and who hears it."""

    phrases: tuple[str, ...] = PHRASES
    words: bool = True
    watchers_only: bool = False
    no_words: str = ""
    """Why not in own words, as a code of ``games.services.No``."""
    wire: dict[str, Any] = field(init=False, compare=False, repr=False)
    """As ``room.you.say`` has it."""

    def __post_init__(self) -> None:
        """Made once: it is in every frame."""
        wire = {"phrases": self.phrases, "words": self.words, "watchers": self.watchers_only}
        object.__setattr__(self, "wire", wire)


PLAYER: Final = Voice()
WATCHER: Final = Voice(watchers_only=True)
GUEST: Final = Voice(words=False, no_words="guest_words")
WATCHING_GUEST: Final = Voice(words=False, watchers_only=True, no_words="guest_words")
COMPETITOR: Final = Voice(COURTESIES, words=False, no_words="event_words")
"""CP-24: a player of an event's match while a deal is played."""


@cache  # there are few moments, and every frame asks
def voice(moment: Moment) -> Voice:
    """What may be said.

    A guest is anybody, and gone when muted: in own words they speak only where the host's link
    has let them in.
    """
    if moment.managed and moment.seated and moment.under_way:
        return COMPETITOR
    apart = not moment.seated and (moment.managed or moment.under_way)
    if moment.guest and not moment.private:
        return WATCHING_GUEST if apart else GUEST
    return WATCHER if apart else PLAYER


def clean(text: str) -> str:
    """Own words on one line, without what cannot be seen or turns the writing around."""
    plain = "".join(
        " " if unicodedata.category(char) in ("Zs", "Zl", "Zp", "Cc") else char
        for char in text
        if char == "\u200d" or unicodedata.category(char) not in ("Cf", "Cs", "Co", "Cn")
    )
    plain = " ".join(plain.split())[:LONGEST].strip()
    return plain if plain.strip("\u200d ") else ""


def heard(lines: Sequence[dict[str, Any]], *, seated: bool) -> list[dict[str, Any]]:
    """The last lines as a player or a watcher is shown them."""
    return [line for line in lines if not (seated and line["watchers"])][-SHOWN:]


def kept(lines: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Of these lines, in their order, those that somebody is still shown."""
    shown = {line["id"] for seated in (True, False) for line in heard(lines, seated=seated)}
    return [line for line in lines if line["id"] in shown]
