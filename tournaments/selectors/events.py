"""Reads of events: lists, the organiser's next steps, the audit trail."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from accounts.models import Club, User
from tournaments.engine.catalogue import GRADE_LABELS, Grade
from tournaments.models import Appeal, AuditLine, Entry, Event, MatchSide, Round, Stage

Person = User | AnonymousUser


def event_of(slug: str) -> Event | None:
    """An event by its name in addresses."""
    return Event.objects.select_related("club").filter(slug=slug).first()


def events(
    user: Person | None = None, *, when: str = "upcoming", club: Club | None = None
) -> QuerySet[Event]:
    """Events with ``confirmed`` (entries): ``upcoming``, ``running``, ``past``, or ``mine``.

    Drafts and cancelled ones are in ``mine`` only: what somebody runs or plays in.
    """
    status = Event.Status
    rows = Event.objects.select_related("club").annotate(
        confirmed=Count("entries", filter=Q(entries__status=Entry.Status.CONFIRMED), distinct=True)
    )
    if club is not None:
        rows = rows.filter(club=club)
    match when:
        case "upcoming":
            rows = rows.filter(status__in=(status.OPEN, status.CLOSED)).order_by("starts_at")
        case "running":
            rows = rows.filter(status=status.RUNNING).order_by("-started_at")
        case "past":
            rows = rows.filter(status=status.FINISHED).order_by("-finished_at")
        case "mine":
            rows = rows.filter(pk__in=_mine(user)).order_by("-starts_at")
        case _:
            raise ValueError(f"no such list of events: {when!r}")
    return rows


def _mine(user: Person | None) -> QuerySet[Event]:
    if user is None or not user.is_authenticated:
        return Event.objects.none()
    managed = user.memberships.filter(role__in=("owner", "organiser")).values("club")
    own = (
        Q(roles__user=user)
        | Q(created_by=user)
        | Q(club__in=managed)
        | Q(entries__players__user=user, entries__players__active=True)
    )
    return Event.objects.filter(own).values("pk")  # type: ignore[return-value]


# ------------------------------------------------------------------------------ next steps


@dataclass(frozen=True, slots=True)
class Step:
    """Something an organiser can do now: ``verb`` of ``tournaments.services`` on ``target``.

    ``blocked`` says what is in the way, empty if nothing is; the first step that is not blocked is
    the one to offer most prominently. ``note`` is what to think of before doing it.
    """

    verb: str
    label: str
    target: Event | Stage | Round
    blocked: str = ""
    note: str = ""


STEPS: Final = {
    "open_entries": gettext_noop("Open entries"),
    "close_entries": gettext_noop("Close entries"),
    "start_event": gettext_noop("Start the event"),
    "draw_round": gettext_noop("Draw round %(round)d"),
    "publish_round": gettext_noop("Publish round %(round)d"),
    "start_round": gettext_noop("Start round %(round)d"),
    "finish_round": gettext_noop("Finish round %(round)d"),
    "end_stage": gettext_noop("End the stage"),
    "finish_event": gettext_noop("Finish the event"),
}


def next_steps(event: Event) -> list[Step]:
    """What the organiser can or should do now, the next thing first."""
    status = Event.Status
    match event.status:
        case status.DRAFT:
            return [_step("open_entries", event)]
        case status.OPEN:
            few = _too_few(event)
            steps = [_step("close_entries", event), _step("start_event", event, few)]
            return steps[::-1] if few else steps
        case status.CLOSED:
            few = _too_few(event)
            steps = [_step("start_event", event, few), _step("open_entries", event)]
            return steps[::-1] if few else steps
        case status.RUNNING:
            stage = event.stages.filter(status=Stage.Status.RUNNING).first()
            return [_finish_event(event)] if stage is None else _of_stage(stage)
        case _:
            return []


def _too_few(event: Event) -> str:
    """Why the event cannot start with the pairs it has; empty when it can."""
    few = event.entries.filter(status=Entry.Status.CONFIRMED).count() < 2
    return _("At least two pairs are needed.") if few else ""


def _step(verb: str, target: Event | Stage | Round, blocked: str = "", **params: Any) -> Step:
    return Step(verb, _(STEPS[verb]) % params, target, blocked)


def _of_stage(stage: Stage) -> list[Step]:
    steps = []
    open_rounds = stage.rounds.exclude(status=Round.Status.FINISHED).filter(
        matches__sides__isnull=False
    )
    for round in open_rounds.distinct().order_by("number"):
        match round.status:
            case Round.Status.DRAFT | Round.Status.CHECKED:
                steps.append(_step("publish_round", round, round=round.number))
            case Round.Status.PUBLISHED:
                steps.append(_step("start_round", round, round=round.number))
            case _:
                steps.append(_finish(round))
    if not steps:
        steps = _after_rounds(stage)
    return steps


def _finish_event(event: Event) -> Step:
    """Blocked while appeals wait for their answer, which could change what is final (CP-33)."""
    count = event.appeals.filter(state=Appeal.State.OPEN).count()
    blocked = _("Appeals that wait for an answer: %(count)d") % {"count": count} if count else ""
    return _step("finish_event", event, blocked)


def _end(stage: Stage) -> Step:
    """The stage may end while appeals wait, but the director is told what that may mean."""
    waiting = stage.event.appeals.filter(state=Appeal.State.OPEN, match__round__stage=stage)
    count = waiting.count()
    text = _(
        "Appeals of this stage that wait for an answer: %(count)d. Upheld, they change its ranks."
    )
    return replace(_step("end_stage", stage), note=text % {"count": count} if count else "")


def _finish(round: Round) -> Step:
    missing = (
        round.matches.filter(sides__isnull=False).exclude(state="confirmed").distinct().count()
    )
    blocked = _("Results that are missing: %(count)d") % {"count": missing} if missing else ""
    return _step("finish_round", round, blocked, round=round.number)


def _after_rounds(stage: Stage) -> list[Step]:
    from tournaments.selectors.draws import rounds_left

    last = stage.rounds.order_by("-number").first()
    number = 1 if last is None else last.number + 1
    end = _end(stage)
    if not rounds_left(stage):
        return [end]
    draw = _step("draw_round", stage, round=number)
    return [draw, end] if number > 1 and stage.kind == Stage.Kind.SWISS else [draw]


# ----------------------------------------------------------------------------------- trail

ROLES: Final = {
    "organiser": gettext_noop("organiser"),
    "chief_referee": gettext_noop("chief referee"),
    "referee": gettext_noop("referee"),
    "scorer": gettext_noop("scorer"),
    "committee": gettext_noop("committee"),
    "player": gettext_noop("player"),
    "captain": gettext_noop("captain"),
    "staff": gettext_noop("staff of the site"),
    "token": gettext_noop("program"),
    "system": gettext_noop("the system"),
}
"""In which role something was done."""

VERBS: Final = {
    "create_event": gettext_noop("created the event"),
    "clone_event": gettext_noop("created the event from an earlier one"),
    "update_event": gettext_noop("changed the set-up"),
    "give_role": gettext_noop("gave a role"),
    "take_role": gettext_noop("took a role back"),
    "open_entries": gettext_noop("opened entries"),
    "close_entries": gettext_noop("closed entries"),
    "cancel_event": gettext_noop("cancelled the event"),
    "start_event": gettext_noop("started the event"),
    "finish_event": gettext_noop("finished the event"),
    "publish_seed": gettext_noop("published the seed"),
    "begin_stage": gettext_noop("filled a stage"),
    "reseed_stage": gettext_noop("seeded a stage by hand"),
    "end_stage": gettext_noop("ended a stage"),
    "enter": gettext_noop("entered"),
    "accept": gettext_noop("accepted the invitation"),
    "decline": gettext_noop("declined the invitation"),
    "add_entry": gettext_noop("added an entry"),
    "add_late_entry": gettext_noop("added a late entry"),
    "update_entry": gettext_noop("changed an entry"),
    "update_team": gettext_noop("changed a team"),
    "approve": gettext_noop("approved an entry"),
    "reject": gettext_noop("rejected an entry"),
    "withdraw": gettext_noop("withdrew"),
    "promote": gettext_noop("moved up from the waiting list"),
    "seed_entries": gettext_noop("seeded the entries"),
    "check_in": gettext_noop("checked in"),
    "undo_check_in": gettext_noop("took a check-in back"),
    "draw_round": gettext_noop("drew a round"),
    "draw_all": gettext_noop("drew the whole schedule"),
    "set_pairings": gettext_noop("edited the draw by hand"),
    "move_table": gettext_noop("changed a table"),
    "set_online": gettext_noop("changed where a match is played"),
    "set_times": gettext_noop("changed the time of a round"),
    "discard_round": gettext_noop("discarded a draft"),
    "check_round": gettext_noop("checked a draft"),
    "publish_round": gettext_noop("published a draw"),
    "withdraw_publication": gettext_noop("took a published draw back"),
    "start_round": gettext_noop("started a round"),
    "finish_round": gettext_noop("finished a round"),
    "pause_round": gettext_noop("stopped the clock"),
    "resume_round": gettext_noop("let the clock go on"),
    "extend_round": gettext_noop("changed the clock"),
    "enter_result": gettext_noop("entered a result"),
    "confirm_result": gettext_noop("confirmed a result"),
    "dispute_result": gettext_noop("disputed a result"),
    "correct_result": gettext_noop("corrected a result"),
    "note_correction": gettext_noop("noted a correction that leaves the bracket as it is"),
    "strike_result": gettext_noop("struck a result"),
    "remake_match": gettext_noop("re-made a match of the bracket"),
    "call_tables": gettext_noop("changed whether who is late forfeits by itself"),
    "present": gettext_noop("is at the table"),
    "undo_present": gettext_noop("took a check-in at the table back"),
    "ask_leave": gettext_noop("asked for leave"),
    "grant_leave": gettext_noop("granted leave"),
    "refuse_leave": gettext_noop("refused leave"),
    "respell": gettext_noop(
        "put the spelling of a pair’s names right after the entries were closed"
    ),
    "refused_partners": gettext_noop("wanted to change a pair, which was refused"),
    "changed_pair": gettext_noop("forfeited a match for a changed pair"),
    "call_referee": gettext_noop("called the referee"),
    "take_back_call": gettext_noop("took a call for the referee back"),
    "attend": gettext_noop("came to a table as its referee"),
    "see_hands": gettext_noop("looked at all hands"),
    "leave_table": gettext_noop("left a table as its referee"),
    "end_attendance": gettext_noop("ended what was open with the referee, the match being over"),
    "stop_play": gettext_noop("stopped the play"),
    "resume_play": gettext_noop("let the play go on"),
    "roll_back": gettext_noop("had a deal played again from an earlier trick"),
    "record_penalty": gettext_noop("recorded a penalty"),
    "change_penalty": gettext_noop("changed a penalty"),
    "revoke_penalty": gettext_noop("revoked a penalty"),
    "file_appeal": gettext_noop("filed an appeal"),
    "fill_committee": gettext_noop("called members to the committee"),
    "name_substitute": gettext_noop("named a substitute in the committee"),
    "set_remedy": gettext_noop("said what an appeal would change"),
    "cast_vote": gettext_noop("voted on an appeal"),
    "close_appeal": gettext_noop("answered an appeal"),
    "remind_committee": gettext_noop("reminded the committee"),
    "appeal_overdue": gettext_noop("noted that an answer is overdue"),
    "redraw": gettext_noop("took back a draw to make it anew"),
    "take_result": gettext_noop("took a table's result to the referee"),
    "make_token": gettext_noop("made a scorer's token"),
    "revoke_token": gettext_noop("revoked a scorer's token"),
    "add_webhook": gettext_noop("added a webhook"),
    "remove_webhook": gettext_noop("removed a webhook"),
}


def audit(
    event: Event,
    *,
    verb: str = "",
    actor: User | None = None,
    role: str = "",
    match: int | None = None,
    entry: int | None = None,
) -> QuerySet[AuditLine]:
    """The trail, the newest first; ``match`` and ``entry`` are ids, an entry's matches included."""
    lines = event.audit.order_by("-pk")
    if verb:
        lines = lines.filter(verb=verb)
    if actor is not None:
        lines = lines.filter(actor=actor)
    if role:
        lines = lines.filter(role=role)
    if match is not None:
        lines = lines.filter(match_id=match)
    if entry is not None:
        theirs = MatchSide.objects.filter(entry=entry).values("match")
        lines = lines.filter(Q(entry_id=entry) | Q(entry_id=None, match_id__in=theirs))
    return lines


def audit_filter(event: Event, query: Mapping[str, str]) -> dict[str, Any]:
    """What an address asks of ``audit``; what makes no sense is left out."""

    def number(name: str) -> int | None:
        text = query.get(name, "")
        return int(text) if text.isdecimal() and len(text) < 10 else None

    verb, role = query.get("verb", ""), query.get("role", "")
    return {
        "verb": verb if verb in VERBS else "",
        "actor": User.objects.filter(pk=number("actor") or 0).first(),
        "role": role if role in ROLES else "",
        "match": number("match"),
        "entry": number("entry"),
    }


RULINGS: Final = (
    "record_penalty", "change_penalty", "revoke_penalty", "file_appeal", "set_remedy",
    "close_appeal", "remind_committee", "appeal_overdue",
)  # fmt: skip
"""Verbs whose lines are about a penalty, with its grade at the end."""


def role_words(role: str) -> str:
    """The role in which something was done."""
    return _(ROLES[role]) if role in ROLES else role


def audit_words(line: AuditLine) -> str:
    """A line of the trail as a sentence, without who and when."""
    said = _(VERBS[line.verb]) if line.verb in VERBS else line.verb
    about, _space, last = line.about.rpartition(" ")
    if last in GRADE_LABELS and line.verb in RULINGS:  # the grade as it is kept
        return f"{said}: {about} {_(GRADE_LABELS[Grade(last)])}"
    return f"{said}: {line.about}" if line.about else said
