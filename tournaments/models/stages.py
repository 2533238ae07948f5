"""Stages, their rounds, and the standings that have been worked out of them."""

from __future__ import annotations

from functools import cached_property

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.entries import Entry
from tournaments.models.events import Event
from tournaments.settings import StageConfig, read


class Stage(models.Model):
    """A part of an event with standings or a bracket of its own; ``config`` says how it is played.

    In the engine a stage is named by its ``order``.
    """

    class Kind(models.TextChoices):
        """As ``tournaments.engine.stages.StageKind``."""

        SWISS = "swiss", _("Swiss")
        ROUND_ROBIN = "round_robin", _("round robin")
        GROUPS = "groups", pgettext_lazy("kind of stage", "groups")
        KNOCKOUT = "knockout", _("knock-out")
        DOUBLE = "double", _("double elimination")

    class Status(models.TextChoices):
        """How far it is."""

        PLANNED = "planned", _("planned")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="stages")
    order = models.PositiveSmallIntegerField()
    """1, 2, … in the order in which they are played."""
    name = models.CharField(_("name"), max_length=60, blank=True)
    kind = models.CharField(max_length=12, choices=Kind.choices)
    config = models.JSONField(default=dict)
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.PLANNED)
    changed = models.PositiveBigIntegerField(default=0, editable=False)
    """Counts the changes of results; the standings are of this count or are due."""
    counted = models.PositiveBigIntegerField(default=0, editable=False)
    """The count of which the standings are."""
    started_at = models.DateTimeField(null=True, editable=False)
    finished_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        verbose_name = _("stage")
        verbose_name_plural = _("stages")
        ordering = ["order"]
        constraints = [models.UniqueConstraint(fields=["event", "order"], name="stage_once")]
        indexes = [
            models.Index(
                fields=["id"], condition=models.Q(changed__gt=models.F("counted")), name="stage_due"
            )
        ]

    def __str__(self) -> str:
        return self.name or str(self.get_kind_display())

    @cached_property
    def plan(self) -> StageConfig:
        """The configuration, typed."""
        return read(StageConfig, self.config)

    @property
    def knockout(self) -> bool:
        """It has a bracket instead of standings."""
        return self.kind in (self.Kind.KNOCKOUT, self.Kind.DOUBLE)


class StageEntrant(models.Model):
    """A pair's part in a stage: its seed, its group, and in the end its rank."""

    stage = models.ForeignKey(Stage, on_delete=models.PROTECT, related_name="entrants")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="stages")
    seed = models.PositiveIntegerField()
    group = models.PositiveSmallIntegerField(null=True)
    """0, 1, 2 … for A, B, C …; nothing without groups."""
    carried = models.DecimalField(max_digits=9, decimal_places=2, default=0)
    """Points brought along from the stage before."""
    reason = models.JSONField(default=dict)
    """How it qualified: a text of the engine."""
    final_rank = models.PositiveIntegerField(null=True)
    """Set when the stage ends; a later withdrawal does not change it."""

    class Meta:
        ordering = ["seed"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "entry"], name="entrant_once_a_stage"),
            models.UniqueConstraint(
                fields=["stage", "seed"],
                name="seed_once_a_stage",
                deferrable=models.Deferrable.DEFERRED,
            ),
        ]

    def __str__(self) -> str:
        return f"{self.stage_id}/{self.seed}"


class Round(models.Model):
    """A round of a stage: draft → checked → published → running → finished."""

    class Status(models.TextChoices):
        """How far it is; only from ``published`` on others see it."""

        DRAFT = "draft", _("draft")
        CHECKED = "checked", _("checked")
        PUBLISHED = "published", _("published")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")

    stage = models.ForeignKey(Stage, on_delete=models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=9, choices=Status.choices, default=Status.DRAFT)
    starts_at = models.DateTimeField(_("starts at"), null=True, blank=True)
    """When it is called (CP-3)."""
    allowed = models.JSONField(default=dict)
    """Exceptions from the hard rules granted for this round, and the choice they came from."""
    published_at = models.DateTimeField(null=True, editable=False)
    started_at = models.DateTimeField(null=True, editable=False)
    clock_ends_at = models.DateTimeField(null=True, editable=False)
    """CP-7: from here on no new deal is begun."""
    warned_at = models.DateTimeField(null=True, editable=False)
    time_up_at = models.DateTimeField(null=True, editable=False)
    paused_at = models.DateTimeField(null=True, editable=False)
    finished_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering = ["stage__order", "number"]
        constraints = [models.UniqueConstraint(fields=["stage", "number"], name="round_once")]

    def __str__(self) -> str:
        return f"{self.stage_id}/{self.number}"

    @property
    def public(self) -> bool:
        """Others may see it."""
        return self.status in (self.Status.PUBLISHED, self.Status.RUNNING, self.Status.FINISHED)


class StandingsSnapshot(models.Model):
    """The standings of a stage after a round, as they were last worked out.

    ``data``: ``{"metrics": [{"id", "label"}], "tables": [{"group", "rows": [{"rank", "entry":
    number, "values": […], "parted_by"}]}]}``; of a knock-out ``{"places": [{"place",
    "entries"}]}``. Numbers are decimal strings without idle zeros or null.
    """

    stage = models.ForeignKey(Stage, on_delete=models.PROTECT, related_name="snapshots")
    round_number = models.PositiveSmallIntegerField()
    version = models.PositiveBigIntegerField()
    """``Stage.changed`` when it was worked out."""
    final = models.BooleanField(default=False)
    data = models.JSONField()
    made_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["stage", "round_number"], name="snapshot_once_a_round")
        ]

    def __str__(self) -> str:
        return f"{self.stage_id}/{self.round_number} v{self.version}"
