"""The staff's administration: every page opens, acts through services, and keeps secrets."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Club, Sanction, User
from games import services
from games.models import Deal, Table
from tests.games.played import play_deal
from tournaments.models import Due, Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def boss(make_user: Any) -> User:
    return make_user("boss", is_staff=True, is_superuser=True)  # type: ignore[no-any-return]


@pytest.fixture
def client(boss: User) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(boss, backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def table(make_user: Any) -> Table:
    table = services.open_table(host=make_user("wei"), game="shuangsheng", name="Sunday")
    services.fill(table=table, by=table.host)  # type: ignore[arg-type]
    services.start_match(table=table)
    return table


@pytest.fixture
def event(db: None) -> Event:
    club = Club.objects.create(slug="house", name="House")
    return Event.objects.create(
        slug="cup", name="Cup", game="guandan", starts_at=timezone.now(), club=club
    )


def test_every_list_and_every_page_opens(client: Client, table: Table, event: Event) -> None:
    play_deal(table.matches.get())
    Due.objects.create(event=event, kind="x", key="x", due_at=timezone.now())
    assert client.get("/admin/").status_code == 200
    for model, page in admin.site._registry.items():
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        assert client.get(reverse(f"{name}_changelist") + "?q=w").status_code == 200, name
        row = model._default_manager.first()
        if row is not None:
            assert client.get(reverse(f"{name}_change", args=[row.pk])).status_code == 200, name
        if page.has_add_permission(client.get("/admin/").wsgi_request):
            assert client.get(reverse(f"{name}_add")).status_code == 200, name


def test_inline_scripts_stay_forbidden_and_only_here_is_the_policy_relaxed(client: Client) -> None:
    def directives(address: str) -> dict[str, str]:
        policy = client.get(address).headers["Content-Security-Policy"]
        return dict(part.strip().partition(" ")[::2] for part in policy.split(";"))

    here, elsewhere = directives("/admin/"), directives("/rules/")
    assert "'unsafe-inline'" not in here["script-src"]
    assert "'unsafe-eval'" in here["script-src"]
    assert elsewhere["script-src"] == elsewhere["style-src"] == "'self'"


def test_signing_in_is_the_site_s_own_page(make_user: Any) -> None:
    client = Client()
    to_login = client.get("/admin/", follow=True)
    assert to_login.redirect_chain[-1][0] == "/accounts/login/?next=/admin/"
    client.force_login(make_user("lin"), backend="django.contrib.auth.backends.ModelBackend")
    assert client.get("/admin/", follow=True).status_code == 403


def test_a_running_deal_keeps_its_seed_and_an_event_its_own(
    client: Client, table: Table, event: Event
) -> None:
    deal = play_deal(table.matches.get())
    address = reverse("admin:games_deal_change", args=[deal.pk])
    assert deal.seed in client.get(address).content.decode()
    Deal.objects.update(ended_at=None)
    assert deal.seed not in client.get(address).content.decode()
    Table.objects.update(boards=["5eed" * 16])
    page = client.get(reverse("admin:games_table_change", args=[table.pk])).content.decode()
    assert "5eed5eed" not in page
    assert table.invite not in page
    page = client.get(reverse("admin:tournaments_event_change", args=[event.pk])).content.decode()
    assert event.seed not in page


def test_close_and_unseat_go_through_the_verbs(client: Client, table: Table) -> None:
    address = reverse("admin:games_table_changelist")

    def act(name: str, row: Table) -> None:
        client.post(address, {"action": name, "_selected_action": [row.pk]})

    act("unseat_everybody", table)
    assert not table.seats.filter(user__isnull=False).exists()
    table.refresh_from_db()
    assert table.status == Table.Status.CLOSED  # the last person has left
    managed = services.open_managed(
        game="guandan", options={}, name="R1", seats=[None] * 4, bots=["plain"] * 4
    )
    act("close_tables", managed)
    managed.refresh_from_db()
    assert managed.status == Table.Status.PLAYING  # an event's own is its desk's to call off


def test_a_sanction_imposed_and_lifted_by_the_staff(
    client: Client, boss: User, make_user: Any
) -> None:
    lin = make_user("lin")
    form = {"user": lin.pk, "kind": "ban", "scope": "site", "reason": "Insults"}
    client.post(reverse("admin:accounts_sanction_add"), form)
    row = Sanction.objects.get()
    assert (row.user, row.by, row.reason) == (lin, boss, "Insults")
    client.post(
        reverse("admin:accounts_sanction_changelist"),
        {"action": "lift", "_selected_action": [row.pk]},
    )
    row.refresh_from_db()
    assert row.lifted_by == boss


def test_a_sanction_on_the_person_s_page(client: Client, boss: User, make_user: Any) -> None:
    lin = make_user("lin")
    form = {
        "username": "lin", "display_name": "Lin", "email": "", "language": "", "is_active": "on",
        "sanctions-TOTAL_FORMS": 1, "sanctions-INITIAL_FORMS": 0,
        "sanctions-0-kind": "suspension", "sanctions-0-scope": "site",
        "sanctions-0-reason": "Stalling",
    }  # fmt: skip
    answer = client.post(reverse("admin:accounts_user_change", args=[lin.pk]), form)
    assert answer.status_code == 302, answer.content.decode()[:2000]
    row = Sanction.objects.get()
    assert (row.user, row.by, row.kind) == (lin, boss, "suspension")


def test_what_has_failed_is_run_again_and_what_was_called_off_is_not(
    client: Client, event: Event
) -> None:
    past = timezone.now() - timedelta(hours=1)
    common = {"event": event, "kind": "x", "due_at": past}
    failed = Due.objects.create(key="a", called_off_at=past, error="boom", attempts=10, **common)
    off = Due.objects.create(key="b", called_off_at=past, **common)
    done = Due.objects.create(key="c", fired_at=past, **common)
    client.post(
        reverse("admin:tournaments_due_changelist"),
        {"action": "fire_again", "_selected_action": [failed.pk, off.pk, done.pk]},
    )
    for row in (failed, off, done):
        row.refresh_from_db()
    assert (failed.called_off_at, failed.attempts) == (None, 0)
    assert off.called_off_at == past
    assert done.due_at == past
