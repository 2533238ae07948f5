"""Why not, in words: every refusal has a sentence, in both languages."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import translation

from games import texts
from games.engine.api import IllegalAction, Refusal
from games.engine.cards import cards
from games.services.errors import TEXTS, No, Refused

PARAMS: dict[Refusal, dict[str, Any]] = {
    Refusal.WRONG_COUNT: {"need": 2},
    Refusal.MUST_FOLLOW_SUIT: {"suit": "S", "count": 3, "need": 2, "cards": cards("S3 S4 S5")},
    Refusal.MUST_FOLLOW_SHAPE: {"suit": "trump", "run": 0, "pairs": 2},
    Refusal.WRONG_BURY: {"need": 8},
    Refusal.NOT_YOUR_CARDS: {"cards": cards("HT HR")},
    Refusal.BAD_TRIBUTE: {"cards": cards("HR")},
}


def sentence(code: Refusal, language: str, **params: Any) -> str:
    with translation.override(language):
        illegal = IllegalAction(code, "SS-8", "plain", **{**PARAMS.get(code, {}), **params})
        return texts.refusal(illegal)


@pytest.mark.parametrize("code", list(Refusal))
def test_every_refusal_has_a_sentence_in_both_languages(code: Refusal) -> None:
    english, chinese = sentence(code, "en"), sentence(code, "zh-hans")
    assert english
    assert english != chinese
    assert "%(" not in english + chinese


def test_ss_8_following_suit_says_how_many_are_held() -> None:
    assert sentence(Refusal.MUST_FOLLOW_SUIT, "en") == "Follow suit: 2 of your 3 in ♠."
    assert "♠" in sentence(Refusal.MUST_FOLLOW_SUIT, "zh-hans")


def test_ss_8_cards_that_must_be_played_are_named() -> None:
    text = sentence(Refusal.MUST_FOLLOW_SUIT, "en", count=2, need=2, cards=cards("S3 SK"))
    assert text == "Follow suit: ♠3 ♠K must be played."
    assert "♠3 ♠K" in sentence(
        Refusal.MUST_FOLLOW_SUIT, "zh-hans", count=2, need=2, cards=cards("S3 SK")
    )


def test_gd_25_the_cards_that_may_be_returned_are_named_or_described() -> None:
    few = sentence(Refusal.BAD_RETURN, "en", cards=cards("S3 S3 HT"))
    assert few == "Give back one of these: ♠3 ♥10."
    many = sentence(Refusal.BAD_RETURN, "en", cards=cards("S3 S4 S5 S6 S7 S8 S9 ST H3"))
    assert "from 2 to 10" in many


def test_ty_16_following_shape_names_the_run() -> None:
    text = sentence(Refusal.MUST_FOLLOW_SHAPE, "en", run=3, suit="H")
    assert text == "Follow the shape: a run of 3 pairs in ♥."


def test_cards_are_named_as_people_write_them() -> None:
    assert "♥10, big joker" in sentence(Refusal.NOT_YOUR_CARDS, "en").replace(" big", ", big")


@pytest.mark.parametrize("code", list(No))
def test_every_no_of_a_verb_has_a_sentence(code: No) -> None:
    assert code in TEXTS
    with translation.override("zh-hans"):
        chinese = str(Refused(code))
    with translation.override("en"):
        assert str(Refused(code)) != chinese
