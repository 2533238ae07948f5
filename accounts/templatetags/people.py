"""What templates ask about people."""

from __future__ import annotations

from typing import Any

from django import template

from accounts.permissions import is_staff, moderated_clubs

register = template.Library()


@register.filter
def moderates(user: Any) -> bool:
    """Whether somebody looks at reports, of a club or of the site."""
    return bool(is_staff(user)) or bool(moderated_clubs(user))
