"""The public face of events: what anybody may read."""

from tournaments.views.public.calendars import calendar, my_calendar, pair_calendar
from tournaments.views.public.cards import card
from tournaments.views.public.feed import feed, feed_data, feeds
from tournaments.views.public.lists import event, events, search, version
from tournaments.views.public.pairs import entries, follow, mine, pair
from tournaments.views.public.rounds import draw, match, results
from tournaments.views.public.screen import screen
from tournaments.views.public.tables import board, boards, bracket, standings, why

__all__ = [
    "board",
    "boards",
    "bracket",
    "calendar",
    "card",
    "draw",
    "entries",
    "event",
    "events",
    "feed",
    "feed_data",
    "feeds",
    "follow",
    "match",
    "mine",
    "my_calendar",
    "pair",
    "pair_calendar",
    "results",
    "screen",
    "search",
    "standings",
    "version",
    "why",
]
