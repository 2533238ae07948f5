"""Roles, tokens, webhooks and the trail."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tournaments import services

pytestmark = pytest.mark.django_db


@pytest.fixture
def base(desk: Any) -> str:
    return f"/events/{desk.event.slug}/desk/"


def test_a_role_is_given_and_taken_back(desk: Any, chief: Any, stranger: Any, base: str) -> None:
    """CP-2"""
    stranger.get(base, expect=403)
    assert "Nobody here signs in" in chief.send(f"{base}people/", user="nobody")
    chief.send(f"{base}people/", user="@stranger", role="scorer")
    stranger.get(base)
    chief.post(f"{base}people/", take=f"{stranger.user.pk}-scorer")
    stranger.get(base, expect=403)


def test_the_last_organiser_stays(desk: Any, chief: Any, base: str) -> None:
    page = chief.post(f"{base}people/", take=f"{chief.user.pk}-organiser")
    assert "does not allow that" in page


def test_a_token_is_shown_once_and_can_be_revoked(desk: Any, chief: Any, base: str) -> None:
    page = chief.post(f"{base}programs/", what="token", name="Tablet")
    found = re.search(r"sco_[\w-]+", page)
    assert found
    assert services.token_of(found[0])
    assert found[0] not in chief.get(f"{base}programs/")
    chief.post(f"{base}programs/", what="revoke", pk=str(desk.event.tokens.get().pk))
    assert services.token_of(found[0]) is None


def test_a_webhook(desk: Any, chief: Any, base: str) -> None:
    chief.post(f"{base}programs/", what="webhook", url="https://example.org/h", kinds=["results"])
    assert "https://example.org/h" in chief.get(f"{base}programs/")
    chief.post(f"{base}programs/", what="remove", pk=str(desk.event.webhooks.get().pk))
    assert "https://example.org/h" not in chief.get(f"{base}programs/")


def test_the_trail_is_filtered(desk: Any, chief: Any, base: str) -> None:
    desk.add(1)
    page = chief.get(f"{base}trail/")
    assert "opened entries" in page
    assert "added an entry: A" in page
    page = chief.get(f"{base}trail/", verb="add_entry", actor=str(chief.user.pk))
    assert "added an entry: A" in page
    assert "opened entries: " not in page
