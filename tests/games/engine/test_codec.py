"""Events as JSON and back."""

from __future__ import annotations

import dataclasses
import json
import random
import types
import typing
from typing import Any

import pytest

from games.engine import codec
from games.engine.api import Game, games
from games.engine.cards import DECK

CLASSES = [
    pytest.param(game, cls, id=f"{game.id}-{cls.__name__}")
    for game in games()
    for cls in game.events
]


def sample(game: Game[Any], note: Any, rng: random.Random) -> Any:
    """A value of an annotation."""
    origin, arguments = typing.get_origin(note), typing.get_args(note)
    if origin in (typing.Union, types.UnionType):
        return sample(game, rng.choice(arguments), rng)
    if origin is tuple:
        if arguments[-1] is ...:
            return tuple(sample(game, arguments[0], rng) for _ in range(rng.randrange(4)))
        return tuple(sample(game, each, rng) for each in arguments)
    if dataclasses.is_dataclass(note):
        return sample_of(game, note, rng)
    if note is int:
        return rng.choice(DECK)
    if note is str:
        return rng.choice(["S9", "", "级"])
    if note is bool:
        return rng.random() < 0.5
    if note is type(None):
        return None
    if isinstance(note, type) and issubclass(note, str):
        return rng.choice(list(note))  # a StrEnum
    return {"steps": 2, "team": "x"}


def sample_of(game: Game[Any], cls: Any, rng: random.Random) -> Any:
    hints = typing.get_type_hints(cls)
    fields = dataclasses.fields(cls)
    return cls(**{field.name: sample(game, hints[field.name], rng) for field in fields})


@pytest.mark.parametrize(("game", "cls"), CLASSES)
def test_every_event_of_every_game_comes_back_the_same(game: Game[Any], cls: Any) -> None:
    """Through real JSON text; equal, of the same class, and hashable as before."""
    rng = random.Random(cls.__name__)
    for _ in range(20):
        event = sample_of(game, cls, rng)
        data = json.loads(json.dumps(codec.encode(event)))
        assert data["e"] == codec.tag_of(cls)
        back = codec.decode(game.id, data)
        assert type(back) is cls
        assert back == event


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_tags_are_unique(game: Game[Any]) -> None:
    tags = [codec.tag_of(cls) for cls in game.events]
    assert len(set(tags)) == len(tags)


def test_cards_are_written_as_codes() -> None:
    from games.engine.guandan.events import TributeTaken

    event = TributeTaken(((3, 0, 12),), 3)
    assert codec.encode(event) == {"e": "tribute_taken", "gifts": [[3, 0, "SA"]], "lead": 3}


def test_an_unknown_event_is_refused() -> None:
    with pytest.raises(KeyError):
        codec.decode("guandan", {"e": "kitty_taken"})
    with pytest.raises(KeyError):
        codec.decode("guandan", {"e": "passed", "seat": 0, "place": 1})
    with pytest.raises(TypeError):
        codec.decode("guandan", {"e": "passed"})
