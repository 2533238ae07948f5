"""The rest of the desk: roles, programs, the audit trail, what would be if."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.permissions import may_lead, may_referee
from accounts.views import person
from tournaments import selectors, services
from tournaments.forms.people import KINDS, RoleForm, TokenForm, WebhookForm
from tournaments.forms.results import LEVELS, tidy_level
from tournaments.models import Entry, Event, EventMatch, EventRole, Stage
from tournaments.selectors.events import ROLES, VERBS
from tournaments.services import Result
from tournaments.views.desk.common import attempt, desk_page, done, show, trail_lines

PAGE = 100


@desk_page()
def people(request: HttpRequest, event: Event) -> HttpResponse:
    """Who has which part in running the event (CP-2)."""
    taking = "take" in request.POST
    form = RoleForm(request.POST if request.method == "POST" and not taking else None)
    if taking:
        user_id, _dash, role = request.POST["take"].partition("-")
        user = User.objects.filter(pk=user_id).first() if user_id.isdecimal() else None
        if user is None:
            raise Http404(user_id)
        with attempt(request) as tried:
            services.take_role(event=event, by=person(request), user=user, role=role)
        if tried.done:
            done(request, gettext("Saved."))
        return redirect("tournaments:desk_people", event.slug)
    if request.method == "POST" and form.is_valid():
        with attempt(request, form) as tried:
            services.give_role(event=event, by=person(request), **form.cleaned_data)
        if tried.done:
            done(request, gettext("Saved."))
            return redirect("tournaments:desk_people", event.slug)
    rows = event.roles.select_related("user").order_by("user__display_name")
    order = {role: index for index, role in enumerate(EventRole.Role.values)}
    context = {"form": form, "rows": sorted(rows, key=lambda row: order[row.role])}
    return show(request, event, "people", **context)


@desk_page()
def programs(request: HttpRequest, event: Event) -> HttpResponse:
    """Tokens of scorers' programs and webhooks."""
    by, which, secret = person(request), request.POST.get("what", ""), ""
    token_form = TokenForm(request.POST if which == "token" else None)
    hook_form = WebhookForm(request.POST if which == "webhook" else None)
    if which == "token" and token_form.is_valid():
        with attempt(request, token_form):
            _token, secret = services.make_token(event=event, by=by, **token_form.cleaned_data)
            token_form = TokenForm()
    elif which == "webhook" and hook_form.is_valid():
        with attempt(request, hook_form) as tried:
            services.add_webhook(event=event, by=by, **hook_form.cleaned_data)
        if tried.done:
            return redirect("tournaments:desk_programs", event.slug)
    elif which in ("revoke", "remove"):
        _end(request, event, which, request.POST.get("pk", ""))
        return redirect("tournaments:desk_programs", event.slug)
    hooks = [
        {
            "hook": hook,
            "kinds": [KINDS[kind] for kind in KINDS if kind in hook.kinds],
            "last": hook.deliveries.order_by("-pk")[:5],
        }
        for hook in event.webhooks.filter(active=True).order_by("pk")
    ]
    context = {
        "token_form": token_form,
        "hook_form": hook_form,
        "secret": secret,
        "tokens": event.tokens.order_by("revoked_at", "-pk"),
        "hooks": hooks,
    }
    return show(request, event, "programs", **context)


def _end(request: HttpRequest, event: Event, which: str, pk: str) -> None:
    """Revoke a token, remove a webhook."""
    rows: Any = event.tokens if which == "revoke" else event.webhooks
    row = rows.filter(pk=pk).first() if pk.isdecimal() else None
    if row is None:
        raise Http404(pk)
    row.event = event
    with attempt(request) as tried:
        if which == "revoke":
            services.revoke_token(token=row, by=person(request))
        else:
            services.remove_webhook(webhook=row, by=person(request))
    if tried.done:
        done(request, gettext("Done: it is worth nothing any more."))


@desk_page(may_referee)
@require_safe
def trail(request: HttpRequest, event: Event) -> HttpResponse:
    """Who did what, in which role, with before and after."""
    wanted = selectors.audit_filter(event, request.GET)
    page = Paginator(selectors.audit(event, **wanted), PAGE).get_page(request.GET.get("page"))
    used = set(event.audit.values_list("verb", flat=True).order_by().distinct())
    roles = set(event.audit.values_list("role", flat=True).order_by().distinct())
    actors = event.audit.exclude(actor=None).order_by("actor_name")
    match = event.matches.filter(pk=wanted["match"]).first() if wanted["match"] else None
    asked = {name: request.GET[name] for name in wanted if request.GET.get(name)}
    context = {
        "page_of": page,
        "lines": trail_lines(page.object_list),
        "verbs": [(name, gettext(text)) for name, text in VERBS.items() if name in used],
        "actors": list(actors.values_list("actor_id", "actor_name").distinct()),
        "roles": [(role, selectors.role_words(role)) for role in ROLES if role in roles],
        "entries": event.entries.order_by("sort_key").values_list("pk", "name"),
        "wanted": wanted,
        "match": match,
        "names": "" if match is None else " – ".join(s.entry.name for s in match.sides.all()),
        "query": urlencode(asked),
    }
    return show(request, event, "trail", **context)


@desk_page(may_lead)
@require_safe
def what_if(request: HttpRequest, event: Event) -> HttpResponse:
    """The standings if a pair withdrew or a match had ended otherwise. Nothing is changed."""
    stages = list(event.stages.exclude(status=Stage.Status.PLANNED))
    chosen = request.GET.get("stage", "")
    stage = next((s for s in stages if str(s.order) == chosen), stages[-1] if stages else None)
    context: dict[str, Any] = {"stages": stages, "stage": stage, "levels": LEVELS}
    if stage is None:
        return show(request, event, "what_if", **context)
    stage.event = event
    withdrawn = list(event.entries.filter(number__in=_numbers(request.GET.getlist("withdrawn"))))
    match, result, wrong = _supposed(request, event, stage)
    if (withdrawn or result) and not wrong:
        results = {match: result} if match is not None and result is not None else {}
        with attempt(request):
            context["preview"] = selectors.what_if(stage, withdrawn=withdrawn, results=results)
    context |= {
        "entrants": Entry.objects.filter(stages__stage=stage).order_by("number"),
        "matches": selectors.match_lines(
            selectors.with_sides(
                event.matches.filter(round__stage=stage, sides__side=1).distinct()
            ).order_by("-round__number", "table_no")[:500]
        ),
        "withdrawn": {e.number for e in withdrawn},
        "match": match,
        "l0": request.GET.get("l0", ""),
        "l1": request.GET.get("l1", ""),
        "wrong": wrong,
    }
    return show(request, event, "what_if", **context)


def _numbers(texts: list[str]) -> list[int]:
    return [int(text) for text in texts if text.isdecimal()]


def _supposed(
    request: HttpRequest, event: Event, stage: Stage
) -> tuple[EventMatch | None, Result | None, str]:
    """The match and the result that are supposed, and what is wrong with them."""
    pk = request.GET.get("match", "")
    levels = [tidy_level(request.GET.get(name, "")) for name in ("l0", "l1")]
    if not pk.isdecimal():
        return None, None, ""
    match = event.matches.filter(pk=pk, round__stage=stage).first()
    if match is None:
        raise Http404(pk)
    if not all(level in LEVELS for level in levels):
        return match, None, gettext("Enter the levels of both sides.")
    return match, Result((levels[0], levels[1])), ""
