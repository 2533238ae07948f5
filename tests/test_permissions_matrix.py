"""Who gets in where: every address and every message to a socket, for every role.

The written matrix is ``tests/data/permissions.toml``; its head explains the words. An address or a
message that has no row there fails, so a new one cannot be forgotten.
"""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Final, get_args
from urllib.parse import parse_qsl

import pytest
from django.conf import settings
from django.contrib import admin
from django.core.cache import cache
from django.db import transaction
from django.test import Client, RequestFactory
from django.urls import URLPattern, get_resolver, reverse
from django.utils import timezone
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from accounts import clubs, reports, sanctions
from accounts.evidence import place_of
from accounts.models import Club, Membership, User
from games import protocol
from games import services as games
from games.models import ChatLine, Table
from games.routing import websocket_urlpatterns as table_sockets
from games.services import errors as games_errors
from tests.games.played import finish_deal
from tests.live.client import Tab, cookies_of
from tests.tournaments.conftest import Desk
from tournaments import services
from tournaments.models import EventRole, Evidence, Leave
from tournaments.routing import websocket_urlpatterns as event_sockets
from tournaments.services import errors as tournament_errors

MATRIX: Final = tomllib.loads((Path(__file__).parent / "data" / "permissions.toml").read_text())
ROLES: Final[list[str]] = MATRIX["roles"]
REFUSALS: Final = frozenset(
    {"not_allowed", "not_host", "guest", "not_a_member", "not_of_the_committee"}
)
"""Codes with which a verb says that this person may not."""


# ------------------------------------------------------------------------------- the matrix


@dataclass(frozen=True, slots=True)
class Row:
    """What is expected at an address, by role, for the methods that are named."""

    key: str
    expected: Mapping[str, str]
    methods: tuple[str, ...] = ("GET", "POST")
    data: Mapping[str, Any] = field(default_factory=dict)
    args: Mapping[str, str] = field(default_factory=dict)
    json: bool = False


def expected(name: str) -> dict[str, str]:
    """The outcome of each role in a class."""
    row = MATRIX["classes"][name]
    unknown = set(row) - {*ROLES, "rest"}
    assert not unknown, f"{name} speaks of {unknown}"
    return {role: row.get(role, row.get("rest", "")) for role in ROLES}


def rows() -> dict[str, list[Row]]:
    """The rows by address; ``name?verb=start`` is one of several rows of ``name``."""
    found: dict[str, list[Row]] = defaultdict(list)
    for space in MATRIX["urls"]:
        for key, said in MATRIX["urls"][space].items():
            name, _, query = key.partition("?")
            name = name if space == "site" else f"{space}:{name}"
            args = dict(parse_qsl(query))
            if isinstance(said, str):
                found[name].append(Row(key, expected(said), args=args))
                continue
            data, json = said.get("data", said.get("json", {})), "json" in said
            for method in ("GET", "POST"):
                if method in said:
                    row = Row(key, expected(said[method]), (method,), data, args, json)
                    found[name].append(row)
    return dict(found)


ROWS: Final = rows()


def rows_of(name: str) -> list[Row]:
    """The rows of an address, or those of the longest pattern (``desk_*``) that fits it."""
    if name in ROWS:
        return ROWS[name]
    patterns = [key for key in ROWS if "*" in key and fnmatchcase(name, key)]
    return ROWS[max(patterns, key=len)] if patterns else []


def space_of(name: str) -> str:
    """The namespace of an address; ``site`` for those without one."""
    space, colon, _ = name.partition(":")
    return space if colon else "site"


def addresses() -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Every address of the site: its name (or route), its route, and its arguments."""

    def walk(patterns: Any, space: str, route: str, args: tuple[str, ...]) -> Any:
        for each in patterns:
            here = (*args, *each.pattern.converters, *each.pattern.regex.groupindex)
            path = route + str(each.pattern)
            if isinstance(each, URLPattern):
                yield space + (each.name or path), path, tuple(dict.fromkeys(here))
            else:
                inner = f"{each.namespace}:" if each.namespace else space
                yield from walk(each.url_patterns, inner, path, here)

    yield from walk(get_resolver().url_patterns, "", "", ())


def test_every_address_has_a_row_and_every_row_an_address() -> None:
    names = {name for name, _, _ in addresses()}
    missing = sorted(name for name in names if not rows_of(name))
    assert not missing, f"write rows for these into tests/data/permissions.toml: {missing}"
    idle = [key for key in ROWS if "*" not in key and key not in names]
    assert not idle, f"rows of addresses that are no more: {idle}"


# -------------------------------------------------------------------------------- the world


@dataclass(slots=True)
class World:
    """People of every role, and something at every address."""

    people: dict[str, User | None]
    args: dict[str, dict[str, object]]
    """Arguments by space (``tournaments``), then by name; ``name.slug`` for one address alone."""
    sessions: dict[str, str] = field(default_factory=dict)

    def client(self, role: str) -> Client:
        """A fresh browser of somebody with that role, who has signed in once."""
        client = Client(headers={"accept-language": "en"}, raise_request_exception=True)
        user = self.people[role]
        if user is not None and role not in self.sessions:
            client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
            self.sessions[role] = client.cookies[settings.SESSION_COOKIE_NAME].value
        elif user is not None:
            client.cookies[settings.SESSION_COOKIE_NAME] = self.sessions[role]
        return client

    def address(self, name: str, route: str, args: tuple[str, ...], row: Row) -> str:
        """The address with its arguments filled in."""
        space, short = space_of(name), name.partition(":")[2] or name
        known = {**self.args[""], **self.args.get(space, {})}
        if route.startswith("clubs/"):
            known["slug"] = "house"
        values = {}
        for arg in args:
            if arg in row.args:
                values[arg] = self.args[""].get(row.args[arg], row.args[arg])
            else:
                of_its_own = known.get(f"{short}.{arg}", known.get(arg))
                values[arg] = known.get(f"{short}.{arg}/{len(args)}", of_its_own)
            assert values[arg] is not None, f"{name} needs {arg}"
        query = {key: v for key, v in row.args.items() if key not in args and key != "args"}
        if "/" in short:  # an address without a name
            path = "/" + route
            for arg, value in values.items():
                for kind in ("slug", "int", "str", "path"):
                    path = path.replace(f"<{kind}:{arg}>", str(value))
            path = path.replace("(?P<url>.*)$", "nowhere/")
        else:
            path = reverse(name, kwargs=values)
        filled = [f"{key}={self.args[''].get(value, value)}" for key, value in query.items()]
        return path + ("?" + "&".join(filled) if filled else "")


def people(make_user: Any, club: Club) -> dict[str, User | None]:
    """One person for each role, with nothing but that role."""
    found: dict[str, User | None] = {"anonymous": None}
    for role in ROLES[1:]:
        found[role] = make_user(role, is_guest=role == "guest", is_staff=role == "staff")
    Membership.objects.create(club=club, user=found["moderator"], role="moderator")
    return found


def staff_pages(by: User) -> dict[str, object]:
    """What the pages of the administration are of: the newest row of each model."""
    found: dict[str, object] = {}
    request = RequestFactory().get("/")
    request.user = by
    for model, page in admin.site._registry.items():
        row = page.get_queryset(request).last()
        if row is None:
            continue
        acts = ["change", "history", "delete", *page.actions_detail]  # type: ignore[attr-defined]
        for act in acts:
            found[f"{model._meta.app_label}_{model._meta.model_name}_{act}.object_id"] = row.pk
    return found


def an_event(people: dict[str, User | None], club: Club, name: str) -> Desk:
    """An event of the club with everybody in their role."""
    boss = people["staff"]
    assert boss is not None
    event = services.create_event(
        by=boss,
        name=name,
        game="guandan",
        club=club,
        starts_at=timezone.now() + timedelta(hours=1),
        preset="tea_house",
        stages=[{"kind": "swiss", "rounds": 3}],
    )
    for role in ("organiser", "chief_referee", "referee", "committee", "scorer"):
        EventRole.objects.create(event=event, user=people[role], role=role)
    return Desk(boss, event)


@pytest.fixture
def world(make_user: Any) -> World:
    """Everything that an address can name."""
    club = Club.objects.create(slug="house", name="House")
    somebody = people(make_user, club)
    host, other = make_user("host"), make_user("other")
    Membership.objects.create(club=club, user=other)
    desk = an_event(somebody, club, "Cup")
    services.open_entries(event=desk.event, by=desk.by)
    desk.event.refresh_from_db()
    entry = services.add_entry(
        event=desk.event,
        by=desk.by,
        players=[{"name": "Player", "user": somebody["player"]}, {"name": "Partner"}],
        name="Pair",
    )
    desk.add(3)
    secret = an_event(somebody, club, "Secret")
    round = desk.draw(desk.start())
    match = round.matches.filter(sides__entry=entry).get()
    penalty = services.record_penalty(
        event=desk.event,
        by=desk.by,
        ruling=services.Ruling(round, entry, "other", "warning", match=match),
    )
    player = somebody["player"]
    assert player is not None
    appeal = services.file_appeal(match=match, by=player, penalty=penalty, text="Not so.")
    picture = Evidence.objects.create(appeal=appeal, picture=b"\xff\xd8")
    leave = Leave.objects.create(round=round, entry=entry)
    public = games.open_table(host=host, game="guandan", name="Open")
    private = games.open_table(host=make_user("shy"), game="guandan", private=True)
    games.fill(table=public, by=host)
    lines = [
        ChatLine.objects.create(table=each, user=host, name="Host", text="Hm.", said_id="1")
        for each in (public, private)
    ]
    played = games.start_match(table=public)
    finish_deal(played)
    assert private.host is not None
    games.fill(table=private, by=private.host)
    hidden = games.start_match(table=private)
    finish_deal(hidden)
    table = games.open_table(host=other, game="guandan")
    place = place_of(host, table=public.code)
    assert place is not None
    site = reports.make_report(by=host, place=place, reason="signals", text="Coughs.")
    theirs = reports.make_report(by=other, place=place, reason="signals", text="Coughs.")
    theirs.club = club
    theirs.save(update_fields=["club"])
    sanctions.sanction(user=make_user("loud"), kind="warning", by=None, reason="Language")
    return World(
        somebody,
        {
            "": {
                "game_id": "guandan", "number": 1, "order": 1, "stage": 1, "round": 1, "board": 1,
                "pair": 1, "user_id": other.pk, "preset": "tea_house",
                "paper.name/2": "programme", "paper.name/3": "standings",
                "paper.name/4": "draw-by-table", "paper_pdf.name/2": "programme",
                "paper_pdf.name/3": "standings", "paper_pdf.name/4": "draw-by-table",
                "file.name/3": "results", "file.name/4": "standings", "file.name/5": "draw",
                "kind": "csv", "key": "nothing", "uidb36": "1", "object_id": host.pk,
                "app_label": "games", "content_type_id": 1, "url": "nowhere/", "id": 1,
                "case.pk": site.pk, "act_on_case.pk": site.pk,
                # words of rows
                "SECRET": secret.event.slug, "CLUB_CASE": theirs.pk, "PRIVATE": private.code,
                "PRIVATE_MATCH": hidden.pk,
                "PUBLIC": public.code, "EVENT_MATCH": match.pk, "MATCH_CODE": match.code,
                "LINE": lines[0].pk, "PRIVATE_LINE": lines[1].pk,
            },
            "admin": staff_pages(desk.by),
            "games": {
                "code": table.code, "invite": table.invite, "match_id": played.pk,
            },
            "tournaments": {
                "slug": desk.event.slug, "event": desk.event.slug, "pk": match.pk,
                "match_id": match.pk, "match": match.pk, "code": match.code,
                "check_in_by_code.code": entry.code, "invite": "nothing",
                "join_club.invite": club.invite, "here_by_code.code": entry.code,
                "penalty.pk": penalty.pk, "answer_leave.pk": leave.pk, "appeal.pk": appeal.pk,
                "all_here.pk": round.pk,
                "act_on_appeal.pk": appeal.pk, "evidence_picture.pk": appeal.pk,
                "evidence": picture.pk,
            },
        },
    )  # fmt: skip


@pytest.fixture
def refusals(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The codes of the refusals of verbs, as they are raised."""
    found: list[str] = []
    monkeypatch.setattr("tournaments.paper.press.pdf", lambda html, **_more: b"%PDF")  # slow
    for kind in (
        tournament_errors.Refused,
        games_errors.Refused,
        clubs.ClubRefused,
        reports.ReportRefused,
    ):
        before = kind.__init__

        def note(self: Any, code: Any, *args: Any, _before: Any = before, **more: Any) -> None:
            found.append(str(getattr(code, "value", code)))
            _before(self, code, *args, **more)

        monkeypatch.setattr(kind, "__init__", note)
    return found


# ------------------------------------------------------------------------------------ pages


def outcome(response: Any, refused: bool) -> str:
    """What became of a request, in the words of the matrix."""
    where = response.headers.get("Location", "")
    if response.status_code == 401 or "/login/" in where or "/reauthenticate/" in where:
        return "sign-in"
    if refused:
        return "refused"
    match response.status_code:
        case 403:
            return "forbidden"
        case 404:
            return "not-found"
        case 405:
            return "no-such-method"
        case _:
            return "allow"


def visit(world: World, role: str, method: str, address: str, row: Row, refusals: list[str]) -> str:
    """Go there; whatever it does is undone."""
    client = world.client(role)
    refusals.clear()
    words = world.args[""]
    data = {k: words.get(v, v) if isinstance(v, str) else v for k, v in row.data.items()}
    with transaction.atomic():
        try:
            if method == "GET":
                response = client.get(address)
            elif row.json:
                response = client.post(address, data, content_type="application/json")
            else:
                response = client.post(address, data)
            found = outcome(response, bool(REFUSALS.intersection(refusals)))
        except Exception as error:
            found = f"error: {error!r}"
        transaction.set_rollback(True)
    return found


@pytest.mark.django_db
@pytest.mark.parametrize("space", list(MATRIX["urls"]))
def test_every_address_lets_in_whom_the_matrix_says(
    world: World, refusals: list[str], space: str
) -> None:
    wrong = []
    for name, route, args in addresses():
        if space_of(name) != space:
            continue
        for row in rows_of(name):
            if row.args.get("args", str(len(args))) != str(len(args)):
                continue
            address = world.address(name, route, args, row)
            answered = set()
            for role in ROLES:
                for method in row.methods:
                    found = visit(world, role, method, address, row, refusals)
                    if found == "no-such-method":
                        continue
                    answered.add(method)
                    want = row.expected[role]
                    if found != want:
                        wrong.append(f"{method} {row.key} ({address}) {role}: {found}, not {want}")
            if not answered:
                wrong.append(f"{row.key} ({address}) answers neither GET nor POST")
        cache.clear()  # limits of tries
    assert not wrong, f"{len(wrong)} differ from the matrix:\n" + "\n".join(wrong)


# ---------------------------------------------------------------------------------- sockets

SAID: Final = {
    "signed_out": "sign-in",
    "not_seated": "forbidden",
    "not_host": "forbidden",
    "reserved": "forbidden",
}
"""What the codes of ``no`` mean here; any other answer is that one may."""
CLOSED: Final = {4003: "forbidden", 4004: "not-found"}
MESSAGES: Final = {kind.__name__.lower() for kind in get_args(protocol.AnyMessage)}


def test_every_message_to_a_table_has_a_row() -> None:
    assert set(MATRIX["table"]["messages"]) == MESSAGES - {"ping"}
    assert set(MATRIX["table"]["seated"]) == MESSAGES - {"ping", "sit"}


def connected(tab: Tab) -> str:
    """Whether the table lets the tab in."""
    try:
        tab.until(lambda: tab.room)
    except ConnectionClosed as end:
        return CLOSED.get(end.rcvd.code if end.rcvd else 0, "error")
    return "allow"


def asked(tab: Tab, kind: str) -> str:
    """What a message brings."""
    more: dict[str, Any] = {}
    if kind in ("act", "try"):
        more = {"do": "pass"}
    if kind == "say":
        more = {"phrase": "hello"}
    answer = tab.ask(kind, **more)
    assert answer.get("code") not in ("too_fast", "busy"), "nothing was asked"
    return SAID.get(answer.get("code", ""), "allow") if answer["t"] == "no" else "allow"


@pytest.fixture
def tables(transactional_db: None, make_user: Any) -> Any:
    """``tables(kind)``: a fresh table with a host who sits, public, private or of an event."""

    def make(kind: str, number: int) -> Table:
        host = make_user(f"{kind}-{number}")
        if kind == "managed":
            return games.open_managed(
                game="guandan", options={}, name=kind, seats=[host, None, None, None]
            )
        return games.open_table(host=host, game="guandan", private=kind == "private")

    return make


def test_tables_let_in_and_do_what_the_matrix_says(
    live_site: Any, make_user: Any, tables: Any
) -> None:
    somebody = people(make_user, Club.objects.create(slug="house", name="House"))
    wrong = []

    def compare(what: str, role: str, found: str, want: Mapping[str, str]) -> None:
        if found != want[role]:
            wrong.append(f"{what} {role}: {found}, not {want[role]}")

    messages = MATRIX["table"]["messages"]
    seated = MATRIX["table"]["seated"]
    for number, role in enumerate(ROLES):
        cookies = cookies_of(somebody[role])
        for kind, name in MATRIX["table"]["connect"].items():
            table = tables(kind, number)
            tab = Tab(live_site.ws_url, table.code, cookies)
            compare(f"connect to {kind}", role, connected(tab), expected(name))
            tab.close()
        table = tables("public", 100 + number)
        tab = Tab(live_site.ws_url, table.code, cookies)
        connected(tab)
        for message, name in messages.items():
            compare(message, role, asked(tab, message), expected(name))
        tab.close()  # a new connection, for one may not say much more in a second
        tab = Tab(live_site.ws_url, table.code, cookies)
        connected(tab)
        if somebody[role] is not None:
            tab.ask("sit")
            tab.until(lambda tab=tab: tab.room["you"]["seat"] is not None)
            for message, name in seated.items():
                compare(f"{message}, seated,", role, asked(tab, message), expected(name))
        tab.close()
    assert not wrong, "\n".join(wrong)


def test_every_socket_has_a_section() -> None:
    routes = {str(each.pattern) for each in [*table_sockets, *event_sockets]}
    assert routes == set(MATRIX["sockets"]), "write who may connect into permissions.toml"


def event_says(url: str, origin: Any, cookies: str) -> str:
    """Whether the socket of an event greets somebody."""
    with connect(
        url, origin=origin, additional_headers={"Cookie": cookies} if cookies else {}
    ) as socket:
        try:
            socket.recv(timeout=10)
        except ConnectionClosed as end:
            return CLOSED.get(end.rcvd.code if end.rcvd else 0, "error")
    return "allow"


def test_sockets_of_events_let_in_whom_the_matrix_says(live_site: Any, make_user: Any) -> None:
    club = Club.objects.create(slug="house", name="House")
    somebody = people(make_user, club)
    cup, secret = (an_event(somebody, club, name) for name in ("Cup", "Secret"))
    services.open_entries(event=cup.event, by=cup.by)
    wrong = []
    for kind, desk in (("public", cup), ("draft", secret)):
        want = expected(MATRIX["event"]["connect"][kind])
        for role in ROLES:
            url = f"{live_site.ws_url}/ws/events/{desk.event.slug}/"
            found = event_says(url, live_site.url, cookies_of(somebody[role]))
            if found != want[role]:
                wrong.append(f"{kind} {role}: {found}, not {want[role]}")
    assert not wrong, "\n".join(wrong)
