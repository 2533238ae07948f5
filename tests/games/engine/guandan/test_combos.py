"""What cards are, and what beats what."""

from __future__ import annotations

import pytest

from games.engine.guandan.combos import level_rank, plain_reading, read_as
from tests.games.engine.guandan.helpers import beats, hand, names, read

WORKED = [
    ("2", "H2 H2", ["pair 2"]),
    ("2", "H2 SB", []),
    ("2", "SB HR", []),
    ("2", "H2 H2 SB SB", []),
    ("2", "S8 D8 S9 D9 H2", ["full_house 9", "full_house 8"]),
    ("2", "S9 C9 D9 H2 H2", ["bomb 9 of 5", "full_house 9"]),
    ("2", "S9 C9 D9 H9 H2", ["bomb 9 of 5"]),
    ("2", "SK CK S9 H2 H2", ["full_house K", "full_house 9"]),
    ("2", "S4 H4 C4 S5 D5 H2", ["plate 5"]),
    ("2", "S7 D7 S8 D8 H2 H2", ["plate 8", "tube 9", "tube 8"]),
    ("7", "SA CA S2 C2 H7 H7", ["plate 2", "tube 3"]),
    ("2", "S9 C9 D9 SB SB", ["full_house 9"]),
    ("6", "S4 D5 H6 C7 S8", ["straight 8"]),
    ("A", "ST DJ SQ CK HA", ["straight A", "straight K"]),
    ("7", "H4 H5 H6 H7 H8", ["straight_flush 8"]),
    ("7", "7*8", ["bomb 7 of 8"]),
    ("5", "S5 C5 D5 S6 C6 D6", ["plate 6"]),
    ("7", "S7 C7 D7 S3 C3", ["full_house 7"]),
    ("9", "S4 S5 S6 S7 H9", ["straight_flush 8", "straight_flush 7"]),
]


@pytest.mark.parametrize(("level", "cards", "expected"), WORKED)
def test_gd_16_worked_readings(level: str, cards: str, expected: list[str]) -> None:
    """GD-16: the rulebook's table of readings, the strongest first."""
    assert names(level, cards) == expected


@pytest.mark.parametrize(
    ("level", "cards", "expected"),
    [
        pytest.param("2", "S9", ["single 9"], id="GD-5 single"),
        pytest.param("2", "HR", ["single R"], id="GD-5 single joker"),
        pytest.param("2", "S9 H9", ["pair 9"], id="GD-6 pair"),
        pytest.param("2", "SB SB", ["pair B"], id="GD-6 small jokers"),
        pytest.param("2", "HR HR", ["pair R"], id="GD-6 big jokers"),
        pytest.param("2", "SB HR", [], id="GD-6 one of each (case 19)"),
        pytest.param("2", "H2 HR", [], id="GD-6 wild and joker (case 19)"),
        pytest.param("2", "S9 H2", ["pair 9"], id="GD-6 with a wild card"),
        pytest.param("2", "S9 H9 D9", ["triple 9"], id="GD-7 triple"),
        pytest.param("2", "S9 H2 H2", ["triple 9"], id="GD-7 with two wild cards"),
        pytest.param("2", "S2 H2 H2", ["triple 2"], id="GD-7 of level cards"),
        pytest.param("2", "S9 H9 D9 S4", [], id="GD-8 triple and single"),
        pytest.param("2", "S9 H9 D9 SB H2", [], id="GD-8 no wild joker"),
        pytest.param("2", "S9 H9 D9 SB HR", [], id="GD-8 two jokers of a sort"),
        pytest.param("2", "S9 H2 H2 HR HR", ["full_house 9"], id="GD-8 with jokers"),
        pytest.param("2", "S2 C2 D2 H2 H2", ["bomb 2 of 5", "full_house 2"], id="GD-8 level"),
        pytest.param("9", "SA D2 C3 S4 S5", ["straight 5"], id="GD-9 lowest"),
        pytest.param("9", "ST DJ CQ SK SA", ["straight A"], id="GD-9 highest"),
        pytest.param("9", "SJ DQ CK SA S2", [], id="GD-9 not round the corner (case 14)"),
        pytest.param("9", "S3 D4 C5 S6", [], id="GD-9 four"),
        pytest.param("9", "S3 D4 C5 S6 S7 S8", [], id="GD-9 six"),
        pytest.param("3", "SA D2 C3 S4 S5", ["straight 5"], id="GD-3 natural rank of the level"),
        pytest.param("9", "SA DA S2 D2 S3 D3", ["tube 3"], id="GD-10 lowest"),
        pytest.param("9", "SQ DQ SK DK SA DA", ["tube A"], id="GD-10 highest"),
        pytest.param("9", "SK DK SA DA S2 D2", [], id="GD-10 not round the corner"),
        pytest.param("9", "SQ DQ SK DK", [], id="GD-10 two"),
        pytest.param("9", "J*2 Q*2 K*2 A*2", [], id="GD-10 four (case 18)"),
        pytest.param("9", "A*3 2*3", ["plate 2"], id="GD-11 lowest"),
        pytest.param("9", "K*3 A*3", ["plate A"], id="GD-11 highest"),
        pytest.param("9", "5*3 6*3 7*3", [], id="GD-11 three"),
        pytest.param("9", "5*3 7*3", [], id="GD-11 no neighbours"),
        pytest.param("2", "9*4", ["bomb 9 of 4"], id="GD-12 four"),
        pytest.param("2", "9*8 H2 H2", ["bomb 9 of 10"], id="GD-12 ten"),
        pytest.param("2", "S9 C9 H2 H2", ["bomb 9 of 4"], id="GD-12 two and two wild cards"),
        pytest.param("2", "SB SB HR", [], id="GD-12 no bomb of three jokers"),
        pytest.param("9", "SA S2 S3 S4 S5", ["straight_flush 5"], id="GD-13 lowest"),
        pytest.param("2", "SB SB HR HR", ["four_jokers None"], id="GD-14"),
        pytest.param("2", "", [], id="GD-5 no cards"),
        pytest.param("2", "S3 S4", [], id="GD-5 unlike cards"),
    ],
)
def test_combinations(level: str, cards: str, expected: list[str]) -> None:
    """GD-5 … GD-14: what is a combination, and what is none."""
    assert names(level, cards) == expected


@pytest.mark.parametrize(
    ("level", "upper", "lower", "expected"),
    [
        pytest.param("7", "HR", "SB", True, id="GD-2 big over small joker"),
        pytest.param("7", "SB", "S7", True, id="GD-2 joker over level"),
        pytest.param("7", "S7", "SA", True, id="GD-2 level over ace"),
        pytest.param("7", "S8", "S6", True, id="GD-2 the level rank is left out below"),
        pytest.param("7", "H7", "S7", False, id="GD-2 level cards are equal"),
        pytest.param("2", "H2 H2", "SA DA", True, id="GD-4 pair of wild cards above aces"),
        pytest.param("2", "H2 H2", "SB SB", False, id="GD-4 and below small jokers"),
        pytest.param("7", "S7 C7 D7 S3 C3", "A*3 S4 C4", True, id="GD-15 level triple (case 22)"),
        pytest.param(
            "5", "S5 C5 D5 S6 C6 D6", "K*3 A*3", False, id="GD-3 plates go by natural rank"
        ),
        pytest.param("9", "ST DJ CQ SK SA", "SA D2 C3 S4 S5", True, id="GD-9 case 14"),
        pytest.param("7", "SA S2 S3 S4 S5", "5*5", True, id="GD-15 flush on five (case 15)"),
        pytest.param("7", "2*6", "ST SJ SQ SK SA", True, id="GD-15 six on flush (case 15)"),
        pytest.param("2", "SB SB HR HR", "K*8 H2 H2", True, id="GD-14 case 16"),
        pytest.param("2", "K*8 H2 H2", "SB SB HR HR", False, id="GD-14 nothing beats it"),
        pytest.param("2", "S4 S5 S6 S7 S8", "D4 D5 D6 D7 D8", False, id="GD-13 case 17"),
        pytest.param("2", "S5 S6 S7 S8 S9", "D4 D5 D6 D7 D8", True, id="GD-13 by the top"),
        pytest.param("2", "3*4", "K*3 SA DA", True, id="GD-15 bombs beat what is none"),
        pytest.param("2", "3*5", "A*4", True, id="GD-12 more cards first"),
        pytest.param("2", "2*4", "A*4", True, id="GD-12 then GD-2"),
        pytest.param("2", "S9 H9", "S8", False, id="GD-15 another kind"),
        pytest.param("2", "S9 H9 D9", "8*2", False, id="GD-15 another size"),
        pytest.param("2", "S9", "H9", False, id="GD-15 equal"),
        pytest.param("2", "4*3 5*3", "J*2 Q*2 K*2", False, id="GD-15 plate on tube"),
    ],
)
def test_order(level: str, upper: str, lower: str, expected: bool) -> None:
    """GD-2, GD-15: what beats what."""
    assert beats(level, upper, lower) is expected


@pytest.mark.parametrize(
    ("level", "cards", "as_", "expected"),
    [
        ("9", "S4 S5 S6 S7 H9", "S3 S4 S5 S6 S7", "straight_flush 7"),
        ("9", "S4 S5 S6 S7 H9", "S4 S5 S6 S7 D8", None),
        ("9", "S4 S5 S6 S7 H9", "S4 S5 S6 S7 H9", None),
        ("2", "S9 C9 D9 H2 H2", "S9 C9 D9 SK DK", "full_house 9"),
        ("2", "S9 C9 D9 H2 H2", "S9 C9 D9 SB SB", None),
        ("2", "S9 C9 D9 H2 H2", "S9 C9 D9 S9 S9", "bomb 9"),
        ("2", "S7 D7 S8 D8 H2 H2", "S7 D7 S7 S8 D8 S8", "plate 8"),
        ("2", "S7 D7 S8 D8 H2 H2", "S6 D6 S7 D7 S8 D8", "tube 8"),
        ("2", "S8 D8 S9 D9 H2", "S8 D8 S8 S9 D9", "full_house 8"),
        ("2", "H2", "S9", None),
        ("2", "H2", "S2", "single 2"),
        ("2", "H2 H2", "S2 D2", "pair 2"),
        ("2", "H2 H2", "S9 D9", None),
        ("2", "S9 D9", "D9 S9", "pair 9"),
        ("2", "S9 D9", "S9 H9", None),
        ("2", "S9 D9", "S9", None),
        ("2", "S9 H2", "S9 S8", None),
    ],
)
def test_gd_16_chosen_reading(level: str, cards: str, as_: str, expected: str | None) -> None:
    """GD-16: the chosen reading counts if it is possible; a flush is never a plain straight."""
    found = read_as(level_rank(level), hand(cards), hand(as_))
    assert (found and f"{found.kind} {found.rank}") == expected


@pytest.mark.parametrize(("level", "cards", "expected"), WORKED)
def test_gd_16_each_reading_names_natural_cards(
    level: str, cards: str, expected: list[str]
) -> None:
    """GD-16: what is shown to all reads, without wild cards, exactly as the reading says."""
    for reading in read(level, cards):
        said = plain_reading(level_rank(level), reading.stands)
        assert said is not None
        assert said.same_as(reading)
        assert read_as(level_rank(level), hand(cards), reading.stands) is not None
