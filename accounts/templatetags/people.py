"""What templates ask about people."""

from __future__ import annotations

from typing import Any

from django import template

from accounts.models import Club
from accounts.permissions import is_staff, may_moderate, moderated_clubs

register = template.Library()


@register.filter
def moderates(user: Any) -> bool:
    """Whether somebody looks at reports, of a club or of the site."""
    return bool(is_staff(user)) or bool(moderated_clubs(user))


@register.filter
def moderates_club(user: Any, club: Club) -> bool:
    """Whether somebody looks at the reports of a club."""
    return may_moderate(user, club)
