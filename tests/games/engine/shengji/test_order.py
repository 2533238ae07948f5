"""The order of the cards, and what forms a run in it."""

from __future__ import annotations

import pytest

from games.engine.cards import RANKS, SUITS, card, cards, codes
from games.engine.shengji.hands import pack
from games.engine.shengji.order import TRUMP, Links, Order, order_of
from games.engine.shengji.shapes import decompose


def order(trump: str | None, level: str, links: Links = Links.BRIDGED) -> Order:
    suit = None if trump is None else SUITS.index(trump)
    return order_of(RANKS.index(level), suit, links)


def sizes(of: Order, text: str) -> tuple[int, ...]:
    """The sizes that cards of one suit are read as."""
    held = cards(text)
    assert len({of.suit[c] for c in held}) == 1
    return tuple(c.pairs for c in decompose(of, of.suit[held[0]], pack(held)))


def is_run(of: Order, text: str) -> bool:
    return sizes(of, text) == (len(cards(text)) // 2,)


def test_ss_2_trumps_from_the_highest_to_the_lowest() -> None:
    """SS-2, TY-2: jokers, the trump level card, the other level cards, then the trump suit."""
    of = order("S", "4")
    assert codes(of.falling[TRUMP]) == codes(
        cards("HR SB S4 H4 C4 D4 SA SK SQ SJ ST S9 S8 S7 S6 S5 S3 S2")
    )
    assert of.rank[card("H4")] == of.rank[card("C4")] == of.rank[card("D4")]


def test_ss_2_side_suits_leave_the_level_rank_out() -> None:
    """SS-2: A K Q … 2 without the level rank."""
    of = order("S", "4")
    assert codes(of.falling[1]) == codes(cards("HA HK HQ HJ HT H9 H8 H7 H6 H5 H3 H2"))
    assert of.falling[0] == ()


def test_wk_2_there_are_36_trumps() -> None:
    """WK-2: 4 jokers, 8 level cards and the 24 others of the trump suit."""
    assert order("H", "7", Links.NATURAL).mask[TRUMP].bit_count() == 36


def test_wk_3_the_order_of_trumps() -> None:
    """WK-3: as everywhere in the family, off-suit level cards equal."""
    of = order("H", "A", Links.NATURAL)
    assert codes(of.falling[TRUMP])[:6] == ("HR", "SB", "HA", "SA", "CA", "DA")
    assert of.rank[card("SA")] == of.rank[card("DA")] < of.rank[card("HA")]


def test_ss_7_no_trump_suit() -> None:
    """SS-7: level cards, all equal, small joker, big joker."""
    of = order(None, "2")
    assert len({of.rank[card(s + "2")] for s in SUITS}) == 1
    assert is_run(of, "S2 S2 SB SB")
    assert not is_run(of, "S2 S2 H2 H2")
    assert is_run(of, "D2 D2 SB SB HR HR")


@pytest.mark.parametrize(
    ("trump", "text"),
    [
        ("S", "SA SA H4 H4"),
        ("S", "C3 C3 C5 C5"),
        ("S", "H4 H4 S4 S4"),
        ("S", "S4 S4 SB SB"),
        ("S", "SB SB HR HR"),
        ("S", "SK SK SA SA D4 D4 S4 S4 SB SB HR HR"),
        ("H", "H3 H3 H5 H5"),
        ("H", "H2 H2 H3 H3 H5 H5"),
        ("H", "CK CK CA CA"),
    ],
)
def test_ss_6_tractors_at_level_4(trump: str, text: str) -> None:
    """SS-6: neighbours in the order of the suit as it is in this deal."""
    assert is_run(order(trump, "4"), text)


@pytest.mark.parametrize(
    ("trump", "text"),
    [
        ("S", "H4 H4 D4 D4"),
        ("S", "CA CA C2 C2"),
        ("S", "SA SA S4 S4"),
        ("S", "S4 S4 HR HR"),
        ("S", "SA SA SB SB"),
        ("H", "H3 H3 H6 H6"),
        ("H", "HA HA H2 H2"),
    ],
)
def test_ss_6_no_tractors_at_level_4(trump: str, text: str) -> None:
    """SS-6: equal level pairs, gaps, and the ace, which is never low."""
    assert not is_run(order(trump, "4"), text)


def test_ss_6_a_tractor_has_no_upper_bound() -> None:
    """SS-6: twelve pairs are one tractor."""
    text = " ".join(f"C{r} C{r}" for r in "2356789TJQKA")
    assert sizes(order("S", "4"), text) == (12,)


def test_ss_9_longest_first_and_no_cut_by_an_equal_level_pair() -> None:
    """SS-9: HA HA S7 S7 D7 D7 H7 H7 is a tractor of three and a pair; the first suit goes in."""
    of = order("H", "7")
    found = decompose(of, TRUMP, pack(cards("HA HA S7 S7 D7 D7 H7 H7")))
    assert [codes(c.cards) for c in found] == [
        ("HA", "HA", "S7", "S7", "H7", "H7"),
        ("D7", "D7"),
    ]


def test_wk_6_side_runs_are_natural() -> None:
    """WK-6: no bridge over the level rank; the ace is high and low, never in the middle."""
    of = order("H", "4", Links.NATURAL)
    assert not is_run(of, "C3 C3 C5 C5")
    assert not is_run(of, "H3 H3 H5 H5")
    assert is_run(of, "CA CA CK CK")
    assert is_run(of, "CA CA C2 C2")
    assert is_run(of, "CA CA C2 C2 C3 C3")
    assert sizes(of, "CK CK CA CA C2 C2") == (2, 1)


def test_wk_21_an_ace_between_king_and_two_goes_high() -> None:
    """WK-21: of equally long readings the higher."""
    of = order("H", "4", Links.NATURAL)
    found = decompose(of, SUITS.index("C"), pack(cards("CK CK CA CA C2 C2")))
    assert [codes(c.cards) for c in found] == [("CK", "CK", "CA", "CA"), ("C2", "C2")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("H4 H4 H5 H5", True),
        ("H5 H5 H6 H6", True),
        ("H4 H4 H5 H5 H6 H6", True),
        ("H4 H4 H6 H6", False),
        ("H5 H5 D5 D5", False),
        ("C5 C5 H5 H5", False),
        ("HA HA H5 H5", False),
        ("H5 H5 SB SB", False),
        ("SB SB HR HR", True),
    ],
)
def test_wk_7_the_trump_level_pair_keeps_its_natural_place(text: str, expected: bool) -> None:
    """WK-7: level 5, hearts trump, and example 5."""
    assert is_run(order("H", "5", Links.NATURAL), text) is expected


def test_wk_7_at_level_a_the_trump_aces_are_high_and_low() -> None:
    """WK-7: with K and with 2; the other aces join no run."""
    of = order("H", "A", Links.NATURAL)
    assert is_run(of, "HK HK HA HA")
    assert is_run(of, "HA HA H2 H2")
    assert not is_run(of, "HK HK SA SA")
    assert is_run(of, "CQ CQ CK CK")


@pytest.mark.parametrize(
    ("level", "text", "expected"),
    [
        ("5", "HA HA S5 S5", True),
        ("5", "S5 S5 H5 H5 SB SB", True),
        ("5", "H4 H4 H6 H6", True),
        ("5", "HA HA H2 H2", True),
        ("5", "H4 H4 H5 H5", False),
        ("2", "HA HA H3 H3", True),
        ("A", "HA HA H2 H2", False),
        ("A", "HK HK SA SA HA HA", True),
        ("5", "C4 C4 C6 C6", False),
        ("5", "CA CA C2 C2", True),
    ],
)
def test_wk_7_option_level_pair_links_trump_order(level: str, text: str, expected: bool) -> None:
    """WK-7 [option]: neighbours as in shuangsheng within trump, natural in side suits."""
    assert is_run(order("H", level, Links.TRUMP_ORDER), text) is expected


def test_wk_5_two_level_cards_of_different_suits_are_no_pair() -> None:
    """WK-5: a pair are two identical cards."""
    of = order("H", "7", Links.NATURAL)
    assert sizes(of, "S7 D7") == (0, 0)
    assert sizes(of, "S7 S7") == (1,)
    assert sizes(of, "HR HR") == (1,)
    assert sizes(of, "SB HR") == (0, 0)
