"""Match rules: who is at the table, leave, penalties with their history, appeals and votes."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Sanction, User
from games.models import Deal
from tournaments.engine.catalogue import GRADE_LABELS, Grade, foul
from tournaments.engine.penalties import Change, Scope
from tournaments.models.entries import Entry, EntryPlayer
from tournaments.models.events import Event
from tournaments.models.matches import EventMatch, MatchSide
from tournaments.models.stages import Round


class Attendance(models.Model):
    """One of a pair at the table of a match (CP-3). When both are, ``MatchSide`` keeps the time."""

    side = models.ForeignKey(MatchSide, on_delete=models.CASCADE, related_name="attendance")
    position = models.PositiveSmallIntegerField()
    here = models.BooleanField(default=True)
    at = models.DateTimeField()
    """Since when."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["side", "position"], name="attendance_once")]

    def __str__(self) -> str:
        return f"{self.side_id}/{self.position}"


class Leave(models.Model):
    """Leave to come late to a round, asked of the chief referee before its start (CP-4)."""

    class State(models.TextChoices):
        """What became of it."""

        ASKED = "asked", _("asked for")
        GRANTED = "granted", _("granted")
        REFUSED = "refused", _("refused")

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="leaves")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="leaves")
    state = models.CharField(max_length=7, choices=State.choices, default=State.ASKED)
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    asked_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    asked_at = models.DateTimeField(default=timezone.now)
    answered_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    answered_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["round", "entry"], name="leave_once_a_round")
        ]
        indexes = [
            models.Index(fields=["round"], condition=models.Q(state="asked"), name="leave_asked")
        ]

    def __str__(self) -> str:
        return f"{self.round_id}/{self.entry_id} {self.state}"


class Penalty(models.Model):
    """A penalty (CP-13). Never deleted: revoked, or changed on appeal, with its history kept."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="penalties")
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="penalties")
    match = models.ForeignKey(
        EventMatch, null=True, on_delete=models.PROTECT, related_name="penalties"
    )
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="penalties")
    """The offending pair: the count of CP-11 is the pair's."""
    player = models.ForeignKey(
        EntryPlayer, null=True, on_delete=models.SET_NULL, related_name="penalties"
    )
    """Which of the two, when known."""
    foul = models.CharField(_("foul"), max_length=24)
    """Its id in ``engine.catalogue``."""
    grade = models.CharField(_("grade"), max_length=10, choices=[(g, g) for g in Grade])
    levels = models.PositiveSmallIntegerField(_("levels"), default=1)
    change = models.CharField(
        max_length=14, choices=[(c, c) for c in Change], default=Change.OFFENDER_DOWN
    )
    points = models.DecimalField(_("points"), max_digits=7, decimal_places=2, default=0)
    """Given in the standings; negative: taken."""
    scope = models.CharField(max_length=6, choices=[(s, s) for s in Scope], default=Scope.ROUNDS)
    rounds = models.PositiveSmallIntegerField(_("rounds"), default=0)
    until = models.DateTimeField(_("until"), null=True, blank=True)
    deal_number = models.PositiveSmallIntegerField(_("deal"), null=True, blank=True)
    trick_number = models.PositiveSmallIntegerField(_("trick"), null=True, blank=True)
    deal = models.ForeignKey(Deal, null=True, on_delete=models.SET_NULL, related_name="penalties")
    """The record of it, when it was played on line."""
    note = models.TextField(_("note"), blank=True)
    referee = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    referee_name = models.CharField(max_length=60, blank=True)
    at = models.DateTimeField(default=timezone.now)
    """The time of the foul."""
    recorded_at = models.DateTimeField(default=timezone.now)
    played_change = models.CharField(
        max_length=14, choices=[(c, c) for c in Change], blank=True, editable=False
    )
    """The level change that the match was played with: its levels have it in them (CP-12)."""
    played_levels = models.PositiveSmallIntegerField(default=0, editable=False)
    played_made = models.PositiveSmallIntegerField(null=True, editable=False)
    """How many of them could be made on line; nothing where that is not known: all."""
    revoked_at = models.DateTimeField(null=True)
    client_id = models.CharField(max_length=64)
    """Sent twice it is recorded once."""
    sanctions = models.ManyToManyField(Sanction, related_name="penalties")
    """What a suspension bars its players by."""

    class Meta:
        verbose_name = _("penalty")
        verbose_name_plural = _("penalties")
        ordering = ["at", "pk"]
        constraints = [models.UniqueConstraint(fields=["event", "client_id"], name="penalty_once")]

    def __str__(self) -> str:
        return f"{self.entry_id}: {self.foul} {self.grade}"

    @property
    def clause(self) -> str:
        """The clause of the rules it falls under."""
        return foul(self.foul).clause

    @property
    def grade_label(self) -> str:
        """The grade as a msgid."""
        return GRADE_LABELS[Grade(self.grade)]

    @property
    def foul_label(self) -> str:
        """The foul as a msgid."""
        return foul(self.foul).label


class PenaltyChange(models.Model):
    """The history of a penalty; append-only, the database refuses anything else."""

    class Kind(models.TextChoices):
        """What was done."""

        RECORDED = "recorded", _("recorded")
        CHANGED = "changed", _("changed")
        REVOKED = "revoked", _("revoked")

    penalty = models.ForeignKey(Penalty, on_delete=models.PROTECT, related_name="history")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    reason = models.CharField(max_length=300, blank=True)
    by = models.ForeignKey(
        User, null=True, on_delete=models.DO_NOTHING, db_constraint=False, related_name="+"
    )
    by_name = models.CharField(max_length=60, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.penalty_id} {self.kind}"


class Appeal(models.Model):
    """An appeal against a ruling: a penalty, or a match decided without play (CP-30 … CP-33)."""

    class State(models.TextChoices):
        """How far it is."""

        OPEN = "open", _("before the committee")
        UPHELD = "upheld", _("upheld")
        REJECTED = "rejected", _("the ruling stands")

    class Remedy(models.TextChoices):
        """What becomes of the ruling when the appeal is upheld (CP-33)."""

        REVOKE = "revoke", _("the ruling is revoked")
        CHANGE = "change", _("the ruling is changed")

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="appeals")
    match = models.ForeignKey(EventMatch, on_delete=models.PROTECT, related_name="appeals")
    penalty = models.ForeignKey(
        Penalty, null=True, on_delete=models.PROTECT, related_name="appeals"
    )
    """The ruling; nothing: the match's result, as it was decided."""
    matter = models.CharField(max_length=40)
    """What it is about: a second appeal on the same matter is refused."""
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="appeals")
    filed_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    filed_name = models.CharField(max_length=60, blank=True)
    text = models.TextField(_("what you appeal against, and why"))
    filed_at = models.DateTimeField(default=timezone.now)
    due_at = models.DateTimeField()
    """When the answer is due (CP-32)."""
    state = models.CharField(max_length=8, choices=State.choices, default=State.OPEN)
    remedy = models.CharField(max_length=6, choices=Remedy.choices, default=Remedy.REVOKE)
    remedy_grade = models.CharField(max_length=10, blank=True)
    """Of a change: the grade the penalty is given instead."""
    remedy_levels = models.PositiveSmallIntegerField(default=1)
    ayes = models.PositiveSmallIntegerField(null=True)
    noes = models.PositiveSmallIntegerField(null=True)
    abstained = models.PositiveSmallIntegerField(null=True)
    quorum = models.BooleanField(null=True)
    answer = models.TextField(_("the written answer"), blank=True)
    answered_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    answered_at = models.DateTimeField(null=True)
    difference = models.JSONField(default=dict)
    """What an upheld appeal changed: ``selectors.hearings.difference``."""

    class Meta:
        verbose_name = _("appeal")
        verbose_name_plural = _("appeals")
        ordering = ["filed_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["event", "matter"], name="one_appeal_a_matter")
        ]
        indexes = [
            models.Index(fields=["due_at"], condition=models.Q(state="open"), name="appeal_open")
        ]

    def __str__(self) -> str:
        return f"{self.event_id}: {self.matter} {self.state}"

    @property
    def is_open(self) -> bool:
        """The committee has not answered."""
        return self.state == self.State.OPEN

    @property
    def overdue(self) -> bool:
        """CP-32: the answer should be there already."""
        return self.is_open and timezone.now() > self.due_at


class CommitteeSeat(models.Model):
    """A member's place in the committee of one appeal, with the sealed vote (CP-31)."""

    class Barred(models.TextChoices):
        """Why somebody may not vote."""

        CLUB = "club", _("of the club of a party")
        PAIR = "pair", _("of a party's pair")
        REFEREE = "referee", _("gave the ruling")

    class Vote(models.TextChoices):
        """What may be voted."""

        UPHOLD = "uphold", _("uphold the appeal")
        REJECT = "reject", _("let the ruling stand")
        ABSTAIN = "abstain", _("abstain")

    appeal = models.ForeignKey(Appeal, on_delete=models.CASCADE, related_name="seats")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    barred = models.CharField(max_length=7, choices=Barred.choices, blank=True)
    replaces = models.OneToOneField(
        "self", null=True, on_delete=models.CASCADE, related_name="substitute"
    )
    vote = models.CharField(max_length=7, choices=Vote.choices, blank=True)
    """Nobody is shown it before the vote is closed."""
    voted_at = models.DateTimeField(null=True)
    reminded_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["appeal", "user"], name="one_seat_an_appeal"),
            models.CheckConstraint(name="barred_do_not_vote", condition=Q(barred="") | Q(vote="")),
        ]

    def __str__(self) -> str:
        return f"{self.appeal_id}/{self.user_id}"


class Evidence(models.Model):
    """Something brought forward with an appeal: a place in a record, or a picture.

    Pictures are kept as they were written anew here, never as they were sent.
    """

    appeal = models.ForeignKey(Appeal, on_delete=models.CASCADE, related_name="evidence")
    deal = models.ForeignKey(Deal, null=True, on_delete=models.SET_NULL, related_name="+")
    deal_number = models.PositiveSmallIntegerField(null=True)
    """In a hall there is no record, and the number is all."""
    trick_number = models.PositiveSmallIntegerField(null=True)
    caption = models.CharField(max_length=200, blank=True)
    picture = models.BinaryField(null=True, editable=False)
    """A JPEG."""
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.appeal_id}: {self.caption or self.pk}"
