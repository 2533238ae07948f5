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
