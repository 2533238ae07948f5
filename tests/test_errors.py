"""What people see when something is wrong: a page that says what to do."""

from __future__ import annotations

import pytest
from django.template.loader import render_to_string
from django.test import Client, override_settings
from django.urls import path
from django.views import defaults

urlpatterns = [path("broken/", defaults.server_error)]
ENGLISH = {"accept-language": "en"}


@pytest.mark.django_db
def test_a_page_that_is_not_there(client: Client) -> None:
    response = client.get("/nowhere/", headers=ENGLISH)
    assert response.status_code == 404
    assert "There is no such page" in response.content.decode()
    assert "没有这个页面" in client.get("/nowhere/").content.decode()


@pytest.mark.django_db
def test_a_form_from_a_stale_page() -> None:
    client = Client(enforce_csrf_checks=True)
    response = client.post("/accounts/guest/", headers=ENGLISH)
    assert response.status_code == 403
    assert "The page was open too long" in response.content.decode()


@pytest.mark.django_db
def test_a_request_that_makes_no_sense(client: Client) -> None:
    response = client.get("/", HTTP_HOST="evil.example", headers=ENGLISH)
    assert response.status_code == 400
    assert "<h1>" in response.content.decode()


@override_settings(ROOT_URLCONF=__name__)
def test_a_fault_of_ours_is_told_in_both_languages_and_asks_nothing_of_the_site(
    client: Client,
) -> None:
    response = client.get("/broken/")
    assert response.status_code == 500
    for words in ("出错了", "Something broke", "nothing is lost"):
        assert words in response.content.decode()
    assert "{%" not in render_to_string("500.html")
