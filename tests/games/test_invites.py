"""Coming to a table: by its address, the invite link, the password, a seat."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from games import services
from games.models import Table

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _english(client: Client) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"


@pytest.fixture
def host(make_user: Any) -> Any:
    return make_user("host")


@pytest.fixture
def private(host: Any) -> Table:
    return services.open_table(host=host, game="shuangsheng", private=True, name="Family")


def sign_in(client: Client, user: Any) -> None:
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")


def link(table: Table) -> str:
    return f"/t/{table.code}/i/{table.invite}/"


def test_a_public_table_is_open_to_strangers(client: Client, host: Any) -> None:
    table = services.open_table(host=host, game="shuangsheng", name="Sunday")
    asked = client.get(f"/t/{table.code}/").content.decode()
    assert "Come in as a guest" in asked
    assert f"/t/{table.code}/?watch=1" in asked
    watched = client.get(f"/t/{table.code}/?watch=1")
    assert watched.status_code == 200
    assert 'id="table-config"' in watched.content.decode()


def test_a_table_that_is_not_there(client: Client) -> None:
    response = client.get("/t/nosuch/")
    assert response.status_code == 404
    assert "There is no such page" in response.content.decode()


def test_a_private_table_says_how_one_comes_in(client: Client, private: Table) -> None:
    response = client.get(f"/t/{private.code}/")
    assert response.status_code == 403
    text = response.content.decode()
    assert "invite link" in text
    assert "Family" not in text


def test_the_link_lets_a_stranger_in_as_a_guest_with_one_click(
    client: Client, private: Table
) -> None:
    text = client.get(link(private)).content.decode()
    assert "Family" in text
    assert "Come in as a guest" in text
    response = client.post("/accounts/guest/", {"next": f"/t/{private.code}/"}, follow=True)
    assert response.redirect_chain[-1][0] == f"/t/{private.code}/"
    assert response.status_code == 200
    assert response.context["user"].is_guest


def test_the_link_brings_a_member_straight_to_the_table(
    client: Client, private: Table, make_user: Any
) -> None:
    sign_in(client, make_user("wei"))
    response = client.get(link(private), follow=True)
    assert response.redirect_chain == [(f"/t/{private.code}/", 302)]
    assert response.status_code == 200


def test_signing_in_after_the_link_keeps_the_invitation(
    client: Client, private: Table, make_user: Any
) -> None:
    make_user("wei")
    client.get(link(private))
    response = client.post(
        "/accounts/login/",
        {"login": "wei", "password": "p4ss-w0rd!", "next": f"/t/{private.code}/"},
        follow=True,
    )
    assert response.status_code == 200
    assert response.context["table"] == private


def test_a_wrong_link_lets_nobody_in(client: Client, private: Table) -> None:
    assert client.get(f"/t/{private.code}/i/guess/").status_code == 403
    assert client.get(f"/t/{private.code}/").status_code == 403


def test_the_host_is_handed_the_link_and_others_are_not(
    client: Client, private: Table, host: Any
) -> None:
    client.get(link(private))
    watched = client.get(f"/t/{private.code}/?watch=1").content.decode()
    assert "table-config" in watched
    assert private.invite not in watched
    sign_in(client, host)
    assert private.invite in client.get(f"/t/{private.code}/").content.decode()


class TestPassword:
    """A table with a password asks for it, whichever way one comes."""

    @pytest.fixture
    def locked(self, host: Any) -> Table:
        return services.open_table(host=host, game="shuangsheng", password="80 分")

    def test_address_and_link_lead_to_the_question(self, client: Client, locked: Table) -> None:
        for address in (f"/t/{locked.code}/", link(locked)):
            assert client.get(address)["Location"] == f"/t/{locked.code}/password/"

    def test_the_right_one_lets_in(self, client: Client, locked: Table, make_user: Any) -> None:
        sign_in(client, make_user("wei"))
        response = client.post(f"/t/{locked.code}/password/", {"password": "80 分"}, follow=True)
        assert response.redirect_chain[-1][0] == f"/t/{locked.code}/"
        assert response.status_code == 200

    def test_a_wrong_one_does_not(self, client: Client, locked: Table) -> None:
        response = client.post(f"/t/{locked.code}/password/", {"password": "guess"})
        assert "This is not the password" in response.content.decode()
        assert client.get(f"/t/{locked.code}/").status_code == 302

    def test_guessing_ends_after_ten_tries(self, client: Client, locked: Table) -> None:
        for _ in range(10):
            client.post(f"/t/{locked.code}/password/", {"password": "guess"})
        response = client.post(f"/t/{locked.code}/password/", {"password": "80 分"})
        assert "Too many tries" in response.content.decode()


class TestJoin:
    """Sitting down from the lobby."""

    def test_a_member_gets_the_first_free_seat(
        self, client: Client, host: Any, make_user: Any
    ) -> None:
        table = services.open_table(host=host, game="shuangsheng")
        wei = make_user("wei")
        sign_in(client, wei)
        assert client.post(f"/t/{table.code}/join/")["Location"] == f"/t/{table.code}/"
        assert table.seats.get(user=wei).index == 1

    def test_a_stranger_becomes_a_guest_first(self, client: Client, host: Any) -> None:
        table = services.open_table(host=host, game="shuangsheng")
        client.post(f"/t/{table.code}/join/")
        assert table.seats.filter(user__is_guest=True).count() == 1

    def test_nobody_sits_down_uninvited(
        self, client: Client, private: Table, make_user: Any
    ) -> None:
        sign_in(client, make_user("wei"))
        client.post(f"/t/{private.code}/join/")
        assert private.seats.count() == 1

    def test_a_full_table_says_so(self, client: Client, host: Any, make_user: Any) -> None:
        table = services.open_table(host=host, game="shuangsheng")
        for number in range(3):
            services.sit(table=table, user=make_user(f"p{number}"))
        sign_in(client, make_user("late"))
        client.post(f"/t/{table.code}/join/")
        assert "All four seats are taken" in client.get("/rules/").content.decode()


def test_a_closed_table_leads_on(client: Client, host: Any) -> None:
    table = services.open_table(host=host, game="shuangsheng", seat=None)
    services.close(table=table, by=host)
    response = client.get(f"/t/{table.code}/")
    assert response.status_code == 410
    assert "New table" in response.content.decode()
