"""Addresses of accounts, before allauth's own."""

from __future__ import annotations

from django.urls import path

from accounts import report_views, views

urlpatterns = [
    path("accounts/guest/", views.play_as_guest, name="play_as_guest"),
    path("accounts/keep/", views.keep, name="keep_account"),
    path("accounts/settings/", views.profile, name="settings"),
    path("accounts/signup/", views.signup, name="account_signup"),
    path("preferences/", views.set_preferences, name="preferences"),
    path("language/", views.set_language, name="language"),
    path("report/", report_views.report, name="report"),
    path("standing/", report_views.standing, name="standing"),
    path("moderation/", report_views.queue, name="moderation"),
    path("moderation/<int:pk>/", report_views.case, name="case"),
    path("moderation/<int:pk>/<slug:verb>/", report_views.act_on_case, name="act_on_case"),
]
