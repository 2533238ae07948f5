"""The verbs of tournaments: everything that changes an event (``docs/tournaments.md``).

All are keyword-only, run in a transaction of their own, lock what they change, and write a line of
the audit trail. ``by`` is a person, a scorer's token, or nothing: the system. They raise
``Refused`` when it cannot be done now or not by this person, ``Invalid`` when a value is wrong.
"""

from tournaments.result import Result
from tournaments.services.appeals import (
    appeal_deadline,
    close_appeal,
    earlier_appeal,
    file_appeal,
    set_remedy,
)
from tournaments.services.attending import (
    attend,
    call_referee,
    leave_table,
    resume_play,
    roll_back,
    see_hands,
    stop_play,
    take_back_call,
)
from tournaments.services.committee import cast_vote, fill_committee, name_substitute, why_barred
from tournaments.services.corrections import Corrected, correct_result, strike_result
from tournaments.services.counting import recount, recount_stale
from tournaments.services.dues import call_off, fire_due, plan
from tournaments.services.entries import (
    accept,
    add_entry,
    approve,
    check_in,
    decline,
    enter,
    follow,
    promote_waiting,
    reject,
    saw_followed,
    withdraw,
)
from tournaments.services.errors import Invalid, No, Refused
from tournaments.services.events import (
    cancel_event,
    clone_event,
    close_entries,
    create_event,
    finish_event,
    give_role,
    open_entries,
    publish_seed,
    take_role,
    update_event,
)
from tournaments.services.imports import (
    import_entries,
    import_results,
    read_entries,
    read_results,
)
from tournaments.services.leaves import answer_leave, ask_leave, give_leave
from tournaments.services.news import News
from tournaments.services.noshows import (
    call_tables,
    decided_by,
    forfeit_changed_pair,
    lift_forfeit,
)
from tournaments.services.online import take_missed, take_result
from tournaments.services.outside import (
    add_webhook,
    make_token,
    remove_webhook,
    revoke_token,
    token_of,
)
from tournaments.services.partners import update_entry
from tournaments.services.penalties import (
    Ruling,
    change_penalty,
    check_penalty,
    record_penalty,
    revoke_penalty,
)
from tournaments.services.play import (
    extend_round,
    finish_round,
    pause_round,
    resume_round,
    start_round,
)
from tournaments.services.presence import (
    check_in_at_table,
    check_in_rest,
    seat_changed,
    undo_check_in_at_table,
)
from tournaments.services.presets import PRESETS, Preset
from tournaments.services.results import (
    Answer,
    confirm_result,
    dispute_result,
    enter_result,
    forfeit,
    rule_result,
)
from tournaments.services.rounds import (
    check_pairings,
    check_round,
    discard_round,
    draw_all,
    draw_round,
    move_table,
    publish_round,
    set_online,
    set_pairings,
    set_times,
    withdraw_publication,
)
from tournaments.services.seeding import seed_entries
from tournaments.services.stages import end_stage, reseed_stage, start_event
from tournaments.services.teams import update_team

__all__ = [
    "PRESETS",
    "Answer",
    "Corrected",
    "Invalid",
    "News",
    "No",
    "Preset",
    "Refused",
    "Result",
    "Ruling",
    "accept",
    "add_entry",
    "add_webhook",
    "answer_leave",
    "appeal_deadline",
    "approve",
    "ask_leave",
    "attend",
    "call_off",
    "call_referee",
    "call_tables",
    "cancel_event",
    "cast_vote",
    "change_penalty",
    "check_in",
    "check_in_at_table",
    "check_in_rest",
    "check_pairings",
    "check_penalty",
    "check_round",
    "clone_event",
    "close_appeal",
    "close_entries",
    "confirm_result",
    "correct_result",
    "create_event",
    "decided_by",
    "decline",
    "discard_round",
    "dispute_result",
    "draw_all",
    "draw_round",
    "earlier_appeal",
    "end_stage",
    "enter",
    "enter_result",
    "extend_round",
    "file_appeal",
    "fill_committee",
    "finish_event",
    "finish_round",
    "fire_due",
    "follow",
    "forfeit",
    "forfeit_changed_pair",
    "give_leave",
    "give_role",
    "import_entries",
    "import_results",
    "leave_table",
    "lift_forfeit",
    "make_token",
    "move_table",
    "name_substitute",
    "open_entries",
    "pause_round",
    "plan",
    "promote_waiting",
    "publish_round",
    "publish_seed",
    "read_entries",
    "read_results",
    "record_penalty",
    "recount",
    "recount_stale",
    "reject",
    "remove_webhook",
    "reseed_stage",
    "resume_play",
    "resume_round",
    "revoke_penalty",
    "revoke_token",
    "roll_back",
    "rule_result",
    "saw_followed",
    "seat_changed",
    "see_hands",
    "seed_entries",
    "set_online",
    "set_pairings",
    "set_remedy",
    "set_times",
    "start_event",
    "start_round",
    "stop_play",
    "strike_result",
    "take_back_call",
    "take_missed",
    "take_result",
    "take_role",
    "token_of",
    "undo_check_in_at_table",
    "update_entry",
    "update_event",
    "update_team",
    "why_barred",
    "withdraw",
    "withdraw_publication",
]
