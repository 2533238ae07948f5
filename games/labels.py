"""Names and sentences for what the engines know only by key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext, gettext_noop

from games.engine.api import Game, Option, game_of, games
from games.models import Table

NAMES = {
    "wangkou": gettext_noop("Wangkou"),
    "tycoon": gettext_noop("Super Tycoon"),
    "shuangsheng": gettext_noop("Tractor"),
    "guandan": gettext_noop("Guandan"),
}
TEASERS = {
    "wangkou": gettext_noop("Ace to king, kitty face up, jokers in the last trick turn the table."),
    "tycoon": gettext_noop("Declare with level card and joker, overturn, and follow the shape."),
    "shuangsheng": gettext_noop("Two decks, pairs and tractors, 80 points to take the deal."),
    "guandan": gettext_noop("Bombs, wild cards and tribute; all 27 cards must go."),
}


PHRASES = {
    "hello": gettext_noop("Hello everyone!"),
    "luck": gettext_noop("Good luck, all!"),
    "thanks": gettext_noop("Thank you!"),
    "sorry": gettext_noop("Sorry!"),
    "wait": gettext_noop("One moment, please."),
    "hurry": gettext_noop("Please play on."),
    "back": gettext_noop("I am back."),
    "net": gettext_noop("My connection is bad."),
    "played": gettext_noop("Well played!"),
    "close": gettext_noop("That was close!"),
    "again": gettext_noop("One more?"),
    "bye": gettext_noop("See you next time!"),
}
"""Quick phrases of the chat; ``words.js`` has the same."""


def phrase_text(phrase: str) -> str:
    """A quick phrase in words; its id when it is not known (any more)."""
    return gettext(PHRASES[phrase]) if phrase in PHRASES else phrase


def game_name(game_id: str) -> str:
    """What a game is called; its id when it is not known."""
    return gettext(NAMES[game_id]) if game_id in NAMES else game_id


def game_teaser(game_id: str) -> str:
    """A game in a line, for choosing one; nothing when it is not known."""
    return gettext(TEASERS[game_id]) if game_id in TEASERS else ""


def offered() -> tuple[Game[Any], ...]:
    """The games that can be played here, in the order they are listed."""
    return games()


def value_text(option: Option, value: object) -> str:
    """A value of an option in words."""
    for choice in option.choices:
        if choice.value == value:
            return gettext(choice.label)
    return str(value)


def departures(game_id: str, options: Mapping[str, Any]) -> list[str]:
    """How options differ from the standard of the rulebook, each in a few words.

    A table says this before anybody sits down, so that nobody plays other rules than he thinks.
    """
    try:
        known = game_of(game_id).options
    except KeyError:
        return []
    return [
        gettext("%(option)s: %(value)s")
        % {"option": gettext(option.label), "value": value_text(option, options[option.name])}
        for option in known
        if option.name in options and options[option.name] != option.default
    ]


def line_text(line: Mapping[str, Any], names: Sequence[str]) -> str:
    """A line of a reckoning (``engine.api.Line``, as a tally keeps it) as a sentence.

    A ``seat`` in it becomes the player's name; levels are written as on a score sheet.
    """
    params: dict[str, Any] = {
        key: level_text(value) if isinstance(value, str) else value
        for key, value in line["params"].items()
    }
    if "seat" in params:
        params["seat"] = names[params["seat"]]
    return gettext(line["text"]) % params


def level_text(level: str) -> str:
    """A level as it is written on a score sheet: 10 for T."""
    return "10" if level == "T" else level


def table_title(table: Table) -> str:
    """The name of a table; one without a name is called after its host."""
    if table.name:
        return table.name
    if table.host is not None:
        return gettext("%(name)s’s table") % {"name": table.host}
    return table.code
