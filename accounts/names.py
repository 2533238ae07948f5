"""Names for guests, as pleasant in Chinese as in English."""

from __future__ import annotations

import random
import unicodedata
from typing import Final

QUALITIES: Final = (
    ("清风", "Breezy"),
    ("晴空", "Sunny"),
    ("山间", "Mountain"),
    ("江畔", "Riverside"),
    ("竹林", "Bamboo"),
    ("月下", "Moonlit"),
    ("松下", "Pine"),
    ("云上", "Cloudy"),
    ("雨后", "Rainy"),
    ("春日", "Spring"),
    ("秋水", "Autumn"),
    ("雪夜", "Snowy"),
    ("桃花", "Peach"),
    ("青石", "Bluestone"),
    ("小巷", "Lane"),
    ("茶馆", "Teahouse"),
)
CREATURES: Final = (
    ("喜鹊", "Magpie"),
    ("白鹭", "Egret"),
    ("锦鲤", "Koi"),
    ("松鼠", "Squirrel"),
    ("燕子", "Swallow"),
    ("熊猫", "Panda"),
    ("仙鹤", "Crane"),
    ("蜻蜓", "Dragonfly"),
    ("画眉", "Thrush"),
    ("麋鹿", "Elk"),
    ("狸猫", "Tabby"),
    ("黄鹂", "Oriole"),
    ("海豚", "Dolphin"),
    ("蝴蝶", "Butterfly"),
    ("刺猬", "Hedgehog"),
    ("骆驼", "Camel"),
)


def guest_name(rng: random.Random, language: str) -> str:
    """A made-up name, two words and two digits: ``月下白鹭 27``, ``Moonlit Egret 27``.

    ``language`` is a code such as ``zh-hans`` or ``en``; anything not Chinese gets English.
    """
    quality, creature = rng.choice(QUALITIES), rng.choice(CREATURES)
    number = rng.randrange(10, 100)
    if language.startswith("zh"):
        return f"{quality[0]}{creature[0]} {number}"
    return f"{quality[1]} {creature[1]} {number}"


def tidy(name: str) -> str:
    """``name`` in normal form, without what cannot be seen and with single spaces.

    Bidirectional marks and zero-width characters would let one name look like another, or
    like none; the two joiners are kept out as well, at the price of a few emoji.
    """
    name = unicodedata.normalize("NFKC", name)
    seen = "".join(
        " " if unicodedata.category(char) in ("Zs", "Zl", "Zp", "Cc") else char
        for char in name
        if unicodedata.category(char) not in ("Cf", "Cs", "Co", "Cn")
    )
    return " ".join(seen.split())
