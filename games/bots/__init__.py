"""Bots: a view in, an action out. They see what their seat sees and know nothing else."""

from __future__ import annotations

from typing import Any

from games.bots import guandan, simple
from games.engine.api import Action, Can
from games.engine.guandan.views import GuandanView
from games.engine.shengji.views import ShengjiView


def choose(view: Any, can: Can) -> Action | None:
    """What the seat that sees ``view`` does, of what it ``can``; nothing: it does not act."""
    if isinstance(view, ShengjiView):
        return simple.choose(view, can)
    if isinstance(view, GuandanView):
        return guandan.choose(view, can)
    raise TypeError(f"no bot plays from a {type(view).__name__}")
