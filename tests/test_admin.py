"""The staff's administration: every page opens, acts through services, and keeps secrets."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import reports
from accounts.evidence import place_of
from accounts.models import Club, Membership, Sanction, User
from accounts.sanctions import sanction
from games import services
from games.models import ChatLine, Deal, Table
from tests.games.played import play_deal
from tournaments import services as tournaments
from tournaments.models import Due, Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def boss(make_user: Any) -> User:
    return make_user("boss", is_staff=True, is_superuser=True)


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
    assert table.host is not None
    sanction(user=table.host, kind="ban", by=None, reason="x", club=event.club)
    Membership.objects.create(club=event.club, user=table.host)
    place = place_of(table.host, table=table.code)
    assert place is not None
    reports.make_report(by=table.host, place=place, reason="signals", text="x")
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


# ------------------------------------------------------------------ what the staff needs


@pytest.fixture
def plain(make_user: Any) -> Client:
    """One of the staff, without any right of the administration."""
    return browser(make_user("plain", is_staff=True))


def browser(user: User) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def text(client: Client, name: str, *args: Any, query: str = "") -> str:
    answer = client.get(reverse(f"admin:{name}", args=args) + query, follow=True)
    assert answer.status_code == 200, (name, answer.status_code)
    return answer.content.decode()


def dialog(client: Client, name: str, row: Any, **words: Any) -> Any:
    """Open the dialog of an act, then send it; nothing is done before that."""
    address = reverse(f"admin:{name}", args=[row.pk])
    opened = client.get(address)
    assert opened.status_code == 200
    return client.post(address, {"_form_submitted": "on", **words})


def acts(row: Any) -> list[str]:
    """What the log of the staff's acts says of a row."""
    lines = LogEntry.objects.filter(object_id=str(row.pk)).order_by("pk")
    return [line.get_change_message() for line in lines]


@pytest.fixture
def waiting(make_user: Any) -> Table:
    """A table of two persons that waits for others."""
    table = services.open_table(host=make_user("hu"), game="guandan", name="Evening")
    services.sit(table=table, user=make_user("gu"), seat=1)
    return table


def test_the_staff_looks_at_everything_without_being_given_rights(
    plain: Client, table: Table, event: Event
) -> None:
    deal = play_deal(table.matches.get())
    seen = {
        "accounts_user": table.host, "accounts_club": event.club, "games_table": table,
        "games_match": deal.match, "games_deal": deal, "tournaments_event": event,
    }  # fmt: skip
    for name, row in seen.items():
        text(plain, f"{name}_changelist")
        assert row is not None
        text(plain, f"{name}_change", row.pk)
    for name in ("accounts_sanction", "accounts_report", "accounts_membership", "games_seat",
                 "games_chatline", "tournaments_due", "tournaments_auditline",
                 "admin_logentry"):  # fmt: skip
        text(plain, f"{name}_changelist")
    closed = ("auth_group", "account_emailaddress", "mfa_authenticator")
    for name in closed:
        assert plain.get(reverse(f"admin:{name}_changelist")).status_code == 403
    form = {"username": "wei", "display_name": "Mine now", "is_superuser": "on"}
    address = reverse("admin:accounts_user_change", args=[table.host_id])
    assert plain.post(address, form).status_code == 403


def test_who_may_edit_people_gives_nobody_more_than_they_have(boss: User, make_user: Any) -> None:
    clerk, lin = make_user("clerk", is_staff=True), make_user("lin")
    clerk.user_permissions.add(
        *Permission.objects.filter(codename__in=["change_user", "delete_user"])
    )
    client = browser(clerk)
    form = {
        "username": "lin", "display_name": "Lin", "email": "", "language": "",
        "is_active": "on", "is_staff": "on", "is_superuser": "on",
        "sanctions-TOTAL_FORMS": 0, "sanctions-INITIAL_FORMS": 0,
    }  # fmt: skip
    assert (
        client.post(reverse("admin:accounts_user_change", args=[lin.pk]), form).status_code == 302
    )
    lin.refresh_from_db()
    assert (lin.display_name, lin.is_staff, lin.is_superuser) == ("Lin", False, False)
    above = {**form, "username": "boss", "display_name": "Deposed"}
    address = reverse("admin:accounts_user_change", args=[boss.pk])
    assert client.post(address, above).status_code == 403
    password = {
        "password1": "an0ther-pass!",
        "password2": "an0ther-pass!",
        "usable_password": "true",
    }
    address = reverse("admin:auth_user_password_change", args=[boss.pk])
    assert client.post(address, password).status_code == 403


def test_from_a_person_to_the_form_of_a_sanction(plain: Client, make_user: Any) -> None:
    lin = make_user("lin")
    page = text(plain, "accounts_user_sanction", lin.pk)
    assert f'value="{lin.pk}" selected' in page.replace('" selected=""', '" selected')
    address = reverse("admin:accounts_sanction_add")
    form = {"user": lin.pk, "kind": "suspension", "reason": "Signals"}
    past = {"until_0": "2020-01-01", "until_1": "10:00:00"}
    assert "end before it begins" in plain.post(address, {**form, **past}).content.decode()
    assert "This field is required" in plain.post(address, {**form, "reason": ""}).content.decode()
    assert not Sanction.objects.exists()
    assert plain.post(address, form).status_code == 302
    row = Sanction.objects.get()
    assert (row.user, row.scope, row.by) == (lin, "site", User.objects.get(username="plain"))
    assert "Signals" in text(plain, "accounts_user_change", lin.pk)
    assert ">lin<" in text(plain, "accounts_user_changelist", query="?sanctioned=suspension")
    dialog(plain, "accounts_sanction_lift_this", row)
    row.refresh_from_db()
    assert row.lifted_at is None  # not without a reason
    dialog(plain, "accounts_sanction_lift_this", row, reason="Somebody else")
    row.refresh_from_db()
    assert (row.lift_reason, acts(row)[-1]) == ("Somebody else", "Lifted: Somebody else")
    assert ">lin<" not in text(plain, "accounts_user_changelist", query="?sanctioned=suspension")


def test_nobody_of_the_staff_sanctions_themselves(plain: Client) -> None:
    me = User.objects.get(username="plain")
    form = {"user": me.pk, "kind": "warning", "reason": "x"}
    plain.post(reverse("admin:accounts_sanction_add"), form)
    assert not Sanction.objects.exists()


def test_a_table_is_frozen_with_a_reason_and_goes_on(plain: Client, table: Table) -> None:
    dialog(plain, "games_table_freeze", table)
    table.refresh_from_db()
    assert table.hold == ""  # not without a reason
    dialog(plain, "games_table_freeze", table, reason="A complaint is looked at")
    table.refresh_from_db()
    assert (table.hold, table.hold_note) == ("staff", "A complaint is looked at")
    assert "A complaint is looked at" in text(plain, "index")
    assert plain.get(reverse("admin:games_table_freeze", args=[table.pk])).status_code == 403
    dialog(plain, "games_table_unfreeze", table)
    table.refresh_from_db()
    assert table.hold == ""
    assert acts(table) == ["Frozen: A complaint is looked at", "Released"]


def test_one_person_is_unseated_and_the_others_stay(plain: Client, waiting: Table) -> None:
    seat = waiting.seats.get(index=1)
    dialog(plain, "games_seat_unseat_this", seat)
    assert [each.index for each in waiting.seats.all()] == [0]
    assert acts(waiting) == ["Unseated: gu"]
    dialog(plain, "games_table_shut", waiting)
    waiting.refresh_from_db()
    assert waiting.status == Table.Status.CLOSED
    assert acts(waiting)[-1] == "Closed"
    assert "Unseated: gu" in text(plain, "admin_logentry_changelist")


def test_a_table_of_an_event_is_not_closed_from_here(plain: Client) -> None:
    managed = services.open_managed(
        game="guandan", options={}, name="R1", seats=[None] * 4, bots=["plain"] * 4
    )
    assert plain.get(reverse("admin:games_table_shut", args=[managed.pk])).status_code == 403
    dialog(plain, "games_table_freeze", managed, reason="A power cut")
    managed.refresh_from_db()
    assert managed.hold == "staff"


def test_a_deal_leads_to_its_replay_once_it_is_over(plain: Client, table: Table) -> None:
    deal = play_deal(table.matches.get())
    replay = reverse("games:replay", args=[deal.match_id, deal.number])
    assert replay in text(plain, "games_deal_changelist")
    Deal.objects.update(ended_at=None)
    assert replay not in text(plain, "games_deal_changelist")


def test_deadlines_say_what_has_become_of_them(plain: Client, event: Event) -> None:
    past = timezone.now() - timedelta(hours=1)
    common = {"event": event, "kind": "no_show", "due_at": past}
    rows = {
        "given_up": Due.objects.create(key="g", called_off_at=past, error="boom", **common),
        "called_off": Due.objects.create(key="c", called_off_at=past, **common),
        "fired": Due.objects.create(key="f", fired_at=past, **common),
        "failing": Due.objects.create(key="t", attempts=2, error="boom", **common),
        "late": Due.objects.create(key="l", **common),
    }
    for state, row in rows.items():
        page = text(plain, "tournaments_due_changelist", query=f"?state={state}")
        found = [each.pk for each in rows.values() if f"/due/{each.pk}/change" in page]
        assert found == [row.pk], state
    front = text(plain, "index")
    for state, row in rows.items():
        on_front = reverse("admin:tournaments_due_change", args=[row.pk]) in front
        assert on_front == (state in ("given_up", "failing", "late")), state
    dialog(plain, "tournaments_due_fire_this", rows["given_up"])
    dialog(plain, "tournaments_due_fire_this", rows["given_up"])
    rows["given_up"].refresh_from_db()
    assert rows["given_up"].called_off_at is None
    done = reverse("admin:tournaments_due_fire_this", args=[rows["fired"].pk])
    assert plain.get(done).status_code == 403


def test_the_trail_is_read_and_never_written(client: Client, boss: User) -> None:
    event = tournaments.create_event(
        by=boss, name="Cup", game="guandan", starts_at=timezone.now() + timedelta(hours=1),
        preset="tea_house",
    )  # fmt: skip
    line = event.audit.get(verb="create_event")
    address = reverse("admin:tournaments_auditline_change", args=[line.pk])
    assert "Cup" in client.get(address).content.decode()
    assert client.post(address, {"reason": "Never"}).status_code == 403
    assert (
        client.post(reverse("admin:tournaments_auditline_delete", args=[line.pk])).status_code
        == 403
    )


def test_nobody_of_the_staff_sees_reports_about_themselves(
    plain: Client, client: Client, waiting: Table
) -> None:
    me = User.objects.get(username="plain")
    host = waiting.host
    assert host is not None
    place = place_of(host, table=waiting.code)
    assert place is not None
    row = reports.make_report(
        by=host, place=place, person=me, reason="insult", text="Shouted at us."
    )
    address = reverse("admin:accounts_report_change", args=[row.pk])
    assert "Shouted at us." in client.get(address).content.decode()
    assert "Shouted at us." not in plain.get(address, follow=True).content.decode()
    assert f"#{row.pk}" in text(client, "index")
    assert "Shouted" not in text(plain, "index")


def test_the_administration_speaks_chinese(boss: User, table: Table) -> None:
    client = Client(headers={"accept-language": "zh-hans"})
    client.force_login(boss, backend="django.contrib.auth.backends.ModelBackend")
    for name, words in {
        "index": ("待裁决的举报", "卡住的定时事项"),
        "games_table_changelist": ("牌桌", "筛选"),
        "tournaments_due_changelist": ("定时事项", "状态"),
    }.items():
        page = client.get(reverse(f"admin:{name}")).content.decode()
        for word in words:
            assert word in page, (name, word)


def test_a_line_of_the_chat_is_hidden_and_brought_back(plain: Client, table: Table) -> None:
    host = table.host
    assert host is not None
    line = ChatLine.objects.create(table=table, user=host, name="Wei", text="Fool!", said_id="1")
    assert "Fool!" in text(plain, "games_chatline_changelist")
    assert "Fool!" in text(plain, "games_chatline_change", line.pk)
    address = reverse("admin:games_chatline_changelist")
    for action, hidden in (("hide_lines", True), ("show_lines", False)):
        plain.post(address, {"action": action, "_selected_action": [line.pk]})
        line.refresh_from_db()
        assert (line.hidden_at is not None) == hidden
    assert acts(line) == ["Hidden.", "Brought back."]
