"""What may be said at a table and who hears it; writing, hiding, forgetting lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone, translation

from accounts import sanctions
from accounts.models import Club, User
from accounts.permissions import may_see_line
from games import services
from games.chat import COURTESIES, LONGEST, PHRASES, SHOWN, Moment, clean, heard, kept, voice
from games.labels import PHRASES as LABELS
from games.models import ChatLine, Match, Table
from games.services import No, Refused
from games.services.chat import IN_A_BREATH, Draft, recent_lines, say
from tests.games.played import finish_deal

WORDS_JS = Path(__file__).resolve().parents[2] / "static" / "js" / "table" / "words.js"
BETWEEN, DURING = ("waiting", "result", "over"), ("drawing", "closing", "playing")


def moment(phase: str = "waiting", **more: bool) -> Moment:
    plain = {"seated": True, "guest": False, "private": False, "managed": False}
    return Moment(**{**plain, **more}, phase=phase)


# ------------------------------------------------------------------------------ the rules


@pytest.mark.parametrize("phase", BETWEEN + DURING)
def test_players_at_an_ordinary_table_say_anything_to_everybody(phase: str) -> None:
    said = voice(moment(phase))
    assert said.words
    assert said.phrases == PHRASES
    assert not said.watchers_only


@pytest.mark.parametrize("phase", BETWEEN + DURING)
def test_watchers_are_heard_by_players_between_deals_only(phase: str) -> None:
    assert voice(moment(phase, seated=False)).watchers_only == (phase in DURING)


@pytest.mark.parametrize("phase", DURING)
def test_cp_24_players_of_an_event_have_courtesies_only_during_a_deal(phase: str) -> None:
    said = voice(moment(phase, managed=True))
    assert not said.words
    assert said.phrases == COURTESIES
    assert "played" not in said.phrases  # praise of a partner's card is a signal


@pytest.mark.parametrize("phase", BETWEEN)
def test_cp_24_players_of_an_event_talk_freely_between_deals(phase: str) -> None:
    assert voice(moment(phase, managed=True)).words


@pytest.mark.parametrize("phase", BETWEEN + DURING)
def test_cp_24_watchers_of_an_event_are_never_heard_by_players(phase: str) -> None:
    assert voice(moment(phase, managed=True, seated=False)).watchers_only


@pytest.mark.parametrize("seated", [True, False])
def test_guests_write_in_their_own_words_only_where_they_were_let_in(seated: bool) -> None:
    assert not voice(moment(guest=True, seated=seated)).words
    assert voice(moment(guest=True, seated=seated, private=True)).words


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("  hello \t there\n", "hello there"),
        ("a\x00\x07\x1bb", "a b"),
        ("abc\u202edef\u2066", "abcdef"),
        ("\u200b\u200d\ufeff", ""),
        ("打得好！", "打得好！"),
        ("👨‍👩‍👧 ok", "👨‍👩‍👧 ok"),
        ("<b>x</b> http://x.example", "<b>x</b> http://x.example"),
        ("x" * 500, "x" * LONGEST),
    ],
)
def test_words_are_trimmed_and_unseen_characters_removed(text: str, plain: str) -> None:
    assert clean(text) == plain


def lines(*watchers: bool) -> list[dict[str, Any]]:
    return [{"id": number, "watchers": only} for number, only in enumerate(watchers)]


def test_players_are_shown_nothing_of_what_watchers_say_among_themselves() -> None:
    said = lines(False, True, False, True)
    assert [line["id"] for line in heard(said, seated=True)] == [0, 2]
    assert [line["id"] for line in heard(said, seated=False)] == [0, 1, 2, 3]


def test_talkative_watchers_do_not_push_out_what_players_said() -> None:
    said = lines(*[False] * 5, *[True] * 100)
    assert len(heard(kept(said), seated=True)) == 5
    assert len(heard(kept(said), seated=False)) == SHOWN
    assert len(kept(said)) == SHOWN + 5


def test_server_and_client_know_the_same_phrases() -> None:
    table = re.search(r"PHRASES = .*?\{(.*?)\n\}", WORDS_JS.read_text(), re.DOTALL)
    assert table is not None
    client = dict(re.findall(r'(\w+): \(\) => gettext\("(.*?)"\)', table[1]))
    assert tuple(client) == tuple(LABELS) == PHRASES
    assert client == LABELS


# ------------------------------------------------------------------------------ the verbs


@pytest.fixture
def wei(make_user: Any) -> User:
    return make_user("wei")  # type: ignore[no-any-return]


@pytest.fixture
def lin(make_user: Any) -> User:
    return make_user("lin")  # type: ignore[no-any-return]


@pytest.fixture
def boss(make_user: Any) -> User:
    return make_user("boss", is_staff=True)  # type: ignore[no-any-return]


@pytest.fixture
def table(wei: User) -> Table:
    return services.open_table(host=wei, game="shuangsheng")


def numbers() -> Iterator[str]:
    return (f"m{number}" for number in range(1000))


IDS = numbers()


def said(table: Table, user: User, text: str = "hello", **more: Any) -> ChatLine:
    """A line of a player in their own words."""
    now = more.pop("now", moment())
    draft = {"said_id": next(IDS), "text": text, "seat": 0 if now.seated else None, **more}
    line = say(table=table, user=user, moment=now, draft=Draft(**draft))
    assert line is not None
    return line


def refused(*args: Any, **more: Any) -> No:
    with pytest.raises(Refused) as told:
        said(*args, **more)
    return told.value.code


@pytest.mark.django_db
def test_a_message_sent_twice_is_said_once(table: Table, wei: User) -> None:
    draft = Draft("same", text="hello")
    assert say(table=table, user=wei, moment=moment(), draft=draft) is not None
    assert say(table=table, user=wei, moment=moment(), draft=draft) is None
    assert ChatLine.objects.count() == 1


@pytest.mark.django_db
def test_what_may_not_be_said_is_not_kept(table: Table, wei: User) -> None:
    playing = moment("playing", managed=True)
    assert refused(table, wei, now=playing) == No.EVENT_WORDS
    assert refused(table, wei, "", phrase="played", now=playing) == No.EVENT_WORDS
    assert refused(table, wei, now=moment(guest=True)) == No.GUEST_WORDS
    assert refused(table, wei, " \u200b ") == No.NOTHING_SAID
    assert not ChatLine.objects.exists()
    assert said(table, wei, "", phrase="hello", now=playing).phrase == "hello"


@pytest.mark.django_db
def test_five_lines_in_ten_seconds_at_all_tables_together(
    table: Table, wei: User, lin: User
) -> None:
    other = services.open_table(host=lin, game="guandan")
    for number in range(IN_A_BREATH):
        said((table, other)[number % 2], wei)
    assert refused(table, wei) == No.TOO_MUCH
    assert refused(other, wei) == No.TOO_MUCH
    said(table, lin)


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["mute", "ban"])
def test_who_is_muted_on_the_site_is_told_why_and_until_when(
    table: Table, wei: User, kind: str
) -> None:
    row = sanctions.sanction(
        user=wei, kind=kind, by=None, reason="Insults", until=timezone.now() + timedelta(days=3)
    )
    with pytest.raises(Refused) as told, translation.override("en"):
        said(table, wei)
    assert told.value.code == No.MUTED
    assert "Insults" in str(told.value)
    assert "until" in str(told.value)
    sanctions.lift(sanction=row, by=None)
    said(table, wei)


@pytest.mark.django_db
def test_a_mute_of_a_club_does_not_hold_at_a_private_person_s_table(
    table: Table, wei: User
) -> None:
    club = Club.objects.create(slug="house", name="House")
    sanctions.sanction(user=wei, kind="mute", by=None, reason="Insults", club=club)
    said(table, wei)


@pytest.mark.django_db
def test_a_hidden_line_is_shown_to_nobody_until_it_is_brought_back(
    table: Table, wei: User, lin: User, boss: User
) -> None:
    line = said(table, wei)
    assert services.hide_line(line=line, by=boss)
    assert not services.hide_line(line=line, by=boss)
    assert recent_lines(table.pk) == []
    line.refresh_from_db()
    assert line.hidden_by == boss
    assert services.show_line(line=line, by=boss)
    assert [each["text"] for each in recent_lines(table.pk)] == ["hello"]
    with pytest.raises(PermissionError):
        services.hide_line(line=line, by=lin)


@pytest.mark.django_db
def test_old_lines_are_forgotten_unless_reported(table: Table, wei: User) -> None:
    old, kept_one, new = (said(table, wei, text) for text in ("old", "reported", "new"))
    long_ago = timezone.now() - timedelta(days=91)
    ChatLine.objects.filter(pk__in=(old.pk, kept_one.pk)).update(at=long_ago)
    ChatLine.objects.filter(pk=kept_one.pk).update(reported=True)
    assert services.forget_chat() == 1
    assert set(ChatLine.objects.all()) == {kept_one, new}


# ------------------------------------------------------------------- who may look at a line


@pytest.fixture
def match(table: Table, wei: User, lin: User) -> Match:
    services.sit(table=table, user=lin, seat=1)
    services.fill(table=table, by=wei)
    match = services.start_match(table=table)
    finish_deal(match)
    return match


@pytest.mark.django_db
def test_players_cannot_look_at_what_watchers_said_during_their_match(
    match: Match, wei: User, lin: User, make_user: Any
) -> None:
    watcher, other = make_user("sun"), make_user("zhu")
    aside = said(match.table, watcher, now=moment("playing", seated=False), match=match.pk)
    assert aside.watchers_only
    assert may_see_line(other, aside)
    assert not may_see_line(lin, aside)


@pytest.mark.django_db
def test_a_private_table_s_lines_are_for_those_who_are_let_in(wei: User, lin: User) -> None:
    table = services.open_table(host=wei, game="guandan", private=True)
    line = said(table, wei)
    assert not may_see_line(lin, line)
    assert may_see_line(lin, line, [table.code])


@pytest.mark.django_db
def test_a_stranger_is_shown_the_newest_lines_and_a_player_all(
    match: Match, wei: User, lin: User, make_user: Any
) -> None:
    first = said(match.table, wei, match=match.pk)
    ChatLine.objects.bulk_create(
        ChatLine(table=match.table, user=wei, name="wei", text="x", said_id=f"b{number}")
        for number in range(100)
    )
    assert may_see_line(lin, first)
    assert not may_see_line(make_user("sun"), first)


@pytest.mark.django_db
def test_hidden_lines_are_for_moderators(table: Table, wei: User, boss: User) -> None:
    line = said(table, wei)
    services.hide_line(line=line, by=boss)
    line.refresh_from_db()
    assert not may_see_line(wei, line)
