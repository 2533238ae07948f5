"""Appeals: in time, before a committee free to judge, with what follows (CP-30 … CP-33)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from io import BytesIO

import pytest
import time_machine
from django.core import mail
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone, translation
from PIL import Image

from accounts.models import User
from tests.tournaments.conftest import Desk, pairs
from tests.tournaments.desk.conftest import Visitor
from tests.tournaments.test_entries import refused
from tests.tournaments.test_penalties import give, side, state
from tests.tournaments.test_results import points
from tournaments import selectors, services
from tournaments.models import Appeal, EventMatch, Penalty, Round, Stage
from tournaments.services import Invalid, No
from tournaments.simulation import inconsistencies

MINUTE = timedelta(minutes=1)


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    with translation.override("en"):
        yield


class Case:
    """A match that side 0 has won and lost again by a ruling; a committee of three."""

    def __init__(self, desk: Desk, make_user: Callable[..., User]) -> None:
        self.desk = desk
        self.players = {n: (make_user(f"{n}1"), make_user(f"{n}2")) for n in "abcd"}
        for name, users in self.players.items():
            services.add_entry(
                event=desk.event, by=desk.by, name=name,
                club_name=f"Club {name}", players=[{"user": u} for u in users],
            )  # fmt: skip
        self.referee = make_user("ref")
        services.give_role(event=desk.event, by=desk.by, user=self.referee, role="referee")
        self.members = [make_user(f"m{index}") for index in range(3)]
        for user in self.members:
            services.give_role(event=desk.event, by=desk.by, user=user, role="committee")
        self.stage = desk.start()
        self.round = desk.draw(self.stage)
        self.match = self.round.matches.get(order=0)
        self.loser = self.players[side(self.match).name][0]
        self.winner = self.players[side(self.match, 1).name][0]

    def lose(self) -> Penalty:
        self.desk.score(self.match)
        penalty = give(self.desk, self.match, "level", levels=7)
        Penalty.objects.filter(pk=penalty.pk).update(referee=self.referee)
        self.match.refresh_from_db()
        return Penalty.objects.get(pk=penalty.pk)

    def file(self, penalty: Penalty | None, by: User | None = None, **more: object) -> Appeal:
        match = EventMatch.objects.get(pk=self.match.pk)
        return services.file_appeal(
            match=match, penalty=penalty, by=by or self.loser, text="It was not so.", **more
        )  # type: ignore[arg-type]

    def vote(self, appeal: Appeal, *votes: str) -> None:
        for user, vote in zip(self.members, votes, strict=False):
            if vote:
                services.cast_vote(appeal=appeal, by=user, vote=vote)

    def close(self, appeal: Appeal) -> Appeal:
        return services.close_appeal(appeal=appeal, by=self.members[0], answer="We have looked.")


@pytest.fixture
def case(make_desk: Callable[..., Desk], make_user: Callable[..., User]) -> Case:
    return Case(make_desk(0, stages=[{"kind": "swiss", "rounds": 3}]), make_user)


# ------------------------------------------------------------------------------------ filing


def test_cp_30_in_time_up_to_the_very_instant_and_refused_after_it(case: Case) -> None:
    """Thirty minutes after the end of the match by the server's clock; the deadline is shown."""
    penalty = case.lose()
    until = services.appeal_deadline(case.match, penalty)
    assert until is not None
    assert until - penalty.recorded_at == 30 * MINUTE
    with time_machine.travel(until + timedelta(microseconds=1), tick=False):
        why = refused(No.APPEAL_LATE, lambda: case.file(penalty))
        assert "until" in str(why)
    with time_machine.travel(until, tick=False):
        assert case.file(penalty).due_at == until + 120 * MINUTE


def test_cp_30_an_appeal_after_twenty_nine_minutes_is_taken(case: Case) -> None:
    penalty = case.lose()
    assert case.match.ended_at is not None
    with time_machine.travel(case.match.ended_at + 29 * MINUTE, tick=False):
        assert case.file(penalty).is_open


def test_cp_30_a_second_one_on_the_same_matter_is_refused(case: Case) -> None:
    """By either party, and after the answer too."""
    penalty = case.lose()
    appeal = case.file(penalty)
    refused(No.APPEAL_AGAIN, lambda: case.file(penalty))
    refused(No.APPEAL_AGAIN, lambda: case.file(penalty, case.winner))
    case.vote(appeal, "uphold", "uphold", "reject")
    case.close(appeal)
    refused(No.APPEAL_AGAIN, lambda: case.file(penalty))


def test_cp_30_who_lost_by_a_penalty_appeals_against_the_penalty(case: Case) -> None:
    """An appeal against the match as well would be a second one on the matter."""
    penalty = give(case.desk, case.match, "loss")
    why = refused(No.APPEAL_THE_PENALTY, lambda: case.file(None))
    assert "appeal against the penalty" in str(why)
    assert case.file(penalty).is_open
    refused(No.APPEAL_THE_PENALTY, lambda: case.file(None))


def test_cp_30_a_forfeit_after_a_revoked_penalty_can_be_appealed_against(case: Case) -> None:
    """What had ended the match before is no matter: it is the forfeit that counts."""
    penalty = give(case.desk, case.match, "loss")
    services.revoke_penalty(penalty=penalty, by=case.desk.by, reason="another pair")
    services.forfeit(match=case.match, by=case.desk.by, side=0)
    assert case.file(None).is_open


def test_cp_30_a_ruling_changed_late_is_appealed_from_the_change_on(case: Case) -> None:
    """The thirty minutes begin with the new ruling, which is another matter; once on that too."""
    penalty = case.lose()
    first = case.file(penalty)
    late = penalty.recorded_at + 300 * MINUTE
    with time_machine.travel(late, tick=False):
        refused(No.APPEAL_AGAIN, lambda: case.file(penalty))
        services.change_penalty(penalty=penalty, by=case.desk.by, reason="worse", grade="loss")
    assert services.appeal_deadline(case.match, penalty) == late + 30 * MINUTE
    with time_machine.travel(late + 30 * MINUTE, tick=False):
        second = case.file(penalty)
        assert second.matter != first.matter
        refused(No.APPEAL_AGAIN, lambda: case.file(penalty))
        refused(No.APPEAL_AGAIN, lambda: case.file(penalty, case.winner))


def test_cp_30_the_same_ruling_given_again_is_no_new_matter(case: Case) -> None:
    penalty = case.lose()
    case.file(penalty)
    services.change_penalty(penalty=penalty, by=case.desk.by, reason="as before", levels=7)
    refused(No.APPEAL_AGAIN, lambda: case.file(penalty))


def test_cp_30_what_the_committee_has_changed_is_not_appealed_again(case: Case) -> None:
    penalty = case.lose()
    appeal = case.file(penalty)
    until = services.appeal_deadline(case.match, penalty)
    services.set_remedy(appeal=appeal, by=case.members[0], remedy="change", grade="warning")
    case.vote(appeal, "uphold", "uphold", "uphold")
    case.close(appeal)
    assert services.appeal_deadline(case.match, penalty) == until
    refused(No.APPEAL_AGAIN, lambda: case.file(penalty, case.winner))


def test_cp_30_a_new_ruling_on_a_match_is_a_new_matter(case: Case) -> None:
    """Won on appeal, then forfeited anew: that is appealed against like the first time."""
    services.forfeit(match=case.match, by=case.desk.by, side=0)
    appeal = case.file(None)
    refused(No.APPEAL_AGAIN, lambda: case.file(None))
    case.vote(appeal, "uphold", "uphold", "uphold")
    case.close(appeal)
    refused(No.NO_RULING, lambda: case.file(None))
    services.forfeit(match=case.match, by=case.desk.by, side=0)
    assert case.file(None).is_open


def test_cp_33_upheld_after_the_referee_has_given_in(case: Case) -> None:
    """The penalty is revoked already: there is nothing left to change."""
    penalty = case.lose()
    appeal = case.file(penalty)
    services.revoke_penalty(penalty=penalty, by=case.desk.by, reason="they are right")
    case.vote(appeal, "uphold", "uphold", "uphold")
    assert case.close(appeal).state == "upheld"
    assert state(case.match)[2] == "A+ : 9"
    assert not [text for text in inconsistencies(case.desk.event) if "appeal" in text]


def test_cp_30_players_and_captains_appeal_and_nobody_else(case: Case) -> None:
    penalty = case.lose()
    for user in (case.referee, case.members[0], case.desk.by):
        refused(No.NOT_OF_THE_PAIR, lambda user=user: case.file(penalty, user))


def test_cp_30_there_is_something_to_appeal_against(case: Case) -> None:
    """A result as it was played is none; in writing it must be."""
    case.desk.score(case.match)
    refused(No.NO_RULING, lambda: case.file(None))
    penalty = give(case.desk, case.match, "warning")
    with pytest.raises(Invalid):
        services.file_appeal(match=case.match, penalty=penalty, by=case.loser, text="  ")
    services.revoke_penalty(penalty=penalty, by=case.desk.by, reason="no")
    refused(No.NO_RULING, lambda: case.file(penalty))


def photo(width: int = 60, kind: str = "PNG") -> SimpleUploadedFile:
    out = BytesIO()
    Image.new("RGB", (width, 40), "red").save(out, kind)
    return SimpleUploadedFile("table.png", out.getvalue() + b"<script>hidden</script>")


def test_cp_30_pictures_are_written_anew(case: Case) -> None:
    """What else was in the file is gone; large ones become smaller."""
    appeal = case.file(case.lose(), pictures=[photo(3000)], deal_number=4, trick_number=9)
    picture = appeal.evidence.get(picture__isnull=False)
    assert picture.picture is not None
    data = bytes(picture.picture)
    assert data.startswith(b"\xff\xd8")
    assert b"script" not in data
    assert Image.open(BytesIO(data)).width == 1600
    assert appeal.evidence.get(picture__isnull=True).trick_number == 9


def test_cp_30_what_is_no_picture_is_refused(case: Case) -> None:
    penalty = case.lose()
    for files in (
        [SimpleUploadedFile("x.png", b"<svg onload=alert(1)>")],
        [photo() for _ in range(7)],
    ):
        with pytest.raises(Invalid):
            case.file(penalty, pictures=files)
    assert not Appeal.objects.exists()


# --------------------------------------------------------------------------------- committee


def test_cp_31_own_pair_own_club_and_the_referee_are_barred(case: Case) -> None:
    """Each may be replaced by somebody who is free; a substitute is barred alike."""
    penalty = case.lose()
    roles = [
        (case.players[side(case.match, 1).name][1], "pair"),
        (case.referee, "referee"),
    ]
    club = selectors.entries(case.desk.event).get(name=side(case.match).name).club_name
    services.update_entry(
        entry=case.desk.event.entries.get(players__user=case.players[_idle(case)][0]),
        by=case.desk.by, club_name=club,
    )  # fmt: skip
    roles.append((case.players[_idle(case)][0], "club"))
    for user, _why in roles:
        services.give_role(event=case.desk.event, by=case.desk.by, user=user, role="committee")
    appeal = case.file(penalty)
    for user, why in roles:
        assert appeal.seats.get(user=user).barred == why
        refused(
            No.BARRED_MEMBER,
            lambda user=user: services.cast_vote(appeal=appeal, by=user, vote="uphold"),
        )
    assert appeal.seats.filter(barred="").count() == 3
    seat = appeal.seats.get(barred="referee")
    refused(
        No.BARRED_MEMBER,
        lambda: services.name_substitute(seat=seat, by=case.desk.by, user=case.loser),
    )
    refused(
        No.NOT_A_MEMBER,
        lambda: services.name_substitute(seat=seat, by=case.desk.by, user=case.members[0]),
    )
    free = case.players[_idle(case)][0].__class__.objects.create_user("free")
    services.name_substitute(seat=seat, by=case.desk.by, user=free)
    services.cast_vote(appeal=appeal, by=free, vote="reject")
    assert appeal.seats.filter(barred="").count() == 4


def test_cp_31_whoever_has_changed_the_penalty_is_barred_too(case: Case) -> None:
    """The ruling is theirs as much as of the referee who had given it."""
    penalty = case.lose()
    chief = case.members[2]
    services.give_role(event=case.desk.event, by=case.desk.by, user=chief, role="chief_referee")
    services.change_penalty(penalty=penalty, by=chief, reason="two are enough", levels=2)
    appeal = case.file(penalty)
    assert appeal.seats.get(user=chief).barred == "referee"
    refused(No.BARRED_MEMBER, lambda: services.cast_vote(appeal=appeal, by=chief, vote="uphold"))


def test_cp_31_a_substitute_who_has_voted_stays(case: Case, make_user: Callable[..., User]) -> None:
    """Nobody takes a sealed vote out by naming somebody else; before the vote that is fine."""
    penalty = case.lose()
    services.give_role(event=case.desk.event, by=case.desk.by, user=case.referee, role="committee")
    appeal = case.file(penalty)
    seat = appeal.seats.get(barred="referee")
    first, second, third = (make_user(f"free{index}") for index in range(3))
    services.name_substitute(seat=seat, by=case.desk.by, user=first)
    services.name_substitute(seat=seat, by=case.desk.by, user=second)
    services.cast_vote(appeal=appeal, by=second, vote="uphold")
    refused(No.HAS_VOTED, lambda: services.name_substitute(seat=seat, by=case.desk.by, user=third))
    assert appeal.seats.get(user=second).vote == "uphold"


def _idle(case: Case) -> str:
    """A pair that does not play in the match."""
    playing = {s.entry.name for s in case.match.sides.all()}
    return next(n for n in "abcd" if n not in playing)


VOTES = [
    # three may vote; what they vote, and what comes of it
    (("uphold", "uphold", "reject"), "upheld", True),
    (("uphold", "reject", "reject"), "rejected", True),
    (("uphold", "reject", "abstain"), "rejected", True),  # a tie: the ruling stands
    (("uphold", "abstain", "abstain"), "upheld", True),  # a majority of the votes cast
    (("abstain", "abstain", "abstain"), "rejected", True),
    (("uphold", "", ""), "rejected", False),  # one of three is no quorum
    (("uphold", "uphold", ""), "upheld", True),
    (("uphold", "abstain", ""), "upheld", True),  # abstainers take part
    (("", "", ""), "rejected", False),
]


@pytest.mark.parametrize(("votes", "outcome", "quorum"), VOTES)
def test_cp_31_a_simple_majority_of_the_votes_cast(
    case: Case, votes: tuple[str, ...], outcome: str, quorum: bool
) -> None:
    """CP-31: at least half take part; a tie or no quorum: the ruling stands."""
    appeal = case.file(case.lose())
    case.vote(appeal, *votes)
    with time_machine.travel(appeal.due_at, tick=False):
        appeal = case.close(appeal)
    assert (appeal.state, appeal.quorum) == (outcome, quorum)
    counted = (appeal.ayes, appeal.noes, appeal.abstained)
    assert counted == tuple(votes.count(v) for v in ("uphold", "reject", "abstain"))


def test_cp_31_nobody_closes_a_vote_that_is_still_open(case: Case) -> None:
    """Before it is due, votes that could decide it are waited for; strangers never close it."""
    appeal = case.file(case.lose())
    case.vote(appeal, "uphold")
    refused(No.VOTES_MISSING, lambda: case.close(appeal))
    refused(
        No.NOT_A_MEMBER,
        lambda: services.close_appeal(appeal=appeal, by=case.loser, answer="I win."),
    )
    case.vote(appeal, "uphold", "uphold")
    refused(No.VOTES_MISSING, lambda: case.close(appeal))
    case.vote(appeal, "uphold", "uphold", "reject")
    assert case.close(appeal).state == "upheld"
    refused(No.APPEAL_CLOSED, lambda: case.vote(appeal, "reject"))


def test_cp_31_another_remedy_clears_the_votes(case: Case) -> None:
    """A vote is for one remedy; a penalty can be given another grade instead."""
    penalty = case.lose()
    appeal = case.file(penalty)
    case.vote(appeal, "uphold", "uphold", "uphold")
    services.set_remedy(appeal=appeal, by=case.members[1], remedy="change", grade="level", levels=1)
    assert not appeal.seats.exclude(vote="").exists()
    case.vote(appeal, "uphold", "uphold", "reject")
    case.close(appeal)
    assert state(case.match)[2] == "A : 9"
    assert [h.kind for h in penalty.history.all()] == ["recorded", "changed"]


# ------------------------------------------------------------------------------------ clock


def test_cp_32_reminders_at_half_time_and_before_it_is_due(case: Case) -> None:
    """To those who have not voted; then it is overdue. Two hours, unless the event says else."""
    appeal = case.file(case.lose())
    assert appeal.due_at - appeal.filed_at == 120 * MINUTE
    case.vote(appeal, "uphold")
    mail.outbox.clear()
    for minutes, letters in ((59, 0), (60, 2), (104, 2), (105, 4), (120, 6), (200, 6)):
        services.fire_due(now=appeal.filed_at + minutes * MINUTE)
        assert appeal.seats.filter(reminded_at__isnull=False).count() == (2 if letters else 0)
    verbs = list(case.desk.event.audit.filter(actor_name="").values_list("verb", flat=True))
    assert verbs.count("remind_committee") == 2
    assert verbs.count("appeal_overdue") == 1
    assert not appeal.overdue
    with time_machine.travel(appeal.due_at + MINUTE, tick=False):
        assert appeal.overdue


def test_cp_32_the_answer_is_written_and_names_the_count(case: Case) -> None:
    """Published to the parties; after it nothing reminds any more."""
    appeal = case.file(case.lose())
    case.vote(appeal, "uphold", "reject", "reject")
    with pytest.raises(Invalid):
        services.close_appeal(appeal=appeal, by=case.members[0], answer=" ")
    case.close(appeal)
    for user in (case.loser, case.winner):
        mine = selectors.appeals(case.desk.event, user).get()
        assert (mine.answer, mine.ayes, mine.noes) == ("We have looked.", 1, 2)
    outsider = case.players[_idle(case)][0]
    assert not selectors.appeals(case.desk.event, outsider).exists()
    assert not selectors.appeals(case.desk.event, None).exists()
    services.fire_due(now=timezone.now() + 300 * MINUTE)
    assert not case.desk.event.audit.filter(verb="remind_committee").exists()


# ------------------------------------------------------------------------------ what follows


def test_cp_33_upheld_results_standings_and_the_next_draw_follow(case: Case) -> None:
    """The published draw of the next round is made anew, and what changed is kept."""
    desk, event = case.desk, case.desk.event
    others = case.round.matches.exclude(pk=case.match.pk).get()
    desk.score(others, "A+", "K")
    penalty = case.lose()
    services.finish_round(round=case.round, by=desk.by)
    second = services.draw_round(stage=case.stage, by=desk.by)
    assert isinstance(second, Round)
    services.publish_round(round=second, by=desk.by)
    before = sorted(map(sorted, (p.split("-") for p in pairs(second))))
    assert state(case.match)[2] == "8 : 9"
    appeal = case.file(penalty)
    seen = selectors.appeal_preview(appeal)
    assert seen.moves
    assert (seen.result_before, seen.result_after) == ("8 : 9", "A+ : 9")
    assert seen.pairings_change, "the published draw would be made anew"
    assert state(case.match)[2] == "8 : 9", "looking ahead changes nothing"
    case.vote(appeal, "uphold", "uphold", "reject")
    appeal = case.close(appeal)
    assert (appeal.ayes, appeal.noes) == (2, 1)
    assert state(case.match)[2] == "A+ : 9"
    assert points(desk, case.stage)[side(case.match).name] == "19"
    assert appeal.difference["result"] == ["8 : 9", "A+ : 9"]
    assert {m["entry"] for m in appeal.difference["moves"]} >= {side(case.match).number}
    new = Round.objects.get(stage=case.stage, number=2)
    after = sorted(map(sorted, (p.split("-") for p in pairs(new))))
    assert new.status == "published"
    assert after != before
    assert appeal.difference["redrawn"][0]["round"] == 2
    assert event.audit.filter(verb="redraw").count() == 1


def test_cp_33_a_round_that_has_begun_stays_as_it_is(case: Case) -> None:
    desk = case.desk
    desk.score(case.round.matches.exclude(pk=case.match.pk).get(), "A+", "K")
    penalty = case.lose()
    services.finish_round(round=case.round, by=desk.by)
    second = desk.draw(case.stage)
    before = pairs(second)
    appeal = case.file(penalty)
    case.vote(appeal, "uphold", "uphold", "uphold")
    assert case.close(appeal).difference["redrawn"] == []
    assert pairs(Round.objects.get(pk=second.pk)) == before


def test_cp_33_an_upheld_appeal_against_a_loss_gives_the_match_back(case: Case) -> None:
    penalty = give(case.desk, case.match, "loss")
    assert state(case.match)[0] == "confirmed"
    appeal = case.file(penalty)
    assert selectors.appeal_preview(appeal).moves
    case.vote(appeal, "uphold", "uphold", "uphold")
    case.close(appeal)
    assert state(case.match)[0] == "running"


def test_cp_33_a_forfeit_can_be_appealed_against(case: Case) -> None:
    """A match that was decided without play is open again."""
    services.forfeit(match=case.match, by=case.desk.by, side=0)
    appeal = case.file(None)
    case.vote(appeal, "uphold", "uphold", "reject")
    appeal = case.close(appeal)
    assert state(case.match)[0] == "running"
    assert appeal.difference["result"] == ["forfeit", ""]


def test_cp_33_upheld_also_once_the_final_has_begun(
    make_desk: Callable[..., Desk], make_user: Callable[..., User]
) -> None:
    """CP-33: the semi-final is open again, the final is played on as it is (case 20)."""
    case = Case(make_desk(0, stages=[{"kind": "knockout"}]), make_user)
    services.forfeit(match=case.match, by=case.desk.by, side=0)
    final = case.desk.draw(case.desk.play(case.round).stage)
    before = pairs(final)
    appeal = case.file(None)
    case.vote(appeal, "uphold", "uphold", "reject")
    appeal = case.close(appeal)
    assert appeal.state == "upheld"
    assert state(case.match)[0] == "running"
    assert pairs(final) == before
    assert case.desk.event.audit.filter(verb="note_correction").count() == 1


def ended(case: Case, penalty: Penalty) -> Appeal:
    """The appeal is open when the stage ends, after its first round."""
    case.desk.score(case.round.matches.exclude(pk=case.match.pk).get(), "A+", "K")
    services.finish_round(round=case.round, by=case.desk.by)
    appeal = case.file(penalty)
    services.end_stage(stage=case.stage, by=case.desk.by, reason="the hall closes")
    return appeal


def ranking(case: Case) -> dict[str, int]:
    return {e.name: rank for rank, e, _stage in selectors.final_ranking(case.desk.event)}


def test_cp_33_final_ranks_follow_an_appeal_upheld_after_the_end_of_the_stage(case: Case) -> None:
    """Podium, certificates and result book have the order as it is then, not the old one."""
    appeal = ended(case, case.lose())
    loser, winner = side(case.match).name, side(case.match, 1).name
    services.recount(stage_id=case.stage.pk)
    assert ranking(case)[winner] < ranking(case)[loser]
    case.vote(appeal, "uphold", "uphold", "uphold")
    case.close(appeal)
    services.recount_stale()
    assert ranking(case)[loser] == 1
    assert ranking(case)[loser] < ranking(case)[winner]


def test_cp_33_the_event_is_not_finished_while_an_appeal_is_open(case: Case) -> None:
    """The results would be final that the answer may change; the director sees what is missing."""
    appeal = ended(case, case.lose())
    case.desk.event.refresh_from_db()
    (step,) = selectors.next_steps(case.desk.event)
    assert (step.verb, step.blocked) == ("finish_event", "Appeals that wait for an answer: 1")
    refused(No.OPEN_APPEALS, lambda: services.finish_event(event=case.desk.event, by=case.desk.by))
    case.vote(appeal, "reject", "reject", "reject")
    case.close(appeal)
    assert not selectors.next_steps(case.desk.event)[0].blocked
    services.finish_event(event=case.desk.event, by=case.desk.by)


def test_cp_33_who_ends_a_stage_is_told_of_its_open_appeals(case: Case) -> None:
    """It may end all the same: a stage does not wait two hours for an answer."""
    case.desk.score(case.round.matches.exclude(pk=case.match.pk).get(), "A+", "K")
    penalty = case.lose()
    services.finish_round(round=case.round, by=case.desk.by)

    def end() -> str:
        steps = selectors.next_steps(case.desk.event)
        return next(step.note for step in steps if step.verb == "end_stage")

    assert end() == ""
    case.desk.event.refresh_from_db()
    case.file(penalty)
    assert "wait for an answer: 1" in end()
    page = Visitor(case.desk.by).get(f"/events/{case.desk.event.slug}/desk/")
    assert "Appeals of this stage that wait for an answer: 1" in page


def test_cp_33_rejected_nothing_changes(case: Case) -> None:
    penalty = case.lose()
    before = points(case.desk, Stage.objects.get(pk=case.stage.pk))
    appeal = case.file(penalty)
    case.vote(appeal, "reject", "reject", "uphold")
    assert case.close(appeal).difference == {}
    assert state(case.match)[2] == "8 : 9"
    assert points(case.desk, case.stage) == before


def test_members_named_later_join_in(
    make_desk: Callable[..., Desk], make_user: Callable[..., User], case: Case
) -> None:
    """CP-2: an appeal is not lost because the committee was named too late."""
    appeal = case.file(case.lose())
    late = make_user("late")
    services.give_role(event=case.desk.event, by=case.desk.by, user=late, role="committee")
    refused(No.NOT_A_MEMBER, lambda: services.cast_vote(appeal=appeal, by=late, vote="uphold"))
    services.fill_committee(appeal=appeal, by=case.desk.by)
    services.cast_vote(appeal=appeal, by=late, vote="uphold")
    assert appeal.seats.count() == 4
