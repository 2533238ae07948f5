"""Who may do what, in one place.

Each permission is a rule over a person and a thing. Pages and services ask through the
functions below; ``user.has_perm("games.watch_table", visit)`` asks the same rules.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import rules
from django.contrib.auth.models import AnonymousUser
from django.db.models import Q

from accounts.models import Sanction, User
from accounts.sanctions import KEEPS_FROM_PLAY, active_for, barred_from_play, muted

if TYPE_CHECKING:
    from accounts.models import Club, Report
    from games.models import ChatLine, Match, Table
    from tournaments.models import Entry, Event

Person = User | AnonymousUser

A_TAB_KEEPS: Final = 100
"""Lines of chat that an open table holds on to (``static/js/table/model.js``)."""

INVITES: Final = "invites"
"""The session's list of codes of private tables that this browser has been let in to."""


@dataclass(frozen=True, slots=True)
class Visit:
    """A table as somebody comes to it, with the codes of the tables they were let in to."""

    table: Table
    invites: Collection[str] = ()


@rules.predicate
def is_signed_in(user: Person) -> bool:
    """A member or a guest: somebody with a name."""
    return user.is_authenticated and user.is_active


@rules.predicate
def is_staff(user: Person) -> bool:
    """Somebody who runs the site."""
    return user.is_active and user.is_staff


@rules.predicate
def is_public(_user: Person, visit: Visit) -> bool:
    """The table is open to all."""
    return not visit.table.private


@rules.predicate
def is_host(user: Person, visit: Visit) -> bool:
    """The person has opened the table."""
    return user.is_authenticated and visit.table.host_id == user.pk


@rules.predicate
def is_let_in(_user: Person, visit: Visit) -> bool:
    """The browser came by the invite link, or gave the password."""
    return visit.table.code in visit.invites


@rules.predicate
def is_seated(user: Person, visit: Visit) -> bool:
    """The person has a seat at the table."""
    return user.is_authenticated and any(
        seat.user_id == user.pk for seat in visit.table.seats.all()
    )


@rules.predicate
def has_played(user: Person, visit: Visit) -> bool:
    """The person has played a match at the table, so its history is theirs too."""
    from games.models import MatchPlayer

    return (
        user.is_authenticated
        and MatchPlayer.objects.filter(user=user, match__table=visit.table).exists()
    )


@rules.predicate
def is_guest(user: Person) -> bool:
    """Somebody who plays without an account."""
    return user.is_authenticated and user.is_guest


def event_at(table: Table) -> Event | None:
    """The event that a table is of, if it is of one."""
    if not table.managed:
        return None
    from tournaments.models import Event

    return Event.objects.filter(matches__table=table).first()


def bar_at_table(user: Person | None, table: Table) -> Sanction | None:
    """What keeps somebody from a seat at this table, the hardest first; nothing: they may sit."""
    if user is None or not user.is_authenticated:
        return None
    found = active_for(user, event_at(table), kinds=KEEPS_FROM_PLAY)
    return min(found, key=lambda each: each.kind != Sanction.Kind.BAN, default=None)


def kept_out(user: Person | None, table: Table) -> Sanction | None:
    """What keeps somebody from the table altogether.

    Who is banned may not even watch. Who is suspended may, but from a seat that is theirs (at a
    table of an event it stays so) they could play: so not there.
    """
    found = bar_at_table(user, table)
    if found is None or user is None:
        return None
    return found if found.kind == Sanction.Kind.BAN or is_seated(user, Visit(table)) else None


def mute_at_table(user: Person | None, table: Table) -> Sanction | None:
    """What keeps somebody from writing at this table, if anything does."""
    return muted(user, event_at(table))


@rules.predicate
def is_kept_out(user: Person, visit: Visit) -> bool:
    """A ban or a suspension keeps the person from the table."""
    return kept_out(user, visit.table) is not None


@rules.predicate
def is_barred_here(user: Person, visit: Visit) -> bool:
    """A ban or a suspension keeps the person from a seat."""
    return bar_at_table(user, visit.table) is not None


@rules.predicate
def is_barred(user: Person) -> bool:
    """A ban or a suspension on the whole site."""
    return barred_from_play(user) is not None


@rules.predicate
def is_banned(user: Person) -> bool:
    """A ban on the whole site."""
    return active_for(user, kinds={Sanction.Kind.BAN}).exists()


def is_banned_from(user: Person, club: Club) -> bool:
    """A ban of the club or of the whole site."""
    return active_for(user, club, kinds={Sanction.Kind.BAN}).exists()


@rules.predicate
def plays_these_boards(user: Person, visit: Visit) -> bool:
    """The boards of the table are of an event that the person plays in: nobody looks ahead."""
    event = event_at(visit.table) if visit.table.boards else None
    return event is not None and not PLAY.isdisjoint(event_roles(user, event))


may_enter = is_public | is_seated | ((is_host | is_let_in | is_staff) & ~plays_these_boards)

rules.add_perm("games.watch_table", may_enter & ~is_kept_out)
rules.add_perm("games.sit_at_table", is_signed_in & may_enter & ~is_barred_here)
rules.add_perm("games.run_table", is_host)
rules.add_perm("games.read_history", may_enter | has_played)
rules.add_perm("games.open_table", is_signed_in & ~is_barred)
rules.add_perm("accounts.keep_account", is_guest)


def _may(name: str, user: Person, thing: object = None) -> bool:
    return bool(rules.has_perm(name, user, thing))


def may_watch(user: Person, table: Table, invites: Collection[str] = ()) -> bool:
    """May see the table and what is played there; nobody need sign in for a public one."""
    return _may("games.watch_table", user, Visit(table, invites))


def may_sit(user: Person, table: Table, invites: Collection[str] = ()) -> bool:
    """May take a seat."""
    return _may("games.sit_at_table", user, Visit(table, invites))


def may_run(user: Person, table: Table) -> bool:
    """May fill seats with bots and hand out the invite link."""
    return _may("games.run_table", user, Visit(table))


def may_read_match(user: Person, match: Match, invites: Collection[str] = ()) -> bool:
    """May read a match and its finished deals: whoever may watch, and who has played."""
    return _may("games.read_history", user, Visit(match.table, invites))


def may_see_line(user: Person, line: ChatLine, invites: Collection[str] = ()) -> bool:
    """May look at a line of chat, and so report it: whoever has been shown it at the table.

    Only somebody who is signed in. Those who played the match have all that players hear of it;
    others the newest lines, as many as a tab keeps. What watchers say among themselves is not for
    a player of that match who is still at the table. Hidden lines are for moderators.
    """
    visit = Visit(line.table, invites)
    if not isinstance(user, User):
        return False
    played = line.match is not None and line.match.parts.filter(user=user).exists()
    if line.hidden_at is not None or not (played or may_watch(user, line.table, invites)):
        return False
    seated = is_seated(user, visit)
    if line.watchers_only and seated and (played or line.match is None):
        return False
    if (played or seated) and not line.watchers_only:
        return True
    return line.table.chat.filter(pk__gt=line.pk).count() < A_TAB_KEEPS


def may_open_table(user: Person) -> bool:
    """May open a table."""
    return _may("games.open_table", user)


def may_keep_account(user: Person) -> bool:
    """May turn into a member: a guest, once."""
    return _may("accounts.keep_account", user)


# ------------------------------------------------------------------------- clubs and events

ORGANISE: Final = frozenset({"organiser", "staff"})
LEAD: Final = ORGANISE | {"chief_referee"}
REFEREE: Final = LEAD | {"referee"}
SCORE: Final = REFEREE | {"scorer"}
"""Roles that include the ones to the left of them (CP-2)."""
PLAY: Final = frozenset({"player", "captain"})
"""Roles of those who compete: whatever else they are, they see no more than the others do."""


def event_roles(user: Person | None, event: Event) -> frozenset[str]:
    """Every role somebody has in an event: those of ``offices``, player, captain."""
    from tournaments.models import EntryPlayer, Team

    if user is None or not user.is_authenticated or not user.is_active:
        return frozenset()
    roles = set(offices(user, event))
    if EntryPlayer.objects.filter(event=event, user=user, active=True).exists():
        roles.add("player")
    if Team.objects.filter(event=event, captain=user).exists():
        roles.add("captain")
    return frozenset(roles)


def offices(user: Person | None, event: Event) -> frozenset[str]:
    """The roles of those who run an event: given ones, those of its club, staff."""
    if user is None or not user.is_authenticated or not user.is_active:
        return frozenset()
    roles = set(event.roles.filter(user=user).values_list("role", flat=True))
    if user.is_staff:
        roles.add("staff")
    if event.created_by_id == user.pk and event.club_id is None:
        roles.add("organiser")
    if event.club_id is not None and club_role(user, event.club_id) in CLUB_ORGANISERS:
        roles.add("organiser")
    return frozenset(roles)


def holds_office(user: User, roles: Collection[str], event: str = "event") -> Q:
    """Rows of the events in which ``offices`` gives somebody one of these roles, for a query.

    ``event``: the way from the rows to their event.
    """
    from accounts.models import Membership
    from tournaments.models import EventRole

    if not user.is_active:
        return Q(pk__in=[])
    if user.is_staff and "staff" in roles:
        return Q()
    given = EventRole.objects.filter(user=user, role__in=roles)
    found = Q(**{f"{event}__in": given.values("event")})
    if "organiser" in roles:
        clubs = Membership.objects.filter(user=user, role__in=CLUB_ORGANISERS)
        found |= Q(**{f"{event}__club__in": clubs.values("club")})
        found |= Q(**{f"{event}__created_by": user, f"{event}__club": None})
    return found


CLUB_ORGANISERS: Final = frozenset({"owner", "organiser"})


def club_role(user: Person, club_id: int) -> str:
    """Somebody's role in a club; empty for who is not a member."""
    from accounts.models import Membership

    if not user.is_authenticated:
        return ""
    found = Membership.objects.filter(club_id=club_id, user=user).values_list("role", flat=True)
    return found.first() or ""


@rules.predicate
def sees_event(user: Person, event: Event) -> bool:
    """Drafts are for those who make them; everything else is public."""
    return event.status != event.Status.DRAFT or bool(offices(user, event))


@rules.predicate
def organises(user: Person, event: Event) -> bool:
    """Organiser of the event, or of its club."""
    return bool(offices(user, event) & ORGANISE)


@rules.predicate
def leads(user: Person, event: Event) -> bool:
    """Chief referee or organiser."""
    return bool(offices(user, event) & LEAD)


@rules.predicate
def referees(user: Person, event: Event) -> bool:
    """Any referee, or the organiser."""
    return bool(offices(user, event) & REFEREE)


@rules.predicate
def scores(user: Person, event: Event) -> bool:
    """Whoever may enter a result that counts at once."""
    return bool(offices(user, event) & SCORE)


@rules.predicate
def plays_for(user: Person, entry: Entry) -> bool:
    """One of the pair, or the captain of its team (CP-1, CP-2)."""
    if not user.is_authenticated:
        return False
    own = entry.players.filter(user=user, active=True).exists()
    return own or (entry.team is not None and entry.team.captain_id == user.pk)


@rules.predicate
def owns_club(user: Person, club: Club) -> bool:
    """An owner of the club."""
    return club_role(user, club.pk) == "owner"


@rules.predicate
def manages_club(user: Person, club: Club) -> bool:
    """An owner or an organiser of the club."""
    return club_role(user, club.pk) in CLUB_ORGANISERS


is_member = is_signed_in & ~is_guest

rules.add_perm("tournaments.see_event", sees_event | is_staff)
rules.add_perm("tournaments.organise", organises)
rules.add_perm("tournaments.lead", leads)
rules.add_perm("tournaments.referee", referees)
rules.add_perm("tournaments.score", scores)
rules.add_perm("tournaments.play_for", plays_for)
rules.add_perm("tournaments.open_event", is_member & ~is_banned)
rules.add_perm("accounts.open_club", is_member & ~is_banned)
rules.add_perm("accounts.run_club", owns_club | is_staff)
rules.add_perm("accounts.manage_club", manages_club | is_staff)


def may_see_event(user: Person, event: Event) -> bool:
    """May read an event's pages."""
    return _may("tournaments.see_event", user, event)


def may_open_event(user: Person, club: Club | None = None) -> bool:
    """May open an event: for a club its organisers, else any member."""
    if club is not None:
        return may_manage_club(user, club)
    return _may("tournaments.open_event", user)


def may_organise(user: Person, event: Event) -> bool:
    """May do all that organisers do."""
    return _may("tournaments.organise", user, event)


def may_lead(user: Person, event: Event) -> bool:
    """May do what is left to the chief referee."""
    return _may("tournaments.lead", user, event)


def may_referee(user: Person, event: Event) -> bool:
    """May rule on results."""
    return _may("tournaments.referee", user, event)


def may_score(user: Person, event: Event) -> bool:
    """May enter and confirm any result, and check pairs in."""
    return _may("tournaments.score", user, event)


def may_play_for(user: Person, entry: Entry) -> bool:
    """May act for a pair."""
    return _may("tournaments.play_for", user, entry)


def may_open_club(user: Person) -> bool:
    """May found a club."""
    return _may("accounts.open_club", user)


def may_run_club(user: Person, club: Club) -> bool:
    """May give roles in a club."""
    return _may("accounts.run_club", user, club)


def may_manage_club(user: Person, club: Club) -> bool:
    """May open events of a club and hand out its invite link."""
    return _may("accounts.manage_club", user, club)


# --------------------------------------------------------------------------------- moderation

CLUB_MODERATORS: Final = frozenset({"owner", "organiser", "moderator"})


def may_report(user: Person) -> bool:
    """May report somebody to the moderators: whoever is signed in, guests too."""
    return bool(is_signed_in(user))


def may_moderate(user: Person, club: Club | None = None) -> bool:
    """May look at reports and impose sanctions: for a club its moderators, else the staff.

    Who is banned there judges nobody.
    """
    if is_staff(user):
        return True
    if club is None or club_role(user, club.pk) not in CLUB_MODERATORS:
        return False
    return not is_banned_from(user, club)


def may_handle(user: Person, report: Report) -> bool:
    """May look at a report and decide it; never one's own, nor one about oneself.

    A deal that is reported is about everybody who played it.
    """
    about = {report.reporter_id, report.person_id}
    if report.person_id is None:
        about |= {player["user"] for player in report.evidence.get("players", ())}
    own = user.is_authenticated and user.pk in about
    return not own and may_moderate(user, report.club)


def moderated_clubs(user: Person) -> list[int]:
    """The clubs whose reports somebody looks at, by id; the staff looks at all."""
    from accounts.models import Club, Membership

    if not user.is_authenticated:
        return []
    if is_staff(user):
        return list(Club.objects.values_list("pk", flat=True))
    mine = Membership.objects.filter(user=user, role__in=CLUB_MODERATORS).select_related("club")
    return [each.club_id for each in mine if not is_banned_from(user, each.club)]
