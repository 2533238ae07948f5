"""What an event prints: the right names on the right paper, codes that lead to the right page."""

from __future__ import annotations

import re
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pypdfium2
import pytest
import zxingcpp
from django.test import Client

from accounts.models import User
from tests.tournaments.conftest import Desk
from tournaments import selectors, services
from tournaments.models import Event, Round
from tournaments.paper import press

pytestmark = pytest.mark.django_db

needs_pango = pytest.mark.skipif(not press.available(), reason="no Pango on this machine")


@pytest.fixture
def cup(make_desk: Callable[..., Desk]) -> Desk:
    """Five pairs with Chinese names, two rounds played, the third drawn."""
    desk = make_desk(name="春节杯掼蛋赛", stages=[{"kind": "swiss", "rounds": 3}])
    for first, second, club in [
        ("王伟", "李娜", "听涛阁"),
        ("张敏", "刘强", "听涛阁"),
        ("陈静", "杨洋", "西湖"),
        ("赵磊", "黄丽", "西湖"),
        ("Ann Lee", "Bo Chan", "Riverside"),
    ]:
        players = [{"name": first}, {"name": second}]
        services.add_entry(event=desk.event, by=desk.by, players=players, club_name=club)
    stage = desk.start()
    for _ in range(2):
        desk.play(desk.draw(stage))
        services.recount(stage_id=stage.pk)
    desk.draw(stage)
    return desk


def last_round(event: Event) -> Round:
    round = Round.objects.filter(stage__event=event, matches__isnull=False).last()
    assert round is not None
    return round


def paper(client: Client, event: Event, name: str, part: str = "", lang: str = "en") -> str:
    answer = client.get(f"/events/{event.slug}/paper/{name}/{part}?lang={lang}")
    assert answer.status_code == 200, answer
    return answer.content.decode()


def printed(client: Client, event: Event, name: str) -> pypdfium2.PdfDocument:
    answer = client.get(f"/events/{event.slug}/paper/{name}.pdf")
    assert answer.status_code == 200, answer
    assert answer.headers["Content-Type"] == "application/pdf"
    return pypdfium2.PdfDocument(BytesIO(answer.content))


def text_of(document: pypdfium2.PdfDocument) -> str:
    return "\n".join(page.get_textpage().get_text_bounded() for page in document)


def codes_of(document: pypdfium2.PdfDocument) -> set[str]:
    """The addresses in the QR codes, read from the pages as a camera would."""
    found = set()
    for page in document:
        picture = page.render(scale=2).to_pil()
        found |= {code.text for code in zxingcpp.read_barcodes(picture)}
    return found


# ------------------------------------------------------------------------------------ PDF


@needs_pango
def test_the_result_book_tells_everything(client: Client, cup: Desk) -> None:
    """All rounds, the standings, rulings, in Chinese and in one file."""
    round = last_round(cup.event)
    match = round.matches.filter(sides__side=1).first()
    assert match is not None
    services.rule_result(
        match=match, by=cup.by, result=services.Result(("A", "K"), 6), reason="记分单遗失"
    )
    assert "记分单遗失" not in text_of(printed(client, cup.event, "result-book"))
    client.force_login(cup.by)
    document = printed(client, cup.event, "result-book")
    text = text_of(document)
    for said in ("春节杯掼蛋赛", "成绩册", "王伟", "Ann Lee", "第 1 轮", "第 3 轮", "记分单遗失"):
        assert said in text, said
    width, height = document[0].get_size()
    assert (round_(width), round_(height)) == (595, 842), "A4"


def test_the_result_book_tells_penalties_to_those_who_may_know(client: Client, cup: Desk) -> None:
    """CP-13: to referees and the pair; to everybody where the event shows its rulings."""
    match = last_round(cup.event).matches.filter(sides__side=1).first()
    assert match is not None
    entry = match.sides.get(side=0).entry
    ruling = services.Ruling(match.round, entry, "other", "warning", match=match)
    services.record_penalty(event=cup.event, by=cup.by, ruling=ruling)
    assert "Penalties" not in paper(client, cup.event, "result-book")
    client.force_login(cup.by)
    assert "Penalties" in paper(client, cup.event, "result-book")


def round_(value: float) -> int:
    return int(value + 0.5)


@needs_pango
def test_the_codes_on_the_slips_lead_to_the_score_pages(client: Client, cup: Desk) -> None:
    client.force_login(cup.by)
    round = last_round(cup.event)
    for name in ("score-slips", "table-cards"):
        document = printed(client, cup.event, f"{name}/1/{round.number}")
        wanted = {
            f"http://testserver/events/{cup.event.slug}/score/{match.code}/"
            for match in round.matches.all()
            if match.ending != "bye"
        }
        assert codes_of(document) == wanted
        assert len(wanted) == 2


@needs_pango
def test_the_code_on_a_pairs_card_checks_it_in(client: Client, cup: Desk) -> None:
    client.force_login(cup.by)
    document = printed(client, cup.event, "pair-cards")
    assert codes_of(document) == {
        f"http://testserver/events/{cup.event.slug}/in/{entry.code}/"
        for entry in cup.event.entries.all()
    }


@needs_pango
def test_a_certificate_is_a_page(client: Client, cup: Desk) -> None:
    stage = cup.event.stages.get()
    cup.play(last_round(cup.event))
    services.end_stage(stage=stage, by=cup.by)
    client.force_login(cup.by)
    document = printed(client, cup.event, "certificates")
    assert len(document) == 3
    winner = stage.entrants.get(final_rank=1).entry
    text = document[0].get_textpage().get_text_bounded()
    assert all(player.name in text for player in winner.players.all())
    assert "第一名" in text


@needs_pango
def test_nothing_is_fetched_for_a_pdf() -> None:
    """A page with an address in it is printed without asking for it."""
    html = '<p>here</p><img src="http://127.0.0.1:9/x.png"><img src="file:///etc/passwd">'
    document = pypdfium2.PdfDocument(BytesIO(press.pdf(html)))
    assert "here" in text_of(document)


@needs_pango
def test_the_time_of_printing_alone_prints_nothing_anew() -> None:
    first = press.pdf("<p>draw, as of 10:00</p>", but="10:00")
    assert press.pdf("<p>draw, as of 10:01</p>", but="10:01") == first
    assert press.pdf("<p>other, as of 10:01</p>", but="10:01") != first


def test_without_libraries_the_page_is_offered(
    client: Client, cup: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(html: str, *, but: str = "") -> bytes:
        raise press.CannotPrint("no pango")

    monkeypatch.setattr(press, "pdf", fail)
    monkeypatch.setattr(press, "available", lambda: False)
    answer = client.get(f"/events/{cup.event.slug}/paper/programme.pdf?lang=en", follow=True)
    text = answer.content.decode()
    assert "Print this page from your browser" in text
    assert "王伟" in text
    assert "libpango" in client.get(f"/events/{cup.event.slug}/paper/").content.decode()


# ---------------------------------------------------------------------------------- pages


def test_the_list_of_papers_knows_who_asks(client: Client, cup: Desk) -> None:
    address = f"/events/{cup.event.slug}/paper/"
    text = client.get(address).content.decode()
    assert "/paper/programme/" in text
    assert "/paper/score-slips/" not in text
    client.force_login(cup.by)
    text = client.get(address).content.decode()
    assert "/paper/score-slips/1/3/" in text
    assert "/files/audit.csv" in text


def test_the_way_back_from_the_papers(client: Client, cup: Desk) -> None:
    slug = cup.event.slug
    text = client.get(f"/events/{slug}/paper/").content.decode()
    crumbs = text[text.index('class="crumbs"') :].split("</nav>")[0]
    assert re.findall(r'href="([^"]+)"', crumbs) == ["/events/", f"/events/{slug}/"]


def test_the_programme(client: Client, cup: Desk) -> None:
    text = paper(client, cup.event, "programme")
    assert cup.event.commitment in text
    assert "Riverside" in text
    assert "Swiss, 3 rounds" in text


def test_names_are_listed_in_the_order_of_pinyin(client: Client, cup: Desk) -> None:
    """Every player, not only the first of each pair: chén, huáng, lǐ, liú, wáng, yáng …"""
    text = paper(client, cup.event, "draw-by-name", "1/3/")
    order = ["Ann Lee", "陈静", "黄丽", "李娜", "刘强", "王伟", "杨洋", "张敏", "赵磊"]
    places = [text.index(name) for name in order]
    assert places == sorted(places)


def test_the_draw_by_table_has_everybody_once(client: Client, cup: Desk) -> None:
    text = paper(client, cup.event, "draw-by-table", "1/3/")
    for entry in cup.event.entries.all():
        assert text.count(f"<span>{entry.name}</span>") == 1
    assert "bye" in text


def test_standings_after_a_round(client: Client, cup: Desk) -> None:
    assert "After round 1" in paper(client, cup.event, "standings", "1/1/")
    assert "After round 2" in paper(client, cup.event, "standings", "1/")


def test_a_slip_says_how_the_rules_differ(client: Client, make_desk: Callable[..., Desk]) -> None:
    desk = make_desk(
        pairs=2, options={"ace_attempts": "3"}, stages=[{"kind": "swiss", "rounds": 1}]
    )
    desk.draw(desk.start())
    client.force_login(desk.by)
    text = paper(client, desk.event, "score-slips", "1/1/")
    assert "House rules" in text


@pytest.mark.parametrize(
    ("who", "name", "status"),
    [
        ("nobody", "programme/", 200),
        ("nobody", "score-slips/1/3/", 302),
        ("nobody", "certificates/", 302),
        ("player", "pair-cards/", 403),
        ("player", "result-book/", 200),
        ("organiser", "pair-cards/", 200),
        ("organiser", "programme/1/", 404),
        ("organiser", "draw-by-table/1/9/", 404),
        ("organiser", "nothing/", 404),
    ],
)
def test_who_may_print_what(
    client: Client, cup: Desk, make_user: Callable[..., User], who: str, name: str, status: int
) -> None:
    """The codes of pairs and tables are keys: only those who score may print them."""
    if who != "nobody":
        client.force_login(cup.by if who == "organiser" else make_user("player"))
    assert client.get(f"/events/{cup.event.slug}/paper/{name}").status_code == status


def test_a_draft_is_printed_for_referees_alone(client: Client, cup: Desk) -> None:
    cup.play(last_round(cup.event))
    round = last_round(cup.event)
    Round.objects.filter(pk=round.pk).update(status=Round.Status.DRAFT)
    address = f"/events/{cup.event.slug}/paper/draw-by-table/1/{round.number}/?lang=en"
    assert client.get(address).status_code == 404
    client.force_login(cup.by)
    assert "draft" in client.get(address).content.decode()


def test_names_cannot_break_a_paper(client: Client, make_desk: Callable[..., Desk]) -> None:
    desk = make_desk()
    players: list[dict[str, Any]] = [{"name": "<b>Bold</b>"}, {"name": "R & D"}]
    services.add_entry(event=desk.event, by=desk.by, players=players)
    text = paper(client, desk.event, "programme")
    assert "&lt;b&gt;Bold" in text
    assert "R &amp; D" in text


KINDS: dict[str, list[dict[str, Any]]] = {
    "round robin": [{"kind": "round_robin"}],
    "groups and knock-out": [
        {"kind": "groups", "groups": 2, "qualify": {"top": 2}},
        {"kind": "knockout", "third_place": True},
    ],
    "double elimination": [{"kind": "double"}],
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_paper_and_file_of_every_kind_of_event(
    client: Client, make_desk: Callable[..., Desk], kind: str
) -> None:
    """Each address that the list of papers offers answers, in either language."""
    desk = make_desk(pairs=6, stages=KINDS[kind])
    client.force_login(desk.by)
    stage: Any = desk.start()
    while stage is not None:
        while selectors.rounds_left(stage):
            desk.play(desk.draw(stage))
        services.recount(stage_id=stage.pk)
        stage = services.end_stage(stage=stage, by=desk.by)
    services.finish_event(event=desk.event, by=desk.by)
    listed = client.get(f"/events/{desk.event.slug}/paper/").content.decode()
    offered = re.findall(rf'href="(/events/{desk.event.slug}/(?:paper|files)/[^"]+)"', listed)
    wanted = [address for address in sorted(set(offered)) if not address.endswith(".pdf")]
    assert len(wanted) > 30
    for index, address in enumerate(wanted):
        lang = ("en", "zh-hans")[index % 2]
        assert client.get(f"{address}?lang={lang}").status_code == 200, address
    text = paper(client, desk.event, "result-book")
    assert desk.event.seed in text
    assert ("<svg" in text) == (kind != "round robin")


def test_a_slip_of_duplicate_play_asks_board_by_board(
    client: Client, make_desk: Callable[..., Desk]
) -> None:
    desk = make_desk(
        pairs=4, preset="duplicate", duplicate=True, stages=[{"kind": "swiss", "rounds": 2}]
    )
    desk.draw(desk.start())
    client.force_login(desk.by)
    text = paper(client, desk.event, "score-slips", "1/1/")
    assert "Board" in text
    assert "Final level" not in text
