"""One table: coming in by link or password, sitting down, the table itself."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from accounts import sanctions
from accounts.limits import within_limit
from accounts.models import User
from accounts.permissions import INVITES, kept_out, may_run, may_sit, may_watch
from accounts.services import TooManyGuests
from accounts.views import sign_in_guest, too_many_guests
from games import hooks, services
from games.forms import PasswordForm
from games.models import Table
from games.selectors import opens, table_of

KEPT_INVITES = 100
"""A browser remembers so many tables it was let in to."""


def invites_of(request: HttpRequest) -> list[str]:
    """The codes of the tables this browser has been let in to."""
    return list(request.session.get(INVITES, []))


def find(code: str) -> Table:
    """The table of an address, or a page that does not exist."""
    table = table_of(code)
    if table is None:
        raise Http404(code)
    return table


def let_in(request: HttpRequest, table: Table) -> None:
    """Remember that this browser may come to the table."""
    known = [code for code in invites_of(request) if code != table.code]
    request.session[INVITES] = [*known, table.code][-KEPT_INVITES:]


def about_event(request: HttpRequest, table: Table) -> dict[str, Any] | None:
    """What this person may be told of the table's event, if it is of one."""
    user = request.user if isinstance(request.user, User) else None
    return hooks.about(table.pk, user) if table.managed else None


def client_config(
    table: Table, *, invite: str | None, event: dict[str, Any] | None
) -> dict[str, Any]:
    """What the table's client must know before the first frame (static/js/table/wire.d.ts)."""
    return {
        "socket": f"/ws/table/{table.code}/",
        "sprite": static("img/suits.svg"),
        "code": table.code,
        "invite": invite,
        "lobby": reverse("games:lobby"),
        "matches": reverse("games:my_matches"),
        "rules": reverse("games:rules_of", args=(table.game,)) + f"?table={table.code}",
        "shuffle": reverse("games:fair"),
        "report": reverse("report") + f"?table={table.code}",
        "report_line": reverse("report") + "?line=",
        "event": event,
        "standing": reverse("standing"),
    }


def shut_out(request: HttpRequest, table: Table) -> HttpResponse:
    """For whom the table is not: by a sanction, or because nobody has let them in yet."""
    sanction = kept_out(request.user, table)
    if sanction is not None:
        words = {"table": table, "words": sanctions.words(sanction)}
        return render(request, "games/barred.html", words, status=403)
    if table.password:
        return redirect("games:password", table.code)
    return render(request, "games/not_invited.html", {"table": table}, status=403)


@require_safe
def table(request: HttpRequest, code: str) -> HttpResponse:
    """The table: seats, cards and all, drawn by the client from the frames it is sent.

    A stranger at a table that waits for players is asked first whether to play or to watch.
    """
    table = find(code)
    if not may_watch(request.user, table, invites_of(request)):
        return shut_out(request, table)
    if table.status == Table.Status.CLOSED:
        last = table.matches.order_by("-number").first()
        about = {"table": table, "match": last, "event": about_event(request, table)}
        return render(request, "games/closed.html", about, status=410)
    waiting = table.status == Table.Status.OPEN
    if waiting and not request.user.is_authenticated and "watch" not in request.GET:
        return render(request, "games/invited.html", {"table": table})
    host = may_run(request.user, table)
    link = request.build_absolute_uri(reverse("games:invite", args=(code, table.invite)))
    shown = link if host or not table.private else None
    context = {
        "table": table,
        "is_host": host,
        "invite_url": shown or "",
        "may_sit": may_sit(request.user, table, invites_of(request)),
        "page": client_config(table, invite=shown, event=about_event(request, table)),
    }
    return render(request, "games/table.html", context)


def invite(request: HttpRequest, code: str, invite: str) -> HttpResponse:
    """By the invite link: in at once, or first the password; a stranger picks how to come."""
    table = find(code)
    if may_watch(request.user, table, invites_of(request)):
        pass
    elif kept_out(request.user, table) or table.password:
        return shut_out(request, table)
    elif opens(table, invite=invite):
        let_in(request, table)
    else:
        return shut_out(request, table)
    if request.user.is_authenticated:
        return redirect("games:table", code)
    return render(request, "games/invited.html", {"table": table, "invited": True})


def password(request: HttpRequest, code: str) -> HttpResponse:
    """The password of a private table."""
    table = find(code)
    if not table.password or may_watch(request.user, table, invites_of(request)):
        return redirect("games:table", code)
    form = PasswordForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        who = request.META.get("REMOTE_ADDR", "")
        if not within_limit(f"password:{code}:{who}", times=10, seconds=600):
            form.add_error("password", gettext("Too many tries. Wait ten minutes."))
        elif opens(table, password=form.cleaned_data["password"]):
            let_in(request, table)
            if request.user.is_authenticated:
                return redirect("games:table", code)
            return render(request, "games/invited.html", {"table": table, "invited": True})
        else:
            form.add_error("password", gettext("This is not the password. Ask the host."))
    return render(request, "games/password.html", {"table": table, "form": form})


@require_POST
def join(request: HttpRequest, code: str) -> HttpResponse:
    """Sit down at the first free seat and go to the table; a stranger becomes a guest."""
    table = find(code)
    invites = invites_of(request)
    if not may_watch(request.user, table, invites):
        return redirect("games:table", code)
    try:
        user = request.user if request.user.is_authenticated else sign_in_guest(request)
        services.require_free(user=user, table=table)
        if may_sit(user, table, invites):
            services.sit(table=table, user=user)
    except TooManyGuests:
        return too_many_guests(request)
    except services.Refused as error:
        messages.error(request, str(error))
    return redirect("games:table", code)
