"""Pages of games: the lobby and its tables, matches and deals, the rules."""

from games.views.lobby import choose_game, lobby, new_table, play_now
from games.views.matches import deal, match, my_matches, record
from games.views.replay import replay, replay_steps
from games.views.rules import fair, rules, rules_of
from games.views.tables import invite, join, password, table

__all__ = [
    "choose_game",
    "deal",
    "fair",
    "invite",
    "join",
    "lobby",
    "match",
    "my_matches",
    "new_table",
    "password",
    "play_now",
    "record",
    "replay",
    "replay_steps",
    "rules",
    "rules_of",
    "table",
]
