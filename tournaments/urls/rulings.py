"""Addresses of match rules: who is at the table, leave, penalties, appeals."""

from __future__ import annotations

from django.urls import path

from tournaments.views import rulings

BASE = "events/<slug:slug>/rulings/"
LIVE = BASE + "tables/<int:pk>/live/"
APPEAL = BASE + "appeals/<int:pk>/"

urlpatterns = [
    path(BASE, rulings.rulings, name="rulings"),
    path(BASE + "tables/", rulings.tables, name="referee_tables"),
    path(BASE + "tables/calling/", rulings.calling, name="call_tables"),
    path(BASE + "tables/<int:pk>/", rulings.pad, name="referee_pad"),
    path(BASE + "tables/<int:pk>/do/<slug:verb>/", rulings.act, name="referee_act"),
    path(LIVE, rulings.live, name="referee_live"),
    path(LIVE + "steps/", rulings.live_steps, name="referee_live_steps"),
    path(LIVE + "do/<slug:verb>/", rulings.live_act, name="referee_live_act"),
    path(BASE + "rounds/<int:pk>/all-here/", rulings.all_here, name="all_here"),
    path(BASE + "leaves/<int:pk>/", rulings.answer_leave, name="answer_leave"),
    path(BASE + "here/", rulings.here, name="here"),
    path(BASE + "here/<slug:code>/", rulings.here, name="here_by_code"),
    path(BASE + "penalties/<int:pk>/", rulings.penalty, name="penalty"),
    path(BASE + "matches/<int:pk>/appeal/", rulings.new_appeal, name="new_appeal"),
    path(APPEAL, rulings.appeal, name="appeal"),
    path(APPEAL + "do/<slug:verb>/", rulings.act_on_appeal, name="act_on_appeal"),
    path(APPEAL + "pictures/<int:evidence>.jpg", rulings.evidence_picture, name="evidence_picture"),
]
