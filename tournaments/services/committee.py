"""The committee of an appeal: who is barred, who takes their place, the sealed vote (CP-31)."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from accounts.models import Membership, User
from accounts.permissions import ORGANISE
from tournaments.models import (
    Appeal,
    CommitteeSeat,
    Entry,
    EntryPlayer,
    EventRole,
)
from tournaments.services.errors import No, Refused
from tournaments.services.news import News, announce
from tournaments.services.trail import as_role, record, require

Barred = CommitteeSeat.Barred
Vote = CommitteeSeat.Vote


def seat_committee(appeal: Appeal) -> list[CommitteeSeat]:
    """The members of the event's committee, each with why they are barred, if they are."""
    members = User.objects.filter(
        event_roles__event=appeal.event, event_roles__role=EventRole.Role.COMMITTEE
    )
    known = set(appeal.seats.values_list("user_id", flat=True))
    return [
        CommitteeSeat.objects.create(appeal=appeal, user=user, barred=why_barred(appeal, user))
        for user in members.distinct().order_by("pk")
        if user.pk not in known
    ]


@transaction.atomic
def fill_committee(*, appeal: Appeal, by: User) -> list[CommitteeSeat]:
    """Members that the organiser has named since the appeal was filed join in."""
    row = locked_appeal(appeal)
    actor = require(row.event, by, ORGANISE)
    seated = seat_committee(row)
    names = [str(seat.user) for seat in seated]
    record(row.event, actor, "fill_committee", match=row.match, entry=row.entry, after=names)
    announce(row.event, News.APPEALS, appeal=row.pk)
    return seated


def why_barred(appeal: Appeal, user: User) -> str:
    """CP-31: of a party's pair or club, or a referee of the ruling; empty if none of it."""
    if _ruled(appeal, user):
        return Barred.REFEREE
    parties = list(parties_of(appeal))
    pair = EntryPlayer.objects.filter(entry__in=parties, user=user).exists()
    if pair or any(e.team is not None and e.team.captain_id == user.pk for e in parties):
        return Barred.PAIR
    return Barred.CLUB if _same_club(appeal, user, parties) else ""


def _ruled(appeal: Appeal, user: User) -> bool:
    """The ruling that is appealed against is of this referee's making, or was changed by them."""
    penalty = appeal.penalty
    if penalty is not None:
        return penalty.referee_id == user.pk or penalty.history.filter(by=user).exists()
    last = appeal.match.changes.order_by("-revision").first()
    return last is not None and last.by_id == user.pk


def parties_of(appeal: Appeal) -> list[Entry]:
    """Both pairs of the match, and who was penalised."""
    rows = Entry.objects.filter(sides__match=appeal.match).select_related("team", "club")
    found = {entry.pk: entry for entry in rows}
    found[appeal.entry_id] = appeal.entry
    return list(found.values())


def _same_club(appeal: Appeal, user: User, parties: list[Entry]) -> bool:
    """By membership on this site, and by the clubs that pairs have entered for."""
    clubs = {entry.club_id for entry in parties if entry.club_id is not None}
    names = {e.club_name.strip().casefold() for e in parties if e.club_name.strip()}
    theirs = Membership.objects.filter(user=user).values_list("club_id", "club__name")
    if any(pk in clubs or name.strip().casefold() in names for pk, name in theirs):
        return True
    own = EntryPlayer.objects.filter(event=appeal.event, user=user, active=True)
    played = own.values_list("entry__club_name", flat=True)
    return any(name.strip().casefold() in names for name in played if name.strip())


@transaction.atomic
def name_substitute(*, seat: CommitteeSeat, by: User, user: User) -> CommitteeSeat:
    """The organiser puts somebody in a barred member's place; the same bars hold for them.

    A substitute who has voted stays: no vote is taken out again (CP-31).
    """
    appeal = locked_appeal(seat.appeal)
    actor = require(appeal.event, by, ORGANISE)
    why = why_barred(appeal, user)
    if why:
        raise Refused(No.BARRED_MEMBER, why=Barred(why).label)
    if not seat.barred or appeal.seats.filter(user=user).exists():
        raise Refused(No.NOT_A_MEMBER)
    replaced = CommitteeSeat.objects.filter(replaces=seat)
    if replaced.exclude(vote="").exists():
        raise Refused(No.HAS_VOTED)
    replaced.delete()
    row = CommitteeSeat.objects.create(appeal=appeal, user=user, replaces=seat)
    record(
        appeal.event, actor, "name_substitute", about=str(user), match=appeal.match,
        entry=appeal.entry, before=str(seat.user), after=str(user),
    )  # fmt: skip
    announce(appeal.event, News.APPEALS, appeal=appeal.pk)
    return row


@transaction.atomic
def cast_vote(*, appeal: Appeal, by: User, vote: str) -> CommitteeSeat:
    """A member votes; until the vote is closed it may be changed, and nobody is shown it."""
    row = locked_appeal(appeal)
    seat = row.seats.filter(user=by).first()
    if seat is None:
        raise Refused(No.NOT_A_MEMBER)
    if seat.barred:
        raise Refused(No.BARRED_MEMBER, why=seat.get_barred_display())
    seat.vote, seat.voted_at = Vote(vote), timezone.now()
    seat.save(update_fields=["vote", "voted_at"])
    record(row.event, as_role(by, "committee"), "cast_vote", match=row.match, entry=row.entry)
    announce(row.event, News.APPEALS, appeal=row.pk)
    return seat


def locked_appeal(appeal: Appeal) -> Appeal:
    """The row of an appeal that has not been answered."""
    rows = Appeal.objects.select_for_update(no_key=True, of=("self",))
    row = rows.select_related("event", "match__round__stage", "entry__team", "penalty").get(
        pk=appeal.pk
    )
    if not row.is_open:
        raise Refused(No.APPEAL_CLOSED)
    return row


@dataclass(frozen=True, slots=True)
class Count:
    """The votes of an appeal; ``seats`` is how many may vote."""

    seats: int
    ayes: int
    noes: int
    abstained: int

    @property
    def quorum(self) -> bool:
        """At least half of the members not barred have taken part, abstainers included."""
        return self.seats > 0 and 2 * (self.ayes + self.noes + self.abstained) >= self.seats

    @property
    def upheld(self) -> bool:
        """A simple majority of the votes cast, with a quorum; else the ruling stands."""
        return self.quorum and self.ayes > self.noes

    @property
    def missing(self) -> int:
        """Votes that have not been given."""
        return self.seats - self.ayes - self.noes - self.abstained


def count(appeal: Appeal) -> Count:
    """The votes as they are now; for those who close the vote, not to be shown before."""
    votes = list(appeal.seats.filter(barred="").values_list("vote", flat=True))
    return Count(
        len(votes),
        votes.count(Vote.UPHOLD),
        votes.count(Vote.REJECT),
        votes.count(Vote.ABSTAIN),
    )
