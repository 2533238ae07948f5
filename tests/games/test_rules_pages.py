"""The rules as people read them, in both languages."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from games import services
from games.engine.api import games
from games.labels import NAMES

RULES = Path(settings.BASE_DIR) / "templates" / "games" / "rules"
WRITTEN = sorted({path.name.split(".")[0] for path in RULES.glob("*.html")} & set(NAMES))
CLAUSE = re.compile(r'<section class="rule" id="([A-Z]+-\d+)">')
NUMBER = re.compile(r'<span class="no">([A-Z]+-\d+)</span>')


def source(game_id: str, language: str) -> str:
    return (RULES / f"{game_id}.{language}.html").read_text()


@pytest.mark.parametrize("game_id", WRITTEN)
def test_both_languages_have_the_same_clauses_examples_and_anchors(game_id: str) -> None:
    english, chinese = source(game_id, "en"), source(game_id, "zh")
    assert CLAUSE.findall(english) == CLAUSE.findall(chinese)
    assert NUMBER.findall(english) == CLAUSE.findall(english)
    assert re.findall(r"{% cards .*? %}", english) == re.findall(r"{% cards .*? %}", chinese)
    for pattern in (r' id="([\w-]+)"', r'href="#([\w-]+)"', r'class="reading"'):
        assert re.findall(pattern, english) == re.findall(pattern, chinese)


@pytest.mark.parametrize("game_id", WRITTEN)
def test_the_clauses_are_numbered_without_a_gap(game_id: str) -> None:
    numbers = [int(clause.split("-")[1]) for clause in CLAUSE.findall(source(game_id, "en"))]
    assert numbers == list(range(1, len(numbers) + 1))


@pytest.mark.django_db
@pytest.mark.parametrize("game_id", WRITTEN)
@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_the_page_stands(client: Client, game_id: str, language: str) -> None:
    response = client.get(f"/rules/{game_id}/", headers={"accept-language": language})
    assert response.status_code == 200
    assert response.content.decode().count("<h1") == 1


@pytest.mark.django_db
def test_every_game_that_can_be_played_has_rules_and_its_options_lead_to_their_clauses(
    client: Client,
) -> None:
    for game in games():
        text = client.get(f"/rules/{game.id}/").content.decode()
        for option in game.options:
            assert f'id="{option.clause}"' in text, f"{game.id}: {option.name}"


@pytest.mark.django_db
def test_unknown_rules_are_no_page(client: Client) -> None:
    assert client.get("/rules/poker/").status_code == 404
    assert client.get("/rules/fair/").status_code == 404


@pytest.mark.django_db
def test_the_program_on_the_page_prints_what_the_documents_say(client: Client) -> None:
    """The published program is the one that is documented, and it runs."""
    text = client.get("/fair/").content.decode()
    assert "def shuffled(seed)" in text


@pytest.mark.django_db
def test_coming_from_a_table_one_reads_how_it_differs(client: Client, make_user: Any) -> None:
    options = {"base": 5}
    table = services.open_table(host=make_user("host"), game="shuangsheng", options=options)
    address = f"/rules/shuangsheng/?table={table.code}"
    english = {"accept-language": "en"}
    assert "<b>Base score: 5</b>" in client.get(address, headers=english).content.decode()
    table.private = True
    table.save()
    assert "<b>Base score: 5</b>" not in client.get(address, headers=english).content.decode()
