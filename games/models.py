"""Tables, their seats, the matches played at them and the log of every deal.

The log (``DealEvent``) is the truth of a running deal; only the room that holds the table's
lease writes it (``games.live``). Tallies (``Deal.result``, ``Match``) are recomputed from it.
"""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

CODE_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""Without the letters and digits that look alike when read aloud or copied by hand."""


def new_code() -> str:
    """A table's short name in addresses: 8 characters, about 40 bits."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(8))


def new_invite() -> str:
    """The secret of an invite link."""
    return secrets.token_urlsafe(12)


class Server(models.Model):
    """A process that runs tables, alive while its lease lasts; it renews it in the background.

    One lease a process, not one a table: thousands of tables cost one renewal. A table whose
    owner has no lease any more may be claimed by another process (``games.live.store``).
    """

    name = models.CharField(max_length=64, unique=True)
    lease_until = models.DateTimeField()

    def __str__(self) -> str:
        return self.name


class Table(models.Model):
    """A table: a game with its options, four seats, and at most one match under way."""

    class Status(models.TextChoices):
        """Open: waiting for players; playing: a match runs; closed: nothing more."""

        OPEN = "open", _("open")
        PLAYING = "playing", _("playing")
        CLOSED = "closed", _("closed")

    class Hold(models.TextChoices):
        """Who has stopped the play."""

        REFEREE = "referee", _("stopped by the referee")
        STAFF = "staff", _("frozen by the staff")

    code = models.CharField(max_length=12, unique=True, default=new_code, editable=False)
    name = models.CharField(_("name"), max_length=40, blank=True)
    game = models.CharField(_("game"), max_length=16)
    options = models.JSONField(_("options"), default=dict)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="hosted"
    )
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.OPEN)
    private = models.BooleanField(_("private"), default=False)
    invite = models.CharField(max_length=24, default=new_invite, editable=False)
    password = models.CharField(_("password"), max_length=128, blank=True)
    turn_seconds = models.PositiveSmallIntegerField(_("seconds a turn"), default=30)
    bank_seconds = models.PositiveSmallIntegerField(_("time bank in seconds"), default=120)
    created_at = models.DateTimeField(auto_now_add=True)
    active_at = models.DateTimeField(auto_now_add=True)

    managed = models.BooleanField(default=False, editable=False)
    """Opened and closed by an event: the seats belong to ``reserved``, nobody is the host."""
    reserved = models.JSONField(default=list, editable=False)
    """Of a managed table: who each of the four seats belongs to (a person's id, null: a bot)."""
    max_deals = models.PositiveSmallIntegerField(null=True, editable=False)
    """CP-7: so many deals end the match; nothing: as many as it takes."""
    ends_at = models.DateTimeField(null=True, editable=False)
    """CP-7: no new deal is begun from this time on."""
    cut_off = models.BooleanField(default=False, editable=False)
    """CP-7: the deal in play at that time is broken off."""
    boards = models.JSONField(default=list, editable=False)
    """Duplicate play: the seeds of the match's deals, each begun like a first one; else empty."""

    hold = models.CharField(max_length=8, choices=Hold.choices, blank=True, editable=False)
    """Nothing is played here for now, by a referee's or the staff's word."""
    hold_note = models.CharField(max_length=200, blank=True, editable=False)
    """Why; the players read it."""
    held_at = models.DateTimeField(null=True, editable=False)
    held_for = models.PositiveIntegerField(default=0, editable=False)
    """Seconds that holds have taken so far; ``ends_at`` is so much later here (CP-7)."""
    desk = models.JSONField(default=dict, editable=False)
    """Of a managed table: a call for a referee, and who of them is here (``show_desk``)."""

    owner = models.CharField(max_length=64, blank=True, editable=False)
    """The name of the ``Server`` whose room this is."""
    epoch = models.BigIntegerField(default=0, editable=False)
    """Counts the owners; what a former one appends under an old epoch is not written."""

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        indexes = [models.Index(fields=["status", "game"])]

    def __str__(self) -> str:
        return self.name or self.code


class Seat(models.Model):
    """One of the four seats of a table: a person, a bot, or free (no row)."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="seats"
    )
    bot = models.CharField(max_length=16, blank=True)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        constraints = [
            models.UniqueConstraint(fields=["table", "index"], name="seat_once_a_table"),
            models.UniqueConstraint(fields=["table", "user"], name="person_once_a_table"),
            models.CheckConstraint(
                condition=models.Q(index__gte=0, index__lte=3), name="seat_of_four"
            ),
            models.CheckConstraint(
                condition=models.Q(user__isnull=False) ^ ~models.Q(bot=""),
                name="person_or_bot",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.index}"


class Match(models.Model):
    """Consecutive deals between two teams at one table."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="matches")
    number = models.PositiveIntegerField(default=1)
    game = models.CharField(max_length=16)
    options = models.JSONField(default=dict)
    players = models.JSONField(default=list)
    """Four entries ``{"user": id or null, "name": str, "bot": str}`` as they sat down."""
    levels = models.JSONField(default=list)
    """Levels after the last tallied deal, of team 0 and team 1."""
    score = models.JSONField(default=list)
    """Sum of the deals' scores of both teams (games that keep one)."""
    won_by = models.PositiveSmallIntegerField(null=True)
    started_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True)
    tallied_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="match_number_once")
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.number}"


class MatchPlayer(models.Model):
    """A person's part in a match, so that a history outlives the seat."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="parts")
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="parts"
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "seat"], name="player_once_a_seat")]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.seat}"


class Deal(models.Model):
    """One deal of a match: what it was dealt from, and its tally once Celery has made it."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="deals")
    number = models.PositiveIntegerField()
    """1, 2, … every shuffle counts, void deals too."""
    start = models.JSONField()
    """The fields of ``NextDeal`` the deal began with; the cards follow from the seed."""
    seed = models.CharField(max_length=64, blank=True, editable=False)
    """256 bits, hexadecimal; secret until the deal has ended."""
    commitment = models.CharField(max_length=64, blank=True)
    record = models.JSONField(null=True, editable=False)
    """Of a deal played elsewhere: the game record it was read from, with its cards; then there is
    neither seed nor commitment."""
    started_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True)
    """Set in the commit that ends the deal; the tally polls for rows that have it."""
    result = models.JSONField(null=True)
    tallied_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("deal")
        verbose_name_plural = _("deals")
        constraints = [models.UniqueConstraint(fields=["match", "number"], name="deal_number_once")]
        indexes = [
            models.Index(
                fields=["ended_at"],
                condition=models.Q(tallied_at__isnull=True),
                name="deal_to_tally",
            )
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.number}"


class DealEvent(models.Model):
    """What one action brought about, in order: the log of a deal.

    ``(deal, seq)`` is unique, so a stale room cannot write.
    """

    deal = models.ForeignKey(Deal, on_delete=models.CASCADE, related_name="events")
    seq = models.PositiveIntegerField()
    """1, 2, … without a gap."""
    action = models.JSONField(null=True)
    """The action in the words of the game record; null for the table's own (drawing on …)."""
    events = models.JSONField()
    """The list of its events as ``games.engine.codec`` writes them; the state is their fold."""
    action_id = models.CharField(max_length=40, blank=True)
    """The client's id of the action, so that the same action sent twice is done once."""
    seat = models.PositiveSmallIntegerField(null=True)
    auto = models.BooleanField(default=False)
    """Done by a time-out."""
    bank_ms = models.IntegerField(null=True)
    """What is left of the acting seat's time bank."""
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["deal", "seq"], name="event_once"),
        ]

    def __str__(self) -> str:
        return f"{self.deal_id}/{self.seq}"


class StruckEvent(models.Model):
    """A row of a log that a referee has rolled back: play went on from before it.

    The log itself has no gaps; what was struck is kept here as it was, with the ruling.
    """

    deal = models.ForeignKey(Deal, on_delete=models.CASCADE, related_name="struck")
    seq = models.PositiveIntegerField()
    action = models.JSONField(null=True)
    events = models.JSONField()
    action_id = models.CharField(max_length=40, blank=True)
    seat = models.PositiveSmallIntegerField(null=True)
    auto = models.BooleanField(default=False)
    bank_ms = models.IntegerField(null=True)
    at = models.DateTimeField()
    struck_at = models.DateTimeField()
    """The same for all rows of one ruling."""
    why = models.CharField(max_length=300)

    def __str__(self) -> str:
        return f"{self.deal_id}/{self.seq} struck"


class LevelRuling(models.Model):
    """A change of a team's level by ruling, made when the next deal at the table begins (CP-12).

    Who asks for it names it by ``key`` and may change or revoke it (``services.rule_levels``).
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="level_rulings")
    key = models.CharField(max_length=40)
    team = models.PositiveSmallIntegerField()
    levels = models.SmallIntegerField()
    """Up, or (negative) down."""
    deal = models.ForeignKey(
        Deal, null=True, on_delete=models.CASCADE, related_name="level_rulings"
    )
    """The deal that began with it; nothing: it has not been made yet."""
    given = models.SmallIntegerField(default=0)
    """What could be made of it: no level is below the first one or past the last."""
    cancelled_at = models.DateTimeField(null=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [
            models.Index(
                fields=["table"],
                condition=models.Q(deal__isnull=True, cancelled_at__isnull=True),
                name="level_ruling_to_make",
            )
        ]

    def __str__(self) -> str:
        return f"{self.table_id}: team {self.team} {self.levels:+d}"


class ChatLine(models.Model):
    """Something said at a table: a quick phrase or a line of one's own words (``games.chat``)."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="chat")
    match = models.ForeignKey(Match, null=True, on_delete=models.SET_NULL, related_name="chat")
    deal = models.ForeignKey(Deal, null=True, on_delete=models.SET_NULL, related_name="chat")
    """The deal that was being played; nothing: none was."""
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="chat_lines"
    )
    name = models.CharField(_("name"), max_length=150)
    """As it was at the time."""
    seat = models.PositiveSmallIntegerField(null=True)
    """Nothing: they were watching."""
    watchers_only = models.BooleanField(_("heard by watchers only"), default=False)
    phrase = models.CharField(max_length=12, blank=True)
    text = models.CharField(_("text"), max_length=120, blank=True)
    said_id = models.CharField(max_length=40)
    """What the client calls its message, so that one sent twice is said once."""
    at = models.DateTimeField(default=timezone.now, db_index=True)
    reported = models.BooleanField(_("reported"), default=False)
    """Kept for longer than the others."""
    hidden_at = models.DateTimeField(_("hidden"), null=True)
    hidden_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        verbose_name = _("chat line")
        verbose_name_plural = _("chat lines")
        ordering = ["-pk"]
        indexes = [models.Index(fields=["table", "-id"], name="chat_of_table")]
        constraints = [
            models.UniqueConstraint(fields=["table", "user", "said_id"], name="chat_line_once"),
            models.CheckConstraint(
                condition=models.Q(phrase="") ^ models.Q(text=""), name="chat_phrase_or_text"
            ),
        ]

    def __str__(self) -> str:
        return self.text or self.phrase
