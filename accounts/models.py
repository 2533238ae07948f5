"""People and their clubs."""

from __future__ import annotations

import secrets

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


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
        verbose_name = pgettext_lazy("people", "club")
        verbose_name_plural = pgettext_lazy("people", "clubs")

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

    class Stage(models.TextChoices):
        """How far those who listen have been told: it begins and ends by the clock."""

        AHEAD = "ahead", _("yet to begin")
        HOLDS = "holds", _("in force")
        OVER = "over", _("over")

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
    stage = models.CharField(
        _("state"), max_length=5, choices=Stage.choices, default=Stage.AHEAD, editable=False
    )
    created_at = models.DateTimeField(auto_now_add=True)
    lifted_at = models.DateTimeField(_("lifted at"), null=True, editable=False)
    lifted_by = models.ForeignKey(
        User, null=True, on_delete=models.SET_NULL, related_name="+", editable=False
    )
    lift_reason = models.CharField(max_length=300, blank=True, editable=False)
    seen_at = models.DateTimeField(null=True, editable=False)
    """When the person has read it; until then every page says so."""

    class Meta:
        verbose_name = _("sanction")
        verbose_name_plural = _("sanctions")
        ordering = ["-pk"]
        indexes = [
            models.Index(
                fields=["user", "kind"], condition=Q(lifted_at__isnull=True), name="sanction_stands"
            ),
            models.Index(fields=["stage"], condition=~Q(stage="over"), name="sanction_to_watch"),
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
        return f"{self.user} · {self.get_kind_display()}"


class Report(models.Model):
    """What somebody reports to the moderators of a club or of the site.

    The evidence is gathered by the system at the moment of the report (``accounts.evidence``): ids
    and names, so that it still says who and where when a seat has changed hands.
    """

    class Kind(models.TextChoices):
        """What is reported; more kinds may follow."""

        PERSON = "person", _("a person")
        DEAL = "deal", _("a deal")
        LINE = "line", _("a line of the chat")

    class Reason(models.TextChoices):
        """What about it."""

        SIGNALS = "signals", _("signals or talk about cards")
        COLLUSION = "collusion", _("playing for the other side, or one person at two seats")
        STALLING = "stalling", _("stalling or leaving again and again")
        INSULT = "insult", _("insults or threats")
        NAME = "name", _("an offensive name")
        OTHER = "other", _("something else")

    class Outcome(models.TextChoices):
        """What the moderators have decided."""

        OPEN = "", _("not decided")
        NO_ACTION = "no_action", _("no action")
        SANCTION = "sanction", _("sanction")

    reporter = models.ForeignKey(
        User, null=True, on_delete=models.SET_NULL, related_name="reports_made"
    )
    kind = models.CharField(_("about"), max_length=12, choices=Kind.choices)
    subject = models.CharField(max_length=60)
    """``person:12``, ``deal:34``, ``line:56``: one person has one undecided report about each."""
    person = models.ForeignKey(
        User, null=True, blank=True, on_delete=models.SET_NULL, related_name="reports_about"
    )
    """Whom it is about; of a deal nobody, as long as nobody is named."""
    club = models.ForeignKey(Club, null=True, on_delete=models.SET_NULL, related_name="reports")
    """Whose moderators look at it; nothing: those of the site."""
    reason = models.CharField(_("reason"), max_length=12, choices=Reason.choices)
    text = models.TextField(_("what happened"), max_length=2000)
    evidence = models.JSONField(default=dict)
    at = models.DateTimeField(default=timezone.now)

    claimed_by = models.ForeignKey(
        User, null=True, on_delete=models.SET_NULL, related_name="reports_claimed"
    )
    decided_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    decided_at = models.DateTimeField(null=True)
    outcome = models.CharField(_("outcome"), max_length=9, choices=Outcome.choices, blank=True)
    sanction = models.ForeignKey(
        Sanction, null=True, on_delete=models.SET_NULL, related_name="reports"
    )
    answer = models.CharField(_("answer to the reporter"), max_length=300, blank=True)
    read_at = models.DateTimeField(null=True)
    """When the reporter has read the answer."""

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["reporter", "subject"],
                condition=models.Q(decided_at__isnull=True),
                name="report_once_undecided",
            )
        ]
        indexes = [
            models.Index(
                fields=["club"],
                condition=models.Q(decided_at__isnull=True),
                name="report_to_decide",
            )
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.subject}"


class ReportNote(models.Model):
    """A line of a report's history: who of the moderators did or wrote what, when."""

    class Verb(models.TextChoices):
        """What was done."""

        CLAIM = "claim", _("took it on")
        RELEASE = "release", _("gave it back")
        NOTE = "note", _("wrote")
        DECIDE = "decide", _("decided")
        UNDO = "undo", _("undid the decision")
        HIDE = "hide", _("hid the line")
        SHOW = "show", _("brought the line back")

    report = models.ForeignKey(Report, on_delete=models.CASCADE, related_name="notes")
    by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    verb = models.CharField(max_length=7, choices=Verb.choices)
    text = models.CharField(max_length=1000, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.report_id}: {self.verb}"
