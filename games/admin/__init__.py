"""Tables, matches and deals, for the staff to look at. Nothing here can be changed by hand:
the log is the truth, and what follows from it is recomputed.
"""

from games.admin import chat, matches, tables

__all__ = ["chat", "matches", "tables"]
