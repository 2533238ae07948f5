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

from accounts.models import User

if TYPE_CHECKING:
    from games.models import Match, Table

Person = User | AnonymousUser

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


may_enter = is_public | is_host | is_let_in | is_seated | is_staff

rules.add_perm("games.watch_table", may_enter)
rules.add_perm("games.sit_at_table", is_signed_in & may_enter)
rules.add_perm("games.run_table", is_host)
rules.add_perm("games.read_history", may_enter | has_played)
rules.add_perm("games.open_table", is_signed_in)
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


def may_open_table(user: Person) -> bool:
    """May open a table."""
    return _may("games.open_table", user)


def may_keep_account(user: Person) -> bool:
    """May turn into a member: a guest, once."""
    return _may("accounts.keep_account", user)
