"""People and their clubs."""

from __future__ import annotations

import secrets

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Q
from django.utils import timezone
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


class Sanction(models.Model):
    """What somebody has been told, or is kept from, and why: by moderators or by referees.

    It holds from ``starts_at`` to before ``until`` (nothing: without end) unless it is lifted, in
    its scope: everywhere (``site``), in what a ``club`` runs, or in one ``event``. Rows are never
    deleted; the history is the rows.
    """

    class Kind(models.TextChoices):
        """From the mildest to the hardest."""

        WARNING = "warning", _("warning")
        MUTE = "mute", _("may not write")
        SUSPENSION = "suspension", _("suspended from play")
        BAN = "ban", _("banned")

    class Scope(models.TextChoices):
        """Where it holds."""

        SITE = "site", _("the whole site")
        CLUB = "club", _("a club")
        EVENT = "event", _("an event")

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="sanctions")
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    scope = models.CharField(_("scope"), max_length=5, choices=Scope.choices, default=Scope.SITE)
    club = models.ForeignKey(
        Club, null=True, blank=True, on_delete=models.CASCADE, related_name="sanctions"
    )
    event = models.ForeignKey(
        "tournaments.Event", null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    reason = models.CharField(_("reason"), max_length=300)
    """What the person is told."""
    by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    starts_at = models.DateTimeField(_("from"), default=timezone.now)
    until = models.DateTimeField(_("until"), null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    lifted_at = models.DateTimeField(null=True, editable=False)
    lifted_by = models.ForeignKey(
        User, null=True, on_delete=models.SET_NULL, related_name="+", editable=False
    )
    lift_reason = models.CharField(max_length=300, blank=True, editable=False)

    class Meta:
        verbose_name = _("sanction")
        verbose_name_plural = _("sanctions")
        ordering = ["-pk"]
        indexes = [
            models.Index(
                fields=["user", "kind"], condition=Q(lifted_at__isnull=True), name="sanction_stands"
            )
        ]
        constraints = [
            models.CheckConstraint(
                name="sanction_scope",
                condition=Q(scope="site", club__isnull=True, event__isnull=True)
                | Q(scope="club", club__isnull=False, event__isnull=True)
                | Q(scope="event", club__isnull=True, event__isnull=False),
            )
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.kind} {self.scope}"
