"""Signing up and in, the settings, the language and how pages look."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core import mail
from django.test import Client

pytestmark = pytest.mark.django_db
User = get_user_model()

SIGN_UP = {
    "display_name": "Wei",
    "username": "wei",
    "password1": "tractor-80-points",
    "password2": "tractor-80-points",
}
ENGLISH = {"accept-language": "en"}


@pytest.fixture
def member(client: Client, make_user: Any) -> Any:
    user = make_user("wei")
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return user


def test_signing_up_needs_no_address(client: Client) -> None:
    response = client.post("/accounts/signup/", SIGN_UP, follow=True)
    assert response.context["user"].display_name == "Wei"
    assert not response.context["user"].is_guest
    assert not mail.outbox


def test_the_form_says_what_the_address_is_for(client: Client) -> None:
    page = client.get("/accounts/signup/", headers=ENGLISH).content.decode()
    assert "Without it nobody can help you to a new password" in page


@pytest.mark.parametrize("name", ["", "   ", "\u200b\u200b", "x" * 25])
def test_a_name_nobody_can_read_is_refused(client: Client, name: str) -> None:
    response = client.post("/accounts/signup/", {**SIGN_UP, "display_name": name})
    assert response.context["form"].errors["display_name"]
    assert not User.objects.exists()


def test_a_new_password_by_mail(client: Client, make_user: Any) -> None:
    make_user("wei", email="wei@example.org")
    client.post("/accounts/password/reset/", {"email": "wei@example.org"})
    link = re.search(r"http://testserver(/accounts/password/reset/key/\S+)", mail.outbox[0].body)
    assert link
    form = client.get(link[1], follow=True)
    client.post(
        form.redirect_chain[-1][0],
        {"password1": "four-jokers-bomb", "password2": "four-jokers-bomb"},
    )
    client.post("/accounts/login/", {"login": "wei", "password": "four-jokers-bomb"})
    assert client.get("/").context["user"].username == "wei"


@pytest.mark.parametrize("address", ["wei@example.org", "nobody@example.org"])
def test_mails_speak_the_language_of_who_asked(
    client: Client, make_user: Any, address: str
) -> None:
    make_user("wei", email="wei@example.org")
    for language in ("zh-hans", "en"):
        headers = {"accept-language": language}
        client.post("/accounts/password/reset/", {"email": address}, headers=headers)
    chinese, english = mail.outbox
    assert re.search("[\u4e00-\u9fff]", chinese.subject)
    words = re.sub(r"http\S+|\S+@\S+|testserver|example.com|wei|username", "", chinese.body)
    assert not re.search("[A-Za-z]{2,}", words)
    assert not re.search("[\u4e00-\u9fff]", english.subject + english.body)
    assert "http://testserver/" in english.body


def test_whether_an_address_is_known_is_not_given_away(client: Client) -> None:
    response = client.post("/accounts/password/reset/", {"email": "nobody@example.org"})
    assert response["Location"] == "/accounts/password/reset/done/"


def test_a_wrong_password_does_not_sign_in(client: Client, make_user: Any) -> None:
    make_user("wei")
    response = client.post("/accounts/login/", {"login": "wei", "password": "guess"})
    assert response.status_code == 200
    assert not client.get("/").context["user"].is_authenticated


def test_name_and_language_in_the_settings(client: Client, member: Any) -> None:
    response = client.post(
        "/accounts/settings/", {"display_name": " 小 伟 ", "language": "zh-hans"}, follow=True
    )
    member.refresh_from_db()
    assert (member.display_name, member.language) == ("小 伟", "zh-hans")
    assert "已保存。" in response.content.decode()


def test_the_settings_are_for_those_who_are_signed_in(client: Client) -> None:
    assert client.get("/accounts/settings/")["Location"].startswith("/accounts/login/")


class TestLanguage:
    """The switch in the bar."""

    def test_it_keeps_the_page(self, client: Client) -> None:
        response = client.post("/language/", {"language": "en", "next": "/?game=&free=on"})
        assert response["Location"] == "/?game=&free=on"
        assert '<html lang="en"' in client.get("/").content.decode()
        client.post("/language/", {"language": "zh-hans", "next": "/"})
        assert '<html lang="zh-Hans"' in client.get("/").content.decode()

    def test_it_is_remembered_with_the_person(self, client: Client, member: Any) -> None:
        client.post("/language/", {"language": "en"})
        member.refresh_from_db()
        assert member.language == "en"

    def test_signing_in_elsewhere_brings_it_along(self, client: Client, make_user: Any) -> None:
        make_user("wei", language="en")
        client.post("/accounts/login/", {"login": "wei", "password": "p4ss-w0rd!"})
        page = client.get("/", headers={"accept-language": "zh-CN"})
        assert '<html lang="en"' in page.content.decode()

    def test_there_are_only_two(self, client: Client) -> None:
        assert client.post("/language/", {"language": "fr"}).status_code == 404


class TestLooks:
    """Theme, colours, size and sounds: cookies that the server writes on the page."""

    def test_the_page_has_what_was_chosen(self, client: Client) -> None:
        page = client.get("/").content.decode()
        assert 'data-theme="auto"' in page
        client.post("/preferences/", {"theme": "dark", "colours": "two", "size": "large"})
        page = client.get("/").content.decode()
        for attribute in ('data-theme="dark"', 'data-colours="two"', 'data-size="large"'):
            assert attribute in page

    def test_other_values_do_not_exist(self, client: Client) -> None:
        assert client.post("/preferences/", {"theme": "pink"}).status_code == 404

    def test_a_forged_cookie_is_the_default(self, client: Client) -> None:
        client.cookies["theme"] = '"><script>'
        assert 'data-theme="auto"' in client.get("/").content.decode()
