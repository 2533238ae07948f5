"""The sidebar of the administration."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.urls import reverse_lazy
from django.utils.translation import gettext_lazy as _


def _item(title: Any, icon: str, name: str, right: str = "") -> dict[str, Any]:
    """A link to a list; with ``right`` for those who have it."""
    item: dict[str, Any] = {"title": title, "icon": icon, "link": reverse_lazy(name)}
    if right:

        def permitted(request: HttpRequest) -> bool:
            return bool(request.user.has_perm(right))

        item["permission"] = permitted
    return item


NAVIGATION = [
    {
        "items": [
            _item(_("What waits"), "inbox", "admin:index"),
            _item(_("Moderators' queue"), "flag", "moderation"),
        ],
    },
    {
        "title": _("People"),
        "items": [
            _item(_("People"), "person", "admin:accounts_user_changelist"),
            _item(_("Sanctions"), "gavel", "admin:accounts_sanction_changelist"),
            _item(_("Reports"), "report", "admin:accounts_report_changelist"),
            _item(_("Clubs"), "groups", "admin:accounts_club_changelist"),
            _item(_("Memberships"), "badge", "admin:accounts_membership_changelist"),
        ],
    },
    {
        "title": _("Play"),
        "items": [
            _item(_("Tables"), "table_restaurant", "admin:games_table_changelist"),
            _item(_("Who sits where"), "chair", "admin:games_seat_changelist"),
            _item(_("Matches"), "scoreboard", "admin:games_match_changelist"),
            _item(_("Deals"), "playing_cards", "admin:games_deal_changelist"),
            _item(_("Chat"), "chat", "admin:games_chatline_changelist"),
        ],
    },
    {
        "title": _("Tournaments"),
        "items": [
            _item(_("Events"), "trophy", "admin:tournaments_event_changelist"),
            _item(_("Deadlines"), "timer", "admin:tournaments_due_changelist"),
            _item(_("Audit trail"), "history", "admin:tournaments_auditline_changelist"),
        ],
    },
    {
        "title": _("The staff"),
        "items": [
            _item(_("Acts of the staff"), "checklist", "admin:admin_logentry_changelist"),
            _item(_("Groups"), "group", "admin:auth_group_changelist", "auth.view_group"),
            _item(
                _("Addresses"), "mail", "admin:account_emailaddress_changelist",
                "account.view_emailaddress",
            ),
            _item(
                _("Second factors"), "key", "admin:mfa_authenticator_changelist",
                "mfa.view_authenticator",
            ),
        ],
    },
]  # fmt: skip
"""Groups of links, as unfold wants them (``UNFOLD["SIDEBAR"]``)."""
