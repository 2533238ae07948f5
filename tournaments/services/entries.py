"""Verbs of entries: pairs enter, are confirmed, wait, withdraw, check in (CP-1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _
from pypinyin import lazy_pinyin

from accounts.models import Club, User
from accounts.permissions import ORGANISE, SCORE, may_play_for
from tournaments.models import Entry, EntryPlayer, Event, Follow, Stage, Team
from tournaments.services.errors import No, Refused, invalid
from tournaments.services.events import locked
from tournaments.services.news import News, announce
from tournaments.services.suspensions import require_unbarred
from tournaments.services.trail import Actor, By, as_role, record, require

Status = Entry.Status
BEFORE: Final = (Event.Status.DRAFT, Event.Status.OPEN, Event.Status.CLOSED)
"""Statuses of an event that has not begun."""

Player = Mapping[str, Any]
"""``{"name": str, "user": User or None, "bot": str}``; what is left out is empty."""


def pinyin(name: str) -> str:
    """A name as it is sorted in Chinese lists."""
    return " ".join(part.strip().lower() for part in lazy_pinyin(name) if part.strip())[:200]


# --------------------------------------------------------------------------- by the players


@transaction.atomic
def enter(
    *,
    event: Event,
    by: User,
    partner: User | None = None,
    partner_name: str = "",
    name: str = "",
    club: Club | None = None,
    club_name: str = "",
    team: str = "",
) -> Entry:
    """A player enters with a partner, who has yet to accept by the link of the invitation."""
    if by.is_guest:
        raise Refused(No.GUEST)
    row = locked(event)
    _takes_entries(row)
    if partner == by:
        raise invalid("partner", _("A pair is two persons."))
    players: list[Player] = [
        {"user": by, "name": str(by)},
        {"user": partner, "name": str(partner) if partner else partner_name or _("Partner")},
    ]
    entry = _create(row, by, players, name, Status.INVITED, club, club_name, team)
    entry.players.filter(position=0).update(confirmed_at=timezone.now())
    _told(row, as_role(by, "player"), "enter", entry)
    return entry


def _takes_entries(event: Event) -> None:
    late = event.entries_close_at is not None and timezone.now() > event.entries_close_at
    if event.status != Event.Status.OPEN or late:
        raise Refused(No.ENTRIES_CLOSED)


@transaction.atomic
def accept(*, invite: str, user: User) -> Entry:
    """The partner accepts by the link: from now on the pair is complete (CP-1)."""
    found = EntryPlayer.objects.filter(invite=invite).select_related("event").first()
    if found is None:
        raise Refused(No.NO_SUCH_INVITE)
    event = locked(found.event)
    player = EntryPlayer.objects.select_related("entry").get(pk=found.pk)
    entry = player.entry
    if player.user_id == user.pk and player.confirmed_at is not None:
        return entry
    if entry.status != Status.INVITED or player.confirmed_at is not None:
        raise Refused(No.NO_SUCH_INVITE)
    if player.user_id not in (None, user.pk):
        raise Refused(No.NOT_OF_THE_PAIR)
    if user.is_guest:
        raise Refused(No.GUEST)
    _takes_entries(event)
    require_unbarred(event, user)
    own_name = entry.name != pair_name([p.name for p in entry.players.all()])
    player.user, player.name, player.confirmed_at = user, str(user)[:40], timezone.now()
    player.sort_key = pinyin(player.name)
    _save_player(player)
    if not own_name:
        entry.name = pair_name([p.name for p in entry.players.all()])
        entry.sort_key = pinyin(entry.name)
    _place(event, entry)
    entry.save()
    _told(event, as_role(user, "player"), "accept", entry)
    return entry


@transaction.atomic
def decline(*, entry: Entry, user: User) -> Entry:
    """The partner does not want to, or the first player takes the invitation back."""
    if not may_play_for(user, entry):
        raise Refused(No.NOT_OF_THE_PAIR)
    event = locked(entry.event)
    row = Entry.objects.get(pk=entry.pk)
    if row.status != Status.INVITED:
        raise Refused(No.PARTNERS_FIXED)
    _leave(row, Status.WITHDRAWN)
    _told(event, as_role(user, "player"), "decline", row)
    return row


# ------------------------------------------------------------------------- by the organiser


@transaction.atomic
def add_entry(
    *,
    event: Event,
    by: User | None,
    players: Sequence[Player],
    name: str = "",
    club: Club | None = None,
    club_name: str = "",
    team: str = "",
    ranking: Decimal | None = None,
    seed_rank: int | None = None,
    fixed_table: int | None = None,
    note: str = "",
    late: bool = False,
) -> Entry:
    """The organiser enters a pair; after the start it joins late, while that is allowed."""
    actor = require(event, by, ORGANISE)
    row = locked(event, *BEFORE, Event.Status.RUNNING)
    entry = _create(row, by, players, name, Status.CONFIRMED, club, club_name, team)
    entry.players.update(confirmed_at=timezone.now())
    entry.ranking, entry.fixed_table, entry.note = ranking, fixed_table, note
    entry.seed_rank = seed_rank
    if row.status == Event.Status.RUNNING:
        _join_late(row, entry)
    else:
        _place(row, entry, approved=True)
    entry.save()
    _told(row, actor, "add_late_entry" if entry.joined_round > 1 else "add_entry", entry)
    return entry


def _join_late(event: Event, entry: Entry) -> None:
    """CP-6: into the first stage, from its next round on, until the round the organiser set."""
    from tournaments.services.stages import join_stage

    stage = event.stages.filter(order=1, status=Stage.Status.RUNNING, kind="swiss").first()
    upto = event.config.late_until_round
    if stage is None or not upto:
        raise Refused(No.TOO_LATE, round=upto)
    drawn = stage.rounds.exclude(status="draft").aggregate(last=Max("number"))["last"] or 0
    if drawn + 1 > upto:
        raise Refused(No.TOO_LATE, round=upto)
    entry.status, entry.confirmed_at = Status.CONFIRMED, timezone.now()
    entry.joined_round = drawn + 1
    join_stage(stage=stage, entry=entry)


@transaction.atomic
def update_entry(*, entry: Entry, by: User, **fields: Any) -> Entry:
    """Change name, club, team, ranking, seed, table, note; ``names``: the spelling of the two.

    ``players`` (as in ``add_entry``) puts other persons in, only while entries are not closed
    (CP-1). From then on a spelling that is put right has a line of its own in the trail.
    """
    actor = require(entry.event, by, ORGANISE)
    event = locked(entry.event)
    row = Entry.objects.get(pk=entry.pk)
    before = _facts(row)
    players, names = fields.pop("players", None), fields.pop("names", None)
    if players is not None:
        if event.status not in (Event.Status.DRAFT, Event.Status.OPEN):
            raise Refused(No.PARTNERS_FIXED)
        row.players.all().delete()
        _write_players(event, row, players)
        row.players.update(confirmed_at=timezone.now())
    for player, spelling in zip(row.players.all(), names or (), strict=False):
        player.name, player.sort_key = spelling[:40], pinyin(spelling)
        player.save(update_fields=["name", "sort_key"])
    if "team" in fields:
        row.team = _team(event, fields.pop("team"))
    unknown = fields.keys() - CHANGEABLE
    if unknown:
        raise TypeError(f"no such fields of an entry: {sorted(unknown)}")
    for field, value in fields.items():
        setattr(row, field, value)
    if (players or names) and "name" not in fields:
        row.name = pair_name([p.name for p in row.players.all()])
    row.sort_key = pinyin(row.name)
    row.save()
    after = _facts(row)
    record(event, actor, "update_entry", about=row, entry=row, before=before, after=after)
    closed = event.status not in (Event.Status.DRAFT, Event.Status.OPEN)
    if closed and before["players"] != after["players"]:
        record(event, actor, "respell", about=row, entry=row, before=before["players"],
               after=after["players"], reason="CP-1")  # fmt: skip
    announce(event, News.ENTRIES, entry=row.number)
    return row


CHANGEABLE: Final = frozenset(
    {"name", "club", "club_name", "ranking", "seed_rank", "fixed_table", "note"}
)


@transaction.atomic
def approve(*, entry: Entry, by: User) -> Entry:
    """A pending entry is confirmed, or goes on the waiting list when all places are taken."""
    actor = require(entry.event, by, ORGANISE)
    event = locked(entry.event, *BEFORE)
    row = Entry.objects.get(pk=entry.pk)
    if row.status not in (Status.PENDING, Status.WAITING):
        raise Refused(No.WRONG_STATUS, status=row.get_status_display())
    _place(event, row, approved=True)
    row.save()
    _told(event, actor, "approve", row)
    return row


@transaction.atomic
def reject(*, entry: Entry, by: User, reason: str = "") -> Entry:
    """An entry is not taken."""
    actor = require(entry.event, by, ORGANISE)
    event = locked(entry.event, *BEFORE)
    row = Entry.objects.get(pk=entry.pk)
    _leave(row, Status.REJECTED)
    _told(event, actor, "reject", row, reason)
    promote_waiting(event=event, by=None)
    return row


@transaction.atomic
def withdraw(*, entry: Entry, by: By, reason: str = "", code: str = "") -> Entry:
    """A pair withdraws, by itself or by the organiser.

    Before the start its place goes to the waiting list. After it, it is not drawn any more; an
    open match that has been published is won by the other side without play (CP-5).
    """
    event = entry.event
    if isinstance(by, User) and may_play_for(by, entry):
        actor = as_role(by, "player")
    else:
        actor = require(event, by, ORGANISE)
    row_event = locked(event, *BEFORE, Event.Status.RUNNING)
    row = Entry.objects.select_for_update(no_key=True).get(pk=entry.pk)
    if row.status in (Status.WITHDRAWN, Status.REJECTED):
        return row
    if row_event.status == Event.Status.RUNNING:
        from tournaments.services.walkovers import stage_goes_on_without

        row.status, row.withdrawn_at = Status.WITHDRAWN, timezone.now()
        row.save(update_fields=["status", "withdrawn_at"])
        _told(row_event, actor, "withdraw", row, reason)
        stage_goes_on_without(event=row_event, entry=row, actor=actor)
    else:
        _leave(row, Status.WITHDRAWN)
        _told(row_event, actor, "withdraw", row, reason)
        promote_waiting(event=row_event, by=None)
    return row


@transaction.atomic
def promote_waiting(*, event: Event, by: User | None) -> list[Entry]:
    """Whoever waits longest takes a place that is free, as far as the limits of clubs allow."""
    actor = require(event, by, ORGANISE)
    row = locked(event, *BEFORE)
    promoted = []
    for entry in row.entries.filter(status=Status.WAITING).order_by("created_at", "number"):
        if _room(row, entry):
            entry.status, entry.confirmed_at = Status.CONFIRMED, timezone.now()
            entry.save(update_fields=["status", "confirmed_at"])
            _told(row, actor, "promote", entry)
            promoted.append(entry)
    return promoted


@transaction.atomic
def check_in(*, entry: Entry, by: By = None, code: str = "", on: bool = True) -> Entry:
    """The pair is there: said by the desk, by a program, by the pair, or with its card's code."""
    event = entry.event
    if code:
        if code != entry.code:
            raise Refused(No.NOT_OF_THE_PAIR)
        actor = as_role(by if isinstance(by, User) else None, "player")
    elif isinstance(by, User) and may_play_for(by, entry):
        actor = as_role(by, "player")
    else:
        actor = require(event, by, SCORE)
    if entry.status != Status.CONFIRMED:
        raise Refused(No.WRONG_STATUS, status=entry.get_status_display())
    if event.status not in (*BEFORE, Event.Status.RUNNING):
        raise Refused(No.WRONG_STATUS, status=event.get_status_display())
    at = timezone.now() if on else None
    there = Entry.objects.filter(pk=entry.pk, checked_in_at__isnull=on)
    if there.update(checked_in_at=at):
        entry.checked_in_at = at
        record(event, actor, "check_in" if on else "undo_check_in", about=entry, entry=entry)
        announce(event, News.ENTRIES, entry=entry.number)
    return entry


def follow(*, entry: Entry, user: User, on: bool = True) -> None:
    """Hear of a pair's results, or not any more."""
    if on:
        Follow.objects.get_or_create(entry=entry, user=user)
    else:
        Follow.objects.filter(entry=entry, user=user).delete()


def saw_followed(*, event: Event, user: User) -> None:
    """Somebody has looked at the pairs they follow in an event: no news of them wait any more."""
    Follow.objects.filter(entry__event=event, user=user).update(seen_at=timezone.now())


# ------------------------------------------------------------------------------- the rows


def pair_name(names: Iterable[str]) -> str:
    """What a pair without a name of its own is called."""
    return " / ".join(names)[:90]


def _create(
    event: Event,
    by: User | None,
    players: Sequence[Player],
    name: str,
    status: Status,
    club: Club | None,
    club_name: str,
    team: str,
) -> Entry:
    """A new row with the next number; the event's row is locked."""
    names = [str(p.get("name") or p.get("user") or "").strip() for p in players]
    if len(names) != 2 or not all(names):
        raise invalid("players", _("A pair is two persons."))
    if event.unit == Event.Unit.TEAM and not team:
        raise invalid("team", _("Say which team the pair belongs to."))
    last = event.entries.aggregate(last=Max("number"))["last"] or 0
    shown = name.strip() or pair_name(names)
    entry = Entry.objects.create(
        event=event,
        number=last + 1,
        name=shown[:90],
        sort_key=pinyin(shown),
        status=status,
        club=club,
        club_name=club.name if club is not None else club_name.strip()[:60],
        team=_team(event, team),
        created_by=by,
    )
    _write_players(event, entry, players)
    return entry


def _team(event: Event, name: str) -> Team | None:
    if not name.strip():
        return None
    return Team.objects.get_or_create(event=event, name=name.strip()[:60])[0]


def _write_players(event: Event, entry: Entry, players: Sequence[Player]) -> None:
    for given in players:
        require_unbarred(event, given.get("user"))
    for position, given in enumerate(players):
        name = str(given.get("name") or given.get("user") or "").strip()[:40]
        player = EntryPlayer(
            entry=entry,
            event=event,
            position=position,
            user=given.get("user"),
            bot=given.get("bot") or "",
            name=name,
            sort_key=pinyin(name)[:120],
        )
        _save_player(player)


def _save_player(player: EntryPlayer) -> None:
    """CP-1: nobody is in two pairs of an event; the database says so."""
    try:
        with transaction.atomic():
            player.save()
    except IntegrityError as error:
        raise Refused(No.ALREADY_ENTERED, name=player.name) from error


def _place(event: Event, entry: Entry, *, approved: bool = False) -> None:
    """What becomes of a complete entry: it waits for approval, for a place, or has one."""
    if event.policy == Event.Policy.APPROVAL and not approved:
        entry.status = Status.PENDING
    elif _room(event, entry):
        entry.status, entry.confirmed_at = Status.CONFIRMED, timezone.now()
    else:
        entry.status = Status.WAITING


def _room(event: Event, entry: Entry) -> bool:
    """A place is free in the event and within the limit of the entry's club."""
    confirmed = event.entries.filter(status=Status.CONFIRMED).exclude(pk=entry.pk)
    if event.max_entries is not None and confirmed.count() >= event.max_entries:
        return False
    if event.max_per_club is None or not entry.club_name:
        return True
    return confirmed.filter(club_name__iexact=entry.club_name).count() < event.max_per_club


def _leave(entry: Entry, status: Status) -> None:
    """Out before the start: the two may enter again."""
    entry.status, entry.withdrawn_at = status, timezone.now()
    entry.save(update_fields=["status", "withdrawn_at"])
    entry.players.update(active=False)


def _facts(entry: Entry) -> dict[str, Any]:
    ranking = None if entry.ranking is None else str(entry.ranking)
    return {
        "name": entry.name,
        "players": [p.name for p in entry.players.all()],
        "club": entry.club_name,
        "status": str(entry.status),
        "ranking": ranking,
        "seed": entry.seed_rank,
        "table": entry.fixed_table,
    }


def _told(event: Event, actor: Actor, verb: str, entry: Entry, reason: str = "") -> None:
    """The line of the trail, and the news."""
    after = {"number": entry.number, **_facts(entry)}
    record(event, actor, verb, about=entry, entry=entry, after=after, reason=reason)
    announce(event, News.ENTRIES, entry=entry.number)
