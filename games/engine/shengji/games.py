"""The games of the family; importing this registers them."""

from __future__ import annotations

from games.engine.api import register
from games.engine.shengji.game import ShengjiGame
from games.engine.shengji.shuangsheng import Shuangsheng

SHUANGSHENG = ShengjiGame(Shuangsheng())

register(SHUANGSHENG)
