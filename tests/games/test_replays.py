"""Deals step by step: all hands open, the same for every game, never beyond the time asked."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from games import services
from games.models import Deal, Match
from games.replays import steps_of
from tests.games.played import finish_deal, play_deal

pytestmark = pytest.mark.django_db

GAMES = ("shuangsheng", "wangkou", "tycoon", "guandan")


def match_of(game: str, make_user: Any) -> Match:
    host = make_user("host")
    table = services.open_table(host=host, game=game, options={})
    services.fill(table=table, by=host)
    return services.start_match(table=table)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_told_step_by_step(client: Client, make_user: Any, game: str) -> None:
    match = match_of(game, make_user)
    deal = finish_deal(match)
    told = client.get(f"/matches/{match.pk}/deals/1/replay/steps/").json()
    steps = told["steps"]
    assert told["over"]
    assert told["lines"]
    assert steps[-1]["view"]["result"]
    held = [sum(len(group) for hand in step["hands"] for group in hand) for step in steps]
    full = 108 if game == "guandan" else 100
    assert max(held) >= full
    assert [step["trick"] for step in steps] == sorted(step["trick"] for step in steps)
    plays = [step for step in steps if step["view"]["trick"]]
    assert len(plays) > 20
    text = client.get(f"/matches/{match.pk}/deals/{deal.number}/").content.decode()
    assert f"/matches/{match.pk}/deals/1/replay/" in text


def test_a_deal_under_way_has_no_replay(client: Client, make_user: Any) -> None:
    match = match_of("guandan", make_user)
    deal = play_deal(match)
    Deal.objects.filter(pk=deal.pk).update(ended_at=None)
    assert client.get(f"/matches/{match.pk}/deals/1/replay/").status_code == 404
    assert client.get(f"/matches/{match.pk}/deals/1/replay/steps/").status_code == 404


def test_a_private_match_is_shown_to_those_let_in(client: Client, make_user: Any) -> None:
    match = match_of("guandan", make_user)
    finish_deal(match)
    match.table.private = True
    match.table.save()
    assert client.get(f"/matches/{match.pk}/deals/1/replay/").status_code == 403
    assert client.get(f"/matches/{match.pk}/deals/1/replay/steps/").status_code == 403


def test_only_what_happened_until_then_is_told(make_user: Any) -> None:
    deal = play_deal(match_of("shuangsheng", make_user))
    rows = list(deal.events.order_by("seq"))
    whole = steps_of(deal)
    third = rows[len(rows) // 3]
    part = steps_of(deal, until=third.at)
    assert 0 < len(part) < len(whole)
    assert part == whole[: len(part)]
    assert steps_of(deal, until=rows[0].at - timedelta(microseconds=1)) == []


def test_a_duplicate_deal_is_told_when_its_table_is_closed(client: Client, make_user: Any) -> None:
    """Other tables may still have the same cards before them."""
    match = match_of("shuangsheng", make_user)
    finish_deal(match)
    match.table.boards = ["00" * 32]
    match.table.save()
    for path in ("", "replay/", "replay/steps/", "record/"):
        assert client.get(f"/matches/{match.pk}/deals/1/{path}").status_code == 403
    match.table.status, match.table.private = "closed", True
    match.table.save()
    client.force_login(match.parts.first().user)  # who has played there waits for the others
    assert client.get(f"/matches/{match.pk}/deals/1/replay/").status_code == 403
    match.table.private = False
    match.table.save()
    assert client.get(f"/matches/{match.pk}/deals/1/replay/").status_code == 200
