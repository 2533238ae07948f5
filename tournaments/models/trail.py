"""The audit trail, which nothing can change, and what has to happen at a time."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from tournaments.models.events import Event


class AuditLine(models.Model):
    """Who did what in an event, in which role, with before and after.

    Append-only: a trigger refuses updates and deletes. Names are copies, so that the line still
    says who it was when the account is gone.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="audit")
    at = models.DateTimeField(default=timezone.now)
    actor = models.ForeignKey(
        User,
        null=True,
        on_delete=models.DO_NOTHING,
        db_constraint=False,
        related_name="+",
    )
    actor_name = models.CharField(max_length=60)
    """Empty for the system."""
    role = models.CharField(max_length=20)
    verb = models.CharField(max_length=40)
    """The name of the verb (``draw_round``); words for it are in ``texts``."""
    about = models.CharField(max_length=120, blank=True)
    """What it was done to, in short: a pair's name, ``stage 1, round 3``."""
    stage = models.PositiveSmallIntegerField(null=True)
    round = models.PositiveSmallIntegerField(null=True)
    match_id = models.BigIntegerField(null=True)
    entry_id = models.BigIntegerField(null=True)
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    reason = models.CharField(max_length=300, blank=True)

    class Meta:
        verbose_name = _("line of the trail")
        verbose_name_plural = _("audit trail")
        ordering = ["pk"]
        indexes = [
            models.Index(fields=["event", "match_id"]),
            models.Index(fields=["event", "verb"]),
        ]

    def __str__(self) -> str:
        return f"{self.event_id}: {self.verb}"


class Due(models.Model):
    """Something that happens by itself at a time, once; the row is the truth (CP-6).

    Celery polls for rows that are due and does each in a transaction that holds its lock.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="dues")
    kind = models.CharField(max_length=24)
    key = models.CharField(max_length=80, unique=True)
    """What it is for (``round:17:warning``): asked for twice it is there once."""
    due_at = models.DateTimeField()
    payload = models.JSONField(default=dict)
    fired_at = models.DateTimeField(null=True)
    called_off_at = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    error = models.CharField(max_length=300, blank=True)

    class Meta:
        verbose_name = _("deadline")
        verbose_name_plural = _("deadlines")
        indexes = [
            models.Index(
                fields=["due_at"],
                condition=models.Q(fired_at__isnull=True, called_off_at__isnull=True),
                name="due_to_fire",
            )
        ]

    def __str__(self) -> str:
        return self.key
