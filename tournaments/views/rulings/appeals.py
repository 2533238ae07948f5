"""Appeals: the form, its state, the committee's page with the vote."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from accounts.models import Membership, User
from accounts.permissions import may_organise, may_play_for
from accounts.views import person
from tournaments import selectors, services
from tournaments.engine.catalogue import GRADE_LABELS, Grade
from tournaments.forms.rulings import AppealForm
from tournaments.models import Appeal, CommitteeSeat, Entry, Event
from tournaments.selectors import MoveLine
from tournaments.views.desk.common import attempt, done, find_event, find_match
from tournaments.views.rulings.common import names, replay, show, user_of


@login_required
def new_appeal(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """In writing, with evidence, until the deadline (CP-30)."""
    event = find_event(request, slug)
    match = find_match(event, pk)
    if not any(may_play_for(request.user, side.entry) for side in match.sides.all()):
        raise PermissionDenied
    penalty = None
    wanted = request.POST.get("penalty") or request.GET.get("penalty", "")
    if wanted.isdecimal():
        penalty = match.penalties.filter(pk=int(wanted[:9])).first()
        if penalty is None:
            raise Http404(wanted)
    form = AppealForm(request.POST or None, label_suffix="")
    if request.method == "POST" and form.is_valid():
        with attempt(request, form) as tried:
            filed = services.file_appeal(
                match=match,
                by=person(request),
                penalty=penalty,
                text=form.cleaned_data["text"],
                deal_number=form.cleaned_data["deal_number"],
                trick_number=form.cleaned_data["trick_number"],
                pictures=request.FILES.getlist("pictures"),
            )
        if tried.done:
            done(request, gettext("The appeal is before the committee."))
            return redirect("tournaments:appeal", event.slug, filed.pk)
    return show(
        request,
        event,
        "new_appeal",
        form=form,
        match=match,
        names=names(match),
        penalty=penalty,
        effect=selectors.effect_words(penalty) if penalty else selectors.result_words(match),
        until=services.appeal_deadline(match, penalty),
        answer_minutes=event.config.answer_minutes,
    )


def _find(request: HttpRequest, event: Event, pk: int) -> Appeal:
    row = selectors.appeals(event, user_of(request)).filter(pk=pk).first()
    if row is None:
        raise Http404(pk)
    row.event = event
    return row


@require_safe
def appeal(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """What is appealed against, the answer; for members the evidence, a look ahead, the vote."""
    event, user = find_event(request, slug), user_of(request)
    row = _find(request, event, pk)
    inside = user is not None and selectors.sees_evidence(user, row)
    seats = list(row.seats.select_related("user", "substitute__user", "replaces__user"))
    mine = next((s for s in seats if user is not None and s.user_id == user.pk), None)
    member = mine is not None and not mine.barred
    organise = may_organise(request.user, event)
    look = selectors.appeal_preview(row) if row.is_open and (member or organise) else None
    return show(
        request,
        event,
        "appeal",
        appeal=row,
        names=names(row.match),
        effect=selectors.effect_words(row.penalty) if row.penalty else "",
        inside=inside,
        evidence=[(e, replay(e.deal, e.trick_number)) for e in row.evidence.all()]
        if inside
        else [],
        seats=seats,
        voted=sum(bool(s.vote) for s in seats),
        mine=mine,
        member=member,
        look=look,
        votes=CommitteeSeat.Vote.choices,
        grades=[
            (grade, gettext(label))
            for grade, label in GRADE_LABELS.items()
            if grade is not Grade.SUSPENSION
        ],
        closable=row.is_open and (member or organise),
        complete=all(s.vote for s in seats if not s.barred) or row.overdue,
        difference=_kept(event, row),
        candidates=_candidates(event, row)
        if row.is_open and may_organise(request.user, event)
        else [],
    )


def _candidates(event: Event, row: Appeal) -> list[User]:
    """Whom the organiser may want as a substitute: members of the club, officials, not barred."""
    officials = Q(pk__in=event.roles.values("user"))
    of_club = Q(pk__in=Membership.objects.filter(club=event.club_id).values("user"))
    rows = User.objects.filter(officials | of_club, is_active=True, is_guest=False)
    free = rows.exclude(pk__in=row.seats.values("user")).order_by("display_name")[:200]
    return [user for user in free if not services.why_barred(row, user)]


def _kept(event: Event, row: Appeal) -> dict[str, object] | None:
    """What an upheld appeal has changed, with the pairs' names."""
    if not row.difference:
        return None
    entries = {e.number: e for e in event.entries.all()}
    return {
        "result": [gettext(text) if text else "" for text in row.difference["result"]],
        "metrics": [(m["id"], gettext(m["label"])) for m in row.difference["metrics"]],
        "moves": [
            _move(entries[m["entry"]], m["before"] or {}, m["after"] or {})
            for m in row.difference["moves"]
            if m["entry"] in entries
        ],
        "redrawn": row.difference.get("redrawn", []),
    }


def _move(entry: Entry, before: dict[str, Any], after: dict[str, Any]) -> MoveLine:
    ranks = before.get("rank"), after.get("rank")
    return MoveLine(entry, *ranks, before.get("values", []), after.get("values", []))


@require_POST
@login_required
def act_on_appeal(request: HttpRequest, slug: str, pk: int, verb: str) -> HttpResponse:
    """Vote, say what would change, name a substitute, close and answer."""
    event, by = find_event(request, slug), person(request)
    row, post = _find(request, event, pk), request.POST
    with attempt(request) as tried:
        match verb:
            case "vote":
                if post.get("vote") not in CommitteeSeat.Vote.values:
                    raise services.Invalid({"vote": [gettext("Choose how you vote.")]})
                services.cast_vote(appeal=row, by=by, vote=post["vote"])
            case "remedy":
                levels = post.get("levels", "1")
                services.set_remedy(
                    appeal=row,
                    by=by,
                    remedy="change" if post.get("remedy") == "change" else "revoke",
                    grade=post.get("grade", ""),
                    levels=int(levels) if levels.isdecimal() and len(levels) < 3 else 1,
                )
            case "substitute":
                services.name_substitute(seat=_seat(row, post.get("seat", "")), by=by,
                                         user=_member(post.get("user", "")))  # fmt: skip
            case "fill":
                services.fill_committee(appeal=row, by=by)
            case "close":
                services.close_appeal(appeal=row, by=by, answer=post.get("answer", ""))
            case _:
                raise Http404(verb)
    if tried.done:
        done(request, gettext("Done."))
    return redirect("tournaments:appeal", event.slug, row.pk)


def _seat(appeal: Appeal, pk: str) -> CommitteeSeat:
    seat = appeal.seats.filter(pk=int(pk[:9])).first() if pk.isdecimal() else None
    if seat is None:
        raise Http404(pk)
    return seat


def _member(name: str) -> User:
    people = User.objects.filter(is_guest=False, is_active=True)
    exact = people.filter(username=name.strip()).first()
    found = [exact] if exact else list(people.filter(display_name=name.strip())[:2])
    if not found:
        raise services.Invalid({"user": [gettext("There is nobody of this name here.")]})
    if len(found) > 1:
        text = gettext("Several people are called so: type the user name.")
        raise services.Invalid({"user": [text]})
    return found[0]


@require_safe
def evidence_picture(request: HttpRequest, slug: str, pk: int, evidence: int) -> HttpResponse:
    """A picture, for those who may see the evidence."""
    event, user = find_event(request, slug), user_of(request)
    row = _find(request, event, pk)
    found = row.evidence.filter(pk=evidence, picture__isnull=False).first()
    if found is None or found.picture is None or user is None:
        raise Http404(evidence)
    if not selectors.sees_evidence(user, row):
        raise Http404(evidence)
    response = HttpResponse(bytes(found.picture), content_type="image/jpeg")
    response["Cache-Control"] = "private, max-age=3600"
    response["X-Content-Type-Options"] = "nosniff"
    return response
