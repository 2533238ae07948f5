"""Pages of matches and deals, and the record to download."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from games import services
from games.engine import record
from games.models import Match
from tests.games.played import finish_deal, play_deal

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _english(client: Client) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"


@pytest.fixture
def host(make_user: Any) -> Any:
    return make_user("host", display_name="林晓")


@pytest.fixture
def match(host: Any) -> Match:
    table = services.open_table(host=host, game="shuangsheng", options={"base": 3})
    services.fill(table=table, by=host)
    return services.start_match(table=table)


def test_the_sheet_has_a_line_a_deal(client: Client, match: Match) -> None:
    deal = finish_deal(match)
    text = client.get(f"/matches/{match.pk}/").content.decode()
    assert deal.result
    for words in ("林晓", 'aria-label="Deal 1"', f">{deal.result['points']}<", "Base score: 3"):
        assert words in text
    assert "The match goes on" in text


def test_a_match_without_a_deal_says_so(client: Client, match: Match) -> None:
    assert "No deal has ended yet" in client.get(f"/matches/{match.pk}/").content.decode()


def test_before_the_tally_the_page_waits_and_looks_again(client: Client, match: Match) -> None:
    deal = play_deal(match)
    text = client.get(f"/matches/{match.pk}/").content.decode()
    assert "being reckoned up" in text
    assert 'hx-trigger="every 2s"' in text
    assert "being reckoned up" in client.get(f"/matches/{match.pk}/deals/1/").content.decode()
    services.tally_deal(deal_id=deal.pk)
    part = client.get(f"/matches/{match.pk}/", headers={"hx-request": "true"}).content.decode()
    assert "<html" not in part
    assert "Deal 1" in part


def test_a_deal_is_told_line_by_line_with_cards_and_proof(client: Client, match: Match) -> None:
    deal = finish_deal(match)
    text = client.get(f"/matches/{match.pk}/deals/1/").content.decode()
    assert "The defenders&#x27; total" in text
    assert 'href="/rules/shuangsheng/#SS-11"' in text
    assert deal.seed in text
    assert deal.commitment in text
    assert text.count("hand-panel") == 6, "four hands, the kitty dealt and buried"
    assert "Big Joker" in text
    assert text.count("trick-panel") == 25


def test_the_record_is_one_that_the_check_finds_legal(client: Client, match: Match) -> None:
    finish_deal(match)
    response = client.get(f"/matches/{match.pk}/deals/1/record/")
    assert response["Content-Disposition"].endswith('.sgr.json"')
    data = json.loads(response.content)
    report = record.check(data)
    assert report["ok"]
    assert report["phase"] == "done"


def test_a_running_deal_has_no_page_and_no_record(client: Client, match: Match) -> None:
    """Its cards and its seed are secret until it is over."""
    deal = play_deal(match)
    deal.ended_at = None
    deal.save()
    assert client.get(f"/matches/{match.pk}/deals/1/").status_code == 404
    assert client.get(f"/matches/{match.pk}/deals/1/record/").status_code == 404
    assert deal.seed not in client.get(f"/matches/{match.pk}/").content.decode()


def test_a_private_tables_matches_are_private(
    client: Client, match: Match, host: Any, make_user: Any
) -> None:
    finish_deal(match)
    match.table.private = True
    match.table.save()
    addresses = [
        f"/matches/{match.pk}/",
        f"/matches/{match.pk}/deals/1/",
        f"/matches/{match.pk}/deals/1/record/",
    ]
    client.force_login(make_user("wei"), backend="django.contrib.auth.backends.ModelBackend")
    assert [client.get(address).status_code for address in addresses] == [403] * 3
    client.force_login(host, backend="django.contrib.auth.backends.ModelBackend")
    assert [client.get(address).status_code for address in addresses] == [200] * 3


def test_my_matches(client: Client, match: Match, host: Any) -> None:
    client.force_login(host, backend="django.contrib.auth.backends.ModelBackend")
    text = client.get("/matches/").content.decode()
    assert f"/matches/{match.pk}/" in text
    assert "林晓" in text


def test_nothing_played_says_what_to_do(client: Client, make_user: Any) -> None:
    client.force_login(make_user("new"), backend="django.contrib.auth.backends.ModelBackend")
    assert "Play now against bots" in client.get("/matches/").content.decode()


def test_a_match_that_is_not_there(client: Client) -> None:
    assert client.get("/matches/999/").status_code == 404


def test_the_staff_never_see_the_seed_of_a_running_deal(
    client: Client, match: Match, make_user: Any
) -> None:
    deal = play_deal(match)
    client.force_login(
        make_user("staff", is_staff=True, is_superuser=True),
        backend="django.contrib.auth.backends.ModelBackend",
    )
    address = f"/admin/games/deal/{deal.pk}/change/"
    assert deal.seed in client.get(address).content.decode()
    deal.ended_at = None
    deal.save()
    text = client.get(address).content.decode()
    assert deal.commitment in text
    assert deal.seed not in text


@pytest.mark.parametrize("game", ["wangkou", "tycoon", "guandan"])
def test_the_pages_of_every_game(client: Client, host: Any, game: str) -> None:
    table = services.open_table(host=host, game=game)
    services.fill(table=table, by=host)
    match = services.start_match(table=table)
    finish_deal(match)
    sheet = client.get(f"/matches/{match.pk}/").content.decode()
    assert ("Dealer" in sheet) == (game != "guandan")
    assert (">Score<" in sheet) == (game == "tycoon")
    deal = client.get(f"/matches/{match.pk}/deals/1/").content.decode()
    assert deal.count("hand-panel") == (4 if game == "guandan" else 6)
    assert record.check(client.get(f"/matches/{match.pk}/deals/1/record/").json())["ok"]
