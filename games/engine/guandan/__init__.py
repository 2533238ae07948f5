"""掼蛋: its combinations, tribute, play and scoring on the contract of ``games.engine.api``."""
