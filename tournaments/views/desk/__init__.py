"""The organiser's desk, and what players do themselves."""

from tournaments.views.desk.checkin import check_in_by_code, check_in_desk
from tournaments.views.desk.clubs import (
    club,
    club_member,
    join_club,
    leave_club,
    my_clubs,
    new_club,
    renew_club_invite,
)
from tournaments.views.desk.entries import (
    act_on_entry,
    edit_entry,
    entries,
    import_entries,
    new_entry,
    teams,
)
from tournaments.views.desk.grid import import_results, results_grid, send_result
from tournaments.views.desk.home import home, now, step
from tournaments.views.desk.office import people, programs, trail, what_if
from tournaments.views.desk.phone import score, send_score, worker
from tournaments.views.desk.players import enter, invited, my_entry
from tournaments.views.desk.results import act_on_match, match
from tournaments.views.desk.rounds import (
    act_on_round,
    check_draw,
    draw,
    draw_all,
    edit_draw,
    end_stage,
    round_page,
    rounds,
    set_time,
)
from tournaments.views.desk.seeding import seed_stage, seeding
from tournaments.views.desk.setup import (
    cancel_event,
    clone_event,
    edit_event,
    new_event,
    new_from_preset,
)

__all__ = [
    "act_on_entry",
    "act_on_match",
    "act_on_round",
    "cancel_event",
    "check_draw",
    "check_in_by_code",
    "check_in_desk",
    "clone_event",
    "club",
    "club_member",
    "draw",
    "draw_all",
    "edit_draw",
    "edit_entry",
    "edit_event",
    "end_stage",
    "enter",
    "entries",
    "home",
    "import_entries",
    "import_results",
    "invited",
    "join_club",
    "leave_club",
    "match",
    "my_clubs",
    "my_entry",
    "new_club",
    "new_entry",
    "new_event",
    "new_from_preset",
    "now",
    "people",
    "programs",
    "renew_club_invite",
    "results_grid",
    "round_page",
    "rounds",
    "score",
    "seed_stage",
    "seeding",
    "send_result",
    "send_score",
    "set_time",
    "step",
    "teams",
    "trail",
    "what_if",
    "worker",
]
