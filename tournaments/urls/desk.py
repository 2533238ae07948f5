"""Addresses of clubs, of the desk, and of what players do themselves."""

from __future__ import annotations

from django.urls import path

from tournaments.views import desk

DESK = "events/<slug:slug>/desk/"
ROUND = DESK + "rounds/<int:order>/<int:number>/"
MATCH = DESK + "matches/<int:pk>/"

urlpatterns = [
    path("clubs/", desk.my_clubs, name="my_clubs"),
    path("clubs/new/", desk.new_club, name="new_club"),
    path("clubs/join/<str:invite>/", desk.join_club, name="join_club"),
    path("clubs/<slug:slug>/", desk.club, name="club"),
    path("clubs/<slug:slug>/link/", desk.renew_club_invite, name="renew_club_invite"),
    path("clubs/<slug:slug>/leave/", desk.leave_club, name="leave_club"),
    path("clubs/<slug:slug>/members/<int:user_id>/", desk.club_member, name="club_member"),
    # a new event
    path("events/new/", desk.new_event, name="new_event"),
    path("events/new/<slug:preset>/", desk.new_from_preset, name="new_from_preset"),
    path("events/worker.js", desk.worker, name="desk_worker"),
    # players
    path("events/invited/<str:invite>/", desk.invited, name="invited"),
    path("events/<slug:slug>/enter/", desk.enter, name="enter"),
    path("events/<slug:slug>/my-entry/", desk.my_entry, name="my_entry"),
    path("events/<slug:slug>/in/<slug:code>/", desk.check_in_by_code, name="check_in_by_code"),
    path("events/<slug:slug>/score/<slug:code>/", desk.score, name="score"),
    path("events/<slug:slug>/score/<slug:code>/send/", desk.send_score, name="send_score"),
    # the event
    path(DESK, desk.home, name="desk"),
    path(DESK + "step/", desk.step, name="desk_step"),
    path(DESK + "now/", desk.now, name="desk_now"),
    path(DESK + "set-up/", desk.edit_event, name="edit_event"),
    path(DESK + "clone/", desk.clone_event, name="clone_event"),
    path(DESK + "cancel/", desk.cancel_event, name="cancel_event"),
    # entries
    path(DESK + "entries/", desk.entries, name="desk_entries"),
    path(DESK + "entries/new/", desk.new_entry, name="new_entry"),
    path(DESK + "entries/import/", desk.import_entries, name="import_entries"),
    path(DESK + "entries/seeding/", desk.seeding, name="seeding"),
    path(DESK + "entries/teams/", desk.teams, name="desk_teams"),
    path(DESK + "entries/<int:number>/", desk.edit_entry, name="edit_entry"),
    path(DESK + "entries/<int:number>/<slug:verb>/", desk.act_on_entry, name="act_on_entry"),
    path(DESK + "check-in/", desk.check_in_desk, name="check_in_desk"),
    # rounds
    path(DESK + "rounds/", desk.rounds, name="desk_rounds"),
    path(DESK + "stages/<int:order>/draw/", desk.draw, name="draw_round"),
    path(DESK + "stages/<int:order>/draw-all/", desk.draw_all, name="draw_all"),
    path(DESK + "stages/<int:order>/seeding/", desk.seed_stage, name="seed_stage"),
    path(DESK + "stages/<int:order>/end/", desk.end_stage, name="end_stage"),
    path(ROUND, desk.round_page, name="desk_round"),
    path(ROUND + "edit/", desk.edit_draw, name="edit_draw"),
    path(ROUND + "edit/check/", desk.check_draw, name="check_draw"),
    path(ROUND + "time/", desk.set_time, name="round_time"),
    path(ROUND + "results/", desk.results_grid, name="results_grid"),
    path(ROUND + "results/send/", desk.send_result, name="send_result"),
    path(ROUND + "results/import/", desk.import_results, name="import_results"),
    path(ROUND + "do/<slug:verb>/", desk.act_on_round, name="act_on_round"),
    # matches
    path(MATCH, desk.match, name="desk_match"),
    path(MATCH + "do/<slug:verb>/", desk.act_on_match, name="act_on_match"),
    # the rest
    path(DESK + "people/", desk.people, name="desk_people"),
    path(DESK + "programs/", desk.programs, name="desk_programs"),
    path(DESK + "trail/", desk.trail, name="desk_trail"),
    path(DESK + "what-if/", desk.what_if, name="what_if"),
]
