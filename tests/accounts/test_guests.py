"""Playing as a guest at once, and keeping the account later."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts import services
from accounts.tasks import forget_guests
from games.services import fill as fill_seats
from games.services import open_table, start_match

pytestmark = pytest.mark.django_db
User = get_user_model()

KEEP = {
    "display_name": "林晓",
    "username": "linxiao",
    "email": "",
    "password1": "tractor-80-points",
    "password2": "tractor-80-points",
}


@pytest.fixture
def guest(client: Client) -> Any:
    client.post("/accounts/guest/")
    return User.objects.get()


def test_one_click_makes_a_guest_who_is_signed_in(client: Client) -> None:
    response = client.post("/accounts/guest/", {"next": "/rules/"}, follow=True)
    assert response.redirect_chain == [("/rules/", 302)]
    user = response.context["user"]
    assert user.is_authenticated
    assert user.is_guest
    assert not user.has_usable_password()
    assert user.display_name in response.content.decode()
    assert client.session.get_expiry_age() > 300 * 24 * 3600


def test_a_guest_is_named_in_the_language_of_the_page(client: Client) -> None:
    client.post("/accounts/guest/", headers={"accept-language": "en"})
    client.logout()
    client.post("/accounts/guest/", headers={"accept-language": "zh-CN"})
    english, chinese = (user.display_name for user in User.objects.order_by("pk"))
    assert english.isascii()
    assert not chinese.isascii()


def test_a_second_click_makes_no_second_guest(client: Client, guest: Any) -> None:
    client.post("/accounts/guest/")
    assert User.objects.count() == 1


def test_a_link_cannot_make_guests(client: Client) -> None:
    assert client.get("/accounts/guest/").status_code == 405


def test_one_never_goes_on_to_another_site(client: Client) -> None:
    response = client.post("/accounts/guest/", {"next": "https://evil.example/"})
    assert response["Location"] == "/"


def test_a_script_making_guests_is_stopped_with_advice(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "GUESTS_AN_HOUR", 2)
    for _ in range(2):
        assert Client().post("/accounts/guest/").status_code == 302
    response = client.post("/accounts/guest/", headers={"accept-language": "en"})
    assert response.status_code == 429
    assert "Sign up" in response.content.decode()
    assert User.objects.count() == 2


def test_keeping_the_account_keeps_the_row_with_seats_and_matches(
    client: Client, guest: Any
) -> None:
    table = open_table(host=guest, game="shuangsheng")
    fill_seats(table=table, by=guest)
    match = start_match(table=table)

    response = client.post("/accounts/keep/", KEEP, follow=True)

    kept = User.objects.get()
    assert kept.pk == guest.pk
    assert not kept.is_guest
    assert (kept.username, kept.display_name) == ("linxiao", "林晓")
    assert kept.check_password(KEEP["password1"])
    assert response.context["user"] == kept, "still signed in"
    assert kept.parts.get().match == match
    assert kept.seats.get().table == table


def test_a_kept_account_signs_in_by_name_and_by_address(client: Client, guest: Any) -> None:
    client.post("/accounts/keep/", {**KEEP, "email": "lin@example.org"})
    assert [message.to for message in mail.outbox] == [["lin@example.org"]]
    for login in ("linxiao", "lin@example.org"):
        other = Client()
        other.post("/accounts/login/", {"login": login, "password": KEEP["password1"]})
        assert other.get("/").context["user"].pk == guest.pk


def test_a_taken_name_is_refused_and_nothing_changes(
    client: Client, guest: Any, make_user: Any
) -> None:
    make_user("linxiao")
    response = client.post("/accounts/keep/", KEEP)
    assert response.status_code == 200
    assert response.context["form"].errors["username"]
    guest.refresh_from_db()
    assert guest.is_guest


def test_an_address_of_another_account_is_refused(
    client: Client, guest: Any, make_user: Any
) -> None:
    make_user("other", email="taken@example.org")
    response = client.post("/accounts/keep/", {**KEEP, "email": "taken@example.org"})
    assert response.context["form"].errors["email"]


def test_signing_up_leads_a_guest_to_keep_what_they_have(client: Client, guest: Any) -> None:
    assert client.get("/accounts/signup/")["Location"] == "/accounts/keep/"


def test_a_member_has_nothing_to_keep(client: Client, make_user: Any) -> None:
    client.force_login(make_user("wei"), backend="django.contrib.auth.backends.ModelBackend")
    assert client.get("/accounts/keep/")["Location"] == "/accounts/settings/"


def test_guests_who_never_played_are_forgotten_after_a_season(make_user: Any) -> None:
    long_ago = timezone.now() - services.FORGOTTEN - timedelta(days=1)
    idle = make_user("idle", is_guest=True, last_login=long_ago)
    fresh = make_user("fresh", is_guest=True, last_login=timezone.now())
    member = make_user("member", last_login=long_ago)
    player = make_user("player", is_guest=True, last_login=long_ago)
    table = open_table(host=player, game="shuangsheng")
    fill_seats(table=table, by=player)
    start_match(table=table)
    forget_guests()
    assert set(User.objects.all()) == {fresh, member, player}
    assert not User.objects.filter(pk=idle.pk).exists()


def test_signing_out_warns_a_guest(client: Client, guest: Any) -> None:
    page = client.get("/accounts/logout/", headers={"accept-language": "en"}).content.decode()
    assert "Keep this account first" in page
