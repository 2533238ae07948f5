"""What somebody is to be told: sanctions that hold for them, answers to their reports."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.functional import SimpleLazyObject

from accounts import reports, sanctions
from accounts.models import Sanction, User


def holding(user: User) -> QuerySet[Sanction]:
    """The sanctions that hold for somebody now, in any scope, the newest first."""
    now = timezone.now()
    return Sanction.objects.filter(
        Q(until__isnull=True) | Q(until__gt=now),
        user=user,
        starts_at__lte=now,
        lifted_at__isnull=True,
    ).select_related("club", "event")


def seen(user: User) -> None:
    """They have read their sanctions and the answers to their reports."""
    user.sanctions.filter(seen_at__isnull=True).update(seen_at=timezone.now())
    reports.read_answers(user=user)


@dataclass(frozen=True, slots=True)
class News:
    """What is new to one person since they last looked."""

    sanctions: tuple[str, ...] = ()
    answers: int = 0


def news_for(user: User | AnonymousUser) -> News:
    """Sanctions that somebody has not read yet, in words, and how many unread answers there are."""
    if not isinstance(user, User):
        return News()
    unread = holding(user).filter(seen_at__isnull=True)
    words = tuple(sanctions.words(each) for each in unread)
    return News(words, reports.answers_to(user).count())


def context(request: HttpRequest) -> dict[str, object]:
    """For every template: ``news``."""
    return {"news": SimpleLazyObject(lambda: news_for(request.user))}
