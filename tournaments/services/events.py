"""Verbs of the event itself: make it, change it, open and close entries, begin, end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.clubs import slug_of
from accounts.models import Club, User
from accounts.permissions import LEAD, ORGANISE, may_open_event
from games.engine.api import game_of
from tournaments.engine.lots import commitment
from tournaments.models import Appeal, Event, EventRole, Round, Stage
from tournaments.services import dues
from tournaments.services.errors import Invalid, No, Refused, invalid
from tournaments.services.news import News, announce
from tournaments.services.presets import PRESETS
from tournaments.services.trail import as_role, record, require
from tournaments.settings import EventSettings, StageConfig, read, write

RULES_VERSION: Final = "1"
"""The version of the rule pages; raised when a rulebook changes."""

COLUMNS: Final = frozenset(
    {"name", "place", "mode", "time_zone", "starts_at", "ends_at", "entries_close_at",
     "description", "fees", "game", "unit", "duplicate", "policy", "max_entries",
     "max_per_club"}
)  # fmt: skip
"""Columns an organiser sets; ``slug`` only when the event is made: the commitment has it in it."""

LATER: Final = frozenset({"game", "unit", "duplicate"})
"""Columns that cannot change once the event has begun."""

LATER_SETTINGS: Final = frozenset({"scoring", "metrics", "tie", "method"})
"""Settings that would change results that are there."""


def locked(event: Event, *statuses: Event.Status) -> Event:
    """The event's row, locked to the end of the transaction; in one of ``statuses`` if given."""
    row = Event.objects.select_for_update(no_key=True).get(pk=event.pk)
    if statuses and row.status not in statuses:
        raise Refused(No.WRONG_STATUS, status=row.get_status_display())
    return row


def create_event(
    *,
    by: User,
    name: str,
    game: str,
    starts_at: datetime,
    preset: str = "one_day",
    club: Club | None = None,
    options: Mapping[str, object] | None = None,
    settings: Mapping[str, Any] | None = None,
    stages: Sequence[Mapping[str, Any]] | None = None,
    slug: str = "",
    **columns: Any,
) -> Event:
    """A draft from a preset; ``settings`` and ``stages`` go over it. ``Invalid``, ``Refused``."""
    if not may_open_event(by, club):
        raise Refused(No.GUEST if by.is_guest else No.NOT_ALLOWED)
    start = PRESETS[preset]
    columns = {"duplicate": start.duplicate, **columns}
    event = Event(club=club, created_by=by, rules_version=RULES_VERSION)
    event.slug = slug or _free_slug(name)
    _set_columns(event, {"name": name, "starts_at": starts_at, **columns})
    _set_game(event, game, options or {})
    event.settings = _settings({**start.settings, **(settings or {})})
    event.commitment = commitment(event.seed_bytes, event.slug)
    plans = _plans(start.stages if stages is None else stages)
    with transaction.atomic():
        event.save(force_insert=True)
        EventRole.objects.create(event=event, user=by, role=EventRole.Role.ORGANISER)
        _write_stages(event, plans)
        actor = as_role(by, "organiser")
        record(event, actor, "create_event", about=name, after={"preset": preset})
    return event


def clone_event(*, event: Event, by: User, name: str, starts_at: datetime) -> Event:
    """The same set-up as a new draft: same stages and settings, no entries, a new seed."""
    actor = require(event, by, ORGANISE)
    shift = starts_at - event.starts_at
    copy = Event(
        slug=_free_slug(name),
        name=name,
        starts_at=starts_at,
        ends_at=event.ends_at and event.ends_at + shift,
        entries_close_at=event.entries_close_at and event.entries_close_at + shift,
        rules_version=RULES_VERSION,
        cloned_from=event,
        created_by=by,
        settings=event.settings,
        options=event.options,
        club=event.club,
        **{c: getattr(event, c) for c in COLUMNS - {"name", "starts_at", "ends_at",
                                                    "entries_close_at"}},
    )  # fmt: skip
    copy.commitment = commitment(copy.seed_bytes, copy.slug)
    with transaction.atomic():
        copy.save(force_insert=True)
        roles = event.roles.values_list("user_id", "role")
        EventRole.objects.bulk_create(
            [EventRole(event=copy, user_id=user, role=role) for user, role in roles]
        )
        EventRole.objects.get_or_create(event=copy, user=by, role=EventRole.Role.ORGANISER)
        for stage in event.stages.all():
            Stage.objects.create(
                event=copy, order=stage.order, name=stage.name, kind=stage.kind, config=stage.config
            )
        record(copy, actor, "clone_event", about=name, after={"from": event.slug})
    return copy


@transaction.atomic
def update_event(*, event: Event, by: User, **values: Any) -> Event:
    """Change columns, ``options``, ``settings`` (partial) or ``stages`` of an event.

    Once it has begun, what would change results that are there cannot be changed.
    """
    actor = require(event, by, ORGANISE)
    row = locked(event)
    if row.status in (Event.Status.FINISHED, Event.Status.CANCELLED):
        raise Refused(No.WRONG_STATUS, status=row.get_status_display())
    begun = row.status == Event.Status.RUNNING
    options, settings = values.pop("options", None), values.pop("settings", None)
    stages = values.pop("stages", None)
    before = _facts(row)
    _set_columns(row, values)
    if options is not None or "game" in values:
        _set_game(row, row.game, row.options if options is None else options)
    if settings is not None:
        row.settings = _settings({**row.settings, **settings})
    after = _facts(row)
    if begun:
        _nothing_late(before, after)
    row.save()
    if stages is not None:
        _rewrite_stages(row, _plans(stages))
        after["stages"] = list(stages)
    if row.status == Event.Status.OPEN:
        dues.plan_entries_close(row)
    changed = {key for key in after if after[key] != before.get(key)}
    record(
        row,
        actor,
        "update_event",
        about=row.name,
        before={key: before.get(key) for key in sorted(changed)},
        after={key: after[key] for key in sorted(changed)},
    )
    announce(row, News.EVENT)
    return row


@transaction.atomic
def give_role(*, event: Event, by: User, user: User, role: str) -> EventRole:
    """Give somebody a part in running the event (CP-2); twice is once."""
    actor = require(event, by, ORGANISE)
    row, new = EventRole.objects.get_or_create(event=event, user=user, role=EventRole.Role(role))
    if new:
        record(event, actor, "give_role", about=user, after={"user": user.pk, "role": role})
        announce(event, News.EVENT)
    return row


@transaction.atomic
def take_role(*, event: Event, by: User, user: User, role: str) -> None:
    """Take it back; the last organiser stays."""
    actor = require(event, by, ORGANISE)
    row = locked(event)
    organisers = row.roles.filter(role=EventRole.Role.ORGANISER)
    if role == EventRole.Role.ORGANISER and not organisers.exclude(user=user).exists():
        raise Refused(No.NOT_ALLOWED)
    if row.roles.filter(user=user, role=role).delete()[0]:
        record(row, actor, "take_role", about=user, before={"user": user.pk, "role": role})
        announce(row, News.EVENT)


@transaction.atomic
def open_entries(*, event: Event, by: User | None) -> Event:
    """Publish the event and take entries; also to take them again after closing."""
    actor = require(event, by, ORGANISE)
    row = locked(event, Event.Status.DRAFT, Event.Status.CLOSED)
    return _to(row, actor, Event.Status.OPEN, "open_entries")


@transaction.atomic
def close_entries(*, event: Event, by: User | None) -> Event:
    """No more entries; from now on partners are fixed (CP-1)."""
    actor = require(event, by, ORGANISE)
    row = locked(event, Event.Status.OPEN)
    return _to(row, actor, Event.Status.CLOSED, "close_entries")


@transaction.atomic
def cancel_event(*, event: Event, by: User, reason: str) -> Event:
    """The event does not take place, or is broken off."""
    actor = require(event, by, ORGANISE)
    if not reason.strip():
        raise Refused(No.REASON_NEEDED)
    statuses = Event.Status.DRAFT, Event.Status.OPEN, Event.Status.CLOSED, Event.Status.RUNNING
    row = locked(event, *statuses)
    dues.call_off_all(row)
    return _to(row, actor, Event.Status.CANCELLED, "cancel_event", reason)


def _to(row: Event, actor: Any, status: Event.Status, verb: str, reason: str = "") -> Event:
    before, row.status = row.status, status
    row.save(update_fields=["status"])
    dues.plan_entries_close(row)
    after = {"status": str(status)}
    record(row, actor, verb, about=row.name, before={"status": before}, after=after, reason=reason)
    announce(row, News.EVENT, status=str(status))
    return row


@transaction.atomic
def publish_seed(*, event: Event, by: User | None) -> Event:
    """Show the event's seed, so that anybody can recompute lots, draws and duplicate deals."""
    actor = require(event, by, LEAD)
    row = locked(event, Event.Status.RUNNING, Event.Status.FINISHED)
    to_come = row.stages.exclude(status=Stage.Status.FINISHED).exists()
    if to_come or Round.objects.filter(stage__event=row).exclude(status="finished").exists():
        raise Refused(No.DRAWS_TO_COME)
    if row.seed_published_at is None:
        row.seed_published_at = timezone.now()
        row.save(update_fields=["seed_published_at"])
        record(row, actor, "publish_seed", about=row.name, after={"seed": row.seed})
        announce(row, News.EVENT)
    return row


@transaction.atomic
def finish_event(*, event: Event, by: User | None) -> Event:
    """The event is over: all stages are, the results are final, the seed is published.

    Not before every appeal has its answer: upheld, it would change what is final (CP-33).
    """
    actor = require(event, by, LEAD)
    row = locked(event, Event.Status.RUNNING)
    if row.stages.exclude(status=Stage.Status.FINISHED).exists():
        raise Refused(No.OPEN_STAGE)
    waiting = row.appeals.filter(state=Appeal.State.OPEN).count()
    if waiting:
        raise Refused(No.OPEN_APPEALS, count=waiting)
    row.status, row.finished_at = Event.Status.FINISHED, timezone.now()
    row.save(update_fields=["status", "finished_at"])
    record(row, actor, "finish_event", about=row.name)
    row = publish_seed(event=row, by=by)
    announce(row, News.EVENT, status="finished")
    return row


# --------------------------------------------------------------------------------- values


def _free_slug(name: str) -> str:
    return slug_of(name, Event.objects.all(), 60)


def _set_columns(event: Event, values: Mapping[str, Any]) -> None:
    unknown = values.keys() - COLUMNS
    if unknown:
        raise TypeError(f"no such columns of an event: {sorted(unknown)}")
    for column, value in values.items():
        setattr(event, column, value)
    errors: dict[str, list[str]] = {}
    if not event.name.strip():
        errors["name"] = [_("The event needs a name.")]
    try:
        ZoneInfo(event.time_zone)
    except (ZoneInfoNotFoundError, ValueError):
        errors["time_zone"] = [_("There is no such time zone.")]
    if event.ends_at is not None and event.ends_at < event.starts_at:
        errors["ends_at"] = [_("The event ends after it has begun.")]
    if event.entries_close_at is not None and event.entries_close_at > event.starts_at:
        errors["entries_close_at"] = [_("Entries close before the event begins.")]
    for column in ("max_entries", "max_per_club"):
        if getattr(event, column) == 0:
            errors[column] = [_("A limit is at least 1; leave it empty for none.")]
    if errors:
        raise Invalid(errors)


def _set_game(event: Event, game: str, options: Mapping[str, object]) -> None:
    try:
        event.options = game_of(game).complete(options)
    except (KeyError, ValueError) as error:
        raise invalid("options", str(error)) from error
    event.game = game


def _settings(data: Mapping[str, Any]) -> dict[str, Any]:
    try:
        return write(read(EventSettings, data))
    except ValueError as error:
        raise invalid("settings", _(str(error))) from error


Plan = tuple[str, StageConfig]


def _plans(stages: Sequence[Mapping[str, Any]]) -> list[Plan]:
    """Names and typed configurations; at least one stage."""
    plans = []
    for number, data in enumerate(stages, 1):
        config = {key: value for key, value in data.items() if key != "name"}
        try:
            plans.append((str(data.get("name") or ""), read(StageConfig, config)))
        except ValueError as error:
            raise invalid(f"stages.{number}", _(str(error))) from error
    if not plans:
        raise invalid("stages", _("An event has at least one stage."))
    for number, (_name, plan) in enumerate(plans[:-1], 1):
        if plan.qualify is None:
            raise invalid(f"stages.{number}", _("Say who goes on to the next stage."))
    return plans


def _write_stages(event: Event, plans: Sequence[Plan]) -> None:
    Stage.objects.bulk_create(
        Stage(event=event, order=order, name=name, kind=config.kind, config=write(config))
        for order, (name, config) in enumerate(plans, 1)
    )


MAY_CHANGE: Final = ("rounds", "ending", "qualify", "minutes_between", "club_rounds")
"""What of a stage can be changed while it is played."""


def _rewrite_stages(event: Event, plans: Sequence[Plan]) -> None:
    """Planned stages are written anew; of those that have begun little can be changed."""
    begun = list(event.stages.exclude(status=Stage.Status.PLANNED).order_by("order"))
    if len(plans) < len(begun):
        raise invalid("stages", _("A stage that has begun cannot be removed."))
    for stage, (name, config) in zip(begun, plans, strict=False):
        new, old = write(config), stage.config
        if any(new[key] != old.get(key) for key in new if key not in MAY_CHANGE):
            raise invalid(f"stages.{stage.order}", _("The stage has begun."))
        stage.name, stage.config = name, new
        stage.save(update_fields=["name", "config"])
    event.stages.filter(status=Stage.Status.PLANNED).delete()
    Stage.objects.bulk_create(
        Stage(event=event, order=order, name=name, kind=config.kind, config=write(config))
        for order, (name, config) in enumerate(plans, 1)
        if order > len(begun)
    )


def _facts(event: Event) -> dict[str, Any]:
    """What the trail says of an event's set-up."""
    facts = {c: _plain(getattr(event, c)) for c in sorted(COLUMNS)}
    return {**facts, "options": event.options, **event.settings}


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value


def _nothing_late(before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
    frozen = LATER | LATER_SETTINGS | {"options"}
    late = [key for key in sorted(frozen) if before.get(key) != after.get(key)]
    if late:
        sentence = _("This cannot be changed any more: the event has begun.")
        raise Invalid({key: [sentence] for key in late})
