"""What templates of games need: names, words for options, seats, cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django import template
from django.utils.translation import gettext, gettext_noop

from games import labels
from games.engine.cards import BY_CODE
from games.models import Table

register = template.Library()
register.filter("game_name", labels.game_name)
register.filter("game_teaser", labels.game_teaser)
register.filter("level", labels.level_text)
register.filter("title_of", labels.table_title)

PLACES: Final = ("s", "e", "n", "w")
"""Where a seat is drawn: seat 0 below, the next to play on the right, partners face to face."""
JOKERS: Final = {"HR": gettext_noop("BIG"), "SB": gettext_noop("SMALL")}
"""What is written down the edge of a joker."""
SUIT_NAMES: Final = {"S": "♠", "H": "♥", "C": "♣", "D": "♦"}


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat as the lobby draws it; ``kind`` is person, guest, bot or free."""

    index: int
    place: str
    kind: str
    name: str


@register.filter
def departures(table: Any) -> list[str]:
    """How the rules of a table or match differ from the standard, in words."""
    return labels.departures(table.game, table.options)


@register.filter
def chairs(table: Table) -> list[Chair]:
    """The four seats of a table whose ``seats`` are loaded."""
    taken = {seat.index: seat for seat in table.seats.all()}
    found = []
    for index, place in enumerate(PLACES):
        seat = taken.get(index)
        if seat is None:
            found.append(Chair(index, place, "free", gettext("free")))
        elif seat.user is None:
            found.append(Chair(index, place, "bot", gettext("Bot")))
        else:
            kind = "guest" if seat.user.is_guest else "person"
            found.append(Chair(index, place, kind, str(seat.user)))
    return found


@register.filter
def free_seats(table: Table) -> int:
    """How many seats somebody could take now: free ones, and those bots would give up."""
    if table.status != Table.Status.OPEN:
        return 0
    return 4 - sum(seat.user_id is not None for seat in table.seats.all())


@register.filter
def clock_text(table: Table) -> str:
    """The clock of a table in a few signs."""
    if table.turn_seconds >= 600:
        return gettext("no hurry")
    return gettext("%(turn)s s + %(bank)s s") % {
        "turn": table.turn_seconds,
        "bank": table.bank_seconds,
    }


@register.filter
def nth(items: Any, index: int | str | None) -> Any:
    """``items[index]``; nothing where there is no such place."""
    try:
        return items[index]
    except (IndexError, KeyError, TypeError):
        return ""


@register.filter
def signed(number: int | None) -> str:
    """A change with its sign: +2, −1, 0."""
    if number is None:
        return ""
    return f"+{number}" if number > 0 else str(number).replace("-", "−")


@register.filter
def suit_sign(suit: str | None) -> str:
    """♠ for ``S``, with the selector that keeps phones from drawing emoji."""
    return f"{SUIT_NAMES[suit]}\ufe0e" if suit else ""


def is_trump(code: str, trump: Mapping[str, str | None] | None) -> bool:
    """Whether a card is drawn with the tint of trumps."""
    if trump is None:
        return False
    return code in ("SB", "HR") or code[1] == trump["level"] or code[0] == trump["suit"]


def spoken(code: str) -> str:
    """A card to be read aloud: ``9 of spades``."""
    if code == "HR":
        return gettext("Big Joker")
    if code == "SB":
        return gettext("Small Joker")
    suits = {
        "S": gettext("spades"),
        "H": gettext("hearts"),
        "C": gettext("clubs"),
        "D": gettext("diamonds"),
    }
    ranks = {
        "A": gettext("ace"),
        "K": gettext("king"),
        "Q": gettext("queen"),
        "J": gettext("jack"),
        "T": "10",
    }
    return gettext("%(rank)s of %(suit)s") % {
        "rank": ranks.get(code[1], code[1]),
        "suit": suits[code[0]],
    }


@dataclass(frozen=True, slots=True)
class Face:
    """A card as it is drawn."""

    code: str
    suit: str
    rank: str
    trump: bool

    @property
    def joker(self) -> bool:
        """The big or the small joker."""
        return self.code in ("SB", "HR")


@register.inclusion_tag("games/includes/cards.html")
def cards(
    codes: str | Iterable[str], trump: Mapping[str, str | None] | str | None = None, size: str = ""
) -> dict[str, Any]:
    """Cards as they look at the table: ``{% cards "S9 S9" %}``, ``{% cards hand trump %}``.

    ``codes`` as in the game record. ``trump`` tints the trumps: ``{"suit", "level"}``, or in a
    rulebook's text suit and level in two signs, ``"S4"`` (``"-4"``: no trump suit).
    """
    if isinstance(codes, str):
        codes = codes.split()
    if isinstance(trump, str):
        trump = (
            {"suit": None if trump[0] == "-" else trump[0], "level": trump[1]} if trump else None
        )
    found = []
    for code in codes:
        if code not in BY_CODE:
            raise template.TemplateSyntaxError(f"there is no card {code!r}")
        rank = gettext(JOKERS[code]) if code in JOKERS else code[1].replace("T", "10")
        found.append(Face(code, code[0], rank, is_trump(code, trump)))
    label = gettext(", ").join(spoken(face.code) for face in found)
    return {"faces": found, "label": label, "size": size}
