"""Sanctions: where and how long they hold, and what the person is told."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from django.utils.translation import override

from accounts.models import Club, Sanction, User
from accounts.sanctions import active_for, barred_from_play, lift, muted, sanction, words
from accounts.services import create_guest
from tournaments.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def somebody() -> User:
    return create_guest(language="en")


@pytest.fixture
def club() -> Club:
    return Club.objects.create(slug="house", name="House")


def an_event(club: Club | None = None) -> Event:
    return Event.objects.create(
        slug=f"e{Event.objects.count()}", name="Cup", game="shengji",
        starts_at=timezone.now(), club=club,
    )  # fmt: skip


def test_a_club_s_ban_holds_in_the_club_and_its_events_only(somebody: User, club: Club) -> None:
    sanction(user=somebody, kind="ban", by=None, reason="Noise", club=club)
    assert barred_from_play(somebody, club)
    assert barred_from_play(somebody, an_event(club))
    assert muted(somebody, club)
    assert barred_from_play(somebody) is None
    assert barred_from_play(somebody, an_event()) is None


def test_a_suspension_from_an_event_is_not_one_from_the_club(somebody: User, club: Club) -> None:
    cup = an_event(club)
    sanction(user=somebody, kind="suspension", by=None, reason="Refusal", event=cup)
    assert barred_from_play(somebody, cup)
    assert muted(somebody, cup) is None
    assert barred_from_play(somebody, club) is None


def test_the_site_s_sanctions_hold_everywhere_until_their_end(somebody: User, club: Club) -> None:
    now = timezone.now()
    end = now + timedelta(days=1)
    sanction(user=somebody, kind="suspension", by=None, reason="Bots", until=end)
    for scope in (None, club, an_event(club)):
        assert barred_from_play(somebody, scope)
        assert barred_from_play(somebody, scope, at=end - timedelta(microseconds=1))
        assert barred_from_play(somebody, scope, at=end) is None
        assert barred_from_play(somebody, scope, at=now - timedelta(hours=1)) is None


def test_lifted_it_holds_no_more_and_is_kept(somebody: User) -> None:
    row = sanction(user=somebody, kind="mute", by=None, reason="Spam")
    assert muted(somebody)
    lift(sanction=row, by=None, reason="Apologised")
    again = lift(sanction=row, by=None, reason="Twice")
    assert muted(somebody) is None
    assert again.lift_reason == "Apologised"
    assert Sanction.objects.count() == 1


def test_a_warning_keeps_from_nothing_and_says_why(somebody: User) -> None:
    row = sanction(user=somebody, kind="warning", by=None, reason="Slow on purpose")
    assert barred_from_play(somebody) is None
    assert muted(somebody) is None
    assert list(active_for(somebody)) == [row]
    assert "Slow on purpose" in words(row)


def test_a_sanction_has_a_reason_and_a_length(somebody: User) -> None:
    with override("en"), pytest.raises(ValueError, match="reason"):
        sanction(user=somebody, kind="ban", by=None, reason=" ")
    with override("en"), pytest.raises(ValueError, match="end before"):
        sanction(
            user=somebody, kind="ban", by=None, reason="x", until=timezone.now() - timedelta(1)
        )


def test_what_a_sanction_covers_is_said_by_name_and_a_warning_has_no_end(
    somebody: User, club: Club
) -> None:
    with override("en"):
        row = sanction(user=somebody, kind="mute", by=None, reason="Noise", club=club)
        assert (
            words(row)
            == "may not write (the club House and its events), without end · Reason: Noise"
        )
        row = sanction(user=somebody, kind="warning", by=None, reason="Noise", event=an_event())
        assert words(row) == "warning (the event Cup) · Reason: Noise"
        later = timezone.now() + timedelta(days=1)
        row = sanction(user=somebody, kind="ban", by=None, reason="Noise", starts_at=later)
        assert words(row).startswith("banned (the whole site), from ")
