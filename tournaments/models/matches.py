"""Matches of an event, what was entered as their results, and every change of a result."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.models import Deal, Table
from games.models import Match as GameMatch
from tournaments.models.entries import Entry
from tournaments.models.events import Event, ScorerToken, short_code
from tournaments.models.stages import Round


class EventMatch(models.Model):
    """A match of a round: two sides, or one with a bye.

    The result columns hold the result that counts as soon as ``state`` is confirmed; before that
    they are empty and what was entered stands in ``ResultEntry``.
    """

    class State(models.TextChoices):
        """How far the result is."""

        PENDING = "pending", _("not begun")
        RUNNING = "running", _("being played")
        ENTERED = "entered", _("entered, not confirmed")
        DISPUTED = "disputed", _("disputed")
        CONFIRMED = "confirmed", _("confirmed")

    class Ending(models.TextChoices):
        """As ``tournaments.engine.matches.Ending``."""

        PLAYED = "played", _("played")
        FORFEIT = "forfeit", _("forfeit")
        JUDGED = "judged", _("decided by ruling")
        BYE = "bye", _("bye")

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="matches")
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="matches")
    order = models.PositiveIntegerField()
    """Its place in the draw, 0 is the top match."""
    table_no = models.PositiveIntegerField(_("table"), null=True)
    slot = models.CharField(max_length=8, blank=True)
    """The key of a bracket's match (``M1-3``, ``L2-1``, ``F1``, ``T``)."""
    group = models.PositiveSmallIntegerField(null=True)
    reasons = models.JSONField(default=list)
    """Why they meet: ``[{"why": kind, "text": text of the engine}]``."""
    online = models.BooleanField(default=False)
    table = models.OneToOneField(
        Table, null=True, on_delete=models.SET_NULL, related_name="event_match"
    )
    game_match = models.OneToOneField(
        GameMatch, null=True, on_delete=models.SET_NULL, related_name="event_match"
    )
    code = models.CharField(max_length=12, unique=True, default=short_code, editable=False)
    """Of the QR code on the score slip."""

    state = models.CharField(max_length=9, choices=State.choices, default=State.PENDING)
    ending = models.CharField(max_length=7, choices=Ending.choices, default=Ending.PLAYED)
    level_0 = models.PositiveSmallIntegerField(null=True)
    level_1 = models.PositiveSmallIntegerField(null=True)
    """Numbers of the levels reached, 0 for the 2 … 13 for A+ (``engine.matches``)."""
    deals = models.PositiveSmallIntegerField(default=0)
    margin = models.DecimalField(max_digits=9, decimal_places=2, null=True)
    """In duplicate play: the score of side 0 against the field."""
    winner = models.ForeignKey(Entry, null=True, on_delete=models.PROTECT, related_name="won")
    """Of a forfeit or ruling who gains by it; of a tied knock-out match who goes on."""
    revision = models.PositiveIntegerField(default=0)
    """How many ``ResultChange`` rows there are."""
    ruled = models.JSONField(null=True, editable=False)
    """The result as the penalties leave it, where they change it (CP-11, CP-12); for display."""
    decided_by = models.CharField(max_length=8, blank=True, editable=False)
    """What ended it without play: ``no_show``, ``changed`` (CP-1), ``penalty``; else empty."""
    decided_revision = models.PositiveIntegerField(null=True, editable=False)
    """``revision`` of that; another result since then is somebody else's."""
    goes_on = models.JSONField(null=True, editable=False)
    """In a bracket: who goes on whatever the result is by now, ``{"winner": number or null}``.

    A ruling changed it after the matches that follow had begun; those stay as they are (case 20).
    """
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    confirmed_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        ordering = ["order"]
        constraints = [
            models.UniqueConstraint(
                fields=["round", "table_no"],
                name="table_once_a_round",
                deferrable=models.Deferrable.DEFERRED,
            ),
            models.UniqueConstraint(
                fields=["round", "slot"], condition=~Q(slot=""), name="slot_once_a_round"
            ),
        ]
        indexes = [models.Index(fields=["event", "state"])]

    def __str__(self) -> str:
        return f"{self.round_id}/{self.order}"

    @property
    def levels(self) -> tuple[int, int] | None:
        """The numbers of both sides' levels."""
        if self.level_0 is None or self.level_1 is None:
            return None
        return self.level_0, self.level_1


class MatchSide(models.Model):
    """A pair in a match. Nobody is twice in a round, whoever draws it at the same moment."""

    match = models.ForeignKey(EventMatch, on_delete=models.CASCADE, related_name="sides")
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="sides")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="sides")
    side = models.PositiveSmallIntegerField()
    """0 (seats 0 and 2) or 1 (seats 1 and 3)."""
    present_at = models.DateTimeField(null=True)
    """When both partners were there (CP-3)."""

    class Meta:
        ordering = ["side"]
        constraints = [
            models.UniqueConstraint(fields=["round", "entry"], name="pair_once_a_round"),
            models.UniqueConstraint(fields=["match", "side"], name="two_sides_a_match"),
            models.CheckConstraint(condition=Q(side__lte=1), name="side_of_two"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.side}"


class ResultEntry(models.Model):
    """A result as somebody said it; ``client_id`` makes sending it again harmless."""

    class Origin(models.TextChoices):
        """Where it came from."""

        SIDE = "side", _("a side")
        SCORER = "scorer", _("a scorer")
        REFEREE = "referee", _("a referee")
        ONLINE = "online", _("the table")
        TOKEN = "token", _("a program")
        IMPORT = "import", _("a file")
        SYSTEM = "system", _("the system")

    match = models.ForeignKey(EventMatch, on_delete=models.PROTECT, related_name="entries")
    origin = models.CharField(max_length=7, choices=Origin.choices)
    side = models.PositiveSmallIntegerField(null=True)
    """Which side it comes from, if from one."""
    user = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    token = models.ForeignKey(ScorerToken, null=True, on_delete=models.SET_NULL, related_name="+")
    client_id = models.CharField(max_length=64)
    result = models.JSONField()
    """``services.results.Result`` as JSON."""
    revision = models.PositiveIntegerField()
    """``EventMatch.revision`` at the time: what was entered before a correction says no more."""
    entered_at = models.DateTimeField(null=True)
    """By the clock of a phone that was off line; for information."""
    received_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["match", "client_id"], name="result_entry_once")
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.origin}"


class ResultChange(models.Model):
    """A change of the result that counts; append-only, the database refuses anything else.

    ``(match, revision)`` is unique: of two that confirm at once, one does.
    """

    class Kind(models.TextChoices):
        """What was done."""

        CONFIRMED = "confirmed", _("confirmed")
        CORRECTED = "corrected", _("corrected")
        STRUCK = "struck", _("struck")
        REMADE = "remade", _("re-made")

    match = models.ForeignKey(EventMatch, on_delete=models.PROTECT, related_name="changes")
    revision = models.PositiveIntegerField()
    kind = models.CharField(max_length=9, choices=Kind.choices)
    origin = models.CharField(max_length=7, choices=ResultEntry.Origin.choices)
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    reason = models.CharField(max_length=300, blank=True)
    by = models.ForeignKey(
        User,
        null=True,
        on_delete=models.DO_NOTHING,
        db_constraint=False,
        related_name="+",
    )
    by_name = models.CharField(max_length=60, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["revision"]
        constraints = [
            models.UniqueConstraint(fields=["match", "revision"], name="one_change_a_revision")
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.revision} {self.kind}"


class Board(models.Model):
    """A deal that all tables of a round play (duplicate, CP-8)."""

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="boards")
    number = models.PositiveSmallIntegerField()
    seed = models.CharField(max_length=64, editable=False)
    """From the event's seed (``engine.duplicate.board_seed``); secret until the round is over."""

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["round", "number"], name="board_once")]

    def __str__(self) -> str:
        return f"{self.round_id}/{self.number}"


class BoardScore(models.Model):
    """What a board was worth at one table, for side 0: levels won less levels lost."""

    match = models.ForeignKey(EventMatch, on_delete=models.CASCADE, related_name="board_scores")
    board = models.ForeignKey(Board, on_delete=models.PROTECT, related_name="scores")
    score = models.DecimalField(max_digits=7, decimal_places=2)
    deal = models.OneToOneField(
        Deal, null=True, on_delete=models.SET_NULL, related_name="board_score"
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "board"], name="score_once")]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.board_id}"
