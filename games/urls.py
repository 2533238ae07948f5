"""The addresses of games."""

from __future__ import annotations

from django.urls import path

from games import views

app_name = "games"
urlpatterns = [
    path("", views.lobby, name="lobby"),
    path("tables/new/", views.choose_game, name="choose_game"),
    path("tables/new/<slug:game_id>/", views.new_table, name="new_table"),
    path("play/", views.play_now, name="play_now"),
    path("t/<slug:code>/", views.table, name="table"),
    path("t/<slug:code>/join/", views.join, name="join"),
    path("t/<slug:code>/password/", views.password, name="password"),
    path("t/<slug:code>/i/<str:invite>/", views.invite, name="invite"),
    path("matches/", views.my_matches, name="my_matches"),
    path("matches/<int:match_id>/", views.match, name="match"),
    path("matches/<int:match_id>/deals/<int:number>/", views.deal, name="deal"),
    path("matches/<int:match_id>/deals/<int:number>/record/", views.record, name="record"),
    path("matches/<int:match_id>/deals/<int:number>/replay/", views.replay, name="replay"),
    path(
        "matches/<int:match_id>/deals/<int:number>/replay/steps/",
        views.replay_steps,
        name="replay_steps",
    ),
    path("rules/", views.rules, name="rules"),
    path("rules/<slug:game_id>/", views.rules_of, name="rules_of"),
    path("fair/", views.fair, name="fair"),
]
