"""The verbs of tables and matches: everything that changes them outside a running deal.

All are keyword-only, run in a transaction of their own, and raise ``Refused`` (with ``code``
and a translated sentence) when they cannot be done. A change at a table is announced to the
process that runs it by ``NOTIFY``, so it does not matter in which process a verb is called.
"""

from games.services.bars import (
    require_free,
    sanction_of,
    to_be_heard,
    told_at,
    unread,
    why_kept_out,
)
from games.services.chat import forget_chat, hide_line, keep_line, show_line
from games.services.errors import Barred, No, Refused
from games.services.holding import hold_table, release_table, show_desk
from games.services.imports import import_record
from games.services.managed import close_managed, open_managed, set_clock
from games.services.matches import end_match, start_match
from games.services.records import export_deal
from games.services.removal import apply_sanction, shut, unseat
from games.services.rulings import RolledBack, levels_made, roll_back, rule_levels
from games.services.tables import (
    close,
    close_idle,
    fill,
    leave,
    open_table,
    play_now,
    sit,
    stand,
)
from games.services.tally import tally_deal

__all__ = [
    "Barred",
    "No",
    "Refused",
    "RolledBack",
    "apply_sanction",
    "close",
    "close_idle",
    "close_managed",
    "end_match",
    "export_deal",
    "fill",
    "forget_chat",
    "hide_line",
    "hold_table",
    "import_record",
    "keep_line",
    "leave",
    "levels_made",
    "open_managed",
    "open_table",
    "play_now",
    "release_table",
    "require_free",
    "roll_back",
    "rule_levels",
    "sanction_of",
    "set_clock",
    "show_desk",
    "show_line",
    "shut",
    "sit",
    "stand",
    "start_match",
    "tally_deal",
    "to_be_heard",
    "told_at",
    "unread",
    "unseat",
    "why_kept_out",
]
