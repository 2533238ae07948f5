"""A game record becomes a deal of the site that can be read, replayed and exported again."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from games import services
from games.engine import record
from games.engine.api import NextDeal
from games.models import Deal
from tests.games.played import play_deal

pytestmark = pytest.mark.django_db

GAMES = ("guandan", "shuangsheng", "wangkou", "tycoon")
RECORDS = Path(__file__).parent.parent / "playthroughs"


def played_elsewhere(make_user: Any, game: str) -> dict[str, Any]:
    """The record of a deal, as another site might have written it."""
    table = services.open_table(host=make_user("host"), game=game, options={})
    services.fill(table=table, by=table.host)
    ahead = NextDeal(("2", "2"), first_deal=False, dealer=0) if game == "tycoon" else None
    deal = play_deal(services.start_match(table=table), ahead=ahead)
    data = services.export_deal(deal=deal)
    return data | {"players": ["王海", "李娜", "张伟", "陈静"], "event": "春节杯"}


def bring(tmp_path: Path, text: str) -> Deal:
    file = tmp_path / "deal.sgr.json"
    file.write_text(text)
    out = StringIO()
    call_command("sgr", "import", str(file), stdout=out)
    return Deal.objects.get(pk=int(out.getvalue().split("\t")[0]))


@pytest.mark.parametrize("game", GAMES)
def test_a_record_goes_round(make_user: Any, tmp_path: Path, game: str) -> None:
    """Import → export is the same record, and judged the same; the tally agrees."""
    data = played_elsewhere(make_user, game)
    deal = bring(tmp_path, json.dumps(data))
    out = StringIO()
    call_command("sgr", "export", str(deal.pk), stdout=out)
    again = json.loads(out.getvalue())
    assert again == data
    assert record.check(again) == record.check(data)
    assert deal.result
    assert list(deal.result["levels"]) == record.check(data)["result"]["levels"]


@pytest.mark.parametrize("game", GAMES)
def test_its_pages_show_it(client: Client, make_user: Any, tmp_path: Path, game: str) -> None:
    data = played_elsewhere(make_user, game)
    deal = bring(tmp_path, json.dumps(data))
    page = f"/matches/{deal.match_id}/deals/1/"
    text = client.get(page).content.decode()
    assert "王海" in text
    assert "春节杯" in text
    assert "Check the shuffle" not in text
    told = client.get(f"{page}replay/steps/").json()
    assert told["over"]
    assert told["names"] == data["players"]
    assert len([step for step in told["steps"] if step["view"]["trick"]]) > 20
    assert client.get(f"/matches/{deal.match_id}/").status_code == 200


def test_whole_deals_of_the_collection_come_in() -> None:
    """Every complete record, with throws that fail, riots and resisted tribute among them."""
    texts = [
        line
        for game in GAMES
        for line in (RECORDS / f"{game}.jsonl").read_text().splitlines()
        if line.strip()
    ]
    whole = [
        data
        for data in (json.loads(text)["record"] for text in texts)
        if (report := record.check(data))["ok"] and report["phase"] == "done"
    ]
    assert whole
    for data in whole:
        deal = services.import_record(data=data)
        assert record.check(services.export_deal(deal=deal)) == record.check(data)


def test_what_is_not_imported(make_user: Any, tmp_path: Path) -> None:
    """No record, an illegal action, an unfinished deal; then nothing of the file is kept."""
    data = played_elsewhere(make_user, "guandan")
    before = Deal.objects.count()
    half = data | {"actions": data["actions"][:20]}
    wrong = data | {"actions": [*data["actions"][:4], data["actions"][0]]}
    nul = data | {"comment": "a\u0000b"}
    for bad, why in [
        (half, "does not reach the end"),
        (wrong, r"actions\[4\]"),
        (nul, "NUL"),
        ({"format": "sgr/1"}, "game"),
    ]:
        with pytest.raises(CommandError, match=f"record 2.*{why}"):
            bring(tmp_path, json.dumps(data) + "\n" + json.dumps(bad))
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("sgr", "import", str(tmp_path / "nothing"))
    assert Deal.objects.count() == before
