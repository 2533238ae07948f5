"""Who takes part: pairs, the two persons of each, teams of pairs, and those who follow them."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Club, User
from games.models import new_invite
from tournaments.models.events import Event, short_code


class Team(models.Model):
    """A team of pairs (CP-1); its pairs do not meet where members of a club do not."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="teams")
    name = models.CharField(_("name"), max_length=60)
    captain = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    captain_name = models.CharField(_("captain"), max_length=40, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "name"], name="team_name_once")]

    def __str__(self) -> str:
        return self.name


class Entry(models.Model):
    """A pair of an event. ``number`` names it in the engine and on paper and never changes."""

    class Status(models.TextChoices):
        """How far the entry is."""

        INVITED = "invited", _("waiting for the partner")
        PENDING = "pending", _("waiting for approval")
        WAITING = "waiting", _("on the waiting list")
        CONFIRMED = "confirmed", _("confirmed")
        WITHDRAWN = "withdrawn", _("withdrawn")
        REJECTED = "rejected", _("rejected")

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveIntegerField(_("number"))
    name = models.CharField(_("name"), max_length=90)
    """Both names, or the pair's own name."""
    sort_key = models.CharField(max_length=200, blank=True)
    """The name in pinyin, for lists in that order."""
    team = models.ForeignKey(Team, null=True, on_delete=models.PROTECT, related_name="entries")
    club = models.ForeignKey(Club, null=True, on_delete=models.SET_NULL, related_name="+")
    club_name = models.CharField(_("club"), max_length=60, blank=True)
    """What is shown and what club avoidance and limits go by; clubs need not be of this site."""
    status = models.CharField(max_length=9, choices=Status.choices, default=Status.CONFIRMED)
    ranking = models.DecimalField(
        _("ranking points"), max_digits=9, decimal_places=2, null=True, blank=True
    )
    """From a ranking list; ratings will find their place here."""
    seed_rank = models.PositiveIntegerField(_("seed"), null=True, blank=True)
    fixed_table = models.PositiveIntegerField(_("fixed table"), null=True, blank=True)
    """The table of a pair that cannot move."""
    code = models.CharField(max_length=12, unique=True, default=short_code, editable=False)
    """The secret of the pair's QR code: check-in and results on its own phone."""
    note = models.CharField(_("note"), max_length=200, blank=True)
    created_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    confirmed_at = models.DateTimeField(null=True, editable=False)
    """When it took its place; the waiting list goes by ``created_at``."""
    checked_in_at = models.DateTimeField(null=True, editable=False)
    joined_round = models.PositiveSmallIntegerField(default=1)
    """The first round of the first stage it plays in; more than 1 for a late entry."""
    withdrawn_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="entry_number_once")
        ]
        indexes = [models.Index(fields=["event", "status"])]

    def __str__(self) -> str:
        return self.name


class EntryPlayer(models.Model):
    """One of the two persons of a pair; without ``user`` a name alone, for play in a hall.

    Seats at the table are ``side + 2 * position``. A ``bot`` plays for nobody in trials.
    """

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="players")
    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="+")
    position = models.PositiveSmallIntegerField()
    user = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="entered")
    bot = models.CharField(max_length=16, blank=True)
    name = models.CharField(_("name"), max_length=40)
    sort_key = models.CharField(max_length=120, blank=True)
    invite = models.CharField(max_length=24, default=new_invite, editable=False)
    """The secret of the link by which the partner accepts."""
    confirmed_at = models.DateTimeField(null=True, editable=False)
    active = models.BooleanField(default=True, editable=False)
    """Of an entry that is neither withdrawn nor rejected."""

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["entry", "position"], name="two_a_pair"),
            models.CheckConstraint(condition=models.Q(position__lte=1), name="pair_of_two"),
            models.UniqueConstraint(
                fields=["event", "user"],
                condition=models.Q(active=True, user__isnull=False),
                name="person_once_an_event",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Follow(models.Model):
    """Somebody who wants to hear how a pair fares."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="follows")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="followers")
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    seen_at = models.DateTimeField(default=timezone.now, editable=False)
    """What has happened since is news to them."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "entry"], name="follow_once")]

    def __str__(self) -> str:
        return f"{self.user_id}/{self.entry_id}"
