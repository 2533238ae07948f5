"""A whole afternoon of match rules, on line and in a hall."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
import time_machine
from django.utils import translation

from accounts.models import User
from games import hooks
from tests.tournaments.conftest import Desk, pairs
from tests.tournaments.test_entries import refused
from tests.tournaments.test_noshows import fire
from tests.tournaments.test_online import ended
from tests.tournaments.test_penalties import give, state
from tests.tournaments.test_results import points
from tournaments import selectors, services
from tournaments.models import EventMatch, MatchSide, Round
from tournaments.services import No

MINUTE = timedelta(minutes=1)


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    with translation.override("en"):
        yield


class Afternoon:
    """Four pairs with accounts, a referee, a committee of three of which one is of a club."""

    def __init__(self, desk: Desk, make_user: Callable[..., User]) -> None:
        self.desk, self.event = desk, desk.event
        self.players: dict[str, tuple[User, User]] = {}
        for name in "abcd":
            users = make_user(f"{name}1"), make_user(f"{name}2")
            services.add_entry(
                event=desk.event, by=desk.by, name=name, club_name=f"Club {name}",
                players=[{"user": user} for user in users],
            )  # fmt: skip
            self.players[name] = users
        self.stage = desk.start()
        drawn = services.draw_round(stage=self.stage, by=desk.by)
        assert isinstance(drawn, Round)
        self.round = services.publish_round(round=drawn, by=desk.by)
        self.match, self.other = self.round.matches.order_by("order")
        self.late, self.opponent = self.match.sides.select_related("entry").order_by("side")
        self.members = [make_user("m0"), make_user("m1"), self.players[self.idle][0]]
        services.update_entry(
            entry=self.event.entries.get(name=self.idle), by=desk.by,
            club_name=self.opponent.entry.club_name,
        )  # fmt: skip
        for user in self.members:
            services.give_role(event=desk.event, by=desk.by, user=user, role="committee")
        self.substitute = make_user("sub")

    @property
    def idle(self) -> str:
        """A pair of the other match."""
        side = self.other.sides.select_related("entry").first()
        assert side is not None
        return side.entry.name

    def arrive(self, side: MatchSide, minutes: int) -> None:
        """Both of a pair are ready in their seats, or check in at the table."""
        called = Round.objects.get(pk=self.round.pk).started_at
        assert called is not None
        match = EventMatch.objects.get(pk=side.match_id)
        at = called + minutes * MINUTE
        if match.table_id is None:
            services.check_in_at_table(match=match, code=side.entry.code, at=at)
            return
        for user in self.players[side.entry.name]:
            services.seat_changed(table_id=match.table_id, user_id=user.pk, here=True, at=at)

    def score(self, match: EventMatch, first: str, second: str) -> None:
        """The result, from the table's record or a scorer."""
        row = EventMatch.objects.select_related("table", "event").get(pk=match.pk)
        if row.table is None:
            self.desk.score(row, first, second)
        else:
            hooks.match_over(ended(row.table, [first, second]).pk)


@pytest.mark.parametrize("mode", ["hall", "online"])
def test_a_late_pair_warnings_a_level_loss_and_an_appeal_upheld(
    make_desk: Callable[..., Desk], make_user: Callable[..., User], mode: str
) -> None:
    """CP-1, CP-3, CP-4, CP-11, CP-12, CP-30, CP-31, CP-33."""
    desk = make_desk(
        0, mode=mode, stages=[{"kind": "swiss", "rounds": 3}], settings={"call_tables": True}
    )
    day = Afternoon(desk, make_user)
    entry = day.late.entry
    asked = services.ask_leave(round=day.round, entry=entry, by=day.players[entry.name][0])
    services.answer_leave(leave=asked, by=desk.by, grant=True)
    called = services.start_round(round=day.round, by=desk.by).started_at
    assert called is not None
    for side in (day.opponent, *day.other.sides.select_related("entry")):
        day.arrive(side, 1)
    assert fire(day.match, called + 10 * MINUTE).state == "running"
    day.arrive(day.late, 14)
    assert fire(day.match, called + 20 * MINUTE).state == "running"

    for _ in range(2):
        give(desk, day.match, "warning", "exposed_card", entry=day.opponent.entry)
    count = selectors.penalty_count(day.event, day.opponent.entry)
    assert (count.warnings, count.violations) == (0, 1)
    day.score(day.match, "5", "A+")
    day.score(day.other, "A+", "K")
    penalty = give(desk, day.match, "level", "deal_spoilt", entry=day.opponent.entry, levels=11)
    assert state(day.match)[2] == "5 : 4"
    services.finish_round(round=day.round, by=desk.by)
    second = services.draw_round(stage=day.stage, by=desk.by)
    assert isinstance(second, Round)
    services.publish_round(round=second, by=desk.by)
    before = set(pairs(second))

    match = EventMatch.objects.get(pk=day.match.pk)
    assert match.ended_at is not None
    player = day.players[day.opponent.entry.name][0]
    with time_machine.travel(match.ended_at + 29 * MINUTE, tick=False):
        appeal = services.file_appeal(match=match, by=player, penalty=penalty, text="Not so.")
        barred = appeal.seats.get(user=day.members[2])
        assert barred.barred == "club"
        services.name_substitute(seat=barred, by=desk.by, user=day.substitute)
        voters = (day.members[0], day.members[1], day.substitute)
        for user, vote in zip(voters, ("uphold", "reject", "uphold"), strict=True):
            services.cast_vote(appeal=appeal, by=user, vote=vote)
        appeal = services.close_appeal(appeal=appeal, by=day.members[0], answer="The deal stands.")
    assert (appeal.state, appeal.ayes, appeal.noes) == ("upheld", 2, 1)
    assert state(day.match)[2] == "5 : A+"
    assert points(desk, day.stage)[day.opponent.entry.name] == "23"
    assert appeal.difference["result"] == ["5 : 4", "5 : A+"]
    assert appeal.difference["moves"]
    assert set(pairs(Round.objects.get(stage=day.stage, number=2))) != before
    refused(
        No.APPEAL_AGAIN,
        lambda: services.file_appeal(match=match, by=player, penalty=penalty, text="Again."),
    )
