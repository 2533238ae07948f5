"""What is addressed under the wrong event, or in an event that is not public, is not there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pytest
from django.core.cache import cache

from tests.test_permissions_matrix import (
    Row,
    World,
    addresses,
    an_event,
    refusals,
    rows_of,
    space_of,
    visit,
    world,
)
from tournaments.models import Event

__all__ = ["refusals", "world"]

pytestmark = pytest.mark.django_db

THINGS: Final = {"pk", "match_id", "code", "evidence", "user_id"}
"""Arguments that name one thing of an event by an id or code of its own."""


def of_events() -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """The addresses below an event."""
    for name, route, args in addresses():
        inside = "events/<slug:slug>/" in route or "events/<slug:event>/" in route
        if space_of(name) == "tournaments" and inside:
            yield name, route, args


def under(world: World, slug: str, name: str, route: str, args: tuple[str, ...], row: Row) -> str:
    """The address with everything as it is, but below another event."""
    was = world.args["tournaments"]
    world.args["tournaments"] = {**was, "slug": slug, "event": slug}
    try:
        return world.address(name, route, args, row)
    finally:
        world.args["tournaments"] = was


def test_the_ids_of_one_event_open_nothing_below_another(world: World, refusals: list[str]) -> None:
    club = Event.objects.get(slug=world.args["tournaments"]["slug"]).club
    assert club is not None
    other = an_event(world.people, club, "Other").event
    Event.objects.filter(pk=other.pk).update(status="running")
    walked, wrong = 0, []
    for name, route, args in of_events():
        if not THINGS.intersection(args):
            continue
        for row in rows_of(name):
            address = under(world, other.slug, name, route, args, row)
            for method in row.methods:
                found = visit(world, "staff", method, address, row, refusals)
                walked += 1
                if found not in ("not-found", "no-such-method", "sign-in"):
                    wrong.append(f"{method} {address}: {found}")
        cache.clear()
    assert walked > 40
    assert not wrong, "\n".join(wrong)


def test_a_draft_shows_nothing_of_itself_to_others(world: World, refusals: list[str]) -> None:
    secret = str(world.args[""]["SECRET"])
    walked, wrong = 0, []
    for name, route, args in of_events():
        for row in rows_of(name):
            address = under(world, secret, name, route, args, row)
            for role in ("anonymous", "member"):
                for method in row.methods:
                    walked += 1
                    found = visit(world, role, method, address, row, refusals)
                    if found in ("allow", "refused") or found.startswith("error"):
                        wrong.append(f"{method} {address} {role}: {found}")
        cache.clear()
    assert walked > 200
    assert not wrong, "\n".join(wrong)


def test_lists_leave_drafts_out(world: World) -> None:
    client = world.client("member")
    for address in ("/events/", "/events/?q=Secret", "/api/v1/events/", "/clubs/house/"):
        answer = client.get(address)
        assert answer.status_code == 200, address
        assert "Secret</" not in answer.content.decode(), address
        assert f"/{world.args['']['SECRET']}/" not in answer.content.decode(), address


def test_people_are_reported_only_where_they_play(world: World) -> None:
    client = world.client("member")
    host: Any = world.args[""]["object_id"]
    slug = world.args["tournaments"]["slug"]
    assert client.get(f"/report/?event={slug}&person={host}").status_code == 404
    secret = world.args[""]["SECRET"]
    assert client.get(f"/report/?event={secret}&person={host}").status_code == 404
