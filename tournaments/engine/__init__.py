"""The laws of organised play as pure functions: pairing, scoring, standings, penalties, stages.

Nothing here reads a clock, a database or a random source: what depends on chance depends on the
event's seed. The standard library and rustworkx (for matchings) are all it uses. Clauses CP-… are
those of the rules of competition.
"""
