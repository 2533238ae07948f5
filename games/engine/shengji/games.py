"""The games of the family; importing this registers them."""

from __future__ import annotations

from games.engine.api import register
from games.engine.shengji.game import ShengjiGame
from games.engine.shengji.shuangsheng import Shuangsheng
from games.engine.shengji.tycoon import Tycoon
from games.engine.shengji.wangkou import Wangkou

SHUANGSHENG = ShengjiGame(Shuangsheng())
WANGKOU = ShengjiGame(Wangkou())
TYCOON = ShengjiGame(Tycoon())

for _game in (SHUANGSHENG, WANGKOU, TYCOON):
    register(_game)
