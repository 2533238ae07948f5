"""Pure rules of tournaments: pairing, standings, scoring. Standard library only."""
