"""The pages that everybody may read."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.views import public

urlpatterns: list[URLPattern] = [
    path("events/", public.events, name="events"),
    path("events/<slug:slug>/", public.event, name="event"),
    path("events/<slug:slug>/version/", public.version, name="version"),
    path("events/<slug:slug>/entries/", public.entries, name="entries"),
    path("events/<slug:slug>/draw/", public.draw, name="draw"),
    path("events/<slug:slug>/draw/<int:stage>/<int:number>/", public.draw, name="draw_of"),
    path("events/<slug:slug>/results/", public.results, name="results"),
    path("events/<slug:slug>/results/<int:stage>/<int:number>/", public.results, name="results_of"),
    path("events/<slug:slug>/standings/", public.standings, name="standings"),
    path("events/<slug:slug>/standings/<int:stage>/", public.standings, name="standings_of"),
    path(
        "events/<slug:slug>/standings/<int:stage>/<int:number>/",
        public.standings,
        name="standings_after",
    ),
    path("events/<slug:slug>/standings/<int:stage>/why/<int:pair>/", public.why, name="why"),
    path("events/<slug:slug>/bracket/", public.bracket, name="bracket"),
    path("events/<slug:slug>/bracket/<int:stage>/", public.bracket, name="bracket_of"),
    path("events/<slug:slug>/boards/", public.boards, name="boards"),
    path("events/<slug:slug>/boards/<int:stage>/<int:number>/", public.boards, name="boards_of"),
    path(
        "events/<slug:slug>/boards/<int:stage>/<int:number>/<int:board>/",
        public.board,
        name="board",
    ),
    path("events/<slug:slug>/matches/<int:match_id>/", public.match, name="match"),
    path("events/<slug:slug>/pairs/<int:number>/", public.pair, name="pair"),
    path("events/<slug:slug>/pairs/<int:number>/follow/", public.follow, name="follow"),
    path("events/<slug:slug>/mine/", public.mine, name="mine"),
    path("events/<slug:slug>/search/", public.search, name="search"),
    path("events/<slug:slug>/screen/", public.screen, name="screen"),
    path("events/<slug:slug>/feed/", public.feeds, name="feeds"),
    path("events/<slug:slug>/feed/<int:match_id>/", public.feed, name="feed"),
    path("events/<slug:slug>/feed/<int:match_id>/now/", public.feed_data, name="feed_data"),
    path("events/<slug:slug>/calendar.ics", public.calendar, name="calendar"),
    path("events/<slug:slug>/mine.ics", public.my_calendar, name="my_calendar"),
    path(
        "events/<slug:slug>/pairs/<int:number>/calendar.ics",
        public.pair_calendar,
        name="pair_calendar",
    ),
    path("events/<slug:slug>/card.png", public.card, name="card"),
]
