import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone


def test_it(db):
    from tournaments.models import AuditLine, Event

    e = Event.objects.create(
        slug="x", name="X", starts_at=timezone.now(), game="guandan", commitment=""
    )
    a = AuditLine.objects.create(event=e, actor_name="", role="system", verb="x")
    with pytest.raises(IntegrityError), transaction.atomic():
        AuditLine.objects.update(verb="y")
    with pytest.raises(IntegrityError), transaction.atomic():
        a.delete()
