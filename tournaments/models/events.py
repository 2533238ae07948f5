"""The event, the people who run it, and what outside programs may do with it."""

from __future__ import annotations

import secrets
from functools import cached_property

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Club, User
from games.models import CODE_ALPHABET
from tournaments.settings import EventSettings, read


def short_code() -> str:
    """A code for addresses and QR pictures: 10 characters, about 50 bits."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(10))


def new_seed() -> str:
    """The event's secret: 256 bits, hexadecimal."""
    return secrets.token_hex(32)


class Event(models.Model):
    """A tournament, from the announcement to the result book.

    All chance in it (lots, draws, duplicate deals) comes from ``seed``; ``commitment`` is published
    at once, the seed when the event is over.
    """

    class Mode(models.TextChoices):
        """Where it is played."""

        HALL = "hall", _("in a hall")
        ONLINE = "online", _("on line")
        BOTH = "both", _("in a hall and on line")

    class Unit(models.TextChoices):
        """What is entered (CP-1)."""

        PAIR = "pair", _("pairs")
        TEAM = "team", _("teams of pairs")

    class Status(models.TextChoices):
        """How far it is."""

        DRAFT = "draft", _("draft")
        OPEN = "open", _("entries open")
        CLOSED = "closed", _("entries closed")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")

    class Policy(models.TextChoices):
        """What becomes of a complete entry."""

        OPEN = "open", _("confirmed at once")
        APPROVAL = "approval", _("confirmed by the organiser")

    club = models.ForeignKey(Club, null=True, on_delete=models.PROTECT, related_name="events")
    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(_("name"), max_length=80)
    place = models.CharField(_("place"), max_length=120, blank=True)
    mode = models.CharField(_("played"), max_length=8, choices=Mode.choices, default=Mode.HALL)
    time_zone = models.CharField(_("time zone"), max_length=40, default="Asia/Shanghai")
    starts_at = models.DateTimeField(_("starts at"))
    ends_at = models.DateTimeField(_("ends at"), null=True, blank=True)
    entries_close_at = models.DateTimeField(_("entries close at"), null=True, blank=True)
    description = models.TextField(_("description"), blank=True)
    fees = models.TextField(_("fees"), blank=True)
    """Text only; no money is handled here."""

    game = models.CharField(_("game"), max_length=16)
    options = models.JSONField(_("options"), default=dict)
    """A complete copy: a later change of the standard changes nothing here."""
    rules_version = models.CharField(max_length=20, default="1")
    """The version of the rule pages that the copy is of, printed on score sheets."""
    unit = models.CharField(_("entered are"), max_length=4, choices=Unit.choices, default=Unit.PAIR)
    duplicate = models.BooleanField(_("duplicate deals"), default=False)
    settings = models.JSONField(default=dict)

    policy = models.CharField(
        _("entries are"), max_length=8, choices=Policy.choices, default=Policy.OPEN
    )
    max_entries = models.PositiveIntegerField(_("most entries"), null=True, blank=True)
    max_per_club = models.PositiveIntegerField(_("most entries of a club"), null=True, blank=True)

    seed = models.CharField(max_length=64, default=new_seed, editable=False)
    commitment = models.CharField(max_length=64, editable=False)
    seed_published_at = models.DateTimeField(null=True, editable=False)

    status = models.CharField(max_length=9, choices=Status.choices, default=Status.DRAFT)
    version = models.PositiveBigIntegerField(default=0, editable=False)
    """Grows with every change that others see: pages fetch anew when it has."""
    cloned_from = models.ForeignKey("self", null=True, on_delete=models.SET_NULL, editable=False)
    created_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    started_at = models.DateTimeField(null=True, editable=False)
    finished_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        indexes = [models.Index(fields=["status", "starts_at"])]

    def __str__(self) -> str:
        return self.name

    @cached_property
    def config(self) -> EventSettings:
        """The settings, typed."""
        return read(EventSettings, self.settings)

    @property
    def seed_bytes(self) -> bytes:
        """The seed as the engine takes it."""
        return bytes.fromhex(self.seed)


class EventRole(models.Model):
    """A part that somebody has in running an event (CP-2); one may have several."""

    class Role(models.TextChoices):
        """The roles of CP-2 that are given, from the widest to the narrowest."""

        ORGANISER = "organiser", _("organiser")
        CHIEF_REFEREE = "chief_referee", _("chief referee")
        REFEREE = "referee", _("referee")
        COMMITTEE = "committee", _("arbitration committee")
        SCORER = "scorer", _("scorer")

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="roles")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="event_roles")
    role = models.CharField(max_length=13, choices=Role.choices)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "user", "role"], name="event_role_once")
        ]

    def __str__(self) -> str:
        return f"{self.event_id}/{self.user_id}/{self.role}"


class ScorerToken(models.Model):
    """A secret with which a program may enter results of one event; only its hash is kept."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="tokens")
    name = models.CharField(_("name"), max_length=40)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    created_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    used_at = models.DateTimeField(null=True, editable=False)
    revoked_at = models.DateTimeField(null=True, editable=False)

    def __str__(self) -> str:
        return self.name


class Webhook(models.Model):
    """An address that is told of what happens in an event, signed with its ``secret``."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="webhooks")
    url = models.URLField(_("address"), max_length=300)
    secret = models.CharField(max_length=80, editable=False)
    kinds = models.JSONField(default=list)
    """Kinds of news (``services.news.News``); an empty list is all of them."""
    active = models.BooleanField(_("active"), default=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    def __str__(self) -> str:
        return self.url


class Delivery(models.Model):
    """A message to a webhook, kept until it has been delivered or given up."""

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    message_id = models.CharField(max_length=40, unique=True)
    kind = models.CharField(max_length=40)
    payload = models.JSONField()
    created_at = models.DateTimeField(default=timezone.now)
    due_at = models.DateTimeField(default=timezone.now)
    attempts = models.PositiveSmallIntegerField(default=0)
    answer = models.CharField(max_length=200, blank=True)
    delivered_at = models.DateTimeField(null=True)
    given_up_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(
                fields=["due_at"],
                condition=models.Q(delivered_at__isnull=True, given_up_at__isnull=True),
                name="delivery_to_send",
            )
        ]

    def __str__(self) -> str:
        return self.message_id
