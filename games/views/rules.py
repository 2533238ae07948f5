"""The rules of the games, and how the shuffle is proved."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template import TemplateDoesNotExist
from django.template.loader import get_template
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from accounts.permissions import may_watch
from games.labels import NAMES, offered
from games.selectors import table_of
from games.views.tables import invites_of


def text_of(game_id: str) -> str | None:
    """The template with a game's rules in the reader's language; nothing when not written yet."""
    language = "zh" if (get_language() or "").startswith("zh") else "en"
    name = f"games/rules/{game_id}.{language}.html"
    try:
        get_template(name)
    except TemplateDoesNotExist:
        return None
    return name


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """Which games there are."""
    playable = {game.id for game in offered()}
    written = [game_id for game_id in NAMES if text_of(game_id)]
    return render(request, "games/rules.html", {"written": written, "playable": playable})


@require_safe
def rules_of(request: HttpRequest, game_id: str) -> HttpResponse:
    """The rulebook of one game, clause by clause; coming from a table, how that one differs."""
    text = text_of(game_id) if game_id in NAMES else None
    if text is None:
        raise Http404(game_id)
    game = next((game for game in offered() if game.id == game_id), None)
    table = table_of(request.GET.get("table", ""))
    if table and (table.game != game_id or not may_watch(request.user, table, invites_of(request))):
        table = None
    context = {"game_id": game_id, "game": game, "text": text, "table": table}
    return render(request, "games/rules_of.html", context)


@require_safe
def fair(request: HttpRequest) -> HttpResponse:
    """How anybody can check that no deal was arranged, with the program of ``docs/shuffle.md``."""
    text = (settings.BASE_DIR / "docs" / "shuffle.md").read_text()
    program = text.split("```python\n")[1].split("```")[0]
    return render(request, "games/fair.html", {"program": program})
