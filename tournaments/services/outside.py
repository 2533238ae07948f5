"""Programs around an event: write tokens of scorers, and webhooks."""

from __future__ import annotations

import base64
import hashlib
import secrets
from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.permissions import ORGANISE
from tournaments.models import Event, ScorerToken, Webhook
from tournaments.services.errors import invalid
from tournaments.services.news import News
from tournaments.services.trail import record, require
from tournaments.webhooks import guard


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


@transaction.atomic
def make_token(*, event: Event, by: User, name: str) -> tuple[ScorerToken, str]:
    """A token with which a program enters results, and its secret, which is not kept."""
    actor = require(event, by, ORGANISE)
    text = f"sco_{secrets.token_urlsafe(24)}"
    token = ScorerToken.objects.create(
        event=event, name=name[:40] or _("Scorer"), digest=_digest(text), created_by=by
    )
    record(event, actor, "make_token", about=token)
    return token, text


@transaction.atomic
def revoke_token(*, token: ScorerToken, by: User) -> None:
    """The token is worth nothing any more."""
    actor = require(token.event, by, ORGANISE)
    if ScorerToken.objects.filter(pk=token.pk, revoked_at__isnull=True).update(
        revoked_at=timezone.now()
    ):
        record(token.event, actor, "revoke_token", about=token)


def token_of(text: str) -> ScorerToken | None:
    """The token of a secret, if it is still good; its use is noted."""
    token = (
        ScorerToken.objects.filter(digest=_digest(text), revoked_at__isnull=True)
        .select_related("event")
        .first()
    )
    if token is not None:
        ScorerToken.objects.filter(pk=token.pk).update(used_at=timezone.now())
    return token


@transaction.atomic
def add_webhook(*, event: Event, by: User, url: str, kinds: Sequence[str] = ()) -> Webhook:
    """Tell an address of news of these kinds (none: of all)."""
    actor = require(event, by, ORGANISE)
    if not url.startswith(("https://", "http://")):
        raise invalid("url", _("The address begins with https://"))
    try:
        guard.check(url)
    except guard.Barred as barred:
        text = _("Webhooks do not go to this address: %(why)s.")
        raise invalid("url", text % {"why": barred}) from barred
    if not set(kinds) <= set(News):
        raise invalid("kinds", _("There is no such kind of news."))
    secret = "whsec_" + base64.b64encode(secrets.token_bytes(24)).decode()
    hook = Webhook.objects.create(event=event, url=url, secret=secret, kinds=list(kinds))
    record(event, actor, "add_webhook", about=url, after={"kinds": list(kinds)})
    return hook


@transaction.atomic
def remove_webhook(*, webhook: Webhook, by: User) -> None:
    """Do not tell it any more; what was delivered stays listed."""
    actor = require(webhook.event, by, ORGANISE)
    Webhook.objects.filter(pk=webhook.pk).update(active=False)
    record(webhook.event, actor, "remove_webhook", about=webhook.url)
