"""The verbs and reads of clubs."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Case, Count, IntegerField, QuerySet, Value, When
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from pypinyin import lazy_pinyin

from accounts import permissions
from accounts.models import Club, Membership, User, new_invite


class ClubNo(StrEnum):
    """Why a verb of clubs is refused."""

    NOT_ALLOWED = "not_allowed"
    NO_SUCH_INVITE = "no_such_invite"
    GUEST = "guest"
    LAST_OWNER = "last_owner"
    NOT_A_MEMBER = "not_a_member"
    BANNED = "banned"


TEXTS = {
    ClubNo.NOT_ALLOWED: gettext_noop("Only those who run the club can do that."),
    ClubNo.NO_SUCH_INVITE: gettext_noop("This invite link is not valid any more."),
    ClubNo.GUEST: gettext_noop("Keep your account first: a club is joined by name."),
    ClubNo.LAST_OWNER: gettext_noop("A club has an owner: make somebody else owner first."),
    ClubNo.NOT_A_MEMBER: gettext_noop("They are not a member of the club."),
    ClubNo.BANNED: gettext_noop("You are banned from this club."),
}


class ClubRefused(Exception):
    """The verb cannot be done. ``str()`` is a sentence in the language that is active."""

    def __init__(self, code: ClubNo) -> None:
        super().__init__(code)
        self.code = code

    def __str__(self) -> str:
        return _(TEXTS[self.code])


def slug_of(name: str, taken: QuerySet[Any], length: int = 40) -> str:
    """A name for addresses, from the pinyin where it is Chinese; a number makes it unique."""
    stem = slugify(" ".join(lazy_pinyin(name)))[: length - 5].strip("-") or "club"
    slug, number = stem, 1
    while taken.filter(slug=slug).exists():
        number += 1
        slug = f"{stem}-{number}"
    return slug


def create_club(*, by: User, name: str, slug: str = "", about: str = "") -> Club:
    """Found a club; the founder owns it."""
    if not permissions.may_open_club(by):
        raise ClubRefused(ClubNo.GUEST)
    with transaction.atomic():
        club = Club.objects.create(
            name=name, slug=slug or slug_of(name, Club.objects.all()), about=about
        )
        Membership.objects.create(club=club, user=by, role=Membership.Role.OWNER)
    return club


def update_club(*, club: Club, by: User, name: str, about: str) -> Club:
    """Change what is written about the club."""
    _require(permissions.may_manage_club(by, club))
    club.name, club.about = name, about
    club.save(update_fields=["name", "about"])
    return club


def renew_invite(*, club: Club, by: User) -> Club:
    """A new invite link; the old one is void."""
    _require(permissions.may_manage_club(by, club))
    club.invite = new_invite()
    club.save(update_fields=["invite"])
    return club


def join_club(*, user: User, invite: str) -> Club:
    """Become a member by the invite link; whoever is one already stays what they are."""
    club = Club.objects.filter(invite=invite).first()
    if club is None:
        raise ClubRefused(ClubNo.NO_SUCH_INVITE)
    if user.is_guest:
        raise ClubRefused(ClubNo.GUEST)
    if permissions.is_banned_from(user, club):
        raise ClubRefused(ClubNo.BANNED)
    try:
        with transaction.atomic():
            Membership.objects.get_or_create(club=club, user=user)
    except IntegrityError:
        pass  # joined in another tab at the same moment
    return club


def leave_club(*, club: Club, user: User) -> None:
    """Give the membership up; the last owner cannot."""
    _change(club, user, None)


def set_member_role(*, club: Club, by: User, user: User, role: str) -> Membership:
    """Give a member another role."""
    _require(permissions.may_run_club(by, club))
    row = _change(club, user, Membership.Role(role))
    assert row is not None
    return row


def remove_member(*, club: Club, by: User, user: User) -> None:
    """Take a membership away."""
    _require(permissions.may_run_club(by, club))
    _change(club, user, None)


def _require(allowed: bool) -> None:
    if not allowed:
        raise ClubRefused(ClubNo.NOT_ALLOWED)


@transaction.atomic
def _change(club: Club, user: User, role: Membership.Role | None) -> Membership | None:
    """Change or end a membership; the club's row is locked so that an owner is always left."""
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    row = Membership.objects.filter(club=club, user=user).first()
    if row is None:
        raise ClubRefused(ClubNo.NOT_A_MEMBER)
    owner = Membership.Role.OWNER
    if row.role == owner and role != owner:
        others = club.memberships.filter(role=owner).exclude(pk=row.pk)
        if not others.exists():
            raise ClubRefused(ClubNo.LAST_OWNER)
    if role is None:
        row.delete()
        return None
    row.role = role
    row.save(update_fields=["role"])
    return row


# ---------------------------------------------------------------------------------- reads


def club_of(slug: str) -> Club | None:
    """A club by its name in addresses."""
    return Club.objects.filter(slug=slug).first()


def clubs_of(user: User) -> QuerySet[Club]:
    """The clubs somebody is a member of, each with ``people``."""
    own = Club.objects.filter(pk__in=user.memberships.values("club"))
    return own.annotate(people=Count("memberships")).order_by("name")


def members_of(club: Club) -> QuerySet[Membership]:
    """The members, those who run the club first."""
    order = {role: index for index, role in enumerate(Membership.Role.values)}
    rows = club.memberships.select_related("user")
    rank = Case(
        *(When(role=role, then=Value(index)) for role, index in order.items()),
        output_field=IntegerField(),
    )
    return rows.annotate(rank=rank).order_by("rank", "user__display_name")


def role_in(club: Club, user: User) -> str:
    """Somebody's role in the club; empty for who is not a member."""
    return permissions.club_role(user, club.pk)
