"""A referee at a table: calls for one, and who of them has declared himself there."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from tournaments.models.entries import Entry
from tournaments.models.matches import EventMatch


class RefereeCall(models.Model):
    """A pair wants a referee at its table; one open call a table."""

    match = models.ForeignKey(EventMatch, on_delete=models.CASCADE, related_name="calls")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="calls")
    side = models.PositiveSmallIntegerField()
    position = models.PositiveSmallIntegerField(null=True)
    """Which of the two; nothing: by the pair's card, from its phone."""
    user = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    name = models.CharField(max_length=60)
    """As the table is told: the player's name, or the pair's."""
    reason = models.CharField(max_length=200)
    deal_number = models.PositiveSmallIntegerField(null=True)
    trick_number = models.PositiveSmallIntegerField(null=True)
    """Where the play was, on line."""
    at = models.DateTimeField(default=timezone.now)
    closed_at = models.DateTimeField(null=True)
    taken_back = models.BooleanField(default=False)
    answered_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    """Nobody, of a closed call: taken back, or the match was over."""

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["match"], condition=Q(closed_at__isnull=True), name="one_call_a_table"
            )
        ]

    def __str__(self) -> str:
        return f"{self.match_id}: {self.reason}"

    @property
    def seat(self) -> int | None:
        """The seat of who calls, as at the table."""
        return None if self.position is None else self.side + 2 * self.position


class RefereeAtTable(models.Model):
    """A referee has declared himself at a table; from then on he may see all hands there."""

    match = models.ForeignKey(EventMatch, on_delete=models.CASCADE, related_name="referees")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=60)
    since = models.DateTimeField(default=timezone.now)
    until = models.DateTimeField(null=True)
    looked_at = models.DateTimeField(null=True)
    """When he first looked at the hands; the trail has a line of it."""

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "user"],
                condition=Q(until__isnull=True),
                name="referee_once_at_a_table",
            )
        ]

    def __str__(self) -> str:
        return f"{self.match_id}: {self.name}"
