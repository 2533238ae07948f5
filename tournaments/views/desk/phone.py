"""The score on a phone: one side enters, the other agrees; works where the network does not."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.limits import within_limit
from accounts.permissions import may_referee, may_score
from games.views.htmx import HtmxRequest
from tournaments import selectors, services
from tournaments.forms.results import LEVELS, ResultForm, initial_of
from tournaments.models import Entry, Event, EventMatch, MatchSide
from tournaments.services import Result
from tournaments.views.desk.answers import answer_of, read_json, words_of
from tournaments.views.desk.codes import own_side, pad_of, remember_code
from tournaments.views.desk.common import attempt, done, find_event, sentence
from tournaments.views.desk.players import current_match


def find(request: HttpRequest, slug: str, code: str) -> tuple[Event, EventMatch | None]:
    """The match of a slip's code, or the one that the pair of a card's code plays now."""
    event, match = find_event(request, slug), selectors.match_by_code(code)
    if match is not None and match.event_id == event.pk and match.round.public:
        return event, match
    entry = selectors.entry_by_code(code)
    if entry is None or entry.event_id != event.pk:
        raise Http404(code)
    match = _of_entry(entry)
    known = code in request.session.get("entry_codes", [])
    if not known and pad_of(request, event, match) is None:
        remember_code(request, code)
    return event, match


def _of_entry(entry: Entry) -> EventMatch | None:
    """What the pair plays now, else what it played last."""
    found = current_match(entry)
    if isinstance(found, EventMatch):
        return found
    over = entry.sides.filter(round__status="finished")
    last = over.order_by("-round__stage__order", "-round__number").first()
    return None if last is None else last.match


def who(request: HttpRequest, side: MatchSide | None) -> dict[str, Any]:
    """By whom a result is, as services take it."""
    by = request.user if request.user.is_authenticated else None
    if side is not None:
        return {"by": by, "code": side.entry.code}
    return {"by": by, "origin": "scorer"}


@never_cache
def score(request: HtmxRequest, slug: str, code: str) -> HttpResponse:
    """Big buttons for the levels; agreeing with what the other side has entered is one tap."""
    event, match = find(request, slug, code)
    pad = None if request.htmx else pad_of(request, event, match)
    if pad is not None:
        return pad
    if match is None:
        return render(request, "tournaments/desk/score_none.html", {"event": event})
    side = own_side(request, match, code)
    scorer = may_score(request.user, event)
    if side is None and not scorer:
        return ask_code(request, event, match)
    names = [s.entry.name for s in match.sides.select_related("entry").order_by("side")]
    if len(names) != 2:
        return render(request, "tournaments/desk/score_none.html", {"event": event, "bye": True})
    data = request.POST if request.method == "POST" and "verb" not in request.POST else None
    form = ResultForm(data, match=match, names=names, initial=initial_of(_own(match, side)))
    if request.method == "POST" and _post(request, match, side, form):
        return redirect(request.path)
    context = {
        **state(request, event, match, side, names),
        "form": form,
        "code": code,
        "levels": LEVELS,
        "client_id": uuid4().hex,
        "scorer": side is None,
        "there": None if side is None or match.online else _there(match, side),
        "referee": may_referee(request.user, event),
        "round": match.round,
        "clock": selectors.clock(match.round),
    }
    if request.htmx:
        if request.GET.get("v") == context["version"]:
            return HttpResponse(status=204)
        return render(request, "tournaments/desk/includes/score_state.html", context)
    return render(request, "tournaments/desk/score.html", context)


def _there(match: EventMatch, side: MatchSide) -> selectors.SideThere | None:
    """The own side while it is waited for at its table: the roll is called (CP-3)."""
    if match.state != EventMatch.State.RUNNING:
        return None
    line = next(iter(selectors.presence(match.round, match=match)), None)
    if line is None or not line.by_itself:
        return None
    own = next((s for s in line.sides if s.side.pk == side.pk), None)
    return None if own is None or own.side.present_at is not None else own


def state(
    request: HttpRequest, event: Event, match: EventMatch, side: MatchSide | None, names: list[str]
) -> dict[str, Any]:
    """How the result of a match stands, from one side's view."""
    said = match.entries.filter(revision=match.revision, side__isnull=False)
    latest = {entry.side: Result.from_json(entry.result) for entry in said.order_by("pk")}
    own = None if side is None else latest.get(side.side)
    other = None if side is None else latest.get(1 - side.side)
    words = {s: " : ".join(result.levels) if result.levels else _boards(result)
             for s, result in latest.items()}  # fmt: skip
    return {
        "event": event,
        "match": match,
        "side": side,
        "names": names,
        "own": "" if side is None or own is None else words[side.side],
        "other": "" if side is None or other is None else words[1 - side.side],
        "other_name": "" if side is None else names[1 - side.side],
        "said": [(names[s], text) for s, text in words.items() if s is not None],
        "may_agree": other is not None and match.state == EventMatch.State.ENTERED,
        "result": selectors.result_words(match),
        "open": match.round.status in ("running", "finished") and match.state != "confirmed",
        "version": f"{match.state}.{match.revision}.{said.count()}.{match.round.status}",
    }


def _boards(result: Result) -> str:
    return " ".join(str(score) for score in result.boards)


def _own(match: EventMatch, side: MatchSide | None) -> Result | None:
    said = match.entries.filter(revision=match.revision, side__isnull=side is None)
    if side is not None:
        said = said.filter(side=side.side)
    last = said.order_by("-pk").first()
    return None if last is None else Result.from_json(last.result)


def _post(
    request: HttpRequest, match: EventMatch, side: MatchSide | None, form: ResultForm
) -> bool:
    """Without scripts: enter, agree, or call the referee."""
    verb = request.POST.get("verb", "")
    if verb in ("agree", "dispute"):
        act = services.confirm_result if verb == "agree" else services.dispute_result
        by = who(request, side)
        by.pop("origin", None)
        with attempt(request) as tried:
            act(match=match, **by)
        if tried.done and verb == "agree":
            done(request, gettext("The result is confirmed."))
        elif tried.done:
            done(request, gettext("The referee has been called."))
        return True
    if not form.is_valid():
        return False
    with attempt(request, form) as tried:
        answer = services.enter_result(
            match=match,
            result=form.result(),
            client_id=request.POST.get("client_id") or uuid4().hex,
            **who(request, side),
        )
    if tried.done:
        (messages.warning if answer.conflict else messages.success)(request, words_of(answer))
    return tried.done


def ask_code(request: HttpRequest, event: Event, match: EventMatch) -> HttpResponse:
    """Which of the two sides holds this phone: the code of the pair's card says it."""
    wrong = ""
    if request.method == "POST":
        typed = request.POST.get("code", "").strip().upper()
        codes = {s.entry.code.upper(): s.entry.code for s in match.sides.select_related("entry")}
        address = request.META.get("REMOTE_ADDR", "")
        if not within_limit(f"score:{match.pk}:{address}", times=20, seconds=600):
            wrong = gettext("Too many tries. Wait ten minutes.")
        elif typed in codes:
            remember_code(request, codes[typed])
            return redirect(request.path)
        else:
            wrong = gettext("This is not the code of one of these two pairs.")
    line = selectors.match_detail(match).line
    context = {"event": event, "match": match, "line": line, "wrong": wrong,
               "typed": request.POST.get("code", "")}  # fmt: skip
    return render(request, "tournaments/desk/score_code.html", context)


@require_POST
def send_score(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """What a phone kept: ``{verb, match, client_id, levels, deals, winner, boards, entered_at}``.

    ``match`` is the code of the match it was entered for, which may be over by now.
    """
    event, data = find_event(request, slug), read_json(request)
    match = selectors.match_by_code(str(data.get("match", "")))
    if match is None or match.event_id != event.pk:
        raise Http404(code)
    side = own_side(request, match, code)
    if side is None and not may_score(request.user, event):
        text = gettext(
            "This phone is not known as one of the two pairs any more. Scan the code again."
        )
        return JsonResponse({"ok": False, "text": text}, status=403)
    by = who(request, side)
    if data.get("verb") != "agree":
        return answer_of(match, data, **by)
    by.pop("origin", None)
    try:
        answer = services.confirm_result(
            match=match, client_id=str(data.get("client_id", ""))[:64], **by
        )
    except services.Refused as error:
        return JsonResponse({"ok": False, "text": sentence(error)}, status=409)
    return JsonResponse(
        {"ok": True, "state": str(answer.state), "conflict": False, "text": words_of(answer)}
    )


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The small service worker by which the pages of scores open without a network."""
    text = render_to_string("tournaments/desk/worker.js", {}, request)
    return HttpResponse(
        text, content_type="text/javascript; charset=utf-8", headers={"Cache-Control": "no-cache"}
    )
