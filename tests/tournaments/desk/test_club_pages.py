"""Clubs: founded, joined by link, roles, left."""

from __future__ import annotations

from typing import Any

import pytest

from accounts import clubs
from accounts.models import Club

pytestmark = pytest.mark.django_db


def test_a_club_is_founded_and_joined_by_its_link(chief: Any, stranger: Any) -> None:
    assert "in no club yet" in chief.get("/clubs/")
    page = chief.send("/clubs/new/", name="城东牌社", about="Fridays")
    club = Club.objects.get()
    link = f"/clubs/join/{club.invite}/"
    assert link in page
    assert "Join the club" in stranger.get(link)
    page = stranger.post(link)
    assert "Welcome to 城东牌社" in page
    assert link not in page
    assert "城东牌社" in stranger.get("/clubs/")


def test_roles_and_leaving(chief: Any, stranger: Any) -> None:
    club = clubs.create_club(by=chief.user, name="East")
    clubs.join_club(user=stranger.user, invite=club.invite)
    member = f"/clubs/east/members/{stranger.user.pk}/"
    stranger.post(member, role="owner")
    assert clubs.role_in(club, stranger.user) == "member"
    chief.post(member, role="organiser")
    assert clubs.role_in(club, stranger.user) == "organiser"
    assert "make somebody else owner first" in chief.post("/clubs/east/leave/")
    stranger.post("/clubs/east/leave/")
    assert clubs.role_in(club, stranger.user) == ""


def test_a_new_link_makes_the_old_one_void(chief: Any, stranger: Any) -> None:
    club = clubs.create_club(by=chief.user, name="East")
    chief.post("/clubs/east/link/")
    stranger.get(f"/clubs/join/{club.invite}/", expect=404)


def test_only_members_see_who_is_in_it(chief: Any, stranger: Any, visitor: Any) -> None:
    clubs.create_club(by=chief.user, name="East")
    assert "@org" in chief.get("/clubs/east/")
    assert "@org" not in stranger.get("/clubs/east/")
    assert "East" in visitor().get("/clubs/east/")
    stranger.post("/clubs/east/", expect=403, name="Mine", about="")
