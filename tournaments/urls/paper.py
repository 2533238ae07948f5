"""Addresses of what is printed, and of files of an event's data."""

from __future__ import annotations

from django.urls import path

from tournaments.views import files, paper

PAPER = "events/<slug:slug>/paper/"
FILE = "events/<slug:slug>/files/<slug:name>"
ROUND = "/<int:order>/<int:number>"

urlpatterns = [
    path(PAPER, paper.papers, name="papers"),
    path(PAPER + "<slug:name>/", paper.page, name="paper"),
    path(PAPER + "<slug:name>.pdf", paper.pdf, name="paper_pdf"),
    path(PAPER + "<slug:name>/<int:order>/", paper.page, name="paper"),
    path(PAPER + "<slug:name>/<int:order>.pdf", paper.pdf, name="paper_pdf"),
    path(PAPER + "<slug:name>" + ROUND + "/", paper.page, name="paper"),
    path(PAPER + "<slug:name>" + ROUND + ".pdf", paper.pdf, name="paper_pdf"),
    path(FILE + ".<slug:kind>", files.file, name="file"),
    path(FILE + "/<int:order>.<slug:kind>", files.file, name="file"),
    path(FILE + ROUND + ".<slug:kind>", files.file, name="file"),
]
