"""Entries at the desk and by the players (CP-1)."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest

from tournaments import services
from tournaments.models import Entry

pytestmark = pytest.mark.django_db


@pytest.fixture
def base(desk: Any) -> str:
    return f"/events/{desk.event.slug}/"


def test_pairs_are_added_one_after_the_other(desk: Any, chief: Any, base: str) -> None:
    page = chief.send(
        f"{base}desk/entries/new/", name_0="林晓", name_1="陈静", club_name="East", another="1"
    )
    assert "Entered: no. 1" in page
    assert "First player" in page
    entry = desk.event.entries.get()
    assert entry.name == "林晓 / 陈静"
    assert "林晓" in chief.get(f"{base}desk/entries/", q="lin xiao")
    assert "林晓" not in chief.get(f"{base}desk/entries/", q="zhao")


def test_an_account_that_is_not_there_is_said(desk: Any, chief: Any, base: str) -> None:
    page = chief.send(f"{base}desk/entries/new/", name_0="A", name_1="B", user_0="nobody")
    assert "Nobody here signs in with this name" in page
    assert 'value="nobody"' in page
    assert not desk.event.entries.exists()


def test_partners_are_fixed_once_entries_are_closed(make_desk: Any, chief: Any) -> None:
    """CP-1"""
    desk = make_desk(2)
    services.close_entries(event=desk.event, by=desk.by)
    address = f"/events/{desk.event.slug}/desk/entries/1/"
    assert "user_0" not in chief.get(address)
    chief.send(address, name_0="Anna")
    assert desk.event.entries.get(number=1).players.first().name == "Anna"


def test_approval_and_rejection(make_desk: Any, chief: Any, stranger: Any) -> None:
    desk = make_desk(0, policy="approval", max_entries=1)
    entry = services.enter(event=desk.event, by=stranger.user, partner_name="P")
    other = services.enter(event=desk.event, by=chief.user, partner_name="Q")
    entries = f"/events/{desk.event.slug}/desk/entries/"
    Entry.objects.update(status="pending")
    assert "2 entries wait for approval" in chief.get(f"/events/{desk.event.slug}/desk/")
    chief.post(f"{entries}{entry.number}/approve/")
    chief.post(f"{entries}{other.number}/approve/")
    entry.refresh_from_db()
    other.refresh_from_db()
    assert (entry.status, other.status) == ("confirmed", "waiting")
    chief.post(f"{entries}{entry.number}/withdraw/", reason="ill")
    other.refresh_from_db()
    assert other.status == "confirmed"


def test_a_list_is_looked_at_first_and_nothing_is_lost(desk: Any, chief: Any, base: str) -> None:
    address = f"{base}desk/entries/import/"
    page = chief.post(address, text="选手1\t选手2\t单位\n林晓\t陈静\t城东\n赵敏\t\t城西")
    assert "Some lines are not right" in page
    assert "A pair is two persons" in page
    assert "赵敏" in page
    assert not desk.event.entries.exists()
    right = "选手1\t选手2\t单位\n林晓\t陈静\t城东\n赵敏\t孙浩\t城西"
    assert "nothing is wrong" in chief.post(address, text=right)
    assert not desk.event.entries.exists()
    assert "Pairs entered: 2" in chief.send(address, text=right, **{"import": "1"})
    assert desk.event.entries.get(number=2).club_name == "城西"


def test_a_list_from_a_file(desk: Any, chief: Any, base: str) -> None:
    file = BytesIO("player 1,player 2,phone\nA,B,1\nC,D,2\n".encode("utf-8-sig"))
    file.name = "list.csv"
    page = chief.post(f"{base}desk/entries/import/", file=file)
    assert "2 pairs, nothing is wrong" in page
    assert "“phone” is not known" in page
    junk = BytesIO(b"PK\x03\x04 no spreadsheet")
    junk.name = "list.xlsx"
    assert "not a CSV or XLSX" in chief.post(f"{base}desk/entries/import/", file=junk)


def test_seeding_without_scripts(make_desk: Any, chief: Any) -> None:
    desk = make_desk(3)
    address = f"/events/{desk.event.slug}/desk/entries/seeding/"
    chief.send(address, **{"seed-3": "0.5"})
    seeds = dict(desk.event.entries.values_list("name", "seed_rank"))
    assert seeds == {"C": 1, "A": 2, "B": 3}
    chief.send(address, up="2")
    seeds = dict(desk.event.entries.values_list("name", "seed_rank"))
    assert seeds == {"C": 1, "B": 2, "A": 3}
    chief.post(address, how="lots")
    assert desk.event.audit.filter(verb="seed_entries").count() == 3


def test_check_in_by_number_by_name_and_back(make_desk: Any, chief: Any) -> None:
    desk = make_desk(3)
    address = f"/events/{desk.event.slug}/desk/check-in/"
    assert "No. 2 B is here" in chief.post(address, q="2")
    assert "No. 3 C is here" in chief.post(address, q="c1")
    assert desk.event.entries.filter(checked_in_at__isnull=False).count() == 2
    chief.post(address, number="2", undo="1")
    assert desk.event.entries.get(number=2).checked_in_at is None


def test_check_in_by_the_code_of_the_card(make_desk: Any, visitor: Any) -> None:
    desk = make_desk(2)
    entry = desk.event.entries.get(number=1)
    phone = visitor()
    address = f"/events/{desk.event.slug}/in/{entry.code}/"
    assert "We are here" in phone.get(address)
    assert "You are checked in" in phone.post(address)
    phone.get(f"/events/{desk.event.slug}/in/nonsense/", expect=404)


def test_cp_3_the_card_of_a_late_pair_leads_to_its_table(make_desk: Any, visitor: Any) -> None:
    """Whoever comes when the round has been called has no time for another way."""
    desk = make_desk(2, stages=[{"kind": "swiss", "rounds": 1}])
    entry = desk.event.entries.get(number=1)
    phone = visitor()
    address = f"/events/{desk.event.slug}/in/{entry.code}/"
    here = f"/events/{desk.event.slug}/rulings/here/{entry.code}/"
    assert "To our table" not in phone.get(address)
    desk.draw(desk.start())
    assert f'href="{here}">To our table' in phone.get(address)
    phone.post(here)
    assert "To our table" not in phone.get(address)


def test_two_players_enter_as_a_pair(desk: Any, base: str, stranger: Any, visitor: Any,
                                     make_user: Any) -> None:  # fmt: skip
    """CP-1"""
    page = stranger.send(f"{base}enter/", partner_name="Wei")
    assert "Send this link to your partner" in page
    entry = desk.event.entries.get()
    invite = f"/events/invited/{entry.players.get(position=1).invite}/"
    assert "wants to play with you" in visitor().get(invite)
    partner = visitor(make_user("wei"))
    assert "You are a pair" in partner.post(invite, accept="1")
    entry.refresh_from_db()
    assert entry.status == "confirmed"
    partner.get(invite, expect=410)
    assert "Your entry is taken back" in partner.post(f"{base}my-entry/", reason="ill")
    entry.refresh_from_db()
    assert entry.status == "withdrawn"


def test_a_named_partner_declines(desk: Any, base: str, stranger: Any, visitor: Any,
                                  make_user: Any) -> None:  # fmt: skip
    partner = visitor(make_user("wei"))
    stranger.send(f"{base}enter/", partner="wei")
    assert "Look at the invitation" in partner.get(f"{base}my-entry/")
    entry = desk.event.entries.get()
    partner.post(f"/events/invited/{entry.players.get(position=1).invite}/", decline="1")
    entry.refresh_from_db()
    assert entry.status == "withdrawn"


def test_entering_twice_or_too_late_is_refused_in_words(
    desk: Any, base: str, stranger: Any, chief: Any
) -> None:
    services.enter(event=desk.event, by=stranger.user, partner_name="P")
    page = chief.send(f"{base}enter/", partner="stranger")
    assert "is already entered in this event. (CP-1)" in page
    services.close_entries(event=desk.event, by=desk.by)
    assert "Entries are not open" in chief.get(f"{base}enter/")


def test_a_teams_event_asks_for_the_team(make_desk: Any, chief: Any) -> None:
    desk = make_desk(0, unit="team")
    address = f"/events/{desk.event.slug}/desk/entries/new/"
    assert "This field is required" in chief.send(address, name_0="A", name_1="B")
    chief.send(address, name_0="A", name_1="B", team="Red")
    assert "Red" in chief.get(f"/events/{desk.event.slug}/desk/entries/teams/")


def test_a_captain_acts_for_the_pairs_of_the_team(
    make_desk: Any, chief: Any, stranger: Any
) -> None:
    """CP-2"""
    desk = make_desk(0, unit="team")
    entry = desk.add(1, team="Red")[0]
    team = entry.team
    page = f"/events/{desk.event.slug}/desk/entries/teams/"
    name = f"team{team.pk}-captain"
    assert "Nobody here signs in" in chief.send(page, **{name: "nobody"})
    chief.send(page, **{name: "stranger"})
    entry = Entry.objects.get(pk=entry.pk)
    services.check_in(entry=entry, by=stranger.user)
    assert entry.checked_in_at is not None
    assert "stranger" in chief.get(page)
