"""What a seat can do, hints, time-outs, and the names of plays."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.api import Can, Draw, Play, Seat
from games.engine.cards import DECK, cards, codes, points
from games.engine.shengji.hands import unpack
from games.engine.shengji.states import State
from tests.dealing import label, some_deal, tables
from tests.games.engine.shengji.helpers import (
    SHUANGSHENG,
    TYCOON,
    WANGKOU,
    act,
    deal,
    play,
    show,
    table,
)

FAMILY = [(game, options) for game, options in tables() if game != "guandan"]


def can(state: State, seat: Seat) -> Can:
    found = SHUANGSHENG.can(state, seat)
    assert found is not None
    return found


# ------------------------------------------------------------------------------------ can


def test_ss_8_enough_of_the_suit_binds_the_pool() -> None:
    """SS-8: only cards of the suit; the client need not know more."""
    state = play(table("shuangsheng", "H", "2", "S5 S5", "S9 S8 S7 D4"), "S5 S5")
    found = can(state, 1)
    assert found.count == (2, 2)
    assert sorted(found.pool or ()) == ["S7", "S8", "S9"]
    assert found.only is None


def test_ss_8_too_few_must_all_be_played() -> None:
    """SS-8: those are in every legal selection."""
    state = play(table("shuangsheng", "H", "2", "S5 S5 S6 S6", "S9 S8 D4 D6 C7"), "S5 S5 S6 S6")
    found = can(state, 1)
    assert found.must == ("S8", "S9")
    assert found.pool is None
    assert found.only is None


@pytest.mark.parametrize(
    ("hand", "only"),
    [
        ("S9 S8", ("S8", "S9")),
        ("S9 S8 D4", ("S8", "S9")),
        ("S9 D4 D4", ("D4", "S9")),
        ("D4 C5", ("C5", "D4")),
        ("S9 S8 S7", None),
    ],
)
def test_ss_8_the_only_legal_play_is_named(hand: str, only: tuple[str, ...] | None) -> None:
    """SS-8: so that it is selected at once."""
    state = play(table("shuangsheng", "H", "2", "S5 S5", hand), "S5 S5")
    found = can(state, 1).only
    assert (None if found is None else tuple(sorted(found))) == only


@pytest.mark.parametrize(
    ("lead", "hand", "pool", "must"),
    [
        ("S5 S5", "S9 S9 S8 S8 S7", "S8 S8 S9 S9", ""),
        ("S5 S5", "S9 S9 S8 S7", "S9 S9", "S9 S9"),
        ("S5 S5 S6 S6", "S7 S7 S8 S8 SK SK SA", "S7 S7 S8 S8", "S7 S7 S8 S8"),
        ("S5 S5 S6 S6", "S7 S7 S8 S8 S9 S9 SK SK", "S7 S7 S8 S8 S9 S9", ""),
        ("S5 S5 S6 S6", "S7 S7 S9 ST SK", "S7 S7 S9 ST SK", "S7 S7"),
    ],
)
def test_ty_16_the_shape_binds_the_pool(lead: str, hand: str, pool: str, must: str) -> None:
    """TY-16: pairs for a pair, runs for a run, pairs that must all be played."""
    state = play(table("tycoon", "H", "2", lead, hand), lead)
    found = TYCOON.can(state, 1)
    assert found is not None
    assert sorted(found.pool or ()) == sorted(codes(cards(pool)))
    assert sorted(found.must) == sorted(codes(cards(must)))


def test_ss_3_what_may_be_shown() -> None:
    """SS-3: of the drawn cards, and only what would be accepted."""
    state = deal("shuangsheng", "H2 S2 S2", "D2 D2")
    assert SHUANGSHENG.can(state, 0) is None
    state = act(state, Draw(12))
    assert can(state, 0).shows == (("S2",), ("H2",), ("S2", "S2"))
    state = act(state, show(0, "H2", 12))
    assert SHUANGSHENG.can(state, 0) is None
    assert can(state, 1).shows == (("D2", "D2"),)


def test_nobody_off_turn_can_do_anything() -> None:
    """Table 19: only the seat on turn can play, watchers never."""
    state = table("shuangsheng", "H", "2", "S5", "S6", "S7", "S8")
    assert [SHUANGSHENG.can(state, seat) is None for seat in range(4)] == [
        False,
        True,
        True,
        True,
    ]


# ---------------------------------------------------------------------------------- hints


def first_hint(game: str, trump: str, level: str, *hands: str, led: tuple[str, ...]) -> str:
    state = play(table(game, trump, level, *hands), *led)
    rules = {"shuangsheng": SHUANGSHENG, "tycoon": TYCOON, "wangkou": WANGKOU}[game]
    hint = next(rules.hints(state, state.play.turn))
    assert isinstance(hint, Play)
    return " ".join(codes(hint.cards))


def test_a_hint_wins_cheaply_when_an_opponent_leads() -> None:
    """The lowest card that takes the trick."""
    hands = ("S5 D3", "S3 SJ SA", "", "")
    assert first_hint("shuangsheng", "H", "2", *hands, led=("S5",)) == "SJ"


def test_a_hint_gives_points_to_a_winning_partner() -> None:
    """The partner's ace stands: the ten goes on it."""
    hands = ("D3 D4", "SA D6", "S3 D7", "S4 ST SQ")
    state = table("shuangsheng", "H", "2", *hands, leader=1)
    hint = next(SHUANGSHENG.hints(play(state, "SA", "S3"), 3))
    assert isinstance(hint, Play)
    assert codes(hint.cards) == ("ST",)


def test_a_hint_discards_low_when_nothing_wins() -> None:
    """Neither trumps nor points."""
    hands = ("SA D3", "S3 SK SJ", "", "")
    assert first_hint("shuangsheng", "H", "2", *hands, led=("SA",)) == "S3"


def test_a_hint_leads_tractors_first() -> None:
    """The longest run of a side suit."""
    hands = ("S5 S5 S6 S6 CA HR", "", "", "")
    assert first_hint("wangkou", "H", "2", *hands, led=()) == "S5 S5 S6 S6"


# ------------------------------------------------------------------------------- time-outs


def test_a_time_out_plays_the_lowest_legal_cards() -> None:
    """Deterministic, and no trump or point while anything else is there."""
    state = table("shuangsheng", "H", "2", "H3 SK D9 D4", "", "", "")
    assert SHUANGSHENG.default_action(state, 0) == Play(0, cards("D4"))
    state = play(table("shuangsheng", "H", "2", "C3 C3", "H3 SK D9 D4 C9"), "C3 C3")
    assert SHUANGSHENG.default_action(state, 1) == Play(1, cards("C9 D4"))


# ---------------------------------------------------------------------------------- names


@pytest.mark.parametrize(
    ("game", "lead", "text", "name"),
    [
        ("shuangsheng", "", "S5", "single"),
        ("shuangsheng", "", "S5 S5", "pair"),
        ("shuangsheng", "", "S5 S5 S6 S6", "tractor"),
        ("wangkou", "", "S5 S5 S6 S6", "run"),
        ("shuangsheng", "", "SA SK", "throw"),
        ("shuangsheng", "S5", "H3", "ruff"),
        ("shuangsheng", "S5", "D3", "discard"),
        ("shuangsheng", "S5 S5", "H3 H4", "discard"),
        ("shuangsheng", "S5 S5", "H3 D4", "discard"),
        ("shuangsheng", "S5", "S9", "single"),
    ],
)
def test_a_play_has_a_name(game: str, lead: str, text: str, name: str) -> None:
    """What the button says."""
    rules = SHUANGSHENG if game == "shuangsheng" else WANGKOU
    state = table(game, "H", "2", lead or text, text if lead else "")
    if lead:
        state = play(state, lead)
    assert rules.name_play(state, state.play.turn, cards(text)) == name


# ------------------------------------------------------------------------------ invariants


def all_cards(state: State) -> list[int]:
    """Every card of the deal, wherever it lies."""
    stage, table_ = state.stage, state.play
    found = [card for hand in table_.hands for card in unpack(hand)]
    found += [card for trick in table_.tricks for played in trick.plays for card in played]
    found += [card for played in table_.plays for card in played]
    if stage is None or stage.burier is None:
        found += stage.kitty if stage is not None else state.deal.setup.kitty
    return found


@pytest.mark.parametrize(("game_id", "options"), FAMILY, ids=label)
@settings(max_examples=4, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_no_card_and_no_point_is_lost(
    game_id: str, options: dict[str, str | int], seed: int
) -> None:
    """At any time the 108 cards are there; at the end 200 points lie in tricks and kitty."""
    played = some_deal(game_id, options, seed)
    for state in played.states:
        assert sorted(all_cards(state)) == list(DECK)
    end = played.end
    if end.result.redeal:
        return
    assert sum(t.points for t in end.play.tricks) + points(end.stage.kitty) == 200
    defended = sum(t.points for t in end.play.tricks if (t.winner ^ end.stage.dealer) & 1)
    if options.get("failed_throw") != "force_and_fine":
        assert end.play.points == defended
    assert points(end.play.captured) == defended
