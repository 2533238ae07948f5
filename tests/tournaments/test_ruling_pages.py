"""The pages of match rules: for whom they are, and a whole case by pressing buttons."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import translation

from accounts.models import User
from tests.tournaments.conftest import Desk
from tests.tournaments.desk.conftest import Visitor
from tests.tournaments.test_appeals import Case, _in_english, photo
from tests.tournaments.test_penalties import side, state
from tournaments import services
from tournaments.models import Appeal, EventMatch, Leave, Penalty, Round

__all__ = ["_in_english"]


@pytest.fixture
def case(make_desk: Callable[..., Desk], make_user: Callable[..., User]) -> Case:
    return Case(make_desk(0, stages=[{"kind": "swiss", "rounds": 3}]), make_user)


def base(case: Case) -> str:
    return f"/events/{case.desk.event.slug}/rulings/"


def test_the_pad_is_for_referees(case: Case) -> None:
    """CP-2: players, members of the committee and strangers have none."""
    pages = ("tables/", f"tables/{case.match.pk}/")
    for user, expect in (
        (case.referee, 200),
        (case.desk.by, 200),
        (case.loser, 403),
        (case.members[0], 403),
    ):
        for page in pages:
            Visitor(user).get(base(case) + page, expect)
    assert Visitor().client.get(base(case) + "tables/").status_code == 302


def test_a_table_is_found_by_number_name_and_code(case: Case) -> None:
    referee = Visitor(case.referee)
    for text in (str(case.match.table_no), case.loser.display_name, side(case.match).code):
        page = referee.client.get(base(case) + "tables/", {"q": text})
        assert page["Location"].endswith(f"/{case.match.pk}/"), text
    assert "No table fits" in referee.get(base(case) + "tables/", q="zzz")


def penalise(case: Case, **fields: Any) -> str:
    """Look ahead, then confirm what is shown; answers what was shown first."""
    referee, address = Visitor(case.referee), f"{base(case)}tables/{case.match.pk}/"
    data = {"who": "0", "foul": "other", "grade": fields.pop("grade", "warning")}
    data["client_id"] = fields.pop("id")
    seen = referee.post(address, **data, **fields)
    assert "What will follow" in seen
    referee.post(address, **data, **fields, confirm="1")
    return seen


def test_cp_11_the_escalation_is_shown_before_it_is_confirmed(case: Case) -> None:
    assert "second warning" not in penalise(case, id="a")
    assert Penalty.objects.count() == 1
    assert "This is the second warning" in penalise(case, id="b")
    assert Penalty.objects.count() == 2


def test_cp_12_what_a_level_change_does_is_read_before_it_is_confirmed(case: Case) -> None:
    """How many levels, and from when on."""
    seen = penalise(case, id="a", grade="level", levels="3")
    assert "Level change · 3 down" in seen
    assert "The pairs go on with the changed levels" in seen
    case.desk.score(case.match)
    seen = penalise(case, id="b", grade="level", levels="2", change="other_up")
    assert "Level change · the other side 2 up" in seen
    assert "The pairs go on" not in seen


def test_a_penalty_that_cannot_be_is_said_at_its_field(case: Case) -> None:
    page = Visitor(case.referee).post(
        f"{base(case)}tables/{case.match.pk}/",
        who="0:1", foul="information_suspected", grade="loss", client_id="x",
    )  # fmt: skip
    assert "not offered for this foul" in page
    assert not Penalty.objects.exists()


def test_cp_4_leave_is_asked_and_granted_on_phones(
    make_desk: Callable[..., Desk], visitor_of: Callable[..., Visitor]
) -> None:
    desk = make_desk(2, stages=[{"kind": "swiss", "rounds": 1}], settings={"call_tables": True})
    round = services.draw_round(stage=desk.start(), by=desk.by)
    assert isinstance(round, Round)
    services.publish_round(round=round, by=desk.by)
    entry = desk.event.entries.get(number=1)
    phone, address = Visitor(), f"/events/{desk.event.slug}/rulings/here/{entry.code}/"
    assert "ask for leave" in phone.get(address)
    assert "asked for" in phone.post(address, leave="1", reason="train")
    chief = visitor_of(desk.by)
    tables = f"/events/{desk.event.slug}/rulings/tables/"
    assert "train" in chief.get(tables)
    chief.post(f"/events/{desk.event.slug}/rulings/leaves/{Leave.objects.get().pk}/", grant="1")
    assert "granted" in phone.get(address)
    services.start_round(round=round, by=desk.by)
    page = phone.get(address)
    assert "CP-4" in page
    assert "data-until" in page
    assert "You are at the table" in phone.post(address)
    assert round.sides.get(entry=entry).present_at is not None
    assert "at the table" in chief.get(tables)


@pytest.fixture
def visitor_of() -> Callable[..., Visitor]:
    return Visitor


def test_the_chief_referee_lifts_a_forfeit_on_the_pad(case: Case) -> None:
    """CP-3: with a reason; a referee has no such button."""
    services.forfeit(match=case.match, by=case.desk.by, side=0)
    address = f"{base(case)}tables/{case.match.pk}/"
    assert "Lift the forfeit" not in Visitor(case.referee).get(address)
    chief = Visitor(case.desk.by)
    assert "Lift the forfeit" in chief.get(address)
    chief.post(address + "do/lift/", reason="stuck in the lift")
    assert state(case.match)[0] == "running"


def test_a_whole_appeal_by_pressing_buttons(case: Case) -> None:
    """CP-30 … CP-33: filed with a picture, voted 2–1, answered, seen by the parties alone."""
    case.desk.score(case.match)
    penalise(case, id="a", grade="level", levels="7")
    penalty = Penalty.objects.get()
    assert state(case.match)[2] == "8 : 9"
    player = Visitor(case.loser)
    form = f"{base(case)}matches/{case.match.pk}/appeal/?penalty={penalty.pk}"
    assert "It can be filed until" in player.get(form)
    player.client.post(form, {"text": "Not so!", "penalty": penalty.pk, "pictures": [photo()]})
    appeal = Appeal.objects.get()
    address = f"{base(case)}appeals/{appeal.pk}/"
    picture = f"{address}pictures/{appeal.evidence.get(picture__isnull=False).pk}.jpg"
    assert player.client.get(picture)["Content-Type"] == "image/jpeg"
    assert Visitor(case.winner).client.get(picture).status_code == 200
    assert Visitor().client.get(picture).status_code == 404
    Visitor().get(address, 404)
    for user, vote in zip(case.members, ("uphold", "uphold", "reject"), strict=True):
        member = Visitor(user)
        assert "If it is upheld" in member.get(address)
        member.post(address + "do/vote/", vote=vote)
    other = Visitor(case.members[2]).get(address)
    assert other.count("has voted") == 3
    assert not re.search(r'value="uphold"[^>]*checked', other), "nobody sees another's vote"
    assert "Close and answer" not in player.get(address)
    page = Visitor(case.members[0]).post(address + "do/close/", answer="The card was not shown.")
    assert "2 to uphold, 1 against" in page
    assert "8 : 9 → <strong>A+ : 9</strong>" in page
    assert "The card was not shown." in Visitor(case.winner).get(address)
    assert state(case.match)[2] == "A+ : 9"
    again = player.client.post(form, {"text": "Again!", "penalty": penalty.pk})
    assert "no second one" in again.content.decode()


def test_an_appeal_is_read_in_the_reader_s_language(case: Case) -> None:
    """Whatever language it was filed, voted and answered in."""
    case.desk.score(case.match)
    penalise(case, id="a", grade="level", levels="7")
    penalty = Penalty.objects.get()
    with translation.override("zh-hans"):
        appeal = case.file(penalty, deal_number=2, trick_number=3)
        case.vote(appeal, "uphold", "uphold", "reject")
        case.close(appeal)
    player = Visitor(case.loser)
    page = player.get(f"{base(case)}appeals/{appeal.pk}/")
    assert "Deal 2, trick 3" in " ".join(page.split())
    assert "an appeal was upheld" in player.get(f"{base(case)}penalties/{penalty.pk}/")


def test_who_may_read_rulings(case: Case, make_user: Callable[..., User]) -> None:
    """Parties their own, the public what the event allows, others nothing."""
    penalise(case, id="a")
    penalty = Penalty.objects.get()
    one = f"{base(case)}penalties/{penalty.pk}/"
    stranger = Visitor(make_user("stranger"))
    for visitor, expect in (
        (Visitor(case.loser), 200),
        (Visitor(case.winner), 200),
        (Visitor(case.members[0]), 200),
        (stranger, 404),
        (Visitor(), 404),
    ):
        visitor.get(base(case))
        visitor.get(one, expect)
    services.update_event(event=case.desk.event, by=case.desk.by, settings={"show_rulings": True})
    Visitor().get(one)
    stranger.client.post(one, {"verb": "revoke", "reason": "mine"})
    Visitor(case.loser).post(one, verb="revoke", reason="mine")
    penalty.refresh_from_db()
    assert penalty.revoked_at is None
    Visitor(case.referee).post(one, verb="revoke", reason="my mistake")
    penalty.refresh_from_db()
    assert penalty.revoked_at is not None
    assert "my mistake" in Visitor().get(one)


def test_a_changed_pair_is_entered_on_the_pad(case: Case) -> None:
    """CP-1."""
    address = f"{base(case)}tables/{case.match.pk}/"
    Visitor(case.referee).post(address + "do/changed/", side="1", reason="his brother")
    row = EventMatch.objects.get(pk=case.match.pk)
    assert (row.ending, row.winner) == ("forfeit", side(case.match))
    assert "Our rulings" in Visitor(case.loser).get(base(case) + "here/")
