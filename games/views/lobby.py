"""The lobby: looking for a table, opening one, playing at once."""

from __future__ import annotations

from hashlib import blake2s
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from accounts.services import TooManyGuests
from accounts.views import sign_in_guest, too_many_guests
from games import services
from games.engine.api import Game
from games.forms import FilterForm, OptionsForm, TableForm
from games.labels import offered
from games.selectors import my_tables, open_tables
from games.views.htmx import HtmxRequest

FIRST_GAME = "shuangsheng"
"""What is played where nobody has chosen: the game most people know."""
SHOWN = 60
"""So many tables are shown at most; the filter finds the others."""


def offered_game(game_id: str) -> Game[object]:
    """The game of an address; a page that does not exist when it is not offered."""
    for game in offered():
        if game.id == game_id:
            return game
    raise Http404(game_id)


@require_safe
def lobby(request: HtmxRequest) -> HttpResponse:
    """The open tables; with htmx only the list, and nothing at all when it has not changed."""
    form = FilterForm(request.GET or None)
    wanted: dict[str, Any] = {"game": "", "free": False}
    if form.is_valid():
        wanted = form.cleaned_data
    mine = list(my_tables(request.user)) if request.user.is_authenticated else []
    mine_ids = {table.pk for table in mine}
    found = open_tables(game=wanted["game"], free=wanted["free"])[: SHOWN + len(mine)]
    tables = [table for table in found if table.pk not in mine_ids][:SHOWN]
    context = {
        "form": form,
        "mine": mine,
        "tables": tables,
        "games": offered(),
        "first_game": FIRST_GAME,
        "filtered": bool(wanted["game"] or wanted["free"]),
        "query": f"game={wanted['game']}&free={'on' if wanted['free'] else ''}",
    }
    if not request.htmx:
        context["version"] = ""
        return render(request, "games/lobby.html", context)
    response = render(request, "games/includes/tables.html", context | {"version": ""})
    version = blake2s(response.content, digest_size=8).hexdigest()
    if request.GET.get("v") == version:
        return HttpResponse(status=204)
    return render(request, "games/includes/tables.html", context | {"version": version})


@require_POST
def play_now(request: HttpRequest) -> HttpResponse:
    """One click to a table against three bots; a stranger becomes a guest on the way."""
    game = offered_game(request.POST.get("game") or FIRST_GAME)
    try:
        user = request.user if request.user.is_authenticated else sign_in_guest(request)
        table = services.play_now(user=user, game=game.id)
    except TooManyGuests:
        return too_many_guests(request)
    except services.Refused as error:
        messages.error(request, str(error))
        return redirect("games:lobby")
    return redirect("games:table", table.code)


@require_safe
def choose_game(request: HttpRequest) -> HttpResponse:
    """Which game; with only one there is nothing to choose."""
    games = offered()
    if len(games) == 1:
        return redirect("games:new_table", games[0].id)
    return render(request, "games/choose_game.html", {"games": games})


def new_table(request: HttpRequest, game_id: str) -> HttpResponse:
    """Name, clock, who may come, and the rule options of the game."""
    game = offered_game(game_id)
    data = request.POST or None
    form, options = TableForm(data), OptionsForm(game, data)
    if request.method == "POST" and form.is_valid() and options.is_valid():
        try:
            user = request.user if request.user.is_authenticated else sign_in_guest(request)
            table = services.open_table(
                host=user, game=game.id, options=options.cleaned_data, **form.settings()
            )
        except TooManyGuests:
            return too_many_guests(request)
        except services.Refused as error:
            messages.error(request, str(error))
        else:
            return redirect("games:table", table.code)
    context = {"game": game, "games": offered(), "form": form, "options": options}
    return render(request, "games/new_table.html", context)
