"""Entries: pairs by invitation, by the organiser, from files; limits, withdrawal, check-in."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import tablib

from accounts.models import User
from tests.tournaments.conftest import Desk
from tournaments import selectors, services
from tournaments.models import AuditLine, Entry
from tournaments.services import Invalid, No, Refused


@pytest.fixture
def lin(make_user: Callable[..., User]) -> User:
    return make_user("lin")


@pytest.fixture
def wu(make_user: Callable[..., User]) -> User:
    return make_user("wu")


def refused(code: No, call: Callable[[], object]) -> Refused:
    with pytest.raises(Refused) as info:
        call()
    assert info.value.code is code
    return info.value


# ------------------------------------------------------------------------------ by players


def test_cp_1_a_pair_is_complete_when_the_partner_accepts(desk: Desk, lin: User, wu: User) -> None:
    entry = services.enter(event=desk.event, by=lin, partner_name="吴")
    assert entry.status == "invited"
    link = selectors.invite_link(entry)
    invite = link.rstrip("/").rpartition("/")[2]
    assert selectors.invited(invite) is not None
    entry = services.accept(invite=invite, user=wu)
    assert entry.status == "confirmed"
    assert entry.name == "lin / wu"
    assert selectors.entry_of(desk.event, wu) == entry
    assert selectors.invited(invite) is None


def test_an_invitation_is_for_the_one_who_was_named(
    desk: Desk, lin: User, wu: User, make_user: Callable[..., User]
) -> None:
    entry = services.enter(event=desk.event, by=lin, partner=wu)
    invite = entry.players.get(position=1).invite
    refused(No.NOT_OF_THE_PAIR, lambda: services.accept(invite=invite, user=make_user("x")))
    services.accept(invite=invite, user=wu)


def test_cp_1_nobody_is_in_two_pairs(desk: Desk, lin: User, wu: User) -> None:
    services.enter(event=desk.event, by=lin)
    entry = services.enter(event=desk.event, by=wu)
    invite = entry.players.get(position=1).invite
    no = refused(No.ALREADY_ENTERED, lambda: services.accept(invite=invite, user=lin))
    assert no.clause == "CP-1"
    refused(No.ALREADY_ENTERED, lambda: services.enter(event=desk.event, by=lin))


def test_a_declined_invitation_sets_both_free(desk: Desk, lin: User, wu: User) -> None:
    entry = services.enter(event=desk.event, by=lin, partner=wu)
    services.decline(entry=entry, user=wu)
    assert services.enter(event=desk.event, by=lin).status == "invited"


def test_cp_1_partners_are_fixed_once_entries_are_closed(desk: Desk) -> None:
    (entry, _) = desk.add(2)
    other = [{"name": "A1"}, {"name": "A3"}]
    services.update_entry(entry=entry, by=desk.by, players=other)
    assert [p.name for p in entry.players.all()] == ["A1", "A3"]
    services.close_entries(event=desk.event, by=desk.by)
    no = refused(
        No.PARTNERS_FIXED, lambda: services.update_entry(entry=entry, by=desk.by, players=other)
    )
    assert no.clause == "CP-1"
    services.update_entry(entry=entry, by=desk.by, names=["甲一", "甲二"], name="甲队")
    entry.refresh_from_db()
    assert (entry.name, entry.sort_key) == ("甲队", "jia dui")
    line = desk.event.audit.get(verb="respell")
    assert (line.before, line.after) == (["A1", "A3"], ["甲一", "甲二"])


def test_closed_entries_take_nobody(desk: Desk, lin: User) -> None:
    services.close_entries(event=desk.event, by=desk.by)
    refused(No.ENTRIES_CLOSED, lambda: services.enter(event=desk.event, by=lin))


def test_guests_do_not_enter(desk: Desk, make_user: Callable[..., User]) -> None:
    guest = make_user("g", is_guest=True)
    refused(No.GUEST, lambda: services.enter(event=desk.event, by=guest))


# ----------------------------------------------------------------------------------- limits


def test_the_waiting_list_moves_up_when_somebody_withdraws(make_desk: Callable[..., Desk]) -> None:
    desk = make_desk(max_entries=2)
    a, b, c, d = desk.add(4)
    assert [e.status for e in (a, b, c, d)] == ["confirmed", "confirmed", "waiting", "waiting"]
    assert selectors.entry_counts(desk.event)["places_left"] == 0
    services.withdraw(entry=a, by=desk.by)
    c.refresh_from_db()
    d.refresh_from_db()
    assert (c.status, d.status) == ("confirmed", "waiting")


def test_a_club_has_no_more_than_its_places(make_desk: Callable[..., Desk]) -> None:
    desk = make_desk(max_per_club=1)
    (a,) = desk.add(1, club_name="东湖")
    (b,) = desk.add(1, club_name="东湖")
    (c,) = desk.add(1, club_name="南山")
    assert [e.status for e in (a, b, c)] == ["confirmed", "waiting", "confirmed"]


def test_approval(make_desk: Callable[..., Desk], lin: User, wu: User) -> None:
    desk = make_desk(policy="approval")
    entry = services.enter(event=desk.event, by=lin, partner=wu)
    entry = services.accept(invite=entry.players.get(position=1).invite, user=wu)
    assert entry.status == "pending"
    refused(No.NOT_ALLOWED, lambda: services.approve(entry=entry, by=lin))
    assert services.approve(entry=entry, by=desk.by).status == "confirmed"


def test_a_withdrawn_pair_may_enter_again_before_the_start(desk: Desk, lin: User, wu: User) -> None:
    entry = services.enter(event=desk.event, by=lin, partner=wu)
    services.accept(invite=entry.players.get(position=1).invite, user=wu)
    services.withdraw(entry=entry, by=lin)
    assert services.enter(event=desk.event, by=lin, partner=wu).number == 2


# ------------------------------------------------------------------------------ after start


def test_cp_6_late_entries_until_the_round_that_was_set(make_desk: Callable[..., Desk]) -> None:
    desk = make_desk(4, settings={"late_until_round": 2})
    stage = desk.start()
    desk.play(desk.draw(stage))
    (late,) = desk.add(1)
    assert late.joined_round == 2
    second = desk.draw(stage)
    assert late in [s.entry for s in second.sides.all()]
    desk.play(second)
    no = refused(No.TOO_LATE, lambda: desk.add(1))
    assert "2" in str(no)


def test_a_withdrawn_pair_is_not_drawn_any_more(make_desk: Callable[..., Desk]) -> None:
    """Case 7: who withdraws keeps his results; the others are paired without him."""
    desk = make_desk(6)
    stage = desk.start()
    first = desk.draw(stage)
    desk.play(first)
    gone = first.matches.get(order=0).sides.get(side=1).entry
    services.withdraw(entry=gone, by=desk.by)
    second = desk.draw(stage)
    assert gone not in [s.entry for s in second.sides.all()]
    assert second.matches.filter(ending="bye").count() == 1
    table = selectors.standings(stage)
    assert table is None or gone.pk
    services.recount(stage_id=stage.pk)
    table = selectors.standings(stage)
    assert table is not None
    assert gone in [row.entry for row in table.groups[0].rows]


def test_cp_5_withdrawing_in_mid_round_is_a_walkover(make_desk: Callable[..., Desk]) -> None:
    desk = make_desk(4)
    stage = desk.start()
    first = desk.draw(stage)
    match = first.matches.get(order=0)
    here, gone = (s.entry for s in match.sides.all())
    services.withdraw(entry=gone, by=desk.by, reason="ill")
    match.refresh_from_db()
    assert (match.state, match.ending, match.winner) == ("confirmed", "forfeit", here)


# ---------------------------------------------------------------------------------- desk


def test_check_in_by_code_by_the_pair_and_by_the_desk(
    desk: Desk, lin: User, make_user: Callable[..., User]
) -> None:
    a, b = desk.add(2)
    services.check_in(entry=a, code=a.code)
    services.check_in(entry=b, by=desk.by)
    assert selectors.entry_counts(desk.event)["checked_in"] == 2
    services.check_in(entry=b, by=desk.by, on=False)
    assert selectors.entry_counts(desk.event)["checked_in"] == 1
    refused(No.NOT_ALLOWED, lambda: services.check_in(entry=b, by=lin))
    refused(No.NOT_OF_THE_PAIR, lambda: services.check_in(entry=b, code=a.code))


def test_who_has_not_checked_in_may_be_left_out(desk: Desk) -> None:
    entries = desk.add(5)
    for entry in entries[:4]:
        services.check_in(entry=entry, by=desk.by)
    stage = services.start_event(event=desk.event, by=desk.by, absent="withdraw")
    assert stage.entrants.count() == 4
    assert entries[4] not in [row.entry for row in stage.entrants.all()]


def test_seeding_by_ranking_lots_and_hand(desk: Desk) -> None:
    a, b, c = desk.add(3)
    for entry, points in ((a, 10), (c, 30)):
        services.update_entry(entry=entry, by=desk.by, ranking=points)
    assert services.seed_entries(event=desk.event, by=desk.by, how="ranking") == [c, a, b]
    lots = services.seed_entries(event=desk.event, by=desk.by, how="lots")
    assert lots == services.seed_entries(event=desk.event, by=desk.by, how="lots")
    by_hand = services.seed_entries(event=desk.event, by=desk.by, how="by_hand", order=[b, c])
    assert by_hand == [b, c, a]
    assert list(selectors.entries(desk.event, order="seed")) == [b, c, a]


def test_search_by_name_pinyin_club_and_number(desk: Desk) -> None:
    services.add_entry(
        event=desk.event,
        by=desk.by,
        players=[{"name": "王小明"}, {"name": "李华"}],
        club_name="东湖",
    )
    for text in ("王小", "li hua", "wang", "东湖", "1"):
        assert [e.number for e in selectors.search(desk.event, text)] == [1], text
    assert selectors.search(desk.event, "zzz") == []


# ---------------------------------------------------------------------------------- files

CSV = "选手1,选手2,俱乐部,积分\n王小明,李华,东湖,1200\n赵云,马超,南山,\n"


@pytest.mark.parametrize("encoding", ["utf-8-sig", "gb18030"])
def test_import_of_a_list(desk: Desk, encoding: str) -> None:
    data = CSV.encode(encoding)
    reading = services.read_entries(event=desk.event, data=data, filename="a.csv")
    assert reading.ok
    assert not Entry.objects.exists()
    made = services.import_entries(event=desk.event, by=desk.by, data=data, filename="a.csv")
    assert [e.name for e in made] == ["王小明 / 李华", "赵云 / 马超"]
    assert made[0].club_name == "东湖"
    assert made[0].ranking == 1200


def test_import_of_a_workbook(desk: Desk) -> None:
    sheet = tablib.Dataset(("A", "B", 7), headers=("Player 1", "Player 2", "Seed"))
    data = sheet.export("xlsx")
    made = services.import_entries(event=desk.event, by=desk.by, data=data, filename="a.XLSX")
    assert [(e.name, e.seed_rank) for e in made] == [("A / B", 7)]


def test_a_dry_run_says_what_is_wrong_line_by_line_and_nothing_is_saved(desk: Desk) -> None:
    desk.add(1)
    data = b"player 1,player 2,ranking\nX,,\nY,Y2,many\nA1,Z,3\nY,Q,\n"
    reading = services.read_entries(event=desk.event, data=data, filename="a.csv")
    assert not reading.ok
    wrong = {line.number: line.errors for line in reading.rows}
    assert len(wrong[2]) == 1
    assert "many" in wrong[3][0]
    assert wrong[4] == []
    assert reading.rows[2].warnings
    assert "3" in wrong[5][0]
    with pytest.raises(Invalid) as info:
        services.import_entries(event=desk.event, by=desk.by, data=data, filename="a.csv")
    assert set(info.value.errors) == {"2", "3", "5"}
    assert desk.event.entries.count() == 1


def test_a_file_that_is_none(desk: Desk) -> None:
    with pytest.raises(Invalid):
        services.read_entries(event=desk.event, data=b"PK\x03\x04rubbish", filename="a.xlsx")
    empty = services.read_entries(event=desk.event, data=b"player 1,player 2\n", filename="a.csv")
    assert not empty.ok


def test_every_verb_leaves_a_line(desk: Desk) -> None:
    (entry,) = desk.add(1)
    services.check_in(entry=entry, by=desk.by)
    services.withdraw(entry=entry, by=desk.by, reason="ill")
    lines = AuditLine.objects.filter(event=desk.event, entry_id=entry.pk).order_by("pk")
    assert [(line.verb, line.role) for line in lines] == [
        ("add_entry", "organiser"),
        ("check_in", "organiser"),
        ("withdraw", "organiser"),
    ]
    assert lines[2].reason == "ill"
    assert "A" in selectors.audit_words(lines[0])
