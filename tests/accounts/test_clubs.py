"""Clubs: founding, joining by link, roles, and an owner that is always left."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from accounts import clubs, sanctions
from accounts.clubs import ClubNo, ClubRefused
from accounts.models import User


def refused(code: ClubNo, call: Callable[[], object]) -> None:
    with pytest.raises(ClubRefused) as info:
        call()
    assert info.value.code is code
    assert str(info.value)


@pytest.fixture
def owner(make_user: Callable[..., User]) -> User:
    return make_user("owner")


@pytest.fixture
def lin(make_user: Callable[..., User]) -> User:
    return make_user("lin")


def test_who_is_banned_from_a_club_does_not_join_it(owner: User, lin: User) -> None:
    club = clubs.create_club(by=owner, name="House")
    ban = sanctions.sanction(user=lin, kind="ban", by=None, reason="Noise", club=club)
    refused(ClubNo.BANNED, lambda: clubs.join_club(user=lin, invite=club.invite))
    sanctions.lift(sanction=ban, by=None)
    assert clubs.join_club(user=lin, invite=club.invite) == club


def test_the_founder_owns_the_club(owner: User) -> None:
    club = clubs.create_club(by=owner, name="东湖 棋牌社")
    other = clubs.create_club(by=owner, name="东湖棋牌社")
    assert club.slug == "dong-hu-qi-pai-she"
    assert other.slug == "dong-hu-qi-pai-she-2"
    assert clubs.role_in(club, owner) == "owner"
    assert [c.people for c in clubs.clubs_of(owner)] == [1, 1]  # type: ignore[attr-defined]


def test_joining_by_the_link(owner: User, lin: User) -> None:
    club = clubs.create_club(by=owner, name="A")
    assert clubs.join_club(user=lin, invite=club.invite) == club
    clubs.join_club(user=lin, invite=club.invite)
    assert [m.user for m in clubs.members_of(club)] == [owner, lin]
    old = club.invite
    refused(ClubNo.NOT_ALLOWED, lambda: clubs.renew_invite(club=club, by=lin))
    clubs.renew_invite(club=club, by=owner)
    refused(ClubNo.NO_SUCH_INVITE, lambda: clubs.join_club(user=lin, invite=old))


def test_guests_found_and_join_nothing(owner: User, make_user: Callable[..., User]) -> None:
    guest = make_user("g", is_guest=True)
    club = clubs.create_club(by=owner, name="A")
    refused(ClubNo.GUEST, lambda: clubs.create_club(by=guest, name="B"))
    refused(ClubNo.GUEST, lambda: clubs.join_club(user=guest, invite=club.invite))


def test_an_owner_is_always_left(owner: User, lin: User) -> None:
    club = clubs.create_club(by=owner, name="A")
    clubs.join_club(user=lin, invite=club.invite)
    refused(ClubNo.LAST_OWNER, lambda: clubs.leave_club(club=club, user=owner))
    refused(
        ClubNo.NOT_ALLOWED,
        lambda: clubs.set_member_role(club=club, by=lin, user=lin, role="owner"),
    )
    clubs.set_member_role(club=club, by=owner, user=lin, role="owner")
    clubs.leave_club(club=club, user=owner)
    assert clubs.role_in(club, owner) == ""
    refused(ClubNo.NOT_A_MEMBER, lambda: clubs.remove_member(club=club, by=lin, user=owner))
