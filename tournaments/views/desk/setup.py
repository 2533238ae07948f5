"""The set-up of an event: from a preset, from an old event, and later changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from accounts import clubs
from accounts.models import Club, User
from accounts.permissions import may_manage_club, may_open_event, may_organise
from accounts.views import person
from games.engine.api import game_of
from games.forms import OptionsForm
from games.labels import offered
from games.views.htmx import HtmxRequest
from tournaments import selectors, services
from tournaments.forms.event import CloneForm, EventForm, initial_of_event, next_evening
from tournaments.forms.event import initial_of_settings as fields_of
from tournaments.forms.stages import StageForms, stages_of_preset
from tournaments.models import Event
from tournaments.settings import EventSettings, StageConfig, read
from tournaments.views.desk.common import (
    attempt,
    desk_page,
    done,
    put_errors,
    reason_of,
    show,
)

FIRST_GAME = "shuangsheng"
ZONE = "Asia/Shanghai"


@dataclass(slots=True)
class Setup:
    """The forms of the set-up page, together."""

    event: EventForm
    stages: StageForms
    options: OptionsForm

    def is_valid(self) -> bool:
        """All of them are; options of a game that is not the chosen one do not matter."""
        return all([self.event.is_valid(), self.stages.is_valid(), self.options.is_valid()])

    def put(self, errors: Mapping[str, Sequence[str]]) -> None:
        """The errors of a verb, each in its form."""
        put_errors(self.event, self.stages.put_errors(errors))


def options_form(game_id: str, data: Mapping[str, Any] | None, values: Any = None) -> OptionsForm:
    """The rule options of a game; those typed for another game are let go."""
    known = {game.id: game for game in offered()}
    if game_id not in known:
        raise Http404(game_id)
    if data is not None and data.get("options_of", game_id) != game_id:
        data = None
    form = OptionsForm(known[game_id], data)
    if values:
        form.initial = dict(values)
    if data is None:  # as standard, and valid
        form.is_bound = True
        form.data = {
            form.add_prefix(option.name): (values or {}).get(option.name, option.default)
            for option in game_of(game_id).options
        }
    return form


def make_setup(
    data: Mapping[str, Any] | None,
    initial: Mapping[str, Any],
    stages: Sequence[tuple[StageConfig, str]],
    *,
    own: Sequence[Club] = (),
    fixed: bool = False,
    options: Any = None,
) -> Setup:
    """The forms, filled from what was typed or from what is there."""
    game = str((data or initial).get("game") or initial["game"])
    if game not in {g.id for g in offered()}:
        game = str(initial["game"])
    return Setup(
        EventForm(data, initial=initial, clubs=own, club_is_fixed=fixed),
        StageForms(data, stages),
        options_form(game, data, options if game == initial["game"] else None),
    )


def my_managed_clubs(user: User) -> list[Club]:
    """Clubs for which somebody may open events."""
    return [club for club in clubs.clubs_of(user) if may_manage_club(user, club)]


@login_required
@require_safe
def new_event(request: HttpRequest) -> HttpResponse:
    """Which kind of event: a card for each preset, and old events to do again."""
    user = person(request)
    own = selectors.events(user, when="mine")
    context = {
        "presets": list(services.PRESETS.values()),
        "may_open": may_open_event(user) or bool(my_managed_clubs(user)),
        "old": [event for event in own[:20] if may_organise(user, event)][:6],
        "query": request.GET.urlencode(),
    }
    return render(request, "tournaments/desk/new_event.html", context)


@login_required
def new_from_preset(request: HtmxRequest, preset: str) -> HttpResponse:
    """The essentials on one page; everything else stands under "more" with sensible values."""
    user = person(request)
    if preset not in services.PRESETS:
        raise Http404(preset)
    if not may_open_event(user) and not my_managed_clubs(user):
        raise PermissionDenied
    start = services.PRESETS[preset]
    initial = {
        **fields_of(read(EventSettings, start.settings)),
        "game": FIRST_GAME,
        "club": request.GET.get("club", ""),
        "time_zone": ZONE,
        "starts_at": next_evening(ZONE),
        "mode": "hall",
        "unit": "pair",
        "policy": "open",
        "duplicate": start.duplicate,
    }
    data = request.POST or None
    if request.htmx:  # another game was chosen: its options only
        return game_options(request, request.GET.get("game", ""))
    setup = make_setup(data, initial, stages_of_preset(start.stages), own=my_managed_clubs(user))
    if request.method == "POST" and setup.is_valid():
        form = setup.event
        with attempt(request, setup) as tried:
            event = services.create_event(
                by=user,
                preset=preset,
                game=form.cleaned_data["game"],
                club=form.chosen_club(),
                options=setup.options.cleaned_data,
                settings=form.settings(),
                stages=setup.stages.configs(),
                **form.columns(),
            )
        if tried.done:
            done(request, gettext("The event is set up. Nobody else sees it yet."))
            return redirect("tournaments:desk", event.slug)
    context = {"preset": start, "setup": setup}
    return render(request, "tournaments/desk/set_up.html", context)


def game_options(request: HttpRequest, game_id: str) -> HttpResponse:
    """The rule options of a game, for the page that is open."""
    options = options_form(game_id, None)
    return render(request, "tournaments/desk/includes/options.html", {"options": options})


@desk_page()
def edit_event(request: HtmxRequest, event: Event) -> HttpResponse:
    """Everything of an event; what cannot be changed any more is refused with a sentence."""
    if request.htmx:
        return game_options(request, request.GET.get("game", ""))
    stages = [(stage.plan, stage.name) for stage in event.stages.all()]
    setup = make_setup(
        request.POST or None, initial_of_event(event), stages, fixed=True, options=event.options
    )
    if request.method == "POST" and setup.is_valid():
        form = setup.event
        values: dict[str, Any] = {
            **form.columns(),
            "game": form.cleaned_data["game"],
            "options": setup.options.cleaned_data,
            "settings": form.settings(),
            "stages": setup.stages.configs(),
        }
        with attempt(request, setup) as tried:
            services.update_event(event=event, by=person(request), **values)
        if tried.done:
            done(request, gettext("Saved."))
            return redirect("tournaments:edit_event", event.slug)
    return show(request, event, "set_up", setup=setup, editing=True)


@desk_page()
def clone_event(request: HttpRequest, event: Event) -> HttpResponse:
    """The same set-up at another time."""
    form = CloneForm(request.POST or None, event=event)
    if request.method == "POST" and form.is_valid():
        with attempt(request, form) as tried:
            copy = services.clone_event(event=event, by=person(request), **form.cleaned_data)
        if tried.done:
            done(request, gettext("The event is set up. Nobody else sees it yet."))
            return redirect("tournaments:desk", copy.slug)
    return show(request, event, "clone", form=form)


@desk_page()
@require_POST
def cancel_event(request: HttpRequest, event: Event) -> HttpResponse:
    """The event does not take place."""
    with attempt(request) as tried:
        services.cancel_event(event=event, by=person(request), reason=reason_of(request))
    if tried.done:
        done(request, gettext("The event is cancelled."))
    return redirect("tournaments:desk", event.slug)
