"""The lobby: looking for tables, opening one, playing at once."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from games import services
from games.engine.api import game_of
from games.forms import OptionsForm
from games.models import Table

pytestmark = pytest.mark.django_db
HTMX = {"hx-request": "true"}
FORM = {
    "name": "",
    "clock": "normal",
    "private": "",
    "password": "",
    "option-joker_override": "off",
    "option-relegation": "on",
    "option-base": "1",
    "option-start_level": "2",
}


@pytest.fixture(autouse=True)
def _english(client: Client) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"


@pytest.fixture
def lin(make_user: Any) -> Any:
    return make_user("lin", display_name="林晓")


@pytest.fixture
def me(client: Client, make_user: Any) -> Any:
    user = make_user("me", display_name="Anna")
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return user


def page(client: Client, address: str = "/", **headers: str) -> str:
    return client.get(address, headers=headers).content.decode()


class TestFinding:
    """What stands in the lobby."""

    def test_a_stranger_is_told_what_this_is_and_how_to_begin(self, client: Client) -> None:
        text = page(client)
        for words in ("Play now against bots", "Play as guest", "Sign in", "No table is open"):
            assert words in text

    def test_a_table_says_its_game_its_seats_and_how_its_rules_differ(
        self, client: Client, lin: Any
    ) -> None:
        services.open_table(
            host=lin,
            game="shuangsheng",
            name="Sunday",
            options={"base": 5, "joker_override": "on"},
        )
        text = page(client)
        for words in ("Sunday", "Tractor", "林晓", "Base score: 5", "Pairs of jokers override: on"):
            assert words in text
        assert "The losing side goes down" not in text, "what is as standard is not said"

    def test_a_table_of_standard_rules_says_so(self, client: Client, lin: Any) -> None:
        services.open_table(host=lin, game="shuangsheng")
        assert "Standard rules" in page(client)

    def test_a_table_without_a_name_is_called_after_its_host(
        self, client: Client, lin: Any
    ) -> None:
        services.open_table(host=lin, game="shuangsheng")
        assert "林晓’s table" in page(client)

    def test_private_and_closed_tables_do_not_stand_there(self, client: Client, lin: Any) -> None:
        services.open_table(host=lin, game="shuangsheng", name="Secret", private=True)
        gone = services.open_table(host=lin, game="shuangsheng", name="Gone", seat=None)
        services.close(table=gone, by=lin)
        text = page(client)
        assert "Secret" not in text
        assert "Gone" not in text

    def test_ones_own_tables_come_first_with_the_way_back(
        self, client: Client, me: Any, lin: Any
    ) -> None:
        services.open_table(host=lin, game="shuangsheng", name="Other")
        mine = services.play_now(user=me, game="shuangsheng")
        text = page(client)
        assert text.index("My tables") < text.index("Go on playing") < text.index("Open tables")
        assert text.count(f"/t/{mine.code}/") == 1

    def test_the_filter_for_free_seats_leaves_out_tables_that_play(
        self, client: Client, lin: Any, make_user: Any
    ) -> None:
        full = services.open_table(host=lin, game="shuangsheng", name="Full")
        services.fill(table=full, by=lin)
        services.start_match(table=full)
        services.open_table(host=make_user("wei"), game="shuangsheng", name="Waiting")
        assert "Full" in page(client)
        text = page(client, "/?free=on")
        assert "Waiting" in text
        assert "Full" not in text

    def test_the_filter_for_a_game(self, client: Client, lin: Any) -> None:
        services.open_table(host=lin, game="shuangsheng", name="Sunday")
        assert "Sunday" in page(client, "/?game=shuangsheng")
        Table.objects.update(game="guandan", options={})
        assert "Sunday" not in page(client, "/?game=shuangsheng")

    def test_nothing_found_says_what_to_do(self, client: Client) -> None:
        text = page(client, "/?free=on")
        assert "Show all tables" in text

    def test_htmx_gets_the_list_alone_and_nothing_while_it_is_the_same(
        self, client: Client, lin: Any
    ) -> None:
        text = page(client, "/", **HTMX)
        assert "<html" not in text
        again = re.search(r'hx-get="([^"]+)"', text)
        assert again
        address = again[1].replace("&amp;", "&")
        assert client.get(address, headers=HTMX).status_code == 204
        services.open_table(host=lin, game="shuangsheng", name="Sunday")
        assert "Sunday" in page(client, address, **HTMX)

    def test_the_list_costs_the_same_however_many_tables_there_are(
        self, client: Client, make_user: Any, django_assert_max_num_queries: Any
    ) -> None:
        for number in range(6):
            services.open_table(host=make_user(f"h{number}"), game="shuangsheng")
        with django_assert_max_num_queries(4):
            client.get("/", headers=HTMX)


class TestPlayNow:
    """One click to cards in hand."""

    def test_a_stranger_becomes_a_guest_at_a_table_of_bots(self, client: Client) -> None:
        response = client.post("/play/")
        table = Table.objects.get()
        assert response["Location"] == f"/t/{table.code}/"
        assert table.status == Table.Status.PLAYING
        assert table.host is not None
        assert table.host.is_guest
        assert [bool(seat.bot) for seat in table.seats.order_by("index")] == [0, 1, 1, 1]

    def test_a_link_cannot_open_tables(self, client: Client) -> None:
        assert client.get("/play/").status_code == 405

    def test_who_is_playing_elsewhere_is_told_so(self, client: Client, me: Any) -> None:
        client.post("/play/")
        text = client.post("/play/", follow=True).content.decode()
        assert "You are playing at another table" in text
        assert Table.objects.count() == 1

    def test_only_games_that_exist(self, client: Client) -> None:
        assert client.post("/play/", {"game": "poker"}).status_code == 404


class TestNewTable:
    """The form for a table."""

    def test_the_options_are_built_from_the_engines_descriptions(self) -> None:
        game = game_of("shuangsheng")
        form = OptionsForm(game)
        assert list(form.fields) == [option.name for option in game.options]
        for option in game.options:
            field = form.fields[option.name]
            assert field.initial == option.default
            if option.choices:
                assert [value for value, _ in field.choices] == [
                    choice.value for choice in option.choices
                ]
            else:
                assert (field.min_value, field.max_value) == (option.low, option.high)
        assert {clause for _, clause in form.clauses()} == {o.clause for o in game.options}

    def test_each_option_is_shown_with_its_clause(self, client: Client) -> None:
        text = page(client, "/tables/new/shuangsheng/")
        assert "Pairs of jokers override" in text
        assert "SS-3" in text

    def test_a_table_as_it_comes_is_standard_and_public(self, client: Client, me: Any) -> None:
        client.post("/tables/new/shuangsheng/", FORM)
        table = Table.objects.get()
        assert table.options == game_of("shuangsheng").complete({})
        assert (table.private, table.turn_seconds, table.bank_seconds) == (False, 30, 120)
        assert table.seats.get().user == me

    def test_what_is_chosen_is_kept(self, client: Client, me: Any) -> None:
        client.post(
            "/tables/new/shuangsheng/",
            {
                **FORM,
                "name": " 周末\u200b 牌局 ",
                "clock": "calm",
                "private": "1",
                "option-base": "7",
                "option-relegation": "off",
            },
        )
        table = Table.objects.get()
        assert table.name == "周末 牌局"
        assert (table.private, table.turn_seconds, table.bank_seconds) == (True, 60, 300)
        assert (table.options["base"], table.options["relegation"]) == (7, "off")

    def test_a_password_is_kept_hashed_and_makes_the_table_private(
        self, client: Client, me: Any
    ) -> None:
        client.post("/tables/new/shuangsheng/", {**FORM, "password": "八十分"})
        table = Table.objects.get()
        assert table.private
        assert table.password
        assert "八十分" not in table.password

    @pytest.mark.parametrize(
        ("field", "value"),
        [
            ("option-base", "0"),
            ("option-base", "many"),
            ("option-relegation", "perhaps"),
            ("clock", "never"),
        ],
    )
    def test_what_is_not_possible_is_refused(
        self, client: Client, me: Any, field: str, value: str
    ) -> None:
        response = client.post("/tables/new/shuangsheng/", {**FORM, field: value})
        assert response.status_code == 200
        assert "errorlist" in response.content.decode()
        assert not Table.objects.exists()

    def test_a_stranger_who_opens_one_becomes_a_guest(self, client: Client) -> None:
        client.post("/tables/new/shuangsheng/", FORM)
        assert Table.objects.get().host.is_guest  # type: ignore[union-attr]

    def test_an_unknown_game_is_no_page(self, client: Client) -> None:
        assert client.get("/tables/new/poker/").status_code == 404
