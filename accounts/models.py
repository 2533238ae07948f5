"""People and their clubs."""

from __future__ import annotations

import secrets

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _


class User(AbstractUser):
    """A person. A guest is a person without a password, who may become a member later.

    ``username`` is the name to sign in with (a guest's is made up and never shown);
    ``display_name`` is what the others at the table read.
    """

    display_name = models.CharField(_("display name"), max_length=24)
    language = models.CharField(_("language"), max_length=8, blank=True)
    is_guest = models.BooleanField(_("guest"), default=False)

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")

    def __str__(self) -> str:
        return self.display_name or self.username


def new_invite() -> str:
    """The secret of an invite link."""
    return secrets.token_urlsafe(12)


class Club(models.Model):
    """A card club: people with roles, who play together and run events."""

    slug = models.SlugField(max_length=40, unique=True)
    name = models.CharField(_("name"), max_length=60)
    about = models.TextField(_("about the club"), blank=True)
    invite = models.CharField(max_length=24, default=new_invite, unique=True, editable=False)
    """Who comes by the link with this secret becomes a member."""
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """A person's place in a club."""

    class Role(models.TextChoices):
        """From the widest to the narrowest."""

        OWNER = "owner", _("owner")
        ORGANISER = "organiser", _("organiser")
        REFEREE = "referee", _("referee")
        MODERATOR = "moderator", _("moderator")
        MEMBER = "member", _("member")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(_("role"), max_length=9, choices=Role.choices, default=Role.MEMBER)
    joined_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        constraints = [models.UniqueConstraint(fields=["club", "user"], name="member_once_a_club")]

    def __str__(self) -> str:
        return f"{self.club_id}/{self.user_id}"
