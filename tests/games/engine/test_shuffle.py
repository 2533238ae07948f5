"""The shuffle and its commitment."""

from __future__ import annotations

import ast
import contextlib
import io
import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.api import NextDeal, game_of
from games.engine.cards import CODES, DECK, SMALL_JOKER, codes, rank_of
from games.engine.shuffle import Source, commitment, deal, deck, set_up, turn

DOC = Path(__file__).parents[3] / "docs" / "shuffle.md"
SEED = bytes.fromhex("00" * 31 + "2a")

seeds = st.binary(min_size=32, max_size=32)


def test_the_documented_recomputation_gives_what_the_site_deals() -> None:
    """The fifteen lines in docs/shuffle.md print what they say, and what we compute."""
    text = DOC.read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    (output,) = re.findall(r"```text\n(.*?)```", text, re.DOTALL)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, "docs/shuffle.md", "exec"), {})
    assert printed.getvalue() == output
    first, second = output.splitlines()
    assert first == commitment(SEED, "example", 1)
    assert tuple(ast.literal_eval(second)) == codes(deck(SEED)[:8])


def test_a_known_deal_stays_what_it_is() -> None:
    """The algorithm is published: old deals must be recomputed for ever."""
    dealt = deal(SEED, kitty=8, first_drawer=None)
    assert codes(deck(SEED)[:6]) == ("S3", "D8", "ST", "DA", "H9", "S6")
    assert codes(dealt.hands[dealt.first_drawer][:2]) == ("S3", "H9")
    assert commitment(SEED, "example", 1).startswith("dcdd6895ff456df2")
    assert commitment(SEED, "example", 2) != commitment(SEED, "example", 1)


@given(seeds)
@settings(max_examples=30, deadline=None)
def test_every_deck_has_all_the_cards(seed: bytes) -> None:
    assert sorted(deck(seed)) == list(DECK)


@given(seeds, st.sampled_from([0, 8]), st.sampled_from([None, 0, 1, 2, 3]))
@settings(max_examples=50, deadline=None)
def test_cards_go_round_from_the_first_drawer(
    seed: bytes, kitty: int, first_drawer: int | None
) -> None:
    cards = deck(seed)
    dealt = deal(seed, kitty=kitty, first_drawer=first_drawer)
    if first_drawer is not None:
        assert dealt.first_drawer == first_drawer
    drawn = [dealt.hands[(dealt.first_drawer + i) % 4][i // 4] for i in range(108 - kitty)]
    assert (*drawn, *dealt.kitty) == cards


@given(seeds)
@settings(max_examples=50, deadline=None)
def test_gd_17_the_turned_card_fixes_who_draws_first_and_who_leads(seed: bytes) -> None:
    """GD-17: no joker; its rank, ace 1 … king 13, counts from the cutter, who is 1."""
    cards = deck(seed)
    place, first_drawer = turn(seed, cards)
    assert cards[place] < SMALL_JOKER
    cutter = (Source(seed, "seat").below(4) + 1) % 4
    count = "A23456789TJQK".index(CODES[cards[place]][1]) + 1
    assert first_drawer == (cutter + count - 1) % 4
    dealt = deal(seed, kitty=0, first_drawer=None)
    assert dealt.turned is not None
    card, seat = dealt.turned
    assert card == cards[place]
    assert dealt.hands[seat][place // 4] == card
    assert rank_of(card) < 13


def test_the_shuffle_is_fair_enough() -> None:
    """Each card comes to lie on top about equally often; each seat draws first."""
    tops = Counter(deck(number.to_bytes(32, "big"))[0] for number in range(2000))
    assert len(tops) == 54
    assert max(tops.values()) < 75
    seats = Counter(Source(n.to_bytes(32, "big"), "seat").below(4) for n in range(2000))
    assert all(400 < count < 600 for count in seats.values())


def test_a_seed_has_256_bits() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        commitment(b"short", "example", 1)
    with pytest.raises(ValueError, match="32 bytes"):
        deck(b"short")


@pytest.mark.parametrize("game_id", ["guandan", "shuangsheng"])
def test_a_deal_is_set_up_as_the_match_announces_it(game_id: str) -> None:
    game = game_of(game_id)
    options = game.complete({})
    first = set_up(game, options, game.first(options), SEED)
    assert game.check_setup(first) is None
    assert (first.turned is None) == (game_id != "guandan")
    ahead = NextDeal(("2", "3"), False, dealer=1, previous=(1, 0, 2, 3), first_drawer=2)
    later = set_up(game, options, ahead, SEED)
    assert (later.first_drawer, later.turned, later.levels) == (2, None, ("2", "3"))
